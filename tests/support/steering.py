"""Policies that steer games towards what random play hardly ever reaches, for the hunt of rare positions.

They play through the core, where a decision takes about a microsecond, so that trying all of them is cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from aquaromana.rules import Decision, Layout, Phase
from aquaromana.rules.actions import EXTRA, LAY_KIND, LAYS, MOVE, PLACE
from aquaromana.rules.geometry import FOUNTAINS, NEXT, PATH, SIGHT, SQUARES
from aquaromana.rules.tiles import FACE_KIND, FACES
from aquaromana.rules.water import follow
from tests.support.random_play import pick

if TYPE_CHECKING:
    from aquaromana import _core

POPCOUNT = bytes(value.bit_count() for value in range(256))


def passed_fountains(path: bytes, start: int) -> int:
    """The fountains that a builder would pass."""
    passed: int = 0
    place: int = start
    while path[place]:
        if place in FOUNTAINS:
            passed += 1
        place = NEXT[place]
    return passed


def landing(path: bytes, start: int) -> int:
    """Where a builder would walk to."""
    place: int = NEXT[start]
    while path[place]:
        place = NEXT[place]
    return place


def builder_of(build: int) -> int:
    """The path square of the builder used."""
    port, look = divmod(build // LAYS, 4)
    return SIGHT[port >> 2][look]


class Policy:
    """Chooses for every seat of one game. This one decides anything, and closes nothing by choice."""

    closing = 0.0
    """How often something is closed by choice."""

    def __init__(self, rng: Random, layout: Layout) -> None:
        self.rng = rng
        self.layout = layout

    def choose(self, state: _core.State) -> Decision:
        """A legal decision."""
        moves = state.legal_moves()
        match state.phase:
            case Phase.SETUP | Phase.RESERVE:
                return self.place(state, moves)
            case Phase.BUILD if moves[0] < EXTRA and len(moves) > 1:
                return self.build(state, moves)
            case Phase.BUILD if moves[0] >= MOVE:
                return self.step(state, moves)
            case Phase.EXTRA:
                return self.extra(state, moves)
            case Phase.CLOSE:
                return self.close(state, moves)
        return self.any(moves)

    def any(self, moves: Sequence[Decision]) -> Decision:
        """One of the moves, each as likely."""
        return pick(tuple(moves), self.rng)

    def place(self, state: _core.State, moves: list[Decision]) -> Decision:
        """A builder on the path."""
        return self.any(moves)

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        """A tile."""
        return self.any(moves)

    def step(self, state: _core.State, moves: list[Decision]) -> Decision:
        """A builder moved where no tile can be laid."""
        return self.any(moves)

    def extra(self, state: _core.State, moves: list[Decision]) -> Decision:
        """An extra tile."""
        return self.any(moves)

    def close(self, state: _core.State, moves: list[Decision]) -> Decision:
        """A closing by choice, or none."""
        return self.any(moves[:-1]) if self.rng.random() < self.closing else moves[-1]

    def best(self, state: _core.State, moves: list[Decision], value: Callable[[_core.State], float]) -> Decision:
        """The move after which the state has the highest value, any of them where several have."""
        chosen, highest = moves[0], float("-inf")
        for move in moves:
            after = state.copy()
            after.play(move)
            worth = value(after) + self.rng.random() / 2
            if worth > highest:
                chosen, highest = move, worth
        return chosen


class Careless(Policy):
    """Closes by choice now and then."""

    closing = 0.12


class Hasty(Policy):
    """Closes by choice as often as it can: short aqueducts, low podiums, hands full, seats without workmen."""

    closing = 0.7


class HastyTurns(Policy):
    """A seat or two close all they have, the others nothing, until the end."""

    def close(self, state: _core.State, moves: list[Decision]) -> Decision:
        return self.any(moves[:-1]) if state.to_move < state.players - 1 else moves[-1]


class Gathering(Policy):
    """Brings ends to one square, and blocks little."""

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        return self.best(state, moves, self.worth)

    def worth(self, state: _core.State) -> float:
        """Many ends before one square count, blocked aqueducts cost."""
        counts = state.fed.translate(POPCOUNT)
        met = counts.count(2) + 4 * counts.count(3) + 40 * counts.count(4)
        return met - 2 * state.blocked.bit_count()


class GatheringCareless(Gathering):
    """The same, and some of the ends lose their workman."""

    closing = 0.06


class Patient(Policy):
    """Keeps the water running, so that lengths pass 20, stocks run out and the board fills."""

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        return self.best(state, moves, lambda after: -after.blocked.bit_count())


class Snake(Patient):
    """Keeps the water running where it has run longest."""

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        return self.best(state, moves, lambda after: max(after.lengths) / 4 - after.blocked.bit_count())


class Miser(Patient):
    """Lays one kind wherever it may until none is left, and keeps the water running."""

    def __init__(self, rng: Random, layout: Layout) -> None:
        super().__init__(rng, layout)
        self.kind = 1 + int(rng.random() * 4)

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        wanted = [move for move in moves if LAY_KIND[move % LAYS] == self.kind]
        return super().build(state, wanted or moves)

    def extra(self, state: _core.State, moves: list[Decision]) -> Decision:
        wanted = [move for move in moves if FACE_KIND[(move - EXTRA) % len(FACES) + 1] == self.kind]
        return self.any(wanted or moves)


class Crowding(Patient):
    """Lines the builders up, so that one passes two fountains in a step."""

    def __init__(self, rng: Random, layout: Layout) -> None:
        super().__init__(rng, layout)
        self.first = (8, 9, 10, 11, 27, 28, 29, 30)[int(rng.random() * 8)]

    def place(self, state: _core.State, moves: list[Decision]) -> Decision:
        """The first free place of the line."""

        def place(move: Decision) -> int:
            return ((move - PLACE) % PATH + 1 - self.first) % PATH

        nearest = min(map(place, moves))
        return self.any([move for move in moves if place(move) == nearest])

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        path = state.path
        far = [move for move in moves if passed_fountains(path, builder_of(move)) > 1]
        return self.any(far) if far else super().build(state, moves)


class Looping(Gathering):
    """Lays extra tiles, and second channels, so that loose loops come about beside empty squares."""

    def extra(self, state: _core.State, moves: list[Decision]) -> Decision:
        if len(moves) > 24:
            moves = [moves[int(self.rng.random() * len(moves))] for _ in range(24)]
        return self.best(state, moves, self.loops)

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        if len(moves) > 10:
            moves = [moves[int(self.rng.random() * len(moves))] for _ in range(10)]
        return self.best(state, moves, lambda after: self.loops(after) + self.worth(after))

    def loops(self, state: _core.State) -> float:
        """Loose water counts that leaves an empty square and comes near it again, most if it comes back."""
        board, fed = state.board, state.fed
        worth = 0.0
        for square in range(SQUARES):
            if board[square]:
                continue
            for side in range(4):
                if fed[square] >> side & 1:
                    continue
                _, steps, beyond = follow(board, square * 4 + side)
                if steps < 2 or beyond < 0:
                    continue
                worth += 0.2 * steps
                if beyond >> 2 == square:
                    worth += 6 * (1 + POPCOUNT[fed[square]])
        return worth


class Blocking(Policy):
    """Blocks as many seats as it can with one tile."""

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        standing = state.on_board.bit_count()
        if standing > 9 and self.rng.random() < 0.5:
            return self.best(state, moves, lambda after: -after.blocked.bit_count())
        return self.best(state, moves, lambda after: after.blocked.bit_count())


class Ambush(Gathering):
    """Brings ends together and then closes those of three seats with one tile."""

    def build(self, state: _core.State, moves: list[Decision]) -> Decision:
        standing = state.on_board

        def worth(after: _core.State) -> float:
            closed = standing & after.blocked
            seats = sum(bool(closed & owned) for owned in self.layout.owned)
            return 100 if seats > 2 else self.worth(after) - 6 * closed.bit_count()

        return self.best(state, moves, worth)


class Stalling(Policy):
    """Keeps the builders out of sight, so that hardly a tile is laid, and closes by choice."""

    closing = 0.4

    def place(self, state: _core.State, moves: list[Decision]) -> Decision:
        seen = {path for end in state.ends for path in SIGHT[end >> 2]}
        return self.any([move for move in moves if (move - PLACE) % PATH + 1 not in seen] or moves)

    def step(self, state: _core.State, moves: list[Decision]) -> Decision:
        seen = {path for end in state.ends for path in SIGHT[end >> 2]}
        path = state.path
        return self.any([move for move in moves if landing(path, move - MOVE + 1) not in seen] or moves)


POLICIES: dict[type[Policy], int] = {
    Policy: 300,
    Careless: 600,
    Hasty: 900,
    HastyTurns: 1_500,
    Blocking: 400,
    Ambush: 500,
    Stalling: 300,
    Crowding: 400,
    Snake: 700,
    Patient: 300,
    Miser: 500,
    Gathering: 900,
    GatheringCareless: 900,
    Looping: 250,
}
"""Each policy with the number of games it plays for each number of players."""
