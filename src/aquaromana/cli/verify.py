"""`aqua verify`: replay and verify records."""

from __future__ import annotations

import sys

import click

from aquaromana.cli.files import shown
from aquaromana.cli.group import WRONG, Failure


@click.command(epilog="Example: aqua verify games/*.aqr", short_help="Replay and verify records.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def verify(files: tuple[str, ...]) -> None:
    """Replay and verify records: every decision is legal, and every state hash and the result are correct.

    A FILE is a record (.aqr or JSON) or a picture that contains one; - is standard input. Each game gets one line. If a
    game is not correct or cannot be read, its line goes to standard error and the exit code is 2.
    """
    from aquaromana.cli.sources import load
    from aquaromana.records import verify as verify_record

    wrong = False
    for name in files:
        try:
            source = load(name)
            if source.is_position:
                raise Failure(f"{shown(name)} is a position: only records can be verified; use aqua show")
            records = source.records
        except Failure as error:
            click.echo(f"aqua verify: {' '.join(error.message.split())}", err=True)
            wrong = True
            continue
        for number, record in enumerate(records, 1):
            verdict = verify_record(record)
            game = f"{shown(name)}, game {number}" if len(records) > 1 else shown(name)
            click.echo(f"{game}: {' '.join(str(verdict).split())}", err=not verdict.is_true)
            wrong = wrong or not verdict.is_true
    sys.exit(WRONG if wrong else 0)
