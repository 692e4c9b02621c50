"""Proves whether a seat can build in its next turn, whatever all others do until then.

The solver of the engine proves what a seat has at the end of the game. This looks one round ahead only, at everything:
with the core where there is one, and with the Python rules alone to prove it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from aquaromana.engine import native
from aquaromana.engine.verdict import Proven, Refuted, Unknown, Verdict
from aquaromana.rules import Build, Decision, Move, Phase, Position
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.turn import apply

_ACTS: Final = (Build, Move)


class _SpentError(Exception):
    """The budget is used up, or somebody has cancelled it."""


class _State(Protocol):
    """A position to look ahead from."""

    @property
    def mover(self) -> int: ...
    @property
    def phase(self) -> int: ...
    @property
    def key(self) -> object: ...
    def legal(self) -> Sequence[Decision]: ...
    def played(self, decision: Decision) -> _State: ...
    def has_workman(self, seat: int) -> bool: ...


class _Plain:
    """By the Python rules, with the whole position as its key."""

    __slots__ = ("key", "mover", "phase")

    def __init__(self, position: Position) -> None:
        self.key, self.mover, self.phase = position, position.mover, int(position.phase)

    def legal(self) -> Sequence[Decision]:
        return legal_decisions(self.key)

    def played(self, decision: Decision) -> _Plain:
        after = self.key.copy()
        apply(after, decision)
        return _Plain(after)

    def has_workman(self, seat: int) -> bool:
        return bool(self.key.open_aqueducts(seat))


class _Core:
    """By the core, with a hash of 64 bits as its key."""

    __slots__ = ("_owned", "_state", "key", "mover", "phase")

    def __init__(self, state: object, owned: Sequence[int]) -> None:
        from aquaromana import _core

        assert isinstance(state, _core.State)
        self._state, self._owned = state, owned
        self.key, self.mover, self.phase = state.state_hash, state.to_move, state.phase

    @classmethod
    def of(cls, position: Position) -> _Core:
        from aquaromana import _core

        layout = native.core_layout(position.layout)
        return cls(_core.State.make(layout, *native.core_fields(position)), position.layout.owned)

    def legal(self) -> Sequence[Decision]:
        return self._state.legal_moves()

    def played(self, decision: Decision) -> _Core:
        after = self._state.copy()
        after.play(int(decision))
        return _Core(after, self._owned)

    def has_workman(self, seat: int) -> bool:
        return bool(self._state.on_board & self._owned[seat])


@dataclass(slots=True)
class BuildProver:
    """Whether a seat keeps building. `acted`: its turn has had its build, so that its next one is the next turn."""

    seat: int
    nodes: int
    """Positions that may be looked at for one answer."""
    core: bool = True
    _cancelled: bool = field(default=False, init=False)

    def cancel(self) -> None:
        """End the call that is running, and every later one too; may be called from another thread."""
        self._cancelled = True

    def after(self, position: Position, decision: Decision, *, acted: bool) -> Verdict:
        """Whether it is certain after a legal decision; the line shows how, or how not."""
        begun = time.perf_counter()
        search = _Search(self.seat, self.nodes, lambda: self._cancelled)
        state = self._state(position)
        acted = acted or (state.mover == self.seat and isinstance(decision, _ACTS))
        below = state.played(decision)
        try:
            found = search.holds(below, acted=acted)
        except _SpentError:
            return Unknown(search.count, time.perf_counter() - begun)
        line = (decision, *search.line(below, acted=acted, found=found))
        return (Proven if found else Refuted)(line, search.count, time.perf_counter() - begun)

    def verdicts(self, position: Position, *, acted: bool) -> dict[Decision, Verdict]:
        """The same for every legal decision."""
        return {decision: self.after(position, decision, acted=acted) for decision in legal_decisions(position)}

    def is_next_turn(self, position: Position, *, acted: bool) -> bool:
        """Whether it is the turn for which the seat wants to be able to build, or there is none."""
        return position.phase is Phase.OVER or (
            acted and position.mover == self.seat and position.phase in (Phase.RESERVE, Phase.BUILD)
        )

    def _state(self, position: Position) -> _State:
        return _Core.of(position) if self.core and native.available() else _Plain(position)


class _Search:
    """Looks at everything until the seat's next turn, depth first."""

    def __init__(self, seat: int, nodes: int, is_cancelled: Callable[[], bool]) -> None:
        self._seat, self._most = seat, nodes
        self._is_cancelled = is_cancelled
        self.count = 0
        self._known: dict[tuple[object, bool], bool] = {}

    def holds(self, state: _State, *, acted: bool) -> bool:
        settled = self._settled(state, acted=acted)
        if settled is not None:
            return settled
        key = (state.key, acted)
        if key in self._known:
            return self._known[key]
        self.count += 1
        if self.count > self._most or self._is_cancelled():
            raise _SpentError
        own = state.mover == self._seat
        result = not own
        for decision in state.legal():
            acts = acted or (own and isinstance(decision, _ACTS))
            if self.holds(state.played(decision), acted=acts) is own:
                result = own
                break
        self._known[key] = result
        return result

    def _settled(self, state: _State, *, acted: bool) -> bool | None:
        """The answer where nothing has to be looked at."""
        if state.phase == Phase.OVER or not state.has_workman(self._seat):
            return False
        if acted and state.mover == self._seat and state.phase == Phase.BUILD:
            return any(isinstance(decision, Build) for decision in state.legal())
        return None

    def line(self, state: _State, *, acted: bool, found: bool) -> list[Decision]:
        """How an answer comes about: the first decision each time that keeps it."""
        line: list[Decision] = []
        while self._settled(state, acted=acted) is None:
            own = state.mover == self._seat
            for decision in state.legal():
                acts, below = acted or (own and isinstance(decision, _ACTS)), state.played(decision)
                settled = self._settled(below, acted=acts)
                if (self._known.get((below.key, acts)) if settled is None else settled) is found:
                    break
            else:
                return line
            line.append(decision)
            state, acted = below, acts
        return line
