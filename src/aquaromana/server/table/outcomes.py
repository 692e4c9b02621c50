"""The outcome of an intent: the events that it leads to, or why it is refused.

`permissions` decides whether a role may send it at all; this module decides whether it is possible now.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from aquaromana.server.protocol.events import (
    Agreed,
    Asked,
    Began,
    CameBack,
    Declined,
    Event,
    Followed,
    Renamed,
    Resigned,
    Revoked,
    Sat,
    StoodIn,
    Switched,
    TakenBack,
)
from aquaromana.server.protocol.intents import (
    AnyIntent,
    Back,
    Consent,
    Guide,
    Rematch,
    Rename,
    Resign,
    Revoke,
    Sit,
    Solve,
    StandIn,
    Start,
    Switch,
    Takeback,
)
from aquaromana.server.table import lesson_table, puzzle_table
from aquaromana.server.table.credentials import chair_key
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table

MAX_EVENTS: Final = 2000
"""Most events in one table's log: of everyone but hosts, and of hosts. A game needs far fewer."""
MAX_EVENTS_PER_PERSON: Final = 500
"""Of these, for one person."""
LINES: Final = 5000
"""Entries of a log after which take-backs, restarts and hints are refused: a game has some hundred."""
STAND_IN: Final = "search:3"
"""The bot that decides for people, unless another one is asked for."""


@dataclass(frozen=True, slots=True)
class Requester:
    """The sender of an intent, and who else is there."""

    seats: frozenset[int]
    """The seats that they play."""
    host: bool
    away: Collection[int] = ()
    """Seats of people who have been away for longer than the table's grace."""
    present: Collection[int] = ()
    host_here: bool = True

    def seat(self, intent: AnyIntent) -> int:
        """The seat by which an intent is known; -1 for a host without a seat."""
        own = getattr(intent, "seat", -1)
        return own if own in self.seats else min(self.seats, default=-1)


def events(table: Table, intent: AnyIntent, requester: Requester, rematch: str = "") -> Sequence[Event]:
    """The events that an intent leads to, none if it changes nothing; Refusal if it is impossible.

    A Rematch needs the id of the new table.
    """
    _check_seat(table, intent)
    lesson_table.check_intent(table, intent)
    puzzle_table.check_intent(table, intent)
    match intent:
        case Sit():
            return _sit(table, intent)
        case Start():
            return _start(table, intent)
        case Rename():
            return _rename(table, intent, requester)
        case StandIn():
            return _settled(table, _stand_in(table, intent, requester))
        case Back():
            return _back(table, intent, requester)
        case Resign():
            return _settled(table, _resign(table, intent, requester))
        case Takeback():
            return _takeback(table, intent, requester)
        case Consent():
            return _consent(table, intent, requester)
        case Revoke():
            return _revoke(table, intent, requester)
        case Switch():
            return [Switched(chat=intent.chat)] if intent.chat != table.members.chat else []
        case Guide() | Solve():
            return _taught(table, intent)
        case Rematch():
            if not table.is_over:
                raise table.refusal("table/playing")
            return [Followed(table=rematch)]
    assert_never(intent)


def _taught(table: Table, intent: Guide | Solve) -> Sequence[Event]:
    return lesson_table.steps_to(table, intent.go) if isinstance(intent, Guide) else puzzle_table.events(table, intent)


def check_changes(table: Table, intent: AnyIntent, requester: Requester) -> None:
    """Refusal if somebody has changed too much at a table already; a host has room that nobody else can take."""
    if isinstance(intent, Resign | Back | Rematch):
        return
    if isinstance(intent, Takeback | Guide | Solve):
        check_length(table)
    check_count(table, requester.seat(intent), host=requester.host)


def check_count(table: Table, seat: int, *, host: bool) -> None:
    """Refuse the holder of a seat who has made too many changes; -1 for a host without one."""
    most = MAX_EVENTS if host else MAX_EVENTS_PER_PERSON
    if table.log.changes_by(seat) >= most:
        raise table.refusal("table/too-many-changes", limit=most)
    if not host and table.log.changes >= MAX_EVENTS:
        raise table.refusal("table/too-many-changes", limit=MAX_EVENTS)


def check_length(table: Table) -> None:
    """Refusal if a log is too long for what can be done any number of times."""
    if table.version >= LINES:
        raise table.refusal("table/too-many-changes", limit=LINES)


def check_version(table: Table, intent: AnyIntent) -> None:
    """Refusal if an intent was made on a version that it no longer fits."""
    pending = table.members.pending
    votes = isinstance(intent, Consent) and pending is not None and pending.what == "stand_in"
    since = table.moved if isinstance(intent, Takeback | Consent) and not votes else 0
    if isinstance(intent, Guide | Solve):
        since = table.log.stepped
    if not since <= intent.version <= table.version:
        raise table.refusal("table/stale", made=intent.version, now=table.version)


def taken(table: Table, seat: int, name: str, bot: str = "") -> Sequence[Event]:
    """Somebody takes an open seat, or a program as which `bot` it is known; with the last one the game may start."""
    if table.is_over:
        raise table.refusal("table/over")
    if table.players[seat].kind != "open":
        raise table.refusal("access/taken", seat=seat)
    sat = Sat(seat=seat, kind="person", name=Seating("person", name).checked().name, bot=bot)
    members = table.members.after(sat)
    if members.waiting and table.options.auto and not members.is_open():
        return [sat, began(table)]
    return [sat]


def begins_by_itself(table: Table, present: Collection[int]) -> bool:
    """Whether a rematch that waits begins now: it was agreed so, and everybody is there."""
    waits = table.origin == "rematch" and table.members.waiting and not table.members.is_open()
    return waits and table.options.auto and table.members.people() <= set(present)


def out_of_time(table: Table) -> Sequence[Event]:
    """What happens when the mover's time has run out."""
    clock, seat = table.options.clock, table.snapshot.timer.running
    assert clock is not None
    if clock.zero == "bot":
        once = clock.per == "stretch"
        return _settled(table, [StoodIn(seat=seat, bot=STAND_IN, why="clock", once=once)])
    return _settled(table, [Resigned(seat=seat, bot=_successor(table), why="clock")])


def _check_seat(table: Table, intent: AnyIntent) -> None:
    seat = getattr(intent, "seat", 0)
    if not 0 <= seat < len(table.players):
        raise table.refusal("table/seat", seat=seat)


def _own(table: Table, seat: int, requester: Requester) -> None:
    if seat not in requester.seats:
        raise table.refusal("table/foreign-seat", seat=seat)


def _sit(table: Table, intent: Sit) -> Sequence[Event]:
    if not table.members.waiting:
        raise table.refusal("table/started")
    player = table.players[intent.seat]
    if player.kind == "person":
        raise table.refusal("access/taken", seat=intent.seat)
    if intent.kind == "open":
        return [Sat(seat=intent.seat, kind="open")]
    bot = Seating("bot", bot=intent.bot).checked().bot
    sat = Sat(seat=intent.seat, kind="bot", bot=bot)
    if table.options.auto and not table.members.after(sat).is_open():
        return [sat, began(table)]
    return [sat]


def _start(table: Table, intent: Start) -> Sequence[Event]:
    if not table.members.waiting:
        raise table.refusal("table/started")
    open_seats = [player.seat for player in table.players if player.kind == "open"]
    if open_seats and not intent.fill:
        raise table.refusal("table/not-full", seats=len(open_seats))
    bot = Seating("bot", bot=intent.fill).checked().bot if open_seats else ""
    return [*(Sat(seat=seat, kind="bot", bot=bot) for seat in open_seats), began(table)]


def began(table: Table) -> Began:
    order = list(range(len(table.players)))
    if table.options.lots:
        secrets.SystemRandom().shuffle(order)
        return Began(order=order)
    return Began()


def _rename(table: Table, intent: Rename, requester: Requester) -> Sequence[Event]:
    player = table.players[intent.seat]
    if intent.seat not in requester.seats and not (requester.host and player.kind == "bot"):
        raise table.refusal("table/foreign-seat", seat=intent.seat)
    name = Seating("person", intent.name).checked().name
    return [Renamed(seat=intent.seat, name=name)] if name != player.name else []


def _stand_in(table: Table, intent: StandIn, requester: Requester) -> Sequence[Event]:
    table.check_playing()
    player = table.players[intent.seat]
    if table.members.decider(intent.seat):
        raise table.refusal("table/stood-in", seat=intent.seat)
    bot = Seating("bot", bot=intent.bot or STAND_IN).checked().bot
    own = intent.seat in requester.seats
    if player.kind == "person" and not own and intent.seat not in requester.away:
        raise table.refusal("table/present", seat=intent.seat)
    if requester.host or own:
        return [StoodIn(seat=intent.seat, bot=bot)]
    voters = requester.seats & table.members.active()
    if requester.host_here or not voters:
        raise table.refusal("access/host")
    if table.members.pending:
        raise table.refusal("table/pending")
    return _asked(table, Asked(kind="stand_in", by=min(voters), seat=intent.seat, bot=bot), requester)


def _back(table: Table, intent: Back, requester: Requester) -> Sequence[Event]:
    _own(table, intent.seat, requester)
    table.check_playing()
    player = table.players[intent.seat]
    if player.resigned:
        raise table.refusal("table/resigned", seat=intent.seat)
    if not player.stand_in:
        raise table.refusal("table/not-stood-in", seat=intent.seat)
    if table.snapshot.timer.is_spent(intent.seat):
        raise table.refusal("table/no-time", seat=intent.seat)
    return [CameBack(seat=intent.seat)]


def _resign(table: Table, intent: Resign, requester: Requester) -> Sequence[Event]:
    _own(table, intent.seat, requester)
    table.check_playing()
    if table.players[intent.seat].resigned:
        raise table.refusal("table/resigned", seat=intent.seat)
    return [Resigned(seat=intent.seat, bot=_successor(table))]


def _successor(table: Table) -> str:
    """The bot that takes over when a player resigns and the game continues."""
    return STAND_IN if len(table.members.remaining()) > 2 else ""


def _takeback(table: Table, intent: Takeback, requester: Requester) -> Sequence[Event]:
    _own(table, intent.seat, requester)
    table.check_playing()
    if table.players[intent.seat].resigned:
        raise table.refusal("table/resigned", seat=intent.seat)
    if table.members.pending:
        raise table.refusal("table/pending")
    if table.stretch_seat(intent.ply) != intent.seat:
        raise table.refusal("table/takeback", ply=intent.ply)
    return _asked(table, Asked(kind="takeback", by=intent.seat, ply=intent.ply), requester)


def _asked(table: Table, asked: Asked, requester: Requester) -> Sequence[Event]:
    """Ask; people at the same screen agree."""
    members = table.members.after(asked)
    assert members.pending is not None
    agreed = [Agreed(seat=seat) for seat in members.pending.waiting if seat in requester.seats]
    return _count_votes(table, [asked, *agreed], requester)


def _consent(table: Table, intent: Consent, requester: Requester) -> Sequence[Event]:
    _own(table, intent.seat, requester)
    pending = table.members.pending
    if pending is None:
        raise table.refusal("table/nothing-asked")
    if not intent.yes and intent.seat in (*pending.waiting, pending.by, pending.seat):
        return [Declined(seat=intent.seat)]
    if intent.seat not in pending.waiting:
        raise table.refusal("table/nothing-asked")
    if pending.what == "stand_in" and table.members.people() & {pending.seat} - set(requester.away):
        raise table.refusal("table/present", seat=pending.seat)
    agreed = [Agreed(seat=seat) for seat in pending.waiting if seat in requester.seats]
    return _count_votes(table, agreed, requester)


def _count_votes(table: Table, said: Sequence[Event], requester: Requester) -> Sequence[Event]:
    """The votes, and what they lead to if they are enough: all for a takeback, most of those there for a stand-in."""
    members = _after(table.members, said)
    pending = members.pending
    if pending is None:
        return said
    if pending.what == "takeback":
        if pending.waiting:
            return said
        done: Event = TakenBack(ply=pending.ply, decisions=table.ply - pending.ply)
    else:
        voters = (set(requester.present) & members.active()) | set(pending.agreed)
        if 2 * len(pending.agreed) <= len(voters - {pending.seat}):
            return said
        done = StoodIn(seat=pending.seat, bot=pending.bot)
    # Where nobody had to be asked there is no event about asking.
    return [done] if isinstance(said[0], Asked) else [*said, done]


def _settled(table: Table, done: Sequence[Event]) -> Sequence[Event]:
    """Events after which somebody takes no part any more: nobody else may be left who has to agree to a takeback."""
    members = _after(table.members, done)
    pending = members.pending
    if pending and pending.what == "takeback" and not pending.waiting and not members.is_conceded:
        return [*done, TakenBack(ply=pending.ply, decisions=table.ply - pending.ply)]
    return done


def _after(members: Members, said: Sequence[Event]) -> Members:
    for event in said:
        members = members.after(event)
    return members


def _revoke(table: Table, intent: Revoke, requester: Requester) -> Sequence[Event]:
    if intent.what != "chair":
        if not requester.host:
            raise table.refusal("access/host")
        return [Revoked(target=intent.what)]
    if not 0 <= intent.chair < len(table.players):
        raise table.refusal("table/seat", seat=intent.chair)
    seat = table.members.seat_of(intent.chair)
    player = table.players[seat]
    if not requester.host and seat not in requester.seats:
        raise table.refusal("table/foreign-seat", seat=seat)
    revoked = Revoked(target=chair_key(intent.chair))
    if player.kind != "person" or player.resigned or table.is_over:
        return [revoked]
    return _settled(table, [revoked, Sat(seat=seat, kind="open", name=player.name)])
