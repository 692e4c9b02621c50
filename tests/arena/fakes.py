"""Bots for the arena's tests: some play, some fail in every way there is."""

import os
import signal
import sys
import time
from random import Random
from typing import Final

import numpy as np

from aquaromana.arena import Entry, Fixture, GameResult, Match
from aquaromana.arena.result import Forfeit, Thinking
from aquaromana.bots import Bot, BotError
from aquaromana.engine import Budget, OnReport
from aquaromana.rules import Decision, Game

FAULTY_FROM: Final = 16
"""The number of decisions in a game after which the faulty bots fail."""


class Fake:
    """Plays at random; what it does otherwise is in its name."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._random = Random(seed)

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        moves = game.legal_moves()
        if self.name in {"eager", "lazy"}:
            sign = 1 if self.name == "eager" else -1
            return max(moves, key=lambda move: (sign * _worth(game, move), self._random.random()))
        if len(game.moves) < FAULTY_FROM:
            return self._random.choice(moves)
        return self._misbehave(game)

    def _misbehave(self, game: Game) -> Decision:
        match self.name:
            case "raises":
                raise RuntimeError("nothing comes\nto mind")
            case "leaves":
                sys.exit(3)
            case "dies":
                os._exit(3)
            case "killed":
                os.kill(os.getpid(), signal.SIGKILL)
            case "hangs":
                print("hanging", flush=True)  # noqa: T201 - a test waits for it
                time.sleep(600)
            case "illegal":
                return Decision("J@1")
            case "none":
                return None  # type: ignore[return-value]
            case "numpy":
                return np.int64(self._random.choice(game.legal_moves()))  # type: ignore[return-value]
            case "nonsense":
                return 10**6  # type: ignore[return-value]
            case "meddles":
                while not game.is_over:
                    game.push(game.legal_moves()[0])
                return game.pop()
        return self._random.choice(game.legal_moves())

    def stop(self) -> None: ...


def _worth(game: Game, move: Decision) -> int:
    seat = game.to_move
    game.push(move)
    points = game.scores_if_ended()
    game.pop()
    return 2 * points[seat] - sum(points)


def make(text: str, *, seed: int) -> Bot:
    if text == "unknown":
        raise BotError("no bot 'unknown'")
    return Fake(text, seed)


class Deadly:
    """A maker that ends the process which unpacks it, before any bot is there."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (7,)

    def __call__(self, text: str, *, seed: int) -> Bot:
        raise AssertionError


def match_of(*bots: str, players: int = 2, sets: int = 2, seed: int = 1, budget: Budget | None = None) -> Match:
    return Match(tuple(map(Entry.parse, bots)), players, sets, seed, budget)


def result_of(match: Match, number: int, scores: tuple[int, ...] | None, loser: int = 0) -> GameResult:
    """A game that nobody played."""
    fixture: Fixture = match.fixture(number)
    forfeit = None if scores else Forfeit(loser, "for a test")
    return GameResult(fixture, scores, forfeit, tuple(Thinking(10, 1.0, 0.5) for _ in fixture.seating))
