"""`aqua review`: what each turn of a game was worth, what would have been better, and why."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from aquaromana.cli.files import write_bytes
from aquaromana.cli.group import INTERRUPTED, Failure
from aquaromana.cli.numbers import Between

if TYPE_CHECKING:
    from aquaromana.analysis.review import Review, Reviewer, TurnReview


@click.command(
    epilog="Example: aqua review game.aqr --output reviewed.aqr --svg curves.svg",
    short_help="Judge every turn of a game.",
)
@click.argument("file", metavar="FILE")
@click.option("--game", "number", type=Between(1), default=1, show_default=True, help="Which game of the file.")
@click.option(
    "--depth",
    type=click.Choice(["quick", "normal", "deep"]),
    default="normal",
    show_default=True,
    help="How much to think about each turn.",
)
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed gives the same review.")
@click.option("--language", type=click.Choice(["en", "de", "fr"]), default="en", show_default=True)
@click.option("--json", "summary", type=click.Path(), metavar="OUT", help="Write everything; - is standard output.")
@click.option("-o", "--output", type=click.Path(), metavar="OUT.aqr", help="Write the record with comments and lines.")
@click.option("--svg", "picture", type=click.Path(), metavar="OUT.svg", help="Draw the curves.")
@click.option("-f", "--force", is_flag=True, help="Replace files that exist.")
def review(file: str, number: int, depth: str, seed: int, language: str, **files: Any) -> None:
    """Judge every turn of a game for the seat that made it: what it gave away, to whom, and what was better.

    FILE is a record (.aqr or JSON) or a picture that contains one. A game that stops early is judged as far as it goes.
    Shares of the win and points are what the computer expects, unless they are marked as certain.
    """
    from aquaromana.analysis.catalogues import color_names
    from aquaromana.analysis.review import Reviewer
    from aquaromana.analysis.review.annotate import annotated
    from aquaromana.analysis.review.curves import curves_svg
    from aquaromana.cli.sources import load
    from aquaromana.records import RecordError, write_record

    record = load(file).record(number)
    if not record.moves:
        raise Failure(f"{file} has no decisions to review")
    try:
        reviewer = Reviewer(record, depth=depth, seed=seed)
    except RecordError as error:
        raise Failure(f"{file}: {error}") from None
    colors = color_names(record.players, language)
    names = [name or color for name, color in zip(record.names, colors, strict=True)]
    found = _reviewed(reviewer)
    force = files["force"]
    if files["summary"] != "-":
        click.echo("\n".join(_lines(found, names, language)))
    if files["summary"]:
        data = json.dumps(found.to_json(), indent=1, ensure_ascii=False).encode() + b"\n"
        write_bytes(files["summary"], data, force=force)
    if files["output"]:
        text = write_record(annotated(record, found, names, language=language))
        write_bytes(files["output"], text.encode(), force=force)
    if files["picture"]:
        write_bytes(files["picture"], curves_svg(found, names, language=language).encode(), force=force)
    if not found.is_whole:
        click.echo(f"Interrupted: {len(found.turns)} of {found.total} turns are judged, the last ones.", err=True)
        sys.exit(INTERRUPTED)


def _reviewed(reviewer: Reviewer) -> Review:
    """The review, with a progress bar on standard error if that is a terminal. Ctrl-C leaves what is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    reviews = reviewer.reviews()
    found = next(reviews)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Reviewing", total=found.total)
        try:
            for found in reviews:
                bar.update(task, completed=len(found.turns))
        except KeyboardInterrupt:
            reviewer.stop()
    return found


def _lines(found: Review, names: Sequence[str], language: str) -> list[str]:
    from aquaromana.analysis.review.words import comment, decided_text, moves_text, percent
    from aquaromana.arena.standings_text import aligned

    cells = [["seat", "given away", "received", "accuracy", "inaccuracies", "mistakes", "blunders"]]
    for each in found.summaries:
        accuracy = "–" if each.accuracy is None else f"{each.accuracy:.0f}"
        grades = [str(each.turns[grade]) for grade in each.turns if grade in ("inaccuracy", "mistake", "blunder")]
        cells.append([names[each.seat], f"{each.given_away:.2f}", f"{each.received:.2f}", accuracy, *grades])
    lines = [*aligned(cells), ""]
    for turn in found.turns:
        words = comment(turn, names, language=language)
        if turn.index == found.decided and turn.certain is not None:
            words = f"{words} {decided_text(turn.certain, names, language=language)}".strip()
        if words:
            mark = "*" if turn.index in found.turning else " "
            lines.append(f"{mark} {_place(turn, names)}: {moves_text(turn.played.stretch)}. {words}")
    shares = ", ".join(f"{name} {percent(share)} %" for name, share in zip(names, found.start, strict=True))
    lines += ["", f"Before the first turn: {shares}. Turns marked with * changed the game."]
    return lines


def _place(turn: TurnReview, names: Sequence[str]) -> str:
    return f"Turn {turn.turn}, {names[turn.seat]}"
