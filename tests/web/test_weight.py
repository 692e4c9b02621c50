"""What a first visit loads: the start page and a table stay light."""

from playwright.sync_api import Browser

from benchmarks._browser import first_visit
from tests.web.server import Server

BOUND = 370  # kilobytes over the wire, headers included; 400 are promised


def test_start_page_and_table_stay_under_their_weight(browser: Browser, server: Server) -> None:
    table = server.create(*["search:1"] * 4)
    loaded = (
        first_visit(browser, server.url).kilobytes | first_visit(browser, f"{server.url}/#/table/{table}").kilobytes
    )
    files = {address: size for address, size in loaded.items() if "/api/" not in address}
    heaviest = sorted(files.items(), key=lambda entry: -entry[1])[:10]
    assert sum(files.values()) < BOUND, f"{len(files)} files, the heaviest: {heaviest}"
