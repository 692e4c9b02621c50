"""Records of random games, with everything that a record can hold."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from aquaromana.records import Line, Ply, Record, RecordError
from aquaromana.rules import Game
from tests.support.random_play import CUSTOM, PLAYERS, anything, never_closing

AWKWARD = (
    "{",
    "}",
    '"',
    "\\",
    "\\n",
    "\n",
    "\r\n",
    "  ",
    " a ",
    "\t",
    ";",
    "%",
    "(*)",
    "[x]",
    "ü 🏛",
    "\u2028",
    "\ufeff",
    "\x00",
    "\ud800",
)
"""Texts that a careless writer would break on."""

texts = st.one_of(st.sampled_from(AWKWARD), st.text(max_size=200), st.lists(st.sampled_from(AWKWARD)).map("a".join))

tag_names = st.one_of(
    st.sampled_from(["Event", "Site", "Date", "Seat0", "Seat1", "Bot0", "Annotator"]),
    st.from_regex(r"Z[A-Za-z0-9_]{0,10}", fullmatch=True),
)

Answer = TypeVar("Answer")


def outcome(call: Callable[[], Answer]) -> Answer | RecordError:
    """What a call answers, or the one error that it may raise."""
    try:
        return call()
    except RecordError as error:
        return error


@st.composite
def records(draw: st.DrawFn, *, depth: int = 2) -> Record:
    """A record whose decisions are legal; hashes and results are true, false or missing."""
    rng = Random(draw(st.integers(0, 2**32)))
    layout = draw(st.sampled_from([None, None, CUSTOM]))
    game = Game(layout=layout) if layout else Game(draw(st.sampled_from(PLAYERS)))
    policy = draw(st.sampled_from([anything, never_closing]))
    for _ in range(draw(st.sampled_from([0, 0, 7, 12, 40]))):
        if not game.is_over:
            game.push(policy(game, rng))
    game = Game.from_position(game.position)
    start = game.position
    length = draw(st.sampled_from([0, 1, 5, 20, 300]))
    pool = ["", "", *draw(st.lists(texts, max_size=6))]
    line = random_line(game, rng, length, pool, depth)
    truth = game.scores() if game.is_over else None
    result = draw(st.sampled_from([truth, truth, None, tuple(range(game.players))]))
    tags = draw(st.dictionaries(tag_names, texts, max_size=5))
    return Record(start, line, tags, result)


def random_line(game: Game, rng: Random, length: int, pool: list[str], depth: int) -> Line:
    """A line that goes on from a game, which is played on."""
    plies = []
    for _ in range(length):
        if game.is_over:
            break
        variations = []
        while depth and rng.random() < 3 / (length + 3):
            variations.append(random_line(game.copy(), rng, int(rng.random() * 4) + 1, pool, depth - 1))
        move = anything(game, rng)
        game.push(move)
        state_hash = (None, None, game.state_hash, 0xABC)[int(rng.random() * 4)]
        plies.append(Ply(move, state_hash, pool[int(rng.random() * len(pool))], tuple(variations)))
    return Line(tuple(plies), pool[int(rng.random() * len(pool))])
