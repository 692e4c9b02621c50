"""What environments show: a board in the terminal, its text, or a picture as an array."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Final

import numpy as np
import numpy.typing as npt

from aquaromana import extras
from aquaromana.drawing import png, text_board
from aquaromana.rules import Game

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
WIDTH: Final = 880
"""Pixels of a picture."""

Rendered = str | npt.NDArray[np.uint8] | None


def checked_mode(mode: str | None) -> str | None:
    """The render mode; ValueError if there is no such one."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"There is no render mode {mode!r}: choose one of {', '.join(RENDER_MODES)}, or None.")
    return mode


def rendered(game: Game, mode: str) -> Rendered:
    """The board as text (`ansi`) or as (height, width, 3) bytes (`rgb_array`); `human` prints it and gives None."""
    if mode == "ansi":
        return text_board(game)
    if mode == "human":
        sys.stdout.write(text_board(game, color=sys.stdout.isatty()) + "\n")
        return None
    with extras.needs("draw", "The render mode rgb_array"):
        from PIL import Image

    with Image.open(BytesIO(png(game, width=WIDTH))) as picture:
        return np.asarray(picture.convert("RGB"))
