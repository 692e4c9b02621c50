"""Tries at puzzles: every right one is right, wrong ones are refuted by legal replies, and it ends."""

import pytest

from aquaromana.engine.solve import Proven
from aquaromana.puzzles import Attempt, Puzzle, judged, library, solution
from aquaromana.puzzles.building import BuildProver
from aquaromana.puzzles.judge import ends_stretch
from aquaromana.puzzles.prover import prover
from aquaromana.rules import Decision, Game, IllegalMove

QUICK = 1500


def few(kind: str, count: int) -> list[Puzzle]:
    return [each for each in library().puzzles if each.kind == kind and each.nodes < QUICK][:count]


def whole(puzzle: Puzzle, begin: Decision) -> tuple[Decision, ...]:
    """A stretch that begins with a decision and goes on as the solver would, if it can."""
    game = Game.from_position(puzzle.position)
    asked = prover(puzzle.goal, puzzle.seat, 100_000)
    game.push(begin)
    while not ends_stretch(game.position, puzzle.seat, game.moves):
        legal = game.legal_moves()
        if asked.is_settled(game.position, game.moves):
            game.push(legal[0])
            continue
        verdicts = asked.verdicts(game.position, game.moves)
        game.push(next((each for each in legal if isinstance(verdicts[each], Proven)), legal[0]))
    return game.moves


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["win", "lead", "podium", "build"])
def test_every_right_decision_is_accepted_and_every_other_one_refuted(kind: str) -> None:
    for puzzle in few(kind, 3):
        for decision in Game.from_position(puzzle.position).legal_moves():
            found = judged(puzzle, (), whole(puzzle, decision))
            assert (found.outcome in ("right", "solved")) == (str(decision) in puzzle.right), (puzzle.id, decision)
            game = Game.from_position(puzzle.position)
            for move in (*whole(puzzle, decision), *found.replies):
                game.play(move)  # replies are legal, and whole stretches
            assert game.is_over or game.to_move == puzzle.seat or not found.replies


@pytest.mark.slow
def test_a_solution_solves_its_puzzle_stretch_by_stretch() -> None:
    long = [each for each in library().puzzles if each.kind in ("win", "lead") and len(each.line) > 5][:3]
    for puzzle in long:
        line = solution(puzzle)
        assert str(line[0]) in puzzle.right
        game, begun, outcomes = Game.from_position(puzzle.position), 0, list[str]()
        for decision in line:
            own = game.to_move == puzzle.seat
            game.push(decision)
            is_judged = own and ends_stretch(game.position, puzzle.seat, game.moves[begun:])
            if is_judged:
                outcomes.append(judged(puzzle, game.moves[:begun], game.moves[begun:]).outcome)
            if is_judged or not own:
                begun = len(game.moves)
        assert outcomes[-1] == "solved"
        assert set(outcomes[:-1]) <= {"right"}


def test_an_illegal_answer_has_the_reason_of_the_rules() -> None:
    puzzle = few("win", 1)[0]
    with pytest.raises(IllegalMove) as refused:
        judged(puzzle, (), (Decision("J@1"),))
    assert refused.value.reason.code == "phase/wrong"


def test_without_a_budget_nothing_is_claimed() -> None:
    puzzle = next(each for each in library().puzzles if each.kind == "lead" and each.nodes > 200)
    right = whole(puzzle, Decision(puzzle.right[0]))
    assert judged(puzzle, (), right, nodes=1).outcome == "unknown"


def test_core_and_rules_agree_on_who_can_build_on() -> None:
    for puzzle in [each for each in few("build", 12) if each.nodes < 100][:4]:
        both = [
            BuildProver(puzzle.seat, 20_000, core=core).verdicts(puzzle.start(), acted=False) for core in (True, False)
        ]
        assert [type(each) for each in both[0].values()] == [type(each) for each in both[1].values()]
        assert [str(each) for each, verdict in both[1].items() if isinstance(verdict, Proven)] == list(puzzle.right)


def test_an_attempt_waits_for_its_judgement_and_then_for_the_replies() -> None:
    puzzle = next(each for each in library().puzzles if each.kind == "win" and len(each.line) > 2)
    tried = Attempt(puzzle).decided(puzzle.seat, 2)
    assert (tried.pending, tried.waits, tried.is_over) == (True, True, False)
    wrong = tried.tried("wrong", 2, replies=["-", "-"], wrong=0)
    assert (wrong.judged, wrong.waits, wrong.refuted, wrong.is_over, wrong.tries) == (2, True, True, True, 1)
    rival = (puzzle.seat + 1) % puzzle.players
    answered = wrong.decided(rival, 2)
    assert (answered.waits, answered.judged) == (False, 4)
    again = answered.restarted()
    assert (again.judged, again.tries, again.is_over) == (0, 1, False)
    shown = again.restarted(showing=True)
    assert shown.waits
    assert (
        shown.next_stretch(puzzle.start())
        == tuple(map(Decision, puzzle.line))[: len(shown.next_stretch(puzzle.start()))]
    )
