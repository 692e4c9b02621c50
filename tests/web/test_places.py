"""Every place: no barriers, no sideways scrolling in any size, and words in every language."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import CONTRAST, barriers
from tests.web.places import ALIKE, PLACES
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.watch import Watch
from tests.web.words import raw_words

pytestmark = pytest.mark.slow

LANGUAGE = "de"  # that no language lacks a key is proven by the catalogues
FRAMES = 12  # more than a large page has parts
WIDTHS = {320: 640, 390: 844, 820: 1180, 844: 390, 1280: 800, 1920: 1080}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Without what other tests leave behind: tables with names that look like placeholders, for one."""
    with Server(tmp_path_factory.mktemp("places")) as server:
        yield server


@pytest.mark.parametrize("place", [place for place in PLACES if place not in ALIKE])
def test_a_place_is_for_everybody_and_fits(page: Page, server: Server, watch: Watch, place: str) -> None:
    watch.expect("status of 4(04|22)")
    speak(page)
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
    speak(page)
    found = {}
    for place in ALIKE:
        PLACES[place](page, server)
        expect(page.locator("html")).to_have_attribute("lang", LANGUAGE)
        found[place] = raw_words(page)
    assert {place: raw for place, raw in found.items() if raw} == {}


def speak(page: Page) -> None:
    """Let the page speak this language from its first moment on."""
    page.add_init_script(f"""if (location.host) localStorage.setItem("aqua.language", '"{LANGUAGE}"')""")


@pytest.mark.browser_context_args(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
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
