"""How others in the network reach a server: its addresses, and a QR code for phones."""

from __future__ import annotations

import os
import sys
from urllib.parse import urlsplit

import click

from aquaromana.server.addresses import in_reach, is_loopback


def show_addresses(host: str, url: str, *, scan: bool = True) -> None:
    """Print the addresses at which others reach a server that listens on a host; `url` is the one on this machine."""
    if not is_loopback(host):
        show(in_reach(host, urlsplit(url).port or 80), scan=scan)


def show(addresses: list[str], *, scan: bool = True) -> None:
    """Print addresses, the first one also as a QR code if there is a terminal."""
    if not addresses:
        click.echo("No network was found: only this machine can reach it.")
        return
    first, *more = addresses
    click.echo(f"Others in your network can open {first}")
    for address in more:
        click.echo(f"                              or {address}")
    if scan and sys.stdout.isatty():
        from aquaromana.server.pictures.qr import blocks

        click.echo(f"\n{blocks(first, color='NO_COLOR' not in os.environ)}\n")
