"""The C++ core, if it is installed: loading it, checking its version, and its search backend."""

from __future__ import annotations

import os
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from aquaromana.engine.backend import Settings
from aquaromana.engine.params import Params
from aquaromana.engine.report import Choice, Report
from aquaromana.engine.weights import NetWeights, WeightsError
from aquaromana.rules import Decision, Layout, Phase, Position
from aquaromana.rules.moves import DECISIONS
from aquaromana.version import __version__

if TYPE_CHECKING:
    from aquaromana import _core


class NativeMissingError(RuntimeError):
    """The C++ core is not there, or was built from another version."""


@lru_cache(maxsize=1)
def why_missing() -> str | None:
    """Why the C++ core cannot be used, or None if it can."""
    try:
        from aquaromana import _core
    except ImportError as error:
        return f"the C++ core is not installed ({error})"
    built = getattr(_core, "version", "unknown")
    if built != __version__:
        return f"the C++ core was built from version {built}, this is {__version__}: install again"
    _core.set_decisions(DECISIONS)
    return None


def weaker() -> str | None:
    """For people: that bots are weaker than they could be, why, and how to cure it; None where they are not."""
    reason = why_missing()
    if reason is None:
        return None
    return (
        f"Bots are weaker than they could be: {reason}. Install a C++ compiler ({COMPILERS}), then install Aqua Romana "
        "again; scripts/play does so by itself at the next start."
    )


COMPILERS: Final = "Debian and Ubuntu: apt install g++; macOS: xcode-select --install"
"""Where compilers come from."""


def available() -> bool:
    """Whether the C++ core can be used; NativeMissingError if it cannot but ``AQUA_REQUIRE_NATIVE=1`` asks for it."""
    if os.environ.get("AQUA_REQUIRE_NATIVE") == "1":
        demand()
    return why_missing() is None


def demand() -> None:
    """NativeMissingError if the C++ core cannot be used."""
    if reason := why_missing():
        raise NativeMissingError(reason[0].upper() + reason[1:] + ".")


@lru_cache(maxsize=64)
def core_layout(layout: Layout) -> _core.Layout:
    """The core's form of a layout."""
    demand()
    from aquaromana import _core

    return _core.Layout(layout.players, layout.outlets, layout.colors, layout.color_seats, layout.start_board)


def core_fields(position: Position) -> tuple[bytes, bytes, bytes, bytes, bytes, int, bytes]:
    """What defines a position, as the core takes it: board, path, hands, podiums, claims, workmen and clock."""
    podiums = bytearray(len(position.podiums))
    for value, colors in enumerate(position.podiums):
        for slot, color in enumerate(colors):
            podiums[value] |= (color + 1) << (4 * slot)
    return (
        bytes(position.board),
        bytes(position.path),
        bytes(position.held),
        bytes(podiums),
        bytes(position.due),
        position.on_board,
        bytes([position.phase, position.mover, position.turn, position.dry, position.laid]),
    )


def position_of(layout: Layout, fields: _core.Fields) -> Position:
    """The position that the core describes by its fields."""
    board, path, held, podiums, due, on_board, clock = fields
    position = Position(layout)
    position.board[:], position.path[:], position.held[:], position.due[:] = board, path, held, due
    position.podiums = tuple(tuple(color - 1 for color in (podium & 15, podium >> 4) if color) for podium in podiums)
    position.on_board = on_board
    position.phase = Phase(clock[0])
    position.mover, position.turn, position.dry, position.laid = clock[1:]
    position.refresh()
    return position


def core_state(position: Position) -> _core.State:
    """The core's form of a position."""
    layout = core_layout(position.layout)
    from aquaromana import _core

    return _core.State.make(layout, *core_fields(position))


def core_params(params: Params) -> dict[str, float]:
    """The core's form of the knobs."""
    return asdict(params)


@lru_cache(maxsize=16)
def core_net(weights: NetWeights) -> _core.Net:
    """The core's form of a network, shared by all searches; WeightsError if it is one of another version or shape."""
    demand()
    from aquaromana import _core

    try:
        return _core.Net(weights.data)
    except ValueError as error:
        reason = str(error)
        raise WeightsError(f"{reason[0].upper()}{reason[1:]}.") from None


class NativeSearch:
    """A backend that hands everything to the core; it works without the interpreter's lock."""

    def __init__(self, position: Position, settings: Settings) -> None:
        from aquaromana import _core

        self._core = _core.Search(
            core_state(position),
            core_params(settings.params),
            settings.evaluator,
            settings.seed,
            settings.threads,
            core_net(settings.weights) if settings.weights else None,
        )

    def reset(self, position: Position) -> None:
        self._core.reset(core_state(position))

    def advance(self, decision: Decision) -> None:
        self._core.advance(decision)

    def run(self, seconds: float, playouts: int) -> int:
        return self._core.run(seconds, playouts)

    def stop(self) -> None:
        self._core.stop()

    @property
    def exact(self) -> bool:
        return self._core.exact

    def report(self) -> Report:
        raw = self._core.report()
        return Report(
            playouts=raw["playouts"],
            visits=raw["visits"],
            nodes=raw["nodes"],
            depth=raw["depth"],
            seconds=raw["seconds"],
            exact=raw["exact"],
            shares=raw["shares"],
            points=raw["points"],
            choices=tuple(Choice(**choice) for choice in raw["choices"]),
        )
