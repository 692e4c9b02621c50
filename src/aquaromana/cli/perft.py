"""`aqua perft`: count lines of play, to check that two programs have the same rules."""

from __future__ import annotations

import click

from aquaromana.cli.numbers import Between


@click.command(
    epilog="Example: aqua perft --players 3 2 --divide",
    short_help="Count the lines of play of a given length.",
)
@click.argument("arguments", nargs=-1, required=True, metavar="[POSITION] DEPTH")
@click.option("--players", type=Between(2, 4), help="Start from the set-up for this many players.")
@click.option("--divide", is_flag=True, help="Show the count for each first decision, then the sum.")
def perft(arguments: tuple[str, ...], players: int | None, *, divide: bool) -> None:
    """Count the sequences of DEPTH legal decisions from a POSITION, or from the start of a game.

    POSITION is a position string or a file with a record. Games that end sooner are not counted.
    """
    from aquaromana.cli.sources import load
    from aquaromana.rules import Game
    from aquaromana.rules.perft import divide as count_each
    from aquaromana.rules.perft import perft as count

    *positions, text = arguments
    if len(positions) > 1:
        raise click.UsageError("one position and the depth are enough")
    if bool(positions) == bool(players):
        raise click.UsageError("give a position and a depth, or --players and a depth")
    depth = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
    if depth < divide:
        raise click.UsageError(f"{text!r} is not a valid depth; use a number from {int(divide)} to 999")
    game = load(positions[0]).game() if positions else Game(players or 2)
    if not divide:
        click.echo(count(game, depth))
        return
    counts = count_each(game, depth)
    for move, number in counts.items():
        click.echo(f"{move} {number}")
    click.echo(f"{len(counts)} decisions, {sum(counts.values())} lines")
