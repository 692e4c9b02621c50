"""`aqua serve`: the server alone, for this machine."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import click

from aquaromana.cli.numbers import Between


@click.command(
    epilog="Example: aqua serve --port 8000 --data games", short_help="Serve tables without opening a browser."
)
@click.option("--host", help="An address of this machine itself; 127.0.0.1 by default.")
@click.option("--port", type=Between(0, 65535), help="The port; 0 for any free one.")
@click.option("--data", type=click.Path(file_okay=False), metavar="DIR", help="The folder in which tables are kept.")
@click.option("--database", metavar="URL", help="Keep tables elsewhere than in a file there: a URL of SQLAlchemy.")
def serve(host: str | None, port: int | None, data: str | None, database: str | None) -> None:
    """Serve tables until Ctrl+C, without opening a browser. What goes wrong is told on the standard error.

    docs/server.md explains all settings; each can be an environment variable, as in AQUA_RETENTION=30.
    """
    from aquaromana.cli.browser import served, settings_for

    folder = Path(data).expanduser() if data else None
    settings = settings_for(host=host, port=port, data=folder, database=database)
    if not _is_loopback(settings.host):
        raise click.UsageError(f"{settings.host[:60]!r} is no address of this machine itself, as 127.0.0.1 is")
    served(
        settings,
        lambda url: click.echo(f"Aqua Romana is served at {url} — Ctrl+C ends it"),
        lambda url: click.echo(f"Aqua Romana is already served at {url}"),
        exactly=port is not None,
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
