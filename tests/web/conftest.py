"""A browser for the tests of the page, and a watch on everything that goes wrong in it."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Playwright, expect, sync_playwright

from tests.web.server import SERVE, Server
from tests.web.watch import Watch

OWN_PAGES = (  # of the browser's own window, which nobody sees: each costs more than a page of ours
    *("InitialWebUI", "WebUIReloadButton", "WebUIToolbar", "PreloadTopChromeWebUI"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
)
NEEDLESS = ("Translate", "MediaRouter", "LensOverlay", "HttpsUpgrades", "PaintHolding", "DestroyProfileOnBrowserClose")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    f"--disable-features={','.join((*OWN_PAGES, *NEEDLESS))}",
)
PATIENCE = 20_000  # milliseconds; two noisy cores, nothing waits this long when all is well
expect.set_options(timeout=PATIENCE)
USUAL: dict[str, Any] = {
    "locale": "en-GB",
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "viewport": {"width": 1280, "height": 800},
    "timezone_id": "Europe/Rome",
    "service_workers": "block",
}


# The fixtures of pytest-playwright, with the installed Chromium and closed at the end of this package.


@pytest.fixture(scope="session")
def browser_type_launch_args(pytestconfig: pytest.Config) -> dict[str, Any]:
    named = os.environ.get("CHROME_BIN")
    path = shutil.which(named or "chromium") or shutil.which("chromium-browser")
    if not path and "browser" in os.environ.get("AQUA_LEAVE_OUT", ""):
        pytest.skip("there is no Chromium")
    assert path, "there is no Chromium: scripts/test installs it where it can, or name one by CHROME_BIN"
    return {"executable_path": path, "args": FLAGS, "headless": not pytestconfig.getoption("--headed")}


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser_type(playwright: Playwright) -> BrowserType:
    return playwright.chromium


@pytest.fixture(scope="package")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    browser = browser_type.launch(**browser_type_launch_args)
    yield browser
    browser.close()


@pytest.fixture
def browser_context_args() -> dict[str, Any]:
    """As most tests want it; the mark `browser_context_args` changes it for one."""
    return USUAL.copy()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Whatever goes wrong in a page of the test; the test fails of it unless it said `watch.expect(…)`."""
    watch = Watch()
    yield watch
    assert not watch.unexpected, "\n".join(watch.unexpected)


@pytest.fixture
def open_context(
    new_context: Callable[..., BrowserContext], browser: Browser, browser_context_args: dict[str, Any], watch: Watch
) -> Iterator[Callable[..., BrowserContext]]:
    """Another browser profile, watched like the first; with arguments, one that differs from the usual."""
    different: list[BrowserContext] = []

    def opened(**arguments: Any) -> BrowserContext:
        if arguments:
            context = browser.new_context(**browser_context_args | arguments)
            different.append(context)
        else:
            context = new_context()
        context.set_default_timeout(PATIENCE)
        watch.follow(context)
        return context

    yield opened
    for context in different:
        context.close()


@pytest.fixture
def context(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    return open_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


# The real server, as a process of its own.


@pytest.fixture(scope="package")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def server(shared_server: Server) -> Server:
    """A server that other tests use too: make tables, never stop it."""
    return shared_server


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for several people, who come by links; other tests use it too."""
    with Server(tmp_path_factory.mktemp("club"), SERVE) as server:
        yield server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    with Server(tmp_path / "data") as server:
        yield server
