"""What a shell is told when somebody presses Tab; the README tells how to set it up."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from aquaromana.bots import LEVELS, bot_names


def complete_bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    """The names of bots that begin so, each level with its title."""
    titles = {f"level:{number}": level.title for number, level in LEVELS.items()}
    return [CompletionItem(name, help=titles.get(name)) for name in bot_names() if name.startswith(incomplete)]
