"""S3 and S5: every role against every message and every address of the permission registry, over the wire."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute
from starlette.routing import WebSocketRoute
from websockets.exceptions import InvalidStatus

from aquaromana.server.api import (
    bot_routes,
    hint_routes,
    identity,
    joining_routes,
    operations_routes,
    picture_routes,
    review_routes,
    study_routes,
    table_routes,
    table_socket,
)
from aquaromana.server.app import create_app
from aquaromana.server.host.secret import DEMO
from aquaromana.server.protocol import intents, messages
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table import permissions
from aquaromana.server.table.credentials import LOCAL
from aquaromana.server.table.members import Members
from aquaromana.server.table.permissions import ADDRESSES, MESSAGES, Role
from aquaromana.server.table.table_state import TableState
from tests.support.served import Served, hear, say, settings_in
from tests.support.visitors import OPEN, PERSON, Visitor, shared_settings

SAMPLES: Mapping[type, dict[str, Any]] = {
    messages.Hello: {},
    messages.Play: {"seat": 0, "moves": []},
    messages.Preview: {"moves": []},
    messages.Ask: {"subject": "kind", "name": "C"},
    messages.Watch: {"thinking": False},
    messages.Ping: {},
    messages.AskLinks: {},
    messages.Say: {"seat": 0, "text": ""},
    intents.Sit: {"seat": 0, "kind": "open"},
    intents.Start: {},
    intents.Rename: {"seat": 9, "name": "Eve"},
    intents.StandIn: {"seat": 9},
    intents.Back: {"seat": 9},
    intents.Resign: {"seat": 9},
    intents.Takeback: {"seat": 9, "ply": 0},
    intents.Consent: {"seat": 9, "yes": True},
    intents.Revoke: {"what": "chair", "chair": 9},
    intents.Switch: {"chat": True},
    intents.Rematch: {},
    intents.Guide: {"go": "skip"},
    intents.Solve: {"go": "again"},
}
"""A message of every type which changes nothing even where it is allowed."""

REQUESTS: Mapping[str, tuple[str, str, Any]] = {
    "info": ("GET", "", None),
    "state": ("GET", "/state", None),
    "views": ("GET", "/views/0", None),
    "steps": ("GET", "/steps", None),
    "suggestion": ("GET", "/suggestion", None),
    "hint": ("POST", "/hint", {"version": 0}),
    "coach": ("POST", "/coach", {"version": 0}),
    "review": ("POST", "/review", {}),
    "review-cancel": ("DELETE", "/review", None),
    "record": ("GET", "/record.aqr", None),
    "decided": ("GET", "/decided", None),
    "study": ("GET", "/study", None),
    "picture": ("GET", "/board.svg", None),
    "webhook": ("PUT", "/chairs/CHAIR/webhook", {"url": ""}),
    "bot": ("POST", "/chairs/2/bot", None),
    "invitation": ("POST", "/invitation", {"secret": "x"}),
    "join": ("POST", "/join", {"secret": "x"}),
    "claim": ("POST", "/claim", {"seat": 0}),
    "follow": ("POST", "/follow", {"from": "x"}),
    "link": ("POST", "/link", {"what": "chair", "chair": 3}),
    "delete": ("DELETE", "", None),
}
"""A request for everything that an address of a table is about."""

NOT_ALLOWED = {"access/needed", "access/expired", "access/invalid", "access/revoked", "access/host", "access/seat"}
FOR_ALL = dict.fromkeys(("invitation", "join"), "access/invalid")
FOR_ALL |= {"claim": "access/needed", "follow": "table/unknown", "link": "access/seat"}
"""What is refused to everybody, here: nobody has such a link or chair, and the table is not public."""
NOT_NOW = {"hint": {"hint/not-agreed", "table/not-your-turn"}, "coach": {"hint/not-agreed", "table/not-your-turn"}}
NOT_NOW |= {"decided": {"table/playing"}, "study": {"table/playing"}, "review": {"table/playing"}}
"""What nobody gets at this table, whatever their role: several people play, agreed on no hints, and are not done."""
BARRED = frozenset({Role.ANONYMOUS})
ROLES: Mapping[str, frozenset[Role]] = {
    "host": frozenset({Role.HOST, Role.SPECTATOR}),
    "seat 0": frozenset({Role.SEAT, Role.SPECTATOR}),
    "seat 1": frozenset({Role.SEAT, Role.SPECTATOR}),
    "spectator": frozenset({Role.SPECTATOR}),
    "former seat": BARRED,
    "former spectator": BARRED,
    "host of another table": BARRED,
    "anonymous": BARRED,
}


class Company8:
    """A table with everybody that there can be, each in a browser of their own."""

    def __init__(self, served: Served, stack: ExitStack) -> None:
        self.served = served
        self.people = {name: stack.enter_context(Visitor(served)) for name in ROLES}
        maker = stack.enter_context(Visitor(served))
        self.table = table = maker.create(OPEN, OPEN, OPEN)
        links = maker.links(table)
        for name, chair in (("seat 0", 0), ("seat 1", 1), ("former seat", 2)):
            self.people[name].joined(table, links["chairs"][chair]["link"], name)
        self.people["host"].joined(table, links["host"])
        self.people["former spectator"].joined(table, links["watch"])
        for target in ({"what": "chair", "chair": 2}, {"what": "watch"}):
            assert maker.change(table, type="revoke", **target)["type"] == "accepted"
        self.people["spectator"].joined(table, maker.links(table)["watch"])
        self.people["host of another table"].create()

    def standing(self) -> tuple[int, Members]:
        """The version of the table, and who is there."""

        async def look() -> tuple[int, Members]:
            async with self.served.service.using(self.table) as loaded:
                return loaded.table.version, loaded.table.members

        return self.served.inside(look)


@pytest.fixture(scope="module")
def everybody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company8]:
    settings = shared_settings(tmp_path_factory.mktemp("everybody"), webhooks=True)
    with Served(settings) as served, ExitStack() as stack:
        yield Company8(served, stack)


# The registry is complete.


def test_there_is_an_entry_and_a_sample_for_every_message() -> None:
    assert set(MESSAGES) == set(get_args(messages.FromClient)) == set(SAMPLES)


ROUTES = [
    route
    for module in (
        table_routes,
        hint_routes,
        review_routes,
        study_routes,
        bot_routes,
        joining_routes,
        picture_routes,
        operations_routes,
    )
    for route in module.router.routes
]


def lookups() -> dict[str, list[str]]:
    """For every address of a table, which entries of the registry it asks for."""
    found = {}
    for route in ROUTES:
        if isinstance(route, APIRoute) and route.path.startswith("/api/tables/{id}"):
            names = [getattr(each.call, "__name__", "") for each in route.dependant.dependencies]
            method = next(iter(route.methods or ("",)))
            found[f"{method} {route.path}"] = [name.removeprefix("may ") for name in names if name.startswith("may ")]
    return found


def test_every_address_of_a_table_looks_into_the_registry() -> None:
    found = lookups()
    assert {address: entries for address, entries in found.items() if len(entries) != 1} == {}
    described = create_app(settings_in(Path(), secret=DEMO)).openapi()["paths"]
    assert set(found) == {
        f"{method.upper()} {path}"
        for path, methods in described.items()
        if path.startswith("/api/tables/{id}")
        for method in methods
    }
    used = {entry for entries in found.values() for entry in entries}
    assert used | {"live", "fork"} == set(ADDRESSES), "those two look themselves"
    assert set(REQUESTS) == used
    assert not [route.path for route in ROUTES if isinstance(route, WebSocketRoute)]
    assert table_socket.ROUTE.path == "/api/tables/{id}/live"


# Messages.


def asked(visitor: Visitor, table: str) -> dict[type, str]:
    """What becomes of a message of every type: the code of its refusal, nothing if it was not refused."""
    outcomes: dict[type, str] = {}
    try:
        with visitor.live(table, hello=False) as socket:
            say(socket, type="hello")
            version = hear(socket, "state")["version"]
            outcomes[messages.Hello] = ""
            for kind, sample in SAMPLES.items():
                if kind is messages.Hello:
                    continue
                name = str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
                fields = kind.__struct_fields__  # type: ignore[attr-defined]
                shared = {"id": f"s3 {name}", "version": version}
                say(socket, type=name, **{key: shared[key] for key in shared if key in fields}, **sample)
                if kind is messages.Watch:
                    outcomes[kind] = ""
                    continue
                answer = hear(socket, "accepted", "refused", "previewed", "answer", "pong", "links")
                outcomes[kind] = answer.get("code", "")
    except InvalidStatus as barred:
        return dict.fromkeys(SAMPLES, json.loads(bytes(barred.response.body))["code"])
    return outcomes


def wrong_messages(everybody: Company8) -> list[tuple[str, str, str]]:
    """Who could send what they may not, or not send what they may."""
    return [
        (name, kind.__name__, code)
        for name, visitor in everybody.people.items()
        for kind, code in asked(visitor, everybody.table).items()
        if (code not in NOT_ALLOWED) != bool(ROLES[name] & MESSAGES[kind])
    ]


def test_everybody_may_say_what_the_registry_says(everybody: Company8) -> None:
    before = everybody.standing()
    assert wrong_messages(everybody) == []
    (_, members), (_, company_before) = everybody.standing(), before
    assert members == company_before, "and whoever may not changed nothing"


def test_a_refused_client_learns_why(everybody: Company8) -> None:
    for name, code in (
        ("anonymous", "access/needed"),
        ("former seat", "access/revoked"),
        ("former spectator", "access/revoked"),
    ):
        assert set(asked(everybody.people[name], everybody.table).values()) == {code}


@pytest.mark.parametrize("mutant", ["trusts everybody", "forgets to look", "takes everybody for the host"])
def test_a_server_that_lets_people_do_too_much_is_found(
    everybody: Company8, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    found = Members.rights
    if mutant == "trusts everybody":
        monkeypatch.setattr(permissions, "check", lambda *_: None)
        monkeypatch.setattr(Members, "rights", lambda *asked: replace(found(*asked), watch=True))
    elif mutant == "forgets to look":
        monkeypatch.setattr(identity.Identity, "check", lambda *_: None)
        monkeypatch.setattr(Members, "rights", lambda *asked: replace(found(*asked), watch=True))
    else:
        monkeypatch.setattr(Members, "rights", lambda *asked: replace(found(*asked), host=True, watch=True))
    assert wrong_messages(everybody)


# Addresses.


def wrong_requests(everybody: Company8) -> list[tuple[str, str, str]]:
    """Who could request what they may not, or not request what they may."""
    wrong = []
    for what, (method, path, content) in REQUESTS.items():
        for name, visitor in everybody.people.items():
            allowed = bool(ROLES[name] & ADDRESSES[what])
            if what == "delete" and allowed:
                continue  # that is a test of its own
            address = f"/api/tables/{everybody.table}{path.replace('CHAIR', name[-1] if name[-1].isdigit() else '0')}"
            answer = visitor.client.request(method, address, json=content)
            code = answer.json()["code"] if answer.status_code >= 400 else ""
            if what in FOR_ALL:
                good = code == FOR_ALL[what]
            elif what in NOT_NOW and allowed:
                good = code in NOT_NOW[what]
            else:
                good = (answer.status_code < 300) if allowed else (code in NOT_ALLOWED and answer.status_code == 403)
            if not good:
                wrong.append((name, what, code))
    return wrong


def test_everybody_may_ask_for_what_the_registry_says(everybody: Company8) -> None:
    before = everybody.standing()
    assert wrong_requests(everybody) == []
    assert everybody.standing() == before


@pytest.mark.parametrize("mutant", ["forgets to look", "takes every cookie"])
def test_a_server_that_tells_people_too_much_is_found(
    everybody: Company8, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    monkeypatch.setattr(TableService, "delete", _keeps)
    if mutant == "forgets to look":
        monkeypatch.setattr(identity.Identity, "check", lambda *_: None)
    else:
        monkeypatch.setattr(identity, "identify", lambda *_: identity.Identity(LOCAL))
    assert wrong_requests(everybody)


async def _keeps(*_: Any) -> None:
    """In the place of `TableService.delete`: others still need the table."""


def test_only_the_host_deletes_a_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Served(shared_settings(tmp_path_factory.mktemp("deleted"))) as served, ExitStack() as stack:
        members = Company8(served, stack)
        for name, visitor in sorted(members.people.items(), key=lambda each: Role.HOST in ROLES[each[0]]):
            status = visitor.client.delete(f"/api/tables/{members.table}").status_code
            assert status == (204 if Role.HOST in ROLES[name] else 403), name


# Seats and versions.

GOOD = {"type": "play", "seat": 0, "moves": ["C@12"]}
WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("Ben", {}, "table/foreign-seat"),
    ("Ben", {"seat": 1}, "table/not-your-turn"),
    ("Ben", {"seat": 7}, "table/foreign-seat"),
    ("Ben", {"seat": -1}, "table/foreign-seat"),
    ("Ann", {"seat": 1}, "table/foreign-seat"),
    ("Ann", {"version": 0}, "table/stale"),
    ("Ann", {"version": 99}, "table/stale"),
    ("Ann", {"version": -1}, "table/stale"),
    ("Ann", {"type": "resign", "seat": 1}, "table/foreign-seat"),
    ("Ben", {"type": "rename", "seat": 0, "name": "x"}, "table/foreign-seat"),
    ("Ben", {"type": "say", "seat": 0, "text": "x"}, "table/foreign-seat"),
    ("Ben", {"type": "takeback", "seat": 0, "ply": 0}, "table/foreign-seat"),
    ("Ann", {"type": "back", "seat": 1}, "table/foreign-seat"),
)


def wrong_changes(served: Served) -> list[tuple[str, dict[str, Any], Any]]:
    """What is answered otherwise than it should be, or changes something, at a table of Ann and Ben."""
    wrong = []
    with Visitor(served) as ann, Visitor(served) as ben:
        table = ann.create(PERSON, OPEN)
        ben.joined(table, ann.links(table)["chairs"][1]["link"])
        for name, message, code in WRONG:
            before = ann.client.get(f"/api/tables/{table}/state").json()
            answer = {"Ann": ann, "Ben": ben}[name].change(table, **{**GOOD, **message})
            if answer.get("code") != code or ann.client.get(f"/api/tables/{table}/state").json() != before:
                wrong.append((name, message, answer))
        if ann.change(table, **GOOD)["type"] != "accepted":
            wrong.append(("Ann", GOOD, {}))
    return wrong


def test_nobody_plays_for_another_seat_or_on_an_old_version(everybody: Company8) -> None:
    """S5."""
    assert wrong_changes(everybody.served) == []


@pytest.mark.parametrize("mutant", ["gives everybody all seats", "takes what is old"])
def test_a_server_that_mixes_up_seats_or_versions_is_found(
    everybody: Company8, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    if mutant == "takes what is old":
        monkeypatch.setattr(TableState, "check_version", lambda *_: None)
    else:
        found = Members.rights
        monkeypatch.setattr(Members, "rights", lambda own, who: replace(found(own, who), seats=own.people()))
    assert wrong_changes(everybody.served)
