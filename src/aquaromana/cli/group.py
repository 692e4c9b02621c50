"""The command group: it loads a command only when it is called, and reports errors in one line."""

from __future__ import annotations

import difflib
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from aquaromana.extras import MissingExtraError
from aquaromana.version import __version__

COMMANDS: Final = {
    "analyze": "Say what a search thinks of positions, one or thousands.",
    "arena": "Let bots play matches.",
    "convert": "Convert a record to another format.",
    "draw": "Draw a position or a game as a picture.",
    "engine": "Serve a bot to other programs over standard input and output.",
    "facts": "Say what is true of decisions, and why.",
    "fairness": "Measure what each seat is worth.",
    "games": "Make datasets of games, and count what is in them.",
    "lessons": "Check lesson files.",
    "match": "Play a fair match: seats rotate, the total decides.",
    "net": "Judge networks and positions.",
    "perft": "Count the lines of play of a given length.",
    "play": "Play a game in the browser or the terminal.",
    "puzzles": "Make, verify and solve puzzles.",
    "review": "Judge every turn of a game.",
    "serve": "Serve tables without opening a browser.",
    "show": "Show a position or a record as text.",
    "solve": "Say what is certain in a position.",
    "tables": "List, export, delete or back up saved tables.",
    "train": "Train a network by self-play.",
    "verify": "Replay and verify records.",
    "why": "Say why something is not allowed.",
}
"""Each command with its line of help, so that `--help` need not load it."""

FAILED: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130


class Failure(click.ClickException):
    """An error to report in one line."""

    exit_code = WRONG


def system_failure(what: str, error: OSError) -> Failure:
    """A failure of the system in the usual words: `cannot read game.aqr: permission denied`."""
    why = error.strerror or str(error)
    return Failure(f"{what}: {why[:1].lower()}{why[1:]}")


class AquaGroup(click.Group):
    """Loads commands when they are called."""

    called = "aqua"
    """The command that runs, as errors name it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (the same for all)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (the same)
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"aquaromana.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], COMMANDS, 1)
            meant = f"did you mean {near[0]}" if near else f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {meant}", ctx)
        found = super().resolve_command(ctx, args)
        self.called = f"aqua {found[0]}"
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (the same)
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]  # it ends the process in every mode
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command line; every error becomes one line on the standard error."""
        extra["standalone_mode"] = False
        self.called = "aqua"
        _forgiving_streams()
        try:
            code = super().main(args, prog_name or "aqua", **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            _complain(self.called, error)
            code = WRONG
        except MissingExtraError as error:
            _complain(self.called, Failure(str(error)))
            code = WRONG
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.EINVAL):
                _complain(self.called, system_failure("cannot go on", error))
                code = WRONG
            else:
                code = FAILED
            _drop_output()
        sys.exit(code if isinstance(code, int) else 0)


def _complain(where: str, error: click.ClickException) -> None:
    message = " ".join(error.format_message().split())
    hint = f" (see {where} --help)" if isinstance(error, click.UsageError) else ""
    start = message[:1] if message[1:2].isupper() else message[:1].lower()  # AQUA_DATA stays as it is
    click.echo(f"{where}: {start}{message[1:].rstrip('.')}{hint}", err=True)


def _forgiving_streams() -> None:
    """Characters that a stream cannot encode or decode become question marks, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


def _drop_output() -> None:
    """The output is closed or full: what is left in the buffer must not fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=AquaGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: aqua play Anna random random",
)
@click.version_option(__version__, "-V", "--version", prog_name="aqua", message="%(prog)s %(version)s")
@click.pass_context
def aqua(ctx: click.Context) -> None:
    """Aqua Romana, the board game: play, show, verify and draw.

    The game was designed by Martin Schlegel and published by Queen Games; this program is not affiliated with them.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
