"""`aqua solve`: what is certain in a position, whatever the others do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between, Whole
from aquaromana.engine.budget import BudgetError
from aquaromana.engine.decided import Decided, decided
from aquaromana.engine.solve import (
    Effort,
    Goal,
    GoalError,
    Interval,
    SolveError,
    Solver,
    Unknown,
    Value,
    Verdict,
)
from aquaromana.rules import Decision, Game


def complete_goals(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Goals that begin so."""
    return [goal for goal in ("win", "share", "lead:", "points:", "podium:") if goal.startswith(incomplete)]


@click.command(epilog="Example: aqua solve game.aqr --ply -12 --each", short_help="Say what is certain in a position.")
@click.argument("source", metavar="FILE|POSITION")
@click.option("--seat", type=Between(0, 3), help="For whom; otherwise for the seat to move.")
@click.option(
    "--goal",
    default="win",
    show_default=True,
    shell_complete=complete_goals,
    help="win, share, share:2, lead:5, points:40 or podium:D1e:9 (the outlet of an aqueduct and the podium).",
)
@click.option(
    "--budget", default="5s", show_default=True, help="Seconds like 5s, nodes like 200000, or both like 200000/5s."
)
@click.option("--each", is_flag=True, help="Judge every legal decision.")
@click.option("--value", is_flag=True, help="Show what becomes of the position if all play for their own place.")
@click.option("--decided", "when", is_flag=True, help="Say from which decision on a finished game was decided.")
@click.option("--ply", type=Whole(), help="Look after so many decisions; negative numbers count from the end.")
@click.option("--game", "number", type=Between(1), default=1, help="Which game of a file with several.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def solve(source: str, ply: int | None, number: int, **wanted: Any) -> None:
    """Say whether a seat can reach a goal, whatever all others do: proven, refuted or unknown, and how.

    FILE is a record (.aqr or JSON), a picture that contains one, or a position string; - is standard input.
    """
    from aquaromana.cli.sources import load

    loaded = load(source)
    record, game = loaded.record(number), loaded.game(ply, number)
    try:
        effort = Effort.parse(wanted["budget"])
        if wanted["when"]:
            answer = _when(game, effort, record.names)
        elif wanted["value"]:
            answer = _value(game, effort, record.names)
        else:
            answer = _force(game, effort, record.names, **wanted)
    except (BudgetError, GoalError, SolveError) as error:
        raise Failure(str(error)) from None
    click.echo(json.dumps(answer[0], ensure_ascii=False) if wanted["as_json"] else "\n".join(answer[1]))


Answer = tuple[dict[str, Any], list[str]]
"""For programs, and for people."""


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) and names[seat] else f"seat {seat}"


def _force(game: Game, effort: Effort, names: Sequence[str], **wanted: Any) -> Answer:
    seat = game.to_move if wanted["seat"] is None else wanted["seat"]
    goal, solver = Goal.parse(wanted["goal"]), Solver()
    verdict = solver.force(game.position, seat, goal, effort)
    told = {"seat": seat, "goal": str(goal), **_told(verdict)}
    lines = [f"{_name(names, seat)}, {goal}: {_word(verdict)} ({verdict.nodes:,} positions, {verdict.seconds:.2f} s)"]
    lines += [f"  {_line(verdict)}"] if _line(verdict) else []
    if wanted["each"]:
        each = solver.verdicts(game.position, seat, goal, effort)
        told["decisions"] = {str(decision): _told(one) for decision, one in each.items()}
        lines += [f"  {_word(one):8} {_line(one) or decision}" for decision, one in _sorted(each)]
    return told, lines


def _value(game: Game, effort: Effort, names: Sequence[str]) -> Answer:
    value = Solver().value(game.position, effort)
    if not isinstance(value, Value):
        return {"value": "unknown", "nodes": value.nodes}, [f"unknown ({value.nodes:,} positions)"]
    told = {
        "value": "settled" if value.settled else "open",
        "nodes": value.nodes,
        "shares": [[each.low, each.high] for each in value.shares],
        "points": [[each.low, each.high] for each in value.points],
        "results": [list(points) for points in value.results],
    }
    lines = [
        f"{_name(names, seat)}: {_interval(share, 100, ' %')} of the win, {_interval(points)} points"
        for seat, (share, points) in enumerate(zip(value.shares, value.points, strict=True))
    ]
    return told, lines


def _when(game: Game, effort: Effort, names: Sequence[str]) -> Answer:
    found: Decided = decided(game, effort)
    whom = " and ".join(_name(names, seat) for seat in found.winners)
    left = len(game.moves) - found.ply
    told = {"ply": found.ply, "decisions": len(game.moves), "winners": list(found.winners)}
    return told, [f"decided after {found.ply} of {len(game.moves)} decisions, {left} before the end: {whom}"]


def _told(verdict: Verdict) -> dict[str, Any]:
    line = () if isinstance(verdict, Unknown) else verdict.line
    return {"verdict": _word(verdict), "line": [str(each) for each in line], "nodes": verdict.nodes}


def _word(verdict: Verdict) -> str:
    return type(verdict).__name__.lower()


def _line(verdict: Verdict) -> str:
    return "" if isinstance(verdict, Unknown) else " ".join(map(str, verdict.line))


def _sorted(verdicts: dict[Decision, Verdict]) -> list[tuple[Decision, Verdict]]:
    """Proven first, then unknown, then refuted."""
    order = {"proven": 0, "unknown": 1, "refuted": 2}
    return sorted(verdicts.items(), key=lambda item: order[_word(item[1])])


def _interval(interval: Interval, times: int = 1, unit: str = "") -> str:
    low, high = f"{interval.low * times:.0f}", f"{interval.high * times:.0f}"
    return f"{low}{unit}" if low == high else f"{low} to {high}{unit}"
