"""How games and positions are shown to people; the rules do not draw, so the drawing code registers itself here."""

from __future__ import annotations

from typing import Protocol


class Artist(Protocol):
    """Draws what is shown."""

    def picture(self, shown: object) -> str:
        """A small SVG document."""

    def text(self, shown: object, *, color: bool, compact: bool, ascii: bool) -> str:  # noqa: A002 (the word for it)
        """The board in lines of text."""


_artists: list[Artist] = []


def enter(artist: Artist) -> None:
    """From now on this one draws."""
    _artists[:] = [artist]


class Shown:
    """Something that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks ask for; None if nobody draws."""
        return _artists[0].picture(self) if _artists else None

    def text(self, *, color: bool = False, compact: bool = False, ascii: bool = False) -> str:  # noqa: A002
        """The board with seats and podiums as text to print: 100 columns wide, or 80 if it is to be compact."""
        return _artists[0].text(self, color=color, compact=compact, ascii=ascii) if _artists else str(self)
