"""Ways to play besides clicking through: the keyboard, typed notation, any order, taking back, asking why."""

import re

import pytest
from playwright.sync_api import Page, expect

from aquaromana.rules import Game
from tests.web.player import Player, Seen
from tests.web.positions import BUILD, CLOSE, LATE, PHASES
from tests.web.server import Server

pytestmark = pytest.mark.slow


# the keyboard


def press_keys(page: Page, seen: Seen) -> None:
    """One step of a person without a pointer."""
    if seen.confirm:
        page.locator("body").press("Control+Enter")
    elif seen.offers:
        page.keyboard.press("1")
    else:
        page.keyboard.press("g")
        for key in ("Control+ArrowRight", "Control+ArrowDown", "Control+ArrowLeft", "Control+ArrowUp"):
            if page.evaluate("['usable', 'chosen'].includes(document.activeElement.dataset.state)"):
                break
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        if page.locator(".board-tray:visible").count():
            page.keyboard.press("Enter")


def test_a_game_with_the_keyboard_alone(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Play now":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/table/*")
    table = server.create("person", "greedy", position=LATE)
    page.goto(f"{server.url}/#/table/{table}")
    player = Player(page)
    for _ in range(200):
        if (seen := player.look()).tone == "over":
            break
        press_keys(page, seen)
    assert server.state(table)["table"]["status"] == "over"
    expect(page.get_by_role("dialog", name="Final scoring")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_can_be_answered_with_the_keyboard(page: Page, server: Server, phase: str) -> None:
    table = server.create("person", "person", position=PHASES[phase])
    player = Player.at(page, server.url, table)
    for _ in range(30):
        press_keys(page, player.look())
        player.look("theirs")
        if server.state(table)["version"]:
            return
    pytest.fail(f"nothing was played in the end: {player.look()}")


def test_rest_of_the_set_up_is_placed_for_me(page: Page, server: Server) -> None:
    table = server.create("person", "greedy")
    player = Player.at(page, server.url, table)
    player.look()
    page.keyboard.press("p")
    expect(page.locator(".bar-text")).to_contain_text("Build", timeout=30_000)
    state = server.state(table)
    assert state["view"]["phase"] == "build"
    assert state["version"] == 12


# typed notation


def test_decisions_are_typed(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=LATE)
    player = Player.at(page, server.url, table)
    for _ in range(60):
        seen = player.look()
        if seen.tone == "over":
            break
        if seen.confirm and not seen.offers:
            page.keyboard.press("Control+Enter")
            continue
        state = server.state(table)
        game = Game.from_position(state["view"]["position"])
        for move in seen.done:
            game.play(move)
        if not page.get_by_label("Your decision in notation").is_visible():
            page.keyboard.press("n")
        page.get_by_label("Your decision in notation").fill(str(game.legal_moves()[-1]).lower())
        page.keyboard.press("Enter")
    assert server.state(table)["table"]["status"] == "over"


def test_the_field_for_typing_is_put_away_as_it_came(page: Page, server: Server) -> None:
    Player.at(page, server.url, server.create("person", "person", position=BUILD)).look()
    tool, field = page.get_by_role("button", name="Type a move"), page.locator("#typed")
    expect(tool).to_have_attribute("aria-pressed", "false")
    tool.click()
    expect(field).to_be_focused()
    expect(tool).to_have_attribute("aria-pressed", "true")
    tool.click()
    expect(field).to_be_hidden()
    tool.click()
    page.get_by_role("button", name="Close the notation field").click()
    expect(field).to_be_hidden()
    expect(tool).to_have_attribute("aria-pressed", "false")


def test_typed_nonsense_gets_a_reason(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    Player.at(page, server.url, table).look()
    page.keyboard.press("n")
    field = page.get_by_label("Your decision in notation")
    for text, clause in (("H8n.23.Bn", "R4.3"), ("nonsense", "R7")):
        field.fill(text)
        page.keyboard.press("Enter")
        expect(page.locator(".bar-why")).to_contain_text(clause)
    assert server.state(table)["version"] == 0


# any order, back, and why not


def test_a_builder_may_be_pointed_at_first(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    player = Player.at(page, server.url, table)
    player.look()
    page.locator(".board-builder[data-path='31']").click(force=True)
    seen = player.look()
    assert page.locator(".bar-unpoint").is_visible()
    assert {one["name"] for one in seen.figures if one["what"] == "workman"} <= {"H8n", "H8w", "I8e"}
    while not seen.confirm:
        player.answer(seen)
        seen = player.look()
    assert ".31." in seen.done[0]


def test_steps_are_taken_back_one_by_one(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    player = Player.at(page, server.url, table)
    while not (seen := player.look()).confirm:
        player.answer(seen)
    for left in range(len(seen.done) - 1, -1, -1):
        page.get_by_role("button", name="Take back", exact=True).click()
        expect(page.locator(".bar-done .done")).to_have_count(left)
    back = player.look()
    assert not back.confirm
    assert len([one for one in back.figures if one["what"] == "workman"]) > 1
    assert server.state(table)["version"] == 0


def test_what_cannot_be_done_is_explained_with_its_clause(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    Player.at(page, server.url, table).look()
    page.locator(".board-builder[data-path='2']").click(force=True)
    why = page.locator(".bar-why")
    expect(why).to_contain_text(re.compile(r"R4\.\d"))
    link = why.get_by_role("link")
    link.hover()  # leaving the board draws the bar anew: only then is it clicked
    link.click()
    page.wait_for_url("**/#/rules/R4*")


def test_closing_asks_with_the_podium(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=CLOSE)
    Player.at(page, server.url, table).look()
    offers = page.locator(".bar-offers .offer").all_inner_texts()
    assert any("A1s: length 2, podium 2" in offer for offer in offers), offers
    page.get_by_role("button", name="Close nothing, end turn").click()
    expect(page.locator(".steps-count")).to_have_text("1 / 1")
    assert [step["move"] for step in server.state(table)["steps"]] == ["-"]


def test_a_stretch_is_played_without_asking_if_so_set(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/settings")
    page.get_by_label("Confirm automatically").check()
    table = server.create("person:Anna", "person:Ben")
    player = Player.at(page, server.url, table)
    player.answer(player.look())
    player.answer(player.look())
    expect(page.locator(".bar-who")).to_have_text("Ben")
    assert server.state(table)["version"] == 1
