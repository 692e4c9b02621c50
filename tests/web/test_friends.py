"""A table with friends: opened, joined by links on other devices, filled, started; and links that lead nowhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.support.network_bots import NetworkBot
from tests.web.axe import barriers
from tests.web.chips import pick_chip
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.watch import Watch
from tests.web.words import raw_words, words

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Open = Callable[..., BrowserContext]


def link_of(row: Locator, page: Page) -> str:
    """The link behind a seat, as its dialog shows it."""
    row.get_by_role("button", name="QR code").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_be_visible()
    link = dialog.get_by_role("textbox").input_value()
    dialog.get_by_role("button", name="Close").click()
    return link


def seat(page: Page, number: int) -> Locator:
    return page.locator(".room-seat").nth(number)


def open_table(page: Page, club: Server, players: int = 2) -> str:
    """By hand, from the start page to the waiting room; the id of the table."""
    page.goto(club.url)
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("textbox", name="Name").first.fill("Anna")
    pick_chip(page.get_by_role("radio", name=str(players), exact=True))
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/*")
    expect(page.locator(".room")).to_be_visible()
    return page.url.rpartition("/")[2]


def join(page: Page, link: str, name: str, language: str = "en") -> None:
    page.goto(link)
    expect(page.get_by_label(words(language, "friends.your-name"))).to_be_visible()
    assert link.rpartition("/")[2] not in page.url
    sit(page, name, language)


def sit(page: Page, name: str, language: str = "en") -> None:
    """Take the seat to which a link has led."""
    page.get_by_label(words(language, "friends.your-name")).fill(name)
    page.get_by_role("button", name=words(language, "friends.sit")).click()
    page.wait_for_url("**/#/table/*")


def test_a_friend_joins_on_a_phone_and_a_bot_fills_the_last_seat(page: Page, open_context: Open, club: Server) -> None:
    page.goto(f"{club.url}/#/friends")
    page.get_by_text("More options").click()
    pick_chip(page.get_by_role("radio", name="Per game"))
    assert barriers(page) == []
    pick_chip(page.get_by_role("radio", name="No clock"))
    table = open_table(page, club, players=3)
    link = link_of(seat(page, 1), page)
    assert f"/#/join/{table}/" in link
    phone = open_context(locale="de-DE", **PHONE).new_page()
    phone.goto(link)
    expect(phone.locator(".lead")).to_have_text("Anna lädt dich zu einer Partie Aqua Romana ein.")
    expect(phone.locator(".join .room-name")).to_have_text(["Anna", "Dein Platz", "Freier Platz"])
    expect(phone.locator(".join .room-terms")).to_contain_text(words("de", "friends.join-auto"))
    assert barriers(phone) == []
    assert phone.evaluate(probe("overflow")) == []
    assert link.rpartition("/")[2] not in phone.url
    sit(phone, "Ben", "de")
    expect(phone.locator(".room")).to_contain_text(words("de", "friends.lead.guest-auto"))
    expect(seat(page, 1)).to_contain_text("Ben")
    expect(seat(page, 1)).to_contain_text(words("en", "friends.mark.here"))
    for each in (page, phone):
        assert barriers(each) == []
        assert each.evaluate(probe("overflow")) == []
        assert raw_words(each) == []
    assert phone.evaluate(probe("small")) == []
    phone.locator(".room input").fill("Benno")
    phone.locator(".room input").press("Enter")
    expect(seat(page, 1)).to_contain_text("Benno")
    page.get_by_role("button", name="Start with bots").click()
    for each in (page, phone):
        expect(each.locator(".room")).to_have_count(0)
    players = page.request.get(f"{club.url}/api/tables/{table}").json()["players"]
    assert [player["kind"] for player in players] == ["person", "person", "bot"]
    assert [player["name"] for player in players[:2]] == ["Anna", "Benno"]
    page.goto(club.url)
    expect(page.locator(".table-card")).to_contain_text("It is your turn")
    expect(page).to_have_title("(1) Aqua Romana")
    assert page.evaluate(probe("overflow")) == []


def test_a_link_that_was_used_or_is_wrong_says_so(page: Page, open_context: Open, club: Server, watch: Watch) -> None:
    watch.expect("status of 40[39]")
    table = open_table(page, club)
    link = link_of(seat(page, 1), page)
    join(open_context().new_page(), link, "Ben")
    late = open_context(locale="fr-FR").new_page()
    late.goto(link)
    expect(late.get_by_role("alert")).to_have_text(words("fr", "errors.access/taken"))
    assert raw_words(late) == []
    assert barriers(late) == []
    late.goto(f"{club.url}/#/join/{table}/nonsense-nonsense-nonsense?as=watch")
    expect(late.get_by_role("alert")).to_have_text(words("fr", "errors.access/invalid"))
    late.get_by_role("link", name=words("fr", "errors.to-start"), exact=True).click()
    expect(late.get_by_role("button", name=words("fr", "start.play"))).to_be_visible()


def test_a_seat_is_handed_over_by_a_new_link(page: Page, open_context: Open, club: Server, watch: Watch) -> None:
    watch.expect("status of 403|response code: 403")  # whose pass is void tries once more
    open_table(page, club, players=3)
    first = link_of(seat(page, 1), page)
    ben = open_context().new_page()
    join(ben, first, "Ben")
    seat(page, 1).get_by_role("button", name="Free the seat").click()
    page.get_by_role("dialog").get_by_role("button", name="Free the seat").click()
    expect(ben.locator("#page").get_by_text(words("en", "errors.access/revoked"))).to_be_visible()
    second = link_of(seat(page, 1), page)
    assert second != first
    ben.goto(first)
    expect(ben.get_by_role("alert")).to_have_text(words("en", "errors.access/revoked"))
    carl = open_context().new_page()
    join(carl, second, "Carl")
    expect(seat(page, 1)).to_contain_text("Carl")


def test_an_open_table_is_found_in_the_lobby(page: Page, club: Server) -> None:
    table = club.create("person:Clara", "open", "open", options={"public": True, "auto": False})
    page.goto(club.url)
    page.get_by_role("link", name="Open tables").click()
    entry = page.locator(".lobby-table").filter(has_text="Clara")
    expect(entry).to_be_visible()
    assert barriers(page) == []
    page.get_by_label("Your name").fill("Dora")
    entry.get_by_role("button", name="Sit down in seat 2").click()
    page.wait_for_url(f"**/#/table/{table}")
    expect(seat(page, 1).get_by_role("textbox")).to_have_value("Dora")
    expect(seat(page, 0)).to_contain_text("Clara")


def test_a_bot_of_ones_own_takes_a_seat_by_its_token(page: Page, club: Server) -> None:
    open_table(page, club, players=3)
    seat(page, 1).get_by_role("combobox").select_option(label=words("en", "friends.network-bot"))
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Seat 2 for your own bot")
    token = dialog.get_by_label("Token", exact=True).input_value()
    assert dialog.get_by_label("Address of the server").input_value().startswith(club.url)
    assert barriers(page) == []
    dialog.get_by_role("button", name="Close").click()
    expect(seat(page, 1).get_by_role("combobox")).to_have_value("open")
    bot = NetworkBot(club, token)
    with bot.stream("Robo") as events:
        events.next("waiting")
        expect(seat(page, 1).locator(".room-name")).to_have_text("Robo")
        expect(seat(page, 1).locator(".room-mark")).to_have_attribute("data-state", "bot")
        page.get_by_role("button", name="Start with bots").click()
        events.next("gameStart")
        expect(page.locator(".seat", has_text="Robo")).to_contain_text(words("en", "common.bot"))
    bot.close()
