"""Work: what one address asks for takes its share of the event loop, and refusing takes little."""

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from aquaromana.server.api import identity, tokens
from aquaromana.server.api.tokens import AGE, COOKIE, TokenSigner
from aquaromana.server.errors import Refusal
from aquaromana.server.middleware import work_budget
from aquaromana.server.middleware.work_budget import BURST, WorkBudget
from aquaromana.server.table.credentials import Credentials
from benchmarks._attacks import BYSTANDER, HELLO, TEXT, Client, frame
from tests.support.served import Served, settings_in

SHARE = 0.25


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_in(tmp_path, access="shared")) as server:
        yield server


async def burn(seconds: float) -> None:
    """Occupy the loop for so long, in two steps."""
    for _ in range(2):
        time.sleep(seconds / 2)  # noqa: ASYNC251 - as work does that cannot be interrupted
        await asyncio.sleep(0)


def test_an_address_over_its_share_waits_and_others_do_not() -> None:
    now = 100.0
    budget = WorkBudget(SHARE, lambda: now)

    async def work() -> None:
        nonlocal now
        for _ in range(2):
            now += 0.1
            await asyncio.sleep(0)

    async def run() -> None:
        nonlocal now
        await budget.run("one", work())
        owed = budget.debt("one")
        assert owed == pytest.approx((0.2 - BURST) / SHARE - 0.1), "both steps count; 0.1 s of it are paid off"
        assert not budget.debt("another")
        await asyncio.wait_for(budget.turn("another"), 5)
        turns = [asyncio.ensure_future(budget.turn("one")) for _ in range(3)]
        await asyncio.sleep(0.01)
        assert not any(turn.done() for turn in turns)
        now += owed + 0.01
        await asyncio.wait_for(asyncio.gather(*turns), 30)

    asyncio.run(run())


def test_work_that_is_broken_off_is_told_so_and_counted() -> None:
    budget = WorkBudget(SHARE)
    broken: list[str] = []

    async def work() -> None:
        await burn(0.02)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            broken.append("off")
            raise

    async def run() -> None:
        task = asyncio.ensure_future(budget.run("one", work()))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(ZeroDivisionError):
            await budget.run("another", _failing())
        waiting = asyncio.ensure_future(budget.run("one", work()))
        budget.charge("one", 60)
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(run())
    assert broken == ["off"]


async def _failing() -> None:
    raise ZeroDivisionError


def test_an_address_has_one_thread_at_a_time_and_pays_for_it() -> None:
    """Hundreds of lines to look at took all threads, and most of the interpreter, from everybody else."""
    budget = WorkBudget(1.0)
    at_once = {"one": 0, "another": 0}
    most = dict(at_once)
    let_go = threading.Event()

    def work(who: str) -> str:
        at_once[who] += 1
        most[who] = max(most[who], at_once[who])
        while who == "one" and not let_go.is_set():
            sum(range(10_000))
        at_once[who] -= 1
        return who

    async def run() -> None:
        many = [asyncio.ensure_future(budget.run_in_thread("one", work, "one")) for _ in range(50)]
        assert await asyncio.wait_for(budget.run_in_thread("another", work, "another"), 30) == "another"
        many.pop(0).cancel()
        await asyncio.sleep(0.2)
        let_go.set()
        await asyncio.gather(*many)
        assert budget.debt("one") or budget._accounts["one"].paid, "it counts"
        with pytest.raises(ZeroDivisionError):
            await budget.run_in_thread("another", lambda: 1 // 0)

    asyncio.run(run())
    assert most == {"one": 1, "another": 1}


def test_without_a_share_nobody_waits() -> None:
    async def run() -> float:
        budget = WorkBudget(0)
        await budget.run("one", burn(0.2))
        return budget.debt("one")

    assert asyncio.run(run()) == 0.0


def test_few_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_budget, "KEYS", 10)
    budget = WorkBudget(SHARE)
    for number in range(100):
        budget.charge(str(number), 1)
    assert len(budget._accounts) == 10


def previewed(client: Client, sockets: int = 4, each: int = 60) -> None:
    """Ask for previews on some sockets at once, and read all answers."""
    table = client.create()
    lines = [client.upgrade(table) for _ in range(sockets)]
    preview = json.dumps({"type": "preview", "id": "p", "version": 0, "moves": []}).encode()
    for line in lines:
        line.sendall(frame(TEXT, HELLO) + frame(TEXT, preview) * each)
    for line in lines:
        heard = b""
        while heard.count(b'"type":"previewed"') < each:
            part = line.recv(1 << 20)
            assert part, "nobody is cut off for it"
            heard += part
        line.close()


def test_previews_on_all_sockets_of_an_address_take_their_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[str] = []
    debt = WorkBudget.debt

    def look(budget: WorkBudget, who: str) -> float:
        owed = debt(budget, who)
        waited.extend([who] * bool(owed))
        return owed

    monkeypatch.setattr(WorkBudget, "debt", look)
    with Served(settings_in(tmp_path, access="shared", work_per_address=0.1)) as served:
        attacker, bystander = Client(served.port), Client(served.port, BYSTANDER)
        previewed(attacker)
        assert set(waited) == {attacker.address}, "they are more than a burst, and wait"
        served.app.state.limits.work.charge(attacker.address, 5)
        status, body = attacker.ask("GET", "/")
        assert (status, json.loads(body)["code"]) == (429, "request/too-many")
        assert bystander.ask("GET", "/health")[0] == 200


def test_without_the_budget_they_would_not_wait(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, access="shared", work_per_address=0)) as served:
        previewed(Client(served.port))
        assert not served.app.state.limits.work._accounts


# What is costly to refuse.


def connection(cookie: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"cookie", cookie.encode())]})


def test_of_many_cookies_a_handful_is_looked_at(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(served.port)
    table = client.create()
    looked: list[str] = []
    unsigned = TokenSigner._unsigned

    def count(passes: TokenSigner, name: str, text: str) -> bytes:
        looked.append(text)
        return unsigned(passes, name, text)

    monkeypatch.setattr(TokenSigner, "_unsigned", count)
    made_up = "; ".join(["aq=x.y.z"] * 6000)
    assert client.ask("GET", f"/api/tables/{table}", cookie=made_up)[0] == 403
    assert len(looked) <= identity.MAX_COOKIES_PER_NAME
    looked.clear()
    assert client.ask("GET", f"/api/tables/{table}", cookie="; ".join(["aq=x"] * 9000))[0] == 403
    assert len(looked) == 1, "what cannot be ours is not checked, but told to be wrong"
    good = f"aq=; aq=not ours; other=1; aq=x.y.z; {client.cookies[table]}"
    assert client.ask("GET", f"/api/tables/{table}", cookie=good)[0] == 200
    monkeypatch.setattr(identity, "MAX_COOKIES_PER_NAME", 10**6)
    looked.clear()
    client.ask("GET", f"/api/tables/{table}", cookie=made_up)
    assert len(looked) > 1000, "without the bound all of them were"


def test_cookies_are_found_however_they_are_written() -> None:
    found = identity._cookies(connection('a=aq=1.2.3; aq = "1.2.3" ;xaq=4.5.6; aq=7.8.9;aq_tables=0.0.0'), COOKIE)
    assert found == ["1.2.3", "7.8.9"]
    assert identity._cookies(connection("aq=!"), COOKIE) == ["!"]
    assert identity._cookies(connection(""), COOKIE) == []


@pytest.mark.parametrize("seconds", [1, 60])
def test_a_pass_from_a_clock_that_is_ahead_is_good(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """A clock that was set back, or another process's, made fresh passes expire."""
    passes, now = TokenSigner("a secret of at least 32 characters"), time.time()
    text = passes.seal("t", Credentials({0: 0}))
    for clock, good in ((now - seconds, True), (now + AGE - 5, True), (now + AGE + 5, False), (now - 3600, False)):
        monkeypatch.setattr(time, "time", lambda clock=clock: clock)
        if good:
            assert passes.unseal("t", text).chairs == {0: 0}
        else:
            with pytest.raises(Refusal, match=re.escape("too long ago")):
                passes.unseal("t", text)


def test_without_tolerance_it_would_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = TokenSigner("a secret of at least 32 characters")
    text = passes.seal("t", Credentials({0: 0}))
    monkeypatch.setattr(tokens, "MAX_CLOCK_SKEW", 0.0)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 2)
    with pytest.raises(Refusal):
        passes.unseal("t", text)
