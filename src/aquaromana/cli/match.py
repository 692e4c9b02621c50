"""`aqua match`: several games in the terminal with the seats rotated; the total of the points decides."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click

from aquaromana.arena.standings_text import aligned
from aquaromana.bots.seat_odds import seat_odds, whole_percents
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.group import INTERRUPTED, Failure, system_failure
from aquaromana.cli.numbers import Whole
from aquaromana.cli.sources import LAYOUT, chosen_layout, load
from aquaromana.cli.terminal.commands import Leave
from aquaromana.cli.terminal.dialogue import Dialogue
from aquaromana.cli.terminal.keyboard import reader
from aquaromana.cli.terminal.local_game import LocalGame
from aquaromana.cli.terminal.screen import Screen, screen_options
from aquaromana.cli.terminal.seats import Seat, parse_seat, seats_for
from aquaromana.records import Record
from aquaromana.rules import Game, Layout
from aquaromana.rules.layout import USUAL_LAYOUT


@click.command(
    epilog="""Example: aqua match Anna Ben --draw --out thursday""",
    short_help="Play a fair match: seats rotate, the total decides.",
)
@click.argument("players", nargs=-1, metavar="PLAYER PLAYER...", shell_complete=complete_bots)
@click.option("--games", type=Whole(), help="A multiple of the number of players, which is the default.")
@click.option("--draw", is_flag=True, help="Draw lots for the seats of the first game, and show what each is worth.")
@click.option(
    "--layout", type=click.Path(), metavar=LAYOUT, help=f"Where the reservoirs lie; {USUAL_LAYOUT} by default."
)
@click.option("--seed", help="The same seed draws the same lots, and makes bots without a time budget reproducible.")
@click.option(
    "--out", required=True, type=click.Path(), metavar="FOLDER", help="Save the games there, and resume from there."
)
@screen_options
def match(players: tuple[str, ...], **wanted: Any) -> None:
    """Play a match of 2 to 4 players in the terminal: everyone has every seat equally often; the highest total wins.

    Each PLAYER is a person's name or a bot, as in aqua play. The same command resumes an interrupted match.
    """
    if not 2 <= len(players) <= 4:
        raise Failure(f"a match is for 2, 3 or 4 players, not {len(players)}")
    layout = chosen_layout(wanted["layout"] or USUAL_LAYOUT, len(players))
    if layout.players != len(players):
        raise Failure(f"that layout is for {layout.players} players, not {len(players)}")
    seats = seats_for(len(players), [parse_seat(text) for text in players])
    games = len(seats) if wanted["games"] is None else wanted["games"]
    if games < 1 or games % len(seats):
        count = len(seats)
        raise Failure(f"a fair match of {count} has {count}, {2 * count}, {3 * count} … games, not {games}")
    folder = Path(wanted["out"]).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise system_failure(f"cannot write into {folder}", error) from None
    meeting = Meeting.open(folder, seats, games, layout, draw=wanted["draw"], seed=wanted["seed"])
    for line in meeting.introduction(draw=wanted["draw"]):
        click.echo(line)
    screen = Screen.of(color=wanted["color"], compact=wanted["compact"], ascii=wanted["ascii"], spare=4)
    for number in range(games):
        if not meeting.scores(number):
            _play(meeting, number, screen, wanted["seed"])
    click.echo("\n".join(meeting.standing()))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match: who plays, in the order of the first game's seats, and the folder of its games."""

    folder: Path
    players: tuple[Seat, ...]
    games: int
    layout: Layout

    @classmethod
    def open(
        cls, folder: Path, seats: Sequence[Seat], games: int, layout: Layout, *, draw: bool, seed: str | None
    ) -> Meeting:
        """A new match, or the one that the folder holds; Failure if that is another one."""
        order = list(seats)
        first = folder / "game-1.aqr"
        if not first.exists():
            if draw:
                Random(seed).shuffle(order)
            return cls(folder, tuple(order), games, layout)
        begun = load(str(first)).record()
        names = begun.names
        if sorted(names) != sorted(seat.name for seat in seats):
            raise Failure(f"{folder} holds another match: {', '.join(names)} play there")
        order.sort(key=lambda seat: names.index(seat.name))
        return cls(folder, tuple(order), games, begun.layout)

    def file(self, number: int) -> Path:
        return self.folder / f"game-{number + 1}.aqr"

    def seated(self, number: int) -> list[Seat]:
        """Who sits where in a game, counted from 0: one seat further each time."""
        count = len(self.players)
        return [self.players[(seat - number) % count] for seat in range(count)]

    def record(self, number: int) -> Record | None:
        """A game that was begun."""
        if not self.file(number).exists():
            return None
        record = load(str(self.file(number))).record()
        wanted = [seat.name for seat in self.seated(number)]
        if list(record.names) != wanted:
            raise Failure(f"{self.file(number)} is not a game of this match: there should sit {', '.join(wanted)}")
        return record

    def scores(self, number: int) -> dict[str, int]:
        """The points of everybody in a game that is over, by name; none before."""
        record = self.record(number)
        if record is None or not (game := record.game()).is_over:
            return {}
        return dict(zip(record.names, game.scores(), strict=True))

    def introduction(self, *, draw: bool) -> list[str]:
        """Who begins where, and what that is worth."""
        odds = seat_odds(self.layout)
        how = "The lot decides" if draw else "The first game"
        lines = [
            f"{how}: " + ", ".join(f"{seat.name} on seat {number}" for number, seat in enumerate(self.players)) + "."
        ]
        if odds:
            worth = ", ".join(f"seat {seat} {percent}%" for seat, percent in enumerate(whole_percents(odds)))
            lines.append(
                f"Among equal players the seats win this often: {worth}. That is why everyone has every seat in turn."
            )
        return lines

    def standing(self) -> list[str]:
        """The points of every game, the totals, and who leads or wins."""
        results = [self.scores(number) for number in range(self.games)]
        totals = {seat.name: sum(result.get(seat.name, 0) for result in results) for seat in self.players}
        cells = [["player", *(f"game {number + 1}" for number in range(self.games)), "total"]]
        cells += [
            [name, *(str(result.get(name, "–")) for result in results), str(totals[name])]
            for name in sorted(totals, key=lambda name: -totals[name])
        ]
        best = [name for name, total in totals.items() if total == max(totals.values())]
        played = sum(map(bool, results))
        if played < self.games:
            end = f"{played} of {self.games} games are played."
        elif len(best) == 1:
            end = f"{best[0]} wins the match."
        else:
            end = f"{' and '.join(best)} share the match."
        return [*aligned(cells), end]


def _play(meeting: Meeting, number: int, screen: Screen, seed: str | None) -> None:
    """One game, to its end; leaving it ends the program with everything saved."""
    seats, file = meeting.seated(number), meeting.file(number)
    record = meeting.record(number)
    dice = None if seed is None else f"{seed}-{number}"
    if record:
        table = LocalGame.from_record(record, seats, seed=dice, source=file, keep_there=True)
    else:
        table = LocalGame(Game(layout=meeting.layout), seats, seed=dice, file=file)
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    click.echo(f"Game {number + 1} of {meeting.games}")
    dialogue = Dialogue(
        table,
        screen,
        read=reader(interactive=interactive, words=lambda: [str(move) for move in table.game.legal_moves()]),
        interactive=interactive,
        confirm=interactive,
        resume=_not_here,
    )
    code = 0
    try:
        dialogue.run()
    except (Leave, EOFError):
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    if table.game.moves:
        table.save(file)
    if not table.game.is_over:
        click.echo("\n".join(["", *meeting.standing(), "The match is kept; the same command goes on."]))
        sys.exit(code)


def _not_here(name: str) -> LocalGame:
    raise Failure(f"{name} is not a game of this match")
