"""`aqua analyze`: what the engine thinks of a position, for people; or of many, for programs."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any, Final

import click

from aquaromana.arena.standings_text import aligned
from aquaromana.bots import BotError, bot_words, make_bot
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between
from aquaromana.engine import Budget, BudgetError, Report
from aquaromana.processes import cores
from aquaromana.rules import Game

LONGEST: Final = 1_048_576
"""Bytes of a query: a record may be in it."""


@click.command(
    epilog=f"""Bots: {bot_words()}; only those that search can say what they think.

    Example: aqua analyze 2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.- --budget 500""",
    short_help="Say what a search thinks of positions, one or thousands.",
)
@click.argument("source", required=False, metavar="[POSITION]")
@click.option("--json", "queries", is_flag=True, help="Read queries as JSON lines from standard input instead.")
@click.option("--threads", type=Between(1, 256), help="With --json: positions at a time; by default one per core.")
@click.option("--bot", metavar="BOT", shell_complete=complete_bots, help="The bot that thinks; champion by default.")
@click.option("--budget", metavar="BUDGET", help="How long: time 2s, playouts 800, or both 800/2s; 2s by default.")
@click.option("--lines", type=Between(1, 500), default=5, show_default=True, help="Decisions to show.")
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed gives the same answer.")
def analyze(source: str | None, **wanted: Any) -> None:
    """Say what a search thinks: of one POSITION, which is a position string or a file with a record.

    With --json, other programs ask about any number of positions: one query per line on standard input, one
    result per line on standard output. docs/analysis-protocol.md specifies them.
    """
    if wanted["queries"]:
        if source is not None:
            raise click.UsageError("with --json, positions are read from standard input")
        _serve(wanted["threads"] or cores())
    if source is None:
        raise click.UsageError("which position? Give one, or --json to read queries from standard input")
    from aquaromana.cli.sources import load

    game = load(source).game()
    if game.is_over:
        raise Failure("the game is over: there is nothing to think about")
    click.echo("\n".join(_lines(game, _think(game, wanted), wanted["lines"])))


def _serve(threads: int) -> None:
    from aquaromana.stdio.analyze import AnalysisHost
    from aquaromana.stdio.lines import read_lines, write_line
    from aquaromana.stdio.query import QueryError

    host = AnalysisHost(write_line, threads)
    try:
        for line in read_lines(sys.stdin.buffer, LONGEST):
            if line is None:
                host.write(QueryError("line/too-long", f"A line has at most {LONGEST} bytes.").to_json())
            else:
                host.hear(line)
        host.wait()
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody is there any more
    host.leave()
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(0)  # not even a thread that never returns keeps it


def _think(game: Game, wanted: dict[str, Any]) -> Report:
    last: list[Report] = []
    name = wanted["bot"] or "champion"
    try:
        budget = Budget.parse(wanted["budget"] or "2s")
        make_bot(name, seed=wanted["seed"]).choose(game, budget, last.append)
    except (BotError, BudgetError) as error:
        raise Failure(str(error)) from None
    if not last:
        raise Failure(f"the bot {name} does not say what it thinks: choose one that searches")
    return last[-1]


def _lines(game: Game, report: Report, count: int) -> list[str]:
    """A table of the best decisions: each seat's share of the win and points, and what follows."""
    seats = range(game.players)
    cells = [["decision", "visits", *(f"seat {seat}" for seat in seats), *(f"points {seat}" for seat in seats)]]
    cells += [
        [
            str(choice.decision),
            str(choice.visits),
            *(f"{share:.0%}" for share in choice.shares),
            *(f"{points:.1f}" for points in choice.points),
        ]
        for choice in report.choices[:count]
    ]
    lines = aligned(cells)
    follows = ["then", *(" ".join(map(str, choice.line[1:7])) for choice in report.choices[:count])]
    exact = ", calculated to the end of the game" if report.exact else ""
    head = f"seat {game.to_move} decides; {report.playouts} playouts in {report.seconds:.1f} s{exact}"
    return [head, "", *(f"{line}  {rest}".rstrip() for line, rest in zip(lines, follows, strict=True))]
