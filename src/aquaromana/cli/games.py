"""`aqua games`: datasets of self-play games, and statistics of any games."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from aquaromana.arena.match import OPENINGS
from aquaromana.bots import bot_words
from aquaromana.cli.campaign import Progress
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.files import read_bytes, shown, write_bytes
from aquaromana.cli.group import FAILED, INTERRUPTED, Failure, system_failure
from aquaromana.cli.numbers import Between
from aquaromana.processes import cores, spread
from aquaromana.rules.layout import LAYOUT_NAMES, STANDARD

if TYPE_CHECKING:
    from aquaromana.datasets import Cell, Dataset, Tally

MANY: Final = 1 << 20
"""Bytes of records from which on several processes read them."""
SHOWN: Final = 20
"""Files that cannot be read are named up to this number."""


_sizes_option = click.option(
    "--players",
    "sizes",
    type=Between(2, 4),
    multiple=True,
    help="The size of the table; may be repeated. By default all: 2, 3 and 4.",
)


@click.group(
    epilog="Example: aqua games stats docs/dataset",
    short_help="Make datasets of games, and count what is in them.",
)
def games() -> None:
    """Make datasets of self-play games, and answer the usual questions about any games."""


@games.command(
    epilog=f"""Bots: {bot_words()}.

    Example: aqua games make data level:1 level:4 greedy --games 1000 --parquet""",
    short_help="Make a dataset of games of bots against themselves.",
)
@click.argument("folder", type=click.Path(), metavar="FOLDER")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...", shell_complete=complete_bots)
@_sizes_option
@click.option(
    "--games",
    "count",
    type=Between(1, 1_000_000),
    default=100,
    show_default=True,
    help="Games of each bot at each size of table.",
)
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed plays the same games.")
@click.option(
    "--opening",
    type=click.Choice(OPENINGS),
    default="none",
    show_default=True,
    help="Who places the set-up builders: the bots (none), chance (setup), or chance the first half of them (half).",
)
@click.option("--parquet", is_flag=True, help="Also write tables of positions and games as Parquet.")
@click.option("--workers", type=Between(1, 1024), help="Games at a time; by default one per core.")
def make(folder: str, bots: tuple[str, ...], **wanted: Any) -> None:
    """Let each BOT play against itself at tables of every size, and save the games in FOLDER.

    BOT@BUDGET, as in search:5@800, gives a bot a budget. The same command resumes where an earlier one stopped or was
    killed, and leads to the same files. README.md in FOLDER says how the dataset was made.
    """
    from aquaromana.arena import PoolRunner
    from aquaromana.datasets import Dataset, DatasetError, Plan

    workers = wanted["workers"] or cores()
    try:
        plan = Plan.parse(
            bots,
            sizes=tuple(dict.fromkeys(wanted["sizes"])) or (2, 3, 4),
            games=wanted["count"],
            seed=wanted["seed"],
            opening=wanted["opening"],
        )
        with Dataset(folder, plan, parquet=wanted["parquet"]) as dataset:
            if dataset.saved:
                click.echo(f"{dataset.saved} of {plan.total} games are already there", err=True)
            progress = Progress(plan.total - dataset.saved)

            def on_step(cell: Cell, _: int) -> None:
                progress.show(cell.name)

            try:
                dataset.play(PoolRunner(workers), on_step)
                dataset.finish(_command(folder, bots, wanted), workers)
            except KeyboardInterrupt:
                _stop(dataset)
    except DatasetError as error:
        raise Failure(str(error)) from None
    click.echo(f"{plan.total} games are in {shown(folder)}; README.md there says how they were made")


@games.command(
    epilog="Example: aqua games setups build/setups --layout standard --layout balanced --games 20000",
    short_help="Play games from random set-ups, and say what features of a set-up are worth.",
)
@click.argument("folder", type=click.Path(), metavar="FOLDER")
@click.option(
    "--layout",
    "layouts",
    type=click.Choice(LAYOUT_NAMES),
    multiple=True,
    default=(STANDARD,),
    show_default=True,
    help="Where the reservoirs lie; may be repeated.",
)
@_sizes_option
@click.option(
    "--games",
    "count",
    type=Between(1, 10_000_000),
    default=20_000,
    show_default=True,
    help="Games on each layout at each size of table.",
)
@click.option("--playouts", type=Between(1, 100_000), default=32, show_default=True, help="Playouts a decision.")
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed plays the same games.")
@click.option(
    "--table",
    type=click.Path(),
    metavar="FILE",
    help="Put the tables there; those of other layouts and sizes stay as they are. By default FOLDER/setups.json.",
)
@click.option("--threads", type=Between(1, 1024), help="Games at a time; by default one per core.")
def setups(folder: str, **wanted: Any) -> None:
    """Let the network of champion play from set-ups at random, and count in FOLDER what they were worth.

    The same command resumes where an earlier one stopped or was killed; more games, layouts and sizes of table may be
    asked for later.
    """
    from aquaromana.datasets.errors import DatasetError
    from aquaromana.datasets.setups import SetupGames, SetupPlan

    plan = SetupPlan(
        tuple(dict.fromkeys(wanted["layouts"])),
        tuple(dict.fromkeys(wanted["sizes"])) or (2, 3, 4),
        wanted["count"],
        wanted["playouts"],
        wanted["seed"],
    )
    try:
        made = SetupGames(folder, plan, wanted["table"])
        for line in plan.left_out:
            click.echo(line, err=True)
        if made.saved:
            click.echo(f"{made.saved} games are already there", err=True)
        progress = Progress(made.missing)
        try:
            for layout in made.play(wanted["threads"] or cores()):
                progress.show(f"{layout.name}, {layout.players} players")
        except KeyboardInterrupt:
            click.echo(f"stopped; {made.saved} games are saved, and the same command resumes", err=True)
            sys.exit(INTERRUPTED)
        made.finish()
    except DatasetError as error:
        raise Failure(str(error)) from None
    for line in made.lines():
        click.echo(line)
    click.echo(f"the tables are in {shown(str(made.tables))}")


def _command(folder: str, bots: tuple[str, ...], wanted: dict[str, Any]) -> str:
    """The command that makes the same dataset again, wherever it was made and by however many workers."""
    words = ["aqua", "games", "make", Path(folder).absolute().name, *bots]
    for size in dict.fromkeys(wanted["sizes"]):
        words += ["--players", str(size)]
    words += ["--games", str(wanted["count"]), "--seed", str(wanted["seed"])]
    words += [] if wanted["opening"] == "none" else ["--opening", wanted["opening"]]
    return shlex.join([*words, *(["--parquet"] if wanted["parquet"] else [])])


def _stop(dataset: Dataset) -> None:
    again = shlex.join(["aqua", *sys.argv[1:]])
    click.echo(f"stopped; {dataset.saved} games are saved, and the same command resumes: {again}", err=True)
    dataset.close()
    sys.exit(INTERRUPTED)


@games.command(
    epilog="Example: aqua games stats docs/dataset docs/pictures/game.aqr --plots plots",
    short_help="Lengths, wins of each seat, points, podiums and closings.",
)
@click.argument("sources", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--json", "summary", type=click.Path(), metavar="FILE", help="Write a summary; - is standard output.")
@click.option("--plots", type=click.Path(file_okay=False), metavar="FOLDER", help="Write plots there, as SVG.")
@click.option("--workers", type=Between(1, 1024), help="Processes that read; by default one per core.")
def stats(sources: tuple[str, ...], summary: str | None, plots: str | None, workers: int | None) -> None:
    """Count the games in records: how long they are, who wins, with how many points, on which podiums.

    FILE is a record (.aqr or JSON) or a picture that contains one, - is standard input; of a FOLDER all .aqr files are
    read, also those in folders inside it. Unfinished games are not counted.
    """
    from aquaromana.datasets import stats_json, stats_lines, stats_plots, summaries

    found = _read_all(_files(sources), workers or cores())
    for line in found.faults[:SHOWN]:
        click.echo(f"aqua games: {line}", err=True)
    if len(found.faults) > SHOWN:
        click.echo(f"aqua games: and {len(found.faults) - SHOWN} more files like that", err=True)
    answers = summaries(found.tallies.values())
    if not answers:
        why = "no file could be read" if found.faults and not found.unfinished else "there is no finished game"
        raise Failure(f"{why} in {', '.join(map(shown, sources[:3]))}{' …' if len(sources) > 3 else ''}")
    if summary != "-":
        click.echo("\n".join(stats_lines(answers)))
        if found.unfinished:
            click.echo(f"unfinished games, not counted: {found.unfinished}")
    if summary:
        told = {"unfinished": found.unfinished, "unreadable": len(found.faults), "tables": stats_json(answers)}
        write_bytes(summary, json.dumps(told, indent=1).encode() + b"\n", force=True)
    if plots:
        _write_plots(plots, stats_plots(answers))
    if found.faults:
        sys.exit(FAILED)


def _write_plots(folder: str, drawn: dict[str, str]) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        known = error if isinstance(error, OSError) else OSError(0, str(error))
        raise system_failure(f"cannot write into {shown(folder)}", known) from None
    for name, text in drawn.items():
        write_bytes(str(Path(folder) / name), text.encode(), force=True)


class _Found(NamedTuple):
    """What files hold, by size of table; games without an end; and a line for each file with a fault."""

    tallies: dict[int, Tally]
    unfinished: int
    faults: list[str]


def _files(sources: tuple[str, ...]) -> Iterator[str]:
    from aquaromana.datasets.make import record_files

    for source in sources:
        if source != "-" and Path(source).is_dir():
            inside = [str(path) for path in record_files(Path(source))]
            if not inside:
                raise Failure(f"{shown(source)} holds no .aqr files")
            yield from inside
        else:
            yield source


def _read_all(files: Iterator[str], workers: int) -> _Found:
    names = list(files)
    size = sum(Path(name).stat().st_size for name in names if name != "-" and Path(name).is_file())
    if size < MANY or "-" in names:
        workers = 1
    try:
        return _joined(spread(_read, names, workers))
    except BrokenExecutor:
        raise Failure("a process that read records was ended; try --workers 1") from None


def _joined(parts: Iterator[_Found]) -> _Found:
    tallies: dict[int, Tally] = {}
    unfinished, faults = 0, []
    for part in parts:
        for size, tally in part.tallies.items():
            if size in tallies:
                tallies[size].merge(tally)
            else:
                tallies[size] = tally
        unfinished += part.unfinished
        faults += part.faults
    return _Found(tallies, unfinished, faults)


def _read(name: str) -> _Found:
    """Count the games of a file as far as it can be read."""
    from aquaromana.cli.sources import parse
    from aquaromana.datasets import Tally
    from aquaromana.records import read_records
    from aquaromana.rules import AquaError

    tallies: dict[int, Tally] = {}
    counted = unfinished = 0
    fault = ""
    try:
        if name.lower().endswith(".aqr"):
            records = read_records(Path(name))
        else:
            records = iter(parse(read_bytes(name), name).records)
        for record in records:
            if not record.is_finished or not record.moves:
                unfinished += 1
                continue
            tallies.setdefault(record.players, Tally(record.players)).add(record)
            counted += 1
    except AquaError as error:
        fault = f"{shown(name)}: {error}"
    except Failure as error:
        fault = error.format_message()
    except OSError as error:
        fault = system_failure(f"cannot read {shown(name)}", error).format_message()
    if fault and counted:
        fault = f"{fault.rstrip('.')}; games counted before it: {counted}"
    return _Found(tallies, unfinished, [fault] if fault else [])
