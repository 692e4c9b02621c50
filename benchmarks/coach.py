"""The coach: how often it asks "Look again?", and how many of those questions are right.

Every few stretches of games of a weak and a strong bot with themselves are shown to it, as if a person were about to
play them. A question is right if five times the playouts with another seed still say that the stretch loses an
inaccuracy or more. `--repeats N` is the number of games of each bot at each table size.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from aquaromana import Game
from aquaromana.analysis.hints import coach, default_effort, hint
from aquaromana.analysis.judge import SHARE_LOST, Grade, Judge
from aquaromana.analysis.review.reviewer import Piece, is_forced, pieces_of
from aquaromana.bots import make_bot
from aquaromana.records import Record
from benchmarks._figures import Figure

BOTS = ("level:1", "search:5@400")
EACH = 7
"""Each so manieth stretch of a game is shown."""
TIMES = 5
"""So many times the playouts judge the questions."""
RIGHT = 90
"""Of 100 questions, so many have to be right."""


@dataclass
class Count:
    """What the coach made of the stretches of one bot."""

    shown: int = 0
    asked: int = 0
    right: int = 0


def run(repeats: int) -> Iterator[Figure]:
    """How often it asks each bot, and how many of all questions are right."""
    counts = {bot: Count() for bot in BOTS}
    for bot, count in counts.items():
        for number in range(3 * repeats):
            for piece in stretches(bot, 2 + number % 3, number):
                look(piece, count)
        part = 100 * count.asked / max(count.shown, 1)
        yield Figure(f"asks {bot}", part, f"% of {count.shown}", "no aim", part, 1.0, 0.0)
    asked, right = (sum(getattr(count, name) for count in counts.values()) for name in ("asked", "right"))
    part = 100 * right / max(asked, 1)
    yield Figure("questions right", part, f"% of {asked}", "at least", RIGHT, part / RIGHT, 0.0)


def stretches(bot: str, players: int, number: int) -> list[Piece]:
    """Stretches of a game of a bot with itself in which something is to choose; the set-up is left out."""
    game, mover = Game(players), make_bot(bot, seed=number)
    while not game.is_over:
        game.push(mover.choose(game))
    chosen = [piece for piece in pieces_of(Record.from_game(game)) if piece.turn and not is_forced(piece)]
    return chosen[number % EACH :: EACH]


def look(piece: Piece, count: Count) -> None:
    """Show a stretch to the coach; if it asks, judge the question."""
    found = hint(piece.before)
    asked = coach(piece.before, piece.moves, [found.stretch])
    count.shown += 1
    if asked:
        count.asked += 1
        judge = Judge(seed=1, playouts=TIMES * default_effort().judge)
        loss, _, _ = judge.compare(piece.before, piece.moves, [asked.best.stretch, found.stretch], doublings=0)
        count.right += loss.share >= SHARE_LOST[Grade.INACCURACY]
