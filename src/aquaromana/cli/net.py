"""`aqua net`: what a network is worth, without a match: calibration and sibling regret."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aquaromana import extras
from aquaromana.bots import BotError, make_bot
from aquaromana.bots.registry import split_budget
from aquaromana.cli.files import read_bytes, shown, write_bytes
from aquaromana.cli.group import Failure, system_failure
from aquaromana.cli.numbers import Between
from aquaromana.engine import Budget, WeightsError
from aquaromana.processes import cores
from aquaromana.train.errors import TrainingError

if TYPE_CHECKING:
    from aquaromana.train.weights import Quantized


@click.group(
    epilog="Example: aqua net regret search:5 greedy --positions test.jsonl --playouts 200",
    short_help="Judge networks and positions.",
)
def net() -> None:
    """Judge networks: what they predict against what happens, and how much their choices lose.

    Weight files and games come from aqua train.
    """


@net.command(epilog="Example: aqua net show champion.aquanet", short_help="Show what a weight file holds.")
@click.argument("file")
def show(file: str) -> None:
    """Check a weight file and show its sizes and its hash."""
    network = _network(file)
    click.echo(f"hash {network.hash}")
    for each in fields(network.shape):
        click.echo(f"{each.name} {getattr(network.shape, each.name)}")


@net.command(
    epilog="Example: aqua net play new.games --net champion.aquanet --games 300 --seed 900",
    short_help="Write self-play games to a file.",
)
@click.argument("file")
@click.option("--net", "network", metavar="FILE", help="The network that plays; without it the search plays alone.")
@click.option(
    "--games", type=Between(1, 1_000_000), default=300, show_default=True, help="Games, all table sizes alike."
)
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed plays the same games.")
@click.option("--playouts", type=Between(1), default=200, show_default=True, help="Playouts a decision.")
@click.option("--threads", type=Between(1, 256), help="Games at a time; by default one per core.")
def play(file: str, network: str | None, games: int, seed: int, playouts: int, threads: int | None) -> None:
    """Play new games of a network with itself, for calibration on games that nobody learnt from."""
    data = None if network is None else _network(network).to_bytes()
    try:
        from aquaromana.train.config import Config, SelfPlay
        from aquaromana.train.core import NativeCore
        from aquaromana.train.files import write_games
        from aquaromana.train.selfplay import Job, ThreadPlayers, plan_games

        config = Config.parse(f"[run]\nseed = {seed}\n[games]\ncount = {games}\nmix = [0.34, 0.33, 0.33]")
        settings = SelfPlay(full_playouts=playouts, fast_playouts=playouts, rollout_seats=0.0)
        job = Job(tuple(plan_games(config, 0)), settings, {}, data)
        played = dict(ThreadPlayers(threads or cores()).play(NativeCore(), job))
        write_games(Path(file), [played[number] for number in range(games)])
    except (TrainingError, WeightsError) as error:
        raise Failure(str(error)) from None
    click.echo(f"{games} games are in {shown(file)}.")


@net.command(
    epilog="Example: aqua net calibration champion.aquanet new.games --svg calibration.svg",
    short_help="Compare predicted with actual shares.",
)
@click.argument("network", metavar="NET")
@click.argument("games", nargs=-1, required=True)
@click.option("--svg", type=click.Path(), metavar="FILE", help="Draw predicted against actual share.")
@click.option("--csv", "table", type=click.Path(), metavar="FILE", help="Write the buckets; - is the standard output.")
def calibration(network: str, games: tuple[str, ...], svg: str | None, table: str | None) -> None:
    """Compare the shares that a network predicts with those that the seats get, by bucket.

    GAMES are files of games (aqua net play makes new ones). Judge a network by games that it did not learn from.
    """
    judged = _network(network)
    try:
        from aquaromana.train.calibration import calibrate, calibration_chart, error
        from aquaromana.train.core import NativeCore
        from aquaromana.train.files import csv_bytes, read_games

        played = [game for name in games for game in read_games(Path(name))]
        buckets = calibrate(NativeCore(), judged, played, cores())
    except (TrainingError, WeightsError) as trouble:
        raise Failure(str(trouble)) from None
    if svg:
        write_bytes(svg, calibration_chart(buckets).encode(), force=True)
    if table:
        write_bytes(table, csv_bytes([asdict(bucket) for bucket in buckets]), force=True)
    if table == "-":
        return
    click.echo("players  predicted  actual   count")
    for bucket in buckets:
        click.echo(f"{bucket.players:7}  {bucket.predicted:9.3f}  {bucket.actual:6.3f}  {bucket.count:6}")
    for players in sorted({bucket.players for bucket in buckets}):
        mine = [bucket for bucket in buckets if bucket.players == players]
        click.echo(f"{players} players: mean distance {error(mine):.4f} over {sum(b.count for b in mine)} predictions")


@net.command(
    epilog="Example: aqua net positions test.jsonl --players 4 --count 2000 --playouts 200000",
    short_help="Make positions to measure regret on.",
)
@click.argument("file")
@click.option("--players", type=Between(2, 4), required=True, help="Seats at the table.")
@click.option("--count", type=Between(1, 1_000_000), default=200, show_default=True, help="Positions in the end.")
@click.option("--playouts", type=Between(1), default=20_000, show_default=True, help="Playouts of the judge.")
@click.option("--judge", metavar="BOT", help="Who judges them; by default the search with all decisions in view.")
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed makes the same positions.")
@click.option("--games", type=Between(0), default=0, help="Judge by results: so many games from each decision.")
def positions(file: str, players: int, count: int, playouts: int, judge: str | None, seed: int, games: int) -> None:
    """Add positions from the middle of games to a file, each decision judged by a deep search.

    With --games the judge plays on from each decision, for all seats and with --playouts a decision, and the share of
    these games that the seat wins is the judgement. The same command goes on where it was stopped; positions judged in
    another way go into another file.
    """
    from aquaromana.train.regret import JUDGE, make_positions

    bot = judge or JUDGE
    _check_bot(bot)
    with _counting("positions") as told, _failing():
        make_positions(
            Path(file),
            players=players,
            count=count,
            playouts=playouts,
            seed=seed,
            judge=bot,
            games=games,
            on_position=told,
        )
    click.echo(f"{count} positions for {players} players are in {shown(file)}.")


@net.command(
    epilog="Example: aqua net regret search:5 greedy --positions test.jsonl --playouts 200",
    short_help="Measure how much the choices of bots lose.",
)
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--positions", "file", required=True, metavar="FILE", help="Positions that aqua net positions made.")
@click.option("--playouts", type=Between(1), help="For each bot that has no budget of its own.")
@click.option("--csv", "table", type=click.Path(), metavar="FILE", help="Write the figures; - is the standard output.")
def regret(bots: tuple[str, ...], file: str, playouts: int | None, table: str | None) -> None:
    """Measure the sibling regret of bots: the share that their choice loses against the best one.

    Beside it stand the regret of a blind choice, how often the best was chosen, and how well the bot's own judgements
    of the decisions agree with the judge's. Where results judged, the room is what choosing by half of the games gains
    over the bot in the other half.
    """
    from aquaromana.train.files import csv_bytes
    from aquaromana.train.regret import measure_regret, read_positions

    for bot in bots:
        _check_bot(bot)
    with _failing():
        judged = read_positions(Path(file))
    budget = None if playouts is None else Budget(playouts=playouts)
    rows = []
    for bot in bots:
        own = None if split_budget(bot)[1] else budget
        with _counting(bot) as told, _failing():
            found = measure_regret(judged, bot, own, on_position=told)
        rows += [{"bot": bot, **asdict(each)} for each in found]
    if table:
        write_bytes(table, csv_bytes(rows), force=True)
    if table == "-":
        return
    width = max(map(len, bots))
    click.echo(f"{'bot':{width}}  players  positions  regret  ± error   blind   best  agreement             room")
    for row in rows:
        agreement = "-" if row["correlation"] is None else f"{row['correlation']:.3f}"
        room = "-" if row["room"] is None else f"{row['room']:.4f} ± {row['room_error']:.4f}"
        click.echo(
            f"{row['bot']:{width}}  {row['players']:7}  {row['positions']:9}  {row['regret']:.4f}   {row['error']:.4f}"
            f"  {row['blind']:.4f}  {row['hits']:5.1%}  {agreement:>9}  {room:>15}"
        )


def _network(name: str) -> Quantized:
    with extras.needs("train", "A network"):
        from aquaromana.train.core import NativeCore
        from aquaromana.train.weights import parse
    try:
        return parse(read_bytes(name), NativeCore().shape())
    except (TrainingError, WeightsError) as error:
        raise Failure(f"{shown(name)}: {error}") from None


def _check_bot(text: str) -> None:
    try:
        make_bot(text, seed=0)
    except BotError as error:
        raise Failure(str(error)) from None


@contextlib.contextmanager
def _failing() -> Iterator[None]:
    """What goes wrong in training ends the command with one line."""
    try:
        yield
    except (TrainingError, WeightsError) as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise system_failure("cannot go on", error) from None


@contextlib.contextmanager
def _counting(name: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, nothing elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name)
        yield lambda done, total: bar.update(task, completed=done, total=total)
