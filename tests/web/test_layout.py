"""What lies where at the table, measured: nothing hides the board, nothing is crushed, nothing jumps."""

import io
from itertools import product
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import BrowserContext, Page, expect

from aquaromana import Game
from aquaromana.records import Record, write_record
from tests.web.fonts import FONTS, write_in
from tests.web.places import table, table_choosing, table_over, table_why, visit
from tests.web.player import Player
from tests.web.positions import BUILD, CLAIM, FOUR, JOKER_FOUR, LATE_FOUR, SETUP
from tests.web.probes import probe
from tests.web.server import Server

pytestmark = pytest.mark.slow

UPRIGHT = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS = ((844, 390), (932, 430), (667, 375))
FRAMES = 12

# Whether people see all of each, also inside of what scrolls.
WHOLE = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const edges = [[x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]];
    return edges.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
})"""


def shown(page: Page, *selectors: str) -> list[dict[str, float]]:
    """Where these lie in the window, now."""
    page.evaluate(probe("settle"), FRAMES)
    found: list[dict[str, float]] = page.evaluate(
        """(all) => all.map((one) => {
            const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
            return { left, top, right, bottom };
        })""",
        selectors,
    )
    return found


def meet(a: dict[str, float], b: dict[str, float]) -> bool:
    sides = a["left"] < b["right"] - 1 and b["left"] < a["right"] - 1
    return sides and a["top"] < b["bottom"] - 1 and b["top"] < a["bottom"] - 1


def until_confirm(player: Player) -> None:
    for _ in range(12):
        if (seen := player.look()).confirm:
            return
        player.answer(seen)
    pytest.fail("what is clicked does not lead to the confirm button")


# A phone.


@pytest.mark.browser_context_args(**UPRIGHT)
def test_confirm_is_not_crushed_in_the_setup(page: Page, server: Server) -> None:
    until_confirm(table(page, server, SETUP))
    found = {}
    for language in ("de", "en", "fr"):
        page.locator("#language").select_option(language, force=True)
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.evaluate(probe("settle"), FRAMES)
        button = page.locator(".bar-confirm")
        assert page.locator(".bar-help").is_visible()
        found[language] = button.evaluate("(one) => [one.scrollWidth - one.clientWidth, one.offsetWidth >= 81]")
    assert found == {language: [0, True] for language in found}


def test_a_phone_held_sideways_shows_the_whole_board(open_context: Any, server: Server) -> None:
    sharp = {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 2}
    context: BrowserContext = open_context(**UPRIGHT | sharp)
    page = context.new_page()
    until_confirm(table(page, server, SETUP))
    for width, height in SIDEWAYS:
        page.set_viewport_size({"width": width, "height": height})
        around = (".site-header", ".table-stairs", ".table-hand", ".table-side", ".table-bar")
        board, confirm, *others = shown(page, ".board", ".bar-confirm", *around)
        assert board["left"] >= 0
        assert board["top"] >= 0
        assert board["bottom"] <= height
        least = 0.95 if width > 2 * height else 0.8
        assert board["bottom"] - board["top"] >= least * height, (width, board)
        assert [name for name, box in zip(around, others, strict=True) if meet(board, box)] == [], width
        assert all(box["left"] >= 0 and box["right"] <= width for box in others), (width, others)
        assert others[1]["bottom"] <= height  # the stairs
        assert confirm["bottom"] <= height, width
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), width
    visit(page, server, f"#/table/{server.create('person', 'greedy', 'greedy', 'greedy')}")
    Player(page).look()
    for language in ("de", "fr", "en"):
        page.locator("#language").select_option(language, force=True)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width, height in SIDEWAYS[:2]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(probe("settle"), FRAMES)
            assert page.evaluate(WHOLE, ".score strong") == [True] * 4, (language, width)
            assert page.evaluate(WHOLE, ".score[data-mover]") == [True]
    table_over(page, server)
    page.locator(".bar-finale").click()
    expect(page.locator(".finale-row")).to_have_count(4)
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate(probe("settle"), FRAMES)
    assert page.evaluate(WHOLE, ".finale-row") == [True] * 4
    assert page.evaluate(WHOLE, ".finale-steps button, .result .dialog-foot button:not([hidden])") == [True] * 7
    (dialog,) = shown(page, ".result")
    left, top, high = dialog["left"] + 8, dialog["top"] + 8, dialog["bottom"] - dialog["top"] - 16
    strip = page.screenshot(clip={"x": left, "y": top, "width": 2, "height": high})
    colors = Image.open(io.BytesIO(strip)).convert("RGB").getcolors()
    assert colors
    assert len(colors) == 1, "a hairline crosses the scoring where nothing scrolls"
    visit(page, server, f"#/replay/{page.url.rpartition('/')[2]}")
    expect(page.locator(".replay-buttons button").first).to_be_visible()
    for width, height in SIDEWAYS[::2]:
        page.set_viewport_size({"width": width, "height": height})
        last, tempo = shown(page, ".replay-buttons :last-child", ".replay-controls select")
        assert not meet(last, tempo), width


@pytest.mark.browser_context_args(**UPRIGHT)
def test_skip_does_not_cover_the_board(page: Page, server: Server) -> None:
    until_confirm(Player.at(page, server.url, server.create("person", "greedy", position=BUILD), touch=True))
    page.emulate_media(reduced_motion="no-preference")  # only now: what moves is tapped beside
    page.locator(".bar-confirm").tap()
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    board, skip = shown(page, ".board", ".bar-skip")
    assert not meet(board, skip)


@pytest.mark.browser_context_args(**UPRIGHT)
def test_nothing_in_the_bar_is_cut(page: Page, server: Server) -> None:
    until_confirm(table(page, server, BUILD))
    wrong = []
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for language, font in product(("de", "fr", "en"), FONTS):
            page.locator("#language").select_option(language, force=True)
            expect(page.locator("html")).to_have_attribute("lang", language)
            write_in(page, font)
            for _ in ("before", "while an aqueduct is chosen"):
                page.evaluate(probe("settle"), FRAMES)
                wrong += [(width, language, font, one) for one in page.evaluate(probe("bar"))]
                page.keyboard.press("x")
            if width < 1280:
                in_sight = page.evaluate(WHOLE, ".offer"), page.evaluate(WHOLE, ".bar-confirm")
                assert in_sight == ([True] * 6, [True]), (width, language, font)
            if width == 390:
                stairs, bar = shown(page, ".table-stairs", ".table-bar")
                assert not meet(stairs, bar), "the podiums are hidden"
            page.keyboard.press("Escape")
            expect(page.locator(".offer")).to_have_count(0)
    assert wrong == []
    page.set_viewport_size({"width": 320, "height": 568})
    page.keyboard.press("x")
    expect(page.locator(".bar-more")).to_have_text("↓ 2 more")  # below what fades, of six
    assert page.evaluate(WHOLE, ".bar-confirm") == [True]


def test_sideways_the_figure_on_a_button_shrank_to_a_dot_and_the_reason_was_cut(
    open_context: Any, server: Server
) -> None:
    context: BrowserContext = open_context(**UPRIGHT | {"viewport": {"width": 844, "height": 390}, "locale": "de-DE"})
    page = context.new_page()
    table(page, server, CLAIM)
    page.evaluate(probe("settle"), FRAMES)
    figures = page.locator(".offer > .sign").evaluate_all("(all) => all.map((one) => one.clientWidth)")
    assert len(figures) == 5
    assert min(figures) > 20, figures
    page.locator("#language").select_option("en", force=True)  # the longest word for a length
    table_choosing(page, server)
    page.evaluate(probe("settle"), FRAMES)
    offer, podium = shown(page, ".offer", ".offer-podium")
    assert podium["right"] < offer["right"], "what a tile would get stands on its button"
    table_why(page, server)
    bar, reason, points, ended = shown(page, ".table-bar", ".bar-why p", ".seat-points strong", ".seat-ended")
    assert reason["bottom"] <= bar["bottom"]
    assert reason["right"] - reason["left"] > 0.75 * (bar["right"] - bar["left"])
    assert meet(points, ended | {"left": points["left"]}), "points and what they would be stand in one line"


# A desk.


def hint_in_every_language(page: Page, *column: str) -> None:
    """Ask for a hint, wait for it, ask for more, close it: nothing moves, and what leads on is in sight."""

    def tops() -> list[float]:
        return [box["top"] for box in shown(page, *column)]

    before = {}
    for language in ("de", "fr", "en"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        before[language] = tops()
    for part in (".hint-lines", ".hint-reasons"):
        page.keyboard.press("h")
        expect(page.locator(".hint")).to_be_visible()
        assert tops() == before["en"], "asked"
        expect(page.locator(f".hint:not([aria-busy]) {part}").first).to_be_visible()
        for language, place in before.items():
            page.locator("#language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert tops() == place, (part, language)
            assert page.evaluate(WHOLE, ".bar-hint, .hint .icon-button") == [True] * 2, (part, language)
    page.locator(".hint .icon-button").click()
    assert tops() == before["en"], "closed"


@pytest.mark.parametrize(
    ("others", "width", "height", "position"), [(2, 1280, 800, None), (1, 1440, 900, BUILD), (3, 1440, 900, FOUR)]
)
def test_the_right_column_does_not_jump_within_a_turn(
    page: Page, server: Server, others: int, width: int, height: int, position: str | None
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    table = server.create("person", *["greedy"] * others, position=position)
    player = Player.at(page, server.url, table, seed=3)
    places, logs = set(), set()
    for turn in range(16):
        seen = player.look()
        column = (".table-seats", ".table-supplies", ".table-book", ".tab-log")
        seats, supplies, book, log, head, text = shown(page, *column, ".bar-head", ".bar-text")
        places.add((seats["top"], supplies["top"], book["top"]))
        logs.add(min(log["bottom"], height) - log["top"])
        assert text["bottom"] <= head["bottom"] + 1, "the question is cut"
        if not turn:
            hint_in_every_language(page, *column[:3])
        player.answer(seen)
    assert len(places) == 1, places
    assert min(logs) >= 100, logs  # about four lines


@pytest.mark.parametrize(("width", "height"), [(1280, 1024), (1440, 1080)])
def test_a_high_window_has_room_for_all_kinds_of_the_set_up(
    page: Page, server: Server, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    visit(page, server, f"#/table/{server.create('person', 'greedy')}")
    expect(page.locator(".offer")).to_have_count(4)
    for language, font in product(("de", "fr", "en"), FONTS):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        write_in(page, font)
        assert page.evaluate(WHOLE, ".offer") == [True] * 4, (language, font)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768), (1280, 800)])
def test_the_last_of_six_ways_was_below_the_others(page: Page, server: Server, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    visit(page, server, f"#/table/{server.create('person', *['greedy'] * 3, position=JOKER_FOUR)}")
    player = Player(page)
    player.look()
    page.keyboard.press("h")
    expect(page.locator(".hint:not([aria-busy]) .hint-lines")).to_be_visible()
    player.click(next(one for one in player.look().figures if one["name"] == "A1s"))
    expect(page.locator(".offer")).to_have_count(6)
    expect(page.locator(".hint")).to_have_attribute("data-fold", "closed")
    for _ in ("with a hint", "without"):
        for language, font in product(("de", "fr", "en"), FONTS):
            page.locator("#language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            write_in(page, font)
            (log,) = shown(page, ".tab-log")
            assert page.evaluate(WHOLE, ".offer") == [True] * 6, (language, font)
            assert min(log["bottom"], height) - log["top"] >= 100
        page.keyboard.press("Escape")


@pytest.mark.browser_context_args(locale="de-DE")
def test_points_were_pushed_out_of_the_card_where_a_seat_is_one_line(page: Page, server: Server) -> None:
    for players in (3, 4):
        visit(page, server, f"#/table/{server.create('person', *['greedy'] * (players - 1))}")
        Player(page).look()
        seat, points, name = shown(page, ".seat:last-child", ".seat:last-child strong", ".seat:last-child .seat-called")
        assert points["right"] <= seat["right"], players
        assert name["right"] - name["left"] >= 40, players
        page.set_viewport_size({"width": 1440, "height": 900})
        page.evaluate(probe("settle"), FRAMES)
        assert page.evaluate(WHOLE, ".offer") == [True] * 4, "all kinds to set up are in sight"
        page.set_viewport_size({"width": 1280, "height": 800})


def test_builders_near_the_glow_are_not_blurred(open_context: Any, server: Server) -> None:
    pictures: list[Image.Image] = []
    boxes: list[tuple[int, int, int, int]] = []
    for motion in ("reduce", "no-preference"):
        page = open_context(reduced_motion=motion).new_page()
        table(page, server, BUILD)
        page.wait_for_function("() => getComputedStyle(document.querySelector('.board-stage')).opacity === '1'")
        page.evaluate(probe("settle"), FRAMES)
        pictures.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        found = page.evaluate(
            """() => [...document.querySelectorAll(".board-builder")].map((one) => {
                const { left, top, right, bottom } = one.getBoundingClientRect();
                return [left, top, right, bottom].map(Math.round);
            })"""
        )
        boxes = [tuple(box) for box in found]
    still, moving = pictures
    assert len(boxes) > 10
    blurred = [box for box in boxes if ImageChops.difference(still.crop(box), moving.crop(box)).getbbox()]
    assert blurred == []


# Notices.

RAISE = """async () => {
    const { openDialog, toast } = await import("/js/lib/dialog.js");
    toast("Before", { kind: "error" });
    openDialog({ title: "A question", body: "Really?" });
    toast("After", { kind: "error" });
}"""
ON_TOP = """(one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def test_toasts_lie_above_dialogs_and_errors_stay_on_their_page(page: Page, server: Server) -> None:
    visit(page, server, "#/settings")
    page.evaluate(RAISE)
    toasts = page.locator(".toast")
    expect(toasts).to_have_count(2)
    assert [toast.evaluate(ON_TOP) for toast in toasts.all()] == [True, True]
    toasts.first.get_by_role("button").click()
    expect(toasts).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert toasts.first.evaluate(ON_TOP)
    visit(page, server, "#/rules")
    expect(toasts).to_have_count(0)


def test_what_became_of_a_seat_was_cut_off_on_its_card(page: Page, server: Server) -> None:
    bots = {f"Seat{seat}": name for seat, name in ((0, "Livia"), (2, "Agrippa"), (3, "Gaius"))}
    bots |= {f"Bot{seat}": "level:1" for seat in (0, 2, 3)}
    record = Record.from_game(Game.from_position(LATE_FOUR), Seat1="Anna", **bots)
    visit(page, server, f"#/table/{server.bring(write_record(record))}")
    Player(page).look()
    for language, words in (("de", "kein Arbeiter mehr"), ("fr", "plus d’ouvrier"), ("en", "no workman left")):
        page.locator("#language").select_option(language, force=True)
        expect(page.locator(".seat-kind").first).to_contain_text(words)
        for width, height in ((1280, 800), (1440, 900), (844, 390), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(probe("settle"), FRAMES)
            for card in page.locator(".seat-kind:not(:empty), .seat").all():
                assert card.evaluate("(one) => one.scrollWidth <= one.clientWidth"), (language, width)
