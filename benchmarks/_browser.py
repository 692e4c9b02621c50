"""What a browser measures of the page: how soon it can be used, what it loads, and how long it is ever busy."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
USABLE = "main:not([aria-busy=true]) button >> visible=true"
WATCH = """
window.longTasks = [];
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.longTasks.push(entry.duration); })
  .observe({type: "longtask", buffered: true});
"""
PLAY_SECONDS = 8.0


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


def longest_task(found: Browser, url: str) -> float:
    """How long, in ms, the page of a table was ever busy without a break while bots played; up to 50 counts as 0."""
    context = found.new_context()
    page: Page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_selector("main:not([aria-busy=true]) svg >> visible=true")
    page.wait_for_timeout(1000 * PLAY_SECONDS)
    tasks: list[float] = page.evaluate("window.longTasks")
    context.close()
    return max(tasks, default=0.0)
