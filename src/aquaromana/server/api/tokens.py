"""Tokens: secrets in invitation links, and the signed session cookies that they are exchanged for.

Nothing is stored. A link's secret is an HMAC of the table, what it grants and a generation; a cookie lists the
generations it was issued for. Only the table knows the current generation: raising it revokes every earlier link and
cookie.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Iterable, Mapping
from typing import Final, Self

import msgspec
from itsdangerous import BadSignature, TimestampSigner

from aquaromana.server.errors import Refusal
from aquaromana.server.table.credentials import Credentials

COOKIE: Final = "aq"
"""The cookie of one table; its path is the table's address, so that only requests about it carry it."""
VISITED: Final = "aq_tables"
"""The cookie with the tables that a browser has been at and its credentials for them, so that it can list them."""
AGE: Final = 400 * 86400
"""Seconds that a cookie lasts: as long as browsers keep one at most."""
MAX_CLOCK_SKEW: Final = 300.0
"""Seconds that a cookie may come from the future: clocks are set back, and those of two processes differ."""
TABLES: Final = 60
"""Tables in the list, the last ones."""
MAX_COOKIE_LENGTH: Final = 4096
"""Characters of a cookie, as browsers keep them."""

_BYTES: Final = 18
"""Of a secret: 144 bits, 24 letters in a link."""
_encode: Final = msgspec.json.Encoder().encode


def invite(chair: int) -> str:
    """What lets somebody take an open seat."""
    return f"invite:{chair}"


def bot_offer(chair: int) -> str:
    """What lets a program take an open seat and play on it."""
    return f"bot:{chair}"


class _Sealed(msgspec.Struct, frozen=True, array_like=True):
    """Credentials for one table, as cookies hold them."""

    table: str
    chairs: dict[int, int]
    host: int | None
    watch: int | None

    @classmethod
    def of(cls, table: str, credentials: Credentials) -> Self:
        return cls(table, dict(credentials.chairs), credentials.host, credentials.watch)

    def credentials(self) -> Credentials:
        return Credentials(self.chairs, self.host, self.watch)


_sealed: Final = msgspec.json.Decoder(_Sealed)
_visited: Final = msgspec.json.Decoder(list[_Sealed])


class TokenSigner:
    """Makes and checks link secrets and session cookies with the server's secret."""

    def __init__(self, secret: str) -> None:
        if not secret:
            raise ValueError("there is no secret to sign with")
        self._key = secret.encode()
        self._signers = {
            name: TimestampSigner(
                self._key, salt=f"aqua-romana/{name}", key_derivation="hmac", digest_method=hashlib.sha256
            )
            for name in (COOKIE, VISITED)
        }

    # Links.

    def secret(self, table: str, what: str, generation: int) -> str:
        """The secret of the link that grants this, as long as the generation is current."""
        found = hmac.digest(self._key, f"{table}|{what}|{generation}".encode(), "sha256")
        return base64.urlsafe_b64encode(found[:_BYTES]).decode()

    def link(self, table: str, what: str, generation: int) -> str:
        """The fragment of the address that leads there: browsers keep a fragment to themselves, so no log has it."""
        return f"#/join/{table}/{self.secret(table, what, generation)}"

    def offer_for(self, table: str, secret: str, offers: Iterable[tuple[str, int]]) -> str:
        """Which of these offers a secret belongs to; empty for none."""
        found = ""
        given = secret.encode(errors="replace")
        for what, generation in offers:  # all of them, so that time tells nothing
            if hmac.compare_digest(self.secret(table, what, generation).encode(), given):
                found = what
        return found

    def bot_token(self, table: str, chair: int, generation: int) -> str:
        """The token by which a program plays on a chair, as long as the generation is current."""
        return f"{table}.{self.secret(table, bot_offer(chair), generation)}"

    # Cookies.

    def seal(self, table: str, credentials: Credentials) -> str:
        """Credentials for a table, as a signed cookie."""
        return self._signed(COOKIE, _encode(_Sealed.of(table, credentials)))

    def unseal(self, table: str, text: str) -> Credentials:
        """The inverse; Refusal if it was not made here, for this table, within its time."""
        data = self._unsigned(COOKIE, text)
        try:
            found = _sealed.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Refusal.of("access/invalid") from None
        if found.table != table:
            raise Refusal.of("access/invalid")
        return found.credentials()

    def seal_visited(self, tables: Mapping[str, Credentials]) -> str:
        """The tables that a browser has been at, the last one first, as a cookie; what does not fit is left out."""
        wanted = [_Sealed.of(table, credentials) for table, credentials in tables.items()][:TABLES]
        while len(text := self._signed(VISITED, _encode(wanted))) > MAX_COOKIE_LENGTH - len(VISITED):
            wanted.pop()
        return text

    def visited(self, text: str) -> dict[str, Credentials]:
        """The inverse; none if the cookie is no longer valid: a link leads to the table again."""
        try:
            found = _visited.decode(self._unsigned(VISITED, text))
        except (Refusal, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return {}
        return {each.table: each.credentials() for each in found}

    def _signed(self, name: str, data: bytes) -> str:
        return self._signers[name].sign(base64.urlsafe_b64encode(data).rstrip(b"=")).decode()

    def _unsigned(self, name: str, text: str) -> bytes:
        if len(text) > MAX_COOKIE_LENGTH or not text.isascii():
            raise Refusal.of("access/invalid")
        try:
            data, made = self._signers[name].unsign(text, return_timestamp=True)
            content = base64.urlsafe_b64decode(data + b"=" * (-len(data) % 4))
        except (BadSignature, binascii.Error):
            raise Refusal.of("access/invalid") from None
        if not -MAX_CLOCK_SKEW <= time.time() - made.timestamp() <= AGE:
            raise Refusal.of("access/expired")
        return content
