"""Decisions as values (R7). A decision IS its action integer, with names for its parts and the notation as its text.

>>> Decision("D1e.12.Cs")
Decision('D1e.12.Cs')
>>> int(_), _.kind, str(_)
(319, <Kind.CURVE: 1>, 'D1e.12.Cs')

There is one object per integer, so decisions compare by identity and are never built while a game is played.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import index
from typing import Final, Self, SupportsIndex

from aquaromana.rules import actions
from aquaromana.rules.errors import IllegalMove, NotationError, Reason
from aquaromana.rules.geometry import (
    NEIGHBOR,
    OUTSIDE,
    PATH,
    SIDE_NAMES,
    SIGHT,
    parse_port,
    parse_square,
    port_name,
    square_name,
)
from aquaromana.rules.tiles import FACE_KIND, FACE_NAMES, FACES, KIND_LETTERS, Kind


class Decision(int):
    """One decision of one seat: ``Decision(319)`` and ``Decision("D1e.12.Cs")`` are the same object.

    Raises NotationError for a text that is not a decision, IllegalMove for a well-formed text that no position allows.
    """

    __slots__ = ()

    type: str = ""
    """What is decided: build, extra, place, move, close, pass or take."""

    def __new__(cls, value: SupportsIndex | str) -> Self:
        """The one decision with this integer, which may be NumPy's, or text."""
        try:
            found = _parse(value) if isinstance(value, str) else _lookup(index(value))
        except TypeError:
            raise TypeError(f"A decision is given by its text or its integer, not by {value!r}.") from None
        if not isinstance(found, cls):
            raise NotationError(
                Reason("notation/unreadable", {"text": repr(str(found)), "why": f"it is not of type {cls.__name__}"})
            )
        return found

    @property
    def action(self) -> int:
        """The plain integer; see `actions` for the arithmetic."""
        return int(self)

    def half_turn(self) -> Decision:
        """The same decision on the board turned by 180 degrees."""
        return DECISIONS[actions.half_turn(self)]

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        return f"Decision({str(self)!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Decision, (int(self),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Build(Decision):
    """A workman lays a tile of a builder he sees (R4.3): ``D1e.12.Cs``."""

    __slots__ = ()
    type = "build"

    @property
    def workman(self) -> int:
        """The port at which the workman's aqueduct ends."""
        return int(self) // (4 * actions.LAYS)

    @property
    def look(self) -> int:
        """The direction in which the workman sees the builder."""
        return int(self) // actions.LAYS % 4

    @property
    def lay(self) -> int:
        """Kind and turn of the tile; see `actions`."""
        return int(self) % actions.LAYS

    @property
    def builder(self) -> int:
        """The path square the builder stands on."""
        return SIGHT[self.workman >> 2][self.look]

    @property
    def kind(self) -> Kind:
        """The kind of the tile laid."""
        return actions.LAY_KIND[self.lay]

    @property
    def entry(self) -> int:
        """The side by which the water enters the tile."""
        return self.workman & 3 ^ 2

    @property
    def exit(self) -> int:
        """The side by which the water leaves the tile."""
        return (self.entry + actions.LAY_TURN[self.lay]) % 4

    @property
    def face(self) -> int:
        """The tile as it lies."""
        return actions.LAY_FACE[self.entry * actions.LAYS + self.lay]

    @property
    def square(self) -> int:
        """The square in front of the workman, or OUTSIDE."""
        beyond = NEIGHBOR[self.workman]
        return OUTSIDE if beyond == OUTSIDE else beyond >> 2

    def __str__(self) -> str:
        return f"{port_name(self.workman)}.{self.builder}.{self.kind.letter}{SIDE_NAMES[self.exit]}"


class Extra(Decision):
    """An extra tile after a fountain (R4.7): ``+Cne@F4``."""

    __slots__ = ()
    type = "extra"

    @property
    def square(self) -> int:
        """Where the tile is laid."""
        return (int(self) - actions.EXTRA) // len(FACES)

    @property
    def face(self) -> int:
        """The tile as it lies."""
        return (int(self) - actions.EXTRA) % len(FACES) + 1

    @property
    def kind(self) -> Kind:
        """The kind of the tile."""
        return Kind(FACE_KIND[self.face])

    def __str__(self) -> str:
        return f"+{FACE_NAMES[self.face]}@{square_name(self.square)}"


class Place(Decision):
    """A builder comes to the path, in the set-up or from a player's hand (R2.5, R4.1): ``C@12``."""

    __slots__ = ()
    type = "place"

    @property
    def kind(self) -> Kind:
        """The kind of the builder."""
        return Kind((int(self) - actions.PLACE) // PATH + 1)

    @property
    def path(self) -> int:
        """The path square."""
        return (int(self) - actions.PLACE) % PATH + 1

    def __str__(self) -> str:
        return f"{self.kind.letter}@{self.path}"


class Move(Decision):
    """A builder is moved because no tile can be laid (R4.8): ``>14``."""

    __slots__ = ()
    type = "move"

    @property
    def path(self) -> int:
        """The path square the builder leaves."""
        return int(self) - actions.MOVE + 1

    def __str__(self) -> str:
        return f">{self.path}"


class Close(Decision):
    """An aqueduct is closed by choice (R4.9): ``xD1e``."""

    __slots__ = ()
    type = "close"

    @property
    def workman(self) -> int:
        """The port at which the aqueduct ends."""
        return int(self) - actions.CLOSE

    def __str__(self) -> str:
        return f"x{port_name(self.workman)}"


class Pass(Decision):
    """Nothing is closed by choice (R4.9): ``-``."""

    __slots__ = ()
    type = "pass"

    def __str__(self) -> str:
        return "-"


class Take(Decision):
    """A builder is taken from the reserve (R5.3): ``*J``."""

    __slots__ = ()
    type = "take"

    @property
    def kind(self) -> Kind:
        """The kind of the builder."""
        return Kind(int(self) - actions.TAKE + 1)

    def __str__(self) -> str:
        return f"*{self.kind.letter}"


def _all() -> tuple[Decision, ...]:
    bounds = (
        (Build, actions.BUILD, actions.EXTRA),
        (Extra, actions.EXTRA, actions.PLACE),
        (Place, actions.PLACE, actions.MOVE),
        (Move, actions.MOVE, actions.CLOSE),
        (Close, actions.CLOSE, actions.PASS),
        (Pass, actions.PASS, actions.TAKE),
        (Take, actions.TAKE, actions.ACTIONS),
    )
    return tuple(int.__new__(cls, action) for cls, first, end in bounds for action in range(first, end))


DECISIONS: Final = _all()
"""Every decision, indexed by its integer."""

NOTHING: Final = DECISIONS[actions.PASS]
"""The decision to close nothing."""


def _lookup(action: int) -> Decision:
    if 0 <= action < actions.ACTIONS:
        return DECISIONS[action]
    raise NotationError(
        Reason("notation/unreadable", {"text": str(int(action)), "why": f"actions go from 0 to {actions.ACTIONS - 1}"})
    )


_BUILD: Final = re.compile(r"([A-K][1-8][nesw])\.([1-9][0-9]?)\.([CDSB])([nesw])")
_EXTRA: Final = re.compile(r"\+([A-Z][a-z]*)@([A-K][1-8])")
_PLACE: Final = re.compile(r"([CDSBJ])@([1-9][0-9]?)")
_MOVE: Final = re.compile(r">([1-9][0-9]?)")
_CLOSE: Final = re.compile(r"x([A-K][1-8][nesw])")
_TAKE: Final = re.compile(r"\*([CDSBJ])")

_HINTS: Final = {
    "@": "placing a builder is written like C@12, with a kind C D S B J and a path square 1 to 38",
    ".": "a build is written like D1e.12.Cs",
    "+": "an extra tile is written like +Cne@F4",
    ">": "moving a builder is written like >14",
    "x": "closing is written like xD1e",
    "*": "taking a reserve builder is written like *J",
}
"""By the sign that tells what was meant: the first of the text, or else the first of these that is in it."""


def _unreadable(text: str, why: str) -> NotationError:
    shown = text if len(text) <= 40 else text[:37] + "..."
    return NotationError(Reason("notation/unreadable", {"text": repr(shown), "why": why}))


def _path(text: str, whole: str) -> int:
    path = int(text)
    if path > PATH:
        raise _unreadable(whole, f"the path has the squares 1 to {PATH}")
    return path


def recased(text: str) -> str:
    """A decision in notation with the capitals that R7 gives it: its forms do not need the difference."""
    small = text.lower()
    if small[:1] in ("+", "x"):
        return small[0] + "@".join(map(str.capitalize, small[1:].split("@")))
    if "." in small:
        return ".".join(map(str.capitalize, small.split(".")))
    return small.upper()


@lru_cache(maxsize=4096)
def _parse(text: str) -> Decision:
    action = _parse_action(text)
    if action is None:
        meant = recased(text)
        if meant != text and _reads(meant):
            raise _unreadable(text, f"write {meant}")
        signs = (sign for sign in (text[:1], *_HINTS) if sign in _HINTS and sign in text)
        why = next((_HINTS[sign] for sign in signs), "no form of R7 looks like that")
        raise _unreadable(text, why)
    return DECISIONS[action]


def _reads(text: str) -> bool:
    try:
        return _parse_action(text) is not None
    except IllegalMove:
        return True
    except NotationError:
        return False


def _parse_action(text: str) -> int | None:
    if text == "-":
        return actions.PASS
    if match := _BUILD.fullmatch(text):
        return _parse_build(text, *match.groups())
    if match := _PLACE.fullmatch(text):
        return actions.place(KIND_LETTERS.index(match[1]), _path(match[2], text))
    if match := _EXTRA.fullmatch(text):
        if match[1] not in FACE_NAMES:
            ways = " ".join(name for name in FACE_NAMES if name)
            raise _unreadable(text, f"a tile lies in one of the ways {ways}")
        return actions.extra(parse_square(match[2]), FACE_NAMES.index(match[1]))
    if match := _MOVE.fullmatch(text):
        return actions.move(_path(match[1], text))
    if match := _CLOSE.fullmatch(text):
        return actions.close(parse_port(match[1]))
    if match := _TAKE.fullmatch(text):
        return actions.take(KIND_LETTERS.index(match[1]))
    return None


def _parse_build(text: str, workman: str, builder: str, letter: str, leave: str) -> int:
    port, path = parse_port(workman), _path(builder, text)
    kind = Kind(KIND_LETTERS.index(letter))
    seen = SIGHT[port >> 2]
    if path not in seen:
        raise IllegalMove(
            Reason(
                "build/out-of-sight",
                {"square": square_name(port >> 2), "path": path, "paths": ", ".join(map(str, sorted(seen)))},
            )
        )
    entry = port & 3 ^ 2
    turn = (SIDE_NAMES.index(leave) - entry) % 4
    for lay in actions.KIND_LAYS[kind]:
        if actions.LAY_TURN[lay] == turn:
            return actions.build(port, seen.index(path), lay)
    raise IllegalMove(Reason("build/wrong-exit", {"workman": workman, "kind": letter, "exit": leave}))
