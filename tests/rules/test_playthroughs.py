"""Golden playthroughs: whole games as text, compared letter by letter. `scripts/golden` writes them."""

import re

import pytest

from aquaromana.rules import Game
from tests.support.golden import PLAYED, PLAYTHROUGHS, playthrough


def test_every_playthrough_is_compared() -> None:
    assert {path.stem for path in PLAYTHROUGHS.iterdir()} == set(PLAYED)


@pytest.mark.parametrize("name", PLAYED)
def test_playthrough(name: str) -> None:
    text = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")
    assert playthrough(name) == text, "run scripts/golden and look at the difference"


@pytest.mark.parametrize("name", PLAYED)
def test_the_decisions_of_a_playthrough_replay(name: str) -> None:
    """The text alone, without the policy that made it, is a legal game with these hashes and counts."""
    text = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")
    plies = re.findall(r"seat (\d), \S+, (\d+) legal: (\S+)\n(?:     .*\n)*?     hash (\w+)", text)
    game: Game = PLAYED[name][0].copy()
    for seat, count, decision, state_hash in plies:
        assert (game.to_move, len(game.legal_moves())) == (int(seat), int(count))
        game.play(decision)
        assert f"{game.state_hash:016x}" == state_hash
    assert game.is_over
    for seat, points in enumerate(game.scores()):
        assert f"seat {seat}: {points} points" in text
