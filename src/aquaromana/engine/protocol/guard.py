"""Runs a program so that it never outlives the process that wanted it; a script for POSIX systems.

    python guard.py LIFELINE PROGRAM ARGUMENT...

LIFELINE is the number of an inherited pipe that nobody writes to. When its other end closes, because it was closed or
because the process that held it died in whatever way, the program is killed with its whole process group. When the
program ends, what it left running in its group is killed, and this script ends in the same way.
"""

import contextlib
import os
import select
import signal
import sys

CANNOT_START = 127


def main(lifeline: int, command: list[str]) -> None:
    os.set_inheritable(lifeline, False)  # noqa: FBT003 (that is its signature)
    wakeup, alarm = os.pipe()
    os.set_blocking(alarm, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
    program = os.fork()
    if program == 0:
        _become(command)
    with contextlib.suppress(PermissionError):  # it has become the program already
        os.setpgid(program, program)
    for stream in (0, 1, 2):  # only the program may hold the pipes, so that others see them close with it
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    while True:
        ready, _, _ = select.select([lifeline, wakeup], [], [])
        ended = os.waitpid(program, os.WNOHANG)
        if ended[0] or lifeline in ready:
            break
        os.read(wakeup, 100)
    with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody is left in the group
        os.killpg(program, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(ended[1] if ended[0] else os.waitpid(program, 0)[1])
    if code < 0:
        _end_by(-code)
    sys.exit(code)


def _become(command: list[str]) -> None:
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores the last two
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    os._exit(CANNOT_START)


def _end_by(number: int) -> None:
    """End by the same signal as the program, without a core dump of this script."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
