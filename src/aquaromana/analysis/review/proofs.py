"""What is certain in a game: proofs of the solver, each position asked once."""

from __future__ import annotations

from aquaromana.engine.decided import Decided, decided
from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, Solver, Verdict
from aquaromana.rules import Decision, Game


class Proofs:
    """Asks the solver whether a seat wins alone, whatever the others do."""

    def __init__(self, nodes: int) -> None:
        self._effort = Effort(nodes=nodes)
        self._solver = Solver()
        self._known: dict[tuple[int, int], Verdict] = {}

    def stop(self) -> None:
        """End a proof that is under way, and those that follow; from any thread."""
        self._solver.cancel()

    def wins(self, game: Game, seat: int) -> bool | None:
        """Whether a seat has won; None if that is not known."""
        if game.is_over:
            return game.winners() == (seat,)
        found = self._verdict(game, seat)
        return True if isinstance(found, Proven) else False if isinstance(found, Refuted) else None

    def winner(self, game: Game) -> int | None:
        """The seat that has won, if it is proven for one: the one with most points now is asked first."""
        if game.is_over:
            winners = game.winners()
            return winners[0] if len(winners) == 1 else None
        points = game.scores()
        seats = sorted(range(game.players), key=lambda seat: -points[seat])
        return next((seat for seat in seats if self.wins(game, seat)), None)

    def decided(self, game: Game) -> Decided:
        """From which decision on a finished game was decided."""
        return decided(game, self._effort, solver=self._solver)

    def winning_line(self, game: Game, seat: int) -> tuple[Decision, ...] | None:
        """Decisions that win for certain, from where the seat is to move."""
        found = self._verdict(game, seat)
        return found.line if isinstance(found, Proven) else None

    def _verdict(self, game: Game, seat: int) -> Verdict:
        key = (game.state_hash, seat)
        if key not in self._known:
            self._known[key] = self._solver.force(game.position, seat, Goal.win(), self._effort)
        return self._known[key]
