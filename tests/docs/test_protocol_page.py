"""The page about the live protocol: its examples are messages, and they are what a table says."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest

from aquaromana.rules.errors import CATALOGUE as RULES
from aquaromana.rules.notation import parse_position
from aquaromana.server.errors import CATALOGUE
from aquaromana.server.protocol import advice, events, framing, game, intents, messages, review, table_info
from aquaromana.server.settings import Settings
from aquaromana.server.table import permissions
from aquaromana.server.table.changes import Change
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.docs.pages import DOCS, blocks, codes, table, text_of

PAGE = DOCS / "protocol.md"
EXAMPLES: list[Any] = [json.loads(block) for block in blocks(PAGE, "json")]
MESSAGES: list[dict[str, Any]] = [example for example in EXAMPLES if isinstance(example, dict)]
KINDS: tuple[type[game.Value], ...] = (*get_args(messages.FromClient), *get_args(messages.FromServer))
BASES = (game.Value, intents.Intent)
VALUES: Mapping[str, type[game.Value]] = {
    name: kind
    for module in (game, table_info, messages, advice, review)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, game.Value) and kind not in (*BASES, *KINDS)
}


def example(name: str) -> Any:
    """The first example of a message."""
    return decoded(next(found for found in MESSAGES if found["type"] == name))


def decoded(found: dict[str, Any]) -> Any:
    """A message of either side; those of one name are told apart by their fields."""
    kinds = [kind for kind in KINDS if kind.__struct_config__.tag == found["type"]]
    kind = next((kind for kind in kinds if found.keys() - {"type"} <= set(kind.__struct_fields__)), kinds[0])
    return msgspec.json.decode(json.dumps(found), type=kind)


def anna() -> Table:
    """The table of the conversation, before her first decision."""
    state = example("state")
    seatings = [Seating(player.kind, player.name, player.bot) for player in state.table.players]
    start = parse_position(state.view.position)
    return Table(state.table.id, seatings, start, created=state.table.created, origin=state.table.origin)


def played(at: Table, play: messages.Play) -> messages.Accepted:
    change = at.propose(play, [0], at=0)
    assert isinstance(change, Change)
    at.accept(change)
    return messages.Accepted(id=play.id, version=at.version)


# examples


@pytest.mark.parametrize("found", MESSAGES, ids=lambda found: str(found["type"]))
def test_an_example_is_a_message_as_it_is_sent(found: dict[str, Any]) -> None:
    sent = {name: value for name, value in found.items() if name != "protocol"}  # a default that clients had better say
    assert json.loads(msgspec.json.encode(decoded(found))) == sent, "nothing unknown, and nothing that is a default"


def test_there_is_an_example_of_every_message_but_one() -> None:
    assert {type(decoded(found)) for found in MESSAGES} == set(KINDS) - {messages.Previewed}, "a state with choices"


def test_the_conversation_is_what_a_table_says() -> None:
    at = anna()
    assert at.state(None, [0], host=True) == example("state")
    assert at.choices() == example("choices")
    assert at.ask(example("ask")) == example("answer")
    preview = at.preview(example("preview"))
    assert [step.move for step in preview.steps] == example("preview").moves
    assert "-" in [choice.move for choice in preview.choices]
    assert played(at, example("play")) == example("accepted")
    steps, _ = (found for found in EXAMPLES if isinstance(found, list))
    assert at.steps(0) == msgspec.convert(steps, list[game.Step])
    assert at.version == example("thinking").version
    assert at.position.mover == example("thinking").seat
    considered = [line.move for line in example("thinking").lines]
    choices = at.choices()
    assert choices is not None
    assert set(considered) <= {choice.move for choice in choices.choices}


# tables


def test_every_message_is_listed_with_its_fields() -> None:
    text = text_of(PAGE)
    for heading, union in (("## From the client", messages.FromClient), ("## From the server", messages.FromServer)):
        lines = text.partition(heading)[2].partition("\n## ")[0].splitlines()
        rows = [line.split("|")[1:3] for line in lines if line.startswith("| `")]
        shown = {codes(name)[0]: tuple(codes(cell)) for name, cell in rows}
        assert shown == {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(union)}, heading


def test_everybody_who_may_send_a_message_is_listed() -> None:
    rows = table(PAGE, "message", "fields", "meaning", "who")
    shown = {codes(row[0])[0]: set(codes(row[3])) for row in rows}
    assert shown == {
        str(kind.__struct_config__.tag): {str(role) for role in permissions.MESSAGES[kind]}
        for kind in get_args(messages.FromClient)
    }


def test_every_event_is_listed_with_its_fields() -> None:
    rows = table(PAGE, "event", "fields", "meaning")
    assert {codes(row[0])[0]: tuple(codes(row[1])) for row in rows} == {
        str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(events.Event)
    }
    _, news = (found for found in EXAMPLES if isinstance(found, list))
    assert json.loads(msgspec.json.encode(msgspec.convert(news, list[table_info.News]))) == news


def test_every_value_is_listed_with_its_fields() -> None:
    rows = table(PAGE, "value", "fields", "meaning")
    assert {codes(row[0])[0]: tuple(codes(row[1])) for row in rows} == {
        name: kind.__struct_fields__ for name, kind in VALUES.items()
    }


def test_every_code_is_listed_with_its_sentence() -> None:
    rows = [*table(PAGE, "code", "sentence"), *table(PAGE, "code over HTTP", "sentence")]
    assert {codes(row[0])[0]: row[1] for row in rows} == {code: sentence for code, (_, sentence) in CATALOGUE.items()}
    assert "build/joins" in RULES


def test_every_close_code_is_listed() -> None:
    used = {
        *(framing.NO_FRAME, framing.BINARY, framing.BAD_TEXT, framing.POLICY, framing.TOO_BIG),
        *(framing.FAILED, framing.RESTART, framing.TOO_MANY, framing.FORBIDDEN, framing.UNKNOWN),
    }
    assert {int(row[0]) for row in table(PAGE, "close code", "why", "come back?")} == used


def test_the_limits_are_the_defaults() -> None:
    defaults = {each.name: each.default for each in fields(Settings)}
    for row in table(PAGE, "limit", "setting", "default"):
        assert defaults[codes(row[1])[0]] == float(row[2])


def test_the_number_of_the_protocol_is_named() -> None:
    assert example("hello").protocol == messages.PROTOCOL
    assert f"The number of the protocol, now {messages.PROTOCOL}," in text_of(PAGE)
