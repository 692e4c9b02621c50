"""Hints and the coach in a real browser: where to look, the move, what is said aloud, and "Look again?"."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.axe import barriers
from tests.web.places import visit
from tests.web.probes import probe
from tests.web.server import Server

BUILD = "4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-"
AT_STAKE = (
    "2.c.0d0.1W2N1F2H2NJII1NXN1X4LN1X1WJ4XX1N1I4NFXN1FJ4LXXQWX2NQIXXWIX4L2W1L2H1."
    "C1SJ2C1BDSD5B1B1C5SBDS1D1C3.-.xox-xoo-xoo-xxo.1G2B3Y4R6G10Y"
)
"""Closing at D2s throws away a quarter of a win."""
FRAMES = 12


def alone(page: Page, server: Server) -> str:
    """At a table against bots, with something to build."""
    table = server.create("random", "person:Anna", "random", "random", position=BUILD)
    visit(page, server, f"#/table/{table}")
    return table


def test_a_hint_says_where_to_look_then_the_move_and_is_counted(page: Page, server: Server) -> None:
    table = alone(page, server)
    hint, spoken = page.locator(".hint"), page.locator("#announce-polite")
    expect(hint).to_be_hidden()
    page.locator(".bar-hint").click()
    expect(hint).to_contain_text("Look at")
    expect(hint).to_contain_text("?")
    expect(spoken).to_contain_text("Hint")
    expect(page.locator(".board-beacon")).to_have_count(1)
    page.get_by_role("button", name="Show the move").click()
    expect(hint).to_contain_text("The computer would play")
    expect(hint.locator(".hint-reasons li").first).to_be_visible()
    expect(page.locator("[data-layer=ghosts] .board-ghost")).to_have_count(1)
    expect(spoken).to_contain_text("The computer would play")
    assert barriers(page) == []
    rungs = [news["event"].get("rung") for news in server.state(table)["news"] if news["event"]["what"] == "hinted"]
    assert rungs == [2, 3]
    page.get_by_role("button", name="Use this move").click()
    expect(page.locator(".bar-hint")).to_be_disabled()
    page.locator(".bar-confirm").click()
    expect(hint).to_be_hidden()


def test_escape_closes_a_hint_and_asking_again_begins_with_the_place(page: Page, server: Server) -> None:
    alone(page, server)
    button = page.locator(".bar-hint")
    expect(button).to_have_text("Hint")
    page.keyboard.press("h")
    expect(button).to_have_text("Show the move")
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_be_hidden()
    expect(button).to_have_text("Hint")
    page.keyboard.press("h")
    expect(button).to_have_text("Show the move")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800), (390, 844), (844, 390)])
def test_the_move_of_a_hint_changed_under_the_finger(page: Page, server: Server, width: int, height: int) -> None:
    """The second look is ours; it comes when the test lets it."""
    page.set_viewport_size({"width": width, "height": height})
    told: list[dict[str, Any]] = []
    late: list[Route] = []

    def answer(route: Route) -> None:
        asked = route.request.post_data_json or {}
        if asked["rung"] < 3:
            route.continue_()
        elif asked["after"] < 0:
            told.append(route.fetch().json() | {"stage": 0, "final": False})
            route.fulfill(json=told[0])
        else:
            late.append(route)

    page.route("**/hint", answer)
    alone(page, server)
    hint, newer = page.locator(".hint"), page.locator(".hint-newer")
    page.locator(".bar-hint").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".bar-hint")).to_have_text("Use this move")
    expect(newer).to_be_hidden()
    watched = (".bar-text", ".hint-lines p", ".hint .icon-button", ".hint-reasons li", ".bar-hint", ".bar-confirm")

    def places() -> list[Any]:
        page.evaluate(probe("settle"), FRAMES)
        return [page.locator(one).first.bounding_box() for one in watched]

    before, words = places(), hint.locator(".hint-lines").inner_text()
    other = {"moves": ["-"], "steps": [{"ply": 0, "turn": 1, "seat": 1, "move": "-", "type": "pass", "effects": {}}]}
    for _ in range(500):
        if late:
            break
        page.wait_for_timeout(20)
    late.pop().fulfill(json=told[0] | other | {"stage": 1, "final": True})
    expect(newer).to_contain_text("now prefers another move")
    expect(page.locator("#announce-polite")).to_contain_text("now prefers another move")
    assert places() == before
    assert hint.locator(".hint-lines").inner_text() == words
    page.get_by_role("button", name="Use this move").click()
    done = page.locator(".bar-done .done")
    expect(done.first).to_have_attribute("data-move", told[0]["moves"][0])
    expect(newer).to_be_hidden()
    while done.count():
        page.keyboard.press("Backspace")
    hint.get_by_role("button").first.click()
    newer.click()
    expect(newer).to_be_hidden()
    expect(hint.locator(".hint-lines")).not_to_have_text(words)
    assert barriers(page) == []


GIFT = {"code": "gift/podium", "clause": "R5.2", "args": {"seat": 1, "podium": 9}, "grade": "fact"}


def test_the_coach_asks_once_a_turn_and_is_easily_switched_off(page: Page, server: Server) -> None:
    """Its answer is ours: how it comes about is tested with the service, where nothing depends on the time it takes."""
    table = server.create("person:Anna", "random", position=AT_STAKE)
    asked: list[list[str]] = []

    def answer(route: Route) -> None:
        moves = (route.request.post_data_json or {}).get("moves", [])
        asked.append(moves)
        again = {"again": True, "share": 0.27, "fact": GIFT} if moves else {}
        route.fulfill(json={"version": 0, **again})

    page.route("**/coach", answer)
    visit(page, server, "#/settings")
    page.get_by_label("Coach").check()
    visit(page, server, f"#/table/{table}")
    coach = page.locator(".hint[data-kind=coach]")
    page.locator(".bar-confirm").click()
    expect(coach).to_contain_text("Look again?")
    expect(coach).to_contain_text("Lets Bot Random have podium 9 next turn.")
    expect(coach.get_by_role("button", name="Look again")).to_be_focused()
    expect(page.locator("#announce-polite")).to_contain_text("This turn gives away about 27% of a win.")
    expect(page.locator(".bar-text")).to_be_empty()
    assert barriers(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(probe("settle"), FRAMES)
    board, bar = page.locator(".board").bounding_box(), page.locator(".table-bar").bounding_box()
    assert board
    assert bar
    assert board["y"] + board["height"] <= bar["y"] + 1, "who is to look again sees the whole board"
    assert server.state(table)["ply"] == 0
    coach.get_by_role("button", name="Turn the coach off").click()
    expect(coach).to_be_hidden()
    expect(page.locator(".table-bar")).to_contain_text("Build")
    assert server.state(table)["ply"] > 0
    assert asked == [[], ["-"]], "when the turn began, and before the stretch was sent"
