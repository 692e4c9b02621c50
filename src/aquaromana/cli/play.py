"""`aqua play`: a game in the terminal, people and bots."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from aquaromana.cli.files import as_os_error, shown
from aquaromana.cli.group import INTERRUPTED, Failure, system_failure
from aquaromana.cli.screen import Screen, screen_options
from aquaromana.cli.seats import Seat, parse_seat, seats_for
from aquaromana.cli.sources import load
from aquaromana.cli.table import Table, latest_file
from aquaromana.cli.talk import Leave, Talk, reader
from aquaromana.records import Record
from aquaromana.rules import AquaError, Game, Layout, load_layout


@click.command(
    epilog="Example: aqua play Anna random random --seed 7",
    short_help="Play a game in the terminal.",
)
@click.argument("seats", nargs=-1, metavar="[PLAYER]...")
@click.option("--terminal", is_flag=True, expose_value=False, help="Play in the terminal; this is the only way so far.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play; bots take the seats that nobody has.")
@click.option("--seed", help="Let the random bots decide in the same way again.")
@click.option("--layout", type=click.Path(), metavar="FILE.toml", help="Where the reservoirs lie.")
@click.option("--from", "start", metavar="POSITION", help="Begin at a position in text, or at the end of a record.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Go on with a game; without a file with the last unfinished one.",
)
@click.option(
    "--confirm/--auto",
    default=None,
    help="Ask at the end of your stretch whether you are done, or not; at a terminal you are asked.",
)
@screen_options
def play(seats: tuple[str, ...], **wanted: Any) -> None:
    """Play a game of 2 to 4 players in the terminal.

    Each PLAYER is a person's name, or random for a bot that decides at random (random:Carl gives it a name). Without
    any you are asked, or play against a bot. Type ? in the game for help.

    Every game is kept in a file from the first decision on, also when the terminal is closed; --resume goes on with it.
    The environment variable AQUA_DATA names the folder for these files.
    """
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    screen = Screen.of(color=wanted["color"], compact=wanted["compact"], ascii=wanted["ascii"], spare=4)
    beginnings = [option for option in ("resume", "start", "layout") if wanted[option] is not None]
    if len(beginnings) > 1:
        options = [{"start": "--from"}.get(option, f"--{option}") for option in beginnings]
        raise click.UsageError(f"{' and '.join(options)} do not go together")
    asked = interactive and not seats and not wanted["players"] and not beginnings
    sitting = _ask_for_seats() if asked else [parse_seat(text) for text in seats]
    table = _table(sitting, wanted)

    def words() -> list[str]:
        return [str(move) for move in talk.table.game.legal_moves()]

    talk = Talk(
        table,
        screen,
        read=reader(interactive=interactive, words=words),
        interactive=interactive,
        confirm=interactive if wanted["confirm"] is None else wanted["confirm"],
        resume=lambda name: _resumed(name, [], wanted["seed"]),
    )
    _run(talk)


def _run(talk: Talk) -> None:
    """Play, and whatever ends it leave with the game saved and its file named."""
    code = 0
    try:
        talk.run()
    except (Leave, EOFError):
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
        talk.screen.say()
    table = talk.table
    try:
        file = table.save()
    except Failure as error:
        raise Failure(f"{error.message}; aqua play --from {table.game} goes on from here") from None
    if table.game.is_over and not table.is_stretch_over:
        talk.screen.say(f"The game is kept in {file}.")
    else:
        talk.screen.say(f"The game is saved; to go on: aqua play --resume {shlex.quote(str(file))}")
    sys.exit(code)


def _ask_for_seats() -> list[Seat]:
    """Two short questions, with good answers for those who only press Enter."""
    try:
        players = click.prompt("How many players, 2 to 4?", default=2, type=click.IntRange(2, 4))
        default = " ".join(["Player", *["random"] * (players - 1)])
        while True:
            text = click.prompt("Who plays? A name for a person, random for a bot", default=default)
            try:
                return seats_for(players, [parse_seat(word) for word in text.replace(",", " ").split()])
            except Failure as error:
                click.echo(f"{error.message}.")
    except click.Abort:
        click.echo()
        sys.exit(INTERRUPTED)


def _table(seats: list[Seat], wanted: dict[str, Any]) -> Table:
    """The table that the options describe."""
    players, seed = wanted["players"], wanted["seed"]
    if wanted["resume"] is not None:
        table = _resumed(wanted["resume"], seats, seed)
    elif wanted["start"] is not None:
        game = Game.from_position(load(wanted["start"]).game().position)
        table = Table(game, seats_for(game.players, seats), seed=seed)
    elif wanted["layout"] is not None:
        game = Game(layout=_layout(wanted["layout"]))
        table = Table(game, seats_for(game.players, seats), seed=seed)
    else:
        seats = seats_for(players, seats)
        table = Table(Game(len(seats)), seats, seed=seed)
    if players not in (None, table.game.players):
        raise Failure(f"that game is for {table.game.players} players, not {players}")
    return table


def _layout(name: str) -> Layout:
    try:
        return load_layout(name)
    except AquaError as error:
        raise Failure(f"{shown(name)}: {error}") from None
    except (OSError, ValueError) as error:
        raise system_failure(f"cannot read {shown(name)}", as_os_error(error)) from None


def _resumed(name: str, seats: list[Seat], seed: str | None) -> Table:
    """Go on with a record. It is kept in the same file, unless that would lose comments or variations."""
    file = Path(name).expanduser() if name else latest_file()
    record = load(str(file)).record()
    bare = Record.from_game(record.game(), **record.tags)
    keeps_all = file.suffix == ".aqr" and bare.line == record.line
    return Table.from_record(record, seats, seed=seed, file=file if keeps_all else None)
