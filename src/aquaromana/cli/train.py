"""`aqua train`: a network of one's own, from self-play to export."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from aquaromana import extras
from aquaromana.arena import ArenaError
from aquaromana.arena.pool import PoolRunner
from aquaromana.cli.files import read_bytes, shown
from aquaromana.cli.group import INTERRUPTED, Failure
from aquaromana.cli.numbers import Between
from aquaromana.engine import WeightsError
from aquaromana.processes import cores
from aquaromana.train.config import Config
from aquaromana.train.errors import TrainingError

if TYPE_CHECKING:
    from aquaromana.train.run import Means


def _defaults(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 (click calls it so)
    if value and not ctx.resilient_parsing:
        click.echo(Config().to_toml(), nl=False)
        ctx.exit()


@click.command(
    epilog="""Example: aqua train --defaults > train.toml, then aqua train my-run --config train.toml""",
    short_help="Train a network by self-play.",
)
@click.argument("run", metavar="RUN")
@click.option("--config", type=click.Path(), metavar="FILE", help="Settings in TOML; by default those of --defaults.")
@click.option("--runner", type=click.Choice(["local", "ray"]), default="local", show_default=True, help="Who plays.")
@click.option("--address", metavar="ADDRESS", help="The Ray cluster: auto or HOST:PORT; otherwise one on this machine.")
@click.option("--threads", type=Between(1, 256), help="Games at a time on this machine; by default one per core.")
@click.option(
    "--defaults",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_defaults,
    help="Print all settings with their defaults and exit.",
)
def train(run: str, config: str | None, runner: str, address: str | None, threads: int | None) -> None:
    """Play games, learn from them and test what was learned, generation after generation, in the folder RUN.

    The same command resumes a run that was stopped or killed. The network to use is RUN/champion.aquanet, and
    RUN/curves shows how it came about.
    """
    if address is not None and runner != "ray":
        raise click.UsageError("--address goes with --runner ray")
    folder = Path(run)
    try:
        wanted = _config(folder, config)
        with contextlib.ExitStack() as stack:
            means = _means(stack, runner, address, threads or cores())
            from aquaromana.train.run import EXPORT, Run

            observer = stack.enter_context(_observer())
            training = Run(folder, wanted, means, observer)
            training.go()
    except (TrainingError, WeightsError, ArenaError) as error:
        raise Failure(str(error)) from None
    except KeyboardInterrupt:
        click.echo(f"stopped; the same command goes on: aqua train {shown(run)}", err=True)
        sys.exit(INTERRUPTED)
    export = folder / EXPORT
    click.echo(f"The network is {shown(str(export))}." if export.exists() else "No generation was promoted.")


def _config(folder: Path, name: str | None) -> Config:
    """The file that is named; otherwise what the run was begun with, or the defaults."""
    if name is None:
        kept = folder / "config.toml"
        if not kept.exists():
            return Config()
        name = str(kept)
    return Config.parse(read_bytes(name).decode("utf-8", errors="replace"), shown(name))


def _means(stack: contextlib.ExitStack, runner: str, address: str | None, threads: int) -> Means:
    with extras.needs("train", "Training"):
        from aquaromana.train.run import Means
    from aquaromana.arena.cluster import Cluster, RayRunner
    from aquaromana.train.core import NativeCore
    from aquaromana.train.gate import NetMaker
    from aquaromana.train.selfplay import ClusterPlayers, ThreadPlayers

    core = NativeCore()
    if runner == "local":
        return Means(core, ThreadPlayers(threads), NetMaker, lambda make: PoolRunner(threads, make=make), threads)
    cluster = stack.enter_context(Cluster(address, cpus=threads))
    return Means(core, ClusterPlayers(cluster), NetMaker, lambda make: RayRunner(cluster, make=make), threads)


class _Observer(Protocol):
    def step(self, name: str, done: int, total: int, note: str = "") -> None: ...

    def note(self, line: str) -> None: ...


class _Lines:
    """For files and pipes: a line now and then, on the standard error."""

    def __init__(self) -> None:
        self._name = ""
        self._last = 0.0

    def step(self, name: str, done: int, total: int, note: str = "") -> None:
        now = time.monotonic()
        if name == self._name and done < total and now - self._last < 30:
            return
        self._name, self._last = name, now
        click.echo(f"{name}: {done}/{total} {note}".rstrip(), err=True)

    def note(self, line: str) -> None:
        click.echo(line, err=True)


@contextlib.contextmanager
def _observer() -> Iterator[_Observer]:
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: Any = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=Console(stderr=True), refresh_per_second=4, transient=True) as bar:

        class Screen:
            """For a terminal: a bar for the step under way, lines above it for what is done."""

            task: Any = None
            name = ""

            def step(self, name: str, done: int, total: int, note: str = "") -> None:
                if name != self.name:
                    if self.task is not None:
                        bar.remove_task(self.task)
                    self.name = name
                    self.task = bar.add_task(name, total=total, note=note)
                bar.update(self.task, completed=done, total=total, note=note)

            def note(self, line: str) -> None:
                bar.console.print(line, markup=False, highlight=False)

        yield Screen()
