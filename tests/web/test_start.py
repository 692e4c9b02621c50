"""The start page: one click to a table, people at this screen, and tables to go on with."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.player import Player
from tests.web.positions import BUILD
from tests.web.server import Server


def test_one_click_leads_to_a_table_where_one_can_play(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/table/*")
    table = page.url.rpartition("/")[2]
    player = Player(page)
    player.answer(player.look())
    seen = player.look()
    while not seen.confirm:
        player.answer(seen)
        seen = player.look()
    player.answer(seen)
    player.look()
    steps = server.state(table)["steps"]
    assert steps[0]["move"] == seen.done[0]
    assert steps[0]["seat"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_number_of_players_and_their_levels_are_kept(page: Page, server: Server, players: int) -> None:
    page.goto(server.url)
    page.get_by_role("radio", name=str(players), exact=True).check(force=True)
    levels = page.get_by_label("Level of")
    expect(levels).to_have_count(players - 1)
    levels.last.select_option("level:1")
    page.reload()
    expect(page.get_by_role("radio", name=str(players), exact=True)).to_be_checked()
    expect(page.get_by_label("Level of").last).to_have_value("level:1")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/table/*")
    sitting = server.state(page.url.rpartition("/")[2])["table"]["players"]
    assert [player["kind"] for player in sitting] == ["person"] + ["bot"] * (players - 1)
    assert sitting[-1]["bot"] == "level:1"


@pytest.mark.slow
def test_a_table_is_resumed_and_deleted(page: Page, server: Server) -> None:
    table = server.create("person:Resumed", "person", position=BUILD)
    page.goto(server.url)
    card = page.locator(".table-card").filter(has_text="Resumed")
    card.get_by_role("link", name="Go on").click()
    page.wait_for_url(f"**/#/table/{table}")
    assert Player(page).look().tone == "yours"
    page.go_back()
    card.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(card).to_have_count(1)
    card.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(card).to_have_count(0)
    assert table not in server.get("/api/tables").text
