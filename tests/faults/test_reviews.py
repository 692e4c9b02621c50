"""The server is killed in the middle of a review: it goes on after the restart, and says what it would have said."""

import json
import signal
from pathlib import Path

import httpx
import pytest

from aquaromana.analysis.review import review
from aquaromana.records import write_record
from tests.server.service.test_service_reviews import ending
from tests.support.server_process import ServerProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal"),
]


def test_a_server_that_is_killed_in_the_middle_of_a_review_goes_on_with_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    try:
        with httpx.Client(base_url=server.url, timeout=60) as http:
            record = write_record(ending())
            ids = [http.post("/api/records", content=record).json()["id"] for _ in range(2)]
            whole, cut = (f"/api/tables/{table}/review" for table in ids)
            http.post(whole, json={"depth": "quick"})
            first = followed(http, whole)
            http.post(cut, json={"depth": "quick"})
            some = http.get(cut, params={"after": 0}).json()
            assert 0 < some["done"] < some["total"]
    finally:
        server.kill()
    server.start()
    try:
        with httpx.Client(base_url=server.url, timeout=60) as http:
            again = followed(http, cut)
            assert http.get(whole).content == first, "what was whole is as it was"
            assert again == first
            found = json.loads(again)["review"]
            assert found == json.loads(json.dumps(review(ending(), depth="quick").to_json()))
    finally:
        server.kill()


def followed(http: httpx.Client, at: str) -> bytes:
    """The answer once the review is whole."""
    done = 0
    while (answer := http.get(at, params={"after": done})).json()["state"] != "done":
        status = answer.json()
        assert status["state"] in ("none", "waiting", "running"), status  # none: nobody has looked for it yet
        done = status.get("done", 0)
    return answer.content
