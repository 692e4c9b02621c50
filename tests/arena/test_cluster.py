"""Games on a real Ray cluster of this machine: the same ones as anywhere, and none is lost with a worker."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aquaromana.arena import ArenaError, GameResult, PoolRunner, SerialRunner
from aquaromana.arena.cluster import Cluster, RayRunner
from aquaromana.arena.result import Thinking
from aquaromana.bots import Bot, make_local_bot
from aquaromana.engine import Budget, OnReport
from aquaromana.rules import Decision, Game
from aquaromana.train.config import SelfPlay
from aquaromana.train.core import NativeCore
from aquaromana.train.selfplay import ClusterPlayers, Job, ThreadPlayers
from tests.arena.fakes import make, match_of

pytest.importorskip("ray", reason="scripts/test installs it")

pytestmark = [
    pytest.mark.slow,  # a cluster needs ten seconds to start
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster(cpus=2) as cluster:
        yield cluster


def test_the_cluster_plays_the_same_games(cluster: Cluster) -> None:
    match = match_of("eager", "lazy", "eager", players=3, sets=2)
    fixtures = [match.fixture(number) for number in range(match.games)]
    here = {each.fixture.number: each for each in SerialRunner(make=make).run(match, fixtures)}
    there = {each.fixture.number: each for each in RayRunner(cluster, make=make).run(match, fixtures)}
    assert len(there) == match.games
    for number, result in there.items():
        assert result.scores == here[number].scores
        assert result.record == here[number].record


def test_bots_that_fail_lose_there_too(cluster: Cluster) -> None:
    match = match_of("raises", "lazy", sets=1)
    results = list(RayRunner(cluster, make=make).run(match, map(match.fixture, range(match.games))))
    assert len(results) == match.games
    assert all(result.forfeit and "nothing comes" in result.forfeit.reason for result in results)


def _killed_once(folder: Path, number: int) -> int:
    marker = folder / str(number)
    if number % 3 == 0 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_a_killed_worker_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    results = dict(cluster.map(_killed_once, ((tmp_path, number) for number in range(8))))
    assert results == {number: number * number for number in range(8)}
    assert len(list(tmp_path.iterdir())) == 3


class _Killer:
    """Makes the bots there are; the process of one with such a seed is killed in the middle of a game, once."""

    def __init__(self, folder: Path, seeds: frozenset[int]) -> None:
        self.folder = folder
        self.seeds = seeds

    def __call__(self, text: str, *, seed: int) -> Bot:
        bot = make_local_bot(text, seed=seed)
        return _Victim(bot, self.folder / str(seed)) if seed in self.seeds else bot


class _Victim:
    def __init__(self, bot: Bot, marker: Path) -> None:
        self.name = bot.name
        self._bot = bot
        self._marker = marker

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        if len(game.moves) >= 40 and not self._marker.exists():
            self._marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self._bot.choose(game, budget, on_report)

    def stop(self) -> None: ...


def test_a_match_is_the_same_though_workers_are_killed_in_its_games(cluster: Cluster, tmp_path: Path) -> None:
    match = match_of("level:1", "search:1", players=2, sets=3, seed=5)
    fixtures = [match.fixture(number) for number in range(match.games)]
    victims = frozenset(match.bot_seed(fixtures[number], seat) for number, seat in ((1, 0), (4, 1)))
    there = [_outcome(result) for result in RayRunner(cluster, make=_Killer(tmp_path, victims)).run(match, fixtures)]
    assert {int(marker.name) for marker in tmp_path.iterdir()} == victims, "both were killed"
    here = [_outcome(result) for result in PoolRunner(2).run(match, fixtures)]
    assert sorted(there, key=_number) == sorted(here, key=_number)


def _outcome(result: GameResult) -> GameResult:
    """A result without the times."""
    return replace(result, thinking=tuple(Thinking(seat.decisions) for seat in result.thinking))


def _number(result: GameResult) -> int:
    return result.fixture.number


def _killed_always() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _raising() -> None:
    raise ArenaError("that cannot be")


def test_what_cannot_be_done_is_one_line(cluster: Cluster) -> None:
    with pytest.raises(ArenaError, match="task 0 failed 4 times on the cluster") as told:
        list(cluster.map(_killed_always, [()]))
    assert "\n" not in str(told.value)
    with pytest.raises(ArenaError, match="that cannot be"):
        list(cluster.map(_raising, [()]))


def test_self_play_is_the_same_on_a_cluster(cluster: Cluster) -> None:
    plans = tuple((2 + number % 3, 1000 + number) for number in range(11))
    job = Job(plans, SelfPlay(full_playouts=20, fast_playouts=5), {}, None)
    here = dict(ThreadPlayers(1).play(NativeCore(), job))
    assert dict(ClusterPlayers(cluster).play(NativeCore(), job)) == here
    assert len(here) == len(plans)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nonsense", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_one_line(address: str) -> None:
    with pytest.raises(ArenaError, match=f"cannot reach a Ray cluster at {address}: ") as told:
        Cluster(address)
    assert "\n" not in str(told.value)


def test_without_ray_the_line_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r'pip install "aqua-romana\[ray\]"'):
        Cluster()
