"""B1: mutated, generated and raw messages. Nothing breaks, nothing changes that was not accepted."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from aquaromana.records.errors import CATALOGUE as RECORDS
from aquaromana.rules import Game
from aquaromana.rules.errors import CATALOGUE as RULES
from aquaromana.rules.errors import Reason
from aquaromana.server import sockets
from aquaromana.server.app import create_app
from aquaromana.server.errors import CATALOGUE as SERVER
from aquaromana.server.errors import Refusal, ServerReason
from aquaromana.server.messages import FromClient, Hello, Play, Watch
from tests.attacks.asgi import Heard, converse, no_errors
from tests.attacks.messages import Mutator
from tests.support.served import PEOPLE, UNLIMITED, settings_in
from tests.support.sizes import LongSize

MESSAGES = LongSize("attacks", ci=50_000, long=1_000_000)
DOCUMENTED = {*RULES, *RECORDS, *SERVER} - {"server/failed", "server/storage"}
CLOSINGS = {1000, sockets.BINARY, sockets.POLICY}
ANSWERS = {"accepted", "refused", "previewed", "answer", "pong"}
PER_TABLE = 5000
HANGS_UP = 0.005
BINARY = 0.002


class Attack:
    """One who says anything at a table, and keeps account of what was accepted."""

    def __init__(self, app: FastAPI, table: str, seed: int) -> None:
        self.app = app
        self.table = table
        self.mutator = Mutator(seed)
        self.game = Game(players=2)
        self.refused: set[str] = set()
        self.accepted = 0
        self.sent = 0
        self._said: FromClient | Reason | None = None
        """The last message as the server should understand it."""
        self._greeted = False
        self._until = 0

    async def run(self, count: int) -> None:
        """Send so many messages, or fewer if the game ends before, over one socket after the other."""
        self._until = count
        while self.sent < count and not self.game.is_over:
            self._said = None
            code, heard = await converse(self.app, self.table, self.drive)
            assert code in CLOSINGS, code
            for message in heard:
                self.hear(message)
            await self.check()

    async def check(self) -> None:
        """The table has what was accepted, and nothing else."""
        state = await self.app.state.hall.state(self.table)
        assert state.version == len(self.game.moves)
        assert state.view.position == str(self.game)

    def drive(self, heard: Heard) -> str | bytes | None:
        rng = self.mutator.rng
        for message in heard:
            self.hear(message)
        if self._said is not None:
            silent = isinstance(self._said, Watch) or (isinstance(self._said, Hello) and not self._greeted)
            answers = [message["type"] for message in heard if message["type"] in ANSWERS]
            assert len(answers) == (0 if silent else 1), (self._said, answers)
        if self.sent >= self._until or self.game.is_over or rng.random() < HANGS_UP:
            return None
        self.sent += 1
        self._greeted = self._said is not None
        if rng.random() < BINARY:
            self._said = ServerReason("message/binary")
            return rng.randbytes(20)
        text = self.mutator.message(self.game) if self._greeted or rng.random() < 0.2 else self.mutator.hello()
        self._said = sockets.decode(text)
        return text

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "refused":
            self.refused.add(message["code"])
            assert message["code"] in DOCUMENTED, message
        elif kind == "accepted":
            assert isinstance(self._said, Play)
            assert message["id"] == self._said.id
            if message["version"] > len(self.game.moves):
                for move in self._said.moves:
                    self.game.play(move)
                self.accepted += 1
            assert message["version"] <= len(self.game.moves)
        elif kind in ("state", "choices", "previewed", "answer"):
            assert message["version"] <= len(self.game.moves)
        else:
            assert kind in ("pong", "bye"), message


def attack(folder: Path, count: int) -> tuple[set[str], int]:
    """Send so many messages to one table after the other; the codes that were heard, and how much was accepted."""
    codes: set[str] = set()
    accepted = sent = 0

    async def run() -> None:
        nonlocal accepted, sent
        app = create_app(settings_in(folder, **UNLIMITED))
        async with app.router.lifespan_context(app):
            while sent < count:
                one = Attack(app, await made(app), seed=sent)
                await one.run(min(PER_TABLE, count - sent))
                await one.check()
                codes.update(one.refused)
                accepted += one.accepted
                sent += one.sent

    with no_errors():
        asyncio.run(run())
    return codes, accepted


async def made(app: FastAPI) -> str:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1:7483") as client:
        answer = await client.post("/api/tables", json={"players": PEOPLE})
    return str(answer.json()["id"])


@pytest.mark.slow
@MESSAGES.mark
def test_no_message_breaks_anything(tmp_path: Path) -> None:
    codes, accepted = attack(tmp_path, MESSAGES.value)
    assert accepted > MESSAGES.value / 2000, "there were right ones among them"
    assert codes >= {
        *("message/malformed", "message/unknown", "message/hello", "message/id", "message/protocol"),
        *("table/stale", "table/not-your-turn", "table/foreign-seat", "table/incomplete", "table/too-many"),
        "notation/unreadable",
    }


# Each of these servers has one fault, and the attack must find it.


async def _accepts_and_refuses(self: sockets.Conversation, message: Any) -> Any:
    result = await self.hall.play(self.table, message)
    raise Refusal.of("table/stale", made=0, now=result.version)


def _trusting(text: str) -> Any:
    return sockets._decoder.decode(text)


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ((sockets.Conversation, "_done"), _accepts_and_refuses),
        ((sockets, "decode"), _trusting),
    ],
    ids=["changes without saying so", "decodes without care"],
)
def test_the_attack_finds_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: tuple[Any, str], what: Callable[..., Any]
) -> None:
    monkeypatch.setattr(*where, what)
    with pytest.raises((AssertionError, ValueError, RecursionError)):
        attack(tmp_path, 2000)
