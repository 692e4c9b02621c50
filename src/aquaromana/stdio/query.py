"""Queries of `aqua analyze`: a line of JSON, read and checked field by field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from aquaromana.engine import Budget, BudgetError
from aquaromana.records import read_record
from aquaromana.rules import AquaError, Game, Layout
from aquaromana.rules.layout import SEAT_COLORS
from aquaromana.stdio.engine import MOST_MOVES

DEFAULT_PLAYOUTS: Final = 1000
DEFAULT_BOT: Final = "champion"
MOST_ID: Final = 200
"""Characters of an id."""

ACTIONS: Final = ("query_version", "terminate", "terminate_all")
SOURCES: Final = ("position", "record", "players")
FIELDS: Final = (
    "id",
    *SOURCES,
    "layout",
    "moves",
    "analyzeTurns",
    "maxPlayouts",
    "maxTime",
    "priority",
    "includePV",
    "maxMoves",
    "reportDuringSearchEvery",
    "bot",
    "seed",
)


class QueryError(ValueError):
    """A query that cannot be obeyed: a code and a sentence, and the field if one is to blame."""

    def __init__(self, code: str, message: str, *, field: str | None = None, id: str | None = None) -> None:  # noqa: A002 (the name in the protocol)
        super().__init__(message)
        self.code, self.field, self.id = code, field, id

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "error": {"code": self.code, "field": self.field, "message": str(self)}}


@dataclass(frozen=True, slots=True)
class Action:
    """Something else than an analysis: ask for the version, or end analyses."""

    id: str
    name: str
    target: str = ""
    """The query to terminate."""


@dataclass(frozen=True, slots=True)
class Query:
    """Positions of one game to analyze, and how."""

    id: str
    games: Mapping[int, Game]
    """The positions, by the number of decisions before them."""
    budget: Budget
    bot: str = DEFAULT_BOT
    seed: int = 0
    priority: int = 0
    include_pv: bool = True
    most_moves: int | None = None
    report_every: float | None = None
    unknown: tuple[str, ...] = field(default=())
    """Fields that are not known: they are ignored, with a warning."""


def read_query(line: str) -> Query | Action:
    """What a line asks for; QueryError if it cannot be read."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise QueryError("query/unreadable", f"The line is not JSON: {error}.") from None
    if not isinstance(data, dict):
        raise QueryError("query/unreadable", "A query is a JSON object.")
    id_ = data.get("id")
    if not isinstance(id_, str) or not 0 < len(id_) <= MOST_ID:
        raise QueryError("query/invalid", f"An id is a text of 1 to {MOST_ID} characters.", field="id")
    try:
        return _action(id_, data) if "action" in data else _query(id_, data)
    except QueryError as error:
        error.id = id_
        raise


def _action(id_: str, data: Mapping[str, Any]) -> Action:
    name = data["action"]
    if name not in ACTIONS:
        raise QueryError("query/invalid", f"The actions are {', '.join(ACTIONS)}.", field="action")
    target = data.get("terminateId", "")
    if name == "terminate" and not (isinstance(target, str) and target):
        raise QueryError("query/invalid", "Which query is to end? Give its id.", field="terminateId")
    return Action(id_, name, target if name == "terminate" else "")


def _query(id_: str, data: Mapping[str, Any]) -> Query:
    game = _game(data)
    most_moves = _whole(data, "maxMoves", 1, 10_000)
    return Query(
        id=id_,
        games=_turns(data, game),
        budget=_budget(data),
        bot=_text(data, "bot", DEFAULT_BOT),
        seed=_whole(data, "seed", 0, 2**63 - 1) or 0,
        priority=_whole(data, "priority", -(10**9), 10**9) or 0,
        include_pv=_flag(data, "includePV", default=True),
        most_moves=most_moves,
        report_every=_number(data, "reportDuringSearchEvery", 0.01, 86400),
        unknown=tuple(sorted(str(name)[:40] for name in data.keys() - set(FIELDS)))[:10],
    )


def _game(data: Mapping[str, Any]) -> Game:
    """The game with all its decisions."""
    given = [name for name in SOURCES if name in data]
    if len(given) != 1:
        raise QueryError(
            "query/invalid", "Give one of position, record and players.", field=given[1] if given else None
        )
    (source,) = given
    if source != "players" and "layout" in data:
        raise QueryError("query/invalid", "A layout goes with players; a position has its own.", field="layout")
    if source == "record" and "moves" in data:
        raise QueryError("query/invalid", "A record has its own moves.", field="moves")
    try:
        if source == "record":
            return read_record(_text(data, "record", "").encode()).game()
        game = _players(data) if source == "players" else Game.from_position(_text(data, "position", ""))
    except AquaError as error:
        raise QueryError(error.code, str(error), field=source) from None
    moves = data.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves) or len(moves) > MOST_MOVES:
        raise QueryError("query/invalid", f"Moves are a list of at most {MOST_MOVES} decisions.", field="moves")
    for number, move in enumerate(moves, 1):
        try:
            game.play(move)
        except AquaError as error:
            raise QueryError(error.code, f"Decision {number}: {error}", field="moves") from None
    return game


def _players(data: Mapping[str, Any]) -> Game:
    players = data["players"]
    if isinstance(players, bool) or players not in SEAT_COLORS:
        raise QueryError("players/impossible", "The game is for 2, 3 or 4 players.", field="players")
    try:
        layout = Layout.parse(players, _text(data, "layout", "")) if "layout" in data else None
        return Game(players, layout=layout)
    except AquaError as error:
        raise QueryError(error.code, str(error), field="layout") from None


def _turns(data: Mapping[str, Any], game: Game) -> dict[int, Game]:
    """The positions to analyze: the last one, or those that are listed."""
    last = len(game.moves)
    turns = data.get("analyzeTurns", [last])
    valid = isinstance(turns, list) and all(
        isinstance(turn, int) and not isinstance(turn, bool) and 0 <= turn <= last for turn in turns
    )
    if not valid or not turns:
        raise QueryError("query/invalid", f"Turns are a list of numbers from 0 to {last}.", field="analyzeTurns")
    games: dict[int, Game] = {}
    replay = game.copy()
    for turn in sorted(set(turns), reverse=True):
        while len(replay.moves) > turn:
            replay.pop()
        games[turn] = replay.copy()
    return dict(sorted(games.items()))


def _budget(data: Mapping[str, Any]) -> Budget:
    playouts = _whole(data, "maxPlayouts", 1, 10**12)
    seconds = _number(data, "maxTime", 0.001, 86400)
    if playouts is None and seconds is None:
        playouts = DEFAULT_PLAYOUTS
    try:
        return Budget(seconds=seconds, playouts=playouts)
    except BudgetError as error:
        raise QueryError("query/invalid", str(error), field="maxPlayouts") from None


def _text(data: Mapping[str, Any], name: str, otherwise: str) -> str:
    value = data.get(name, otherwise)
    if not isinstance(value, str):
        raise QueryError("query/invalid", f"The field {name} is a text.", field=name)
    return value


def _flag(data: Mapping[str, Any], name: str, *, default: bool) -> bool:
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise QueryError("query/invalid", f"The field {name} is true or false.", field=name)
    return value


def _whole(data: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    value = data.get(name)
    if value is None and name not in data:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise QueryError("query/invalid", f"The field {name} is a whole number from {least} to {most}.", field=name)
    return value


def _number(data: Mapping[str, Any], name: str, least: float, most: float) -> float | None:
    value = data.get(name)
    if value is None and name not in data:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise QueryError("query/invalid", f"The field {name} is a number from {least:g} to {most:g}.", field=name)
    return float(value)
