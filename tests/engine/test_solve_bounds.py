"""What the solver's proofs rest on: bounds on points that no game leaves, and keys that forget nothing that matters."""

from collections.abc import Iterator
from random import Random

import pytest

from aquaromana.engine import native
from aquaromana.engine.outlook import bounds, reaches
from aquaromana.rules import Decision, Game, Position
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.moves import Close
from tests.support.core import need_core
from tests.support.random_play import PLAYERS, POLICIES, finished
from tests.support.sizes import LongSize

GAMES = LongSize("bounds", ci=240, long=20_000)


def played_on(game: Game, seat: int, rng: Random, *, hostile: bool) -> Game:
    """The same game to its end: the others take podiums as soon as they can and the seat waits, or the other way."""
    game = game.copy()
    while not game.is_over:
        legal = game.legal_moves()
        closings = [move for move in legal if isinstance(move, Close)]
        if closings and (game.to_move != seat) == hostile:
            game.push(max(closings, key=lambda move: game.position.lengths[game.position.ends.index(move.workman)]))
        elif closings:
            game.push(Decision("-"))
        else:
            game.push(legal[int(rng.random() * len(legal))])
    return game


def endings(count: int) -> Iterator[tuple[Game, int]]:
    """Whole games, and the number of decisions from which on somebody was played against, or for."""
    for seed in range(count):
        rng = Random(seed)
        start = finished(PLAYERS[seed % 3], seed, list(POLICIES.values())[seed // 3 % len(POLICIES)])
        for _ in range(10 + int(rng.random() * 40)):
            start.pop()
        seat = int(rng.random() * start.players)
        yield played_on(start, seat, rng, hostile=seed % 4 != 0), len(start.moves)


def core_outlook(position: Position) -> tuple[int, list[tuple[int, int]]]:
    from aquaromana import _core

    return _core.outlook(native.core_layout(position.layout), native.core_fields(position))


@pytest.mark.slow
@GAMES.mark
def test_no_game_ends_outside_the_bounds() -> None:
    need_core()
    met = 0
    for game, first in endings(GAMES.value):
        points = game.scores()
        while len(game.moves) > first:
            game.pop()
            found = bounds(game.position, reaches(game.position))
            about = f"{points} within {found}: {game}"
            assert all(least <= own <= most for own, (least, most) in zip(points, found, strict=True)), about
            assert core_outlook(game.position)[1] == found, str(game)
            met += any(least == own for own, (least, _) in zip(points, found, strict=True))
    assert met > GAMES.value, "the worst often comes about"


def what_matters(position: Position) -> tuple[object, ...]:
    """A part of what no two positions under one key may differ in."""
    open_ones = [aqueduct for aqueduct in range(AQUEDUCTS) if position.on_board >> aqueduct & 1]
    return (
        position.phase,
        position.mover,
        tuple(position.stock),
        tuple(map(tuple, position.podiums)),
        tuple((aqueduct, position.ends[aqueduct], min(position.lengths[aqueduct], 20)) for aqueduct in open_ones),
    )


@pytest.mark.slow
def test_positions_under_one_key_can_go_on_in_the_same_ways() -> None:
    need_core()
    by_key: dict[int, tuple[object, ...]] = {}
    shared = 0
    for game, first in endings(36):
        while len(game.moves) > first:
            game.pop()
            for move in game.legal_moves()[:24]:
                game.push(move)
                if not game.is_over:
                    key, _ = core_outlook(game.position)
                    shared += key in by_key
                    assert by_key.setdefault(key, what_matters(game.position)) == what_matters(game.position), str(game)
                game.pop()
    assert shared, "keys are shared"
