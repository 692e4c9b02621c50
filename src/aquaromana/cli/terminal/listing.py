"""Lists of options that fit the available lines."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from aquaromana.cli.terminal.choices import Choice


def listing(choice: Choice, width: int, room: int) -> tuple[list[str], bool]:
    """The options of a choice: in words, else in brief, else by their keys alone; and whether it is in brief."""
    options, numbered = choice.listed, choice.step.numbered
    keys = [f"{number}:{option.key}" if numbered else option.key for number, option in enumerate(options, 1)]
    wide = max(map(len, keys))
    forms: list[tuple[list[str], bool]] = []
    if options[0].words:
        worded = [f"{key:<{wide}} {option.words}" for key, option in zip(keys, options, strict=True)]
        forms.append((in_columns(worded, width), False))
    if options[0].brief:
        short = [f"{key} {option.brief}" for key, option in zip(keys, options, strict=True)]
        forms += [(in_columns(short, width), True), (flowing(short, width, "  "), True)]
    forms.append((flowing(keys, width, "  "), False))
    if not numbered and not options[0].words:
        forms.append((flowing(ranges(keys), width, "  "), False))
    few = [f"{len(keys)} choices, from {keys[0]} to {keys[-1]}; list shows all decisions"]
    return next((form for form in forms if len(form[0]) <= room), (few[:room], False))


def ranges(keys: Sequence[str]) -> list[str]:
    """Names of squares with those that follow each other in one: `A3–7`, or `12–15` on the path."""
    found: list[tuple[str, int, int]] = []
    for letter, number in sorted((key.rstrip("0123456789"), int(key.lstrip("ABCDEFGHIJK"))) for key in keys):
        if found and found[-1][0] == letter and found[-1][2] == number - 1:
            found[-1] = (letter, found[-1][1], number)
        else:
            found.append((letter, number, number))
    return [f"{letter}{first}" if first == last else f"{letter}{first}–{last}" for letter, first, last in found]


def in_columns(entries: Sequence[str], width: int) -> list[str]:
    """Entries side by side, as many as a line has room for, one under the other in each column."""
    each = max(map(len, entries)) + 3
    count = max(1, (width + 3) // each)
    rows = -(-len(entries) // count)
    return ["".join(f"{entry:<{each}}" for entry in entries[row::rows]).rstrip() for row in range(rows)]


def flowing(entries: Sequence[str], width: int, gap: str) -> list[str]:
    """Entries one after the other, in lines that break only between them."""
    joined = gap.join(entry.replace(" ", "\N{NO-BREAK SPACE}") for entry in entries)
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
