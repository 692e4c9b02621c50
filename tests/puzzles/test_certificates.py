"""The puzzles of this package: every one is proven again by the Python rules, and a broken one is caught."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from aquaromana.puzzles import KINDS, Puzzle, faults, library, read_library
from aquaromana.puzzles.library import shipped
from aquaromana.rules import Decision, Game
from tests.support.sizes import LongSize

PUZZLES = LongSize("puzzles", ci=12, long=10_000)
CHEAP = 300
"""Positions that the core looked at: an everyday run proves puzzles that took it no more."""


def first(kind: str) -> Puzzle:
    return next(each for each in library().puzzles if each.kind == kind and each.nodes < CHEAP)


@pytest.mark.slow
@PUZZLES.mark
def test_every_puzzle_is_proven_again_by_the_rules_alone() -> None:
    puzzles = list(library().puzzles)
    if PUZZLES.value < len(puzzles):
        puzzles = Random(7).sample([each for each in puzzles if each.nodes < CHEAP], PUZZLES.value)
    assert {puzzle.id: faults(puzzle) for puzzle in puzzles} == {puzzle.id: [] for puzzle in puzzles}


def test_there_are_enough_of_every_kind_for_every_table() -> None:
    puzzles = library().puzzles
    assert len(puzzles) >= 300
    sizes = Counter((puzzle.kind, puzzle.players) for puzzle in puzzles)
    wanted = {(kind, players) for kind in KINDS for players in (2, 3, 4)} - {("lead", 3), ("lead", 4)}
    assert set(sizes) == wanted
    assert min(sizes.values()) >= 15
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    assert sum(count >= 15 for count in themes.values()) >= 8
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)


@pytest.mark.slow
def test_the_file_says_what_it_holds() -> None:
    assert read_library(shipped()).puzzles == library().puzzles
    assert len(shipped()) < 400_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["win", "podium", "build"])
def test_a_wrong_decision_that_is_called_right_is_caught(kind: str) -> None:
    puzzle = first(kind)
    legal = map(str, Game.from_position(puzzle.position).legal_moves())
    wrong = next(each for each in legal if each not in puzzle.right)
    assert f"{wrong} is called right, but it is refuted" in faults(replace(puzzle, right=(*puzzle.right, wrong)))


@pytest.mark.slow
def test_a_right_decision_that_is_left_out_is_caught() -> None:
    puzzle = first("win")
    missing = replace(puzzle, right=("-",))
    assert f"{puzzle.right[0]} is right too, but not called so" in faults(missing)


def test_a_harder_goal_is_refuted_and_a_small_budget_is_no_proof() -> None:
    puzzle = next(each for each in library().puzzles if each.kind == "lead" and 20 < each.nodes < CHEAP)
    lead = int(puzzle.goal.partition(":")[2])
    assert faults(replace(puzzle, goal=f"lead:{lead + 1}"))
    assert any("unknown" in fault for fault in faults(puzzle, nodes=2))


@pytest.mark.slow
def test_a_solution_that_does_not_fit_is_caught() -> None:
    puzzle = first("win")
    assert faults(replace(puzzle, line=puzzle.line[1:]))
    legal = map(str, Game.from_position(puzzle.position).legal_moves())
    wrong = next(each for each in legal if each not in puzzle.right)
    assert faults(replace(puzzle, line=(wrong,)))


def test_a_wrong_answer_about_the_rules_is_caught() -> None:
    puzzle = first("legal")
    other = next(each for each in puzzle.options if each not in puzzle.right)
    assert faults(replace(puzzle, right=(other,))) == [f"the rules answer {puzzle.right[0]}, not {other}"]


def test_answers_about_the_rules_are_among_those_offered_and_only_one_is_true() -> None:
    for puzzle in library().puzzles:
        if puzzle.kind == "legal":
            assert puzzle.right[0] in puzzle.options
            assert len(set(puzzle.options)) == len(puzzle.options) >= 3
            assert Decision(puzzle.asked)
