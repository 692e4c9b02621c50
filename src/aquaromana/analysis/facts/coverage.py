"""How many decisions of games have a reason that sets them apart from their alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from aquaromana.analysis.facts.choose import reasons
from aquaromana.rules import Decision, Game, Phase, Position


@dataclass(slots=True)
class Coverage:
    """Decisions that had alternatives, by type and number of players, and how many of them have a reason.

    Set-up placements do not count: there are no aqueducts to tell anything about.
    """

    asked: Counter[tuple[str, int]] = field(default_factory=Counter)
    told: Counter[tuple[str, int]] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    """How often each code was among the reasons."""

    def add(self, start: Position, moves: Iterable[Decision]) -> None:
        """Count the decisions of a game."""
        game = Game.from_position(start)
        for move in moves:
            if game.phase is not Phase.SETUP and len(game.legal_moves()) > 1:
                found = reasons(game, [move]).reasons
                self.asked[move.type, game.players] += 1
                self.told[move.type, game.players] += bool(found)
                self.codes.update(fact.code for fact in found)
            game.push(move)

    @property
    def types(self) -> list[str]:
        """The types of decisions that occurred, the most frequent first."""
        return sorted({type_ for type_, _ in self.asked}, key=lambda type_: -self.count(type_)[1])

    def count(self, type_: str, players: int | None = None) -> tuple[int, int]:
        """How many decisions of a type have a reason, and how many there are; with all players or so many."""
        sizes = [size for kind, size in self.asked if kind == type_ and players in (None, size)]
        return sum(self.told[type_, size] for size in sizes), sum(self.asked[type_, size] for size in sizes)
