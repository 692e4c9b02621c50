"""Matches between bots: seat-rotated sets, standings with intervals, sequential tests, crash-safe logs.

>>> from aquaromana.arena import Entry, Match, SerialRunner, run_match
>>> match = Match((Entry("random"), Entry("random")), players=2, sets=3, seed=1)
>>> standings = run_match(match, runner=SerialRunner())
>>> standings.games, [row.name for row in standings.rows]
(6, ['random', 'random (2)'])
"""

from aquaromana.arena.entry import Entry, parse_budget
from aquaromana.arena.errors import ArenaError
from aquaromana.arena.knob import Knob
from aquaromana.arena.ladder import Ladder
from aquaromana.arena.log import MatchLog
from aquaromana.arena.match import Fixture, Match
from aquaromana.arena.play import play_game
from aquaromana.arena.pool import PoolRunner
from aquaromana.arena.rated import ladder_lines, ladder_plot, rating_lines, rating_plot
from aquaromana.arena.ratings import Ratings
from aquaromana.arena.result import Forfeit, GameResult
from aquaromana.arena.run import check_bots, play_all, run_match
from aquaromana.arena.runner import Runner, SerialRunner
from aquaromana.arena.self_play import SelfPlay
from aquaromana.arena.sprt import Sprt
from aquaromana.arena.standings import Row, Standings
from aquaromana.arena.standings_text import match_line, standings_lines

__all__ = [
    "ArenaError",
    "Entry",
    "Fixture",
    "Forfeit",
    "GameResult",
    "Knob",
    "Ladder",
    "Match",
    "MatchLog",
    "PoolRunner",
    "Ratings",
    "Row",
    "Runner",
    "SelfPlay",
    "SerialRunner",
    "Sprt",
    "Standings",
    "check_bots",
    "ladder_lines",
    "ladder_plot",
    "match_line",
    "parse_budget",
    "play_all",
    "play_game",
    "rating_lines",
    "rating_plot",
    "run_match",
    "standings_lines",
]
