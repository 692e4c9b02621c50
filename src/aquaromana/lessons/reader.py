"""Reads lesson files (TOML). docs/lessons.md describes the format for authors."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeGuard, cast

from aquaromana.lessons.errors import LessonError
from aquaromana.lessons.lesson import (
    LANGUAGES,
    Ending,
    Focus,
    Lesson,
    Reason,
    Reply,
    Rule,
    Step,
    Task,
    Trial,
    Until,
    Words,
)
from aquaromana.rules import AquaError, Decision, Position
from aquaromana.rules.geometry import PATH, parse_port, parse_square
from aquaromana.rules.notation import parse_position, position_text
from aquaromana.rules.tiles import FACE_NAMES, FACES, KIND_LETTERS, KINDS

TYPES: Final = ("build", "extra", "place", "move", "close", "pass", "take")
_IDS: Final = re.compile(r"[a-z][a-z0-9-]{0,15}")
_STEP: Final = frozenset(
    {"id", "title", "text", "position", "clause", "allow", "offer", "why_not", "done", "focus", "reply", "until"}
    | {"stretches", "then", "trial", "asks"}
)
_NEEDED: Final = ("id", "title", "text", "position", "clause", "done")
_PHASES: Final = ("build", "extra", "close", "claim")
_RIVALS: Final = ("hindered", "helped", "spared")
_RULE: Final = tuple(field.name for field in fields(Rule))
_NAMES: Final = {
    "kind": tuple(KIND_LETTERS[kind] for kind in KINDS),
    "face": tuple(FACE_NAMES[face] for face in FACES),
}


@cache
def lesson(id: str) -> Lesson:  # noqa: A002 - it is the lesson's id everywhere
    """A lesson of this package; KeyError if there is none with this id."""
    if id not in lesson_ids():
        raise KeyError(id)
    return read_lesson(lesson_text(id), id)


def lesson_text(id: str) -> str:  # noqa: A002
    """The file of a lesson of this package."""
    return (files(__package__) / "data" / f"{id}.toml").read_text("utf-8")


@cache
def lesson_ids() -> tuple[str, ...]:
    """The lessons of this package."""
    found = (files(__package__) / "data").iterdir()
    return tuple(sorted(each.name.removesuffix(".toml") for each in found if each.name.endswith(".toml")))


def read_lesson(text: str, id: str) -> Lesson:  # noqa: A002
    """A lesson from the text of its file; LessonError says what is wrong with it, and in which step."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{error}") from None
    if not _IDS.fullmatch(id):
        raise LessonError(f"{id!r} is not a valid name for a lesson: use small letters, digits and hyphens")
    _check_keys("the lesson", data, {"title", "step"})
    steps = data.get("step")
    if not _is_tables(steps) or not steps:
        raise LessonError("there is no [[step]]")
    read = tuple(_step(each, f"step {number}") for number, each in enumerate(steps, 1))
    twice = sorted({step.id for step in read if sum(step.id == other.id for other in read) > 1})
    if twice:
        raise LessonError(f"two steps are called {twice[0]!r}")
    return Lesson(id, _words(data.get("title"), "the lesson: title"), read, _digest(read))


def _digest(steps: Iterable[Step]) -> str:
    """What progress depends on, in a few letters: everything but words, and where to look."""
    parts = [
        (step.id, position_text(step.position), step.allow, step.reply, step.until, step.stretches) for step in steps
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]


def _step(data: Mapping[str, Any], where: str) -> Step:
    if isinstance(name := data.get("id"), str):
        where = f"{where} ({name[:20]})"
    _check_keys(where, data, _STEP)
    if missing := [key for key in _NEEDED if key not in data]:
        raise LessonError(f"{where}: {missing[0]} is missing")
    if not isinstance(name, str) or not _IDS.fullmatch(name):
        raise LessonError(f"{where}: the id has to be small letters, digits and hyphens")
    until = data.get("until", "stretch")
    if until not in ("stretch", "over"):
        raise LessonError(f"{where}: until is 'stretch' or 'over', not {until!r}")
    stretches = data.get("stretches", 1)
    if not _is_number(stretches) or not 1 <= stretches <= 9:
        raise LessonError(f"{where}: stretches is a number from 1 to 9, not {stretches!r}")
    why_not = tuple(_reason(each, f"{where}: why_not") for each in _tables(data, "why_not", where))
    done = tuple(_ending(each, f"{where}: done") for each in _tables(data, "done", where))
    if until == "stretch" and (not why_not or why_not[-1].when is not None):
        raise LessonError(f"{where}: the last why_not has no 'when': it is for everything else")
    if not done or done[-1].when is not None:
        raise LessonError(f"{where}: the last done has no 'when': it is for everything else")
    allow = _rules(data, "allow", where)
    if until == "stretch" and not allow:
        raise LessonError(f"{where}: allow is missing")
    return Step(
        id=name,
        title=_words(data["title"], f"{where}: title"),
        text=_words(data["text"], f"{where}: text"),
        position=_position(data["position"], where),
        clause=_text(data["clause"], f"{where}: clause"),
        allow=allow,
        offer=_rules(data, "offer", where),
        why_not=why_not,
        done=done,
        focus=_focus(data.get("focus", []), f"{where}: focus"),
        then=tuple(_task(each, f"{where}: then") for each in _tables(data, "then", where)),
        trial=_trial(data["trial"], f"{where}: trial") if "trial" in data else None,
        asks=_one_of(data.get("asks", ""), ("", "builder"), f"{where}: asks"),
        reply=tuple(_reply(each, f"{where}: reply") for each in _list(data.get("reply", []), f"{where}: reply")),
        until=cast(Until, until),
        stretches=stretches,
    )


def _position(text: Any, where: str) -> Position:
    try:
        return parse_position(_text(text, f"{where}: position"))
    except AquaError as error:
        raise LessonError(f"{where}: {error}", code="lesson/impossible") from None


def _words(data: Any, where: str) -> Words:
    if not isinstance(data, dict):
        raise LessonError(f"{where} needs a text for each of {', '.join(LANGUAGES)}")
    texts = {language: data.get(language) for language in LANGUAGES}
    for language, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            raise LessonError(f"{where} has no text in {language}")
    return Words(*map(str, texts.values()))


def _reason(data: Mapping[str, Any], where: str) -> Reason:
    _check_keys(where, data, {"when", *LANGUAGES})
    return Reason(_words(data, where), _rule(data["when"], where) if "when" in data else None)


def _ending(data: Mapping[str, Any], where: str) -> Ending:
    _check_keys(where, data, {"when", "won", "worse", *LANGUAGES})
    for name in ("won", "worse"):
        if not isinstance(data.get(name, False), bool):
            raise LessonError(f"{where}: {name} is true or false, not {data[name]!r}")
    when = _rule(data["when"], where) if "when" in data else None
    return Ending(_words(data, where), when, data.get("won"), data.get("worse", False))


def _task(data: Mapping[str, Any], where: str) -> Task:
    _check_keys(where, data, {"phase", "focus", *LANGUAGES})
    phase = _one_of(data.get("phase"), _PHASES, f"{where}: phase")
    return Task(phase, _words(data, where), _focus(data.get("focus", []), f"{where}: focus"))


def _trial(data: Any, where: str) -> Trial:
    if not isinstance(data, dict):
        raise LessonError(f"{where} is a table, not {data!r}")
    _check_keys(where, data, {"builder", *LANGUAGES})
    return Trial(_path(data.get("builder"), where), _words(data, where))


def _one_of(value: Any, known: Iterable[str], where: str) -> str:
    if value not in known:
        raise LessonError(f"{where} is one of {', '.join(filter(None, known))}, not {value!r}")
    return str(value)


def _rules(data: Mapping[str, Any], name: str, where: str) -> tuple[Rule, ...]:
    return tuple(_rule(each, f"{where}: {name}") for each in _tables(data, name, where))


def _rule(data: Any, where: str) -> Rule:
    if not isinstance(data, dict):
        raise LessonError(f"{where}: {data!r} is not a rule")
    _check_keys(where, data, set(_RULE))
    if data.get("type") not in TYPES:
        raise LessonError(f"{where}: type is one of {', '.join(TYPES)}, not {data.get('type')!r}")
    found: dict[str, Any] = {"type": data["type"]}
    for name in ("kind", "workman", "square", "face"):
        found[name] = tuple(_name(name, each, where) for each in _list(data.get(name, []), f"{where}: {name}"))
    for name in ("builder", "walks"):
        found[name] = tuple(_path(each, where) for each in _list(data.get(name, []), f"{where}: {name}"))
    for name in ("fountain", "closes", "seen"):
        if not isinstance(data.get(name, False), bool):
            raise LessonError(f"{where}: {name} is true or false, not {data[name]!r}")
        found[name] = data.get(name)
    found["rivals"] = _one_of(data.get("rivals", ""), ("", *_RIVALS), f"{where}: rivals")
    if not _is_number(data.get("grows", 0)):
        raise LessonError(f"{where}: grows is a number, not {data['grows']!r}")
    return Rule(**found, grows=data.get("grows", 0))


def _name(what: str, value: Any, where: str) -> str:
    """The name of a kind, a face, a workman or a square."""
    text = _text(value, f"{where}: {what}")
    if known := _NAMES.get(what):
        if text not in known:
            raise LessonError(f"{where}: {what} is one of {', '.join(known)}, not {text!r}")
        return text
    try:
        (parse_port if what == "workman" else parse_square)(text)
    except KeyError:
        raise LessonError(f"{where}: {text!r} is not the name of a {what}") from None
    return text


def _path(value: Any, where: str) -> int:
    if not _is_number(value) or not 1 <= value <= PATH:
        raise LessonError(f"{where}: {value!r} is not a path square")
    return value


def _focus(data: Any, where: str) -> Focus:
    """Squares and path squares, in any order."""
    names = _list(data, where)
    paths = tuple(_path(each, where) for each in names if not isinstance(each, str))
    return Focus(tuple(_name("square", each, where) for each in names if isinstance(each, str)), paths)


def _reply(data: Any, where: str) -> Reply:
    """A stretch: each entry is a decision, or several of which the first legal one is made."""
    return tuple(
        tuple(_decision(one, where) for one in (each if isinstance(each, list) else [each])) or _empty(where)
        for each in _list(data, where)
    )


def _empty(where: str) -> tuple[Decision, ...]:
    raise LessonError(f"{where}: a list of alternatives is empty")


def _decision(text: Any, where: str) -> Decision:
    try:
        return Decision(_text(text, where))
    except AquaError as error:
        raise LessonError(f"{where}: {error}") from None


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise LessonError(f"{where} is a text, not {value!r}")
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise LessonError(f"{where} is a list, not {value!r}")
    return value


def _tables(data: Mapping[str, Any], name: str, where: str) -> list[dict[str, Any]]:
    value = data.get(name, [])
    if not _is_tables(value):
        raise LessonError(f"{where}: {name} is a list of tables, not {value!r}")
    return value


def _is_tables(value: Any) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _check_keys(where: str, data: Mapping[str, Any], known: Iterable[str]) -> None:
    if unknown := sorted(set(data) - set(known)):
        raise LessonError(f"{where}: {unknown[0]!r} is not known here")
