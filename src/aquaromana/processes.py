"""Processes and the machine that they share: cores, signals, file locks."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import IO, TypeVar

_Job = TypeVar("_Job")
_Result = TypeVar("_Result")


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def spread(function: Callable[[_Job], _Result], jobs: Sequence[_Job], workers: int) -> Iterator[_Result]:
    """What a function makes of each job, in their order, in so many processes; BrokenExecutor if one of them dies."""
    if workers < 2 or len(jobs) < 2:
        yield from map(function, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"), initializer=_ignore_interrupts)
    try:
        yield from pool.map(function, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches the whole group; the process that started the others decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def try_lock(file: IO[bytes]) -> bool:
    """Lock a file without waiting; False if another process has it. The lock goes with the process, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """A process started in here never hears Ctrl-C, not even before its first line."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
