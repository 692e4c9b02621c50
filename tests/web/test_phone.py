"""A phone: fingers instead of a mouse, and little room."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.web.fonts import FONTS, write_in
from tests.web.places import dialog
from tests.web.player import Player
from tests.web.positions import BUILD, EXTRA, JOKER, LATE
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.words import words

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser_context_args(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=3
    ),
]


def test_a_game_is_played_with_the_fingers(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=BUILD)
    player = Player.at(page, server.url, table, touch=True)
    player.play(decisions=30)
    moves = [step for step in server.state(table)["steps"] if step["seat"] == 0]
    assert len(moves) >= 4


def test_a_game_is_brought_to_its_end_with_the_fingers(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=LATE)
    Player.at(page, server.url, table, touch=True).play()
    assert server.state(table)["table"]["status"] == "over"


def test_what_is_asked_can_be_seen_without_scrolling(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    player = Player.at(page, server.url, table, touch=True)
    player.look()
    board = page.locator(".board").first.bounding_box()
    bar = page.locator(".table-bar .bar-text").bounding_box()
    assert board is not None
    assert bar is not None
    assert board["y"] + board["height"] <= 844
    assert bar["y"] + bar["height"] <= 844


WAYS = {"width": 390, "height": 844}, {"width": 844, "height": 390}


@pytest.mark.parametrize("way", WAYS, ids=["upright", "sideways"])
def test_a_tap_in_the_middle_of_a_forbidden_square_chose_the_one_beside_it(
    page: Page, server: Server, way: dict[str, int]
) -> None:
    page.set_viewport_size({"width": way["width"], "height": way["height"]})
    player = Player.at(page, server.url, server.create("person", "person", position=EXTRA), touch=True)
    player.look()
    why = page.locator(".bar-why")
    for name, column, row in (("C8", 3, 8), ("A1", 1, 1)):  # a reservoir and a printed curve, next to free squares
        cell = page.locator(f"[aria-rowindex='{row + 1}'] > [aria-colindex='{column + 1}']")
        box = cell.bounding_box()
        assert box
        player.click({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        expect(why).to_contain_text(name)
        expect(page.locator(".board-ghost")).to_have_count(0)
        assert not player.look().done
        why.get_by_role("button").tap()
        expect(why).to_be_empty()


LEAST = 9  # pixels of letters that can be read


def test_squares_had_names_that_the_board_did_not_show_and_help_spoke_of_keys(page: Page, server: Server) -> None:
    Player.at(page, server.url, server.create("person", "person", position=BUILD), touch=True).look()
    names = page.locator(".board-names text")
    assert names.all_text_contents()[:19] == [*"ABCDEFGHIJK", *"12345678"]
    for way in ({"width": 390, "height": 844}, {"width": 844, "height": 390}):
        page.set_viewport_size({"width": way["width"], "height": way["height"]})
        expect(page.locator(".board").first).to_have_attribute("data-form", "small")
        for at in (0, 18, 20):  # a column, a row, a path square
            height = names.nth(at).evaluate(
                "(name) => parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a"
            )
            assert height >= LEAST
    page.locator("[data-tool=help]").click()
    shown = dialog(page)
    expect(shown).to_contain_text(words("en", "help.touch"))
    expect(shown.locator("kbd, code")).to_have_count(0)
    expect(shown.get_by_text(words("en", "help.letters"))).to_have_count(0)


@pytest.mark.parametrize("way", WAYS, ids=["upright", "sideways"])
def test_the_button_that_closes_the_help_scrolled_away_and_the_page_behind_moved(
    page: Page, server: Server, way: dict[str, int]
) -> None:
    page.set_viewport_size({"width": way["width"], "height": way["height"]})
    Player.at(page, server.url, server.create("person", "person", position=BUILD), touch=True).look()
    page.locator("[data-tool=help]").tap()
    shown = dialog(page)
    for tool in ("undo", "hint", "steps", "replay", "ear", "share", "menu"):
        expect(shown).to_contain_text(words("en", f"help.signs.{tool}"))
    shown.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    page.mouse.move(way["width"] / 2, way["height"] / 2)
    page.mouse.wheel(0, 600)
    page.evaluate(probe("settle"), 12)
    assert page.evaluate("scrollY") == 0
    close = shown.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport(ratio=1)
    close.tap()
    expect(shown).to_have_count(0)


CUT_OFF = """() => [...document.querySelectorAll(".offer")].filter((one) => {
    const { left, right, bottom } = one.getBoundingClientRect();
    const isOut = left < 0 || right > innerWidth || bottom > innerHeight || one.scrollWidth > one.clientWidth + 1;
    return isOut || [...one.querySelectorAll(".offer-label *")].some((part) => {
        return part.getBoundingClientRect().right > right + 1;
    });
}).map((one) => one.innerText)"""

TWO_LONG = """() => {
    const offers = document.querySelector(".bar-offers");
    offers.removeAttribute("data-many");
    while (offers.children.length > 2) offers.firstElementChild.remove();
    for (const one of offers.querySelectorAll(".offer-closes")) one.textContent = "a workman and his words ".repeat(4);
}"""


def six_ways(page: Page, server: Server) -> Player:
    """Choose a workman and the joker."""
    table = server.create("person", "person", position=JOKER)
    player = Player.at(page, server.url, table, touch=True)
    for name in ("A1s", "12"):
        player.click(next(one for one in player.look().figures if one["name"] == name))
        expect(page.locator(f".board .chosen:is([data-port='{name}'], [data-path='{name}'])")).not_to_have_count(0)
    expect(page.locator(".bar-offers .offer")).to_have_count(6)
    return player


def test_answers_ran_off_the_edge(page: Page, server: Server) -> None:
    six_ways(page, server)
    for language in ("de", "en", "fr"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width in (360, 390, 430):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(CUT_OFF) == [], (language, width)
    page.evaluate(TWO_LONG)
    assert page.evaluate(CUT_OFF) == []


def test_builders_in_sight_were_only_a_face_and_a_number(page: Page, server: Server) -> None:
    player = Player.at(page, server.url, server.create("person", "person", position=BUILD), touch=True)
    player.look()
    page.locator(".offer").nth(1).tap()
    expect(page.locator(".board-builder.usable")).not_to_have_count(0)
    for language in ("de", "fr", "en"):
        page.evaluate(
            "(chosen) => { const all = document.querySelector('#language'); all.value = chosen;"
            " all.dispatchEvent(new Event('change', {bubbles: true})); }",
            language,
        )
        expect(page.locator("html")).to_have_attribute("lang", language)
        kinds = [words(language, f"common.kind.{kind}") for kind in "CDSB"]
        for way, font in product(WAYS, FONTS):
            page.set_viewport_size({"width": way["width"], "height": way["height"]})
            write_in(page, font)
            page.evaluate(probe("settle"), 12)
            labels = page.locator(".offer-label > span:first-child").all_text_contents()
            assert labels
            assert all(label.lower() in [kind.lower() for kind in kinds] for label in labels), (language, labels)
            assert page.evaluate(CUT_OFF) == [], (language, way, font)


def test_the_tray_hid_the_question_where_many_ways_close_an_aqueduct(page: Page, server: Server) -> None:
    six_ways(page, server)
    page.evaluate("""() => {
        for (const one of [...document.querySelectorAll(".bar-offers > li")].slice(0, 4)) one.dataset.ends = "";
    }""")
    page.evaluate(probe("settle"), 12)
    tray, text = (page.locator(one).bounding_box() for one in (".board-tray", ".bar-text"))
    assert tray is not None
    assert text is not None
    assert tray["y"] + tray["height"] <= text["y"]
    expect(page.locator(".bar-offers")).to_be_hidden()


def test_the_tray_hid_the_board_and_a_tap_left_a_preview_on_the_stairs(page: Page, server: Server) -> None:
    player = six_ways(page, server)
    board, tray, text = (page.locator(one).bounding_box() for one in (".board-pane", ".board-tray", ".bar-text"))
    assert board is not None
    assert tray is not None
    assert text is not None
    assert board["y"] + board["height"] <= tray["y"], "no square is covered"
    assert tray["y"] + tray["height"] <= text["y"], "nor is the question"
    assert 0 <= tray["x"] <= 390 - tray["width"]
    own = page.locator(".seat .duct").first
    podium = own.get_attribute("data-podium")
    coming = page.locator(f".stairs-man.coming[data-podium='{podium}']")
    for pointer, count in (("touch", 0), ("mouse", 1)):
        own.dispatch_event("pointerenter", {"pointerType": pointer})
        page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
        assert coming.count() == count, pointer
    player.click(player.look().tray[0])
    assert player.look().done
    expect(coming).to_have_count(0)
