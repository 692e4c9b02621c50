"""Ratings and ladders as text and as a plot."""

from __future__ import annotations

from aquaromana.arena.ladder import Ladder, Step
from aquaromana.arena.plot import Mark, PlotRow, plot
from aquaromana.arena.ratings import Estimate, Ratings
from aquaromana.arena.standings_text import aligned

MISSING = 'openskill is not installed: pip install "aqua-romana[arena]" adds its column'


def rating_lines(ratings: Ratings) -> list[str]:
    """The table, strongest first."""
    rows = ratings.rows()
    sizes = ratings.sizes
    skilled = all(row.skill for row in rows)
    head = ["bot", "games", "win share", "Elo", "95 % interval", *(f"{size} players" for size in sizes)]
    cells = [head + ["openskill"] * skilled]
    for row in rows:
        line = [row.name, str(row.games), f"{row.share:.1%}", f"{row.elo.value:+.0f}", _interval(row.elo)]
        line += [f"{row.by_size[size].value:+.0f}" for size in sizes]
        cells.append(line + ([f"{row.skill.value:.1f} ± {row.skill.high - row.skill.value:.1f}"] if row.skill else []))
    return aligned(cells) + ([] if skilled else [MISSING])


def _interval(estimate: Estimate) -> str:
    return f"{estimate.low:+.0f} – {estimate.high:+.0f}"


def rating_plot(ratings: Ratings) -> str:
    """Elo with intervals, all tables together and each size alone."""
    sizes = ratings.sizes
    lines = []
    for row in ratings.rows():
        estimates = [row.elo, *(row.by_size[size] for size in sizes if len(sizes) > 1)]
        marks = [Mark(number, each.value, each.low, each.high) for number, each in enumerate(estimates)]
        lines.append(PlotRow(row.name, marks))
    names = ["all tables", *(f"{size} players" for size in sizes)] if len(sizes) > 1 else [f"{sizes[0]} players"]
    return plot(
        "How strong the bots are", "Elo over the mean of the pool, 95 % intervals", names, lines, level=0, percent=False
    )


def ladder_lines(ladder: Ladder) -> list[str]:
    """A line for each pair of neighbors."""
    sizes = ladder.sizes
    cells = [["bot", "against", *(text for size in sizes for text in (f"{size} players", "games", "95 % interval"))]]
    for pair in ladder.pairs():
        steps = [pair.steps.get(size) for size in sizes]
        cells.append([pair.upper, pair.lower, *(text for step in steps for text in _step(step))])
    return aligned(cells)


def _step(step: Step | None) -> tuple[str, str, str]:
    if step is None or not step.games:
        return "", "0", ""
    return f"{step.share:.1%}", str(step.games), f"{step.low:.1%} – {step.high:.1%}"


def ladder_plot(ladder: Ladder) -> str:
    """The share of each bot's one seat against the bot below."""
    sizes = ladder.sizes
    lines = [
        PlotRow(
            f"{pair.upper} – {pair.lower}",
            [Mark(sizes.index(size), step.share, step.low, step.high) for size, step in pair.steps.items()],
        )
        for pair in ladder.pairs()
    ]
    names = [f"{size} players, even is {1 / size:.0%}" for size in sizes]
    return plot("Each bot against the one below it", "share of the win of one seat", names, lines, percent=True)
