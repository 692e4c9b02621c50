"""The review of a game in the browser: progress, curves, mistakes by key, the better line on the board."""

import re

import pytest
from playwright.sync_api import Page, expect

from aquaromana.records import write_record
from tests.server.service.test_service_reviews import ending
from tests.web import axe
from tests.web.places import visit
from tests.web.player import Player
from tests.web.server import Server
from tests.web.watch import Watch

pytestmark = pytest.mark.slow


def test_a_finished_game_is_reviewed(page: Page, own_server: Server) -> None:
    server = own_server  # bots of other tests' tables would come before a try
    table = server.bring(write_record(ending()).encode())
    visit(page, server, f"#/replay/{table}")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Review")
    expect(page.locator(".curves polygon").first).to_be_attached(timeout=60_000)
    expect(page.locator(".review-progress")).to_be_hidden(timeout=120_000)
    expect(page.locator(".curves-line")).to_have_count(2)
    expect(page.get_by_role("heading", name="Share of the win and expected points")).to_be_visible()
    expect(page.locator(".review-ledger tbody tr")).to_have_count(2)

    page.get_by_label("Moment of the game").fill("0")
    page.get_by_role("button", name="Next mistake").focus()
    page.keyboard.press("j")
    verdict = page.locator(".review-verdict")
    expect(verdict).to_contain_text(re.compile("Inaccuracy|Mistake|Blunder"))
    expect(page.locator(".review-note[aria-current]")).to_have_count(1)
    page.keyboard.press("v")
    steps = page.locator(".review-line button")
    expect(steps.last).to_have_attribute("aria-current", "step", timeout=30_000)
    steps.first.click()
    expect(steps.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("Escape")
    expect(verdict).to_be_visible()
    page.get_by_text("All turns as a table").click()
    assert page.locator(".review-turns tbody tr").count() > 5
    assert axe.barriers(page) == []
    page.get_by_role("button", name="New table from here").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    learn(page, server, table)


def learn(page: Page, server: Server, table: str) -> None:
    """The game's own turn is wrong and answered; the best one is right."""
    page.get_by_role("link", name="Learn from").first.click()
    panel = page.locator(".practice-panel")
    expect(panel).to_have_attribute("data-tone", "task")
    seat = int(page.url.rpartition("seat=")[2])
    turns = server.get(f"/api/tables/{table}/review").json()["review"]["turns"]
    faults = [turn for turn in turns if turn["seat"] == seat and turn["grade"] in ("inaccuracy", "mistake", "blunder")]
    worst = max(faults, key=lambda turn: (turn["loss"], turn["points"], -turn["index"]))
    decide(page, worst["played"]["moves"])
    expect(panel).to_have_attribute("data-tone", "missed", timeout=60_000)
    expect(panel).to_contain_text("what you played in the game")
    panel.get_by_role("button", name="Try again").click()
    decide(page, worst["best"]["moves"])
    expect(panel).to_have_attribute("data-tone", "done", timeout=60_000)
    expect(panel).to_contain_text("as good as the best")
    assert axe.barriers(page) == []


def decide(page: Page, moves: list[str]) -> None:
    """Type a whole turn and confirm it."""
    page.locator(".practice-panel .lesson-title").focus()
    page.keyboard.press("n")
    box, player = page.locator("#typed"), Player(page)
    for move in moves:
        player.look()
        if page.locator(f'#typed-options option[value="{move}"]').count():  # without a choice it is made already
            box.fill(move)
            box.press("Enter")
    cut_off = page.locator(".table-bar").evaluate("(bar) => bar.scrollHeight - bar.clientHeight")
    assert cut_off <= 1, "the field leaves the bar too little room"
    assert player.look().confirm  # which waits until the last move has been shown, too
    box.press("Control+Enter")


def test_a_running_game_is_not_reviewed(page: Page, server: Server, watch: Watch) -> None:
    watch.expect("status of 422")
    visit(page, server, f"#/review/{server.create('person:Anna', 'person')}")
    expect(page.locator("main h1")).to_have_text("This game cannot be reviewed")
    expect(page.locator("main")).to_contain_text("over yet")
