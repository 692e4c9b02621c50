"""Requests about positions outside a live game, answered in a bot process: the engine's lines, facts, proofs.

Like hints they end early when a bot needs the process, and load what they need when it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from aquaromana.rules import Decision, Game
from aquaromana.server.bots.messages import Answer, OnStop, Request
from aquaromana.server.protocol.study import MOST_STAGE, Facts, Proof, SeatVerdict, Thought, ThoughtLine

if TYPE_CHECKING:
    from aquaromana.engine import Report
    from aquaromana.engine import solve as solving
    from aquaromana.server.protocol.game import Step

PLAYOUTS: Final = 3_000
"""Of the first stage; each later one has four times as many."""
STAGE_TIMEOUT: Final = 4.0
"""Seconds after which a stage ends with what is known, on a slow machine."""
LINES: Final = 5
LINE_LENGTH: Final = 8
"""Decisions of a line that are shown."""
NODES: Final = 200_000
"""Positions that are looked at to prove a win, for each seat."""
PROOF_SECONDS: Final = 1.5
"""The same in seconds."""
SEED: Final = 1
"""The same question has the same answer."""


@dataclass(frozen=True, slots=True)
class Studied(Answer):
    """What is known about a position."""

    answer: Thought | Facts | Proof
    cut: bool = False
    """Whether somebody hurried it: asked again, there may be more to say."""


@dataclass(frozen=True, slots=True)
class Think(Request[Studied]):
    """What does the engine think of a position?"""

    answer_type: ClassVar = Studied

    position: str
    stage: int

    def answer(self, on_stop: OnStop) -> Thought:
        from aquaromana.analysis.judge import make_search
        from aquaromana.engine import Budget

        game = Game.from_position(self.position)
        search = make_search(game.players, SEED)
        on_stop(search.cancel)
        report = search.think(game, Budget(playouts=PLAYOUTS * 4**self.stage, seconds=STAGE_TIMEOUT))
        return self._told(game, report)

    def _told(self, game: Game, report: Report) -> Thought:
        return Thought(
            position=self.position,
            stage=self.stage,
            playouts=report.playouts,
            shares=[round(share, 4) for share in report.shares],
            points=[round(points, 2) for points in report.points],
            exact=report.exact,
            final=report.exact or self.stage == MOST_STAGE or len(game.legal_moves()) == 1,
            lines=[
                ThoughtLine(
                    move=str(choice.decision),
                    visits=choice.visits,
                    shares=[round(share, 4) for share in choice.shares],
                    points=[round(points, 2) for points in choice.points],
                    exact=choice.exact,
                    steps=_steps(game, choice.line or (choice.decision,)),
                )
                for choice in report.choices[:LINES]
            ],
        )


@dataclass(frozen=True, slots=True)
class Tell(Request[Studied]):
    """What is true of a stretch, or of the beginning of one?"""

    answer_type: ClassVar = Studied

    position: str
    moves: tuple[str, ...]

    def answer(self, on_stop: OnStop) -> Facts:  # noqa: ARG002 - it takes milliseconds
        from aquaromana.analysis.facts import FACTS, facts_of, reasons
        from aquaromana.server.protocol.facts import fact

        game = Game.from_position(self.position)
        stretch = [Decision(move) for move in self.moves]
        apart = reasons(game, stretch).reasons
        rest = [each for each in facts_of(game, stretch) if each not in apart]
        return Facts(
            apart=[fact(each) for each in apart],
            others=[fact(each) for each in rest if not FACTS[each.code].negative],
            against=[fact(each) for each in rest if FACTS[each.code].negative],
        )


@dataclass(frozen=True, slots=True)
class Prove(Request[Studied]):
    """Does somebody win for certain?"""

    answer_type: ClassVar = Studied

    position: str

    def answer(self, on_stop: OnStop) -> Proof:
        from aquaromana.engine.solve import Effort, Goal, Proven, Solver

        game = Game.from_position(self.position)
        solver, effort = Solver(), Effort(nodes=NODES, seconds=PROOF_SECONDS)
        cut = False

        def stop() -> None:
            nonlocal cut
            cut = True
            solver.cancel()

        on_stop(stop)
        order = [(game.to_move + step) % game.players for step in range(game.players)]
        verdicts, keeps, nodes = [], [], 0
        for seat in order:
            if cut:
                verdicts.append(SeatVerdict(seat=seat, verdict="unknown"))
                continue
            found = solver.force(game.position, seat, Goal.win(), effort)
            nodes += found.nodes
            verdicts.append(_verdict(game, seat, found))
            if isinstance(found, Proven):
                if seat == game.to_move and not cut:
                    each = solver.verdicts(game.position, seat, Goal.win(), effort)
                    keeps = [str(decision) for decision, one in each.items() if isinstance(one, Proven)]
                    nodes += sum(one.nodes for one in each.values())
                break
        return Proof(position=self.position, verdicts=verdicts, keeps=keeps, nodes=nodes)


Study = Think | Tell | Prove


def _verdict(game: Game, seat: int, found: solving.Verdict) -> SeatVerdict:
    from aquaromana.engine.solve import Proven, Refuted

    if isinstance(found, Proven):
        return SeatVerdict(seat=seat, verdict="proven", steps=_steps(game, found.line))
    if isinstance(found, Refuted):
        return SeatVerdict(seat=seat, verdict="refuted", steps=_steps(game, found.line))
    return SeatVerdict(seat=seat, verdict="unknown")


def _steps(game: Game, line: Sequence[Decision]) -> list[Step]:
    from aquaromana.server.protocol import views

    return views.steps(game.position, line[:LINE_LENGTH])
