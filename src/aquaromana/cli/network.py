"""How others in the network find a server: its addresses, and a code for phones to scan."""

from __future__ import annotations

import os
import sys
from urllib.parse import urlsplit

import click

from aquaromana.server.addresses import in_reach, is_loopback


def show_addresses(host: str, url: str, *, scan: bool = True) -> None:
    """Tell by which addresses others reach a server that listens on a host; `url` is the one on this machine."""
    if not is_loopback(host):
        show(in_reach(host, urlsplit(url).port or 80), scan=scan)


def show(addresses: list[str], *, scan: bool = True) -> None:
    """Tell addresses, the first one also as a QR code where there is a terminal to show it."""
    if not addresses:
        click.echo("No network was found: only this machine reaches it.")
        return
    first, *more = addresses
    click.echo(f"Others in your network open {first}")
    for address in more:
        click.echo(f"                         or {address}")
    if scan and sys.stdout.isatty():
        from aquaromana.server.pictures.qr import blocks

        click.echo(f"\n{blocks(first, color='NO_COLOR' not in os.environ)}\n")
