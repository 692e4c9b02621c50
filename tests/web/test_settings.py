"""What somebody has chosen stays: after a reload, in another tab, and when the server starts again."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.places import visit
from tests.web.server import Server
from tests.web.watch import Watch
from tests.web.words import LANGUAGES, words


def choose(page: Page, group: str, words: str) -> None:
    page.get_by_role("group", name=group).get_by_text(words, exact=True).click()


def check_kept(page: Page) -> None:
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "fr")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "off")
    expect(root).to_have_attribute("data-patterns", "on")


@pytest.mark.slow
def test_settings_survive_reload_and_restart(
    page: Page, context: BrowserContext, own_server: Server, watch: Watch
) -> None:
    visit(page, own_server, "#/settings")
    choose(page, "Light or dark", "Dark")
    choose(page, "Animations", "Off")
    choose(page, "Speed", "Fast")
    page.get_by_label("Patterns in addition to colors").check()
    page.get_by_label("Confirm automatically").check()
    page.locator("#language").select_option("fr")
    check_kept(page)
    page.reload()
    check_kept(page)
    page.close()
    own_server.stop()
    own_server.start()
    page = context.new_page()
    visit(page, own_server, "#/settings")
    check_kept(page)
    expect(page.locator("[name=speed][value='2']")).to_be_checked()
    expect(page.get_by_label(words("fr", "settings.auto-confirm"))).to_be_checked()


@pytest.mark.slow
def test_another_tab_follows(page: Page, context: BrowserContext, server: Server) -> None:
    visit(page, server)
    other = context.new_page()
    visit(other, server, "#/settings")
    choose(other, "Light or dark", "Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.slow
def test_the_theme_follows_the_system_until_one_is_chosen(page: Page, server: Server) -> None:
    visit(page, server, "#/settings")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    choose(page, "Light or dark", "Light")
    expect(root).to_have_attribute("data-theme", "light")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_browser_is_spoken(page: Page, server: Server, language: str) -> None:
    context = page.context.browser
    assert context is not None
    tongue = context.new_page(locale={"de": "de-AT", "en": "en-US", "fr": "fr-CA"}[language])
    visit(tongue, server)
    expect(tongue.locator("html")).to_have_attribute("lang", language)
    expect(tongue.get_by_role("button", name=words(language, "start.play"))).to_be_visible()
    tongue.context.close()


def test_broken_storage_does_no_harm(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.evaluate("""() => {
        localStorage.setItem("aqua.settings", '{"theme": 7, "speed": "x", "motion": null}');
        localStorage.setItem("aqua.language", '"xx"');
        localStorage.setItem("aqua.quick", '[1, {"players": 99}]');
        localStorage.setItem("aqua.seating", "}{");
    }""")
    visit(page, server)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/table/*")
