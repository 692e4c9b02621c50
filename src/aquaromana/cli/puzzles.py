"""`aqua puzzles`: make, verify, count and solve puzzles."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import click

from aquaromana.cli.files import read_bytes, shown, write_bytes
from aquaromana.cli.group import WRONG, Failure
from aquaromana.cli.numbers import Between

if TYPE_CHECKING:
    from aquaromana.puzzles import Library, Puzzle

KINDS: Final = ("win", "lead", "podium", "build", "legal")
DIFFICULTIES: Final = ("easy", "medium", "hard", "expert")
LANGUAGES: Final = ("en", "de", "fr")


@click.group(epilog="Example: aqua puzzles play", short_help="Make, verify and solve puzzles.")
def puzzles() -> None:
    """Make, verify, count and solve puzzles. docs/puzzles.md says how they are made and what is proven of them."""


@puzzles.command(epilog="Example: aqua puzzles make mine.jsonl --work games.jsonl --games 50 --players 3")
@click.argument("out", metavar="FILE")
@click.option("--work", required=True, metavar="FILE", help="Where games that were searched are kept; go on from it.")
@click.option("--games", type=Between(0, 100_000), default=20, show_default=True, help="For each number of players.")
@click.option("--players", type=Between(2, 4), multiple=True, help="May be given several times.  [default: 2, 3 and 4]")
@click.option("--seed", type=Between(0, 1_000_000_000), default=0, show_default=True, help="Of the first game.")
@click.option("--workers", type=Between(1, 64), default=1, show_default=True, help="Processes that search games.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def make(out: str, work: str, games: int, players: tuple[int, ...], seed: int, workers: int, *, force: bool) -> None:
    """Search games of bots for puzzles and write the best to FILE.

    The same seed gives the same puzzles. Interrupted, it goes on where it was: what was searched is in the work file.
    """
    from aquaromana.puzzles import PuzzleError, library_bytes
    from aquaromana.puzzles.make import made, selected
    from aquaromana.puzzles.stats import counts

    jobs = [(size, number) for size in players or (2, 3, 4) for number in range(seed, seed + games)]
    try:
        for done, (job, found) in enumerate(made(jobs, Path(work), workers), 1):
            click.echo(f"\r{done} games, {job[0]} players, seed {job[1]}: {found} puzzles   ", nl=False, err=True)
        click.echo(err=True)
        chosen = selected(Path(work))
    except PuzzleError as error:
        raise Failure(f"{shown(work)}: {error} ({error.code})") from None
    write_bytes(out, library_bytes(chosen), force=force)
    click.echo(counts(chosen), err=out == "-")


@puzzles.command(epilog="Example: aqua puzzles verify --sample 20")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--sample", type=Between(1), help="Verify so many puzzles only.")
@click.option("--seed", type=Between(0), default=0, show_default=True, help="Which ones.")
def verify(files: tuple[str, ...], sample: int | None, seed: int) -> None:
    """Prove every puzzle again from its text, by the Python rules alone.

    Without a FILE, the puzzles of this package are verified. Every fault is a line on standard error, and the exit code
    is 2 then.
    """
    from aquaromana.puzzles import faults

    wrong = False
    for name in files or ("",):
        found = _read(name, checked=True)
        chosen = list(found.puzzles)
        if sample is not None and sample < len(chosen):
            chosen = Random(seed).sample(chosen, sample)
        bad = 0
        for done, puzzle in enumerate(chosen, 1):
            told = faults(puzzle)
            bad += bool(told)
            for fault in told:
                click.echo(f"{puzzle.id}: {fault} (puzzle/wrong)", err=True)
            if sys.stderr.isatty():
                click.echo(f"\r{done} of {len(chosen)}", nl=False, err=True)
        wrong = wrong or bool(bad)
        where = shown(name) if name else "the puzzles of this package"
        click.echo(f"{where}, version {found.version}: {len(chosen) - bad} of {len(chosen)} proven again")
    sys.exit(WRONG if wrong else 0)


@puzzles.command(epilog="Example: aqua puzzles stats")
@click.argument("file", required=False, default="", metavar="[FILE]")
def stats(file: str) -> None:
    """Count puzzles by kind, number of players, difficulty and theme."""
    from aquaromana.puzzles.stats import counts

    click.echo(counts(_read(file).puzzles))


@puzzles.command(epilog="Example: aqua puzzles play --kind win --players 3")
@click.argument("id", required=False, default="", metavar="[ID]")
@click.option("--kind", type=click.Choice(KINDS), help="What is to be found.")
@click.option("--players", type=Between(2, 4), help="At a table of this size.")
@click.option("--difficulty", type=click.Choice(DIFFICULTIES), help="How hard it is.")
@click.option("--theme", help="One of the themes that aqua puzzles stats lists.")
@click.option("--seed", type=Between(0), help="Which one of those that fit; otherwise any.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="For the sentences.")
def play(id: str, seed: int | None, language: str, **wanted: str | int | None) -> None:  # noqa: A002
    """Solve a puzzle in the terminal: the one with this ID, or any that fits.

    Write decisions in notation, separated by spaces; `solution` shows one, `again` begins again, `quit` ends it.
    """
    from aquaromana.cli.terminal.puzzle import solve_in_terminal
    from aquaromana.puzzles import PuzzleError

    known = _read("")
    try:
        puzzle = known.find(id) if id else Random(seed).choice(_fitting(known, wanted))
    except PuzzleError as error:
        raise Failure(f"{error} ({error.code})") from None
    solve_in_terminal(puzzle, language)


def _fitting(known: Library, wanted: dict[str, str | int | None]) -> list[Puzzle]:
    theme = wanted.pop("theme")
    found = [
        puzzle
        for puzzle in known.puzzles
        if all(value is None or getattr(puzzle, name) == value for name, value in wanted.items())
        and (theme is None or theme in puzzle.themes)
    ]
    if not found:
        raise Failure("no puzzle is like that: ask for less (puzzle/unknown)")
    return found


def _read(name: str, *, checked: bool = False) -> Library:
    """The puzzles of a file, or those of this package."""
    from aquaromana.puzzles import PuzzleError, library, read_library
    from aquaromana.puzzles.library import shipped

    try:
        return read_library(read_bytes(name)) if name else read_library(shipped()) if checked else library()
    except PuzzleError as error:
        where = shown(name) if name else "the puzzles of this package"
        raise Failure(f"{where}: {error} ({error.code})") from None
