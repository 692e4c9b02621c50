"""Addresses that lead nowhere, and links that hold a position."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.positions import BUILD, CLOSE
from tests.web.server import Server
from tests.web.watch import Watch
from tests.web.words import LANGUAGES, raw_words

NOWHERE = ["#/table/nothing", "#/replay/nothing", "#/position/nothing", "#/nothing", "#/rules/R99", "#/table/%ff"]


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_page_explains_itself_and_offers_a_way_on(
    page: Page, server: Server, watch: Watch, language: str
) -> None:
    watch.expect("status of 4(04|22)")
    page.goto(server.url)
    page.get_by_label("Language").select_option(language)
    for address in NOWHERE:
        page.goto(f"{server.url}/{address}")
        main = page.locator("main")
        expect(main.locator("h1")).to_be_visible()
        expect(main).not_to_have_attribute("aria-busy", "true")
        expect(main.get_by_role("link").or_(main.get_by_role("button")).first).to_be_visible()
        assert raw_words(page) == []
        expect(page.locator("html")).to_have_attribute("lang", language)


def test_an_unknown_page_is_not_the_start_page(page: Page, server: Server) -> None:
    assert server.get("/").headers["content-type"].startswith("text/html")
    answer = page.request.get(f"{server.url}/nothing")
    assert answer.status == 404
    assert answer.json()["code"] == "request/unknown"


@pytest.mark.slow
def test_a_link_holds_a_position_from_which_one_can_play(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/position/{BUILD}")
    expect(page.locator(".board-builder")).to_have_count(12)
    page.get_by_role("button", name="New table from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox").last.select_option("person")
    dialog.locator(".dialog-foot button").last.click()
    page.wait_for_url("**/#/table/*")
    state = server.state(page.url.rpartition("/")[2])
    assert state["view"]["position"] == BUILD
    assert state["table"]["origin"] == "position"


@pytest.mark.slow
def test_the_table_is_shared_as_link_files_and_pictures(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=CLOSE)
    page.goto(f"{server.url}/#/table/{table}")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    link = dialog.get_by_label("Link to this position").input_value()
    assert dialog.get_by_label("Link to the whole game").input_value() == f"{server.url}/#/replay/{table}"
    links = [file.get_attribute("href") or "" for file in dialog.get_by_role("link").all()]
    files = {link.partition("?")[0].rpartition(".")[2]: link for link in links if link.startswith("/api/")}
    assert files.keys() >= {"aqr", "png", "svg", "gif"}
    for ending, kind in {"aqr": "text/plain", "png": "image/png", "svg": "image/svg+xml"}.items():
        assert server.get(files[ending]).headers["content-type"].startswith(kind)
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".board-workman")).to_have_count(8)


@pytest.mark.slow
def test_going_back_closes_what_is_open(page: Page, server: Server) -> None:
    page.goto(server.url)
    table = server.create("person", "person", position=BUILD)
    page.goto(f"{server.url}/#/table/{table}")
    page.get_by_role("button", name="Help, signs and keys").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
