"""The registry: every message has its roles, and everybody may what they may."""

from typing import get_args

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import intents, messages
from aquaromana.server.protocol.events import Revoked
from aquaromana.server.table import permissions
from aquaromana.server.table.credentials import LOCAL, NOBODY, Credentials
from aquaromana.server.table.members import Members
from aquaromana.server.table.permissions import ADDRESSES, MESSAGES, Role, check, roles
from aquaromana.server.table.seating import Seating

PLAYERS = tuple(Seating("person").player(seat) for seat in range(2))
PRIVATE, PUBLIC = Members(PLAYERS), Members(PLAYERS, public=True)
HOST, SEAT, GUEST = Credentials(host=0), Credentials({1: 0}), Credentials(watch=0)
OLD = Credentials({1: 5}, host=5, watch=5)


def test_every_message_has_its_roles_and_nothing_else_has() -> None:
    assert set(MESSAGES) == set(get_args(messages.FromClient))


def test_nobody_may_send_a_message_without_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions, "MESSAGES", {})
    with pytest.raises(KeyError):
        check(PRIVATE, LOCAL, messages.Ping)


def test_roles_follow_from_credentials() -> None:
    spectator = {Role.SPECTATOR}
    assert roles(PRIVATE, HOST) == spectator | {Role.HOST}
    assert roles(PRIVATE, SEAT) == spectator | {Role.SEAT}
    assert roles(PRIVATE, HOST | SEAT) == spectator | {Role.HOST, Role.SEAT}
    assert roles(PRIVATE, LOCAL) == spectator | {Role.HOST, Role.SEAT}
    assert roles(PRIVATE, GUEST) == spectator
    for credentials in (NOBODY, OLD):
        assert roles(PRIVATE, credentials) == {Role.ANONYMOUS}
        assert roles(PUBLIC, credentials) == spectator
    assert roles(PRIVATE.after(Revoked(target="chair:1")), SEAT) == {Role.ANONYMOUS}


def refusal(members: Members, credentials: Credentials, what: type | str) -> str:
    """The code with which it is refused; empty if it is not."""
    try:
        check(members, credentials, what)
    except Refusal as refused:
        return refused.code
    return ""


HOST_ONLY = {intents.Sit, intents.Start, intents.Switch, "delete", "bot"}
PLAYERS_ONLY = {
    "review-cancel",
    messages.Preview,
    intents.Rename,
    intents.StandIn,
    intents.Revoke,
    intents.Rematch,
    messages.AskLinks,
    "suggestion",
}
SEATS_ONLY = {
    intents.Guide,
    intents.Solve,
    messages.Play,
    intents.Back,
    intents.Resign,
    intents.Takeback,
    intents.Consent,
    messages.Say,
    "webhook",
    "hint",
    "coach",
}
FOR_ALL = {"invitation", "join", "claim", "follow", "link"}


@pytest.mark.parametrize("what", [*MESSAGES, *ADDRESSES], ids=str)
def test_permissions_of_every_role(what: type | str) -> None:
    """The same registry, written a second time from the other side."""
    may_host = what not in SEATS_ONLY
    may_seat = what not in HOST_ONLY
    may_guest = what not in HOST_ONLY | PLAYERS_ONLY | SEATS_ONLY
    assert [not refusal(PRIVATE, credentials, what) for credentials in (LOCAL, HOST | SEAT, HOST, SEAT, GUEST)] == [
        True,
        True,
        may_host,
        may_seat,
        may_guest,
    ]
    for credentials in (NOBODY, OLD):
        assert (refusal(PRIVATE, credentials, what) == "") == (what in FOR_ALL)
        assert (refusal(PUBLIC, credentials, what) == "") == may_guest


def test_the_refusal_says_what_is_missing() -> None:
    assert refusal(PRIVATE, NOBODY, "live") == "access/needed"
    assert refusal(PRIVATE, SEAT, intents.Start) == "access/host"
    assert refusal(PRIVATE, GUEST, messages.Play) == "access/seat"
    assert refusal(PRIVATE, GUEST, intents.Rename) == "access/seat"
