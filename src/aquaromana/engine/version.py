"""The version of the engine: equal versions play equally."""

from __future__ import annotations

from typing import Final

from aquaromana.engine import native
from aquaromana.rules import Layout
from aquaromana.version import __version__

ENGINE: Final = 3
"""Raised with every change by which the same seed, budget of playouts and position can lead to another decision."""


def engine_version() -> str:
    """The engine of this installation: its version, and whether it lacks the C++ core."""
    return str(ENGINE) if native.why_missing() is None else f"{ENGINE} without core"


def made_by(layout: Layout, *, bots: bool = True) -> dict[str, str]:
    """The tags of a record that say which program wrote it, what it calls the layout unless that is the standard one
    or nameless and, if bots played, which engine they had.
    """
    tags = {"Program": f"Aqua Romana {__version__}"}
    if layout.known_as and not layout.is_standard:
        tags["LayoutName"] = layout.known_as
    if bots:
        tags["Engine"] = engine_version()
    return tags
