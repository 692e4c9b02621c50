"""B1: mutated, generated and raw messages. Nothing breaks, nothing changes that was not accepted."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from fastapi import FastAPI

from aquaromana.records.errors import CATALOGUE as RECORDS
from aquaromana.rules import Game
from aquaromana.rules.errors import CATALOGUE as RULES
from aquaromana.rules.errors import Reason
from aquaromana.server.api import client_messages, table_socket, tokens
from aquaromana.server.app import create_app
from aquaromana.server.errors import CATALOGUE as SERVER
from aquaromana.server.errors import Refusal, ServerReason
from aquaromana.server.protocol import framing
from aquaromana.server.protocol.intents import AnyIntent, Resign, Revoke, StandIn, Takeback
from aquaromana.server.protocol.messages import FromClient, Hello, Ping, Play, Say, Watch
from aquaromana.server.table.credentials import Credentials
from tests.attacks.asgi import Heard, converse, no_errors
from tests.attacks.messages import Mutator
from tests.support.served import PEOPLE, UNLIMITED, settings_in
from tests.support.sizes import LongSize
from tests.support.visitors import shared_settings

MESSAGES = LongSize("attacks", ci=50_000, long=1_000_000)
DOCUMENTED = {*RULES, *RECORDS, *SERVER} - {"server/failed", "server/storage"}
CLOSINGS = {1000, framing.BINARY, framing.POLICY}
ANSWERS = {"accepted", "refused", "previewed", "answer", "pong", "links"}
PER_TABLE = 5000
HANGS_UP = 0.005
BINARY = 0.002
ROLES = ("local", "host", "spectator")
"""Who attacks: somebody at the server's own machine, and people with cookies, of a host with all seats and a guest."""


class Attack:
    """One who says anything at a table, and keeps account of what was accepted."""

    def __init__(self, app: FastAPI, table: str, seed: int, cookie: str = "") -> None:
        self.app = app
        self.table = table
        self.cookie = cookie
        self.mutator = Mutator(seed)
        self.game = Game(players=2)
        self.version = 0
        self.refused: set[str] = set()
        self.accepted: Counter[str] = Counter()
        self.sent = 0
        self.ended = False
        """Others may decide from now on, or nobody, or they were sent away."""
        self._said: FromClient | Reason | None = None
        """The last message as the server should understand it."""
        self._greeted = False
        self._until = 0

    async def run(self, count: int) -> None:
        """Send so many messages, or fewer if the game ends before, over one socket after the other."""
        self._until = count
        while self.sent < count and not self.is_over:
            self._said = None
            code, heard = await converse(self.app, self.table, self.drive, self.cookie)
            for message in heard:
                self.hear(message)
            assert code in CLOSINGS or (code == framing.FORBIDDEN and self.ended), code
            await self.check()

    @property
    def is_over(self) -> bool:
        return self.game.is_over or self.ended

    async def check(self) -> None:
        """The table has what was accepted, and nothing else."""
        if not self.ended:
            state = await self.app.state.service.state(self.table)
            assert state.version == self.version
            assert state.view.position == str(self.game)

    def drive(self, heard: Heard) -> str | bytes | None:
        rng = self.mutator.rng
        for message in heard:
            self.hear(message)
        if self._said is not None:
            silent = isinstance(self._said, Watch) or (isinstance(self._said, Hello) and not self._greeted)
            answers = [message["type"] for message in heard if message["type"] in ANSWERS]
            assert len(answers) == (0 if silent else 1), (self._said, answers)
        if self.sent >= self._until or self.is_over or rng.random() < HANGS_UP:
            return None
        self.sent += 1
        self._greeted = self._said is not None
        if rng.random() < BINARY:
            self._said = ServerReason("message/binary")
            return rng.randbytes(20)
        if self._greeted or rng.random() < 0.2:
            text = self.mutator.message(self.game, self.version)
        else:
            text = self.mutator.hello()
        self._said = client_messages.decode(text)
        return text

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "refused":
            self.refused.add(message["code"])
            assert message["code"] in DOCUMENTED, message
        elif kind == "accepted":
            self.accept(message)
        elif kind in ("state", "choices", "previewed", "answer"):
            assert message["version"] <= self.version
        else:
            assert kind in ("pong", "bye", "presence", "said", "links"), message

    def accept(self, message: dict[str, Any]) -> None:
        """Account for what was done."""
        said = self._said
        assert said is not None
        assert not isinstance(said, Reason | Hello | Watch | Ping)
        assert isinstance(said, (Play, Say, *get_args(AnyIntent)))
        assert message["id"] == said.id
        self.accepted[type(said).__name__] += 1
        if message["version"] <= self.version:
            return  # it was done before, or changed no line of the log
        self.version = message["version"]
        if isinstance(said, Play):
            for move in said.moves:
                self.game.play(move)
        elif isinstance(said, Takeback):
            kept = self.game.moves[: said.ply]
            self.game = Game(players=2)
            for decision in kept:
                self.game.play(decision)
        elif isinstance(said, StandIn | Resign) or (
            isinstance(said, Revoke) and said.what == "chair" and said.chair < 2
        ):
            self.ended = True


def attack(folder: Path, count: int, *roles: str) -> tuple[set[str], Counter[str]]:
    """Send so many messages to one table after the other; the codes that were heard, and what was accepted."""
    codes: set[str] = set()
    accepted: Counter[str] = Counter()

    async def run(role: str, share: int) -> None:
        settings = shared_settings if role != "local" else settings_in
        app = create_app(settings(folder / role, **UNLIMITED))
        sent = 0
        async with app.router.lifespan_context(app):
            while sent < share:
                one = Attack(app, *await made(app, seed=sent, role=role))
                await one.run(min(PER_TABLE, share - sent))
                await one.check()
                codes.update(one.refused)
                sent += one.sent
                accepted.update(one.accepted)
                if role == "spectator":
                    assert not one.accepted

    with no_errors():
        for role in roles or ("local",):
            asyncio.run(run(role, count // len(roles or ("local",))))
    return codes, accepted


async def made(app: FastAPI, *, seed: int, role: str) -> tuple[str, int, str]:
    """A table for an attack, its seed, and the cookie of whoever attacks."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:7483") as client:
        answer = await client.post("/api/tables", json={"players": PEOPLE, "layout": "standard"})
        table = str(answer.json()["id"])
        cookie = client.build_request("GET", f"/api/tables/{table}/live").headers.get("cookie", "")
    if role == "spectator":
        cookie = f"{tokens.COOKIE}={app.state.tokens.seal(table, Credentials(watch=0))}"
    return table, seed, cookie


@pytest.mark.slow
@MESSAGES.mark
def test_no_message_breaks_anything(tmp_path: Path) -> None:
    codes, accepted = attack(tmp_path, MESSAGES.value, *ROLES)
    assert accepted["Play"] > MESSAGES.value / 3000, "there were right ones among them"
    assert accepted.keys() >= {"Play", "Rename", "Takeback", "Say", "Switch"}
    assert codes >= {
        *("access/seat", "access/host", "table/started", "table/seat", "table/playing", "table/nothing-asked"),
        *("table/bot", "table/takeback", "chat/text", "access/local"),
        *("message/malformed", "message/unknown", "message/hello", "message/id", "message/protocol"),
        *("table/stale", "table/not-your-turn", "table/foreign-seat", "table/incomplete", "table/too-many"),
        "notation/unreadable",
    }


# Each of these servers has one fault, and the attack must find it.


async def _accepts_and_refuses(self: table_socket.Conversation, message: Any) -> Any:
    result = await self.service.play(self.table, message, self.identity.credentials)
    raise Refusal.of("table/stale", made=0, now=result.version)


def _trusting(text: str) -> Any:
    return client_messages._decoder.decode(text)


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ((table_socket.Conversation, "_dispatch"), _accepts_and_refuses),
        ((table_socket, "decode"), _trusting),
    ],
    ids=["changes without saying so", "decodes without care"],
)
def test_the_attack_finds_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: tuple[Any, str], what: Callable[..., Any]
) -> None:
    monkeypatch.setattr(*where, what)
    with pytest.raises((AssertionError, ValueError, RecursionError)):
        attack(tmp_path, 2000)
