"""The runner interface, and its simplest implementation."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Protocol

from aquaromana.arena.match import Fixture, Match
from aquaromana.arena.play import Maker, play_game
from aquaromana.arena.result import GameResult
from aquaromana.bots import make_local_bot

Results = Generator[GameResult, None, None]
"""Closing it stops everything that is under way."""


class Runner(Protocol):
    """Plays games somewhere: here, in other processes, on other machines."""

    def run(self, match: Match, fixtures: Iterable[Fixture]) -> Results:
        """Play them all, each once, and give every result as soon as it is there, in any order.

        The fixtures are taken one by one, when there is room for another game.
        """


class SerialRunner:
    """One game after the other in this process. A bot that hangs or kills its process takes everything with it."""

    def __init__(self, *, make: Maker = make_local_bot) -> None:
        self._make = make

    def run(self, match: Match, fixtures: Iterable[Fixture]) -> Results:
        for fixture in fixtures:
            yield play_game(match, fixture, make=self._make)
