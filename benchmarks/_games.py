"""Games that clients play: the stretches of random ones."""

from itertools import groupby
from random import Random

from aquaromana import Game
from aquaromana.records import Record

Stretches = list[tuple[int, list[str]]]
"""Seat and decisions."""


def stretches(seed: int) -> Stretches:
    """The stretches of a random game of two."""
    game, rng = Game(players=2), Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_moves()))
    steps = groupby(Record.from_game(game).steps(), key=lambda step: (step.turn, step.seat, step.turn or step.ply))
    return [(seat, [str(step.move) for step in group]) for (_, seat, _), group in steps]


def games(count: int) -> list[Stretches]:
    """Different games."""
    return [stretches(seed) for seed in range(count)]
