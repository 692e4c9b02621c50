"""Reviews over HTTP: who may ask, and what is answered."""

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from aquaromana.analysis.review.reviewer import is_forced, pieces_of
from aquaromana.records import write_record
from aquaromana.server.service.review_moments import Moments
from tests.server.api.test_table_routes import refused
from tests.server.service.test_service_reviews import ending
from tests.support.served import Served
from tests.support.visitors import Visitor, shared_settings


def imported(visitor: Visitor) -> str:
    answer = visitor.client.post("/api/records", content=write_record(ending()))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.slow
def test_a_review_is_started_followed_and_cancelled(host: Visitor, stranger: Visitor) -> None:
    at = f"/api/tables/{imported(host)}/review"
    assert host.client.get(at).json() == {"state": "none"}
    started = host.client.post(at, json={"depth": "quick"})
    assert (started.status_code, started.json()["state"]) == (202, "waiting")
    some = host.client.get(at, params={"after": 0}).json()
    assert some["done"] > 0
    assert some["review"]["turns"][-1]["index"] == some["total"] - 1
    for method, path in (("GET", at), ("POST", at), ("DELETE", at), ("POST", f"{at}/try"), ("POST", f"{at}/line")):
        refused(stranger.client.request(method, path, json={}), 403, "access/needed")
    assert host.client.delete(at).status_code == 204
    assert host.client.get(at).json()["state"] == "none"
    line = host.client.post(f"{at}/line", json={"ply": 0, "moves": [str(ending().moves[0])]}).json()
    assert (len(line["views"]), len(line["steps"])) == (2, 1)
    hello = {"ply": 0, "message": {"type": "hello"}}
    kinds = [message["type"] for message in host.client.post(f"{at}/practice", json=hello).json()["messages"]]
    assert kinds == ["state", "choices"]


@pytest.mark.slow
def test_bad_questions_are_refused(host: Visitor) -> None:
    table = imported(host)
    at = f"/api/tables/{table}/review"
    refused(host.client.post(at, json={"depth": "abyss"}), 422, "request/invalid")
    refused(host.client.get(at, params={"after": -1}), 422, "request/invalid")
    refused(host.client.post(f"{at}/try", json={"ply": 10**5, "moves": []}), 404, "table/ply")
    refused(host.client.post(f"{at}/try", json={"ply": 0, "moves": ["x"] * 300}), 422, "request/invalid")
    refused(host.client.post(f"{at}/practice", json={"ply": 0, "message": {"type": "play"}}), 422, "request/invalid")
    refused(host.client.get(f"/api/tables/{host.create()}/review"), 422, "table/playing")


@pytest.mark.slow
def test_one_address_asks_for_so_many_reviews_in_an_hour(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path, reviews_per_hour=1)) as served, Visitor(served) as host:
        at = f"/api/tables/{imported(host)}/review"
        for _ in range(2):  # it is made once
            assert host.client.post(at, json={}).status_code == 202
        refused(host.client.post(f"/api/tables/{imported(host)}/review", json={}), 429, "request/too-many")


@pytest.mark.slow
def test_a_client_that_hangs_up_ends_its_try(host: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    at = f"/api/tables/{imported(host)}/review"
    begun, ended = threading.Event(), threading.Event()
    real = Moments._judged

    async def endless(_: Moments, *__: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr(Moments, "_judged", endless)
    piece = next(piece for piece in pieces_of(ending()) if not is_forced(piece))
    body = {"ply": piece.ply, "moves": [str(move) for move in piece.moves]}
    with pytest.raises(httpx.ReadTimeout):
        host.client.post(f"{at}/try", json=body, timeout=0.5)
    assert begun.is_set()
    assert ended.wait(10), "nobody waits for it any more"
    monkeypatch.setattr(Moments, "_judged", real)
    assert host.client.post(f"{at}/try", json=body, timeout=60).json()["played"], "the next one is answered"
