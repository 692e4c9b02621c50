"""Names that would like to be something else: nothing in them runs, nothing breaks (S7)."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.web.places import GAME, visit
from tests.web.player import Player
from tests.web.positions import LATE_FOUR
from tests.web.server import Server

pytestmark = pytest.mark.slow

NAMES = {
    "code": (
        "<img src=x onerror=ran()>",
        '"><svg onload=ran()>',
        "' onfocus=ran() autofocus='",
        "${ran()} &lt;b {names}",
    ),
    "letters": ("\u202eevil\u202c \u2067x\u2069", "a\x00b\x07c\x1b[31md\u2028e", "👨‍👩‍👧‍👦" * 20, "Z" + "\u0301" * 60),
}

ARRIVED = """async (module) => {
    await import(`/js/table/${module}.js`);
    await new Promise((done) => setTimeout(done, 200));
}"""


@pytest.mark.parametrize("kind", NAMES)
def test_names_are_shown_and_never_run(page: Page, server: Server, kind: str) -> None:
    opened: list[Dialog] = []
    page.on("dialog", lambda dialog: opened.append(dialog))  # noqa: PLW0108 (Playwright wants a function of Python)
    page.add_init_script("window.ran = () => { window.hasRun = true; }")
    table = server.create(*(f"person:{name}" for name in NAMES[kind]), position=LATE_FOUR)
    names = [player["name"] for player in server.state(table)["table"]["players"]]
    assert not any(char in name for name in names for char in "\u202e\x00\x07\x1b\u2028")

    def check(place: str) -> None:
        for name in names:
            expect(page.locator(place).first).to_contain_text(name)

    visit(page, server)
    check(".table-card")
    visit(page, server, f"#/table/{table}")
    player = Player(page)
    player.look()
    seats = page.locator(".seat-name")
    expect(seats).to_have_count(len(names))
    for seat, name in enumerate(names):
        expect(seats.nth(seat)).to_have_text(name)
    for key, module in (("b", "help"), ("s", "share"), ("?", "help")):
        page.keyboard.press(key)
        page.keyboard.press("Escape")  # also while it is still being loaded
        page.evaluate(ARRIVED, module)
        assert page.locator("dialog").count() == 0, key
        page.keyboard.press(key)
        page.keyboard.press(key)
        expect(page.locator("dialog[open]")).to_be_visible()  # it is loaded when it is opened
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    player.play()
    check("dialog")
    visit(page, server, "#/games")
    check(".table-card")
    visit(page, server, f"#/replay/{server.bring(server.record(table))}?ply=2")
    check(".replay-side")
    assert page.evaluate("window.hasRun") is None
    assert page.locator("main script, main img[src=x], main svg[onload]").count() == 0
    assert opened == []


def test_remarks_of_a_record_are_text(page: Page, server: Server) -> None:
    remark = "<img src=x onerror=ran()> javascript:ran()"
    page.add_init_script("window.ran = () => { window.hasRun = true; }")
    table = server.bring(GAME.replace("1. 0:", f"{{ {remark} }} 1. 0:", 1))
    visit(page, server, f"#/replay/{table}?ply=12")
    expect(page.locator(".replay-comment")).to_have_text(remark)
    assert page.evaluate("window.hasRun") is None


def test_the_policy_of_the_page_lets_no_foreign_script_run(page: Page, server: Server) -> None:
    answer = page.goto(server.url)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
