"""Standings as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from aquaromana.arena.match import Match
from aquaromana.arena.standings import EloDifference, Row, Standings

SHOWN_FORFEITS: Final = 5


def match_line(match: Match, *, at_most: bool = False) -> str:
    """The match in one line; `at_most` if a test may end it early."""
    budget = f", budget {match.budget}" if match.budget else ""
    limit = "at most " if at_most else ""
    sets = "1 set" if match.sets == 1 else f"{match.sets} sets"
    games = f"{limit}{match.games} games in {sets} of {match.set_size}"
    return f"{' – '.join(match.names)}: {match.players} players, {games}, seed {match.seed}{budget}"


def standings_lines(standings: Standings) -> list[str]:
    """The table, followed by Elo, test and faults."""
    rows = standings.rows
    cells = [["bot", "games", "win share", "95 % interval", "points", "s/decision", "faults"]]
    cells += [_cells(row) for row in rows]
    if settings := standings.settings:
        cells += [[f"{rows[0].name} with", *[""] * 6], *[_cells(row) for row in settings]]
    if not standings.forfeits:
        cells = [line[:-1] for line in cells]
    lines = aligned(cells)
    if elo := standings.elo:
        first, second = standings.match.names
        lines.append(f"{first} against {second}: {elo_text(elo)}")
    if standings.sprt:
        lines.append(str(standings.sprt))
    lines += _forfeit_lines(standings)
    if loose := standings.games - standings.sets * standings.match.set_size:
        games = "1 game" if loose == 1 else f"{loose} games"
        lines.append(f"{games} of incomplete sets not counted")
    return lines


def _cells(row: Row) -> list[str]:
    if not row.games:
        return [row.name, "0", "", "", "", "", str(row.forfeits)]
    return [
        row.name,
        str(row.games),
        f"{row.share:.1%}",
        f"{row.low:.1%} – {row.high:.1%}" if row.sets > 1 else "",
        "" if row.points is None else f"{row.points:.1f}",
        f"{row.seconds:.3g}" if row.seconds >= 0.001 else "<0.001",
        str(row.forfeits),
    ]


def aligned(cells: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, all columns but the first to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]


def elo_text(elo: EloDifference) -> str:
    """`+35 Elo (+12 to +58)`."""
    return f"{_elo(elo.value)} Elo ({_elo(elo.low)} to {_elo(elo.high)})"


def _elo(value: float) -> str:
    return f"{value:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "−∞"


def _forfeit_lines(standings: Standings) -> list[str]:
    lines = []
    for result in standings.forfeits[:SHOWN_FORFEITS]:
        assert result.forfeit is not None
        name = standings.match.names[result.fixture.seating[result.forfeit.seat]]
        lines.append(f"game {result.fixture.number}: {name} loses, {result.forfeit.reason}")
    more = len(standings.forfeits) - SHOWN_FORFEITS
    if more > 0:
        lines.append(f"and {more} more like that")
    return lines
