"""The bar through a turn: nothing slides under a finger, and an open hint leaves the answers where they are."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.places import visit
from tests.web.player import Player
from tests.web.positions import BUILD
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.test_layout import UPRIGHT, WHOLE

pytestmark = pytest.mark.slow

FRAMES = 12
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "upright": UPRIGHT | {"locale": "de-DE"},
    "sideways": UPRIGHT | {"viewport": {"width": 844, "height": 390}, "locale": "fr-FR"},
}
PLACES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [one.className.replace(/ ?primary/, ""), left, top, right, bottom];
})"""
BUTTONS = ".bar-buttons .button"


def places(page: Page, selector: str) -> list[list[Any]]:
    """Where those that are shown lie in the window."""
    page.evaluate(probe("settle"), FRAMES)
    found: list[list[Any]] = page.evaluate(PLACES, selector)
    return found


def stay(before: list[list[Any]], now: list[list[Any]]) -> bool:
    """Whether they are the same, where they were; a fraction of a pixel is not seen."""
    if [name for name, *_ in before] != [name for name, *_ in now]:
        return False
    pairs = zip(before, now, strict=True)
    return all(abs(a - b) <= 1 for one, other in pairs for a, b in zip(one[1:], other[1:], strict=True))


def ask(page: Page) -> None:
    page.locator(".bar-hint").click()
    expect(page.locator(".hint:not([aria-busy])")).to_be_visible()


def hint_opens_and_closes(page: Page, where: str) -> None:
    """Both rungs of a hint: the answers and the buttons stay, and all of them are in sight."""
    buttons, offers = places(page, BUTTONS), places(page, ".offer")
    for rung in ("where to look", "the move"):
        ask(page)
        assert stay(buttons, places(page, BUTTONS)), (where, rung)
        assert stay(offers, places(page, ".offer")), (where, rung)
        seen = page.evaluate(WHOLE, ".offer, .bar-buttons .button:not([hidden]), .hint > .icon-button")
        assert seen == [True] * len(seen), (where, rung)
        lines = page.locator(".hint-lines").evaluate("(one) => one.getBoundingClientRect().height / 16")
        assert lines <= 8, (where, rung)
    page.locator(".hint > .icon-button").click()
    assert stay(offers, places(page, ".offer")), where


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_slides_under_a_finger_within_a_turn(
    open_context: Callable[..., Any], server: Server, screen: str
) -> None:
    how = SCREENS[screen]
    page: Page = open_context(**how).new_page()
    player = Player.at(page, server.url, server.create("person", "greedy"), touch="has_touch" in how)
    player.look()
    assert page.locator(".offer-number").first.is_visible() == ("has_touch" not in how), "keys are for keyboards"
    hint_opens_and_closes(page, "set-up")
    before = places(page, BUTTONS)
    assert len(before) == 4
    page.locator(".offer").first.click()
    for _ in range(6):
        assert stay(before, places(page, BUTTONS)), "set-up"
        if (seen := player.look()).confirm:
            break
        player.answer(seen)
    assert page.evaluate(probe("bar")) == []
    visit(page, server, f"#/table/{server.create('person', 'greedy', position=BUILD)}")
    player.look()
    hint_opens_and_closes(page, "build")
    before = places(page, BUTTONS)
    assert [name for name, *_ in before] == ["button bar-undo", "button bar-hint", "button bar-confirm"]
    for _ in range(6):
        assert stay(before, places(page, BUTTONS)), "build"
        if (seen := player.look()).confirm:
            break
        player.answer(seen)
    ends = page.locator(".bar-confirm")
    expect(ends).to_be_enabled()
    page.locator(".bar-undo").click()
    expect(ends).to_be_disabled()
    expect(ends).to_have_attribute("title", re.compile("."))  # why not
