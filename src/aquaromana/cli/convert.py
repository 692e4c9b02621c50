"""`aqua convert`: convert records from one format to another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between

FORMATS: Final = ("aqr", "json")
PICTURES: Final = (".svg", ".png", ".gif")


@click.command(epilog="Example: aqua convert game.aqr game.json", short_help="Convert a record to another format.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT", default="-")
@click.option("--to", type=click.Choice(FORMATS), help="The format of OUT; by default, from the end of its name.")
@click.option("--game", "number", type=Between(1), help="Take one game of a file with several.")
@click.option("--hashes/--no-hashes", default=None, help="Write a state hash for every decision, or none.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def convert(source: str, target: str, to: str | None, number: int | None, *, hashes: bool | None, force: bool) -> None:
    """Convert a record to another format: .aqr or JSON.

    IN is a record (.aqr or JSON), a picture that contains one, or a position; - is standard input. OUT is a file, or -
    for standard output, in the format aqr unless --to names another.
    """
    from aquaromana.cli.files import shown, write_bytes
    from aquaromana.cli.sources import load
    from aquaromana.records import to_json, write_records

    wanted = to or ("aqr" if target == "-" else _format(target))
    loaded = load(source)
    records = loaded.records if number is None else [loaded.record(number)]
    if wanted == "aqr":
        text = write_records(records, hashes=hashes)
    elif len(records) > 1:
        raise Failure(f"{shown(source)} contains {len(records)} games, but a JSON file holds only one; use --game N")
    else:
        text = json.dumps(to_json(records[0], hashes=hashes), ensure_ascii=False, indent=1) + "\n"
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise Failure(f"{shown(source)} contains characters that a text file cannot hold") from None
    write_bytes(target, data, force=force)


def _format(target: str) -> str:
    from aquaromana.cli.files import format_of, shown

    if Path(target).suffix.lower() in PICTURES:
        raise Failure(f"aqua draw makes pictures like {shown(target)}; this command writes .aqr and .json")
    return format_of(target, FORMATS)
