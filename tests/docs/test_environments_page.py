"""The page about the environments: its tables are those of the code."""

from itertools import pairwise

from aquaromana import Decision
from aquaromana.engine import observation
from aquaromana.rules import actions
from tests.docs.pages import DOCS, table, text_of

PAGE = DOCS / "environments.md"

FIRSTS = {
    "build": (actions.BUILD, "(port * 4 + look) * 6 + lay"),
    "extra tile": (actions.EXTRA, "square * 9 + face - 1"),
    "place builder": (actions.PLACE, "(kind - 1) * 38 + path - 1"),
    "move builder": (actions.MOVE, "path - 1"),
    "close": (actions.CLOSE, "port"),
    "close nothing": (actions.PASS, "0"),
    "take": (actions.TAKE, "kind - 1"),
}


def actions_table() -> str:
    lines = ["| integers | decision | offset from the first | first | last |", "|---|---|---|---|---|"]
    firsts = [first for first, _ in FIRSTS.values()]
    for (name, (first, offset)), (_, end) in zip(FIRSTS.items(), pairwise([*firsts, actions.ACTIONS]), strict=True):
        numbers = f"{first}–{end - 1}" if end - 1 > first else str(first)
        lines.append(f"| {numbers} | {name} | `{offset}` | `{Decision(first)}` | `{Decision(end - 1)}` |")
    return "\n".join(lines) + "\n"


def observation_table() -> str:
    lines = ["| part | planes | group | most | meaning |", "|---|---|---|---|---|"]
    parts = {"board": observation.BOARD_PLANES, "path": observation.PATH_PLANES, "globals": observation.GLOBALS}
    for part, planes in parts.items():
        groups = dict[str, list[int]]()
        for number, plane in enumerate(planes):
            groups.setdefault(plane.name.split()[0], []).append(number)
        for group, numbers in groups.items():
            shown = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
            first = planes[numbers[0]]
            more = " …" if len(numbers) > 1 else ""
            lines.append(f"| {part} | {shown} | `{group}` | {first.most} | {first.meaning}{more} |")
    return "\n".join(lines) + "\n"


def test_the_actions_are_those_of_the_rules() -> None:
    assert actions_table() in text_of(PAGE), f"docs/environments.md should have:\n\n{actions_table()}"
    assert actions.__doc__ is not None
    for first, offset in FIRSTS.values():
        assert any(line.startswith(str(first)) and offset in line for line in actions.__doc__.splitlines())


def test_the_groups_are_those_of_the_observation() -> None:
    assert observation_table() in text_of(PAGE), f"docs/environments.md should have:\n\n{observation_table()}"


def test_the_figures_are_those_that_the_benchmark_gives() -> None:
    from benchmarks import envs

    named = [row[0] for row in table(PAGE, "what", "ours", "peer", "ratio")]
    assert named == [*envs.names()]
