"""What a browser measures of the page: how soon it can be used, what it loads, and how long it is ever busy."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from aquaromana.records import Record, read_record, write_record

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# Pages of the browser's own window would be measured with ours: their tasks are the longest of all.
OWN_PAGES = "InitialWebUI,WebUIReloadButton,WebUIToolbar,PreloadTopChromeWebUI,WebUIOmniboxPopup"
OWN_PAGES += ",WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
ARGUMENTS += [f"--disable-features={OWN_PAGES}"]
USABLE = "main:not([aria-busy=true]) button >> visible=true"
PATIENCE: Final = 20_000  # milliseconds
WATCHING: Final = 5_000
CLICKS: Final = 20  # more than any stretch takes
CHOICES: Final = ".board-tray-item:visible", ".board-cell[data-state=usable]", ".bar-offers .offer:visible"

GAME: Final = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "game.aqr"
MIDDLE: Final = 112  # decisions: a board half full, and a long log
SEATS: Final = {"Bot1": "search:1", "Bot2": "search:1", "Bot3": "search:1"}


@dataclass
class Visit:
    """What one visit to the page was like."""

    usable: float
    """Milliseconds until the start page can be used."""
    kilobytes: dict[str, float] = field(default_factory=dict)
    """What was loaded, by its address."""


def program() -> str | None:
    """The browser on this machine, if there is one."""
    return os.environ.get("CHROME_BIN") or next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        try:
            yield found
        finally:
            found.close()


def first_visit(found: Browser, url: str) -> Visit:
    """Open the start page with nothing in the cache."""
    context = found.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    urls: dict[str, str] = {}
    visit = Visit(0)
    session.on("Network.responseReceived", lambda event: urls.update({event["requestId"]: event["response"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: visit.kilobytes.update(
            {urls.get(event["requestId"], event["requestId"]): event["encodedDataLength"] / 1000}
        ),
    )
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(USABLE)
    visit.usable = 1000 * (time.perf_counter() - begun)
    page.wait_for_load_state("networkidle")
    context.close()
    return visit


# How long it is ever busy.


def longest_task(found: Browser, url: str) -> float:
    """The longest that the page kept its thread busy without a break, in milliseconds, during one visit.

    A visit is all that people do: the start page, a table in the middle of a game, a stretch by pointing, the bots'
    answer with its animation, and a game looked at again. What counts is the processor time of each task, as the
    browser traces it: time that other processes take away is not the page's. Some visits still have a wild value; the
    figure is the median of several.
    """
    table, game = _bring(url, middle_of_a_game()), _bring(url, GAME.read_text("utf-8"))
    context = found.new_context(viewport={"width": 1280, "height": 800}, locale="en-US")
    page = context.new_page()
    with _traced(context, page) as events:
        page.goto(url)
        page.wait_for_selector(USABLE)
        page.wait_for_timeout(1000)
        page.goto(f"{url}#/table/{table}")
        page.wait_for_selector(".board.drawn")
        _stretch(page)
        page.wait_for_timeout(WATCHING)
        page.goto(f"{url}#/replay/{game}?ply={MIDDLE}")
        page.wait_for_selector(".board.drawn")
        page.locator(".replay-play").click()
        page.wait_for_timeout(WATCHING)
        for key in ("Home", "End", "ArrowLeft", "ArrowRight"):
            page.keyboard.press(key)
            page.wait_for_timeout(700)
    context.close()
    return max(_tasks(events))


def middle_of_a_game() -> str:
    """A record after which the person in the first seat has to build, against three bots."""
    game = read_record(GAME.read_bytes()).game(MIDDLE)
    while game.to_move != 0 or str(game.phase) != "build":
        game.pop()
    return write_record(Record.from_game(game, **SEATS))


def _bring(url: str, record: str) -> str:
    answer = httpx.post(f"{url}api/records", content=record, trust_env=False)
    return str(answer.raise_for_status().json()["id"])


def _stretch(page: Page) -> None:
    """Point at whatever can be used until a stretch is complete, and confirm it."""
    page.wait_for_selector(".board-cell[data-state=usable]", state="attached", timeout=PATIENCE)
    for _ in range(CLICKS):
        if page.locator(".bar-confirm:visible").count():
            page.locator(".bar-confirm").click()
            return
        choices = (page.locator(choice) for choice in CHOICES)
        box = next((choice.first.bounding_box() for choice in choices if choice.count()), None)
        if box:
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
            page.mouse.down()
            page.mouse.up()
        page.wait_for_timeout(400)
    raise TimeoutError("no stretch could be made by pointing")


@contextmanager
def _traced(context: BrowserContext, page: Page) -> Iterator[list[dict[str, Any]]]:
    """What the browser's threads did meanwhile; complete at the end."""
    session = context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    over: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: over.append(True))
    config = {"includedCategories": ["toplevel"], "excludedCategories": ["*"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield events
    session.send("Tracing.end")
    while not over:
        page.wait_for_timeout(50)


def _tasks(events: list[dict[str, Any]]) -> list[float]:
    """The processor time of every task on the threads of pages, in milliseconds."""
    named = [event for event in events if event["name"] == "thread_name"]
    threads = {(event["pid"], event["tid"]) for event in named if event["args"]["name"] == "CrRendererMain"}
    return [event["tdur"] / 1000 for event in events if "tdur" in event and (event["pid"], event["tid"]) in threads]
