"""`aqua fairness`: what each seat is worth, on any layout, with any bot, at a table of any size."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from aquaromana.arena import ArenaError, Entry, Match, PoolRunner, SelfPlay, check_bots, parse_budget
from aquaromana.arena.candidates import candidates, orders
from aquaromana.arena.fairness import Balance, Tally, fairest
from aquaromana.arena.match import OPENINGS
from aquaromana.arena.plot import Mark, PlotRow, plot
from aquaromana.arena.standings_text import aligned
from aquaromana.cli.campaign import check_plot, play_matches, stopped_words
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.files import write_bytes
from aquaromana.cli.group import INTERRUPTED, Failure
from aquaromana.cli.numbers import Between, Whole
from aquaromana.cli.sources import LAYOUT, chosen_layout
from aquaromana.engine import Budget
from aquaromana.rules import Layout, standard_layout
from aquaromana.version import __version__


@click.command(
    epilog="Example: aqua fairness --players 3 --candidates 24 --orders --out fair3 --plot fair3.svg",
    short_help="Measure what each seat is worth.",
)
@click.option("--players", type=Between(2, 4), help="Seats at the table; 2 if no layout says otherwise.")
@click.option("--layout", "names", multiple=True, type=click.Path(), metavar=LAYOUT, help="A layout; may be repeated.")
@click.option("--candidates", type=Between(0, 500), default=0, help="The number of other valid layouts to try.")
@click.option("--orders", "with_orders", is_flag=True, help="Also the standard layout with the turns in other orders.")
@click.option(
    "--bot", default="search:5", show_default=True, shell_complete=complete_bots, help="The bot that plays every seat."
)
@click.option("--budget", default="20ms", show_default=True, help="For a decision: 20ms, or playouts like 800.")
@click.option("--games", type=Whole(), default=600, show_default=True, help="Games on each layout that is measured.")
@click.option("--sieve-budget", default="3ms", show_default=True, help="The budget of the first look at many layouts.")
@click.option("--sieve-games", type=Whole(), default=120, show_default=True, help="Games of the first look at each.")
@click.option(
    "--confirm",
    type=Between(1, 50),
    default=3,
    show_default=True,
    help="How many of the fairest go on to the second stage.",
)
@click.option(
    "--opening",
    type=click.Choice(OPENINGS),
    default="half",
    show_default=True,
    help="Builders of the set-up: all at random (setup), the first half of them (half), or placed by the bots (none).",
)
@click.option("--seed", type=Between(0), default=0, show_default=True, help="The same seed plays the same games.")
@click.option("--workers", type=Whole(), help="Games at a time; by default one per core.")
@click.option("--out", type=click.Path(), metavar="FOLDER", help="Save every game there, and resume from there.")
@click.option("--plot", "picture", type=click.Path(), metavar="FILE.svg", help="Draw the shares of the seats.")
@click.option("--json", "summary", type=click.Path(), metavar="FILE", help="Write a summary; - is standard output.")
def fairness(**wanted: Any) -> None:
    """Measure each seat's share of the wins when the same bot plays all seats.

    A single layout, the standard one or that of --layout, is measured directly. Several are compared in two stages: a
    first look at each, then the fairest ones and the standard layout with --budget and --games.

    With --out, the same command resumes an interrupted measurement.
    """
    try:
        check_plot(wanted["picture"])
        layouts = _layouts(wanted)
        lab = _Lab(wanted)
        measured = lab.measure(layouts)
    except ArenaError as error:
        raise Failure(str(error)) from None
    _tell(measured, wanted, whole=not lab.interrupted)
    if lab.interrupted:
        click.echo(stopped_words(wanted["out"]), err=True)
        sys.exit(INTERRUPTED)


def _layouts(wanted: dict[str, Any]) -> list[Layout]:
    """What is compared, each layout once; the standard one first unless layouts are named."""
    named = [chosen_layout(name, wanted["players"] or 2) for name in wanted["names"]]
    players = wanted["players"] or (named[0].players if named else 2)
    for layout in named:
        if layout.players != players:
            raise ArenaError(f"the layout {layout.name!r} is for {layout.players} players, not {players}")
    found = named or [standard_layout(players)]
    if wanted["with_orders"]:
        found += orders(standard_layout(players))
    if wanted["candidates"]:
        found = [standard_layout(players), *found, *candidates(players, wanted["candidates"], wanted["seed"])]
    return list({layout.text: layout for layout in found}.values())


class _Lab:
    """Plays layouts and keeps the account."""

    def __init__(self, wanted: dict[str, Any]) -> None:
        if wanted["games"] < 2 or wanted["sieve_games"] < 2:
            raise ArenaError("a share needs 2 games or more")
        self._wanted = wanted
        self._runner = PoolRunner(wanted["workers"])
        self._budget = parse_budget(wanted["budget"])
        self._sieve = parse_budget(wanted["sieve_budget"])
        self.interrupted = False

    def measure(self, layouts: Sequence[Layout]) -> dict[str, list[Balance]]:
        """The balances by stage, fairest first."""
        check_bots(self._match(layouts[0], self._budget, 2))
        games = self._wanted["games"]
        if len(layouts) == 1:
            return {"measured": self._play("measured", layouts, self._budget, games)}
        found = {"first look": self._play("sieve", layouts, self._sieve, self._wanted["sieve_games"])}
        if not self.interrupted:
            best = [balance.layout for balance in found["first look"][: self._wanted["confirm"]]]
            best += [layout for layout in layouts if layout.is_standard and layout not in best]
            found["measured"] = self._play("confirm", best, self._budget, games)
        return found

    def _play(self, stage: str, layouts: Sequence[Layout], budget: Budget, games: int) -> list[Balance]:
        tallies: dict[str, Tally] = {layout.text: Tally(layout) for layout in layouts}
        matches = {f"{stage}-{_folder(layout)}": self._match(layout, budget, games) for layout in layouts}
        self.interrupted = play_matches(
            matches,
            self._runner,
            self._wanted["out"],
            lambda match, result: tallies[_text(match)].add(match, result),
        )
        return fairest([tally.balance() for tally in tallies.values() if tally.games])

    def _match(self, layout: Layout, budget: Budget, games: int) -> Match:
        bot = Entry.parse(self._wanted["bot"])
        seed, opening = self._wanted["seed"], self._wanted["opening"]
        return SelfPlay((bot, bot), layout.players, games, seed, budget, opening, layout)


def _text(match: Match) -> str:
    assert match.layout is not None
    return match.layout.text


def _folder(layout: Layout) -> str:
    """A name for the games of a layout: other runs of the same one find it again."""
    return f"{layout.players}-{hashlib.blake2b(layout.text.encode(), digest_size=5).hexdigest()}"


LONGEST: Final = 40


def _tell(measured: dict[str, list[Balance]], wanted: dict[str, Any], *, whole: bool) -> None:
    if wanted["summary"] != "-":
        for stage, balances in measured.items():
            if not balances:
                continue
            click.echo(f"{stage}{'' if whole else ', interrupted'}:")
            click.echo("\n".join(_lines(balances)))
    if wanted["summary"]:
        told = {
            "version": __version__,
            "bot": wanted["bot"],
            "budget": wanted["budget"],
            "sieve_budget": wanted["sieve_budget"],
            "opening": wanted["opening"],
            "seed": wanted["seed"],
            "stages": {stage: [balance.to_json() for balance in balances] for stage, balances in measured.items()},
        }
        write_bytes(wanted["summary"], json.dumps(told, indent=2, ensure_ascii=False).encode() + b"\n", force=True)
    last = next((balances for balances in reversed(list(measured.values())) if balances), [])
    if wanted["picture"] and last:
        write_bytes(wanted["picture"], _picture(last, wanted["bot"], wanted["budget"]).encode(), force=True)


def _lines(balances: Sequence[Balance]) -> list[str]:
    players = balances[0].layout.players
    cells = [["layout", "games", *(f"seat {seat}" for seat in range(players)), "unfairness", "by chance"]]
    for balance in balances:
        seats = [f"{seat.share:.3f} ± {(seat.high - seat.low) / 2:.3f}" for seat in balance.seats]
        figures = [f"{balance.unfairness:.3f}", f"{balance.noise:.3f}"]
        cells.append([balance.layout.name[:LONGEST], str(balance.games), *seats, *figures])
    return aligned(cells)


def _picture(balances: Sequence[Balance], bot: str, budget: str) -> str:
    players = balances[0].layout.players
    lines = [
        PlotRow(
            f"{balance.layout.name[:LONGEST]} ({balance.games} games)",
            [Mark(number, seat.share, seat.low, seat.high) for number, seat in enumerate(balance.seats)],
        )
        for balance in balances
    ]
    return plot(
        f"What each seat wins among {players} players",
        f"share of the wins, 95 % intervals; {bot}, {budget} a decision",
        [f"seat {seat}" for seat in range(players)],
        lines,
        level=1 / players,
        percent=True,
    )
