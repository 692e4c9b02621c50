"""Puzzles over HTTP: the list without what is to be found, and a table for its maker alone."""

from aquaromana.puzzles import library
from tests.server.api.test_table_routes import refused
from tests.support.visitors import Visitor


def test_the_list_gives_nothing_away_and_is_sent_once(host: Visitor) -> None:
    answer = host.client.get("/api/puzzles")
    listed = answer.json()
    assert (len(listed["puzzles"]), listed["version"]) == (len(library().puzzles), library().version)
    assert set(listed["puzzles"][0]) == {"id", "kind", "players", "difficulty", "rating", "themes"}
    known = host.client.get("/api/puzzles", headers={"If-None-Match": answer.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")


def test_a_puzzle_belongs_to_the_person_who_begins_it(host: Visitor, stranger: Visitor) -> None:
    puzzle = next(each for each in library().puzzles if each.kind == "win")
    answer = host.client.post(f"/api/puzzles/{puzzle.id}")
    assert answer.status_code == 201
    made = answer.json()
    assert (made["origin"], made["puzzle"]) == ("puzzle", puzzle.id)
    state = host.client.get(f"/api/tables/{made['id']}/state").json()
    assert (state["yours"], state["puzzle"]["kind"]) == ([puzzle.seat], "win")
    assert not {"right", "line"} & set(state["puzzle"])  # the answer stays on the server
    refused(stranger.client.get(f"/api/tables/{made['id']}/state"), 403, "access/needed")


def test_an_unknown_puzzle_is_refused(host: Visitor) -> None:
    refused(host.client.post("/api/puzzles/w2-000000"), 404, "puzzle/unknown")
