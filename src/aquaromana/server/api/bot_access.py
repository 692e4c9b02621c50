"""Tokens of bots that play over the network: each lets one program take one chair of one table.

Like the secrets of links, a token is an HMAC of the table, the chair and its generation: nothing is stored, and freeing
the seat makes it void. It comes in a header, never in a cookie, so no page of somebody else can use it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request

from aquaromana.server.api.links import REMEMBERED
from aquaromana.server.api.tokens import TokenSigner, bot_offer
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.bot_events import NETWORK
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.credentials import Credentials, chair_key
from aquaromana.server.table.members import Members

_TOKEN: Final = re.compile(r"([a-z0-9]{1,32})\.([\w-]{24})", re.ASCII)


@dataclass(frozen=True, slots=True)
class BotAccess:
    """A program with a token that is good: its chair, and what that permits."""

    table: str
    chair: int
    generation: int
    token: str

    @property
    def credentials(self) -> Credentials:
        return Credentials({self.chair: self.generation})

    def check_seat(self, members: Members) -> int:
        """The seat that it plays; Refusal if nobody or somebody else has it, or the token is void by now."""
        if self.generation != members.generation(chair_key(self.chair)):
            raise Refusal.of("token/revoked")
        seat = members.seat_of(self.chair)
        if members.players[seat].kind == "open":
            raise Refusal.of("table/waiting")  # a stream takes the seat
        if members.players[seat].kind != "person" or members.players[seat].bot != NETWORK:
            raise Refusal.of("access/taken", seat=seat)
        return seat


async def _access(request: Request) -> BotAccess:
    """Who asks, by the header; Refusal without a token that is good."""
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not text:
        raise Refusal.of("request/token")
    parts = _TOKEN.fullmatch(text.strip())
    if parts is None:
        raise Refusal.of("token/invalid")
    service: TableService = request.app.state.service
    tokens: TokenSigner = request.app.state.tokens
    table, secret = parts[1], parts[2]
    try:
        members = await service.members(table)
    except Refusal as refusal:
        # A guess must not reveal which tables exist.
        raise Refusal.of("token/invalid") if refusal.code == "table/unknown" else refusal from None
    chairs = range(len(members.players))
    current = [(bot_offer(chair), members.generation(chair_key(chair))) for chair in chairs]
    if what := tokens.offer_for(table, secret, current):
        chair = int(what.partition(":")[2])
        return BotAccess(table, chair, members.generation(chair_key(chair)), text.strip())
    before = [(what, generation) for what, now in current for generation in range(max(0, now - REMEMBERED), now)]
    raise Refusal.of("token/revoked" if tokens.offer_for(table, secret, before) else "token/invalid")


InBotAccess = Annotated[BotAccess, Depends(_access)]
