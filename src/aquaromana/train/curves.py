"""The curves of a run, from what its generations left behind: CSV for programs, SVG for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from aquaromana.train.artifacts import FIT, GAMES, GATE, read_artifact
from aquaromana.train.files import csv_bytes, update_file
from aquaromana.train.plot import Series, chart

FOLDER: Final = "curves"
TABLES: Final = ("2", "3", "4")
LARGEST: Final = 800.0
"""Elo that one match can show."""
Rows = list[dict[str, Any]]


def draw_curves(folder: Path, generations: Sequence[Path]) -> None:
    """Bring the curves of a run up to date with the folders of its generations: loss, rating, seats and game length."""
    fits = [(_number(path), read_artifact(path / FIT)) for path in generations if (path / FIT).exists()]
    games = [(_number(path), read_artifact(path / GAMES)) for path in generations]
    gates = [(_number(path), read_artifact(path / GATE)) for path in generations]
    place = folder / FOLDER
    losses, ratings, seats, lengths = _losses(fits), _ratings(gates), _seats(games), _lengths(games)
    for name, rows in (("loss", losses), ("rating", ratings), ("seats", seats), ("length", lengths)):
        update_file(place / f"{name}.csv", csv_bytes(rows))
    update_file(place / "loss.svg", _loss_chart(losses).encode())
    update_file(place / "rating.svg", _rating_chart(ratings).encode())
    update_file(place / "seats.svg", _seat_chart(seats).encode())
    update_file(place / "length.svg", _length_chart(lengths).encode())


def _losses(fits: Sequence[tuple[int, Any]]) -> Rows:
    return [
        {"generation": number, "epoch": entry["epoch"], "train_loss": entry["loss"], "players": int(players), **figures}
        for number, fit in fits
        for entry in fit["epochs"]
        for players, figures in entry["tables"].items()
    ]


def _ratings(gates: Sequence[tuple[int, Any]]) -> Rows:
    """Elo by generation, table size and budget; what the first one had to beat is 0."""
    known: dict[tuple[str, int, str], float] = {}
    rows: Rows = []
    for number, gate in gates:
        for trial in gate["trials"]:
            players, kind = trial["players"], "time" if trial["budget"].endswith("s") else "playouts"
            base = known.get((gate["opponent"], players, kind), 0.0)
            value, low, high = _elo(trial)
            known[gate["candidate"], players, kind] = base + value
            rows.append(
                {
                    "generation": number,
                    "players": players,
                    "budget": trial["budget"],
                    "kind": kind,
                    "rating": base + value,
                    "low": base + low,
                    "high": base + high,
                    "share": trial["share"],
                    "games": trial["games"],
                    "verdict": trial["verdict"],
                    "promoted": gate["promoted"],
                }
            )
    return rows


def _elo(trial: dict[str, Any]) -> tuple[float, float, float]:
    """The difference and its interval, each within ± LARGEST: who wins every game is not infinitely strong."""
    elo = trial["elo"] or {}
    side = LARGEST if trial["share"] * trial["players"] > 1 else -LARGEST
    given = (elo.get("value"), elo.get("low"), elo.get("high"))
    value, low, high = (
        otherwise if number is None else max(-LARGEST, min(LARGEST, number))
        for number, otherwise in zip(given, (side, -LARGEST, LARGEST), strict=True)
    )
    return value, low, high


def _seats(games: Sequence[tuple[int, Any]]) -> Rows:
    return [
        {"generation": number, "players": int(players), "seat": seat, "share": share, "games": facts["games"]}
        for number, tables in games
        for players, facts in tables.items()
        for seat, share in enumerate(facts["seats"])
    ]


def _lengths(games: Sequence[tuple[int, Any]]) -> Rows:
    return [
        {"generation": number, "players": int(players), "decisions": facts["decisions"], "points": facts["points"]}
        for number, tables in games
        for players, facts in tables.items()
    ]


def _loss_chart(rows: Rows) -> str:
    """Each epoch of each generation; 1 is the even guess, so that table sizes compare."""
    lines = []
    for color, players in enumerate(TABLES):
        mine = [row for row in rows if row["players"] == int(players)]
        name = f"{players} players"
        lines += [
            Series(name, [(x, row["loss"] / row["even"]) for x, row in enumerate(mine, 1)], color=color),
            Series(
                f"{name}: floor",
                [(x, row["floor"] / row["even"]) for x, row in enumerate(mine, 1)],
                dashed=True,
                color=color,
            ),
        ]
    return chart("Loss on games not learnt from", "epochs of all generations", "loss / even guess", lines)


def _rating_chart(rows: Rows) -> str:
    lines = []
    for color, players in enumerate(TABLES):
        for kind in ("playouts", "time"):
            mine = [row for row in rows if row["players"] == int(players) and row["kind"] == kind]
            if mine:
                points = [(row["generation"], row["rating"]) for row in mine]
                intervals = [(row["low"], row["high"]) for row in mine]
                lines.append(Series(f"{players}p, equal {kind}", points, intervals, kind == "time", color))
    return chart("Rating by generation", "generation", "Elo above the start", lines)


def _seat_chart(rows: Rows) -> str:
    lines = []
    for players in TABLES:
        for seat in range(int(players)):
            mine = [row for row in rows if row["players"] == int(players) and row["seat"] == seat]
            points = [(row["generation"], row["share"] * int(players)) for row in mine]
            if points:
                lines.append(Series(f"{players}p, seat {seat + 1}", points))
    return chart("Seat balance in self-play", "generation", "share of the wins / even share", lines)


def _length_chart(rows: Rows) -> str:
    lines = [
        Series(f"{players} players", [(r["generation"], r["decisions"]) for r in rows if r["players"] == int(players)])
        for players in TABLES
    ]
    return chart("Length of the games", "generation", "decisions a game", [line for line in lines if line.points])


def _number(path: Path) -> int:
    return int(path.name.removeprefix("gen-"))
