"""SVG path data in few characters: rounded, and each command absolute or relative, whichever is shorter."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "T": 2, "A": 7, "Z": 0}
_NEXT: Final = {"M": "L", "m": "l"}
"""What further points after a move mean."""


def rounded(value: float, places: int = 1) -> str:
    """A number with at most so many decimals, and no zero that says nothing."""
    text = f"{value:.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@lru_cache(maxsize=4096)
def tight(data: str, places: int = 1) -> str:
    """The same path, rounded; relative commands start from rounded points, so that no error adds up."""
    out: list[str] = []
    exact, drawn = (0.0, 0.0), (0.0, 0.0)
    exact_start = drawn_start = (0.0, 0.0)
    last = ""
    for command, values in _commands(data):
        kind = command.upper()
        if kind == "Z":
            out.append("z")
            exact, drawn, last = exact_start, drawn_start, "z"
            continue
        points = _absolute(command, values, exact)
        reached = _end(kind, points, exact)
        if kind == "L" and reached != exact:
            kind, points = _straight(points, drawn, places)
        texts = [_spelled(kind, points, (0.0, 0.0), places), _spelled(kind, points, drawn, places)]
        spelled = [
            _joined("" if name == last else name, text, out[-1] if out and name == last else "")
            for name, text in zip((kind, kind.lower()), texts, strict=True)
        ]
        chosen = 1 if len(spelled[1]) < len(spelled[0]) else 0
        out.append(spelled[chosen])
        name = (kind, kind.lower())[chosen]
        last = _NEXT.get(name, name)
        exact = reached
        drawn = _end(kind, [round(value, places) for value in points], drawn)
        if kind == "M":
            exact_start, drawn_start = exact, drawn
    return "".join(out)


def _commands(data: str) -> list[tuple[str, list[float]]]:
    """Every command with its numbers, one at a time."""
    found: list[tuple[str, list[float]]] = []
    command = ""
    for token in _TOKEN.findall(data):
        if token.isalpha():
            command = token
            found.append((command, []))
        else:
            if len(found[-1][1]) == _COUNTS[command.upper()]:
                command = _NEXT.get(command, command)
                found.append((command, []))
            found[-1][1].append(float(token))
    return found


def _absolute(command: str, values: list[float], at: tuple[float, float]) -> list[float]:
    """The numbers of a command as if it were absolute."""
    if command.isupper():
        return values
    if command == "v":
        return [values[0] + at[1]]
    if command == "a":
        return [*values[:5], values[5] + at[0], values[6] + at[1]]
    return [value + at[index % 2] for index, value in enumerate(values)]


def _straight(points: list[float], at: tuple[float, float], places: int) -> tuple[str, list[float]]:
    """A line as one that is level or upright, if it is."""
    x, y = (round(value, places) for value in points)
    if y == round(at[1], places):
        return "H", points[:1]
    return ("V", points[1:]) if x == round(at[0], places) else ("L", points)


def _end(kind: str, points: list[float], at: tuple[float, float]) -> tuple[float, float]:
    """Where the pen is after an absolute command."""
    if kind == "H":
        return points[0], at[1]
    if kind == "V":
        return at[0], points[0]
    return points[-2], points[-1]


def _spelled(kind: str, points: list[float], at: tuple[float, float], places: int) -> list[str]:
    """The numbers of a command, seen from a point."""
    if kind == "V":
        return [rounded(round(points[0], places) - at[1], places)]
    if kind == "A":
        flags = [str(int(value)) for value in points[2:5]]
        ends = [rounded(round(value, places) - at[index], places) for index, value in enumerate(points[5:])]
        return [rounded(points[0], places), rounded(points[1], places), *flags, *ends]
    return [rounded(round(value, places) - at[index % 2], places) for index, value in enumerate(points)]


def _joined(name: str, numbers: list[str], before: str) -> str:
    """A command as text; numbers are divided only where they would run together."""
    text = name
    previous = before[before.rfind(" ") + 1 :] if not name else ""
    for number in numbers:
        needs = previous and not number.startswith("-") and not (number.startswith(".") and "." in _tail(previous))
        text += f" {number}" if needs else number
        previous = number
    return text


def _tail(text: str) -> str:
    """The last number of some path data."""
    last: str = _TOKEN.findall(text)[-1]
    return last
