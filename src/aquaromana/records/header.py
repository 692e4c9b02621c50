"""Reading and writing the standard tags: players, layout, start, result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from aquaromana.records.errors import RecordError, reason, shown
from aquaromana.rules import AquaError, Game, Layout, Position, Reason, standard_layout

GAME: Final = "Aqua Romana"
FORMAT: Final = 1
"""The version of the record format, see AQR3."""
RULES: Final = 1
"""The version of the rules that a record is played by: the clauses R1 to R9 and the standard layouts."""

STANDARD: Final = "standard"
UNFINISHED: Final = "*"

SEATS: Final = range(4)
TAGS: Final = (
    "Game",
    "Format",
    "Rules",
    "Event",
    "Site",
    "Date",
    "Players",
    *(f"Seat{seat}" for seat in SEATS),
    *(f"Bot{seat}" for seat in SEATS),
    "Layout",
    "Start",
    "Result",
)
"""The standard tags in the order in which they are written."""

DERIVED: Final = frozenset({"Game", "Format", "Rules", "Players", "Layout", "Start", "Result"})
"""Tags that follow from the record itself and are not kept with the others."""

_BY_CASE: Final = {tag.lower(): tag for tag in TAGS}
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_SEAT_TAG: Final = re.compile(r"(?:seat|bot)([0-9]+)", re.IGNORECASE)
_COLUMN: Final = re.compile(r"[a-k](?=[0-9])")
_POINTS: Final = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4})+")

Located = Callable[[str, Reason], RecordError]
"""Makes the error about a tag, with its place; the empty name stands for the record as a whole."""


def tag_name(name: str) -> str:
    """A tag's name as it is written: standard tags are known in any case."""
    return _BY_CASE.get(name.lower(), name)


class Tags(Mapping[str, str]):
    """Tags that stay as they are."""

    __slots__ = ("_tags",)

    def __init__(self, tags: Mapping[str, str]) -> None:
        self._tags = dict(tags)

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def __or__(self, others: Mapping[str, str]) -> dict[str, str]:
        return {**self._tags, **others}

    def __repr__(self) -> str:
        return repr(self._tags)


def checked_tags(tags: Mapping[str, str], players: int) -> Tags:
    """The tags that a record keeps; RecordError for an invalid name, TypeError for a value that is not text."""
    kept: dict[str, str] = {}
    for given, value in tags.items():
        if not all(isinstance(part, str) for part in (given, value)):
            raise TypeError(f"A tag has a name and a text, such as Seat0='Ann': {given!r} with {value!r} is none.")
        name = tag_name(given)
        if not _NAME.fullmatch(name):
            why = "it is made of letters, digits and _"
            raise RecordError(reason("record/tag-name", tag=shown(name), why=why))
        if name in DERIVED:
            raise RecordError(reason("record/tag-name", tag=name, why="it follows from the record itself"))
        if name in kept:
            raise RecordError(reason("record/duplicate-tag", tag=name))
        if not seat_fits(name, players):
            raise RecordError(reason("record/contradiction", tag=name, value=shown(value), other=f"Players {players}"))
        kept[name] = value
    return Tags(kept)


def seat_fits(tag: str, players: int) -> bool:
    """Whether a tag like Seat2 names a seat that plays; all other tags fit."""
    match = _SEAT_TAG.fullmatch(tag)
    return match is None or match[1] in map(str, range(players))


def layout_text(layout: Layout) -> str:
    """``standard``, or the reservoirs as in a position string: ``C1D1-C1w-D1s-D1e~…``."""
    return STANDARD if layout.is_standard else "~".join(map(str, layout.reservoirs))


def parse_layout_text(text: str, players: int) -> Layout:
    """The layout with this text; LayoutError or PlayersError if there is none."""
    if text.lower() == STANDARD:
        return standard_layout(players)
    return Layout.parse(players, _COLUMN.sub(lambda match: match[0].upper(), text.lower()))


def result_text(result: tuple[int, ...] | None) -> str:
    """``26-22-23-20``, or ``*`` for a game that is not finished."""
    return UNFINISHED if result is None else "-".join(map(str, result))


def is_result(text: str) -> bool:
    return text == UNFINISHED or _POINTS.fullmatch(text) is not None


def parse_result(text: str, players: int) -> tuple[int, ...] | None:
    """The points of all seats, None for ``*``; RecordError for anything else."""
    if text == UNFINISHED:
        return None
    points = tuple(map(int, text.split("-"))) if is_result(text) else ()
    if len(points) != players:
        example = "-".join(["26", "22", "23", "20"][:players])
        raise RecordError(reason("record/result", result=shown(text), players=players, example=example))
    return points


def start_position(tags: Mapping[str, str], located: Located) -> Position:
    """Where the game of a record starts, by what its tags say; they may not contradict each other."""
    _check_versions(tags, located)
    start = _parse_start(tags["Start"], located) if "Start" in tags else None
    players = _players(tags, start, located)
    try:
        layout = parse_layout_text(tags.get("Layout", STANDARD), players)
    except AquaError as error:
        raise located("Layout", error.reason) from None
    for tag in tags:
        if not seat_fits(tag, players):
            raise _contradiction(tags, tag, f"Players {players}", located)
    if start is None:
        return Position(layout)
    if start.players != players:
        raise _contradiction(tags, "Players", f"Start (Players {start.players})", located)
    if "Layout" in tags and start.layout != layout:
        raise _contradiction(tags, "Layout", "Start", located)
    return start


def _contradiction(tags: Mapping[str, str], tag: str, other: str, located: Located) -> RecordError:
    return located(tag, reason("record/contradiction", tag=tag, value=shown(tags[tag]), other=other))


def _check_versions(tags: Mapping[str, str], located: Located) -> None:
    game = tags.get("Game", GAME)
    if game.strip().lower() != GAME.lower():
        raise located("Game", reason("record/wrong-game", game=shown(game)))
    for tag, known in (("Format", FORMAT), ("Rules", RULES)):
        value = tags.get(tag, str(known))
        if value.strip() != str(known):
            raise located(tag, reason("record/version", tag=tag, value=shown(value), expected=known))


def _parse_start(text: str, located: Located) -> Position:
    try:
        return Game.from_position(text.strip()).position
    except AquaError as error:
        raise located("Start", error.reason) from None


def _players(tags: Mapping[str, str], start: Position | None, located: Located) -> int:
    """The number of players: stated, or what the start, the result or the seats' names tell."""
    if "Players" in tags:
        text = tags["Players"].strip()
        if not re.fullmatch("[2-4]", text):
            raise located("Players", Reason("players/impossible", {"players": shown(text)}))
        return int(text)
    if start is not None:
        return start.players
    points = tags.get("Result", "").strip().count("-") + 1
    if 2 <= points <= 4:
        return points
    names = sum(f"Seat{seat}" in tags for seat in SEATS)
    if 2 <= names <= 4:
        return names
    raise located("", reason("record/no-players"))
