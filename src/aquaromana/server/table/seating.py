"""Who takes the seats of a new table: as requested, or as a record says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from aquaromana.bots import bot_names, numbered
from aquaromana.records import Record
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.table_info import Player
from aquaromana.server.table import names

Kind = Literal["person", "bot", "open"]


@cache
def known_bots() -> tuple[str, ...]:
    """The bots that can take a seat here; finding those of other packages takes a while."""
    return bot_names()


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to sit on a seat."""

    kind: Kind = "person"
    name: str = ""
    bot: str = ""

    def player(self, seat: int) -> Player:
        return Player(seat=seat, kind=self.kind, name=self.name, bot=self.bot, chair=seat)

    def checked(self) -> Seating:
        """The same with a tidy name; Refusal if the name is too long or there is no such bot."""
        name = names.cleaned(self.name)
        if names.is_too_long(name):
            raise Refusal.of("table/name", limit=names.MAX_NAME_LENGTH)
        if self.kind != "bot":
            return Seating(self.kind, name)
        bot = numbered(self.bot)
        if bot not in known_bots():
            raise Refusal.of("table/bot", bot=names.cleaned(self.bot[:40]))
        return Seating("bot", name, bot)


@dataclass(frozen=True, slots=True)
class Opening:
    """Who sits at a table when it is made."""

    players: tuple[Seating, ...]
    waiting: bool = False
    """The game has not started."""


def seatings_of(record: Record, *, over: bool) -> list[Seating]:
    """Who sits there by the tags. A bot that is not here leaves its seat to a person, unless the game is over."""
    known = known_bots()
    return [_seating(record, seat, known, over=over) for seat in range(record.players)]


def _seating(record: Record, seat: int, known: tuple[str, ...], *, over: bool) -> Seating:
    name = names.cleaned(record.tags.get(f"Seat{seat}", "")[: names.POINTS])
    while names.is_too_long(name):
        name = name[:-1]
    tagged = record.tags.get(f"Bot{seat}", "").strip()
    bot = next((each for each in (tagged, tagged.partition("@")[0]) if each in known), "")
    if over:
        bot = bot or names.cleaned(tagged[: names.MAX_NAME_LENGTH])
    return Seating("bot", name, bot) if bot else Seating("person", name)
