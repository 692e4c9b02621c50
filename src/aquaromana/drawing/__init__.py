"""Positions and games as pictures (SVG, PNG and GIF, with the record inside) and as text."""

from aquaromana.drawing.errors import DrawingError
from aquaromana.drawing.film import gif
from aquaromana.drawing.marks import Highlights, decision_highlights, last_move, sight
from aquaromana.drawing.metadata import embed, extract
from aquaromana.drawing.picture import png
from aquaromana.drawing.scene import Look, svg
from aquaromana.drawing.sketch import sketch
from aquaromana.drawing.text import text_board
from aquaromana.drawing.theme import DARK, LIGHT, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "DrawingError",
    "Highlights",
    "Look",
    "Theme",
    "decision_highlights",
    "embed",
    "extract",
    "gif",
    "last_move",
    "png",
    "sight",
    "sketch",
    "svg",
    "text_board",
]
