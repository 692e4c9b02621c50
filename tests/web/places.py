"""Every screen of the page and the way to it, in any language."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, Page, expect

from aquaromana.puzzles import library
from tests.support.house import ROOT
from tests.web.player import Player
from tests.web.positions import BUILD, LATE, PHASES
from tests.web.server import Server

GAME = (ROOT / "docs" / "pictures" / "game.aqr").read_text("utf-8")
COMMENTED = GAME.replace("1. 0:", "{ A remark. } 1. 0:", 1)
BROKEN = GAME.replace("I1e.9.Be", "I1e.9.Bq")

Way = Callable[[Page, Server], None]


def visit(page: Page, server: Server, hash_: str = "#/") -> None:
    """Go to an address, within the page if it is there already, and wait until it is shown."""
    if page.url.startswith(server.url):
        page.keyboard.press("Escape")
        page.evaluate(
            """(hash) => {
                document.querySelector("main").firstElementChild?.setAttribute("data-before", "");
                if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
                else location.hash = hash;
            }""",
            hash_,
        )
        expect(page.locator("main > [data-before]")).to_have_count(0)
    else:
        page.goto(f"{server.url}/{hash_}")
    expect(page.locator("html")).to_have_attribute("data-ready", "")
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("main h1").first).to_be_attached()


def dialog(page: Page) -> Locator:
    """The dialog that is open."""
    opened = page.locator("dialog[open]")
    expect(opened).to_have_count(1)
    return opened


# the table


def table(page: Page, server: Server, position: str = BUILD) -> Player:
    visit(page, server, f"#/table/{server.create('person:Anna', 'person', position=position)}")
    player = Player(page)
    player.look()
    return player


def table_in(phase: str) -> Way:
    def way(page: Page, server: Server) -> None:
        table(page, server, PHASES[phase])

    return way


def table_choosing(page: Page, server: Server) -> None:
    """The ways to lay a tile are shown beside their square."""
    player = table(page, server)
    page.locator(".board-builder[data-path='9']").click(force=True)
    while not (seen := player.look()).tray:
        assert not seen.confirm
        player.answer(seen)


def table_closing(page: Page, server: Server) -> None:
    """It is asked which aqueduct to close."""
    table(page, server, PHASES["close"])
    page.keyboard.press("x")
    expect(page.locator(".offer").first).to_be_visible()


def table_doubt(page: Page, server: Server) -> None:
    table_closing(page, server)
    page.keyboard.press(str(page.locator(".offer").count()))  # the one with the fewest points
    expect(page.locator(".bar-sure")).to_be_visible()


def table_complete(page: Page, server: Server) -> None:
    player = table(page, server)
    while not (seen := player.look()).confirm:
        player.answer(seen)


def table_why(page: Page, server: Server) -> None:
    table(page, server)
    page.locator(".board-builder[data-path='2']").click(force=True)
    expect(page.locator(".bar-why p")).to_be_visible()


def table_hint(page: Page, server: Server) -> None:
    """The whole turn of a hint, with its reasons."""
    table(page, server)
    for part in (".hint-lines", ".hint-reasons"):
        page.keyboard.press("h")
        expect(page.locator(f".hint:not([aria-busy]) {part}").first).to_be_visible()


def table_typing(page: Page, server: Server) -> None:
    table(page, server)
    page.keyboard.press("n")
    expect(page.locator("#typed")).to_be_visible()


def table_race(page: Page, server: Server) -> None:
    table(page, server)
    page.locator("#race-tab").click()
    expect(page.locator("#tab-race table")).to_be_visible()


def table_past(page: Page, server: Server) -> None:
    table(page, server).play(decisions=4)
    page.locator(".table-steps button").first.click()
    expect(page.locator(".table-bar")).to_have_attribute("data-tone", "past")


def table_dialog(key: str, page: Page, server: Server) -> None:
    table(page, server)
    page.keyboard.press(key)
    dialog(page)


def table_menu(page: Page, server: Server) -> None:
    table(page, server)
    page.keyboard.press("m")
    expect(page.locator(".menu")).to_be_visible()


def table_over(page: Page, server: Server) -> None:
    visit(page, server, f"#/table/{server.bring(GAME)}")
    assert Player(page).look().tone == "over"


def finale(page: Page, server: Server) -> None:
    table(page, server, LATE).play()
    dialog(page)


# the guided first game


def lesson(page: Page, server: Server, step: int = 1) -> None:
    made = page.request.post(f"{server.url}/api/lessons/first").json()
    visit(page, server, f"#/table/{made['id']}")
    for number in range(1, step):
        expect(page.locator(".lesson-dots [data-past]")).to_have_count(number - 1)
        page.locator(".lesson-skip").click()
    expect(page.locator(".lesson-dots [data-past]")).to_have_count(step - 1)
    Player(page).look()


def lesson_why(page: Page, server: Server) -> None:
    """A wrong answer in the step of the reserve builder, the longest of all."""
    lesson(page, server, 7)
    page.keyboard.press("n")
    page.locator("#typed").fill("C@2")
    page.locator("#typed").press("Enter")
    expect(page.locator(".bar-why p")).not_to_be_empty()


def lesson_done(page: Page, server: Server) -> None:
    lesson(page, server)
    page.keyboard.press("1")
    expect(page.locator(".bar-confirm")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".lesson")).to_have_attribute("data-tone", "done")


# other pages


def start(page: Page, server: Server) -> None:
    server.create("person:Anna", "greedy", position=BUILD)
    visit(page, server)
    expect(page.locator(".table-card").first).to_be_visible()


def same_screen(page: Page, server: Server) -> None:
    visit(page, server)
    page.locator(".play-ways button").first.click()
    dialog(page)


def alone(page: Page, server: Server) -> None:
    visit(page, server)
    page.locator(".play-ways button").last.click()
    dialog(page)


def deleting(page: Page, server: Server) -> None:
    start(page, server)
    page.locator(".table-card").first.locator(".card-actions button").last.click()
    dialog(page)


def games(page: Page, server: Server) -> None:
    server.bring(GAME)
    visit(page, server, "#/games")
    expect(page.locator(".table-card").first).to_be_visible()


def pasting(page: Page, server: Server) -> None:
    visit(page, server, "#/games")
    page.locator(".import button").nth(1).click()
    dialog(page)


def exporting(page: Page, server: Server) -> None:
    games(page, server)
    page.locator(".table-card").first.locator(".card-actions button").first.click()
    dialog(page)


def broken(page: Page, server: Server) -> None:
    visit(page, server, "#/games")
    page.locator("input[type=file]").set_input_files({"name": "a.aqr", "mimeType": "", "buffer": BROKEN.encode()})
    expect(page.locator(".import .notice")).to_be_visible()


def replay(page: Page, server: Server) -> None:
    visit(page, server, f"#/replay/{server.bring(COMMENTED)}?ply=12")
    expect(page.locator(".replay .board-builder").first).to_be_visible()


def playing_on(page: Page, server: Server) -> None:
    replay(page, server)
    page.locator(".replay-head button.primary").click()
    dialog(page)


def study(page: Page, server: Server) -> None:
    visit(page, server, f"#/study?position={BUILD}")
    expect(page.locator(".study-lines li").first).to_be_visible()


def study_editor(page: Page, server: Server) -> None:
    visit(page, server, f"#/study?position={BUILD}")
    page.locator(".study .replay-head .button").nth(4).click()
    expect(page.locator(".study-tools")).to_be_visible()
    for field in page.locator(".study-editor summary").all():
        field.click()


def puzzle(kind: str) -> Way:
    def way(page: Page, server: Server) -> None:
        found = next(each for each in library().puzzles if each.kind == kind)
        visit(page, server, f"#/puzzles/{found.id}")
        expect(page.locator(".puzzle")).to_have_attribute("data-tone", "task")
        expect(page.locator(".board.drawn")).to_be_visible()

    return way


def puzzles(page: Page, server: Server) -> None:
    visit(page, server, "#/puzzles")
    expect(page.locator(".puzzles-list li").first).to_be_visible()


PLACES: dict[str, Way] = {
    "start": start,
    "same screen": same_screen,
    "alone": alone,
    "friends, alone": partial(visit, hash_="#/friends"),
    "join without a secret": partial(visit, hash_="#/join/nothing"),
    "lobby": partial(visit, hash_="#/lobby"),
    "deleting": deleting,
    **{f"table: {phase}": table_in(phase) for phase in PHASES},
    "table: choosing": table_choosing,
    "table: closing": table_closing,
    "table: doubt": table_doubt,
    "table: complete": table_complete,
    "table: why": table_why,
    "table: hint": table_hint,
    "table: typing": table_typing,
    "table: race": table_race,
    "table: past": table_past,
    "table: help": partial(table_dialog, "?"),
    "table: spoken": partial(table_dialog, "b"),
    "table: share": partial(table_dialog, "s"),
    "table: menu": table_menu,
    "table: over": table_over,
    "finale": finale,
    "lesson": lesson,
    "lesson: why": lesson_why,
    "lesson: done": lesson_done,
    "puzzles": puzzles,
    "puzzle": puzzle("podium"),
    "puzzle: rules": puzzle("legal"),
    "games": games,
    "pasting": pasting,
    "exporting": exporting,
    "broken import": broken,
    "replay": replay,
    "playing on": playing_on,
    "position": partial(visit, hash_=f"#/position/{BUILD}"),
    "study": study,
    "study: editor": study_editor,
    "settings": partial(visit, hash_="#/settings"),
    "rules": partial(visit, hash_="#/rules"),
    "clause": partial(visit, hash_="#/rules/R4.3"),
    "lost": partial(visit, hash_="#/nothing"),
    "no table": partial(visit, hash_="#/table/nothing"),
    "no game": partial(visit, hash_="#/replay/nothing"),
    "no position": partial(visit, hash_="#/position/nothing"),
}
ALIKE = {"table: reserve", "table: move", "table: claim", "no game", "no position", "alone", "lobby"}
"""Those that look like others."""
