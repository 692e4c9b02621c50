"""A stretch seen as a whole: the position before it, each decision with its effects, and the position after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from aquaromana.analysis.effects import Closing, Effects, after, effects_of, is_unsettled, pending
from aquaromana.analysis.facts.scene import Scene, scene
from aquaromana.rules import Build, Close, Decision, Extra, Game, Place, Position
from aquaromana.rules.errors import IllegalMove
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.moves import Pass
from aquaromana.rules.position import Phase
from aquaromana.rules.reasons import illegal


class StretchError(ValueError):
    """Decisions that are not the beginning of one seat's stretch."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a stretch."""

    before: Position
    decision: Decision
    after: Position
    effects: Effects


class View:
    """A stretch of one seat: `before` and `after` are the scenes around it.

    `line` is what the computer expects after it, if that is known.
    """

    def __init__(self, position: Position, stretch: Sequence[Decision], line: Sequence[Decision] = ()) -> None:
        """Legal decisions, the stretch's by the seat to move; they are not checked."""
        self.seat = position.mover
        self.start = position
        self.stretch = tuple(stretch)
        self.line = tuple(line)
        steps = []
        for decision in self.stretch:
            later = after(position, decision)
            steps.append(Step(position, decision, later, effects_of(position, decision, later)))
            position = later
        self.steps = tuple(steps)
        self.end = position

    @cached_property
    def before(self) -> Scene:
        """What everybody could do before the stretch."""
        return scene(self.start)

    @cached_property
    def after(self) -> Scene:
        """What everybody could do after it, if nothing else is closed in this turn."""
        return Scene(self.end)

    @cached_property
    def build(self) -> Step | None:
        """The step that lays a workman's tile."""
        return next((step for step in self.steps if isinstance(step.decision, Build)), None)

    @cached_property
    def extra(self) -> Step | None:
        """The step that lays an extra tile."""
        return next((step for step in self.steps if isinstance(step.decision, Extra)), None)

    @cached_property
    def close(self) -> Step | None:
        """The step that closes an aqueduct by choice."""
        return next((step for step in self.steps if isinstance(step.decision, Close)), None)

    @cached_property
    def passing(self) -> Step | None:
        """The step in which nothing is closed by choice."""
        return next((step for step in self.steps if isinstance(step.decision, Pass)), None)

    @cached_property
    def closings(self) -> tuple[Closing, ...]:
        """What is closed in the turn so far, with its podiums; the end of the game apart."""
        scored = [closing for step in self.steps for closing in step.effects.closings if not closing.final]
        return (*scored, *(pending(self.end) if is_unsettled(self.end) else ()))

    @cached_property
    def mounted(self) -> tuple[Closing, ...]:
        """Those of the seat itself that get a podium."""
        owner = self.start.layout.seats
        return tuple([closing for closing in self.closings if owner[closing.aqueduct] == self.seat and closing.podium])

    @cached_property
    def walk(self) -> tuple[int, int, int] | None:
        """Kind, start and target of the builder who walks."""
        for step in self.steps:
            if step.effects.walk:
                start, target = step.effects.walk
                return step.before.path[start], start, target
        return None

    def own(self) -> list[int]:
        """The aqueducts of the seat that are open after the stretch."""
        return self.after.position.open_aqueducts(self.seat)

    def can_build(self) -> bool:
        """Whether the seat could lay a tile next turn, as things stand after the stretch."""
        over = self.after.position.phase is Phase.OVER
        return not over and bool(self.own()) and not self.after.blind(self.seat)

    def foreign(self) -> Iterator[int]:
        """Other seats' aqueducts that are open before and after the stretch."""
        both = self.before.position.on_board & self.after.position.on_board & ~self.start.layout.owned[self.seat]
        return (aqueduct for aqueduct in range(AQUEDUCTS) if both >> aqueduct & 1)

    def color(self, aqueduct: int) -> str:
        """The color of an aqueduct."""
        return COLOR_NAMES[self.start.layout.colors[aqueduct]]

    def others(self) -> Iterator[View]:
        """The other decisions that could begin the stretch, each on its own."""
        return (
            View(self.start, (decision,)) for decision in legal_decisions(self.start) if decision != self.stretch[0]
        )


def view_of(game: Game, stretch: Sequence[Decision | str], line: Sequence[Decision | str] = ()) -> View:
    """The stretch of the seat to move; IllegalMove, NotationError or StretchError for anything else.

    The line after it counts as far as it is legal.
    """
    if not stretch:
        raise StretchError("A stretch has at least one decision.")
    position = game.position
    decisions: list[Decision] = []
    for entry in stretch:
        decision = Decision(entry)
        if decisions and (position.mover != game.to_move or _is_new_turn(position, decisions)):
            raise StretchError(f"The turn of seat {game.to_move} does not go on with {decision}.")
        if decision not in legal_decisions(position):
            reason = illegal(position, decision)
            assert reason is not None, f"{decision} has no reason to be illegal"
            raise IllegalMove(reason)
        decisions.append(decision)
        position = after(position, decision)
    return View(game.position, decisions, _legal(position, line))


def _legal(position: Position, line: Sequence[Decision | str]) -> list[Decision]:
    """The decisions of a line up to the first that cannot be made."""
    decisions: list[Decision] = []
    for decision in map(Decision, line):
        if decision not in legal_decisions(position):
            break
        decisions.append(decision)
        position = after(position, decision)
    return decisions


def _is_new_turn(position: Position, decisions: Sequence[Decision]) -> bool:
    """Whether a turn has ended after these decisions of one seat: the next one can be its own."""
    begun = any(not isinstance(decision, Place) for decision in decisions)
    return position.phase is Phase.SETUP or (begun and position.phase in (Phase.RESERVE, Phase.BUILD))
