"""`aqua arena`: matches between bots."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol

import click

from aquaromana.arena import (
    ArenaError,
    Entry,
    Knob,
    Match,
    MatchLog,
    PoolRunner,
    Sprt,
    Standings,
    check_bots,
    match_line,
    parse_budget,
    run_match,
    standings_lines,
)
from aquaromana.arena.match import OPENINGS
from aquaromana.arena.runner import Runner
from aquaromana.bots import bot_words, level_words
from aquaromana.cli.campaign import check_plot
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.files import shown, write_bytes
from aquaromana.cli.group import INTERRUPTED, Failure
from aquaromana.cli.numbers import Between, Decimal, Whole
from aquaromana.cli.rating import rate
from aquaromana.cli.sources import LAYOUT, chosen_layout
from aquaromana.engine import engine_version
from aquaromana.version import __version__

GAMES: Final = 100
"""The default number of games, rounded up to whole sets."""
TEST_GAMES: Final = 100_000
"""Games after which a sequential test gives up by default."""


@click.command(
    epilog=f"""Bots: {bot_words()}. The levels are
    {level_words()}; level:mason is level:4.

    Example: aqua arena search:3 greedy --players 4 --games 200 --budget 0.5s --out results""",
    short_help="Let bots play matches.",
)
@click.argument("bots", nargs=-1, metavar="BOT BOT...", shell_complete=complete_bots)
@click.option("--bot", "more", multiple=True, metavar="BOT", help='One more bot: a name or "cmd: PROGRAM ARGUMENT...".')
@click.option("--players", type=Whole(), help="Seats at the table, 2 to 4; by default the number of bots.")
@click.option("--games", type=Whole(), help=f"Games to play, rounded up to whole sets; {GAMES} by default.")
@click.option("--sets", type=Whole(), help="Sets to play, instead of --games.")
@click.option("--budget", metavar="BUDGET", help="For each bot: time 0.5s, playouts 800, or both 800/1s.")
@click.option(
    "--per",
    type=click.Choice(["decision", "stretch"]),
    default="decision",
    show_default=True,
    help="What the budget is for; a stretch is all decisions that a seat makes in a row.",
)
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed plays the same sets.")
@click.option(
    "--opening",
    type=click.Choice(OPENINGS),
    default="setup",
    show_default=True,
    help="Builders of the set-up: at random, the same in all games of a set (setup), the first half of them (half), or "
    "placed by the bots (none).",
)
@click.option("--layout", type=click.Path(), metavar=LAYOUT, help="Where the reservoirs lie; standard by default.")
@click.option(
    "--sprt",
    type=Decimal(),
    nargs=2,
    metavar="ELO0 ELO1",
    help="Stop when certain; 0 10 tests for a gain.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=VALUE,VALUE",
    help="Draw this setting of the first bot for every set, and compare the values; may be given several times.",
)
@click.option("--workers", type=Whole(), help="Games at a time; by default one per core.")
@click.option("--runner", type=click.Choice(["local", "ray"]), default="local", show_default=True, help="Who plays.")
@click.option("--address", metavar="ADDRESS", help="The Ray cluster: auto or HOST:PORT; otherwise one on this machine.")
@click.option("--limit", type=Decimal(), metavar="SECONDS", help="A bot that takes longer for a decision loses.")
@click.option("--out", type=click.Path(), metavar="FOLDER", help="Save every game there, and resume from there.")
@click.option("--rate", is_flag=True, help="Rate a pool of bots at random tables of 2, 3 and 4 seats, or of --players.")
@click.option("--next", is_flag=True, help="Play each bot against the one before it, at tables of every size.")
@click.option("--plot", type=click.Path(), metavar="FILE.svg", help="Draw the result of --rate or --next.")
@click.option("--json", "summary", type=click.Path(), metavar="FILE", help="Write a summary; - is standard output.")
def arena(bots: tuple[str, ...], more: tuple[str, ...], **wanted: Any) -> None:
    """Let bots play a match of 2 to 4 players on this machine's cores.

    Every seed gives a set of games: the same opening in all rotations of the seating. With more seats than bots, the
    last bot takes the remaining seats; with more bots than seats, every group of them meets. BOT@BUDGET, as in
    search:3@800, gives one bot its own budget.

    With --rate, all bots get ratings with intervals; --games is then the number for each size of table. With --next,
    each bot has one seat and the bot named before it has the others; --games is then the number for each pair.

    "cmd: ./their-bot" is any program that speaks the engine protocol (docs/engine-protocol.md).

    A bot that crashes, hangs or makes an illegal decision loses that game. With --out, the same command resumes an
    interrupted match.
    """
    bots += more
    try:
        check_plot(wanted["plot"])
        if wanted["rate"] or wanted["next"]:
            if wanted["vary"]:
                raise click.UsageError("--vary does not go with --rate or --next")
            if wanted["runner"] != "local":
                raise click.UsageError("--runner ray does not go with --rate or --next")
            _check_summary(wanted["summary"])
            rate(bots, wanted, _limit(wanted["limit"]))
            return
        if wanted["plot"]:
            raise ArenaError("--plot goes with --rate or --next")
        match = _match(bots, wanted)
        standings = Standings(match, _sprt(match, wanted["sprt"]))
        check_bots(match)
        _check_summary(wanted["summary"])
        with contextlib.ExitStack() as stack:
            runner = _runner(stack, wanted)
            log = stack.enter_context(MatchLog(wanted["out"], match, standings.sprt)) if wanted["out"] else None
            interrupted = _run(standings, runner, log)
            kept = log.games if log else None
            faults = log.faults if log else None
    except ArenaError as error:
        raise Failure(str(error)) from None
    if wanted["summary"] != "-":
        click.echo("\n".join([match_line(match, at_most=bool(wanted["sprt"])), "", *standings_lines(standings)]))
    if faults:
        click.echo(f"where bots raised: {shown(str(faults))}", err=True)
    if wanted["summary"]:
        text = json.dumps(
            {"version": __version__, "engine": engine_version(), **standings.to_json()}, indent=2, ensure_ascii=False
        )
        write_bytes(wanted["summary"], text.encode() + b"\n", force=True)
    if interrupted:
        click.echo(_stopped(kept), err=True)
        sys.exit(INTERRUPTED)


def _run(standings: Standings, runner: Runner, log: MatchLog | None) -> bool:
    """Play; whether it was interrupted."""
    if log and log.results:
        click.echo(f"{len(log.results)} games have already been played", err=True)
    try:
        with _progress(standings) as progress:
            run_match(
                standings.match,
                standings=standings,
                runner=runner,
                log=log,
                on_result=lambda standings, _: progress.show(standings),
            )
    except KeyboardInterrupt:
        return True
    return False


def _stopped(kept: int | None) -> str:
    if kept is None:
        return "stopped; with --out FOLDER games are kept and a match can go on"
    return f"stopped; {kept} games are saved, and the same command resumes: {shlex.join(['aqua', *sys.argv[1:]])}"


def _match(bots: tuple[str, ...], wanted: dict[str, Any]) -> Match:
    entries = tuple(Entry.parse(text, wanted["per"]) for text in bots)
    named, players = wanted["layout"], wanted["players"]
    layout = None if named is None else chosen_layout(named, players or min(max(len(entries), 2), 4))
    if players is None:
        players = layout.players if layout else max(len(entries), 2)
    if players > 4 and wanted["players"] is None:
        raise ArenaError(f"{players} bots do not fit one table: --players 2, 3 or 4 lets every group of them meet")
    budget = None if wanted["budget"] is None else parse_budget(wanted["budget"], wanted["per"])
    knobs = tuple(map(Knob.parse, wanted["vary"]))
    match = Match(entries, players, 1, wanted["seed"], budget, wanted["opening"], layout, knobs=knobs)
    return replace(match, sets=_sets(match, wanted))


def _sets(match: Match, wanted: dict[str, Any]) -> int:
    if wanted["games"] is not None and wanted["sets"] is not None:
        raise click.UsageError("--games and --sets cannot be used together")
    if wanted["sets"] is not None:
        return int(wanted["sets"])
    games = wanted["games"]
    if games is None:
        games = GAMES if wanted["sprt"] is None else TEST_GAMES
    if games < 1:
        raise ArenaError(f"a match has 1 game or more, not {games}")
    return int(-(-games // match.set_size))


def _sprt(match: Match, bounds: tuple[float, float] | None) -> Sprt | None:
    if bounds is None:
        return None
    if match.knobs:
        raise ArenaError("a sequential test compares two bots as they are: --vary does not go with --sprt")
    if len(match.entries) != 2:
        raise ArenaError(f"a sequential test compares two bots, not {len(match.entries)}")
    mine = match.seats[0]
    return Sprt(*bounds, seats=(mine, match.players - mine))


def _runner(stack: contextlib.ExitStack, wanted: dict[str, Any]) -> Runner:
    limit = _limit(wanted["limit"])
    if wanted["runner"] == "local":
        if wanted["address"] is not None:
            raise click.UsageError("--address goes with --runner ray")
        return PoolRunner(wanted["workers"], limit=limit)
    if limit is not None:
        raise click.UsageError("--limit does not go with --runner ray")
    from aquaromana.arena.cluster import Cluster, RayRunner

    return RayRunner(stack.enter_context(Cluster(wanted["address"], cpus=wanted["workers"])))


def _limit(seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds <= 86400:
        raise ArenaError(f"a limit of {seconds:g} seconds is not between 0 and a day")
    return seconds


def _check_summary(name: str | None) -> None:
    """Fail now rather than after a night of games."""
    if name is None or name == "-":
        return
    path = Path(name)
    if path.is_dir():
        raise Failure(f"cannot write {shown(name)}: it is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Failure(f"cannot write {shown(name)}: no permission, or no such folder")


class _Progress(Protocol):
    """Shows how a match goes."""

    def show(self, standings: Standings) -> None: ...


class _Lines:
    """For files and pipes: a line now and then, on standard error."""

    def __init__(self) -> None:
        self._tenth = 0
        self._last = time.monotonic()

    def show(self, standings: Standings) -> None:
        tenth = standings.games * 10 // standings.match.games
        if tenth == self._tenth and time.monotonic() - self._last < 60:
            return
        self._tenth, self._last = tenth, time.monotonic()
        shares = ", ".join(f"{row.name} {row.share:.1%}" for row in standings.rows) if standings.sets else ""
        test = f"; LLR {standings.sprt.llr:+.2f}" if standings.sprt else ""
        click.echo(f"{standings.games}/{standings.match.games} games: {shares}{test}".rstrip(": "), err=True)


@contextlib.contextmanager
def _progress(standings: Standings) -> Iterator[_Progress]:
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn
    from rich.text import Text

    bar = Progress(
        BarColumn(bar_width=None), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(), expand=True
    )
    task = bar.add_task("", total=standings.match.games, completed=standings.games)

    class Screen:
        """For a terminal: a bar, and the table under it."""

        last = 0.0

        def show(self, standings: Standings) -> None:
            bar.update(task, completed=standings.games)
            if time.monotonic() - self.last > 0.25:
                self.last = time.monotonic()
                live.update(Group(bar, Text("\n".join(standings_lines(standings)), no_wrap=True)))

    with Live(bar, console=Console(stderr=True), refresh_per_second=4, transient=True) as live:
        yield Screen()
