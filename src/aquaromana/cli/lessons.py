"""`aqua lessons`: check lesson files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from aquaromana.cli.files import read_bytes, shown
from aquaromana.cli.group import WRONG, Failure


@click.group(epilog="Example: aqua lessons check", short_help="Check lesson files.")
def lessons() -> None:
    """Check lessons: guided games as TOML files. docs/lessons.md describes the format."""


@lessons.command(epilog="Example: aqua lessons check my-lesson.toml")
@click.argument("files", nargs=-1, metavar="[FILE]...")
def check(files: tuple[str, ...]) -> None:
    """Check that every step of a lesson can be played, says enough, and not too much.

    Without a FILE, the lessons of this package are checked. Each lesson gets one line. What is wrong with one goes to
    standard error, a line for each fault, and the exit code is 2.
    """
    from aquaromana.lessons import LessonError, faults, lesson_ids, read_lesson
    from aquaromana.lessons.reader import lesson_text

    own = [(name, lesson_text(name), name) for name in lesson_ids()]
    wrong = False
    for name, text, id_ in [(shown(each), _read(each), Path(each).stem) for each in files] or own:
        try:
            lesson = read_lesson(text, id_)
        except LessonError as error:
            click.echo(f"{name}: {error} ({error.code})", err=True)
            wrong = True
            continue
        found = faults(lesson)
        for fault in found:
            click.echo(f"{name}: {fault} (lesson/impossible)", err=True)
        wrong = wrong or bool(found)
        if not found:
            click.echo(f"{name}: {len(lesson.steps)} steps, version {lesson.version}")
    sys.exit(WRONG if wrong else 0)


def _read(name: str) -> str:
    try:
        return read_bytes(name).decode("utf-8")
    except UnicodeDecodeError:
        raise Failure(f"{shown(name)} is not text") from None
