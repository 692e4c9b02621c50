"""The board under people's hands: mouse, finger and keyboard, and animated moves."""

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, expect

from aquaromana.rules import Game
from aquaromana.rules.moves import Build
from aquaromana.server.protocol.views import choices, steps, view
from tests.drawing.positions import game_after, whole_game
from tests.web.axe import barriers
from tests.web.board.desk import Desk, plain

PHONE = pytest.mark.browser_context_args(
    viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True, device_scale_factor=2
)
MOVING = pytest.mark.browser_context_args(reduced_motion="no-preference")

FINGER = 44  # pixels, as WCAG asks for

LEFTOVERS = "[data-layer=animation] > *, [data-layer=flow] > *, .board-offstage, .playing"
"""What an animation puts on the page, which must be gone after it."""


def building(players: int = 4, seed: int = 1) -> tuple[Game, list[dict[str, Any]]]:
    """A game in which somebody builds, and what they may do."""
    for count in range(40, len(whole_game(players, seed).moves)):
        game = game_after(players, count, seed)
        told = plain(choices(game.position))
        faces = {(choice["workman"], choice["builder"]) for choice in told if choice["type"] == "build"}
        if len(faces) < sum(choice["type"] == "build" for choice in told) and len({one for one, _ in faces}) > 1:
            return game, told
    raise AssertionError("nobody builds in that game")


def ghosts_of(told: list[dict[str, Any]], workman: str) -> list[dict[str, Any]]:
    faces = {choice["face"]: choice for choice in told if choice["workman"] == workman}
    return [
        {"square": choice["square"], "face": face, "state": "usable", "grown": choice["effects"]["grown"]}
        | {"length": choice["effects"]["grown"][0]["length"], "podium": choice.get("podium", 0)}
        for face, choice in faces.items()
    ]


def marks_of(told: list[dict[str, Any]]) -> dict[str, Any]:
    """Workmen who can build glow; the ways of the first with several of them are shown."""
    workmen = list(dict.fromkeys(choice["workman"] for choice in told))
    chosen = max(workmen, key=lambda one: len(ghosts_of(told, one)))
    return {
        "workmen": [{"port": port, "state": "chosen" if port == chosen else "usable"} for port in workmen],
        "ghosts": ghosts_of(told, chosen),
    }


def next_to(square: str) -> list[str]:
    column, row = "ABCDEFGHIJK".index(square[0]), int(square[1])
    places = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
    return ["ABCDEFGHIJK"[x] + str(y) for x, y in places if 0 <= x < 11 and 1 <= y <= 8]


def meets(box: FloatRect, other: tuple[float, float, float, float]) -> bool:
    x, y, width, height = other
    aside = x + width <= box["x"] or box["x"] + box["width"] <= x
    return not (aside or y + height <= box["y"] or box["y"] + box["height"] <= y)


def test_workmen_who_cannot_build_now_are_not_faint(desk: Desk) -> None:
    """Theirs were fainter than those of the others: people did not find them."""
    desk.show(Game(2).position, workmen=[{"port": "D1s", "state": "dim"}, {"port": "D1e", "state": "usable"}])
    man, halo = desk.page.locator(".board-workman.dim"), desk.page.locator(".board-halo.dim")
    expect(man).to_have_css("opacity", "1")
    expect(halo.locator(".board-ring-edge")).to_have_css("stroke-opacity", "1")
    expect(halo.locator(".board-ring-edge")).to_have_css("stroke-dasharray", re.compile("px"))
    expect(halo.locator(".board-glow")).to_have_css("display", "none")


def test_a_mouse_points_at_what_is_under_it(desk: Desk) -> None:
    game, told = building()
    desk.show(game.position, workmen=marks_of(told)["workmen"])
    port = told[0]["workman"]
    desk.page.mouse.move(*desk.middle("workman", port))
    assert desk.page.evaluate("window.hovered.at(-1)") == {"what": "workman", "name": port}
    expect(desk.page.locator(".board.usable")).to_have_count(1)
    desk.page.mouse.click(*desk.middle("workman", port))
    desk.page.mouse.click(*desk.middle("path", "9"))
    first, second = desk.pointed()
    assert first == {"what": "workman", "name": port}
    assert second["name"] == "9"
    assert second["what"] in ("builder", "path")
    desk.page.mouse.move(2, 2)
    assert desk.page.evaluate("window.hovered.at(-1)") is None


def test_every_way_to_lie_can_be_pointed_at(desk: Desk) -> None:
    game, told = building()
    marks = marks_of(told)
    desk.show(game.position, **marks)
    buttons = desk.page.locator(".board-tray-item")
    expect(buttons).to_have_count(len(marks["ghosts"]))
    tray = desk.page.locator(".board-tray").bounding_box()
    assert tray is not None
    hidden = [square for square in next_to(marks["ghosts"][0]["square"]) if meets(tray, desk.rect("square", square))]
    assert hidden == [], "who chooses sees what is next to the square"
    for index, ghost in enumerate(marks["ghosts"]):
        box = buttons.nth(index).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER
        buttons.nth(index).hover()
        expect(desk.page.locator(".board-ghost")).to_have_attribute("data-face", ghost["face"])
        buttons.nth(index).click()
        assert desk.pointed() == [{"what": "ghost", "name": ghost["square"], "face": ghost["face"]}]


def test_the_pointer_chooses_between_ways_on_the_square(desk: Desk) -> None:
    game, told = building()
    marks = marks_of(told)
    curves = [ghost for ghost in marks["ghosts"] if ghost["face"][0] == marks["ghosts"][0]["face"][0]]
    desk.show(game.position, **marks | {"ghosts": curves})
    found = set()
    x, y, width, height = desk.rect("square", curves[0]["square"])
    for across, down in ((0.1, 0.5), (0.9, 0.5), (0.5, 0.1), (0.5, 0.9)):
        desk.page.mouse.move(x + width * across, y + height * down)
        shown = desk.page.locator(".board-ghost").get_attribute("data-face")
        desk.page.mouse.click(x + width * across, y + height * down)
        (target,) = desk.pointed()
        assert target["face"] == shown
        found.add(shown)
    assert found == {ghost["face"] for ghost in curves}


def test_a_click_on_a_square_with_two_ways_asks_which(desk: Desk) -> None:
    """An extra tile was laid as the mouse happened to lie, and the tray lay on the way to other squares."""
    game, told = building()
    marks = marks_of(told)
    square = marks["ghosts"][0]["square"]
    desk.show(game.position, **marks | {"ghosts": [ghost | {"state": "looked"} for ghost in marks["ghosts"]]})
    desk.page.mouse.move(*desk.middle("square", square))
    expect(desk.page.locator(".board-tray")).to_be_hidden()
    desk.page.mouse.click(*desk.middle("square", square))
    assert desk.pointed() == [{"what": "ghost", "name": square, "face": None}]
    desk.show(game.position, **marks)
    expect(desk.page.locator(".board-tray-item")).to_have_count(len(marks["ghosts"]))


@PHONE
def test_a_finger_that_could_mean_two_things_looks_closer_first(desk: Desk) -> None:
    position = Game(3).position
    desk.show(position, paths=[{"path": path, "state": "usable"} for path in range(1, 39)])
    x, y, width, _ = desk.rect("path", "5")
    assert width < FINGER
    desk.page.touchscreen.tap(x + 1, y + 10)
    assert desk.pointed() == []
    expect(desk.page.locator(".board.zoomed")).to_have_count(1)
    assert desk.rect("path", "5")[2] >= FINGER
    note, way_back = desk.page.locator(".board-zoomed"), desk.page.get_by_role("button", name="Show the whole board")
    expect(note).to_contain_text("Zoomed in: several are close together. Tap the one you mean.")
    expect(way_back).to_have_text("Show the whole board")
    words = note.bounding_box()
    assert words is not None
    assert not meets(words, desk.rect("path", "5")), "what was tapped is not covered"
    desk.page.touchscreen.tap(*desk.middle("path", "5"))
    assert desk.pointed() == [{"what": "path", "name": "5"}]
    expect(note.locator("p")).to_be_hidden()
    box = way_back.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER
    way_back.tap()
    expect(desk.page.locator(".board.zoomed")).to_have_count(0)


@PHONE
def test_a_finger_need_not_hit_what_is_small(desk: Desk) -> None:
    position = game_after(4, 60).position
    path = next(path for path in range(1, 39) if position.path[path])
    desk.show(position, builders=[{"path": path, "state": "usable"}])
    x, y = desk.middle("builder", str(path))
    for dx, dy in ((0, 0), (20, 0), (0, 20), (-12, 16)):
        desk.page.touchscreen.tap(x + dx, y + dy)
        desk.page.wait_for_timeout(400)
        desk.page.wait_for_function("window.pointed.length")
        assert desk.pointed() == [{"what": "builder", "name": str(path)}]


@PHONE
def test_two_quick_taps_zoom_and_ask_nothing(desk: Desk) -> None:
    desk.show(game_after(4, 60).position)
    at = desk.middle("square", "F4")
    desk.page.touchscreen.tap(*at)
    desk.page.touchscreen.tap(*at)
    expect(desk.page.locator(".board.zoomed")).to_have_count(1)
    desk.page.wait_for_timeout(400)
    assert desk.pointed() == []
    desk.page.touchscreen.tap(*desk.middle("square", "F4"))
    desk.page.wait_for_timeout(400)
    desk.page.wait_for_function("window.pointed.length")
    assert desk.pointed() == [{"what": "square", "name": "F4"}]


@PHONE
def test_two_fingers_zoom_and_one_moves_what_is_zoomed(desk: Desk) -> None:
    desk.show(game_after(4, 60).position)
    fingers = desk.page.context.new_cdp_session(desk.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    x, y = desk.middle("square", "F4")
    before = desk.rect("square", "F4")[2]
    touch("touchStart", (x - 20, y), (x + 20, y))
    for spread in (30, 40, 60):
        touch("touchMove", (x - spread, y), (x + spread, y))
    touch("touchEnd")
    assert desk.rect("square", "F4")[2] == pytest.approx(before * 3, rel=0.1)
    assert desk.middle("square", "F4") == pytest.approx((x, y), abs=12)
    where = desk.middle("square", "F4")
    touch("touchStart", (x, y))
    for step in (12, 24, 40):
        touch("touchMove", (x - step, y))
    touch("touchEnd")
    assert where[0] - desk.middle("square", "F4")[0] == pytest.approx(40, abs=14)
    assert desk.pointed() == []


@PHONE
def test_the_tray_on_a_phone_has_room_for_fingers_and_hides_no_figure(desk: Desk) -> None:
    game, told = building()
    marks = marks_of(told)
    desk.show(game.position, **marks)
    tray = desk.page.locator(".board-tray").bounding_box()
    assert tray is not None
    for index in range(len(marks["ghosts"])):
        box = desk.page.locator(".board-tray-item").nth(index).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER
    assert not meets(tray, desk.rect("square", marks["ghosts"][0]["square"]))


def test_the_keyboard_reaches_everything(desk: Desk) -> None:
    game, told = building()
    marks = marks_of(told)
    desk.show(game.position, workmen=marks["workmen"])
    desk.page.evaluate("board.focus({what: 'square', name: 'A1'})")
    focused = desk.page.locator(".board-cell:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("^A1, printed curve, east to south"))
    keyboard = desk.page.keyboard
    keyboard.press("ArrowUp")
    keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-label", "fountain")
    keyboard.press("Control+End")
    expect(focused).to_have_attribute("aria-label", "fountain")
    ports = [mark["port"] for mark in marks["workmen"]]
    port = next(port for port in ports if sum(other[:2] == port[:2] for other in ports) == 1)
    desk.page.evaluate("(name) => board.focus({what: 'workman', name})", port)
    expect(focused).to_have_attribute("aria-label", re.compile("workman"))
    keyboard.press("Enter")
    assert desk.pointed() == [{"what": "workman", "name": port}]
    assert desk.page.locator(".board-cell[tabindex='0']").count() == 1


def test_the_keyboard_chooses_between_ways(desk: Desk) -> None:
    game, told = building()
    marks = marks_of(told)
    desk.show(game.position, **marks)
    desk.page.evaluate("(name) => board.focus({what: 'square', name})", marks["ghosts"][0]["square"])
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".board-tray-item:focus")).to_have_count(1)
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator(".board-cell:focus")).to_have_count(1)
    desk.page.keyboard.press(" ")
    desk.page.keyboard.press("ArrowRight")
    face = desk.page.locator(".board-ghost").get_attribute("data-face")
    desk.page.keyboard.press("Enter")
    assert desk.pointed() == [{"what": "ghost", "name": marks["ghosts"][0]["square"], "face": face}]
    expect(desk.page.locator(".board-cell:focus")).to_have_count(1)


def test_workmen_on_one_square_are_chosen_by_keyboard(desk: Desk) -> None:
    desk.show(Game(2).position, workmen=[{"port": port, "state": "usable"} for port in ("D1s", "D1e")])
    desk.page.evaluate("board.focus({what: 'square', name: 'D1'})")
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".board-tray-item")).to_have_count(2)
    desk.page.keyboard.press("ArrowRight")
    desk.page.keyboard.press("Enter")
    assert desk.pointed() == [{"what": "workman", "name": "D1e"}]


def test_elements_stay_when_the_board_changes(desk: Desk) -> None:
    desk.show(game_after(4, 60).position)
    desk.page.evaluate("window.kept = [...document.querySelectorAll('#board [data-layer] > *')]")
    desk.page.evaluate("board.focus({what: 'square', name: 'F4'})")
    desk.show(game_after(4, 61).position, squares=[{"square": "F4", "state": "usable"}])
    lost = desk.page.evaluate("window.kept.filter((element) => !element.isConnected).length")
    assert lost <= 6
    expect(desk.page.locator(".board-cell:focus")).to_have_attribute("data-state", "usable")


def test_a_screen_reader_hears_every_cell_in_every_language(desk: Desk) -> None:
    game, told = building()
    for language, word in (("de", "Brunnen"), ("fr", "fontaine"), ("en", "fountain")):
        desk.page.evaluate("async (name) => (await import('/js/lib/i18n.js')).setLanguage(name)", language)
        desk.show(game.position, **marks_of(told))
        expect(desk.page.locator(f".board-cell[aria-label='{word}']")).to_have_count(4)
        desk.page.wait_for_function(
            "[...document.querySelectorAll('.board-cell')].every((cell) => cell.getAttribute('aria-label'))"
        )
    assert barriers(desk.page) == []


@MOVING
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_an_animation_ends_when_the_game_continues(desk: Desk, players: int) -> None:
    game = whole_game(players)
    first, last = 26, 60
    before, after = game_after(players, first).position, game_after(players, last).position
    desk.show(before)
    seen = desk.page.evaluate(
        """async ([steps, before, after]) => {
          const seen = [];
          await board.animate(steps, before, after, {speed: 40, onStep: (step) => seen.push(step.move)});
          return seen;
        }""",
        [plain(steps(Game(players).position, game.moves))[first:last], plain(view(before)), plain(view(after))],
    )
    assert seen == [str(move) for move in game.moves[first:last]]
    assert desk.page.evaluate("board.isPlaying()") is False
    assert desk.page.locator(LEFTOVERS).count() == 0
    standing = {one["course"][-1] for one in plain(view(after))["aqueducts"] if one.get("open")}
    drawn = desk.page.eval_on_selector_all(".board-workman", "(men) => men.map((man) => man.dataset.port)")
    assert set(drawn) == standing


@MOVING
def test_an_animation_can_be_stopped_at_any_moment(desk: Desk) -> None:
    game = whole_game(4)
    first = next(index for index, move in enumerate(game.moves) if isinstance(move, Build))
    before, after = game_after(4, first).position, game_after(4, first + 4).position
    told = plain(steps(Game(4).position, game.moves))[first : first + 4]
    desk.show(before)
    script = """async ([steps, before, after, delay]) => {
      const stop = new AbortController();
      const over = board.animate(steps, before, after, {speed: 1, signal: stop.signal});
      await new Promise((resolve) => setTimeout(resolve, delay));
      const playing = board.isPlaying();
      stop.abort();
      await over;
      return playing;
    }"""
    for delay in (0, 60, 400, 700):
        assert desk.page.evaluate(script, [told, plain(view(before)), plain(view(after)), delay]) is True
        assert desk.page.locator(LEFTOVERS).count() == 0
        paths = desk.page.eval_on_selector_all(".board-builder", "(all) => all.map((one) => Number(one.dataset.path))")
        assert sorted(paths) == [path for path in range(1, 39) if after.path[path]]
    # A pointer ends it too, and what came meanwhile is shown.
    desk.page.evaluate(
        "([steps, before, after]) => { window.over = board.animate(steps, before, after); board.update(before) }",
        [told, plain(view(before)), plain(view(after))],
    )
    desk.page.mouse.click(*desk.middle("square", "F4"))
    desk.page.evaluate("window.over")
    assert desk.pointed() == []
    paths = desk.page.eval_on_selector_all(".board-builder", "(all) => all.map((one) => Number(one.dataset.path))")
    assert sorted(paths) == [path for path in range(1, 39) if before.path[path]]


def test_without_motion_nothing_moves(desk: Desk) -> None:
    game = whole_game(4)
    before, after = game_after(4, 40).position, game_after(4, 44).position
    seen = desk.page.evaluate(
        """async ([steps, before, after]) => {
          const seen = [];
          board.update(before);
          await board.animate(steps, before, after, {onStep: (step) => seen.push(step)});
          return seen;
        }""",
        [plain(steps(Game(4).position, game.moves))[40:44], plain(view(before)), plain(view(after))],
    )
    assert seen == []
    assert desk.page.evaluate("document.getAnimations().length") == 0
    assert desk.page.evaluate("document.documentElement.dataset.motion") == "off"


@MOVING
def test_water_moves_and_stops_when_the_board_is_not_visible(desk: Desk) -> None:
    desk.show(game_after(4, 60).position)
    running = "document.getAnimations().filter((one) => one.playState === 'running').length"
    desk.page.wait_for_function(f"{running} > 8")
    names = desk.page.evaluate(
        "[...new Set(document.getAnimations().flatMap((one) => one.animationName ?? []))].sort()"
    )
    assert names == ["board-flow", "board-jets", "board-ripple"]
    desk.page.evaluate("document.querySelector('main').style.paddingTop = '4000px'")
    desk.page.wait_for_function(f"{running} === 0")
