"""`aqua convert`: records from one format to another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from aquaromana.cli.group import Failure

FORMATS: Final = ("aqr", "json")
PICTURES: Final = ("svg", "png", "gif")


@click.command(epilog="Example: aqua convert game.aqr game.json", short_help="Turn a record into another format.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT", default="-")
@click.option("--to", type=click.Choice(FORMATS), help="The format of OUT; otherwise the end of its name tells.")
@click.option("--game", "number", type=click.IntRange(1), help="Take one game of a file with several.")
@click.option("--hashes/--no-hashes", default=None, help="Write a state hash for every decision, or none.")
@click.option("--force", is_flag=True, help="Replace OUT if it is already there.")
def convert(source: str, target: str, to: str | None, number: int | None, *, hashes: bool | None, force: bool) -> None:
    """Turn a record into another format: .aqr or its JSON twin.

    IN is a record, a JSON twin, a picture that carries a record, or a position; - is the standard input. OUT is a
    file, or - for the standard output.
    """
    from aquaromana.cli.files import shown, write_bytes
    from aquaromana.cli.sources import load
    from aquaromana.records import to_json, write_records

    wanted = to or _format(target)
    loaded = load(source)
    records = loaded.records if number is None else [loaded.record(number)]
    if wanted == "aqr":
        text = write_records(records, hashes=hashes)
    elif len(records) > 1:
        raise Failure(f"{shown(source)} holds {len(records)} games, a JSON file one; --game N chooses")
    else:
        text = json.dumps(to_json(records[0], hashes=hashes), ensure_ascii=False, indent=1) + "\n"
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise Failure(f"{shown(source)} holds characters that no text file can") from None
    write_bytes(target, data, force=force)


def _format(target: str) -> str:
    if target == "-":
        raise click.UsageError("say with --to what to write to the standard output: aqr or json")
    suffix = Path(target).suffix.removeprefix(".").lower()
    if suffix in FORMATS:
        return suffix
    if suffix in PICTURES:
        raise Failure(f"aqua draw makes pictures like {target}; this command writes .aqr and .json")
    raise Failure(f"the end of the name {target} tells no format; use .aqr or .json, or --to")
