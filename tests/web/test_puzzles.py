"""Puzzles in a real browser: from the list to a try that is refuted, the solution, and what the browser keeps."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from aquaromana.puzzles import library
from aquaromana.puzzles.judge import ends_stretch
from aquaromana.puzzles.puzzle import Puzzle
from aquaromana.rules import Game
from tests.web.axe import barriers
from tests.web.places import visit
from tests.web.player import Player
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.watch import Watch

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def short() -> Puzzle:
    """A puzzle that one stretch solves."""
    return next(each for each in library().puzzles if each.kind == "win" and len(each.line) <= 3 and each.nodes < 900)


def wrong_stretch(puzzle: Puzzle) -> list[str]:
    game = Game.from_position(puzzle.position)
    game.push(next(each for each in game.legal_moves() if str(each) not in puzzle.right))
    while not ends_stretch(game.position, puzzle.seat, game.moves):
        game.push(game.legal_moves()[-1])
    return list(map(str, game.moves))


def type_stretch(page: Page, moves: list[str]) -> None:
    box = page.locator("#typed")
    for count, move in enumerate(moves, 1):
        if not box.is_visible():
            page.keyboard.press("n")
        page.evaluate(probe("settle"), 8)
        box.fill(move)
        box.press("Enter")
        expect(page.locator(".bar-done .done:not([data-waiting])").nth(count - 1)).to_be_visible()
    expect(page.locator(".bar-confirm")).to_be_visible()
    box.press("Control+Enter")


def kept(page: Page) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads(page.evaluate("localStorage.getItem('aqua.puzzles')"))
    return found


def test_a_wrong_try_is_refuted_a_right_one_solves_it_and_only_the_first_counts(page: Page, server: Server) -> None:
    puzzle, panel = short(), page.locator(".puzzle")
    visit(page, server, "#/puzzles")
    page.get_by_label("Task").select_option("win")
    page.get_by_label("Players").select_option(str(puzzle.players))
    fitting = [each for each in library().puzzles if (each.kind, each.players) == ("win", puzzle.players)]
    expect(page.get_by_role("status")).to_have_text(f"{len(fitting)} puzzles")
    assert barriers(page) == []
    page.locator(f".puzzles-list a[href$='{puzzle.id}']").click()
    expect(panel).to_have_attribute("data-tone", "task")
    expect(page.locator(".puzzle-goal")).to_contain_text("Win for certain")
    type_stretch(page, wrong_stretch(puzzle))
    expect(panel).to_have_attribute("data-tone", "missed")
    expect(page.locator(".puzzle-outcome")).to_contain_text("Not certain")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    page.locator(".puzzle-again").click()
    expect(panel).to_have_attribute("data-tone", "task")
    game, own = Game.from_position(puzzle.position), list[str]()
    for move in puzzle.line:
        if game.to_move != puzzle.seat:
            break
        own.append(move)
        game.play(move)
    type_stretch(page, own)
    expect(panel).to_have_attribute("data-tone", "done")
    expect(page.locator(".puzzle-outcome")).to_contain_text("Solved!")
    history = kept(page)
    entry = history["tried"][puzzle.id]
    assert isinstance(entry, dict)
    assert (entry["right"], entry["solved"]) == (False, True)
    page.locator(".puzzle-next").click()
    expect(page.locator("#puzzle-title")).to_contain_text("Certain win")
    expect(panel).to_have_attribute("data-tone", "task")
    page.go_back()  # the table of the puzzle before is gone: this leads past it
    expect(page.locator(f".puzzles-list a[href$='{puzzle.id}']")).to_have_attribute("data-state", "solved")


def test_fingers_find_a_solution_and_answer_a_question_in_german(
    open_context: Callable[..., BrowserContext], server: Server, watch: Watch
) -> None:
    page = open_context(locale="de-DE", **PHONE).new_page()
    puzzle = next(each for each in library().puzzles if each.kind == "podium" and len(each.line) < 4)
    visit(page, server, f"#/puzzles/{puzzle.id}")
    panel = page.locator(".puzzle")
    expect(panel).to_have_attribute("data-tone", "task")
    player = Player(page, touch=True)
    seen = player.look()
    player.answer(seen)  # the board takes part as in every game
    page.locator(".puzzle-solution").tap()
    expect(panel).to_have_attribute("data-tone", "done", timeout=30_000)
    expect(page.locator(".puzzle-outcome")).to_contain_text("Das ist eine Lösung.")
    question = next(each for each in library().puzzles if each.kind == "legal" and each.right[0] != "legal")
    visit(page, server, f"#/puzzles/{question.id}")
    page.locator(".puzzle-options input[value='legal']").tap()
    page.locator(".puzzle-options button").tap()
    expect(panel).to_have_attribute("data-tone", "missed")
    expect(page.locator(".puzzle-outcome")).to_contain_text("Das stimmt nicht.")
    assert barriers(page) == []
    watch.expect("404")
    visit(page, server, "#/puzzles/w2-000000")
    expect(page.get_by_role("alert")).to_contain_text("w2-000000")


def test_a_history_of_another_version_is_left_alone_and_can_be_erased(page: Page, server: Server) -> None:
    visit(page, server, "#/rules")
    page.evaluate("localStorage.setItem('aqua.puzzles', '{\"version\": 99}')")
    visit(page, server, "#/puzzles")
    expect(page.locator(".puzzles-rating")).to_contain_text("another version")
    assert page.evaluate("localStorage.getItem('aqua.puzzles')") == '{"version": 99}'
    visit(page, server, "#/settings")
    panel = page.locator(".progress")
    expect(panel).to_contain_text("Your puzzle progress is from another version of the game.")
    panel.get_by_role("button", name="Erase").click()
    page.locator("dialog[open]").get_by_role("button", name="Erase").click()
    expect(panel).not_to_contain_text("another version")
    assert page.evaluate("localStorage.getItem('aqua.puzzles')") is None
