"""Lessons over HTTP: one request makes a table, which is for its maker alone."""

import pytest

from tests.server.api.test_table_routes import refused
from tests.support.visitors import Visitor


@pytest.mark.slow
def test_a_lesson_belongs_to_the_person_who_begins_it(host: Visitor, stranger: Visitor) -> None:
    answer = host.client.post("/api/lessons/first")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["origin"], made["lesson"], made["step"]) == ("lesson", "first", 1)
    assert answer.headers["Location"] == f"/api/tables/{made['id']}"
    state = host.client.get(f"/api/tables/{made['id']}/state").json()
    assert (state["yours"], state["lesson"]["key"]) == ([0], "tile")
    refused(stranger.client.get(f"/api/tables/{made['id']}/state"), 403, "access/needed")
    for seat in (0, 1):
        refused(stranger.client.post(f"/api/tables/{made['id']}/claim", json={"seat": seat}), 403, "access/needed")


def test_an_unknown_lesson_is_refused(host: Visitor) -> None:
    refused(host.client.post("/api/lessons/second"), 404, "lesson/unknown")
