"""The types of the page are those of the messages, name by name and field by field."""

import inspect
import re

import msgspec
import pytest

from aquaromana.server.protocol import advice, events, game, intents, messages, table_info
from tests.support.house import ROOT

TYPES = (ROOT / "src" / "aquaromana" / "web" / "js" / "types.d.ts").read_text("utf-8")
INTERFACES = {
    name: dict(re.findall(r"^  (\w+\??): (.+);$", body, re.MULTILINE))
    for name, body in re.findall(r"^export interface (\w+) \{\n(.*?)^\}", TYPES, re.MULTILINE | re.DOTALL)
}
STRUCTS = {
    name: struct
    for module in (game, table_info, intents, messages, advice)
    for name, struct in inspect.getmembers(module, inspect.isclass)
    if issubclass(struct, game.Value) and struct is not game.Value
}


def interface(name: str) -> str:
    """What the page calls a struct: messages have a `type` and a longer name, so as not to shadow the browser's own."""
    return f"{name}Message" if STRUCTS[name].__struct_config__.tag else name


@pytest.mark.parametrize("name", STRUCTS)
def test_fields(name: str) -> None:
    fields = {field.encode_name + ("" if field.required else "?") for field in msgspec.structs.fields(STRUCTS[name])}
    found = dict(INTERFACES[interface(name)])
    tag = STRUCTS[name].__struct_config__.tag
    if tag:
        assert found.pop("type") == f'"{tag}"'
    assert set(found) == fields


def test_nothing_else_claims_to_be_a_message() -> None:
    known = {interface(name) for name in STRUCTS}
    assert {name for name in INTERFACES if name.endswith("Message")} <= known


@pytest.mark.parametrize(("union", "name"), [(messages.FromClient, "FromClient"), (messages.FromServer, "FromServer")])
def test_unions(union: object, name: str) -> None:
    members = {interface(struct.__name__) for struct in getattr(union, "__args__", ())}
    found = re.search(rf"export type {name} =(.*?);", TYPES, re.DOTALL)
    assert found
    assert set(re.findall(r"\w+", found[1])) == members


@pytest.mark.parametrize("event", events.Event.__args__, ids=lambda event: str(event.__name__))
def test_events(event: type[msgspec.Struct]) -> None:
    fields = {field.encode_name + ("" if field.required else "?") for field in msgspec.structs.fields(event)}
    found = dict(INTERFACES[f"{event.__name__}Event"])
    assert found.pop("what") == f'"{event.__struct_config__.tag}"'
    assert set(found) == fields


def test_every_event_is_in_the_union() -> None:
    found = re.search(r"export type TableEvent =(.*?);", TYPES, re.DOTALL)
    assert found
    assert set(re.findall(r"\w+", found[1])) == {f"{event.__name__}Event" for event in events.Event.__args__}
