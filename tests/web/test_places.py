"""Every place: no barriers, no sideways scrolling in any size, and words in every language."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.axe import CONTRAST, barriers
from tests.web.conftest import PATIENCE, USUAL
from tests.web.places import ALIKE, PLACES
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.watch import Watch
from tests.web.words import raw_words

pytestmark = pytest.mark.slow

LANGUAGE = "de"  # that no language lacks a key is proven by the catalogues
FRAMES = 12  # more than a large page has parts
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDTHS = {320: 640, 390: 844, 820: 1180, 844: 390, 1280: 800, 1920: 1080}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Without what other tests leave behind: tables with names that look like placeholders, for one."""
    with Server(tmp_path_factory.mktemp("places")) as server:
        yield server


# To load the page takes longer than to look at a place, so all tests here go from place to place in one window.


def window(browser: Browser, **how: Any) -> Iterator[Page]:
    """A window that stays open; it speaks LANGUAGE from its first moment on."""
    context = browser.new_context(**USUAL | how)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"""if (location.host) localStorage.setItem("aqua.language", '"{LANGUAGE}"')""")
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[Page]:
    yield from window(browser)


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    yield from window(browser, **PHONE)


@pytest.fixture
def page(request: pytest.FixtureRequest, watch: Watch) -> Iterator[Page]:
    """The window at a desk, or with the parameter `phone` that of a phone, as it was in the beginning."""
    page: Page = request.getfixturevalue(getattr(request, "param", "desk"))
    size = page.viewport_size
    assert size
    watch.follow(page.context)
    yield page
    watch.leave(page.context)
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("place", [place for place in PLACES if place not in ALIKE])
def test_a_place_is_for_everybody_and_fits(page: Page, server: Server, watch: Watch, place: str) -> None:
    watch.expect("status of 4(04|22)")
    PLACES[place](page, server)
    page.evaluate(probe("settle"), FRAMES)
    assert raw_words(page) == []
    found = [f"light: {line}" for line in barriers(page)]
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    found += [f"dark: {line}" for line in barriers(page, CONTRAST)]
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(probe("settle"), 2)
        found += [f"{width}: {line}" for line in page.evaluate(probe("overflow"))]
    assert found == []


def test_the_tools_do_not_cover_workmen_on_the_stairs(page: Page, server: Server) -> None:
    PLACES["table: build"](page, server)
    found = {}
    for width, height in (WIDTHS | {1440: 900}).items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(probe("settle"), 2)
        found[width] = page.evaluate(probe("heads"))
    assert {width: hidden for width, hidden in found.items() if hidden} == {}


def test_places_that_are_like_others_speak_too(page: Page, server: Server, watch: Watch) -> None:
    watch.expect("status of 4(04|22)")
    found = {}
    for place in ALIKE:
        PLACES[place](page, server)
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGE)
        found[place] = raw_words(page)
    assert {place: raw for place, raw in found.items() if raw} == {}


@pytest.mark.parametrize("page", ["phone"], indirect=True)
@pytest.mark.parametrize(
    "place",
    ["start", "same screen", "table: build", "table: setup", "table: complete", "games", "replay", "study", "settings"],
)
def test_what_a_finger_has_to_hit_is_large_enough(page: Page, server: Server, place: str) -> None:
    PLACES[place](page, server)
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(probe("settle"), FRAMES)
        assert page.evaluate(probe("small")) == [], width
        assert page.evaluate(probe("overflow")) == [], width
