"""The environments beside their peers: random play through PettingZoo, and many games at once.

PettingZoo's peer is its own connect_four_v3: the same wrappers, the same loop, each environment's own `sample` with the
mask. The vector environment has no peer of its kind, so it is measured beside Gymnasium's own way to run many
environments on one core, `SyncVectorEnv` with CartPole-v1. The core draws the random decisions, unless NumPy is named;
masks and observations are written at every step.
"""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from aquaromana.envs import aqua_romana_v0
from aquaromana.envs.vector import VectorEnv
from benchmarks._figures import Figure, Peer, compare

STEPS = 4_000  # of a sample through PettingZoo
DECISIONS = 200_000  # of a sample of the vector environment
GAMES = 128  # at once
FLAT = 10_000  # games over which memory is watched
MEGABYTE = 1 << 20


def run(repeats: int) -> Iterator[Figure]:
    """Steps through PettingZoo, decisions of the vector environment, megabytes over many games."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from pettingzoo.classic import connect_four_v3

    peer = Peer("connect_four_v3", partial(steps_per_second, connect_four_v3.env))
    for name, make in STEPPED.items():
        yield compare(name, partial(steps_per_second, make), "steps/s", peer, repeats)
    others = Peer("SyncVectorEnv, CartPole", cart_poles_per_second)
    for name, sample in VECTORS.items():
        yield compare(name, sample, "dec./s", others, repeats)
    for name, games in PLAYED.items():
        yield memory(name, games())


def names() -> list[str]:
    """What is measured, in this order."""
    return [*STEPPED, *VECTORS, *PLAYED]


def steps_per_second(make: Callable[[], Any]) -> float:
    """Steps by processor time: observe, draw an action by the mask, make it; until the last agent has left."""
    env = make()
    made, start = 0, time.process_time()
    while made < STEPS:
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            made += 1
    return made / (time.process_time() - start)


def in_plain_wrappers(players: int) -> Any:
    """The environment in the classes of PettingZoo that connect_four_v3 is in, without our shortcut."""
    from pettingzoo.utils import wrappers

    terminating = wrappers.TerminateIllegalWrapper(aqua_romana_v0.raw_env(players), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


def by_core(env: VectorEnv, _: np.random.Generator) -> Any:
    """Random decisions, drawn by the core."""
    return env.sample()


def by_numpy(env: VectorEnv, rng: np.random.Generator) -> Any:
    """Random actions, sampled by NumPy from the lists of legal ones."""
    offsets, actions = env.batch.legal()
    first, count = offsets[:-1], np.diff(offsets)
    return actions[first + (rng.random(len(env)) * count).astype(np.int64)]


def decisions_per_second(
    players: int, *, planes: bool, choose: Callable[[VectorEnv, np.random.Generator], Any] = by_core
) -> float:
    """Decisions by processor time, on one thread, games that end included."""
    env, rng = VectorEnv(GAMES, players, seed=1, planes=planes), np.random.default_rng(1)
    rounds, start = DECISIONS // GAMES, time.process_time()
    for _ in range(rounds):
        env.step(choose(env, rng))
    return rounds * GAMES / (time.process_time() - start)


def cart_poles_per_second() -> float:
    """Steps of Gymnasium's smallest environment in its vector of the same size."""
    env = gymnasium.vector.SyncVectorEnv([partial(gymnasium.make, "CartPole-v1")] * GAMES)
    env.reset(seed=1)
    env.action_space.seed(1)
    rounds, start = 20, time.process_time()
    for _ in range(rounds):
        env.step(env.action_space.sample())
    return rounds * GAMES / (time.process_time() - start)


def vector_games() -> Iterator[int]:
    """How many games have ended, after each step of the vector environment."""
    env, ended = VectorEnv(GAMES, 2, seed=1), 0
    while True:
        env.step(env.sample())
        ended += int(env.terminated.sum())
        yield ended


def stepped_games() -> Iterator[int]:
    """How many games have ended, after each one through PettingZoo."""
    env = aqua_romana_v0.env(2)
    for ended in count(1):
        env.reset()
        for agent in env.agent_iter():
            observation, _, terminated, *_ = env.last()
            env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))
        yield ended


def memory(name: str, games: Iterator[int]) -> Figure:
    """Resident memory after so many games, beside that after the first of them."""
    next(ended for ended in games if ended >= GAMES)
    before = resident()
    next(ended for ended in games if ended >= FLAT)
    after = resident()
    return Figure(name, after, "MB", f"{GAMES} games", before, before / after, 0.0)


def resident() -> float:
    """Megabytes of memory that this process has now."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


STEPPED = {
    **{f"PettingZoo, {players} players": partial(aqua_romana_v0.env, players) for players in (2, 3, 4)},
    "PettingZoo, plain wrappers": partial(in_plain_wrappers, 2),
}
VECTORS = {
    **{f"masks, {players} players": partial(decisions_per_second, players, planes=False) for players in (2, 3, 4)},
    "masks, actions sampled by NumPy": partial(decisions_per_second, 2, planes=False, choose=by_numpy),
    **{
        f"masks and observations, {players} players": partial(decisions_per_second, players, planes=True)
        for players in (2, 3, 4)
    },
}
PLAYED = {f"memory, {FLAT:,} games": stepped_games, f"memory, {FLAT:,} in arrays": vector_games}
