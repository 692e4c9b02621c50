"""Train a small agent against a bot, in minutes on a CPU, with NumPy alone.

The agent looks one decision ahead and takes what a linear function of the observation's single bytes promises most. The
function is fitted to the games it has played: what it saw after each of its decisions, and by how many points it won or
lost in the end. Older games count less and less. It starts by deciding at random, almost 50 points behind `greedy`.

    pip install "aqua-romana[gymnasium]"
    python examples/train_small.py --plot curve.svg
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from aquaromana.engine.observation import GLOBALS, views
from aquaromana.envs.gymnasium import AquaRomanaEnv
from aquaromana.train.plot import Series, chart

Numbers = npt.NDArray[np.floating[Any]]

MOST = np.array([plane.most for plane in GLOBALS], np.float64)
RIDGE = 1.0  # keeps weights small that few games speak for
FADE = 0.9  # what older games still count after each round
EXPLORE = 0.05  # of the decisions are random


class Round(NamedTuple):
    """What some games came to."""

    games: int
    """All games until the end of this round."""
    lead: float
    """The agent's points less those of the best other seat, in the mean of this round."""
    wins: float


class Agent:
    """A linear function of what the agent sees after its decision, fitted by ridge regression."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.weights: Numbers | None = None
        self._squares = np.zeros((len(MOST) + 1, len(MOST) + 1))
        self._products = np.zeros(len(MOST) + 1)

    def features(self, observation: npt.NDArray[np.uint8]) -> Numbers:
        """The single bytes, each between 0 and 1, and a constant."""
        return np.append(views(observation).globals / MOST, 1.0)

    def choose(self, env: AquaRomanaEnv) -> tuple[int, Numbers]:
        """An action, and the features of what comes after it."""
        state = env.state
        actions = state.actions()
        if self.weights is None or self.rng.random() < EXPLORE:
            actions = [actions[self.rng.integers(len(actions))]]
        seen = np.empty((len(actions), len(MOST) + 1))
        for row, action in enumerate(actions):
            after = state.clone()
            after.play(action)
            seen[row] = self.features(after.observation(env.seat))
        best = 0 if self.weights is None else int(np.argmax(seen @ self.weights))
        return int(actions[best]), seen[best]

    def learn(self, seen: Numbers, lead: float) -> None:
        """Remember a game: what was seen after each decision, and the points ahead at the end."""
        self._squares += seen.T @ seen
        self._products += seen.sum(axis=0) * lead

    def fit(self) -> None:
        """Fit the function to the games so far."""
        self.weights = np.linalg.solve(self._squares + RIDGE * np.eye(len(self._squares)), self._products)
        self._squares *= FADE
        self._products *= FADE


def play(env: AquaRomanaEnv, agent: Agent) -> tuple[Numbers, float, bool]:
    """One game: what the agent saw, its lead at the end, and whether it won."""
    seen, over, reward, info = list[Numbers](), False, 0.0, dict[str, Any]()
    while not over:
        action, features = agent.choose(env)
        seen.append(features)
        _, reward, over, _, info = env.step(action)
    points = list(info["scores"])
    return np.array(seen), points.pop(env.seat) - max(points), reward > 0


def train(rounds: int, games: int, *, seed: int = 1, bot: str = "greedy", players: int = 2) -> Iterator[Round]:
    """Play rounds of games and learn after each; the seat changes from game to game."""
    env = AquaRomanaEnv(players, seat=None, bots=bot)
    agent = Agent(np.random.default_rng(seed))
    env.reset(seed=seed)
    for number in range(1, rounds + 1):
        leads, wins = [], []
        for _ in range(games):
            env.reset()
            seen, lead, won = play(env, agent)
            agent.learn(seen, lead)
            leads.append(lead)
            wins.append(won)
        agent.fit()
        yield Round(number * games, float(np.mean(leads)), float(np.mean(wins)))


def main() -> None:
    """Train, print a line for each round, and draw the curve."""
    parser = argparse.ArgumentParser(description="Train a small agent against a bot.")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of games (20)")
    parser.add_argument("--games", type=int, default=20, help="games of a round (20)")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4), help="seats at the table (2)")
    parser.add_argument("--bot", default="greedy", help="who has the other seats (greedy)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (1)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the curve there, as SVG")
    options = parser.parse_args()
    curve = []
    for done in train(options.rounds, options.games, seed=options.seed, bot=options.bot, players=options.players):
        print(f"{done.games:5} games: {done.lead:+6.1f} points ahead, {done.wins:4.0%} won", flush=True)
        curve.append((float(done.games), done.lead))
    if options.plot:
        series = [Series("agent", curve), Series(options.bot, [(x, 0.0) for x, _ in curve], dashed=True)]
        options.plot.write_text(chart(f"Points ahead of {options.bot}", "games", "points", series), "utf-8")


if __name__ == "__main__":
    main()
