"""`aqua serve`: just the server, for this machine or for others."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from aquaromana.cli.numbers import Between


def _limit(name: str, told: str) -> Callable[[Any], Any]:
    return click.option(name, type=Between(0, 10**6), metavar="N", help=told)


@click.command(
    epilog="""\b
    Example: aqua serve --port 8000 --data games
             aqua serve --public-url https://aqua.example.org --proxy 127.0.0.1 --log json""",
    short_help="Serve tables without opening a browser.",
)
@click.option("--host", help="The address to listen on: 127.0.0.1 by default, 0.0.0.0 for all.")
@click.option("--port", type=Between(0, 65535), help="The port; 0 for any free one.")
@click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help="The folder for the tables.")
@click.option("--database", metavar="URL", help="The database, as a SQLAlchemy URL, instead of a file in DIR.")
@click.option("--public-url", metavar="URL", help="The public address, like https://aqua.example.org.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Trust the client addresses that this proxy or network forwards; may be repeated.",
)
@click.option(
    "--access",
    type=click.Choice(["shared", "local"]),
    help="shared (default): people join by links and cookies. local: everyone on this machine may play every seat.",
)
@click.option(
    "--secret-file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="The secret that signs cookies; by default AQUA_SECRET, or one that is generated and stored in DIR.",
)
@click.option("--lobby/--no-lobby", default=None, help="List open tables for everyone; off by default.")
@click.option(
    "--webhooks/--no-webhooks", default=None, help="Call webhooks when it is a player's turn; off by default."
)
@click.option("--log", type=click.Choice(["text", "json"]), help="The format of the log.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="The level of the log; info includes every request.",
)
@_limit("--sockets-per-address", "Sockets that one address may have at a time: 60, or 0 for any number.")
@_limit("--tables-per-hour", "Tables that one address may create in an hour: 100, or 0 for any number.")
@_limit("--requests-per-minute", "Requests that one address may send in a minute: 600, or 0 for any number.")
@click.option("--drain", type=Between(0, 3600), metavar="SECONDS", help="Keep serving this long after the stop signal.")
def serve(**wanted: Any) -> None:
    """Serve tables until Ctrl+C, without opening a browser. Errors go to standard error.

    docs/server.md explains all settings; each can be an environment variable, as in AQUA_RETENTION=30. docs/hosting.md
    explains how to host a server for others.
    """
    from aquaromana.cli.browser import served, settings_for
    from aquaromana.cli.network import show_addresses

    exactly = wanted["port"] is not None
    for name in ("data", "secret_file"):
        wanted[name] = Path(wanted[name]).expanduser() if wanted[name] else None
    wanted["proxies"] = wanted["proxies"] or None
    settings = settings_for({"AQUA_ACCESS": "shared", **os.environ}, **wanted)

    def on_ready(url: str) -> None:
        known = f", for others at {settings.public_url}/" if settings.public_url else ""
        click.echo(f"Aqua Romana is served at {url}{known} — Ctrl+C ends it")
        if not settings.public_url:
            show_addresses(settings.host, url, scan=False)

    served(
        settings,
        on_ready,
        lambda url: click.echo(f"Aqua Romana is already served at {url}"),
        exactly=exactly or not settings.is_private,
    )
