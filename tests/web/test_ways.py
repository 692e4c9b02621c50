"""Ways to play other than clicking through: the keyboard, typed notation, any order, taking back, asking why."""

import re

import pytest
from playwright.sync_api import Page, expect

from aquaromana.records import Record, write_record
from aquaromana.rules import Game
from aquaromana.server.protocol import views
from tests.support.random_play import finished, never_closing
from tests.web.places import visit
from tests.web.player import Player, Seen
from tests.web.positions import BUILD, CLOSE, CLOSING, LATE, PHASES, SETUP
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
    player.look()
    page.keyboard.press("h")
    expect(page.locator(".bar-hint")).to_have_text("Show the move")
    page.keyboard.press("Escape")
    for _ in range(200):
        if (seen := player.look()).tone == "over":
            break
        press_keys(page, seen)
    assert server.state(table)["table"]["status"] == "over"
    expect(page.get_by_role("dialog", name="Final scoring")).to_contain_text("1 hint")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_every_phase_can_be_answered_with_the_keyboard(page: Page, server: Server) -> None:
    player = Player(page)
    for phase, position in PHASES.items():
        table = server.create("person", "person", position=position)
        visit(page, server, f"#/table/{table}")
        for _ in range(30):
            press_keys(page, player.look())
            player.look("theirs")
            if server.state(table)["version"]:
                break
        else:
            pytest.fail(f"nothing was played in the end of {phase}: {player.look()}")


def test_rest_of_the_set_up_is_placed_for_me(page: Page, server: Server) -> None:
    table = server.create("person", "greedy")
    player = Player.at(page, server.url, table)
    player.look()
    page.locator(".bar-help").click()
    page.keyboard.press("Escape")  # it is asked about once
    assert server.state(table)["version"] == 0
    page.keyboard.press("p")
    page.get_by_role("button", name="Place them").click()
    expect(page.locator(".bar-text")).to_contain_text("Build", timeout=30_000)
    state = server.state(table)
    assert state["view"]["phase"] == "build"
    assert state["version"] == 12


def test_the_set_up_names_the_kinds_and_shows_who_would_see_a_builder(page: Page, server: Server) -> None:
    player = Player.at(page, server.url, server.create("person", "greedy", "greedy"))
    seen = player.look()
    offers = page.locator(".offer .offer-label")
    assert [text.split("\n") for text in offers.all_inner_texts()] == [
        [kind, "3 left"] for kind in ("Curve", "Double curve", "Straight", "Bridge")
    ]
    page.mouse.move(seen.fields[7]["x"], seen.fields[7]["y"])
    expect(page.locator(".board-beam")).to_have_count(1)
    expect(page.locator(".bar-notes [data-note=eye]")).to_have_text(
        "A builder on 8 is seen by 2 of Bot Greedy’s workmen."
    )


def test_everything_drawn_around_the_board_is_explained_a_key_or_a_tap_away(page: Page, server: Server) -> None:
    Player.at(page, server.url, server.create("person", "greedy", position=BUILD)).look()
    for way in ("key", "tap"):
        if way == "key":
            page.keyboard.press("?")
        else:
            page.locator("[data-tool=help]").click()
        signs = page.get_by_role("dialog").get_by_role("region", name="What the signs mean")
        drawn = ".board-halo.dim .board-ring-edge, .board-splash, .icon path[d^='M7 9a5']"
        expect(signs.locator(drawn)).to_have_count(3)  # the ring of dashes, the plus on a fountain, the ear
        for words in ("points if the game ended now", "Bonus for the three highest", "leave the game without points"):
            expect(signs).to_contain_text(words)
        for words in (
            "beginning with the player whose turn it is",  # why "if the game ended now" changes with the turn
            "On a builder’s button: passes a fountain",
            "the podium its workman would get. ×: leaves the game",
            "A ring of dashes, or faded: cannot be chosen now",
            "Faded: where the workman you are looking at would stand",
            "A gate at the end: this aqueduct is closed",
        ):
            expect(signs).to_contain_text(words)
        assert signs.locator("dt").count() == signs.locator("dt:has(svg)").count() == 28
        page.keyboard.press("Escape")


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
    expect(page.locator(".bar-undo")).to_have_accessible_name("Take back the builder")
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
        page.locator(".done-undo").last.click()
        expect(page.locator(".bar-done .done")).to_have_count(left)
    back = player.look()
    assert not back.confirm
    assert len([one for one in back.figures if one["what"] == "workman"]) > 1
    assert server.state(table)["version"] == 0


def test_one_step_back_took_a_kind_and_its_square_at_once(page: Page, server: Server) -> None:
    Player.at(page, server.url, server.create("person", "person", position=SETUP)).look()
    undo, done = page.locator(".bar-undo"), page.locator(".bar-done .done")
    page.locator(".offer").first.click()
    expect(undo).to_have_accessible_name("Take back the kind")
    page.locator("[data-layer=marks] .board-field.usable").first.click(force=True)
    expect(done).to_have_count(1)
    expect(undo).to_have_accessible_name("Take back the path square")
    undo.click()
    expect(done).to_have_count(0)
    placed = page.locator("[data-layer=marks] .board-field.usable").first
    box = placed.bounding_box()
    assert box
    for count in (1, 0):  # the same square once more takes it back, as the help says
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(done).to_have_count(count)
    expect(done).to_have_count(0)
    expect(page.locator(".bar-text")).to_contain_text("choose a free path square")
    undo.click()
    expect(page.locator(".bar-text")).to_contain_text("choose a kind and a free path square")
    expect(undo).to_be_disabled()


def test_an_illegal_action_is_explained_with_its_clause(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    Player.at(page, server.url, table).look()
    page.locator(".board-builder[data-path='2']").click(force=True)
    why = page.locator(".bar-why")
    expect(why).to_contain_text(re.compile(r"R4\.\d"))
    link = why.get_by_role("link")
    link.hover()  # leaving the board redraws the bar; click only after that
    link.click()
    rule = page.get_by_role("dialog")
    expect(rule.get_by_role("heading")).to_contain_text(re.compile(r"^R4\.\d"))
    assert page.url.endswith(f"#/table/{table}"), "nobody has to leave the table"
    rule.get_by_role("link", name="All rules").click()
    page.wait_for_url("**/#/rules/R4*")
    expect(rule).to_have_count(0)


def test_tapping_what_glows_never_closes_an_aqueduct(page: Page, server: Server) -> None:
    """A newcomer lost every workman by pointing at those that glowed."""
    table = server.create("person", "person", position=CLOSE)
    player = Player.at(page, server.url, table)
    assert player.look().figures == []
    page.locator(".board-workman[data-port='D1e']").click(force=True)
    expect(page.locator(".bar-why")).to_contain_text("press “Close an aqueduct…” first")
    expect(page.locator(".bar-done .done")).to_have_count(0)
    page.get_by_role("button", name="End turn without closing").click()
    expect(page.locator(".steps-count")).to_have_text("1 / 1")
    assert [step["move"] for step in server.state(table)["steps"]] == ["-"]


def test_closing_is_a_second_step_that_shows_what_each_workman_gets(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=CLOSE)
    player = Player.at(page, server.url, table)
    player.look()
    page.keyboard.press("x")
    expect(page.get_by_role("button", name="Close yellow at A1: length 2, podium 2, 2 points")).to_be_visible()
    assert {one["name"] for one in player.look().figures} == {"A1s", "D1e", "I7n", "I8e"}
    expect(page.locator(".board-gets")).to_have_count(4)
    page.locator(".board-workman[data-port='D1e']").click(force=True)  # of length 0: it asks once more
    expect(page.locator(".bar-text")).to_contain_text("leaves the game without points")
    expect(page.locator(".bar-done .done")).to_have_count(0)
    page.locator("body").press("Control+Enter")  # the main button keeps it open
    page.keyboard.press("1")
    expect(page.locator(".bar-done .done").first).to_have_attribute("data-move", "xA1s")
    page.locator(".bar-undo").click()
    page.keyboard.press("n")
    page.get_by_label("Your decision in notation").fill("xI8e")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Close without points").click()
    expect(page.locator(".bar-done .done").first).to_have_attribute("data-move", "xI8e")
    assert server.state(table)["version"] == 0


def test_a_tile_that_closes_an_aqueduct_says_so_in_shape_and_word(page: Page, server: Server) -> None:
    table = server.create(*["person"] * 4, position=CLOSING)
    player = Player.at(page, server.url, table)
    player.click(next(one for one in player.look().figures if one["name"] == "C1w"))
    closes = "closes this aqueduct, the workman goes to podium 1"
    assert [closes in one["name"] for one in player.look().tray] == [False, True]
    tray, offers = page.locator(".board-tray-item"), page.locator(".offer")
    for marked in (tray.nth(1), offers.nth(1)):
        expect(marked).to_contain_text("closes")
        expect(marked).to_have_css("border-top-style", "double")
    expect(offers.nth(1)).to_have_accessible_name(re.compile("closes this aqueduct: the workman goes to podium 1"))
    expect(tray.nth(0)).not_to_contain_text("closes")
    tray.nth(1).hover()
    expect(page.locator(".board-ghost .board-stop")).to_have_count(1)


def test_an_aqueduct_that_another_has_ended_is_explained(page: Page, server: Server) -> None:
    """The log said that nothing was closed, and a reserve builder was to be taken for no reason."""
    game = ended_by_another()
    bots = {f"Bot{seat}": "greedy" for seat in (1, 2)}
    table = server.bring(write_record(Record.from_game(game, Seat1="Agrippa", Seat2="Livia", **bots)))
    Player.at(page, server.url, table).look()
    words = re.compile(r"^(Agrippa|Livia)’s tile on ([A-K][1-8]) ends your aqueduct: length \d+, podium \d+\.$")
    expect(page.locator(".bar-notes [data-note=stop]")).to_have_text(words)
    empty = "he reserve is empty: no builder for you."
    expect(page.locator(".bar-notes [data-note=only]")).to_have_text(f"T{empty}")
    log = page.locator(".log-words").last
    points = r"; your points: podium \+\d+, bonus \+\d, \+\d+ in all"
    expect(log).to_have_text(re.compile(words.pattern.replace(r"\.$", f"{points}; t{empty}$")))
    notes, ways = (page.locator(one).bounding_box() for one in (".bar-notes", ".bar-choice"))
    assert notes
    assert ways
    assert notes["y"] + notes["height"] <= ways["y"], "what happened is read before the answers"
    note = words.match(page.locator(".bar-notes [data-note=stop]").inner_text())
    assert note
    expect(page.locator(".board-ended")).to_have_attribute("data-tile", note[2])


def ended_by_another() -> Game:
    """A game in which a tile of another seat has just ended an aqueduct of seat 0, which is asked."""
    for seed in range(100):
        whole = finished(3, seed, never_closing)
        for step in views.steps(whole.start, whole.moves):
            ended = [one for one in step.effects.closes if one.forced and one.seat == 0 and step.seat and one.podium]
            if not ended or step.type != "pass":
                continue
            game = Game(3)
            for move in whole.moves[: step.ply + 1]:
                game.play(move)
            if game.to_move == 0 and not game.is_over:
                return game
    pytest.fail("there is no such game")


def test_a_stretch_is_played_without_asking_if_the_setting_says_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/settings")
    page.get_by_label("Confirm automatically").check()
    table = server.create("person:Anna", "person:Ben")
    player = Player.at(page, server.url, table)
    player.answer(player.look())
    player.answer(player.look())
    expect(page.locator(".bar-who")).to_have_text("Ben")
    assert server.state(table)["version"] == 1
