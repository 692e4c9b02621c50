"""A phone: fingers instead of a mouse, and little room."""

import pytest
from playwright.sync_api import Page

from tests.web.player import Player
from tests.web.positions import BUILD, LATE
from tests.web.server import Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser_context_args(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=3
    ),
]


def test_a_game_is_played_with_the_fingers(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=BUILD)
    player = Player.at(page, server.url, table, touch=True)
    player.play(decisions=30)
    moves = [step for step in server.state(table)["steps"] if step["seat"] == 0]
    assert len(moves) >= 4


def test_a_game_is_brought_to_its_end_with_the_fingers(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=LATE)
    Player.at(page, server.url, table, touch=True).play()
    assert server.state(table)["table"]["status"] == "over"


def test_what_is_asked_can_be_seen_without_scrolling(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=BUILD)
    player = Player.at(page, server.url, table, touch=True)
    player.look()
    board = page.locator(".board").first.bounding_box()
    bar = page.locator(".table-bar .bar-text").bounding_box()
    assert board is not None
    assert bar is not None
    assert board["y"] + board["height"] <= 844
    assert bar["y"] + bar["height"] <= 844
