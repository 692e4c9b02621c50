"""What can be opened at a table by a link, and the links that somebody may hand out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aquaromana.server.api.tokens import Passes, invite
from aquaromana.server.protocol.messages import Links, SeatLink
from aquaromana.server.protocol.table_info import Player
from aquaromana.server.table.credentials import HOST, WATCH, Actor, chair_pass
from aquaromana.server.table.members import Company
from aquaromana.server.table.seating import Opening

REMEMBERED: Final = 20
"""Generations of a link that are still known to have been good."""


def offers(company: Company) -> Sequence[tuple[str, int]]:
    """All that links lead to as the table stands, with the generations; also invitations that came to nothing."""
    chairs = [
        (kind(player.chair), company.generation(chair_pass(player.chair)))
        for player in company.players
        for kind in ((invite, chair_pass) if player.kind == "person" else (invite,))
    ]
    return [*chairs, *((what, company.generation(what)) for what in (WATCH, HOST))]


def void(company: Company) -> Sequence[tuple[str, int]]:
    """What links led to before they were replaced, the last times."""
    kinds = [
        (kind(player.chair), chair_pass(player.chair)) for player in company.players for kind in (invite, chair_pass)
    ]
    return [
        (what, before)
        for what, known_as in (*kinds, (WATCH, WATCH), (HOST, HOST))
        for before in range(max(0, company.generation(known_as) - REMEMBERED), company.generation(known_as))
    ]


def hosts(opening: Opening, company: Company) -> list[str]:
    """The names of those who opened a table and still sit there, as far as they have any."""
    own = [number for number, seating in enumerate(opening.players) if seating.kind == "person"]
    people = [player for player in company.players if player.kind == "person" and player.chair in own]
    return [player.name for player in people if player.name and not company.generation(chair_pass(player.chair))]


def pass_for(company: Company, what: str) -> Actor:
    """What somebody gets who shows the secret of one of the offers."""
    kind, _, number = what.partition(":")
    if kind == WATCH:
        return Actor(watch=company.generation(WATCH))
    if kind == HOST:
        return Actor(host=company.generation(HOST))
    return Actor({int(number): company.generation(chair_pass(int(number)))})


def links(message: str, table: str, company: Company, actor: Actor, passes: Passes) -> Links:
    """The answer to `links`: all of them to the host, to a player the one to his own chair."""
    host, own = company.is_host(actor), company.chairs(actor)

    def link(what: str, generation_of: str) -> str:
        return passes.link(table, what, company.generation(generation_of))

    def seat_link(player: Player) -> SeatLink:
        is_open = player.kind == "open"
        what = (invite if is_open else chair_pass)(player.chair)
        return SeatLink(chair=player.chair, seat=player.seat, link=link(what, chair_pass(player.chair)), invite=is_open)

    return Links(
        id=message,
        chairs=[
            seat_link(player) for player in company.players if player.kind != "bot" and (host or player.chair in own)
        ],
        watch=link(WATCH, WATCH) if host else "",
        host=link(HOST, HOST) if host else "",
    )
