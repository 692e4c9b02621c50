"""Random games by several policies, the same in every run and on every Python."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from aquaromana.rules import Decision, Game, Kind, Layout, Phase
from aquaromana.rules.layout import parse_layout
from aquaromana.rules.moves import Build, Extra

Policy = Callable[[Game, Random], Decision]

PLAYERS = (2, 3, 4)

CUSTOM = parse_layout(
    """
    players = 3
    name = "in the middle"
    yellow = { squares = ["E4", "E5"], outlets = ["E4n", "E4w", "E5s", "E5e"] }
    red = { squares = ["B2", "C2"], outlets = ["B2n", "B2w", "C2s", "C2e"] }
    blue = { squares = ["J6", "J7"], outlets = ["J6n", "J6e", "J7s", "J7w"] }
    """
)
"""A valid layout like no other: reservoirs away from the edge."""


def pick(moves: tuple[Decision, ...], rng: Random) -> Decision:
    """One of the moves; only `random()` is promised to be the same in every Python."""
    return moves[int(rng.random() * len(moves))]


def anything(game: Game, rng: Random) -> Decision:
    """Any legal decision."""
    return pick(game.legal_moves(), rng)


def never_closing(game: Game, rng: Random) -> Decision:
    """Closes nothing by choice, so that the board fills."""
    moves = game.legal_moves()
    return moves[-1] if game.phase is Phase.CLOSE else pick(moves, rng)


def _greedy(kind: Kind) -> Policy:
    def policy(game: Game, rng: Random) -> Decision:
        moves = game.legal_moves()
        wanted = tuple(move for move in moves if isinstance(move, Build | Extra) and move.kind == kind)
        return pick(wanted, rng) if wanted else never_closing(game, rng)

    return policy


def long_lived(game: Game, rng: Random) -> Decision:
    """Lays the tile that keeps most water running, so that lengths pass 20 and stocks run out."""
    moves = game.legal_moves()
    if game.phase is not Phase.BUILD:
        return never_closing(game, rng)
    best: list[Decision] = []
    least = 99
    for move in moves:
        game.push(move)
        blocked = game.position.blocked.bit_count()
        game.pop()
        if blocked < least:
            least, best = blocked, []
        if blocked == least:
            best.append(move)
    return pick(tuple(best), rng)


POLICIES: dict[str, Policy] = {
    "anything": anything,
    "never closing": never_closing,
    "only curves": _greedy(Kind.CURVE),
    "only double curves": _greedy(Kind.DOUBLE),
    "only straights": _greedy(Kind.STRAIGHT),
    "only bridges": _greedy(Kind.BRIDGE),
    "long lived": long_lived,
}


def played(game: Game, seed: int, policy: Policy = anything) -> Iterator[Game]:
    """The game before each decision and, last, when it is over; it is changed from step to step."""
    rng = Random(seed)
    while not game.is_over:
        yield game
        game.push(policy(game, rng))
        assert len(game.moves) < 2000, "every game ends"
    yield game


def finished(players: int, seed: int, policy: Policy = anything) -> Game:
    """A whole game."""
    game = Game(players)
    for _ in played(game, seed, policy):
        pass
    return game


def sampled(count: int, *, layouts: tuple[Layout | None, ...] = (None,)) -> list[Game]:
    """Games at random moments: every phase, number of players and policy comes up, each phase about as often."""
    return [game.copy() for game in _sampled(count, layouts)]


@cache
def _sampled(count: int, layouts: tuple[Layout | None, ...]) -> list[Game]:
    rng = Random(count)
    by_phase: dict[Phase, list[Game]] = {phase: [] for phase in Phase}
    seed = 0
    share = -(-count // len(Phase))
    while any(len(games) < share for games in by_phase.values()):
        policy = list(POLICIES.values())[seed % len(POLICIES)]
        layout = layouts[seed % len(layouts)]
        game = Game(layout=layout) if layout else Game(PLAYERS[seed % 3])
        for now in played(game, seed, policy):
            games = by_phase[now.phase]
            if len(games) < share and rng.random() < (1.0 if now.phase in RARE else 0.04):
                games.append(now.copy())
        seed += 1
    return [game for games in by_phase.values() for game in games]


RARE = (Phase.EXTRA, Phase.OVER)
"""Phases that a game asks for seldom."""
