"""Several people at one table, each with a browser of their own: they play, come and go, agree, and play again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from aquaromana.records import read_records, verify
from tests.web.axe import barriers
from tests.web.guests import PHONE, Cable, Guest, gather
from tests.web.player import Player
from tests.web.positions import CLAIM, LATE_BOTH
from tests.web.probes import probe
from tests.web.server import Server
from tests.web.watch import Watch
from tests.web.words import raw_words, words

pytestmark = pytest.mark.slow

CODE = "<img src=x onerror=alert()> & {name}"
Open = Callable[..., BrowserContext]


def test_two_play_to_the_end_and_once_more_though_one_was_cut_off(open_context: Open, club: Server) -> None:
    anna = Guest.of("Anna", open_context())
    ben = Guest.of("Ben", open_context(locale="de-DE", **PHONE), touch=True, seed=2)
    cable = Cable(anna.page)
    table = gather(club, anna, [ben], position=LATE_BOTH)
    composed = anna.compose()
    cable.cut()
    expect(anna.page.locator(".table-banner")).to_contain_text("No connection")
    expect(ben.seat(0)).to_have_attribute("data-here", "false")
    anna.page.locator(".bar-confirm").click()
    expect(anna.page.locator(".bar-confirm")).to_be_disabled()
    cable.mend()
    expect(anna.page.locator(".table-banner")).to_be_hidden()
    expect(ben.seat(0)).to_have_attribute("data-here", "true")
    ben.player.look("yours")
    steps = anna.page.request.get(f"{club.url}/api/tables/{table}/state").json()["steps"]
    assert [step["move"] for step in steps] in (composed, [*composed, "-"])  # what was sent in the dark arrived, once
    while (seen := anna.player.look("theirs")).tone != "over":
        one = anna if seen.tone == "yours" else ben
        if (seen := one.player.look("theirs")).tone == "yours":
            one.player.answer(seen)
    record = anna.page.request.get(f"{club.url}/api/tables/{table}/record.aqr").text()
    assert verify(read_records(record)[0]).error is None
    anna.page.get_by_role("button", name="Play again").click()
    expect(anna.page.locator(".seat-called")).to_have_text(["Ben", "Anna"])
    ben.player.press(ben.page.locator("dialog .button.primary"))
    expect(ben.seat(0)).to_contain_text(words("de", "table.mark.you"))
    assert ben.page.url == anna.page.url
    ben.expect_turn()
    assert anna.player.look("theirs").tone == "theirs"
    expect(anna.page.locator(".bar-notes")).to_contain_text("This time you play red and green, and Ben begins.")
    expect(ben.page.locator(".bar-notes")).to_contain_text("Diesmal spielst du Gelb und Blau und beginnst.")


def test_a_takeback_needs_consent_and_chat_does_not_disturb(open_context: Open, club: Server) -> None:
    anna, ben = (Guest.of(name, open_context()) for name in ("Anna", "Ben"))
    carl = Guest.of("Carl", open_context(locale="fr-FR"))
    table = gather(club, anna, [ben], position=CLAIM)
    carl.come(club, table, anna.links(table)["watch"])
    expect(carl.page.locator(".bar-notes")).to_contain_text(words("fr", "table.watching"))
    anna.move()
    plies = len(anna.page.request.get(f"{club.url}/api/tables/{table}/state").json()["steps"])
    expect(anna.page.locator(".steps-count")).to_have_text(f"{plies} / {plies}")
    composed = ben.compose()

    anna.page.keyboard.press("c")
    anna.page.get_by_role("button", name="Take your time.").click()
    expect(ben.page.locator(".table-said")).to_have_text("Anna: Take your time.")
    expect(ben.page.locator("[data-tool=chat]")).to_have_attribute("data-unread", "1")
    assert ben.player.look().done == composed
    anna.page.get_by_label("Say something").fill(CODE)
    anna.page.keyboard.press("Enter")
    carl.page.locator("#chat-tab").click()
    expect(carl.page.locator(".chat-words")).to_have_text([words("fr", "chat.phrase.time"), CODE])
    assert carl.page.locator("main img").count() == 0
    expect(carl.page.locator(".chat-form")).to_be_hidden()

    anna.choose("Take back")
    expect(ben.page.locator(".prompt")).to_contain_text("Anna would like to take back")
    assert ben.player.look().done == composed
    ben.page.get_by_role("button", name="No", exact=True).click()
    expect(anna.page.locator(".log-news").last).to_have_text("Ben does not agree.")
    expect(anna.page.locator(".steps-count")).to_have_text(f"{plies} / {plies}")
    anna.choose("Take back")
    assert barriers(ben.page) == []
    ben.page.get_by_role("button", name="Yes", exact=True).click()
    for one in (anna, ben, carl):
        expect(one.page.locator(".steps-count")).to_have_text("0 / 0")
    anna.expect_turn()
    assert ben.player.look("theirs").done == []
    assert carl.player.look("theirs").offers == 0
    assert barriers(carl.page) == []


def test_a_bot_plays_for_a_player_who_is_away_until_they_return(open_context: Open, club: Server) -> None:
    anna = Guest.of("Anna", open_context())
    ben = Guest.of("Ben", open_context(locale="de-DE"))
    table = gather(club, anna, [ben], options={"grace": 1})
    anna.move()
    ben.page.goto("about:blank")
    expect(anna.seat(1)).to_contain_text("not here right now")
    anna.page.get_by_role("button", name="Let a bot play").click()
    expect(anna.seat(1)).to_contain_text("a bot stands in")
    anna.expect_turn()
    expect(anna.page.locator(".log-by")).to_have_text("decided by Bot Experienced")
    ben.page.goto(f"{club.url}/#/table/{table}")
    expect(ben.page.locator(".prompt")).to_contain_text(words("de", "log.news.stood-in-you"))
    ben.page.get_by_role("button", name=words("de", "table.prompt.back")).click()
    expect(anna.page.locator(".log-news").last).to_have_text("Ben is playing again.")
    anna.move()
    ben.expect_turn()
    expect(ben.page).to_have_title(re.compile("^● "))
    assert "decided by search:3" in anna.page.request.get(f"{club.url}/api/tables/{table}/record.aqr").text()


def test_a_seat_is_handed_to_somebody_else_by_a_new_link(open_context: Open, club: Server, watch: Watch) -> None:
    watch.expect("status of 403|response code: 403")
    anna, ben, cleo = (Guest.of(name, open_context()) for name in ("Anna", "Ben", "Cleo"))
    table = gather(club, anna, [ben])
    anna.move()
    anna.choose("Links to the table")
    row = anna.page.locator(".links-row", has_text="Seat of Ben")
    assert barriers(anna.page) == []
    row.get_by_role("button", name="New link").click()
    anna.page.get_by_role("dialog").last.get_by_role("button", name="New link").click()
    expect(ben.page.locator("main")).to_contain_text(words("en", "errors.access/revoked"))
    expect(anna.page.locator(".links-row", has_text="Free seat")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".prompt")).to_contain_text("This seat is free")
    (invite,) = [link["link"] for link in anna.links(table)["chairs"] if link.get("invite")]
    cleo.come(club, table, invite)
    expect(anna.seat(1)).to_contain_text("Cleo")
    cleo.move()
    anna.expect_turn()
    ben.page.reload()
    expect(ben.page.locator("main")).to_contain_text(words("en", "errors.access/revoked"))
    leaked = [anna.links(table)[what] for what in ("host", "watch")] + [anna.links(table)["chairs"][0]["link"]]
    anna.choose("Links to the table")
    for own in ("Host on another device", "Your seat on another device"):
        anna.page.locator(".links-row", has_text=own).get_by_role("button", name="New link").click()
        question = anna.page.get_by_role("dialog").last
        expect(question).to_contain_text("Nothing changes on this device.")
        with anna.page.expect_response("**/link"):
            question.get_by_role("button", name="New link").click()
        expect(anna.page.locator(".toast")).to_contain_text(words("en", "table.links.renewed"))
    anna.page.keyboard.press("Escape")
    where = f"{club.url}/api/tables/{table}/join"
    answers = [cleo.page.request.post(where, data={"secret": link.rpartition("/")[2]}).status for link in leaked]
    assert answers == [403, 200, 403]
    anna.move()
    cleo.expect_turn()


def test_a_player_who_runs_out_of_time_loses(open_context: Open, club: Server) -> None:
    anna, ben = (Guest.of(name, open_context()) for name in ("Anna", "Ben"))
    gather(club, anna, [ben], options={"clock": {"per": "game", "seconds": 15, "zero": "resign"}})
    for one in (anna, ben):
        expect(one.page.locator(".bar-clock")).to_have_text(re.compile(r"0:0\d"))
        expect(one.page.locator(".bar-clock")).to_have_attribute("data-low", "")
    expect(anna.page.locator("#announce-assertive")).to_contain_text("10 seconds left!")
    for one in (anna, ben):
        dialog = one.page.get_by_role("dialog")
        expect(dialog).to_contain_text("Ben wins.")
        expect(dialog).to_contain_text("Resigned: Anna.")
        expect(one.page.locator(".log-news").last).to_contain_text("Time is up" if one is ben else "Your time is up")


def test_four_at_four_devices_in_three_languages(open_context: Open, club: Server) -> None:
    anna = Guest.of("Anna", open_context())
    ben = Guest.of("Ben", open_context(locale="de-DE", **PHONE), touch=True, seed=2)
    cleo = Guest.of("Cleo", open_context(locale="fr-FR", color_scheme="dark"), seed=3)
    dora = Guest.of("Dora", open_context(viewport={"width": 820, "height": 1180}), seed=4)
    guests = {"en": anna, "de": ben, "fr": cleo}
    gather(club, anna, [ben, cleo, dora], options={"clock": {"per": "game", "seconds": 1200}})
    for one in (anna, ben, cleo, dora):
        one.move()
    ben.player.press(ben.page.locator("[data-tool=chat]"))
    ben.player.press(ben.page.locator(".chat-phrase").first)
    expect(ben.page.locator("dialog .chat-words")).to_have_text(words("de", "chat.phrase.hello"))
    assert ben.page.evaluate(probe("small")) == []
    ben.page.keyboard.press("Escape")
    for language in ("en", "fr"):
        guests[language].page.keyboard.press("c")
        said = guests[language].page.locator(".chat-words")
        expect(said).to_have_text(words(language, "chat.phrase.hello"))
    dora.choose("Resign")
    dora.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for language, one in guests.items():
        expect(one.seat(3)).to_contain_text(words(language, "table.mark.resigned"))
        assert raw_words(one.page) == []
        assert barriers(one.page) == []
        assert one.page.evaluate(probe("overflow")) == []
    for one in (anna, ben, cleo):
        one.move()
    anna.expect_turn()  # a bot has played for Dora


def test_a_takeback_against_a_bot_needs_no_consent(page: Page, server: Server) -> None:
    table = server.create("person", "greedy", position=CLAIM)
    anna = Guest("", page, Player.at(page, server.url, table))
    anna.compose()
    page.keyboard.press("Enter")
    expect(page.locator(".steps-count")).not_to_have_text("0 / 0")
    anna.player.look()  # the bot has answered
    expect(page.locator("[data-tool=chat]")).to_be_hidden()
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    expect(page.locator(".steps-count")).to_have_text("0 / 0")
    anna.expect_turn()
    anna.choose("Resign")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("Bot Greedy wins.")
    assert server.state(table)["table"]["status"] == "over"
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Podium race").click()
    expect(page.get_by_text(words("en", "table.race.over"))).to_be_visible()
