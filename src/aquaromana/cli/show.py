"""`aqua show`: a position or a record as text."""

from __future__ import annotations

from typing import Any

import click

from aquaromana.cli.numbers import Between, Whole
from aquaromana.cli.terminal.screen import Screen, screen_options


@click.command(epilog="Example: aqua show game.aqr --ply 40", short_help="Show a position or a record as text.")
@click.argument("source", metavar="FILE|POSITION")
@click.option(
    "--ply", type=Whole(), help="Show the board after so many decisions; negative numbers count from the end."
)
@click.option("--game", "number", type=Between(1), default=1, help="Which game of a file with several.")
@click.option("--moves/--no-moves", default=True, help="Show tags and decisions too, or only the board.")
@screen_options
def show(source: str, ply: int | None, number: int, **wanted: Any) -> None:
    """Show a position, or a record with its tags, its board and its decisions.

    FILE is a record (.aqr or JSON), a picture that contains one, or a position string; - is standard input.
    """
    from aquaromana.cli.sources import load
    from aquaromana.cli.terminal.words import decision_text, final_scoring
    from aquaromana.records import write_record

    screen = Screen.of(color=wanted["color"], compact=wanted["compact"], ascii=wanted["ascii"])
    loaded = load(source)
    record, game = loaded.record(number), loaded.game(ply, number)
    written = not loaded.is_position and wanted["moves"]
    text = write_record(record)
    tags, _, moves = text.partition("\n\n")
    if written:
        if len(loaded.records) > 1:
            screen.say(screen.bold(f"game {number} of {len(loaded.records)}"))
        screen.say(harmless(tags) + "\n")
    news: dict[str, Any] = {}
    if game.moves:
        before = record.game(len(game.moves) - 1).position
        news["since"] = before
        news["notes"] = [f"{len(game.moves)}. {decision_text(before, game.moves[-1], game.position, record.names)}"]
    screen.board(game.position, record.names, **news)
    if game.is_over:
        screen.say("\n".join(final_scoring(game.position, record.names)))
    if written:
        screen.say("\n" + harmless(moves.rstrip("\n")))


def harmless(text: str) -> str:
    """Text of a file without terminal control characters."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)
