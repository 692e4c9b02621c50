"""Processes beside this one."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from aquaromana.processes import interrupts_held, try_lock

ASK = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


def is_deaf() -> bool:
    """Whether a process that is started now hears no Ctrl-C."""
    return subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True).stdout == "True\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such masks")
def test_a_process_ignores_ctrl_c_from_its_first_line_and_the_next_one_does_not() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with interrupts_held():
        assert is_deaf()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
    assert is_deaf() == (signal.SIGINT in before)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such masks")
def test_it_hears_again_also_after_an_error() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with pytest.raises(RuntimeError), interrupts_held():
        raise RuntimeError
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


def test_a_file_is_locked_once_and_free_again_when_it_is_closed(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("ab") as first:
        assert try_lock(first)
        with (tmp_path / "lock").open("ab") as second:
            assert not try_lock(second)
    with (tmp_path / "lock").open("ab") as third:
        assert try_lock(third)
