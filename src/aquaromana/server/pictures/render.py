"""Renders games: boards as SVG or PNG and films as GIF, each with its record embedded, and plain thumbnails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from aquaromana.drawing import DrawingError, Highlights, gif, last_move, png, sight, sketch, svg
from aquaromana.drawing.theme import Theme, theme_named
from aquaromana.records import Record, write_record
from aquaromana.rules import Game
from aquaromana.rules.geometry import parse_port, parse_square
from aquaromana.server.table import imports
from aquaromana.server.table.exports import Export

ThemeName = Literal["light", "dark"]
Language = Literal["en", "de", "fr"]

SHOWN: Final = "Shown"
"""The tag of a study with the decisions that lead to the moment its picture shows."""

PERSON: Final[Mapping[Language, str]] = {"en": "Player", "de": "Spieler", "fr": "Joueur"}
"""What somebody without a name is called, as on the page; a bot is a bot in all three."""


def of_export(draw: Callable[..., bytes], export: Export, *how: object) -> bytes:
    """What one of those below draws of a game that was taken from a table."""
    return draw(export.record(), *how)


def board_svg(
    record: Record,
    ply: int,
    theme: ThemeName,
    region: str | None = None,
    language: Language = "en",
    *,
    alone: bool = False,
    marks: str = "",
) -> bytes:
    """The game after so many decisions; DrawingError if the region is none.

    `marks` names squares, path squares and workmen that are pointed out in addition to the last decision: `D2,4,D1s`.
    """
    shown = record.until(ply)
    game, text = shown.game(), _text(shown)
    pointed = last_move(game) | _pointed(game, marks)
    look, names = _look(theme, language), _names(shown, language)
    drawn = svg(game, theme=look, region=region, board_only=alone, names=names, highlights=pointed, record=text)
    return drawn.encode()


def study_svg(twin: bytes, theme: ThemeName, language: Language) -> bytes:
    """The moment of a study that its tag `Shown` names, with the whole study in it.

    AquaError if the study cannot be read, or a decision in it is not legal.
    """
    record = imports.read(twin)
    game = record.game(0)
    for move in record.tags.get(SHOWN, "").split():
        game.play(move)
    return svg(game, theme=_look(theme, language), names=_names(record, language), record=_text(record)).encode()


def thumbnail(record: Record, ply: int, theme: ThemeName) -> bytes:
    """The game after so many decisions as a sketch."""
    return sketch(record.game(ply), theme=theme).encode()


def _pointed(game: Game, marks: str) -> Highlights:
    """What marks like `D2,4,D1s` point out; of a workman also whom it sees."""
    found = Highlights()
    for mark in filter(None, marks.split(",")):
        if mark.isdecimal():
            found |= Highlights(paths=(int(mark),))
        elif len(mark) == len("D2"):
            found |= Highlights(squares=(parse_square(mark),))
        else:
            seen = sight(game.position, parse_port(mark))
            found |= Highlights(workmen=seen.workmen, beams=seen.beams)
    return found


def board_png(record: Record, ply: int, theme: ThemeName, width: int, language: Language = "en") -> bytes:
    """The same as PNG, so many pixels wide."""
    shown = record.until(ply)
    look, names = _look(theme, language), _names(shown, language)
    return png(shown.game(), width=width, theme=look, names=names, record=_text(shown))


def film(record: Record, theme: ThemeName, width: int, language: Language = "en") -> bytes:
    """The whole game as an animated GIF."""
    look, names = _look(theme, language), _names(record, language)
    return gif(record.game(), width=width, theme=look, names=names, record=_text(record))


def _look(theme: ThemeName, language: Language) -> Theme:
    """A theme, with the letters that figures have on the page in that language."""
    return theme_named(theme).in_language(language)


def _names(record: Record, language: Language) -> tuple[str, ...]:
    """What to call every seat: nobody who sees the picture knows who "you" are."""
    return tuple(
        name or (f"Bot {seat + 1}" if f"Bot{seat}" in record.tags else f"{PERSON[language]} {seat + 1}")
        for seat, name in enumerate(record.names)
    )


def _text(record: Record) -> str | None:
    """The text to carry; None if somebody's comments hold what no picture can carry."""
    from aquaromana.drawing.metadata import metadata_element

    text = write_record(record)
    try:
        metadata_element(text)
    except DrawingError:
        return None
    return text
