"""What `aqua arena` does with --rate and --next: a pool of bots at tables of every size."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import click

from aquaromana.arena import (
    ArenaError,
    Entry,
    Ladder,
    Match,
    PoolRunner,
    Ratings,
    check_bots,
    ladder_lines,
    ladder_plot,
    parse_budget,
    rating_lines,
    rating_plot,
)
from aquaromana.arena.match import Draw
from aquaromana.cli.campaign import play_matches, stopped_words
from aquaromana.cli.files import write_bytes
from aquaromana.cli.group import INTERRUPTED
from aquaromana.cli.sources import chosen_layout, layout_file
from aquaromana.rules.layout import LAYOUT_NAMES
from aquaromana.version import __version__

GAMES: Final = 240
"""Games at tables of each size, and of each pair with --next, if nothing else is said."""


def rate(bots: Sequence[str], wanted: dict[str, Any], limit: float | None) -> None:
    """Play the pool and tell its ratings, or how each bot does against the one below."""
    if wanted["rate"] and wanted["next"]:
        raise ArenaError("--rate and --next do not go together")
    if wanted["games"] is not None and wanted["sets"] is not None:
        raise click.UsageError("--games and --sets do not go together")
    if wanted["sprt"]:
        raise ArenaError("--sprt goes with a match of two bots, not with a pool")
    matches = pool_matches(bots, wanted)
    for match in matches.values():
        check_bots(match)
    names = next(iter(matches.values())).names
    found: Ratings | Ladder = Ladder(names) if wanted["next"] else Ratings(names)
    interrupted = play_matches(matches, PoolRunner(wanted["workers"], limit=limit), wanted["out"], found.add)
    if found.games:
        _tell(found, matches, wanted)
    if interrupted:
        click.echo(stopped_words(wanted["out"]), err=True)
        sys.exit(INTERRUPTED)


def pool_matches(bots: Sequence[str], wanted: dict[str, Any]) -> dict[str, Match]:
    """A match for every size of table."""
    entries = tuple(Entry.parse(text, wanted["per"]) for text in bots)
    if len(entries) < 2:
        raise ArenaError("a pool has two bots or more")
    if len({str(entry) for entry in entries}) < len(entries):
        raise ArenaError("a pool names every bot once")
    draw: Draw = "next" if wanted["next"] else "lot"
    named = wanted["layout"]
    if wanted["players"] is not None:
        sizes = [wanted["players"]]
    elif named is not None and named not in LAYOUT_NAMES:
        sizes = [layout_file(named).players]
    else:
        sizes = [size for size in (2, 3, 4) if draw == "next" or size <= len(entries)]
    budget = None if wanted["budget"] is None else parse_budget(wanted["budget"], wanted["per"])
    matches = {}
    for size in sizes:
        layout = None if named is None else chosen_layout(named, size)
        match = Match(entries, size, 1, wanted["seed"], budget, wanted["opening"], layout, draw)
        sets = wanted["sets"]
        if sets is None:
            games = GAMES if wanted["games"] is None else wanted["games"]
            if games < 1:
                raise ArenaError(f"a match has 1 game or more, not {games}")
            sets = -(-games // size)
        matches[f"{size}-players"] = replace(match, sets=sets)
    return matches


def _tell(found: Ratings | Ladder, matches: dict[str, Match], wanted: dict[str, Any]) -> None:
    if isinstance(found, Ratings):
        lines, picture = rating_lines(found), rating_plot(found)
    else:
        lines, picture = ladder_lines(found), ladder_plot(found)
    if wanted["summary"] != "-":
        click.echo("\n".join(lines))
    if wanted["summary"]:
        told = {"version": __version__, "matches": [match.to_json() for match in matches.values()], **found.to_json()}
        text = json.dumps(told, indent=2, ensure_ascii=False)
        write_bytes(wanted["summary"], text.encode() + b"\n", force=True)
    if wanted["plot"]:
        write_bytes(wanted["plot"], picture.encode(), force=True)
