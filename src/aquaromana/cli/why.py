"""`aqua why`: why something is not allowed, with the clause of the rules."""

from __future__ import annotations

import click

from aquaromana.cli.group import Failure
from aquaromana.cli.terminal.choices import in_notation
from aquaromana.rules import AquaError, Game, Kind, NotationError, Reason
from aquaromana.rules.geometry import PATH, parse_port, parse_square
from aquaromana.rules.reasons import why_builder, why_kind, why_square, why_workman
from aquaromana.rules.tiles import KIND_LETTERS


def explain(game: Game, subject: str) -> Reason | None:
    """Why a decision, workman, builder, square or kind cannot be used now, None if it can.

    Raises NotationError for a text that does not name anything.
    """
    position, text = game.position, subject.strip()
    name = text[:1].upper() + text[1:].lower()
    if name in tuple(KIND_LETTERS[1:]):
        return why_kind(position, Kind(KIND_LETTERS.index(name)))
    if text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= PATH:
        return why_builder(position, int(text))
    for parse, why in ((parse_square, why_square), (parse_port, why_workman)):
        try:
            return why(position, parse(name))
        except KeyError:
            pass
    return game.reason(in_notation(text))


@click.command(
    epilog="Example: aqua why 2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.- D1e.12.Cs",
    short_help="Say why something is not allowed.",
)
@click.argument("position")
@click.argument("subject", metavar="DECISION")
def why(position: str, subject: str) -> None:
    """Say why a DECISION is not legal in a POSITION, and by which clause of the rules.

    Instead of a decision (D1e.12.Cs) it can be a workman (D1e), the path square of a builder (12), a square (F4) or
    a kind (C D S B J). POSITION is a position string or a file with a record.
    """
    from aquaromana.cli.sources import load

    game = load(position).game()
    try:
        reason = explain(game, subject)
    except NotationError as error:
        raise Failure(str(error)) from None
    except AquaError as error:
        reason = error.reason
    click.echo(f"{subject} is possible." if reason is None else str(reason))
