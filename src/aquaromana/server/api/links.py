"""Invitation links: what the links of a table grant, which are revoked, and which ones a member may hand out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aquaromana.server.api.tokens import TokenSigner, invite
from aquaromana.server.protocol.messages import Links, SeatLink
from aquaromana.server.protocol.table_info import Player
from aquaromana.server.table.credentials import HOST, WATCH, Credentials, chair_key
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Opening

REMEMBERED: Final = 20
"""Number of earlier generations of a link that are still recognized."""


def offers(members: Members) -> Sequence[tuple[str, int]]:
    """What the current links grant, with their generations; also invitations that were never used."""
    chairs = [
        (kind(player.chair), members.generation(chair_key(player.chair)))
        for player in members.players
        for kind in ((invite, chair_key) if player.kind == "person" else (invite,))
    ]
    return [*chairs, *((what, members.generation(what)) for what in (WATCH, HOST))]


def void(members: Members) -> Sequence[tuple[str, int]]:
    """What revoked links used to grant, as far back as they are remembered."""
    kinds = [
        (kind(player.chair), chair_key(player.chair)) for player in members.players for kind in (invite, chair_key)
    ]
    return [
        (what, before)
        for what, known_as in (*kinds, (WATCH, WATCH), (HOST, HOST))
        for before in range(max(0, members.generation(known_as) - REMEMBERED), members.generation(known_as))
    ]


def hosts(opening: Opening, members: Members) -> list[str]:
    """The names of those who opened a table and still sit there, as far as they have any."""
    own = [number for number, seating in enumerate(opening.players) if seating.kind == "person"]
    people = [player for player in members.players if player.kind == "person" and player.chair in own]
    return [player.name for player in people if player.name and not members.is_handed_over(player.chair)]


def credentials_for(members: Members, what: str) -> Credentials:
    """The credentials that the secret of an offer is exchanged for."""
    kind, _, number = what.partition(":")
    if kind == WATCH:
        return Credentials(watch=members.generation(WATCH))
    if kind == HOST:
        return Credentials(host=members.generation(HOST))
    return Credentials({int(number): members.generation(chair_key(int(number)))})


def links(message: str, table: str, members: Members, credentials: Credentials, tokens: TokenSigner) -> Links:
    """The answer to `links`: all of them for the host, for players the one to their own chair."""
    host, own = members.is_host(credentials), members.chairs(credentials)

    def link(what: str, generation_of: str) -> str:
        return tokens.link(table, what, members.generation(generation_of))

    def seat_link(player: Player) -> SeatLink:
        is_open, generation = player.kind == "open", members.generation(chair_key(player.chair))
        what = (invite if is_open else chair_key)(player.chair)
        return SeatLink(
            chair=player.chair,
            seat=player.seat,
            link=tokens.link(table, what, generation),
            invite=is_open,
            bot=tokens.bot_token(table, player.chair, generation) if is_open and host else "",
        )

    return Links(
        id=message,
        chairs=[
            seat_link(player) for player in members.players if player.kind != "bot" and (host or player.chair in own)
        ],
        watch=link(WATCH, WATCH) if host else "",
        host=link(HOST, HOST) if host else "",
    )
