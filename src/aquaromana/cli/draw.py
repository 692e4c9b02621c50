"""`aqua draw`: a position or a game as a picture that contains its record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between, Whole

if TYPE_CHECKING:
    from aquaromana.records import Record
    from aquaromana.rules import Game

FORMATS: Final = ("svg", "png", "gif")


@click.command(
    epilog="Example: aqua draw game.aqr -o game.gif --theme dark",
    short_help="Draw a position or a game as a picture.",
)
@click.argument("source", metavar="FILE|POSITION")
@click.option("-o", "--output", required=True, metavar="OUT", help="The picture to write; - is standard output.")
@click.option("--to", type=click.Choice(FORMATS), help="The format of OUT; by default, from the end of its name.")
@click.option("--ply", type=Whole(), help="Draw the game after so many decisions; negative numbers count from the end.")
@click.option("--game", "number", type=Between(1), help="Which game of a file with several; the first by default.")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", help="For a light page or a dark one.")
@click.option("--width", type=Between(16, 8000), help="The width in pixels.")
@click.option("--board", is_flag=True, help="Draw only the board, without seats and podiums.")
@click.option("--region", metavar="C2-F4", help="Draw a part of the board (svg and png).")
@click.option(
    "--step",
    type=click.Choice(["stretch", "decision"]),
    help="What a frame shows (gif): a stretch, all decisions that a seat makes in a row (default), or one decision.",
)
@click.option("--duration", type=Between(20, 60_000), help="How long a frame is shown (gif), in ms; 700 by default.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def draw(source: str, output: str, **wanted: Any) -> None:
    """Draw a position or the end of a record as .svg or .png, or a whole game as an animated .gif.

    FILE is a record (.aqr or JSON), a picture that contains one, or a position string; - is standard input. The picture
    contains the record as metadata: aqua show, verify and convert can read it.
    """
    from aquaromana.cli.files import shown, write_bytes
    from aquaromana.cli.sources import load
    from aquaromana.drawing import DrawingError

    kind = wanted["to"] or _format(output)
    if wanted["region"] and kind == "gif":
        raise click.UsageError("--region goes with svg and png")
    for option in ("step", "duration"):
        if wanted[option] and kind != "gif":
            raise click.UsageError(f"--{option} goes with gif, not with {kind}")
    loaded = load(source)
    number = wanted["number"] or 1
    record, game = loaded.record(number), loaded.game(wanted["ply"], number)
    if len(loaded.records) > 1 and wanted["number"] is None:
        several = f"{shown(source)} contains {len(loaded.records)} games"
        click.echo(f"aqua draw: {several}; this is game {number}, --game N draws another", err=True)
    try:
        picture = _picture(kind, record.until(len(game.moves)), game, wanted)
    except DrawingError as error:
        raise Failure(str(error)) from None
    write_bytes(output, picture, force=wanted["force"])


def _picture(kind: str, record: Record, game: Game, wanted: dict[str, Any]) -> bytes:
    from aquaromana.drawing import gif, png, svg
    from aquaromana.records import write_record

    how: dict[str, Any] = {
        "theme": wanted["theme"],
        "board_only": wanted["board"],
        "names": record.names,
        "record": write_record(record),
    }
    if wanted["width"]:
        how["width"] = wanted["width"]
    if kind == "gif":
        with _progress() as progress:
            film: dict[str, Any] = {"step": wanted["step"] or "stretch", "duration": wanted["duration"] or 700}
            return gif(game, progress=progress, **film, **how)
    if kind == "png":
        return png(game, region=wanted["region"], **how)
    return svg(game, region=wanted["region"], **how).encode()


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Drawing")
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _format(output: str) -> str:
    from aquaromana.cli.files import format_of

    if output == "-":
        raise click.UsageError("say with --to what to write to the standard output: svg, png or gif")
    return format_of(output, FORMATS)
