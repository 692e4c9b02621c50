"""The champion's search beside that of `search:5`: playouts a second of processor time, at every table size.

The same position for both, in turns, at three stages of games that `search:5` played with few playouts.
What is wanted is a ratio of at least 0.7 at each table size.
"""

import time
from collections.abc import Iterator
from functools import cache, partial

from aquaromana import Game
from aquaromana.bots import make_bot
from aquaromana.bots.champion import playing_params
from aquaromana.engine import Budget, Params, Search, champion_weights
from aquaromana.rules import Phase
from benchmarks._figures import Figure, Peer, compare

PLAYOUTS = 20_000
STAGES = {"early": 1 / 9, "middle": 4 / 9, "late": 7 / 9}
"""Parts of the builds of a game that are made."""


def run(repeats: int) -> Iterator[Figure]:
    """Playouts a second by players and stage, and over all three stages."""
    for players in (2, 3, 4):
        for stage in (*STAGES, "all"):
            games = [position(players, each) for each in STAGES if stage in {each, "all"}]
            yield compare(
                f"champion, {players} players, {stage}",
                partial(playouts, games, net=True),
                "playouts/s",
                Peer("search:5", partial(playouts, games, net=False)),
                repeats,
            )


def playouts(games: list[Game], *, net: bool) -> float:
    """Playouts a second of processor time on one thread, over these positions."""
    done, start = 0, time.process_time()
    for game in games:
        if net:
            params = playing_params(game.players)
            search = Search(params=params, evaluator="net", weights=champion_weights(), seed=1)
        else:
            search = Search(params=Params(), seed=1)
        done += search.think(game, Budget(playouts=PLAYOUTS)).playouts
    return done / (time.process_time() - start)


@cache
def position(players: int, stage: str) -> Game:
    """A build that `search:5` has to choose, at this stage of a game with itself."""
    game, bot, builds = Game(players), make_bot("search:5@100", seed=1), list[int]()
    while not game.is_over:
        if game.phase is Phase.BUILD and len(game.legal_moves()) > 1:
            builds.append(len(game.moves))
        game.push(bot.choose(game))
    chosen = Game(players)
    for decision in game.moves[: builds[int(len(builds) * STAGES[stage])]]:
        chosen.push(decision)
    return chosen
