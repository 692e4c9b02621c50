"""Games as files: brought in, refused with a reason, replayed, and played on from."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aquaromana.records import Record, read_record, write_record
from tests.support.house import ROOT
from tests.support.random_play import finished
from tests.web.chips import pick_chip
from tests.web.places import BROKEN, COMMENTED, GAME, visit
from tests.web.server import Server
from tests.web.watch import Watch

pytestmark = pytest.mark.slow

DECISIONS = 100  # at least, in a whole game


def choose_file(page: Page, name: str, content: bytes) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})


@pytest.mark.parametrize("ending", ["aqr", "json", "png", "svg"])
def test_a_game_is_brought_in(page: Page, server: Server, ending: str) -> None:
    source = server.bring((ROOT / "tests/records/data/three-players.aqr").read_bytes())
    address = {"aqr": "record.aqr", "json": "record.json"}.get(ending, f"board.{ending}")
    content = server.get(f"/api/tables/{source}/{address}").content
    visit(page, server, "#/games")
    choose_file(page, f"game.{ending}", content)
    page.wait_for_url("**/#/replay/*")
    table = page.url.rpartition("/")[2].partition("?")[0]
    assert table != source
    known, brought = (server.state(each) for each in (source, table))
    assert brought["view"] == known["view"]
    expect(page.get_by_label("Moment of the game")).to_have_attribute("max", str(known["version"]))


def test_a_game_is_pasted(page: Page, server: Server) -> None:
    visit(page, server, "#/games")
    page.get_by_role("button", name="Paste text").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(GAME)
    dialog.get_by_role("button", name="Import").click()
    page.wait_for_url("**/#/replay/*")
    table = page.url.rpartition("/")[2].partition("?")[0]
    pasted, kept = read_record(GAME), read_record(server.get(f"/api/tables/{table}/record.aqr").text)
    assert (kept.start, kept.moves) == (pasted.start, pasted.moves)
    expect(page.get_by_label("Moment of the game")).to_have_attribute("max", str(len(pasted.moves)))


INVALID = (
    ("broken.aqr", BROKEN.encode(), "Bq"),
    ("page.html", b"<html><script>alert(1)</script></html>", ""),
    ("notes.pdf", b"%PDF-1.7 not a game", ""),
    ("empty.aqr", b"", ""),
    ("broken.json", GAME.encode()[:400].replace(b"[", b"{", 1), ""),
    ("zeros.png", b"\x89PNG\r\n\x1a\n" + bytes(200), ""),
    ("text.txt", "Grüße aus Rom".encode("latin-1"), ""),
)


def test_an_invalid_game_is_rejected_with_a_reason(page: Page, server: Server, watch: Watch) -> None:
    watch.expect("status of 422")
    before = server.get("/api/tables").json()
    notice = page.locator(".import .notice")
    for name, content, words in INVALID:
        visit(page, server, "#/games")
        expect(notice).to_be_hidden()
        choose_file(page, name, content)
        expect(notice).to_be_visible()
        expect(notice).to_contain_text(words)
        assert len(notice.inner_text()) > 20, name
        assert "/games" in page.url
        assert server.get("/api/tables").json() == before, name


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(page: Page, server: Server) -> None:
    visit(page, server, "#/games")
    choose_file(page, "holiday.gif", bytes(5 << 20))
    expect(page.locator(".import .notice")).to_contain_text("4")


def test_a_game_is_replayed_with_slider_keys_and_log(page: Page, server: Server) -> None:
    table = server.bring(COMMENTED)
    steps = server.state(table)["steps"]
    visit(page, server, f"#/replay/{table}")
    slider = page.get_by_label("Moment of the game")
    expect(slider).to_have_value("0")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_value(str(len(steps)))
    assert len(steps) > DECISIONS // 2
    tiles = server.state(table)["view"]["tiles"]
    expect(
        page.locator(".replay [data-layer='tiles'] use, .replay .board use[data-square][href^='#face-']")
    ).to_have_count(len(tiles))
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".replay-caption")).to_have_text("Before the first decision.")
    for ply in (1, 2, 3):
        page.get_by_role("button", name="One decision forward").click()
        expect(slider).to_have_value(str(ply))
        expect(page.locator(".board-builder")).to_have_count(ply)
    expect(page).to_have_url(re.compile("ply=3$"))
    page.reload()
    expect(slider).to_have_value("3")
    slider.fill("12")
    expect(page.locator(".replay-comment")).to_have_text("A remark.")


def test_a_replay_leads_to_where_the_game_was_decided(page: Page, server: Server) -> None:
    table = server.bring(write_record(Record.from_game(finished(2, 5), Seat0="Ann", Seat1="Ben")))
    found = server.get(f"/api/tables/{table}/decided").json()
    visit(page, server, f"#/replay/{table}")
    name = ["Ann", "Ben"][found["seats"][0]]
    line = page.get_by_role("button", name=f"From here on nobody can take the win from {name}.")
    expect(line).not_to_have_attribute("aria-current", "step")
    steps = server.get(f"/api/tables/{table}/steps").json()
    turn, turns = steps[found["ply"] - 1]["turn"], steps[-1]["turn"]
    expect(line).to_contain_text(f"turn {turn} of {turns}")
    expect(page.get_by_title("Play", exact=True)).to_be_visible()
    expect(page.get_by_title("Speed")).to_be_visible()
    line.click()
    expect(page.get_by_label("Moment of the game")).to_have_value(str(found["ply"]))
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator(".log-step[data-decided] [aria-current]")).to_have_count(1)
    expect(page.locator(".replay-mark")).to_be_visible()
    visit(page, server, f"#/table/{table}")
    page.locator(".bar-finale").click()
    words = f"From turn {turn} of {turns} on (counting everyone’s turns), nobody could take the win from {name}."
    told = page.get_by_role("dialog").get_by_role("link", name=words)
    expect(page.locator(".result-decided")).not_to_be_empty()
    expect(told).to_have_count(0)  # not before the scoring has come to its end
    page.get_by_role("button", name="Show all").click()
    told.click()
    expect(page.get_by_label("Moment of the game")).to_have_value(str(found["ply"]))
    open_until_the_end = server.bring(write_record(Record.from_game(finished(2, 0))))
    with page.expect_response("**/decided"):
        visit(page, server, f"#/replay/{open_until_the_end}")
    expect(page.locator(".log-step").first).to_be_visible()
    expect(page.locator(".replay-decided")).to_be_hidden()


def test_a_replay_runs_by_itself_until_it_is_stopped(page: Page, server: Server) -> None:
    visit(page, server, f"#/replay/{server.bring(GAME)}")
    slider = page.get_by_label("Moment of the game")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).not_to_have_value("0")
    expect(slider).not_to_have_value("1")
    page.get_by_role("button", name="Pause").click()
    stopped = slider.input_value()
    page.wait_for_timeout(1000)
    expect(slider).to_have_value(stopped)


def test_the_address_of_a_replay_does_not_bring_one_back(page: Page, server: Server) -> None:
    visit(page, server, f"#/replay/{server.bring(GAME)}")
    expect(page.get_by_label("Moment of the game")).to_have_value("0")
    page.route("**/js/pages/lobby.js", lambda _: None)  # on the way to another page, which never comes
    page.get_by_role("button", name="One decision forward").click()
    page.evaluate("() => new Promise((done) => setTimeout(() => done((location.hash = '#/lobby')), 50))")
    page.wait_for_timeout(700)
    assert page.url.endswith("#/lobby")


def test_one_can_play_on_from_any_moment(page: Page, server: Server) -> None:
    source = server.bring(GAME)
    visit(page, server, f"#/replay/{source}?ply=20")
    page.get_by_role("button", name="New table from here").click()
    dialog = page.get_by_role("dialog")
    began = server.get(f"/api/tables/{source}/views/20").json()
    own = (began["mover"] + 1) % 4
    pick_chip(dialog.get_by_role("group", name="Your seat").get_by_role("radio").nth(own))
    expect(dialog.locator("[data-you] select")).to_have_count(0)
    expect(dialog.locator("[data-you]")).to_contain_text("You play")
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/#/table/*")
    state = server.state(page.url.rpartition("/")[2])
    before = server.state(source)["table"]["players"]
    assert [player["name"] for player in state["table"]["players"]] == [player["name"] for player in before]
    assert state["table"]["origin"] == "fork"
    assert state["table"]["parent"] == source
    kinds = [player["kind"] for player in state["table"]["players"]]
    assert kinds.index("person") == own
    assert kinds.count("bot") == 3
    visit(page, server, f"#/replay/{state['table']['id']}")
    page.get_by_role("link", name="Continues another game after 20 decisions").click()
    expect(page.get_by_label("Moment of the game")).to_have_value("20")


def test_a_game_is_exported_as_a_file(page: Page, server: Server, tmp_path: Path) -> None:
    server.bring(GAME)
    visit(page, server, "#/games")
    page.locator(".table-card").first.get_by_role("button", name="Export").click()
    for words, ending in (("Game (.aqr)", "aqr"), ("Game (JSON)", "json")):
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("link", name=words).click()
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        assert file.suffix == f".{ending}"
        assert "Livia" in (
            json.dumps(json.loads(file.read_text("utf-8"))) if ending == "json" else file.read_text("utf-8")
        )
