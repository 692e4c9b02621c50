"""What one address may do: allowances by themselves, and over the wire (S6)."""

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from aquaromana.server.middleware.address_limits import AddressLimits, Quota
from aquaromana.server.middleware.socket_limit import CloseSocket, SocketLimit
from tests.support.served import PEOPLE, Served, settings_in


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_quota_is_used_up_and_comes_back() -> None:
    clock = Clock()
    allowance = Quota(3, 60, clock=clock)
    assert [allowance.take("a") for _ in range(3)] == [0.0, 0.0, 0.0]
    assert allowance.take("a") == pytest.approx(20)
    assert allowance.take("b") == 0.0
    clock.now += 19
    assert allowance.take("a") == pytest.approx(1), "what was refused has cost nothing"
    clock.now += 1
    assert allowance.take("a") == 0.0
    assert allowance.take("a") > 0
    clock.now += 60
    assert [allowance.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_a_quota_of_zero_is_unlimited() -> None:
    allowance = Quota(0, 60)
    assert not any(allowance.take("a") for _ in range(1000))
    assert len(allowance) == 0


def test_a_quota_forgets() -> None:
    clock = Clock()
    allowance = Quota(3, 60, keys=100, clock=clock)
    for number in range(1000):
        allowance.take(str(number))
    assert len(allowance) == 100
    clock.now += 61
    allowance.take("a")
    assert len(allowance) == 1


def test_sockets_are_counted_per_address() -> None:
    socket_limit = SocketLimit(3, 2)
    with socket_limit.admit("192.0.2.1"), socket_limit.admit("::ffff:192.0.2.1"):
        with pytest.raises(CloseSocket) as closing, socket_limit.admit("192.0.2.1"):
            pass
        assert closing.value.code == 1013
        with socket_limit.admit("192.0.2.2"), pytest.raises(CloseSocket), socket_limit.admit("192.0.2.3"):
            pass
    assert socket_limit.open == 0
    assert socket_limit.empty.is_set()
    with socket_limit.admit("192.0.2.1"), socket_limit.admit("192.0.2.1"):
        assert socket_limit.open == 2


def test_with_local_access_nobody_is_counted(tmp_path: Path) -> None:
    limits = AddressLimits(settings_in(tmp_path, requests_per_minute=1, tables_per_hour=1, sockets_per_address=1))
    for _ in range(3):
        limits.request("192.0.2.1")
        limits.table("192.0.2.1")
    assert limits.sockets == 0


def asked(client: httpx.Client, times: int, **headers: str) -> list[int]:
    return [client.get("/api/bots", headers=headers).status_code for _ in range(times)]


@pytest.mark.slow
def test_too_many_requests_are_refused_and_told_when_to_come_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Served(settings_in(tmp_path, access="shared", requests_per_minute=3)) as served:
        # A forged address from a client that is not a proxy changes nothing.
        codes = [asked(served.client, 1, **{"X-Forwarded-For": f"192.0.2.{number}"})[0] for number in range(5)]
        assert codes == [200, 200, 200, 429, 429]
        told = [record.getMessage() for record in caplog.records if record.name.startswith("aquaromana")]
        assert told == ["Ignoring X-Forwarded-For from 127.0.0.1: is it a proxy? See --proxy."]
        answer = served.client.get("/api/bots")
        assert answer.json()["code"] == "request/too-many"
        assert 1 <= int(answer.headers["Retry-After"]) == answer.json()["args"]["seconds"] <= 20
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert served.client.get("/").status_code == served.client.get("/health").status_code == 200


def test_a_proxy_that_is_named_is_believed(tmp_path: Path) -> None:
    named = ("127.0.0.0/8", "10.0.0.1")
    with Served(settings_in(tmp_path, access="shared", requests_per_minute=2, proxies=named)) as served:
        assert asked(served.client, 3, **{"X-Forwarded-For": "192.0.2.1"}) == [200, 200, 429]
        assert asked(served.client, 1, **{"X-Forwarded-For": "192.0.2.2"}) == [200]
        # What stands left of the last address that no proxy of ours has was written by anybody.
        assert asked(served.client, 1, **{"X-Forwarded-For": "192.0.2.3, 192.0.2.1, 10.0.0.1"}) == [429]
        # What is not an address belongs to nobody, however it is written.
        assert [asked(served.client, 1, **{"X-Forwarded-For": f"x{number}"})[0] for number in range(3)] == [
            200,
            200,
            429,
        ]


def test_too_many_tables_are_refused(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path, access="shared", tables_per_hour=2)) as served:
        codes = [served.client.post("/api/tables", json={"players": PEOPLE}).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        assert served.client.post("/api/tables", json={"players": []}).status_code in (422, 429)


@pytest.mark.slow
def test_too_many_sockets_of_one_address_and_too_many_handshakes_are_refused(tmp_path: Path) -> None:
    limits = {"sockets_per_address": 1, "requests_per_minute": 3}
    with Served(settings_in(tmp_path, access="shared", **limits)) as served:
        table = served.create()
        mine = {"Cookie": "; ".join(f"{each.name}={each.value}" for each in served.client.cookies.jar)}
        with served.live(table, additional_headers=mine):
            with (
                served.live(table, additional_headers=mine, hello=False) as second,
                pytest.raises(ConnectionClosed) as no,
            ):
                second.recv(20)
            assert no.value.rcvd is not None
            assert (no.value.rcvd.code, no.value.rcvd.reason) == (1013, "server/busy")
            with pytest.raises(InvalidStatus) as refused, served.live(table, additional_headers=mine):
                pass
            assert refused.value.response.status_code == 429
