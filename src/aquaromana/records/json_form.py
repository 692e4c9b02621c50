"""The JSON form of a record, described by ``aqr.schema.json``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from aquaromana.records.errors import RecordError, reason, shown
from aquaromana.records.header import (
    FORMAT,
    GAME,
    RULES,
    checked_tags,
    layout_text,
    parse_result,
    result_text,
    start_position,
)
from aquaromana.records.lexer import LIMIT, Source
from aquaromana.records.record import DEPTH, Line, Ply, Record
from aquaromana.records.replay import Replay
from aquaromana.records.writer import start_text
from aquaromana.rules import AquaError, Decision, Position, Reason

_RECORD_KEYS: Final = ("game", "version", "rules", "players", "layout", "start", "tags", "comment", "moves", "result")
_PLY_KEYS: Final = ("seat", "move", "hash", "comment", "variations")
_LINE_KEYS: Final = ("comment", "moves")

_PATHS: Final = {
    "Game": "/game",
    "Format": "/version",
    "Rules": "/rules",
    "Players": "/players",
    "Layout": "/layout",
    "Start": "/start",
}
"""Where the JSON form has what stands in these tags."""


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the JSON form."""
    import json  # only this module needs it, and only when asked
    from importlib.resources import files

    text = files(__package__).joinpath("aqr.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def to_json(record: Record, *, hashes: bool | None = None) -> dict[str, Any]:
    """The record as an object for `json.dumps`; `hashes` as in `write_record`."""
    twin: dict[str, Any] = {
        "game": GAME,
        "version": FORMAT,
        "rules": RULES,
        "players": record.players,
        "layout": layout_text(record.layout),
    }
    if record.start != Position(record.layout):
        twin["start"] = start_text(record)
    if record.tags:
        twin["tags"] = dict(sorted(record.tags.items()))
    twin |= _line(record.line, Replay(record.start), hashes=hashes)
    twin["result"] = None if record.result is None else list(record.result)
    return twin


def _line(line: Line, replay: Replay, *, hashes: bool | None) -> dict[str, Any]:
    moves = [_ply(ply, replay, hashes=hashes) for ply in line.plies]
    return {"comment": line.comment, "moves": moves} if line.comment else {"moves": moves}


def _ply(ply: Ply, replay: Replay, *, hashes: bool | None) -> dict[str, Any]:
    twin: dict[str, Any] = {"seat": replay.seat, "move": str(ply.move)}
    replay.follow(ply.move)
    state_hash = replay.game.state_hash if hashes else ply.hash
    if state_hash is not None and hashes is not False:
        twin["hash"] = f"{state_hash:016x}"
    if ply.comment:
        twin["comment"] = ply.comment
    if ply.variations:
        replay.undo()
        twin["variations"] = []
        for variation in ply.variations:
            twin["variations"].append(_line(variation, replay, hashes=hashes))
            for _ in variation.plies:
                replay.undo()
        replay.push(ply.move)
    return twin


def from_json(data: object, *, limit: int = LIMIT) -> Record:
    """The record of a JSON form, given as text or already loaded. RecordError names the place as a JSON pointer."""
    if isinstance(data, str | bytes):
        data = _loaded(data, limit)
    twin = _object(data, "", _RECORD_KEYS, ("version", "players", "moves"))
    tags = _tags(twin.get("tags", {}))
    players = _integer(twin["players"], "/players")
    claims = {
        "Game": _string(twin.get("game", GAME), "/game"),
        "Format": str(_integer(twin["version"], "/version")),
        "Rules": str(_integer(twin.get("rules", RULES), "/rules")),
        "Players": str(players),
    }
    for tag, key in (("Layout", "layout"), ("Start", "start")):
        if key in twin:
            claims[tag] = _string(twin[key], f"/{key}")

    def located(tag: str, why: Reason) -> RecordError:
        return RecordError(why, path=_PATHS[tag])

    start = start_position(claims, located)
    try:
        checked_tags(tags, players)
    except RecordError as error:
        raise RecordError(error.reason, path="/tags") from None
    replay = Replay(start)
    line = _read_line(twin, "", replay, depth=0)
    if "result" in twin:
        result = _read_result(twin["result"], players)
    else:
        result = replay.game.scores() if replay.game.is_over else None
    return Record(start, line, tags, result)


def _loaded(text: str | bytes, limit: int) -> object:
    import json  # only this module needs it, and only when asked

    source = Source(text, limit)
    try:
        loaded: object = json.loads(source.text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        syntax = reason("record/json-syntax", why=error.msg.lower())
        raise RecordError(syntax, line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else "a number is too long"
        raise RecordError(reason("record/json-syntax", why=why)) from None
    return loaded


def _expected(path: str, expected: str) -> RecordError:
    return RecordError(reason("record/json", expected=expected), path=path)


def _object(value: object, path: str, keys: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _expected(path, f"an object with the keys {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise _expected(path, f"the keys {', '.join(keys)}, not {shown(str(key))}")
    for key in needed:
        if key not in value:
            raise _expected(path, f"the key {key}")
    return value


def _string(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise _expected(path, "a string")
    return value


def _integer(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10_000:
        raise _expected(path, "an integer")
    return value


def _array(value: object, path: str) -> list[object]:
    if not isinstance(value, list):
        raise _expected(path, "an array")
    return value


def _tags(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise _expected("/tags", "an object of strings")
    return {name: _string(text, "/tags/" + name.replace("~", "~0").replace("/", "~1")) for name, text in value.items()}


def _read_result(value: object, players: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    points = [_integer(points, f"/result/{i}") for i, points in enumerate(_array(value, "/result"))]
    try:
        return parse_result(result_text(tuple(points)), players)
    except RecordError as error:
        raise RecordError(error.reason, path="/result") from None


def _read_line(twin: Mapping[str, object], path: str, replay: Replay, depth: int) -> Line:
    if depth > DEPTH:
        raise RecordError(reason("record/too-deep", limit=DEPTH), path=path)
    comment = _string(twin.get("comment", ""), f"{path}/comment")
    plies = [
        _read_ply(ply, f"{path}/moves/{i}", replay, depth)
        for i, ply in enumerate(_array(twin["moves"], f"{path}/moves"))
    ]
    return Line(tuple(plies), comment)


def _read_ply(value: object, path: str, replay: Replay, depth: int) -> Ply:
    twin = _object(value, path, _PLY_KEYS, ("move",))
    text = _string(twin["move"], f"{path}/move")
    stated, number = twin.get("seat", replay.seat), replay.ply
    if stated != replay.seat or isinstance(stated, bool):
        why = reason("record/wrong-seat", stated=shown(str(stated)), seat=replay.seat)
        raise RecordError(why, path=f"{path}/seat", ply=number)
    try:
        move = Decision(text)
        replay.follow(move)
    except AquaError as error:
        raise RecordError(error.reason, path=f"{path}/move", ply=number) from None
    state_hash = _read_hash(twin["hash"], f"{path}/hash") if "hash" in twin else None
    comment = _string(twin.get("comment", ""), f"{path}/comment")
    lines = _array(twin.get("variations", []), f"{path}/variations")
    variations: list[Line] = []
    if lines:
        replay.undo()
        for i, line in enumerate(lines):
            variations.append(_read_variation(line, f"{path}/variations/{i}", replay, depth + 1))
        replay.push(move)
    return Ply(move, state_hash, comment, tuple(variations))


def _read_variation(value: object, path: str, replay: Replay, depth: int) -> Line:
    line = _read_line(_object(value, path, _LINE_KEYS, ("moves",)), path, replay, depth)
    if not line.plies:
        raise RecordError(reason("record/empty-variation"), path=path)
    for _ in line.plies:
        replay.undo()
    return line


def _read_hash(value: object, path: str) -> int:
    text = _string(value, path)
    if len(text) != 16 or not set(text) <= set("0123456789abcdef"):
        raise RecordError(reason("record/hash", found=shown(text)), path=path)
    return int(text, 16)
