"""A first evening in each language: start, a few moves, the rules."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.player import Player
from tests.web.server import Server
from tests.web.words import LANGUAGES, raw_words, words

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_in(page: Page, server: Server, language: str) -> None:
    page.goto(server.url)
    page.locator("#language").select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_role("button", name=words(language, "start.play")).click()
    page.wait_for_url("**/#/table/*")
    player = Player(page)
    found = set()
    for _ in range(6):
        player.answer(player.look())
        found |= set(raw_words(page))
    player.play(decisions=1)
    expect(page.locator("#tab-log li").nth(2)).to_be_attached()
    page.locator("[data-tool=thinking]").click()
    page.locator("#thinking-tab").click()
    expect(page.locator("#tab-thinking p").first).to_be_visible()
    found |= set(raw_words(page))
    page.get_by_role("link", name=words(language, "common.page.rules")).click()
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("main [id='R4.3']")).to_be_attached()
    picture = page.locator("main figure img").first  # its figures have the letters of the language
    expect(picture).to_have_attribute("src", re.compile(rf"[?&]language={language}\b"))
    found |= set(raw_words(page))
    assert found == set()


def test_the_language_can_be_changed_in_the_middle_of_a_stretch(page: Page, server: Server) -> None:
    table = server.create("person", "person")
    player = Player.at(page, server.url, table)
    while not (seen := player.look()).confirm:
        player.answer(seen)
    figure = page.locator(".board-symbols #workman-green path").last
    letters = [figure.get_attribute("d")]
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator(".bar-confirm")).to_contain_text(words(language, "table.confirm"))
        expect(figure).not_to_have_attribute("d", letters[-1] or "")  # G, Gr, G, V
        letters.append(figure.get_attribute("d"))
        assert player.look().done == seen.done
        assert raw_words(page) == []
