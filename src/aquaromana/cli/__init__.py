"""The command `aqua`: one module per command, loaded when it is called; `terminal` is the game in the terminal."""

import os

from aquaromana.cli.group import aqua

__all__ = ["aqua", "main"]


def main() -> None:
    """The entry point: run the command line and end the process with its exit code."""
    if "_AQUA_COMPLETE" in os.environ:
        import aquaromana.cli.completion  # noqa: F401 (it has Bash complete names with a colon)
    aqua()
