"""The answers about games as a table, as JSON and as plots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from aquaromana.arena.plot import Mark, PlotRow, plot
from aquaromana.arena.standings_text import aligned
from aquaromana.datasets.stats import Share, Spread, Summary

_T = TypeVar("_T")


def stats_lines(found: Sequence[Summary]) -> list[str]:
    """The table: a column for each size of table."""
    cells = [["", *(f"{each.players} players" for each in found)], ["games", *(str(each.games) for each in found)]]

    def row(name: str, values: Sequence[str]) -> None:
        cells.append([name, *values])

    def spread(name: str, key: str) -> None:
        row(name, [_spread(getattr(each, key)) for each in found])

    spread("decisions in a game", "decisions")
    spread("turns in a game", "turns")
    for seat in range(max(each.players for each in found)):
        row(f"wins of seat {seat}", [_share(each.seats[seat]) if seat < each.players else "" for each in found])
    for seat in range(max(each.players for each in found)):
        row(f"points of seat {seat}", [_spread(each.points[seat]) if seat < each.players else "" for each in found])
    spread("points of the winner", "winner")
    spread("lead of the winner", "margin")
    row("shared wins", [_share(each.ties) for each in found])
    spread("length of a closed aqueduct", "aqueducts")
    spread("closed by choice, in a game", "chosen")
    spread("could not go on, in a game", "forced")
    for podium in sorted({podium for each in found for podium in each.podiums}, reverse=True):
        taken = [each.podiums.get(podium) for each in found]
        row(f"podium {podium} taken", [_share(share) if share else "0.0%" for share in taken])
    return [*aligned(cells), "", "mean (5 % – 95 % of the games); shares with 95 % intervals"]


def _spread(spread: Spread) -> str:
    return f"{spread.mean:.1f} ({spread.low:.0f} – {spread.high:.0f})"


def _share(share: Share) -> str:
    return f"{share.value:.1%} ({share.low:.1%} – {share.high:.1%})"


def stats_json(found: Sequence[Summary]) -> list[dict[str, Any]]:
    """The same for programs, a dictionary for each size of table."""
    return [asdict(each) for each in found]


def stats_plots(found: Sequence[Summary]) -> dict[str, str]:
    """SVG drawings by file name."""
    sizes = [f"{each.players} players" for each in found]
    seats = range(max(each.players for each in found))
    podiums = sorted({podium for each in found for podium in each.podiums}, reverse=True)

    wins = [PlotRow(f"seat {seat}", _shares([_at(each.seats, seat) for each in found])) for seat in seats]
    points = [PlotRow(f"seat {seat}", _spreads([_at(each.points, seat) for each in found])) for seat in seats]
    stairs = [PlotRow(f"podium {podium}", _shares([each.podiums.get(podium) for each in found])) for podium in podiums]
    lengths = [
        PlotRow("decisions", _spreads([each.decisions for each in found])),
        PlotRow("turns", _spreads([each.turns for each in found])),
    ]
    closings = [
        PlotRow("by choice", _spreads([each.chosen for each in found])),
        PlotRow("could not go on", _spreads([each.forced for each in found])),
        PlotRow("length at the end", _spreads([each.aqueducts for each in found])),
    ]
    range_ = "mean, and 5 % to 95 % of the games"
    return {
        "seats.svg": plot("Who wins", "share of the wins, 95 % intervals", sizes, wins, percent=True),
        "points.svg": plot("Points", range_, sizes, points, percent=False, signed=False),
        "lengths.svg": plot("How long a game is", range_, sizes, lengths, percent=False, signed=False),
        "podiums.svg": plot("Podiums", "taken at the end, 95 % intervals", sizes, stairs, percent=True),
        "closings.svg": plot("Closed aqueducts", range_, sizes, closings, percent=False, signed=False),
    }


def _at(values: Sequence[_T], seat: int) -> _T | None:
    return values[seat] if seat < len(values) else None


def _shares(shares: Sequence[Share | None]) -> list[Mark]:
    return [Mark(number, each.value, each.low, each.high) for number, each in enumerate(shares) if each]


def _spreads(spreads: Sequence[Spread | None]) -> list[Mark]:
    return [Mark(number, each.mean, each.low, each.high) for number, each in enumerate(spreads) if each]
