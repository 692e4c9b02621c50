"""The guided first game in a real browser: with fingers, with keys, by notation; every step, every language."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from aquaromana.rules import Game
from tests.lessons.test_first_lesson import wins
from tests.support.sizes import LongSize
from tests.web.learner import DATA, FIRST, SPOKEN, Learner, transcript
from tests.web.player import Player, Seen
from tests.web.probes import probe
from tests.web.server import Server

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TRIES = 60
RELOADED = LongSize("lesson-reload", ci=3, long=100)
"""In how many steps the page is reloaded."""
OTHER = {
    "tile": "workman[data-port=I8e]",
    "sight": "workman[data-port=I8e]",
    "walk": "builder[data-path='22']",
    "loose": "workman[data-port=I8e]",
    "join": "builder[data-path='37']",
    "close": "workman[data-port=I8e]",
    "hand": "workman[data-port=E4e]",
    "fountain": "builder[data-path='24']",
    "podium": "workman[data-port=C1w]",
}
"""Something on the board that is not wanted in a step."""


# notation, and what is heard


@pytest.mark.parametrize("language", SPOKEN)
def test_what_is_heard_when_decisions_are_typed(
    open_context: Callable[..., BrowserContext], server: Server, language: str
) -> None:
    """The golden files are written by `python -m tests.web.learner`."""
    learner = Learner(open_context(locale=SPOKEN[language]).new_page(), language)
    assert transcript(learner, server) == (DATA / f"lesson.{language}.txt").read_text("utf-8")


def test_the_task_is_said_again_on_demand(page: Page, server: Server) -> None:
    learner = Learner(page)
    learner.begin(server)
    task = FIRST.steps[0].text.en
    learner.told(task)
    for _ in range(2):
        page.keyboard.press("i")
        learner.told(task)


# fingers


def test_with_fingers_on_a_phone_in_german(open_context: Callable[..., BrowserContext], server: Server) -> None:
    learner = Learner(open_context(locale=SPOKEN["de"], **PHONE).new_page(), "de")
    player = Player(learner.page, touch=True)
    learner.begin(server)
    for step in FIRST.steps[:-1]:
        learner.at(step)
        is_in_sight(learner.page)
        player.look()
        learner.page.locator(f".board-{OTHER[step.id]}").first.tap(force=True)
        expect(learner.reason).not_to_be_empty()
        for _ in range(TRIES):
            seen = player.look("waiting", "theirs", "film")
            if learner.is_done():
                break
            if seen.tone == "yours":
                player.answer(seen)
        expect(learner.panel).to_have_attribute("data-tone", re.compile("done|missed"))
        learner.page.locator(".lesson-next").tap()
    learner.at(FIRST.steps[-1])


def is_in_sight(page: Page) -> None:
    """The whole board, the task, and what is asked are in the window, and nothing covers them."""
    boxes = {name: page.locator(name).first.bounding_box() for name in (".board", ".lesson-text", ".bar-text")}
    height = page.viewport_size["height"] if page.viewport_size else 0
    for name, box in boxes.items():
        assert box is not None, name
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= height, name
    board, task = boxes[".board"], boxes[".lesson-text"]
    assert board is not None
    assert task is not None
    assert board["y"] + board["height"] <= task["y"] or board["x"] + board["width"] <= task["x"]


def test_a_phone_held_sideways_shows_board_and_task(
    open_context: Callable[..., BrowserContext], server: Server
) -> None:
    page = open_context(locale=SPOKEN["fr"], **PHONE | {"viewport": {"width": 844, "height": 390}}).new_page()
    learner = Learner(page, "fr")
    learner.begin(server)
    Player(page).look()
    is_in_sight(page)


# keys


def press_keys(page: Page, seen: Seen, tried: int) -> None:
    """One step of somebody without a pointer, who tries one thing after the other."""
    if seen.offers:
        page.keyboard.press(str(tried % seen.offers + 1))
        return
    if not page.evaluate("document.activeElement.closest('.table-plan') !== null"):
        page.keyboard.press("g")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[tried % 4 :]:
        page.keyboard.press(f"Control+{key}")
        if page.evaluate("['usable', 'chosen'].includes(document.activeElement.dataset.state)"):
            break
    page.keyboard.press("Enter")
    if page.locator(".board-tray:visible").count():
        page.keyboard.press("Enter")


@RELOADED.mark
def test_with_keys_alone_with_undo_and_reloads(page: Page, server: Server) -> None:
    learner, player = Learner(page), Player(page)
    learner.begin(server)
    reloads = {round(each * len(FIRST.steps) / RELOADED.value) for each in range(RELOADED.value)}
    for number, step in enumerate(FIRST.steps[:-1]):
        learner.at(step)
        if number in reloads:
            page.reload()
            learner.at(step)
        expect(page.locator(".lesson-title")).to_be_focused()
        tried, undone = 0, False
        for _ in range(TRIES):
            seen = player.look("waiting", "theirs", "film")
            if learner.is_done():
                break
            if seen.confirm and seen.done and not undone:
                undone = True
                page.locator("body").press("Backspace")
                expect(page.locator(".bar-confirm")).to_be_hidden()
            elif seen.confirm:
                page.locator("body").press("Control+Enter")
            elif seen.tone == "yours":
                tried = tried + 1 if learner.reason.count() else 0
                press_keys(page, seen, tried)
        expect(learner.panel).to_have_attribute("data-tone", re.compile("done|missed"))
        assert undone or step.id == "podium"
        if learner.panel.get_attribute("data-tone") == "done":
            page.keyboard.press("Enter")
        else:  # there is a better answer: Enter tries again
            page.locator(".lesson-next").press("Enter")
    learner.at(FIRST.steps[-1])


def test_back_again_and_skip(page: Page, server: Server) -> None:
    learner = Learner(page)
    learner.begin(server)
    first, second = FIRST.steps[:2]
    page.locator(".lesson-skip").click()
    learner.at(second)
    page.locator(".lesson-back").click()
    learner.at(first)
    learner.type("D1s.27.Ce")
    expect(page.locator(".bar-confirm")).to_be_visible()
    page.locator(".lesson-again").click()
    learner.at(first)
    expect(page.locator(".bar-done .done")).to_have_count(0)


# the end, and the beginning


def test_the_last_turns_are_won_and_lead_to_a_first_game(page: Page, own_server: Server) -> None:
    learner, known = Learner(page), dict[int, bool]()
    learner.begin(own_server)
    table = page.url.rsplit("/", 1)[1]
    for step in FIRST.steps[1:]:
        page.locator(".lesson-skip").click()
        learner.at(step)
    page.reload()
    learner.at(FIRST.steps[-1])
    while Player(page).look("over").tone != "over":
        game = Game.from_position(own_server.state(table)["view"]["position"])
        learner.type(str(winning(game, known)))
        page.evaluate(probe("settle"), 1)
        expect(page.locator(".bar-confirm:visible, .lesson[data-tone=done]").first).to_be_attached()
        if page.locator(".bar-confirm:visible").count():
            page.locator("#typed").press("Control+Enter")
    page.get_by_role("dialog").get_by_role("button", name="Play your first game").click()
    expect(page.locator(".lesson")).to_be_hidden()
    players = own_server.state(page.url.rsplit("/", 1)[1])["table"]["players"]
    assert [player.get("bot", "") for player in players] == ["", "level:1"]
    first = page.url.rsplit("/", 1)[1]
    assert own_server.state(first)["view"]["position"] == str(FIRST.steps[0].position), (
        "the builders are placed already"
    )
    assert page.evaluate("JSON.parse(localStorage['aqua.coach'])") == [[first, True]]
    expect(page.locator(".table")).to_have_attribute("data-glow", "")
    page.reload()
    expect(page.locator(".board.drawn")).to_be_visible()
    expect(page.locator(".table")).not_to_have_attribute("data-glow", "")
    page.goto(own_server.url)
    expect(page.get_by_role("link", name="Guided first game")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Learn by playing"))).to_have_count(0)


def winning(game: Game, known: dict[int, bool]) -> object:
    for move in game.legal_moves():
        game.push(move)
        won = wins(game, known)
        game.pop()
        if won:
            return move
    raise AssertionError("the win is gone")


def test_the_start_page_leads_newcomers_to_the_lesson_and_back_to_it(page: Page, own_server: Server) -> None:
    page.goto(own_server.url)
    learn = page.get_by_role("link", name=re.compile("Learn by playing"))
    expect(learn).to_be_visible()
    learn.click()
    Learner(page).at(FIRST.steps[0])
    page.locator(".lesson-skip").click()
    Learner(page).at(FIRST.steps[1])
    page.goto(own_server.url)
    expect(learn).to_be_visible()
    expect(page.get_by_label("Level of").first).to_have_value("level:1")
    expect(page.locator(".table-card, .lid-table")).to_have_count(0)
    page.get_by_role("link", name="Continue the guided game: step 2").click()
    Learner(page).at(FIRST.steps[1])
