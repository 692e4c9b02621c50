"""Analysis over HTTP: studies as files, moments of lines, what the engine says, the editor; never of a running game."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from aquaromana import Game
from aquaromana.analysis.setups import setup_tables
from aquaromana.drawing import svg
from aquaromana.records import read_record, write_record
from aquaromana.rules import Layout
from aquaromana.server.service import questions
from tests.server.api.test_table_routes import refused
from tests.support.visitors import Visitor

REPO = Path(__file__).parents[3]
STUDY = """\
[Game "Aqua Romana"]
[Format "1"]
[Rules "1"]
[Event "A study"]
[Players "2"]
[Layout "standard"]
[Result "*"]

{what if?} 0. C@12 {first} (0. {or} B@1 (0. S@2)) 0. D@3 S@20
*
"""
MIDDLE = "4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-"


def edited(client: httpx.Client, position: str, *changes: dict[str, Any]) -> Any:
    answer = client.post("/api/positions/edit", json={"position": position, "changes": changes})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.slow
def test_a_study_that_is_opened_and_saved_has_the_same_bytes(client: httpx.Client) -> None:
    text = write_record(read_record(STUDY))
    opened = client.post("/api/studies/open", content=text.encode()).json()
    assert opened["start"] == str(Game(2))
    assert opened["record"]["comment"] == "what if?"
    assert opened["record"]["moves"][0]["variations"][0]["comment"] == "or"
    saved = client.post("/api/studies/save", json=opened["record"])
    assert saved.content == text.encode()
    game = (REPO / "docs" / "pictures" / "game.aqr").read_bytes()
    twin = client.post("/api/studies/open", content=game).json()["record"]
    assert client.post("/api/studies/save", json=twin).content == game


def test_position_file_and_picture_are_the_same_study(client: httpx.Client) -> None:
    by_text = client.post("/api/studies/open", content=MIDDLE.encode()).json()
    picture = client.get(f"/api/positions/{MIDDLE}/board.svg").content
    by_picture = client.post("/api/studies/open", content=picture).json()
    saved = client.post("/api/studies/save", json=by_text["record"]).content
    by_file = client.post("/api/studies/open", content=saved).json()
    assert by_text["start"] == by_picture["start"] == by_file["start"] == MIDDLE


def test_the_picture_of_a_study_carried_its_position_alone(client: httpx.Client) -> None:
    record = client.post("/api/studies/open", content=write_record(read_record(STUDY)).encode()).json()["record"]
    record["tags"]["Shown"] = "B@1"
    drawn = client.post("/api/studies/picture", params={"theme": "dark"}, json=record)
    assert drawn.headers["content-type"] == "image/svg+xml"
    again = client.post("/api/studies/open", content=drawn.content).json()
    assert again["record"] == record, "comments, variations, and what was shown"
    game = Game(2)
    game.play("B@1")
    assert svg(game, theme="dark", names=["Player 1", "Player 2"]).partition("<defs>")[2] in drawn.text

    record["tags"]["Shown"] = "B@1 B@1"
    refused(client.post("/api/studies/picture", json=record), 422, "path/occupied")
    cut = drawn.content[: len(drawn.content) // 2]
    refused(client.post("/api/studies/open", content=cut), 422, "record/picture")
    bent = drawn.content.replace(b"C@12", b"C@99")
    refused(client.post("/api/studies/open", content=bent), 422, "notation/unreadable")
    bare = svg(game).encode()
    refused(client.post("/api/studies/open", content=bare), 422, "record/not-in-picture")


def test_an_invalid_study_file_is_refused_in_one_sentence(client: httpx.Client) -> None:
    refused(client.post("/api/studies/open", content=b"%PDF-1.4"), 422, "record/file-type")
    broken = STUDY.replace("D@3", "D@12")
    answer = refused(client.post("/api/studies/open", content=broken.encode()), 422, "path/occupied")
    assert answer.args["line"] == 9
    illegal = {"version": 1, "players": 2, "moves": [{"move": "*J"}]}
    refused(client.post("/api/studies/save", json=illegal), 422, "phase/wrong")


def test_a_moment_has_its_choices_and_the_decision_before(client: httpx.Client) -> None:
    ask = {"start": MIDDLE, "moves": []}
    first = client.post("/api/studies/moment", json=ask).json()
    assert [choice["move"] for choice in first["choices"]] == [
        str(move) for move in Game.from_position(MIDDLE).legal_moves()
    ]
    ask["moves"] = ["H4s.15.De"]
    later = client.post("/api/studies/moment", json=ask).json()
    assert later["step"]["move"] == "H4s.15.De"
    assert later["view"]["phase"] == "close"
    refused(client.post("/api/studies/moment", json={**ask, "moves": ["H4s.15.De", "D1e.12.Cs"]}), 422, "phase/wrong")
    assert client.post("/api/studies/moment", json=ask).json() == later


def test_a_moment_of_the_set_up_tells_what_features_were_worth(client: httpx.Client) -> None:
    table = setup_tables().tables["standard", 4]
    first = client.post("/api/studies/moment", json={"start": str(Game(4)), "moves": []}).json()
    assert first["setup_games"] == table.games
    told = {(worth["feature"], worth["value"]): worth["gain"] for worth in first["setup"]}
    assert told["kinds", "0"] == table.worths["kinds", "0"].gain
    assert told["place", "D@19"] == table.worths["place", "0:D@19"].gain
    second = client.post("/api/studies/moment", json={"start": str(Game(4)), "moves": ["D@19"]}).json()
    assert "D@19" not in [worth["value"] for worth in second["setup"]]
    own = "C1D1-C1w-D1s-D1e~H1I1-H1w-H1s-I1e~C8D8-D8e-D8n-C8w~H8I8-I8e-H8n-H8w"
    for start in str(Game(layout=Layout.parse(4, own))), MIDDLE:
        silent = client.post("/api/studies/moment", json={"start": start, "moves": []}).json()
        assert not silent.get("setup")
        assert not silent.get("setup_games")


def test_the_engine_tells_shares_and_points_of_every_seat(client: httpx.Client) -> None:
    thought = client.post("/api/studies/think", json={"position": MIDDLE}).json()
    assert thought["playouts"] >= 3_000
    best = thought["lines"][0]
    assert len(best["shares"]) == len(best["points"]) == 4
    assert sum(best["shares"]) == pytest.approx(1, abs=0.01)
    assert best["steps"][0]["move"] == best["move"]
    assert thought == client.post("/api/studies/think", json={"position": MIDDLE}).json()
    over = "2.o.0d0.88.3D3DC3C1B2B1D2C3B3S3S2S.-.xxx-xxx-xxx-xxx.-"
    refused(client.post("/api/studies/think", json={"position": over}), 422, "table/over")
    refused(client.post("/api/studies/think", json={"position": MIDDLE, "stage": 9}), 422, "request/invalid")


def test_facts_and_proofs_are_told(client: httpx.Client) -> None:
    facts = client.post("/api/studies/facts", json={"position": MIDDLE, "moves": ["H4s.15.De"]}).json()
    told = [fact["code"] for part in ("apart", "others", "against") for fact in facts.get(part, [])]
    assert "sight/two" in told
    answer = client.post("/api/studies/facts", json={"position": MIDDLE, "moves": ["H4s.15.De", "-", "-"]})
    refused(answer, 422, "table/too-many")
    proof = client.post("/api/studies/proof", json={"position": MIDDLE}).json()
    assert {one["verdict"] for one in proof["verdicts"]} <= {"proven", "refuted", "unknown"}
    assert [one["seat"] for one in proof["verdicts"]] == [1, 2, 3, 0]


def test_one_address_has_only_so_many_questions(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MAX_QUESTIONS_PER_ADDRESS", 0)
    fresh = MIDDLE.replace("1d0", "2d0")
    refused(client.post("/api/studies/think", json={"position": fresh}), 503, "study/busy")


@pytest.mark.slow
def test_a_game_that_people_play_is_not_analyzed(client: httpx.Client, host: Visitor, stranger: Visitor) -> None:
    players = [{"kind": "person"}, {"kind": "bot", "bot": "level:1"}]
    alone = client.post("/api/tables", json={"players": players}).json()["id"]
    refused(client.get(f"/api/tables/{alone}/study"), 422, "table/playing")
    shared = host.client.post("/api/tables", json={"players": players}).json()["id"]
    refused(host.client.get(f"/api/tables/{shared}/study"), 422, "table/playing")
    refused(stranger.client.get(f"/api/tables/{shared}/study"), 403, "access/needed")
    brought = client.post("/api/records", content=(REPO / "docs" / "pictures" / "game.aqr").read_bytes()).json()
    study = client.get(f"/api/tables/{brought['id']}/study").json()
    assert study["record"]["moves"]


def test_the_editor_names_the_clause_of_what_is_impossible(client: httpx.Client) -> None:
    laid = edited(client, MIDDLE, {"what": "tile", "square": "E1", "face": "Cnw"})
    assert [(fault["code"], fault["clause"]) for fault in laid["faults"]] == [("fault/blocked", "R3.5")]
    left = edited(client, laid["view"]["position"], {"what": "workman", "aqueduct": 2, "stands": False})
    assert "faults" not in left
    climbed = {"what": "podium", "podium": 9, "color": "yellow", "stands": True}
    mounted = edited(client, left["view"]["position"], climbed)
    assert [doubt["code"] for doubt in mounted["doubts"]] == ["fault/podium-length"]
    gone = edited(client, MIDDLE, {"what": "builder", "path": 2})
    assert [fault["code"] for fault in gone["faults"]] == ["fault/few-builders"]
    held = edited(client, MIDDLE, {"what": "hand", "seat": 1, "kind": "J", "count": 1})
    assert held["view"]["phase"] == "reserve"
    assert edited(client, MIDDLE, {"what": "turn", "seat": 3})["view"]["mover"] == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"what": "tile", "square": "A1", "face": "B"}, "square/corner"),
        ({"what": "tile", "square": "D1", "face": "B"}, "square/reservoir"),
        ({"what": "tile", "square": "Z9", "face": "B"}, "message/name"),
        ({"what": "hand", "seat": 0, "kind": "J", "count": 2}, "kind/not-in-reserve"),
    ],
)
def test_what_there_is_no_material_for_is_refused(client: httpx.Client, change: dict[str, Any], code: str) -> None:
    refused(client.post("/api/positions/edit", json={"position": MIDDLE, "changes": [change]}), 422, code)


@pytest.mark.slow
def test_the_turn_of_another_seat_is_made_or_refused_with_the_reason(client: httpx.Client) -> None:
    view = client.post("/api/positions/turn", json={"position": MIDDLE, "seat": 2}).json()
    assert (view["mover"], view["phase"]) == (2, "build")
    refused(client.post("/api/positions/turn", json={"position": str(Game(2)), "seat": 1}), 422, "fault/turn-order")
    refused(client.post("/api/positions/turn", json={"position": MIDDLE, "seat": 7}), 422, "request/invalid")
    game = Game.from_position(MIDDLE)
    game.play("H4s.15.De")
    refused(client.post("/api/positions/turn", json={"position": str(game), "seat": 2}), 422, "fault/turn-begun")
