"""A game in the browser: start or find the server, create the requested table, and open the page."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError

import click

from aquaromana.bots.program import PREFIX
from aquaromana.cli.files import read_bytes
from aquaromana.cli.group import Failure
from aquaromana.cli.network import show, show_addresses
from aquaromana.cli.sources import layout_file, load
from aquaromana.cli.terminal.seats import USUAL, Seat, parse_seat, seats_for
from aquaromana.rules import Game
from aquaromana.rules.layout import LAYOUT_NAMES
from aquaromana.server.errors import StartError
from aquaromana.server.host.data_folder import os_error_text
from aquaromana.server.launch import ask, launch, open_browser
from aquaromana.server.settings import Settings

IN_PAGE: Final = "make the table in the browser, which is then its host"

Making = Callable[[str], str]
"""Creates a table on the server at this address; returns the table's id."""


def settings_for(environ: Mapping[str, str] | None = None, **wanted: Any) -> Settings:
    """The settings from options and environment; Failure if they are not valid."""
    try:
        return Settings.make(environ, **wanted)
    except StartError as error:
        raise Failure(str(error)) from None


def play_in_browser(seats: tuple[str, ...], wanted: dict[str, Any]) -> None:
    """Serve until Ctrl+C, or show the server that is already running."""
    data = Path(wanted["data"]).expanduser() if wanted["data"] else None
    lan = wanted["lan"]
    whom: dict[str, Any] = {"host": "0.0.0.0", "access": "shared"} if lan else {"host": "127.0.0.1", "access": "local"}
    settings = settings_for(data=data, port=wanted["port"], public_url="", public_names=(), **whom)
    making = _making([parse_seat(text) for text in seats], wanted)
    shows = not wanted["no_browser"]

    if lan and making:
        raise click.UsageError(f"with --lan {IN_PAGE}")

    def on_ready(url: str) -> None:
        click.echo(f"Aqua Romana is served at {url} — Ctrl+C ends it")
        if lan:
            show_addresses(settings.host, url)
        # The server answers only when this returns, and a browser may take its time.
        threading.Thread(target=_show, args=(url, making), kwargs={"shows": shows}, daemon=True).start()

    def on_running(url: str) -> None:
        about = _ask_server(f"{url}api/settings")
        if lan and not about["addresses"]:
            raise Failure("it is already running for this machine only: stop it, then start it with --lan")
        click.echo(f"Aqua Romana is already served at {url}")
        if lan:
            show(about["addresses"])
        if making and about["access"] == "shared":
            raise Failure(f"it is running for others too: {IN_PAGE}")
        _show(url, making, shows=shows)

    served(settings, on_ready, on_running, exactly=wanted["port"] is not None, quiet=True)


def served(
    settings: Settings,
    on_ready: Callable[[str], None],
    on_running: Callable[[str], None],
    *,
    exactly: bool,
    quiet: bool = False,
) -> None:
    """Serve until Ctrl+C; errors take one line."""
    try:
        launch(settings, on_ready, on_running, exactly=exactly, quiet=quiet)
    except StartError as error:
        raise Failure(str(error)) from None


def _making(seats: list[Seat], wanted: dict[str, Any]) -> Making | None:
    """A function that creates the table the options describe; None if they describe none, Failure if not valid."""
    players = wanted["players"]
    if wanted["resume"] is not None:
        if not wanted["resume"]:
            raise click.UsageError("--resume needs a file here; the start page lists your tables")
        if seats or players:
            raise click.UsageError("the file of --resume says who plays")
        content = read_bytes(wanted["resume"])
        return lambda url: str(_ask_server(f"{url}api/records", content)["id"])
    game = None
    if wanted["start"] is not None:
        game = load(wanted["start"]).game()
    elif wanted["layout"] not in (None, *LAYOUT_NAMES):
        game = Game(layout=layout_file(wanted["layout"]))
    if game is None and not seats and not players and not wanted["layout"]:
        return None
    if game is not None and players not in (None, game.players):
        raise Failure(f"that game is for {game.players} players, not {players}")
    count = len(seats_for(players or (game.players if game else None), seats))
    table: dict[str, Any] = {"players": [_player(seat) for seat in _filled(seats, count)]}
    if game is not None:
        table["position"] = str(game)
    elif wanted["layout"]:
        table["layout"] = wanted["layout"]
    return lambda url: str(_ask_server(f"{url}api/tables", json.dumps(table).encode())["id"])


def _filled(seats: list[Seat], count: int) -> list[Seat]:
    """Default names are left to the page, which knows the user's language."""
    seats = seats or [Seat("")]
    return seats + [Seat("", USUAL)] * (count - len(seats))


def _player(seat: Seat) -> dict[str, str]:
    if seat.kind.startswith(PREFIX):
        raise Failure("a program plays in the terminal (--terminal) or in the arena, not in the browser")
    if seat.kind:
        return {"kind": "bot", "bot": seat.kind, "name": seat.name}
    return {"kind": "person", "name": seat.name}


def _ask_server(url: str, content: bytes | None = None) -> Any:
    """The server's answer; Failure with the reason if it refuses."""
    try:
        return ask(url, content)
    except HTTPError as error:
        try:
            message = json.loads(error.read())["message"]
        except (OSError, ValueError, KeyError, TypeError):
            message = f"it answered {error.code}"
        raise Failure(f"the server refused: {message}") from None
    except OSError as error:
        raise Failure(f"the server does not answer: {os_error_text(error)}") from None


def _show(url: str, making: Making | None, *, shows: bool) -> None:
    """Create the table and open it; if it is refused, say so and open the start page."""
    page = url
    try:
        if making:
            page = f"{url}#/table/{making(url)}"
    except Failure as error:
        click.echo(f"aqua play: {error.format_message()}", err=True)
    if not (shows and open_browser(page)) and page != url:
        click.echo(f"The table is at {page}")
