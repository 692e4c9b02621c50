"""Runs a match from the beginning, or from where it was interrupted, to the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

from aquaromana.arena.errors import ArenaError
from aquaromana.arena.knob import with_settings
from aquaromana.arena.log import MatchLog
from aquaromana.arena.match import Match
from aquaromana.arena.play import Maker
from aquaromana.arena.pool import PoolRunner
from aquaromana.arena.result import GameResult
from aquaromana.arena.runner import Runner
from aquaromana.arena.standings import Standings
from aquaromana.bots import BotError, close_bot, make_local_bot


def check_bots(match: Match, make: Maker = make_local_bot) -> None:
    """Create every bot once, with every value of its settings, so that what is unknown fails before the first game."""
    varied = match.entries[0]
    tried = [
        replace(varied, bot=with_settings(varied.bot, (label,))) for knob in match.knobs for label in knob.labels()
    ]
    for entry in (*match.entries, *tried):
        try:
            close_bot(make(str(entry), seed=match.seed))  # with its budget, which not every bot takes
        except BotError as error:
            raise ArenaError(str(error)) from None


def run_match(
    match: Match,
    *,
    standings: Standings | None = None,
    runner: Runner | None = None,
    log: MatchLog | None = None,
    on_result: Callable[[Standings, GameResult], None] | None = None,
) -> Standings:
    """Play all games that the log does not have yet, until the match is decided.

    `standings` may be given to have a sequential test, or to keep hold of them when this is interrupted. Every game is
    logged before it is counted.
    """
    standings = standings or Standings(match)
    known = log.results if log else {}
    standings.add_all(known[number] for number in sorted(known))
    missing = () if standings.is_decided else (number for number in range(match.games) if number not in known)
    waiting = map(match.fixture, missing)
    with contextlib.closing((runner or PoolRunner()).run(match, waiting)) as results:
        for result in results:
            if log:
                log.append(result)
            standings.add(result)
            if on_result:
                on_result(standings, result)
            if standings.is_decided:
                break
    return standings


def play_all(
    match: Match,
    *,
    runner: Runner | None = None,
    log: MatchLog | None = None,
    on_result: Callable[[GameResult], None],
) -> None:
    """Tell every game of a match, those of the log first, and play those that are missing; without standings."""
    known = log.results if log else {}
    for number in sorted(known):
        on_result(known[number])
    waiting = (match.fixture(number) for number in range(match.games) if number not in known)
    with contextlib.closing((runner or PoolRunner()).run(match, waiting)) as results:
        for result in results:
            if log:
                log.append(result)
            on_result(result)
