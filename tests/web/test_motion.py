"""Motion: others' moves are shown, nothing moves for those who do not want it or do not look."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.player import Player
from tests.web.positions import BUILD, LATE, LATE_ALONE, THREE
from tests.web.server import Server

pytestmark = pytest.mark.slow

# Functions, since the page's policy forbids to evaluate text again and again.
MOVES = "() => document.getAnimations().some((one) => one.playState === 'running')"
RESTS = "() => document.getAnimations().every((one) => one.playState !== 'running')"
HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    Object.defineProperty(document, "visibilityState", {configurable: true, get: () => hidden ? "hidden" : "visible"});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
DURING_THE_FILM = """() => {
    const isFilm = document.querySelector(".table-bar").dataset.tone === "film";
    // The one whose decision is shown.
    if (!isFilm || !document.querySelector(".seat:nth-child(2)[data-mover]")) return null;
    return {
        count: Number(document.querySelector(".steps-count").textContent.split("/")[1]),
        lines: document.querySelectorAll(".log-step").length,
        title: document.title,
        said: document.querySelector("#announce-polite").textContent,
    };
}"""

AT_THE_END = """() => {
    const found = {};
    const look = () => {
        if (document.querySelector(".table-bar")?.dataset.tone !== "over") return;
        watching.disconnect();
        setTimeout(() => (found.dialogs = document.querySelectorAll("dialog[open]").length), 800);
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, {subtree: true, childList: true, attributes: true});
    return found;
}"""

TOLD = """() => {
    const seen = [];
    const all = (found) => [...document.querySelectorAll(found)];
    const text = (found) => document.querySelector(found)?.textContent ?? "";
    const look = () => {
        const tone = document.querySelector(".table-bar").dataset.tone;
        const done = all(".done-words").map((one) => one.textContent.match(/is now (\\d+) long/)?.[1]);
        const now = {
            tone, who: text(".bar-who"), text: text(".bar-text"), long: done.at(-1) ?? null,
            mover: text(".seat[data-mover] .seat-called"),
            strip: document.querySelector(".score[data-mover]")?.title ?? "",
            told: Number(text(".steps-count").split("/")[1]),
            points: all(".seat-points strong").map((one) => Number(one.textContent)),
            lengths: [...document.querySelectorAll(".seat:first-child .duct-length")].map((one) => one.textContent),
            standing: all(".stairs-man:not(.coming)").length,
            tiles: all('.board use[href^="#face-"]').length,
        };
        if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
        if (tone !== "over") requestAnimationFrame(look);
    };
    look();
    return seen;
}"""

TOPS = """() => {
    const seen = [];
    const look = () => {
        const bar = document.querySelector(".table-bar");
        const text = bar.querySelector(".bar-text").textContent;
        const top = document.querySelector(".seat").getBoundingClientRect().top;
        const isTheirs = ["film", "theirs"].includes(bar.dataset.tone);
        const last = seen.at(-1);
        if (isTheirs && (last?.text !== text || last.top !== top)) seen.push({text, top});
        requestAnimationFrame(look);
    };
    look();
    return seen;
}"""

EVERY_FRAME = """() => {
    const seen = [];
    const count = (found) => document.querySelectorAll(found).length;
    const look = () => {
        const now = {
            closed: count('.board use[href^="#gate-"]'),
            standing: count(".stairs-man:not(.coming)"),
            points: Number(document.querySelector(".seat:nth-child(2) .seat-points strong")?.textContent),
            reds: count('.board use[href="#workman-red"]:not(.board-offstage)'),
        };
        if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
        if (document.querySelector(".table-bar").dataset.tone !== "over") requestAnimationFrame(look);
    };
    look();
    return seen;
}"""


def close_last(page: Page) -> None:
    """Close the only aqueduct, although it brings nothing."""
    for answer in (".bar-close", ".bar-offers .offer", ".bar-sure"):
        expect(page.locator(answer)).to_be_visible()
        page.locator(answer).press("Enter")  # a click would come too soon after the answers have changed


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_others_moves_are_shown_and_can_be_skipped(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=BUILD)
    player = Player.at(page, server.url, table)
    while not (seen := player.look()).confirm:
        player.answer(seen)
    page.locator(".bar-confirm").click()
    expect(page.locator(".playing")).to_have_count(1)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".playing")).to_have_count(0)
    assert player.look().tone == "yours"
    page.get_by_role("button", name="Show the last moves again").click()
    expect(page.locator(".playing")).to_have_count(1)
    page.evaluate(HIDE, True)  # nobody looks: it ends at once, and nothing moves
    assert page.locator(".playing").count() == 0
    page.wait_for_function(RESTS)
    page.evaluate(HIDE, False)
    page.get_by_role("button", name="Show the last moves again").click()
    expect(page.locator(".playing")).to_have_count(1)
    expect(page.locator(".playing")).to_have_count(0, timeout=20_000)


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_nothing_on_the_page_runs_ahead_of_the_animation(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", "greedy", position=THREE)
    player = Player.at(page, server.url, table)
    while not (seen := player.look()).confirm:
        player.answer(seen)
    page.locator(".bar-confirm").click()
    told = page.wait_for_function(DURING_THE_FILM).json_value()
    end = time.monotonic() + 60
    while (state := server.state(table))["view"]["mover"] != 0:
        assert time.monotonic() < end, "the bots do not decide"
        page.wait_for_timeout(50)
    laid = [step["effects"]["laid"][0] for step in state["steps"] if "laid" in step["effects"]]
    assert told["lines"] == told["count"] < state["ply"], "the bots have decided, the page does not tell yet"
    assert "Your turn" not in told["title"]
    assert f" on {laid[-1]}" not in told["said"]
    page.get_by_role("button", name="Skip").click()
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.locator(".steps-count")).to_have_text(f"{state['ply']} / {state['ply']}")
    expect(page.locator(".log-words")).to_have_count(state["ply"])
    last = page.locator(".log-words").last.inner_text()
    expect(page.locator("#announce-polite")).to_contain_text(last)  # nothing is lost


@pytest.mark.browser_context_args(reduced_motion="no-preference")
@pytest.mark.parametrize(
    ("bots", "position", "closes"), [(2, THREE, False), (1, LATE_ALONE, True)], ids=["three", "closing"]
)
def test_words_frame_board_and_points_were_out_of_step(
    page: Page, server: Server, bots: int, position: str, closes: bool
) -> None:
    table = server.create("person", *["greedy"] * bots, position=position)
    player = Player.at(page, server.url, table)
    player.look()
    frames = page.evaluate_handle(TOLD)
    if closes:
        close_last(page)
        assert player.look().done
    while not closes and not (seen := player.look()).confirm:
        player.answer(seen)
    page.locator(".bar-confirm").click()
    expect(page.locator(".table-bar")).to_have_attribute("data-tone", "film")
    expect(page.locator(".table-bar")).to_have_attribute("data-tone", re.compile("yours|over"), timeout=60_000)
    state = server.state(table)
    laid = {step["ply"]: step["effects"]["laid"][0] for step in state["steps"] if "laid" in step.get("effects", {})}
    views: dict[int, dict[str, Any]] = {}
    seen_frames = frames.json_value()
    told = [now for now in seen_frames if now["tone"] == "film"]
    assert len({now["text"] for now in told}) > 2
    for now in told:
        assert now["who"] == now["mover"] == now["strip"], now
        ply = now["told"]
        view = views.setdefault(ply, server.get(f"/api/tables/{table}/views/{ply}").json())
        # What the end brings is counted by the scoring.
        counted = views[max(before for before in views if before < ply)] if view["phase"] == "over" else view
        assert now["points"] == [seat["points"] for seat in counted["seats"]], now
        assert now["standing"] == sum(map(len, view["podiums"].values())), now
        assert now["tiles"] >= len(view["tiles"]), "the log told of a tile that was not there"
        last = next((square for at, square in sorted(laid.items(), reverse=True) if at < ply), "")
        ahead = {square for at, square in laid.items() if at >= ply} - {last}
        assert not [square for square in ahead if re.search(rf"\bon {square}\b", now["text"])], now
    mine = [now for now in seen_frames if now["tone"] == "yours" and now["long"] is not None]
    for now in mine:
        assert now["long"] in now["lengths"], "the bar told of a length that the card did not show"


@pytest.mark.browser_context_args(reduced_motion="no-preference", viewport={"width": 844, "height": 390})
def test_the_cards_of_the_seats_moved_up_and_down_while_bots_played(page: Page, server: Server) -> None:
    player = Player.at(page, server.url, server.create("person", "greedy", "greedy", position=THREE))
    while not (seen := player.look()).confirm:
        player.answer(seen)
    tops = page.evaluate_handle(TOPS)
    page.locator(".bar-confirm").press("Enter")
    expect(page.locator(".table-bar")).to_have_attribute("data-tone", "film")
    expect(page.locator(".table-bar")).to_have_attribute("data-tone", "yours", timeout=60_000)
    found = tops.json_value()
    expect(page.locator(".bar-text")).not_to_have_text("One moment …")
    assert len({one["text"] for one in found}) > 2
    assert len({one["top"] for one in found}) == 1, found


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_stairs_and_points_stood_still_until_the_last_of_several_turns(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=LATE_ALONE)
    player = Player.at(page, server.url, table)
    player.look()
    close_last(page)
    assert player.look().done
    frames = page.evaluate_handle(EVERY_FRAME)
    page.locator(".bar-confirm").click()
    expect(page.locator(".table-bar")).to_have_attribute("data-tone", "over", timeout=20_000)
    seen = frames.json_value()
    ended = [step["ply"] + 1 for step in server.state(table)["steps"] if step["effects"].get("closes")]
    views = [server.get(f"/api/tables/{table}/views/{ply}").json() for ply in ended]
    standing = {
        sum(not one.get("open") for one in view["aqueducts"]): sum(map(len, view["podiums"].values())) for view in views
    }
    for view, closed in zip(views[:-1], standing, strict=False):
        told = {"standing": standing[closed], "points": view["seats"][1]["points"]}
        assert any(now["closed"] == closed and now.items() >= told.items() for now in seen), (closed, told, seen)
    ahead = [now for now in seen if now["standing"] > standing.get(now["closed"], now["standing"])]
    assert not ahead, "nobody stands on the stairs before the board shows why"
    assert max(now["reds"] for now in seen) == 2, "nobody is in two places"


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_the_finished_board_is_shown_before_the_scoring(page: Page, server: Server) -> None:
    player = Player.at(page, server.url, server.create("person", "person", position=LATE))
    at_once = page.evaluate_handle(AT_THE_END)
    player.play()
    expect(page.locator("dialog[open] .finale-row")).to_have_count(2)
    assert at_once.json_value() == {"dialogs": 0}, "nothing covered the board at first"


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_water_stops_while_the_page_is_hidden(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    Player.at(page, server.url, table).look()
    page.wait_for_function(MOVES)
    page.evaluate(HIDE, True)
    page.wait_for_function(RESTS)
    page.evaluate(HIDE, False)
    page.wait_for_function(MOVES)


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_the_board_moved_on_while_nobody_did_anything(page: Page, server: Server) -> None:
    page.clock.install()
    player = Player.at(page, server.url, server.create("person", "greedy", position=BUILD))
    player.look()
    page.wait_for_function(MOVES)
    page.clock.fast_forward(9_000)
    page.wait_for_function(RESTS)
    lit = "(all) => all.map((one) => getComputedStyle(one).opacity)"
    glows = page.locator(".board-halo.usable .board-glow")
    assert set(glows.evaluate_all(lit)) == {"1"}, "what can be chosen stays lit"
    page.mouse.move(5, 5)
    page.wait_for_function(MOVES)
    pulses = "(one) => one.getAnimations()[0].playState"
    assert glows.first.evaluate(pulses) == "running", "it shows again what can be chosen"


def test_nothing_moves_for_those_who_do_not_want_it(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=BUILD)
    player = Player.at(page, server.url, table)
    page.evaluate("""() => {
        window.played = 0;
        new MutationObserver(() => { if (document.querySelector(".playing")) window.played += 1; })
            .observe(document.body, {subtree: true, attributes: true, attributeFilter: ["class"]});
    }""")
    player.play(decisions=8)
    page.wait_for_function(RESTS)
    assert page.evaluate("window.played") == 0
