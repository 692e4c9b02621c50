"""Set-up statistics: what features of a set-up were worth to a seat, over many games of the engine with itself.

Positions never recur, but their features do: which kind stands on which path square, whom the workmen see from their
outlets, who is close to a fountain. The worth of a feature is the mean of what a seat won above its own mean, in games
whose builders were set up at random. Games are the independent observations: several seats of one game count as one.

`aqua games setups` plays the games and makes the tables, one for each layout with a name and each number of players;
`setups.json` beside this module has those that are shipped.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any, Final, NamedTuple, Self

from aquaromana.rules import Decision, Place
from aquaromana.rules.geometry import FOUNTAINS, NEXT, PATH, SIGHT, half_turn_path
from aquaromana.rules.layout import Layout
from aquaromana.rules.position import Phase, Position
from aquaromana.rules.tiles import KIND_LETTERS, SETUP_BUILDERS, TILE_KINDS

NARROW: Final = 0.015
"""The half width of an interval, as a share of the win, up to which a worth is told."""
SURE: Final = 0.95
"""How often an interval should hold the true worth."""
TINY: Final = 1e-9
"""What rounding may add to a sum."""
FORMAT: Final = 2
_Z: Final = NormalDist().inv_cdf((1 + SURE) / 2)

Feature = tuple[str, str]
"""A family and a value: `("kinds", "3")`, three kinds in sight; `("place", "C@12")`, a curve builder on 12."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up with what came of it."""

    players: int
    builders: tuple[int, ...]
    """The kind on each path square; index 0 is unused."""
    points: tuple[int, ...]

    @classmethod
    def parse(cls, players: int, text: str) -> Self:
        """`C@12 D@3 … 40-31`: twelve placings, and the points of all seats. ValueError if it is something else."""
        *placed, result = text.split(" ")
        points = tuple(map(int, result.split("-")))
        builders = [0] * (PATH + 1)
        for move in placed:
            decision = Decision(move)
            if not isinstance(decision, Place) or builders[decision.path]:
                raise ValueError(f"{move} is not a placing")
            builders[decision.path] = decision.kind
        if len(placed) != SETUP_BUILDERS or len(points) != players:
            raise ValueError(f"{len(placed)} placings and {len(points)} results")
        return cls(players, tuple(builders), points)

    @property
    def shares(self) -> tuple[float, ...]:
        """Of the win, by seat."""
        best = max(self.points)
        winners = self.points.count(best)
        return tuple((point == best) / winners for point in self.points)


def features(layout: Layout, builders: bytes | tuple[int, ...], seat: int) -> Iterator[Feature]:
    """What is true for a seat of builders on the path, before the first tile."""
    outlets = [port >> 2 for port, owner in zip(layout.outlets, layout.seats, strict=True) if owner == seat]
    looks = [[path for path in SIGHT[square] if builders[path]] for square in outlets]
    seen = {path for look in looks for path in look}
    kinds = [builders[path] for path in seen]
    yield "outlets", str(sum(map(bool, looks)))
    yield "kinds", str(len(set(kinds)))
    yield "builders", str(len(seen))
    for kind in TILE_KINDS:
        yield f"sees-{kind.letter}", str(kinds.count(kind))
    yield "fountains", str(sum(_near_fountain(builders, path) for path in seen))
    for path in range(1, PATH + 1):
        if builders[path]:
            yield "place", place_key(layout, seat, builders[path], path)


def _near_fountain(builders: bytes | tuple[int, ...], path: int) -> bool:
    """Whether a builder passes a fountain on one of his next two walks, if nobody else moves (R4.6)."""
    passed, at, walked = False, path, 0
    while walked < 2:
        passed = passed or at in FOUNTAINS
        at = NEXT[at]
        walked += not builders[at] or at == path
    return passed


def place_key(layout: Layout, seat: int, kind: int, path: int) -> str:
    """The name of a builder's place for a seat, one for places that a half-turn of the board makes equal (R2.2)."""
    turned = _turned_seats(layout)
    if turned:
        seat, path = min((seat, path), (turned[seat], half_turn_path(path)))
    return f"{seat}:{KIND_LETTERS[kind]}@{path}"


@cache
def _turned_seats(layout: Layout) -> tuple[int, ...] | None:
    """The seat whose outlets a half-turn makes of those of each seat; None if it mixes them, or fits no outlets."""
    aqueducts = layout.half_turn_aqueducts()
    if aqueducts is None:
        return None
    turns = {(seat, layout.seats[turned]) for seat, turned in zip(layout.seats, aqueducts, strict=True)}
    return tuple(turned for _, turned in sorted(turns)) if len(turns) == layout.players else None


class Worth(NamedTuple):
    """What a feature was worth."""

    seats: int
    """Seats that had it, in all games."""
    gain: float
    """The mean of what they won above the mean of their seats, as a share of the win."""
    half: float
    """Half the width of the interval around it."""

    @property
    def is_narrow(self) -> bool:
        return self.half <= NARROW


class SetupTally:
    """Counts the set-ups on one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._setups: list[Setup] = []

    def add(self, setup: Setup) -> None:
        self._setups.append(setup)

    @property
    def games(self) -> int:
        return len(self._setups)

    def seats(self) -> list[float]:
        """The mean share of each seat."""
        shares = [setup.shares for setup in self._setups]
        return [fmean(each[seat] for each in shares) for seat in range(self._layout.players)] if shares else []

    def worths(self) -> dict[Feature, Worth]:
        """What each feature was worth, in the order of their names; without those that say nothing."""
        means = self.seats()
        sums: dict[Feature, _Sums] = defaultdict(_Sums)
        for setup in self._setups:
            game: dict[Feature, list[float]] = defaultdict(list)
            for seat, share in enumerate(setup.shares):
                for feature in features(self._layout, setup.builders, seat):
                    game[feature].append(share - means[seat])
            for feature, gains in game.items():
                sums[feature].add(len(gains), sum(gains))
        return {feature: worth for feature in sorted(sums) if (worth := sums[feature].worth())}

    def table(self, about: Mapping[str, Any]) -> SetupTable:
        """The table of these set-ups; `about` says how they were played."""
        return SetupTable(about, self._layout.text, self.games, tuple(self.seats()), self.worths())


@dataclass(slots=True)
class _Sums:
    """What a ratio of sums over games and its error are computed from."""

    n: int = 0
    gain: float = 0.0
    nn: int = 0
    ng: float = 0.0
    gg: float = 0.0

    def add(self, count: int, gain: float) -> None:
        self.n += count
        self.gain += gain
        self.nn += count * count
        self.ng += count * gain
        self.gg += gain * gain

    def worth(self) -> Worth | None:
        """None if the games say nothing: too few, or all seats of a game have the feature together."""
        mean = self.gain / self.n
        spread = self.gg - 2 * mean * self.ng + mean * mean * self.nn
        if self.n < 2 or spread < TINY:
            return None
        return Worth(self.n, mean, min(_Z * spread**0.5 / self.n, 1.0))


@dataclass(frozen=True, slots=True)
class SetupTable:
    """What features were worth on one layout."""

    about: Mapping[str, Any]
    """How the games were played."""
    layout: str
    """Where the reservoirs lay; see `Layout.text`."""
    games: int
    seats: tuple[float, ...]
    """The mean share of each seat."""
    worths: Mapping[Feature, Worth]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        worths = {_feature(name): Worth(int(count), gain, half) for name, (count, gain, half) in data["worths"].items()}
        return cls(data["about"], data["layout"], int(data["games"]), tuple(data["seats"]), worths)

    def __str__(self) -> str:
        """JSON with one line a feature, so that a change is readable."""
        seats = [round(share, 5) for share in self.seats]
        head = json.dumps({"about": self.about, "layout": self.layout, "games": self.games, "seats": seats})
        worths = ",\n".join(
            f'   "{family}={value}": [{worth.seats}, {worth.gain:.5f}, {worth.half:.5f}]'
            for (family, value), worth in self.worths.items()
        )
        return f'{head[:-1]}, "worths": {{\n{worths}\n  }}}}'

    def told(self) -> list[tuple[Feature, Worth]]:
        """What a seat's view of the builders is worth at the end of the set-up; only what is narrow."""
        return [(feature, worth) for feature, worth in self.worths.items() if feature[0] != "place" and worth.is_narrow]

    def places(self, position: Position, seat: int) -> dict[Place, Worth]:
        """What a builder on a free path square was worth to a seat, for each kind that can still be set up."""
        found = {}
        for kind in TILE_KINDS:
            for path in range(1, PATH + 1):
                worth = self.worths.get(("place", place_key(position.layout, seat, kind, path)))
                if worth and worth.is_narrow and not position.path[path] and position.setup_left(kind):
                    found[Place(f"{kind.letter}@{path}")] = worth
        return found


def _feature(name: str) -> Feature:
    family, _, value = name.partition("=")
    return family, value


@dataclass(frozen=True, slots=True)
class SetupTables:
    """The tables in a file, by the name of the layout and the number of players."""

    tables: Mapping[tuple[str, int], SetupTable]

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `str` wrote; ValueError if this is something else."""
        data = json.loads(text)
        try:
            if data["format"] == FORMAT:
                return cls(
                    {
                        (name, int(players)): SetupTable.from_json(table)
                        for name, sizes in data["tables"].items()
                        for players, table in sizes.items()
                    }
                )
        except (AttributeError, LookupError, TypeError):
            pass
        raise ValueError(f"this is not a file of set-up tables in format {FORMAT}")

    def __str__(self) -> str:
        """JSON in one order, wherever the tables come from."""
        layouts = []
        for name, group in groupby(sorted(self.tables), lambda key: key[0]):
            sizes = ",\n".join(f'  "{key[1]}": {self.tables[key]}' for key in group)
            layouts.append(f' "{name}": {{\n{sizes}\n }}')
        tables = ",\n".join(layouts)
        return f'{{"format": {FORMAT}, "tables": {{\n{tables}\n}}}}\n'

    def find(self, position: Position) -> SetupTable | None:
        """The table for a position; None outside the set-up, and for layouts of which the games say nothing."""
        if position.phase is not Phase.SETUP:
            return None
        return self.tables.get((position.layout.known_as or "", position.players))


@cache
def setup_tables() -> SetupTables:
    """The tables that come with this package."""
    return SetupTables.parse(Path(__file__).with_name("setups.json").read_text("utf-8"))
