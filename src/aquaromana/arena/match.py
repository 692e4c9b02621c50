"""A match: the bots, the seats, and the fixtures of all games.

A set is all games that share a seed: every group of bots that fits the table, and each group in all rotations of its
seating. The seats of a set face the same opening, so that luck of the seat and of the opening cancels out; sets are
the independent units that the statistics count.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from random import Random
from typing import Any, ClassVar, Final, Literal, get_args

from aquaromana.arena.entry import Entry, entry_names
from aquaromana.arena.errors import ArenaError
from aquaromana.arena.knob import Knob, with_settings
from aquaromana.engine import Budget
from aquaromana.rules import Game, Layout
from aquaromana.rules.layout import SEAT_COLORS
from aquaromana.rules.tiles import SETUP_BUILDERS

MOST_SETS: Final = 1_000_000

Opening = Literal["setup", "half", "none"]
"""Who places the set-up builders: chance all of them, chance the first half and the bots the rest, or the bots."""
OPENINGS: Final[tuple[Opening, ...]] = get_args(Opening)

Draw = Literal["all", "next", "lot"]
"""Which bots meet: every group that fits the table; each bot one seat against all others by the bot named before it; or
one group by lot in every set."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played."""

    number: int
    """Counted from 0 through the whole match."""
    set: int
    """The set it belongs to, from 0."""
    seating: tuple[int, ...]
    """The entry on each seat."""


@dataclass(frozen=True)
class Match:
    """A match, complete: equal matches are the same games.

    With as many entries as players all play together. With fewer, the last one takes the seats left over (one against
    three of the other, say). With more, every group of that size meets.
    """

    entries: tuple[Entry, ...]
    players: int
    sets: int
    seed: int = 0
    budget: Budget | None = None
    """The budget of bots that have none of their own; None leaves it to the bot."""
    opening: Opening = "setup"
    """How the set-up begins (R2.5). Chance follows the set's seed."""
    layout: Layout | None = None
    """None is the standard one."""
    draw: Draw = "all"
    knobs: tuple[Knob, ...] = ()
    """Settings of the first bot; a value of each is drawn for every set."""
    event: ClassVar[str] = "Arena"
    """What records call it."""

    def __post_init__(self) -> None:
        if self.players not in SEAT_COLORS:
            raise ArenaError(f"the game is for 2, 3 or 4 players, not {self.players}")
        if len(self.entries) < 2:
            raise ArenaError("a match needs two bots or more; a bot may be named twice")
        if self.layout is not None and self.layout.players != self.players:
            raise ArenaError(f"the layout is for {self.layout.players} players, not {self.players}")
        if self.draw == "lot" and len(self.entries) < self.players:
            raise ArenaError(f"{len(self.entries)} bots do not fill a table of {self.players}")
        if len({knob.name for knob in self.knobs}) < len(self.knobs):
            raise ArenaError("a setting is to vary twice: give all its values at once")
        if self.knobs and self.draw != "all":
            raise ArenaError("settings vary only where all bots meet")
        if not 1 <= self.sets <= MOST_SETS:
            raise ArenaError(f"a match has between 1 and {MOST_SETS} sets, not {self.sets}")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each entry, and none twice."""
        return entry_names(self.entries)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The entries that sit at one table, for every table of a set."""
        count = len(self.entries)
        if self.draw == "next":
            return tuple((entry, *[entry - 1] * (self.players - 1)) for entry in range(1, count))
        if self.draw == "lot":
            return (tuple(range(self.players)),)  # others in every set
        if count > self.players:
            return tuple(combinations(range(count), self.players))
        return ((*range(count), *[count - 1] * (self.players - count)),)

    @property
    def set_size(self) -> int:
        """Games in a set."""
        return len(self.groups) * self.players

    @property
    def games(self) -> int:
        return self.sets * self.set_size

    @property
    def seats(self) -> tuple[int, ...]:
        """How many seats each entry has in a game that it takes part in."""
        return tuple(max(group.count(entry) for group in self.groups) for entry in range(len(self.entries)))

    def fixture(self, number: int) -> Fixture:
        """The game of that number. Who sits to whose left changes from set to set."""
        set_, within = divmod(number, self.set_size)
        table, turned = divmod(within, self.players)
        first, *others = self._lot(set_) if self.draw == "lot" else self.groups[table]
        orders = list(permutations(others))
        order = (first, *orders[set_ % len(orders)])
        return Fixture(number, set_, order[-turned:] + order[:-turned])

    def _lot(self, set_: int) -> tuple[int, ...]:
        random = Random(f"table {self.seed_text(set_)}")
        return tuple(random.sample(range(len(self.entries)), self.players))

    def seed_text(self, set_: int) -> str:
        """The seed of a set in text, as records and file names carry it."""
        return f"{self.seed}.{set_}"

    def settings(self, set_: int) -> tuple[str, ...]:
        """What the knobs of the first bot are set to in a set, like ``explore=0.4``."""
        random = Random(f"settings {self.seed_text(set_)}")
        return tuple(random.choice(knob.labels()) for knob in self.knobs)

    def bot(self, fixture: Fixture, seat: int) -> str:
        """The bot on a seat, without its budget."""
        entry = fixture.seating[seat]
        return with_settings(self.entries[entry].bot, () if entry else self.settings(fixture.set))

    def bot_seed(self, fixture: Fixture, seat: int) -> int:
        """The seed of the bot on a seat: different in every game, the same whenever that game is played."""
        text = f"{self.seed_text(fixture.set)}.{fixture.number}.{seat}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")

    def start(self, set_: int) -> Game:
        """The game with which all of a set begin."""
        game = Game(self.players, layout=self.layout)
        if self.opening != "none":
            random = Random(f"opening {self.seed_text(set_)}")
            by_chance = SETUP_BUILDERS // 2 if self.opening == "half" else SETUP_BUILDERS
            while len(game.moves) < by_chance:
                game.push(random.choice(game.legal_moves()))
        return game

    def entry_budget(self, entry: int) -> Budget | None:
        return self.entries[entry].budget or self.budget

    def to_json(self) -> dict[str, Any]:
        """Everything that decides which games are played."""
        standard = self.layout is None or self.layout.is_standard
        return {
            "bots": [str(entry) for entry in self.entries],
            "players": self.players,
            "sets": self.sets,
            "seed": self.seed,
            "budget": str(self.budget) if self.budget else None,
            "opening": self.opening,
            "layout": "standard" if standard or self.layout is None else "~".join(map(str, self.layout.reservoirs)),
            **({} if self.draw == "all" else {"draw": self.draw}),
            **({"vary": list(map(str, self.knobs))} if self.knobs else {}),
        }
