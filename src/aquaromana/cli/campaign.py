"""Several matches one after the other: resumable, on all cores, with progress on the standard error."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from aquaromana.arena import ArenaError, GameResult, Match, MatchLog, Runner, play_all

OnGame = Callable[[Match, GameResult], None]


class Progress:
    """A bar on a terminal, else a line for every tenth of the games and every minute."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0
        self._tenth = 0
        self._last = self._begun = time.monotonic()

    def show(self, what: str) -> None:
        """One more game is there."""
        self._done += 1
        now = time.monotonic()
        if sys.stderr.isatty():
            if now - self._last > 0.25 or self._done == self._games:
                self._last = now
                left = (now - self._begun) / self._done * (self._games - self._done)
                click.echo(f"\r\x1b[K{self._done}/{self._games} games, {what}, {left:.0f} s left", err=True, nl=False)
            if self._done == self._games:
                click.echo("\r\x1b[K", err=True, nl=False)
            return
        tenth = self._done * 10 // self._games
        if tenth > self._tenth or now - self._last > 60:
            self._tenth, self._last = tenth, now
            click.echo(f"{self._done}/{self._games} games, {what}", err=True)


def play_matches(matches: Mapping[str, Match], runner: Runner, out: str | None, on_game: OnGame) -> bool:
    """Play all of them, each into a folder of its name under `out`; whether they were interrupted."""
    progress = Progress(sum(match.games for match in matches.values()))
    try:
        for name, match in matches.items():
            with contextlib.ExitStack() as stack:
                log = stack.enter_context(MatchLog(Path(out) / name, match)) if out else None

                def heard(result: GameResult, match: Match = match, name: str = name) -> None:
                    on_game(match, result)
                    progress.show(name)

                play_all(match, runner=runner, log=log, on_result=heard)
    except KeyboardInterrupt:
        return True
    return False


def stopped_words(out: str | None) -> str:
    """What to say after Ctrl-C."""
    if out is None:
        return "stopped; with --out FOLDER games are kept and the next run goes on"
    return f"stopped; the games are kept, and the same command goes on: {shlex.join(['aqua', *sys.argv[1:]])}"


def check_plot(name: str | None) -> None:
    """Better now than after a night of games: ArenaError if the file cannot be written."""
    if name is None:
        return
    if not name.lower().endswith(".svg"):
        raise ArenaError(f"a plot is an SVG file: {name[:60]!r} does not end with .svg")
    if Path(name).is_dir() or not Path(name).absolute().parent.is_dir():
        raise ArenaError(f"cannot write {name[:60]!r}: it is a folder, or there is no such folder")
