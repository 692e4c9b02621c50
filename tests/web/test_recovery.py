"""What must not be lost: a stretch when the page is loaded again, a game when the server dies."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from aquaromana.records import read_records, verify
from tests.web.player import Player, Seen
from tests.web.positions import CLAIM, RESERVE
from tests.web.server import Server
from tests.web.watch import Watch

pytestmark = pytest.mark.slow

CUT = r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET"


def compose(player: Player) -> Seen:
    """Choose until one press ends the stretch."""
    while not (seen := player.look()).confirm:
        player.answer(seen)
    return seen


def is_played(server: Server, table: str, composed: Seen) -> bool:
    """Whether just this stretch was played; closing nothing is a decision of its own."""
    moves = [step["move"] for step in server.state(table)["steps"]]
    return moves in (composed.done, [*composed.done, "-"])


def test_a_reload_keeps_the_stretch(page: Page, server: Server) -> None:
    table = server.create("person", "person", position=RESERVE)
    player = Player.at(page, server.url, table)
    while not (seen := player.look()).done:
        player.answer(seen)
    begun = seen.done
    page.reload()
    assert player.look().done == begun
    composed = compose(player)
    page.reload()
    assert player.look().done == composed.done
    page.locator(".bar-confirm").click()
    expect(page.locator(".bar-done .done")).to_have_count(0)
    assert is_played(server, table, composed)


def test_a_killed_server_loses_nothing(page: Page, own_server: Server, watch: Watch) -> None:
    watch.expect(CUT)
    table = own_server.create("person", "greedy", "random")
    player = Player.at(page, own_server.url, table)
    for _ in range(2):
        player.play(decisions=8)
        while not (seen := player.look()).done:
            player.answer(seen)
        before = own_server.state(table)["steps"]
        own_server.kill()
        expect(page.locator(".table-banner")).to_contain_text("No connection")
        own_server.start()
        expect(page.locator(".table-banner")).to_be_hidden(timeout=30_000)
        after = own_server.state(table)["steps"]
        assert after[: len(before)] == before
        assert player.look().done[: len(seen.done)] == seen.done
    known = own_server.state(table)["version"]
    player.play(decisions=4)
    assert own_server.state(table)["version"] > known, "the game goes on"
    (record,) = read_records(own_server.record(table))
    assert verify(record).error is None


def test_a_server_that_dies_with_a_move_on_its_way_gets_it_again(page: Page, own_server: Server, watch: Watch) -> None:
    watch.expect(CUT)
    table = own_server.create("person:Anna", "person:Ben")
    player = Player.at(page, own_server.url, table)
    composed = compose(player)
    own_server.kill()
    page.locator(".bar-confirm").click()
    expect(page.locator(".table-banner")).to_contain_text("No connection")
    expect(page.locator(".bar-confirm")).to_be_disabled()
    own_server.start()
    expect(page.locator(".bar-who")).to_have_text("Ben", timeout=30_000)
    assert is_played(own_server, table, composed)


def test_a_move_made_in_another_window_is_seen_here(page: Page, context: BrowserContext, server: Server) -> None:
    table = server.create("person:Anna", "person:Ben", position=CLAIM)
    here = Player.at(page, server.url, table)
    compose(here)
    there = Player.at(context.new_page(), server.url, table)
    composed = compose(there)
    there.page.locator(".bar-confirm").click()
    expect(page.locator(".steps-count")).to_have_text("1 / 1")
    assert here.look("theirs").done == []
    assert is_played(server, table, composed)


def test_a_stale_move_is_refused_in_words_and_the_page_keeps_working(
    page: Page, open_context: Callable[..., BrowserContext], server: Server
) -> None:
    table = server.create("person:Anna", "person:Ben", position=CLAIM)
    held: list[str | bytes] = []
    is_slow = False

    def between(socket: WebSocketRoute) -> None:
        """The page does not hear of others' moves for a while."""
        behind = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            if is_slow and '"state"' in str(message)[:40]:
                held.append(message)
            else:
                socket.send(message)

        behind.on_message(heard)

    page.route_web_socket(re.compile("/live$"), between)
    here = Player.at(page, server.url, table)
    compose(here)
    is_slow = True
    there = Player.at(open_context().new_page(), server.url, table, seed=3)
    compose(there)
    there.page.locator(".bar-confirm").click()
    there.look("theirs")
    page.locator(".bar-confirm").click()
    expect(page.locator(".toast")).to_be_visible()
    assert server.state(table)["version"] == 1
    is_slow = False
    page.reload()
    assert here.look().done == []
