"""Stretches to tell facts about: from random play, from self-play and from the corpus of rare positions."""

from collections.abc import Iterator
from itertools import count
from random import Random

from aquaromana.bots import make_bot
from aquaromana.engine import Budget, Search
from aquaromana.rules import Decision, Extra, Game, Phase
from aquaromana.rules.geometry import NEIGHBOR
from tests.support.corpus import entries
from tests.support.random_play import CUSTOM, PLAYERS, POLICIES, pick, played

Sample = tuple[Game, tuple[Decision, ...]]

KEPT = 0.4
"""The share of a game's positions that are used."""
PLAYOUTS = 400
"""For a line that is expected after a stretch."""
FEW = 2
"""With so few workmen left the game is near its end."""


def samples(seed: int) -> Iterator[Sample]:
    """Games and stretches from their positions on, without end, the same for every seed."""
    rng = Random(seed)
    rare = list(entries())
    for turn in count():
        players = PLAYERS[turn % 3]
        source = turn // 3 % 4
        if source < 2:
            game = Game(layout=CUSTOM) if rng.random() < 0.1 else Game(players)
            yield from _random(game, rng)
        elif source == 2:
            yield from _self_play(players, rng)
        else:
            for _ in range(12):
                entry = rare[int(rng.random() * len(rare))]
                game = Game.from_position(entry.position)
                if not game.is_over:
                    yield game, stretch(game, rng, entry.decision)


def _random(game: Game, rng: Random) -> Iterator[Sample]:
    policy = tuple(POLICIES.values())[int(rng.random() * len(POLICIES))]
    for now in played(game, int(rng.random() * 1e9), policy):
        for _ in range(_times(now, rng)):
            yield now.copy(), stretch(now, rng)


def _self_play(players: int, rng: Random) -> Iterator[Sample]:
    bot = make_bot("search@25", seed=int(rng.random() * 1e9))
    game = Game(players)
    while not game.is_over:
        decision = bot.choose(game)
        for _ in range(_times(game, rng)):
            yield game.copy(), stretch(game, rng, decision if rng.random() < 0.8 else None)
        game.push(decision)


def _times(game: Game, rng: Random) -> int:
    """How often a position is used: neighbors are much alike, the set-up says little, reserves and the end say much."""
    if game.is_over:
        return 0
    if game.position.on_board.bit_count() <= FEW:
        return 3
    if game.phase is Phase.RESERVE:
        return 2
    return int(rng.random() < (KEPT / 10 if game.phase is Phase.SETUP else KEPT))


def stretch(game: Game, rng: Random, first: Decision | None = None) -> tuple[Decision, ...]:
    """A stretch of the seat to move, or the beginning of one, at random after its first decision."""
    now, seat = game.copy(), game.to_move
    made: list[Decision] = []
    while (not now.is_over and now.to_move == seat and now.phase is not Phase.SETUP) or not made:
        begun = any(decision.type != "place" for decision in made)
        if begun and now.phase in (Phase.RESERVE, Phase.BUILD):
            break  # the next turn is the same seat's
        decision = first or pick(_near_ends(now) if rng.random() < 0.5 else now.legal_moves(), rng)
        first = None
        made.append(decision)
        now.push(decision)
        if rng.random() < 0.35:
            break
    return tuple(made)


def line_after(game: Game, stretch: tuple[Decision, ...], seed: int) -> tuple[Decision, ...]:
    """What a short search expects after a stretch."""
    now = game.copy()
    for decision in stretch:
        now.push(decision)
    return () if now.is_over else Search(seed=seed).think(now, Budget(playouts=PLAYOUTS)).choices[0].line


def _near_ends(game: Game) -> tuple[Decision, ...]:
    """The legal decisions; of extra tiles only those beside a square that an end faces, where they matter."""
    legal, fed = game.legal_moves(), game.position.fed
    near = [move for move in legal if isinstance(move, Extra) and any(fed[square] for square in _beside(move.square))]
    return tuple(near) or legal


def _beside(square: int) -> list[int]:
    return [beyond >> 2 for beyond in NEIGHBOR[square * 4 : square * 4 + 4] if beyond >= 0]
