"""A table in memory at which people do other things than decide, and a client that follows it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from aquaromana.rules import Game, Phase
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Event
from aquaromana.server.protocol.intents import (
    AnyIntent,
    Back,
    Consent,
    Rematch,
    Rename,
    Resign,
    Revoke,
    Sit,
    StandIn,
    Start,
    Switch,
    Takeback,
)
from aquaromana.server.protocol.table_info import News, Options, Player
from aquaromana.server.table import outcomes
from aquaromana.server.table.changes import Change, LogEntry
from aquaromana.server.table.outcomes import Requester
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.random_play import never_closing
from tests.support.server_play import bot, play, stretch

PERSON = Seating("person")
OPEN = Seating("open")
BOT = Seating("bot", "", "random")


class Party:
    """A table, and who does what there."""

    def __init__(self, *seatings: Seating, **options: Any) -> None:
        self.table = Table("test", seatings, Game(len(seatings)).position, created=1000.0, options=Options(**options))
        self.now = 1000.0
        self.changes: list[Change] = []
        self._rng = Random(1)

    @property
    def players(self) -> tuple[Player, ...]:
        return self.table.players

    @property
    def entries(self) -> list[LogEntry]:
        """The log."""
        return [entry for change in self.changes for entry in change.entries]

    def intent(self, kind: type[AnyIntent], /, **fields: Any) -> AnyIntent:
        wanted: AnyIntent = kind(**{"id": f"act {self.table.version}", "version": self.table.version, **fields})
        return wanted

    def does(self, *seats: int, host: bool = False, **there: Any) -> "Does":
        """Somebody with these seats."""
        return Does(self, Requester(frozenset(seats), host, **there))

    def happens(self, events: Sequence[Event], seat: int = -1) -> list[Event]:
        """Let events be."""
        self.now += 1
        change = self.table.propose_events(events, seat=seat, at=self.now, intent=f"act {self.table.version}")
        self._accept(change)
        return list(events)

    def decides(self, times: int = 1) -> None:
        """Let whoever is asked make a stretch."""
        for _ in range(times):
            self.now += 1
            on = self.table
            wanted = play(on, stretch(on.position, self._rng, never_closing))
            change = on.propose(wanted, range(4), at=self.now, by=bot(on))
            assert isinstance(change, Change)
            self._accept(change)

    def something(self, rng: Random) -> None:
        """Let anybody do anything, at random; what is refused changes nothing."""
        self.now += rng.choice((0.0, 1.0, 7.5))
        dice = rng.random()
        try:
            if dice < 0.4:
                if self.table.position.phase is not Phase.OVER:
                    self.decides()
            elif dice < 0.45 and (deadline := self.table.snapshot.timer.deadline) is not None:
                self.now = max(self.now, deadline)
                self.happens(outcomes.out_of_time(self.table))
            elif dice < 0.55:
                self.happens(outcomes.taken(self.table, rng.randrange(len(self.players)), "Somebody"))
            else:
                self._wish(rng)
        except Refusal:
            pass

    def _wish(self, rng: Random) -> None:
        seats = range(len(self.players))
        some = [[seat for seat in seats if rng.random() < 0.6] for _ in range(3)]
        ply = max(0, self.table.ply - rng.randrange(6))
        seat = rng.choice((rng.choice(seats), max(0, self.table.stretch_seat(ply))))
        does = self.does(*some[0], host=rng.random() < 0.3, away=some[1], present=some[2], host_here=rng.random() < 0.3)
        wishes: list[tuple[type[AnyIntent], dict[str, Any]]] = [
            (Sit, {"seat": seat, "kind": "bot", "bot": "random"}),
            (Sit, {"seat": seat, "kind": "open"}),
            (Start, {}),
            (Start, {"fill": "greedy"}),
            (Rename, {"seat": seat, "name": rng.choice(("", "Ann", "Ben"))}),
            (Switch, {"chat": rng.random() < 0.5}),
            (Revoke, {"what": rng.choice(("chair", "watch", "host")), "chair": seat}),
            (Rematch, {}),
            *[(StandIn, {"seat": seat})] * 2,
            *[(Back, {"seat": seat})] * 2,
            *[(Takeback, {"seat": seat, "ply": ply})] * 8,
            *[(Consent, {"seat": seat, "yes": rng.random() < 0.8})] * 4,
        ]
        if rng.random() < 0.05:
            wishes = [(Resign, {"seat": seat})]
        kind, fields = rng.choice(wishes)
        does(kind, **fields)

    def _accept(self, change: Change) -> None:
        self.table.accept(change)
        self.changes.append(change)
        assert self.table.snapshot == change.after


class Does:
    """Does things at a party."""

    def __init__(self, party: Party, requester: Requester) -> None:
        self._party = party
        self._doer = requester

    def __call__(self, kind: type[AnyIntent], /, **fields: Any) -> list[Event]:
        """What comes of it, and it is so."""
        intent = self._party.intent(kind, **fields)
        outcomes.check_changes(self._party.table, intent, self._doer)
        outcomes.check_version(self._party.table, intent)
        events = outcomes.events(self._party.table, intent, self._doer, "rematch")
        return self._party.happens(events, self._doer.seat(intent)) if events else []

    def fails(self, kind: type[AnyIntent], /, **fields: Any) -> str:
        """The code with which it is refused; nothing has changed."""
        before = self._party.table.snapshot
        with pytest.raises(Refusal) as caught:
            self(kind, **fields)
        assert self._party.table.snapshot == before
        return caught.value.code


class Follower:
    """Knows what a client knows who is told of a table now and then."""

    def __init__(self) -> None:
        self.version: int | None = None
        self.moves: list[str] = []
        self.news: list[News] = []

    def hear(self, table: Table) -> None:
        state = table.state(self.version, ())
        assert state.since <= len(self.moves)
        assert [step.ply for step in state.steps] == list(range(state.since, state.ply))
        assert all(self.version is None or news.version > self.version for news in state.news)
        self.moves[state.since :] = [step.move for step in state.steps]
        self.news += state.news
        self.version = state.version

    def agrees(self, table: Table) -> bool:
        """Whether that is what the table knows."""
        known = table.state(None, ())
        return self.moves == [str(move) for move in table.moves] and self.news == known.news
