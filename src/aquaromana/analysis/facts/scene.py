"""One position and what each seat could do in it: builds, podiums within reach, blindness; computed when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aquaromana.analysis.effects import after, pending
from aquaromana.analysis.forecast import is_blind
from aquaromana.rules.actions import KIND_LAYS, LAY_FACE, LAYS
from aquaromana.rules.geometry import NEIGHBOR, SIGHT
from aquaromana.rules.legal import legal_builds
from aquaromana.rules.moves import NOTHING, Build
from aquaromana.rules.position import HAND, Phase, Position
from aquaromana.rules.tiles import KINDS, TILE_KINDS, Kind
from aquaromana.rules.turn import lay_tile, podium_for, score
from aquaromana.rules.water import allowed_lays


def settled(position: Position) -> Position:
    """The position with everything scored that R3.5 has closed, as if the turn ended now and nothing else was closed.

    An extra tile that is still due is left out: no end faces its square, so it changes no length (R4.7).
    """
    if position.phase is Phase.CLOSE:
        return after(position, NOTHING)
    if position.phase is not Phase.EXTRA:
        return position
    then = position.copy()
    left = sum(then.reserve)
    for seat, count in score(then, then.on_board & then.blocked):
        then.due[seat] = min(count, left)
        left -= then.due[seat]
    then.phase = Phase.CLAIM if then.on_board else Phase.OVER
    return then


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that a seat could lay, and the water after it."""

    aqueduct: int
    """The aqueduct of the workman who lays it."""
    square: int
    face: int
    later: Position
    """The board and the aqueducts after it; builders have not moved and nothing is scored."""

    def podium(self, aqueduct: int) -> int:
        """What an aqueduct of the seat gets in this turn: by R3.5, or if it is closed by choice."""
        later = self.later
        if later.blocked & later.own(later.turn):
            for closing in pending(later):
                if closing.aqueduct == aqueduct:
                    return closing.podium
            return 0  # not in this turn: another one is closed (R4.9)
        return podium_for(later, later.lengths[aqueduct])


class Scene:
    """What each seat could do if its turn came now."""

    def __init__(self, position: Position) -> None:
        self.position = settled(position)
        self._turns: dict[int, Position] = {}
        self._builds: dict[int, tuple[Build, ...]] = {}
        self._laid: dict[int, tuple[Laid, ...]] = {}
        self._gets: dict[int, frozenset[int]] = {}
        self._reach: dict[int, frozenset[int]] = {}
        self._blind: dict[int, bool] = {}

    def turn(self, seat: int) -> Position:
        """A copy in which this seat has to build."""
        if seat not in self._turns:
            then = self._turns[seat] = self.position.copy()
            then.turn = then.mover = seat
            then.on_board &= ~then.blocked
            then.phase = Phase.BUILD
        return self._turns[seat]

    def builds(self, seat: int) -> tuple[Build, ...]:
        """The builds of a seat with the builders on the path."""
        if seat not in self._builds:
            found = () if self.position.phase is Phase.OVER else legal_builds(self.turn(seat))
            self._builds[seat] = tuple([build for build in found if isinstance(build, Build)])
        return self._builds[seat]

    def laid(self, seat: int) -> tuple[Laid, ...]:
        """The different tiles that those builds lay."""
        if seat not in self._laid:
            then = self.turn(seat)
            tiles = {(build.workman, build.square, build.face) for build in self.builds(seat)}
            self._laid[seat] = tuple([_lay(then, port, square, face) for port, square, face in sorted(tiles)])
        return self._laid[seat]

    def gets(self, seat: int) -> frozenset[int]:
        """Podiums that a seat can have at the end of its turn with the builders on the path: it can do all of these."""
        if seat not in self._gets:
            then = self.turn(seat)
            found = {podium for laid in self.laid(seat) for podium in _podiums(laid)}
            if not self.builds(seat):
                found |= _as_they_are(then, seat)
            self._gets[seat] = frozenset(found - {0})
        return self._gets[seat]

    def reach(self, seat: int) -> frozenset[int]:
        """At least all podiums that a seat can have at the end of its turn, reserve builders included.

        Every kind that it holds or may take counts as in sight of each of its workmen.
        """
        if seat not in self._reach:
            self._reach[seat] = self.gets(seat) | self._with_reserve(seat)
        return self._reach[seat]

    def _with_reserve(self, seat: int) -> frozenset[int]:
        then = self.turn(seat)
        kinds = [kind for kind in KINDS if then.held[seat * HAND + kind] or (then.due[seat] and then.reserve[kind])]
        return self.gets_with(seat, *kinds) | (_as_they_are(then, seat) - {0}) if kinds else frozenset()

    def gets_with(self, seat: int, *kinds: Kind) -> frozenset[int]:
        """Podiums that a seat can have at the end of its turn with one builder of these kinds, placed anywhere."""
        then = self.turn(seat)
        tiles = _tiles(then, seat, kinds)
        found = {podium for port, square, face in tiles for podium in _podiums(_lay(then, port, square, face))}
        return frozenset(found - {0})

    def blind(self, seat: int) -> bool:
        """Whether a seat has workmen, but could lay no tile; see `forecast.is_blind`."""
        if seat not in self._blind:
            self._blind[seat] = is_blind(self.position, seat)
        return self._blind[seat]

    def rivals(self, seat: int) -> list[int]:
        """The other seats that still have workmen, in the order of their turns."""
        position = self.position
        seats = [(seat + step) % position.players for step in range(1, position.players)]
        return [other for other in seats if position.own(other) & ~position.blocked]

    def podium(self, aqueduct: int) -> int:
        """What an aqueduct would get if it were closed now."""
        return podium_for(self.position, self.position.lengths[aqueduct])


@lru_cache(maxsize=512)
def scene(position: Position) -> Scene:
    """The scene of a position that does not change any more."""
    return Scene(position)


def _lay(then: Position, port: int, square: int, face: int) -> Laid:
    later = then.copy()
    lay_tile(later, square, face)
    return Laid(then.ends.index(port), square, face, later)


def _podiums(laid: Laid) -> list[int]:
    """The podiums to which one turn with this tile can lead."""
    later = laid.later
    mine = later.own(later.turn)
    if mine & later.blocked:
        return [closing.podium for closing in pending(later) if mine >> closing.aqueduct & 1]
    return [podium_for(later, later.lengths[aqueduct]) for aqueduct in later.open_aqueducts(later.turn)]


def _as_they_are(then: Position, seat: int) -> set[int]:
    """The podiums of a seat's aqueducts if it closes one in a turn without a tile."""
    return {podium_for(then, then.lengths[aqueduct]) for aqueduct in then.open_aqueducts(seat)}


def _tiles(then: Position, seat: int, kinds: Sequence[Kind]) -> Iterator[tuple[int, int, int]]:
    """Every tile that builders of these kinds, standing anywhere, would let a seat lay: workman, square and face."""
    in_stock = [kind for kind in TILE_KINDS if then.stock[kind]]
    free = any(kind is Kind.JOKER or not then.stock[kind] for kind in kinds)
    for aqueduct in then.open_aqueducts(seat):
        port = then.ends[aqueduct]
        beyond = NEIGHBOR[port]
        if all(then.path[path] for path in SIGHT[port >> 2]):
            continue
        square, entry = beyond >> 2, beyond & 3
        lays = allowed_lays(then.board, square, then.fed[square], entry)
        for kind in in_stock if free else kinds:
            for lay in lays[kind]:
                if lay in KIND_LAYS[kind]:
                    yield port, square, LAY_FACE[entry * LAYS + lay]
