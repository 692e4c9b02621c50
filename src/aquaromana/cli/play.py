"""`aqua play`: a game in the browser or in the terminal."""

from __future__ import annotations

from typing import Any, Final

import click
from click.core import ParameterSource

from aquaromana.bots import bot_words, level_words
from aquaromana.cli.completion import complete_bots
from aquaromana.cli.group import Failure
from aquaromana.cli.numbers import Between
from aquaromana.cli.sources import LAYOUT
from aquaromana.cli.terminal.screen import screen_options
from aquaromana.extras import MissingExtraError
from aquaromana.rules.layout import USUAL_LAYOUT

BEGINNINGS: Final = {"resume": "--resume", "start": "--from", "layout": "--layout"}
IN_BROWSER: Final = {"lan": "--lan", "port": "--port", "no_browser": "--no-browser", "data": "--data"}
IN_TERMINAL: Final = {
    "seed": "--seed",
    "think": "--think",
    "confirm": "--confirm or --auto",
    "color": "--color",
    "compact": "--compact or --full",
    "ascii": "--ascii",
}


@click.command(
    epilog=f"""Bots: {bot_words()}. The levels are
    {level_words()}.

    Example: aqua play Anna level:3 level:5""",
    short_help="Play a game in the browser or the terminal.",
)
@click.argument("seats", nargs=-1, metavar="[PLAYER]...", shell_complete=complete_bots)
@click.option("--terminal", is_flag=True, help="Play in the terminal.")
@click.option("--lan", is_flag=True, help="Let others in your network play too, each on their own device.")
@click.option("--port", type=Between(0, 65535), help="The port of the server; 0 for any free one.")
@click.option("--no-browser", is_flag=True, help="Only print the address; do not open a browser.")
@click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help="The folder for the tables.")
@click.option("--players", type=Between(2, 4), help="The number of players; bots take the empty seats.")
@click.option("--from", "start", metavar="POSITION", help="Start from a position string, or from the end of a record.")
@click.option(
    "--layout", type=click.Path(), metavar=LAYOUT, help=f"Where the reservoirs lie; {USUAL_LAYOUT} by default."
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Continue the game in a file; in the terminal, without a file, the last unfinished game.",
)
@click.option("--seed", help="In the terminal: make bots reproducible, unless their budget is in seconds.")
@click.option("--think", metavar="TIME", help="In the terminal: the budget of bots for a stretch, like 2s.")
@click.option(
    "--confirm/--auto",
    default=None,
    help="In the terminal: ask at the end of your stretch whether you are done.",
)
@screen_options
@click.pass_context
def play(ctx: click.Context, /, seats: tuple[str, ...], *, terminal: bool, **wanted: Any) -> None:
    """Play a game of 2 to 4 players: in the browser, or in the terminal with --terminal.

    Without a PLAYER the browser shows the start page. Each PLAYER is a person's name or a bot; level:3:Carl gives a
    bot a name, and human:greedy is a person called greedy. The server is for this machine only, or with --lan for your
    network; if it is already running, it is used again. In the terminal you are asked who plays; type ? for help.

    Games are saved from the first decision on, even if you close the window. The environment variable AQUA_DATA
    names the folder.
    """
    given = {name for name in wanted if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    begins = [option for name, option in BEGINNINGS.items() if name in given]
    if len(begins) > 1:
        raise click.UsageError(f"{' and '.join(begins)} cannot be used together")
    foreign = IN_BROWSER if terminal else IN_TERMINAL
    for name in foreign:
        if name in given:
            raise click.UsageError(f"{foreign[name]} cannot be used {'with' if terminal else 'without'} --terminal")
    if terminal:
        from aquaromana.cli.terminal.play import play_in_terminal

        play_in_terminal(seats, wanted | {"begins": bool(begins)})
    else:
        try:
            from aquaromana.cli.browser import play_in_browser
        except MissingExtraError as error:
            raise Failure(f"{str(error).rstrip('.')}; aqua play --terminal works without it") from None
        play_in_browser(seats, wanted)
