"""The runner for many machines: games as tasks of a Ray cluster.

A task whose worker dies is done again elsewhere, so that no game is lost. Nobody can tell there which bot ended its
process; one that does so every time ends the match with one line.
"""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Callable, Generator, Iterable
from typing import Any, Final, Self

from aquaromana import extras
from aquaromana.arena.errors import ArenaError
from aquaromana.arena.match import Fixture, Match
from aquaromana.arena.play import Maker, play_game
from aquaromana.arena.result import GameResult
from aquaromana.arena.runner import Results
from aquaromana.bots import make_local_bot

TRIES: Final = 3
"""How often a task is done again whose worker dies."""


class Cluster:
    """A Ray cluster that is there, or one on this machine that begins and ends with this object."""

    def __init__(self, address: str | None = None, *, cpus: int | None = None) -> None:
        """`address` as Ray takes it (`auto`, `HOST:PORT`); None starts a cluster on this machine, with `cpus`."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        if address is not None:
            _check_reachable(address)
        try:
            import ray  # takes seconds
        except ImportError:
            raise ArenaError(extras.missing("A cluster", "Ray", "ray")) from None
        self._ray = ray
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address is None:
                local = {"num_cpus": cpus, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
                ray.init(**local, **quiet)
            else:
                ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise ArenaError(f"cannot reach a Ray cluster at {address or 'this machine'}: {line}") from None

    @property
    def cpus(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def share(self, value: object) -> Any:
        """Put something there once that many tasks take as an argument."""
        return self._ray.put(value)

    def map(
        self, function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]
    ) -> Generator[tuple[int, Any], None, None]:
        """Call a function for all arguments; number and result, as soon as it is there, in any order.

        The arguments are taken one by one, when there is room for another task.
        """
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=TRIES)(function)
        waiting = enumerate(tasks)
        running = {}
        try:
            for number, task in itertools.islice(waiting, 2 * self.cpus):
                running[remote.remote(*task)] = number
            while running:
                ready, _ = ray.wait(list(running), num_returns=1)
                for reference in ready:
                    number = running.pop(reference)
                    result = self._result(reference, number)
                    for following, task in itertools.islice(waiting, 1):
                        running[remote.remote(*task)] = following
                    yield number, result
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _result(self, reference: Any, number: int) -> Any:
        from ray import exceptions

        try:
            return self._ray.get(reference)
        except exceptions.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, Exception) else error
            raise cause from None
        except exceptions.RayError as error:
            line = str(error).strip().splitlines()[0]
            raise ArenaError(f"task {number} failed {TRIES + 1} times on the cluster: {line}") from None

    def close(self) -> None:
        self._ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_reachable(address: str) -> None:
    """Ray itself would try for minutes and then end the process."""
    place = address.removeprefix("ray://")
    if place in {"auto", "local"}:
        return
    host, _, port = place.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except (OSError, ValueError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ArenaError(f"cannot reach a Ray cluster at {address}: {why[:1].lower()}{why[1:]}") from None


class RayRunner:
    """Plays the games of a match on a cluster; the same seeds and playouts give the same games as anywhere."""

    def __init__(self, cluster: Cluster, *, make: Maker = make_local_bot) -> None:
        self._cluster = cluster
        self._make = make

    def run(self, match: Match, fixtures: Iterable[Fixture]) -> Results:
        shared = self._cluster.share((match, self._make))
        for _, result in self._cluster.map(_play, ((shared, fixture) for fixture in fixtures)):
            assert isinstance(result, GameResult)
            yield result


def _play(shared: tuple[Match, Maker], fixture: Fixture) -> GameResult:
    match, make = shared
    return play_game(match, fixture, make=make)
