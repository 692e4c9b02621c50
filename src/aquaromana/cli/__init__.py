"""The command `aqua`: one module per command, loaded when it is called; `terminal` is the game in the terminal."""

from aquaromana.cli.group import aqua

__all__ = ["aqua", "main"]


def main() -> None:
    """The entry point: run the command line and end the process with its exit code."""
    aqua()
