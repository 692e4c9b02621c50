"""`aqua engine`: a bot for other programs, behind the engine protocol."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any, Final

import click

from aquaromana.bots import bot_words
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between

INTERNAL: Final = {"bot": "Bot", "seed": "Seed", "threads": "Threads"}


@click.command(
    epilog=f"""Bots: {bot_words()}.

    Example: aqua engine --bot level:7""",
    short_help="Serve a bot to other programs over standard input and output.",
)
@click.option("--bot", metavar="BOT", shell_complete=complete_bots, help="The bot; champion by default.")
@click.option("--seed", help="The same seed makes the same decisions, with one thread and go nodes.")
@click.option("--threads", type=Between(1, 256), help="Threads to search with; 1 by default.")
def engine(**wanted: Any) -> None:
    """Serve a bot to other programs: the engine protocol, in the manner of UCI, for 2 to 4 players.

    Commands are read from standard input and answered on standard output; docs/engine-protocol.md specifies them. The
    options here are the defaults of those that setoption can change.
    """
    from aquaromana.engine.protocol.messages import LONGEST_LINE
    from aquaromana.stdio.engine import EngineHost, ProtocolError
    from aquaromana.stdio.lines import read_lines, write_line

    host = EngineHost(write_line)
    try:
        for name, option in INTERNAL.items():
            if wanted[name] is not None:
                host.set_option(option, str(wanted[name]))
    except ProtocolError as error:
        raise Failure(str(error)) from None
    try:
        for line in read_lines(sys.stdin.buffer, LONGEST_LINE):
            if line is None:
                host.complain("line/too-long", f"A line has at most {LONGEST_LINE} bytes.")
            elif not host.hear(line):
                break
        else:
            host.finish()
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody is there any more
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    host.leave()
    os._exit(0)  # not even a thread that never returns keeps it
