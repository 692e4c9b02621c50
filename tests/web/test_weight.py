"""What a first visit loads: the start page and a table stay light, and the form comes before the decoration."""

from playwright.sync_api import Browser

from benchmarks._browser import first_visit
from tests.web.server import Server

BOUND = 385  # kilobytes over the wire, headers included; 400 are promised. Every step says what it means for whom.


def test_start_page_and_table_stay_light(browser: Browser, server: Server) -> None:
    table = server.create(*["search:1"] * 4)
    start = first_visit(browser, server.url).kilobytes
    loaded = start | first_visit(browser, f"{server.url}/#/table/{table}").kilobytes
    files = {address: size for address, size in loaded.items() if "/api/" not in address}
    heaviest = sorted(files.items(), key=lambda entry: -entry[1])[:10]
    assert sum(files.values()) < BOUND, f"{len(files)} files, the heaviest: {heaviest}"
    order = [address.removeprefix(server.url) for address in start]
    assert order.count("/api/tables") == 1
    assert order.index("/api/tables") < order.index("/js/board/board.js"), "the board on the cover waits for the form"
