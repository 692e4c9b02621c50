"""The start page: one click to a table, people at this screen, and tables to go on with."""

import pytest
from playwright.sync_api import Page, Route, expect

from aquaromana.rules import Game, named_layout
from tests.web.chips import pick_chip
from tests.web.player import Player
from tests.web.positions import BUILD
from tests.web.server import Server

ROOM = """(list) => {
    const style = getComputedStyle(list);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const words = pen.measureText(list.selectedOptions[0].textContent).width;
    return list.clientWidth - words - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
}"""
"""What a list leaves beside the words that are chosen, without its arrow."""


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
    pick_chip(page.get_by_role("radio", name=str(players), exact=True))
    levels = page.get_by_label("Level of")
    expect(levels).to_have_count(players - 1)
    levels.last.select_option("level:1")
    assert levels.last.evaluate(ROOM) > 0, "the name of the level was cut off"
    page.reload()
    expect(page.get_by_role("radio", name=str(players), exact=True)).to_be_checked()
    expect(page.get_by_label("Level of").last).to_have_value("level:1")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/table/*")
    sitting = server.state(page.url.rpartition("/")[2])["table"]["players"]
    assert [player["kind"] for player in sitting] == ["person"] + ["bot"] * (players - 1)
    assert sitting[-1]["bot"] == "level:1"


def test_people_choose_the_layout_and_see_what_the_seats_are_worth(page: Page, server: Server) -> None:
    odds = server.get("/api/settings").json()["seat_odds"]

    def told(layout: str) -> str:
        first = int(100 * odds[layout]["2"][0] + 0.5)
        return f"in the order of turns: {first}% and {100 - first}%."

    page.goto(server.url)
    page.get_by_role("button", name="On one device").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="Balanced")).to_be_checked()
    expect(dialog).to_contain_text(told("balanced"))
    pick_chip(dialog.get_by_role("radio", name="4"))
    expect(dialog.get_by_role("radio", name="Balanced")).to_be_hidden()
    pick_chip(dialog.get_by_role("radio", name="2"))
    expect(dialog.get_by_role("radio", name="Balanced")).to_be_visible()
    pick_chip(dialog.get_by_role("radio", name="Standard"))
    expect(dialog).to_contain_text(told("standard"))
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/table/*")
    assert server.state(page.url.rpartition("/")[2])["view"]["position"] == str(Game(2))
    page.goto(server.url)
    page.get_by_role("button", name="On one device").click()
    expect(dialog.get_by_role("radio", name="Standard")).to_be_checked()
    pick_chip(dialog.get_by_role("radio", name="Balanced"))
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/table/*")
    balanced = Game(layout=named_layout("balanced", 2))
    assert server.state(page.url.rpartition("/")[2])["view"]["position"] == str(balanced) != str(Game(2))


SIZES = {"desk": (1440, 900), "upright": (390, 844), "sideways": (844, 390)}


@pytest.mark.parametrize("size", SIZES)
def test_the_button_that_starts_stood_above_the_choices_it_depends_on(page: Page, server: Server, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/")
    play = page.get_by_role("button", name="Play now")
    expect(play).to_be_in_viewport(ratio=1)
    names = page.locator("form.play :is(button, input, select)").evaluate_all(
        "(all) => all.map((one) => one.name || one.type)"
    )
    assert names.index("submit") > names.index("lot"), names
    page.locator("form.play").get_by_text("4", exact=True).click()
    page.locator(".bot select").last.scroll_into_view_if_needed()
    expect(play).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("group", name="Play with other people").get_by_role("button").first).to_have_text(
        "On one device"
    )


@pytest.mark.slow
def test_a_table_is_resumed_and_deleted(page: Page, server: Server) -> None:
    table = server.create("person:Resumed", "person", position=BUILD)
    page.goto(server.url)
    card = page.locator(".table-card").filter(has_text="Resumed")
    card.get_by_role("link", name="Continue").click()
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


@pytest.mark.slow
@pytest.mark.browser_context_args(viewport={"width": 1440, "height": 900})
def test_tables_to_go_on_with_are_seen_without_scrolling(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=BUILD)
    page.goto(server.url)
    tables = page.get_by_role("navigation", name="Your tables")
    expect(tables).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    tables.get_by_role("link").first.click()
    page.wait_for_url(f"**/#/table/{table}")


WHERE_THE_FORM_WAS = """() => {
  window.places = [];
  const look = () => {
    const form = document.querySelector("form.play");
    if (form && getComputedStyle(form).visibility === "visible") window.places.push(form.getBoundingClientRect().top);
    requestAnimationFrame(look);
  };
  look();
}"""


BOARD_AFTER_WORDS = """() => {
  const entries = performance.getEntriesByType("resource");
  const [board, words] = ["/js/board/board.js", "/start.json"].map((end) => entries.find((e) => e.name.endsWith(end)));
  return board.startTime - words.responseEnd;
}"""
PATIENCE = 490
"""Milliseconds that the form waits for the tables, and the board for the form; a little less, as clocks are rounded."""


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844})
def test_tables_that_appear_do_not_move_the_form_under_the_finger(page: Page, server: Server, late: bool) -> None:
    """They came above the form after it was there, and presses hit what was not meant."""
    server.create("person", "greedy", position=BUILD)
    held: list[Route] = []
    if late:
        page.route("**/api/tables", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks the handler)
    page.add_init_script(f"({WHERE_THE_FORM_WAS})()")
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.get_by_role("navigation", name="Your tables")).to_be_visible()
    assert len(set(page.evaluate("() => new Promise(done => setTimeout(() => done(window.places), 100))"))) == 1
    expect(page.locator(".lid-board svg").first).to_be_attached()
    assert page.evaluate(BOARD_AFTER_WORDS) > (PATIENCE if late else 0), "the board on the cover waits for the form"


@pytest.mark.slow
def test_the_rules_lead_back_to_the_table_and_the_guide_into_a_game(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/rules/guide")
    expect(page.locator(".guide")).to_contain_text("The set-up")
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(0)
    page.locator(".guide").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/table/*")
    table = page.url
    Player(page).look()
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(table)


WEAKER = {
    "en": ("Bots are weaker here", "Got it"),
    "de": ("Die Bots spielen hier schwächer", "Verstanden"),
    "fr": ("Ici, les bots jouent moins bien", "Compris"),
}


@pytest.mark.slow
@pytest.mark.parametrize("language", WEAKER)
def test_nobody_was_told_that_bots_are_weaker_without_the_core(page: Page, server: Server, language: str) -> None:
    """Once, in one line that can be dismissed; and again if the core comes and goes."""
    core = False

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "core": core})

    page.route("**/api/settings", answer)
    page.add_init_script(f"localStorage.setItem('aqua.language', JSON.stringify('{language}'))")
    said, seen = WEAKER[language]
    page.goto(server.url)
    notice = page.locator(".weaker")
    expect(notice).to_contain_text(said)
    expect(notice).to_contain_text("apt install g++")
    notice.get_by_role("button", name=seen).click()
    expect(notice).to_be_hidden()
    page.reload()
    expect(page.locator(".play")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(notice).to_be_hidden()
