"""Whole games in the browser, from the first builder to the final scoring, by pointing."""

import re

import pytest
from playwright.sync_api import Page, expect

from aquaromana.records import read_records, verify
from tests.support.sizes import LongSize
from tests.web.player import Player
from tests.web.positions import LATE, LATE_BOTH
from tests.web.server import Server
from tests.web.words import words

pytestmark = pytest.mark.slow

WHOLE = LongSize("web-games", ci=1, long=3)
GAMES = [("random", "greedy", "person", "greedy"), ("greedy", "person", "random"), ("person", "greedy")]
"""A whole game for three is also played at one screen, and the end of one for two."""


def check_the_end(page: Page, server: Server, table: str) -> None:
    """The page shows the result that the server has, and the record of the game is sound."""
    state = server.state(table)
    assert state["table"]["status"] == "over"
    (record,) = read_records(server.record(table))
    assert verify(record).error is None
    dialog = page.get_by_role("dialog", name="Final scoring")
    everything = dialog.get_by_role("button", name="Show all")
    points = [str(seat["points"]) for seat in state["view"]["seats"]]
    if everything.is_enabled():
        counted = dialog.locator(".finale-total").all_inner_texts()
        assert counted != points
        expect(dialog.locator(".finale-step")).to_have_text(re.compile(r"^Step \d+ of \d+$"))
        expect(page.locator(".bar-text")).to_have_text("The game is over. “Final scoring” counts the points.")
        everything.click()
    expect(page.locator(".bar-text")).not_to_have_text("The game is over. “Final scoring” counts the points.")
    for total in set(points):
        expect(dialog.locator(".finale-total", has_text=re.compile(f"^{total}$"))).to_have_count(points.count(total))
    best = [seat for seat in state["view"]["seats"] if seat["place"] == 1]
    expect(dialog.locator("[data-winner]")).to_have_count(len(best))
    expect(page.locator(".seat .seat-points strong")).to_have_text(points)
    back = dialog.get_by_role("button", name="Previous")
    while back.is_enabled():
        back.click()
    begun = sum(int(total) for total in dialog.locator(".finale-total").all_inner_texts())
    assert 0 < begun < sum(seat["points"] for seat in state["view"]["seats"])


@WHOLE.mark
@pytest.mark.parametrize("players", GAMES[: WHOLE.value], ids=len)
def test_a_game_against_bots(page: Page, server: Server, players: tuple[str, ...]) -> None:
    table = server.create(*players)
    player = Player.at(page, server.url, table)
    player.play()
    check_the_end(page, server, table)
    seat = players.index("person")
    moves = [step["move"] for step in server.state(table)["steps"] if step["seat"] == seat]
    assert len(moves) >= 12 // len(players) + 3


def test_the_end_of_a_game_for_two(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=LATE_BOTH)
    Player.at(page, server.url, table).play()
    check_the_end(page, server, table)


def test_people_and_a_bot_at_one_screen(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/settings")
    page.get_by_label(words("en", "settings.auto-confirm")).check()
    page.goto(server.url)
    page.get_by_role("button", name="On one device").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radiogroup").or_(dialog.get_by_role("group")).get_by_text("3", exact=True).first.click()
    for seat, name in enumerate(("Anna", "Ben")):
        dialog.get_by_label("Name (optional)").nth(seat).fill(name)
        dialog.get_by_label("Who plays here").nth(seat).select_option("person")
    dialog.get_by_label("Who plays here").nth(2).select_option("greedy")
    dialog.get_by_text(words("en", "start.match.rounds-1")).click()
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/table/*")
    table = page.url.rpartition("/")[2]
    player = Player(page)
    seen, said = player.look(), set()
    while seen.tone != "over":
        said.add(page.locator(".bar-who").inner_text().casefold())
        player.answer(seen)
        seen = player.look()
    assert said == {"anna", "ben"}
    check_the_end(page, server, table)
    check_the_match_goes_on(page, server, table)


def check_the_match_goes_on(page: Page, server: Server, table: str) -> None:
    """The result shows where the match of three games stands, and the next one has everybody a seat further."""
    before = server.state(table)["table"]
    totals = {player["name"]: points for player, points in zip(before["players"], before["points"], strict=True)}
    page.get_by_role("dialog").locator(".finale-steps button").last.click()  # to the end of the scoring
    standing = page.get_by_role("dialog").locator(".result-match")
    best_first = sorted(totals.values(), reverse=True)
    expect(standing.get_by_role("listitem").locator("strong")).to_have_text([str(points) for points in best_first])
    page.get_by_role("dialog").get_by_role("button", name="On to game 2").click()
    page.wait_for_url(lambda url: "/#/table/" in url and not url.endswith(table))
    after = server.state(page.url.rpartition("/")[2])["table"]
    assert after["options"]["match"]["points"] == [totals[player["name"]] for player in after["players"]]
    expect(page.get_by_text("Game 2 of 3")).to_be_visible()
    expect(page.locator(".seat-total")).to_have_text([f"Σ {totals[player['name']]}" for player in after["players"]])


def test_the_scoring_opens_once_and_the_same_people_play_again(page: Page, server: Server) -> None:
    table = server.create("person:Anna", "person:Ben", position=LATE)
    player = Player.at(page, server.url, table)
    opened = page.locator("dialog[open]")
    while (seen := player.look()).tone != "over":
        assert opened.count() == 0, "a stretch that would end the game has not ended it before it is confirmed"
        player.answer(seen)
    dialog = page.get_by_role("dialog", name="Final scoring")
    expect(dialog.locator(".finale-ending")).to_have_text(words("en", "table.finale.no-workman"))
    page.keyboard.press("Escape")
    steps, bar = page.locator(".table-steps button"), page.locator(".table-bar")
    for _ in range(2):
        steps.nth(1).click()
        expect(bar).to_have_attribute("data-tone", "past")
        steps.last.click()
        expect(bar).to_have_attribute("data-tone", "over")
        player.look()
        assert opened.count() == 0, "whoever looks back has seen the scoring"
    expect(page.locator(".bar-again")).to_have_text("Play again")  # it was in the dialog and the menu alone
    page.locator(".bar-finale").click()
    expect(dialog.locator(".finale")).to_have_attribute("data-stage", "winner")  # nobody counts twice
    expect(dialog.locator("[data-later]")).to_have_count(0)
    other = page.context.new_page()
    other.goto(f"{server.url}/#/table/{table}")
    other.set_viewport_size({"width": 390, "height": 844})
    other.locator(".bar-finale").click()
    everything = other.get_by_role("dialog").get_by_role("button", name="Show all")
    place = everything.bounding_box()
    everything.click()
    expect(everything).to_be_disabled()
    assert everything.bounding_box() == place, "it slid down while one aimed at it"
    expect(other.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()
    dialog.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/#/table/" in url and not url.endswith(table))
    again = server.state(page.url.rpartition("/")[2])
    assert [player["name"] for player in again["table"]["players"]] == ["Ben", "Anna"]
    expect(other.get_by_role("dialog").get_by_role("status")).to_have_text(words("en", "table.prompt.rematch"))
    other.get_by_role("dialog").get_by_role("button", name="Join the rematch").click()
    other.wait_for_url(page.url)
