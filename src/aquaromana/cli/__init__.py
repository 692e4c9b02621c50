"""The command `aqua`: one module a command, loaded when it is called."""

from aquaromana.cli.group import aqua

__all__ = ["aqua", "main"]


def main() -> None:
    """The entry point: run the command line and end the process with its exit code."""
    aqua()
