"""Proofs of what is certain: every line of the others until the seat's next turn, or every line to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from aquaromana.analysis.facts.fact import Fact
from aquaromana.analysis.facts.lines import (
    Replay,
    TooManyLinesError,
    can_lay,
    played,
    podiums_of,
    room,
    sees,
    workmen,
    would_get,
)
from aquaromana.engine.solve import Effort, Goal, Proven, Solver, Unknown
from aquaromana.rules import Build, Decision, Game, Move, Phase, Position

LINES: Final = 800
"""Decisions after which a round is not played out in every way."""
SAMPLES: Final = 20
"""Lines of it that are played at random then."""
HOSTILE: Final = 0.8
"""How often these take a builder away from the seat, where they can."""
NODES: Final = 30_000
"""What the plain solver may look at."""


def sight_sure(replay: Replay, _: Fact) -> bool:
    """At the end of every line of the others, the seat can lay a tile."""
    return _always(replay, lambda game: can_lay(game, replay.seat))


def keep_safe(replay: Replay, fact: Fact) -> bool:
    """At the end of every line of the others, the podium has room, or the seat stands there or higher."""
    podium = fact.number("podium")
    before = replay.after.position
    best = max(would_get(replay.after, a) for a in workmen(before, replay.seat))

    def kept(game: Game) -> bool:
        mounted = podiums_of(before, game.position, replay.seat)
        return room(game.position, podium) > 0 or max(mounted, default=0) >= podium

    return best == podium and replay.stretch[-1].type == "pass" and _always(replay, kept)


def _always(replay: Replay, kept: Callable[[Game], bool]) -> bool:
    """Whether something holds whenever the seat's next turn comes, or the game is over before."""
    start = replay.after
    waiting, seen = [start], {start.state_hash}
    for _ in range(LINES):
        if not waiting:
            return True
        game = waiting.pop()
        if _back(game, replay.seat):
            if not kept(game):
                return False
            continue
        for decision in game.legal_moves():
            later = played(game, decision)
            if later.state_hash not in seen:
                seen.add(later.state_hash)
                waiting.append(later)
    rng = Random(start.state_hash)
    if not all(kept(_random_round(start, replay.seat, rng)) for _ in range(SAMPLES)):
        return False
    raise TooManyLinesError


def _back(game: Game, seat: int) -> bool:
    """Whether the seat's next turn has come; its claims belong to the turn before."""
    if game.is_over:
        return True
    return game.position.turn == seat and game.phase in (Phase.RESERVE, Phase.BUILD)


def _random_round(start: Game, seat: int, rng: Random) -> Game:
    game = start.copy()
    while not _back(game, seat):
        legal = game.legal_moves()
        hostile = [decision for decision in legal if _uses(decision, _in_sight(game, seat))]
        chosen = hostile if hostile and rng.random() < HOSTILE else legal
        game.play(chosen[int(rng.random() * len(chosen))])
    return game


def _in_sight(game: Game, seat: int) -> set[int]:
    """The builders whom the seat's workmen see."""
    return {path for a in workmen(game.position, seat) for path in sees(game.position, a)}


def _uses(decision: Decision, builders: set[int]) -> bool:
    if isinstance(decision, Build):
        return decision.builder in builders
    return isinstance(decision, Move) and decision.path in builders


# by the solver without the core


def proof_win(replay: Replay, _: Fact) -> bool:
    """The plain solver proves it too."""
    return _forced(replay.end.position, replay.seat)


def proof_only(replay: Replay, _: Fact) -> bool:
    """The same, and it refutes every other decision in the stretch."""
    others = [
        played(game, other).position
        for game, decision in zip(replay.games, replay.stretch, strict=False)
        for other in game.legal_moves()
        if other != decision
    ]
    return bool(others) and proof_win(replay, _) and not any(_forced(other, replay.seat) for other in others)


def _forced(position: Position, seat: int) -> bool:
    if position.phase is Phase.OVER:
        return Game.from_position(position).winners() == (seat,)
    found = Solver(core="python").force(position, seat, Goal.win(), Effort(nodes=NODES))
    if isinstance(found, Unknown):
        raise TooManyLinesError
    return isinstance(found, Proven)
