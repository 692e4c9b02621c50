"""Your progress in a real browser: what the settings show, export and erase."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.axe import barriers
from tests.web.places import dialog, visit
from tests.web.server import Server

KEPT: dict[str, Any] = {"version": 1, "standings": {"2": {"rating": 1340, "games": 12, "level": 1}}, "games": []}


def remember(page: Page, server: Server, kept: object) -> None:
    visit(page, server, "#/rules")
    page.evaluate("(kept) => localStorage.setItem('aqua.progress', kept)", json.dumps(kept))
    visit(page, server, "#/settings")


def test_progress_is_shown_with_the_next_level_and_can_be_saved_and_erased(page: Page, server: Server) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    remember(page, server, KEPT)
    panel = page.locator(".progress")
    expect(panel).to_contain_text("2 players: rating 1,340 after 12 games.")
    expect(panel).to_contain_text("Time for level 2 · Apprentice?")
    assert barriers(page) == []
    with page.expect_download() as download:
        panel.get_by_role("link", name="Save as a file").click()
    assert json.loads(download.value.path().read_text("utf-8")) == KEPT
    panel.get_by_role("button", name="Erase").click()
    dialog(page).get_by_role("button", name="Erase").click()
    expect(panel).to_contain_text("Finish a game")
    assert page.evaluate("localStorage.getItem('aqua.progress')") is None
    assert sent
    assert not [one for one in sent if "1340" in one or "standings" in one], "it stays in the browser"


def test_progress_of_another_version_is_left_alone(page: Page, server: Server) -> None:
    remember(page, server, {"version": 99})
    expect(page.locator(".progress")).to_contain_text("another version")
    assert page.evaluate("localStorage.getItem('aqua.progress')") == '{"version": 99}'
