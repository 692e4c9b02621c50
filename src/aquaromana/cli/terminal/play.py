"""`aqua play --terminal`: sets up the table that the options describe, and plays until the end or until people quit."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from aquaromana.bots import LEVELS, bot_words
from aquaromana.cli.group import INTERRUPTED, Failure
from aquaromana.cli.numbers import Between
from aquaromana.cli.sources import layout_file, load
from aquaromana.cli.terminal.commands import Leave
from aquaromana.cli.terminal.dialogue import Dialogue
from aquaromana.cli.terminal.keyboard import drop_typed, reader
from aquaromana.cli.terminal.local_game import LocalGame
from aquaromana.cli.terminal.saved_games import latest_file
from aquaromana.cli.terminal.screen import Screen
from aquaromana.cli.terminal.seats import USUAL, Seat, level_kind, parse_seat, seats_for
from aquaromana.engine import Budget, BudgetError, native
from aquaromana.records import Record
from aquaromana.rules import Game, named_layout
from aquaromana.rules.layout import LAYOUT_NAMES, USUAL_LAYOUT


def play_in_terminal(seats: tuple[str, ...], wanted: dict[str, Any]) -> None:
    """Play as the options say; without seats, ask the people at the terminal."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    screen = Screen.of(color=wanted["color"], compact=wanted["compact"], ascii=wanted["ascii"], spare=4)
    budget = _budget(wanted["think"])
    if interactive:
        drop_typed()
    asked = interactive and not seats and not wanted["players"] and not wanted["begins"]
    sitting = _ask_for_seats() if asked else [parse_seat(text) for text in seats]
    table = _table(sitting, wanted)

    def words() -> list[str]:
        return [str(move) for move in dialogue.table.game.legal_moves()]

    dialogue = Dialogue(
        table,
        screen,
        read=reader(interactive=interactive, words=words),
        interactive=interactive,
        confirm=interactive if wanted["confirm"] is None else wanted["confirm"],
        resume=lambda name: _resumed(name, [], wanted["seed"]),
        budget=budget,
    )
    if any(table.bots) and (weaker := native.weaker()):
        dialogue.tell(weaker)
    _run(dialogue)


def _run(dialogue: Dialogue) -> None:
    """Play; however it ends, save the game and name its file."""
    code = 0
    try:
        dialogue.run()
    except Leave:
        pass
    except EOFError:
        if dialogue.interactive:
            dialogue.screen.say()
    except KeyboardInterrupt:
        code = INTERRUPTED
        dialogue.screen.say()
    table = dialogue.table
    if table.is_empty:
        dialogue.screen.say("Nothing was decided, so nothing is saved.")
        sys.exit(code)
    try:
        file = table.save()
    except Failure as error:
        raise Failure(f"{error.message}; {_command()} --from {table.game} continues from here") from None
    if table.game.is_over and not table.is_stretch_over:
        dialogue.screen.say(f"The game is saved in {file}.")
    else:
        dialogue.screen.say(f"The game is saved. To continue: {_command()} --resume {shlex.quote(str(file))}")
    sys.exit(code)


def _command() -> str:
    """The command that starts a game; scripts/play passes its own name."""
    own = os.environ.get("AQUA_COMMAND", "")
    return f"{own if own and own.isprintable() else 'aqua play'} --terminal"


def _budget(text: str | None) -> Budget | None:
    """How long bots think over a stretch."""
    if text is None:
        return None
    try:
        return replace(Budget.parse(text), per="stretch")
    except BudgetError as error:
        raise Failure(f"--think: {error}") from None


def _ask_for_seats() -> list[Seat]:
    """A few short questions; pressing Enter gives good defaults."""
    try:
        players = click.prompt("How many players, 2 to 4?", default=2, type=Between(2, 4))
        people = _ask_for_people(players)
        bots = players - len(people)
        return seats_for(players, people, _ask_for_level(bots) if bots else USUAL)
    except click.Abort:
        click.echo()
        sys.exit(INTERRUPTED)


def _ask_for_people(players: int) -> list[Seat]:
    while True:
        text = click.prompt("Who is playing? Enter names; bots take the other seats", default="Player")
        try:
            people = [parse_seat(word) for word in text.replace(",", " ").split()]
            seats_for(players, people)
        except Failure as error:
            click.echo(f"{error.message}.")
        else:
            return people


def _ask_for_level(bots: int) -> str:
    whom = "How strong is the bot" if bots == 1 else "How strong are the bots"
    first = {1: "easy", 4: "medium", 6: "hard", 9: "very hard"}  # of each strength, as on the page
    extra = {number: f" ({words})" for number, words in first.items()}
    levels = ", ".join(f"{number} {level.title}{extra.get(number, '')}" for number, level in LEVELS.items())
    usual = USUAL.partition(":")[2]
    click.echo(f"{whom}? {levels}, champion (strongest)")
    while True:
        text = click.prompt("A number or a name", default=usual)
        kind = level_kind(text)
        if kind:
            return kind
        click.echo(f"Enter a number from {min(LEVELS)} to {max(LEVELS)}, its name, or one of {bot_words()}.")


def _table(seats: list[Seat], wanted: dict[str, Any]) -> LocalGame:
    """The table that the options describe."""
    players, seed = wanted["players"], wanted["seed"]
    if wanted["resume"] is not None:
        table = _resumed(wanted["resume"], seats, seed)
    elif wanted["start"] is not None:
        game = Game.from_position(load(wanted["start"]).game().position)
        table = LocalGame(game, seats_for(game.players, seats), seed=seed)
    elif wanted["layout"] in (None, *LAYOUT_NAMES):
        seats = seats_for(players, seats)
        layout = named_layout(wanted["layout"] or USUAL_LAYOUT, len(seats))
        table = LocalGame(Game(layout=layout), seats, seed=seed)
    else:
        game = Game(layout=layout_file(wanted["layout"]))
        table = LocalGame(game, seats_for(game.players, seats), seed=seed)
    if players not in (None, table.game.players):
        raise Failure(f"that game is for {table.game.players} players, not {players}")
    return table


def _resumed(name: str, seats: list[Seat], seed: str | None) -> LocalGame:
    """Continue a record. It is saved in the same file, unless that would lose comments, variations or other games."""
    file = Path(name).expanduser() if name else latest_file()
    source = load(str(file))
    record = source.record()
    bare = Record.from_game(record.game(), **record.tags)
    keeps_all = file.suffix == ".aqr" and len(source.records) == 1 and bare.line == record.line
    return LocalGame.from_record(record, seats, seed=seed, source=file, keep_there=keeps_all)
