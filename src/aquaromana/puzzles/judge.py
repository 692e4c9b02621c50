"""Judges what somebody tries in a puzzle, and lets the others answer it.

Nothing is compared with a stored solution: every decision is proved or refuted on its own, so every correct one counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from aquaromana.analysis.facts import FACTS, Fact, facts_of
from aquaromana.engine.solve import Proven, Refuted, Unknown, Verdict
from aquaromana.puzzles.prover import Prover, prover
from aquaromana.puzzles.puzzle import Puzzle
from aquaromana.rules import Decision, Game, Pass, Phase, Place, Position

Outcome = Literal["right", "solved", "wrong", "unknown"]
"""`right`: there is more to find; `solved`: nothing that is decided from here on matters; `unknown`: out of budget."""

NODES: Final = 400_000
"""Positions that may be looked at for one answer: a fraction of a second with the core."""

LONGEST: Final = 5
"""Turns after which a puzzle is solved: what is left is certain, if long."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a try is worth."""

    outcome: Outcome
    replies: tuple[Decision, ...] = ()
    """What the others decide then: they refute a wrong try, and resist a right one as long as they can."""
    wrong: int = -1
    """Which decision of the try gave the goal away."""
    gave_away: Fact | None = None
    """What the try gives away, in words; None if no fact says it."""


def judged(
    puzzle: Puzzle,
    made: Sequence[Decision],
    stretch: Sequence[Decision],
    nodes: int = NODES,
    on_stop: Callable[[Callable[[], None]], None] = lambda _: None,
) -> Judged:
    """What a stretch is worth after what was made before it; IllegalMove if a decision is not legal.

    `on_stop` gets a function that ends the judging from another thread: then what is returned is worth nothing.
    """
    seat = puzzle.seat
    game = Game.from_position(puzzle.position)
    for decision in made:
        game.play(decision)
    asked = prover(puzzle.goal, seat, nodes)
    on_stop(asked.cancel)
    begun = game.copy()
    wrong = _first_wrong(asked, game, stretch)
    if wrong is None:
        return Judged("unknown")
    replies = tuple(_replies(asked, game, seat, wanted=wrong < 0))
    if wrong >= 0:
        return Judged("wrong", replies, wrong, _gave_away(begun, stretch))
    for decision in replies:
        game.push(decision)
    turns = _turns(puzzle, game.moves)
    return Judged("solved" if turns >= LONGEST or not _matters(asked, game, seat) else "right", replies)


def is_right(puzzle: Puzzle, stretch: Sequence[Decision], nodes: int = NODES) -> bool:
    """Whether a first stretch is right, without what comes of it."""
    asked = prover(puzzle.goal, puzzle.seat, nodes)
    return _first_wrong(asked, Game.from_position(puzzle.position), stretch) == -1


def _first_wrong(asked: Prover, game: Game, stretch: Sequence[Decision]) -> int | None:
    """Make a stretch; which of its decisions gave the goal away, -1 if none did, None if nobody knows."""
    wrong = -1
    for number, decision in enumerate(stretch):
        position, before = game.position, game.moves
        game.play(decision)
        if wrong >= 0 or asked.is_settled(position, before):
            continue
        verdict = asked.after(position, decision, before)
        if isinstance(verdict, Unknown):
            return None
        if isinstance(verdict, Refuted):
            wrong = number
    return wrong


def _replies(asked: Prover, game: Game, seat: int, *, wanted: bool) -> list[Decision]:
    """Their decisions until the seat decides again, or nothing matters any more; whole stretches.

    `wanted`: the goal is certain, so they choose what resists longest; otherwise what refutes it in the shortest way.
    """
    line = game.copy()
    replies: list[Decision] = []
    stretch: list[Decision] = []
    mover = line.to_move
    while not line.is_over and line.to_move != seat:
        if line.to_move != mover or ends_stretch(line.position, mover, stretch):
            mover, stretch = line.to_move, []
        decision = _reply(asked, line, wanted=wanted)
        if decision is None and not stretch:
            break
        stretch.append(decision or _quiet(line))
        replies.append(stretch[-1])
        line.push(stretch[-1])
    return replies


def _reply(asked: Prover, line: Game, *, wanted: bool) -> Decision | None:
    """What somebody else decides now; None if nothing matters any more, or nobody knows."""
    if asked.is_settled(line.position, line.moves):
        return None
    kept = Proven if wanted else Refuted
    verdicts = asked.verdicts(line.position, line.moves)
    found = {each: verdict for each, verdict in verdicts.items() if isinstance(verdict, kept)}
    if not found:
        return None
    return longest(found) if wanted else shortest(found)


def _quiet(game: Game) -> Decision:
    """What to decide where it does not matter: close nothing, if that can be."""
    legal = game.legal_moves()
    return next((each for each in legal if isinstance(each, Pass)), legal[0])


def longest(verdicts: Mapping[Decision, Verdict]) -> Decision:
    """The decision after which it takes longest, and then most positions, to reach the goal."""
    return max(verdicts, key=lambda each: (_length(verdicts[each]), verdicts[each].nodes, -int(each)))


def shortest(verdicts: Mapping[Decision, Verdict]) -> Decision:
    """The decision with which it is soonest done."""
    return min(verdicts, key=lambda each: (_length(verdicts[each]), verdicts[each].nodes, int(each)))


def _length(verdict: Verdict) -> int:
    return 0 if isinstance(verdict, Unknown) else len(verdict.line)


def _matters(asked: Prover, game: Game, seat: int) -> bool:
    """Whether the seat can still go wrong in its next turn."""
    line = game.copy()
    while not line.is_over and line.to_move == seat and not asked.is_settled(line.position, line.moves):
        legal = line.legal_moves()
        if len(legal) > 1:
            return not all(isinstance(each, Proven) for each in asked.verdicts(line.position, line.moves).values())
        line.push(legal[0])
    return False


def _turns(puzzle: Puzzle, moves: Sequence[Decision]) -> int:
    """How many stretches of the seat a line has."""
    game, turns, before = Game.from_position(puzzle.position), 0, -1
    for decision in moves:
        turns += game.to_move == puzzle.seat != before
        before = game.to_move
        game.push(decision)
    return turns


def solution(puzzle: Puzzle, made: Sequence[Decision] = (), nodes: int = NODES) -> tuple[Decision, ...]:
    """A way to the goal from where it is certain, to the last decision that matters.

    The others resist as long as they can. It ends early where the budget does not suffice.
    """
    seat = puzzle.seat
    game = Game.from_position(puzzle.position)
    for decision in made:
        game.play(decision)
    asked, begun = prover(puzzle.goal, seat, nodes), len(game.moves)
    for _ in range(LONGEST):
        if not _solve_turn(asked, game, seat):
            break
        after = game.copy()
        for decision in _replies(asked, game, seat, wanted=True):
            after.push(decision)
        if not _matters(asked, after, seat):
            break
        game = after
    return game.moves[begun:]


def _solve_turn(asked: Prover, game: Game, seat: int) -> bool:
    """Make a right stretch; False if nothing is proven."""
    stretch: list[Decision] = []
    while not stretch or not ends_stretch(game.position, seat, stretch):
        decision = _solved_decision(asked, game)
        if decision is None:
            return False
        game.push(decision)
        stretch.append(decision)
    return True


def _solved_decision(asked: Prover, game: Game) -> Decision | None:
    """A right decision; where it does not matter, one that closes nothing."""
    position, moves = game.position, game.moves
    if asked.is_settled(position, moves):
        return _quiet(game)
    verdicts = asked.verdicts(position, moves)
    proven = {each: verdict for each, verdict in verdicts.items() if isinstance(verdict, Proven)}
    return shortest(proven) if proven else None


def ends_stretch(position: Position, seat: int, stretch: Sequence[Decision]) -> bool:
    """Whether a stretch of a seat is complete: somebody else decides, or another turn begins."""
    if position.phase is Phase.OVER or position.mover != seat:
        return True
    return position.phase in (Phase.RESERVE, Phase.BUILD) and any(not isinstance(each, Place) for each in stretch)


def _gave_away(begun: Game, stretch: Sequence[Decision]) -> Fact | None:
    """The worst that a stretch gives away; that the win is gone, all know."""
    found = (fact for fact in facts_of(begun, list(stretch)) if FACTS[fact.code].negative)
    return next((fact for fact in found if fact.code != "self/lost"), None)
