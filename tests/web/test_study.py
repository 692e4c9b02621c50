"""The analysis board in a browser: lines, variations, the engine, proofs, the editor, and studies as files."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web import axe
from tests.web.places import GAME, dialog, visit
from tests.web.server import Server
from tests.web.watch import Watch

MIDDLE = "4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-"


def tree(page: Page) -> list[str]:
    """The decisions that the tree shows, in the order of the page."""
    return page.locator(".study-moves .notation").all_inner_texts()


def bring(page: Page, file: Path) -> None:
    """Open a file on the board."""
    page.get_by_role("button", name="Open …").click()
    opened = dialog(page)
    opened.locator("#study-file").set_input_files(file)
    opened.get_by_role("button", name="Open", exact=True).click()


def test_lines_are_tried_promoted_commented_saved_and_opened_again(page: Page, server: Server, tmp_path: Path) -> None:
    visit(page, server, f"#/study?position={MIDDLE}")
    expect(page.locator(".study-lines li").first).to_contain_text("%")
    expect(page.locator(".study-bars li")).to_have_count(4)
    page.fill("#typed", "H4s.15.De")
    page.keyboard.press("Enter")
    expect(page.locator(".study-asked")).to_contain_text("close")
    page.get_by_role("button", name="Close nothing").click()
    expect(page.locator(".study-move[aria-current]")).to_have_text("-")
    page.locator(".study h1").focus()
    page.keyboard.press("Home")
    expect(page.locator(".study-move[aria-current]")).to_have_text("Start")
    page.fill("#typed", "H4s.8.Ss")
    page.keyboard.press("Enter")
    expect(page.locator(".study-move[aria-current]")).to_have_text("H4s.8.Ss")
    assert tree(page) == ["H4s.15.De", "H4s.8.Ss", "-"]
    page.get_by_role("button", name="Promote variation").click()
    expect(page.locator(".study-variation .notation")).to_have_text(["H4s.15.De", "-"])
    page.fill("#study-comment", "a quiet one")
    page.locator(".study-move").first.click()  # at once: the words stay where they were typed
    expect(page.locator(".study-move[aria-current]")).to_have_text("Start")
    expect(page.locator("#study-comment")).to_have_value("")
    expect(page.locator(".study-comment")).to_have_text("a quiet one")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    file = tmp_path / "study.aqr"
    saved.value.save_as(file)
    text = file.read_text("utf-8")
    assert "1. 1: H4s.8.Ss {a quiet one} (1. 1: H4s.15.De -)" in text
    page.reload()
    expect(page.locator(".study-comment")).to_have_text("a quiet one")
    assert axe.barriers(page) == []

    bring(page, file)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert tree(page) == ["H4s.8.Ss", "H4s.15.De", "-"]
    with page.expect_download() as again:
        page.get_by_role("button", name="Save", exact=True).click()
    assert again.value.path().read_text("utf-8") == text

    page.get_by_role("button", name="Is a win certain?").click()
    expect(page.locator(".study-proof li").first).to_contain_text("Red")
    page.select_option("#study-whose", label="Blue")
    expect(page.locator(".replay-caption")).to_have_text("Blue to move.")


def test_any_choice_is_explained_and_a_picture_opens_as_its_study(
    page: Page, server: Server, watch: Watch, tmp_path: Path
) -> None:
    visit(page, server, f"#/study?position={MIDDLE}")
    for move in ("H4s.15.De", "H4s.8.Ss"):
        page.locator(".study-move").first.click()
        expect(page.locator(".study-move[aria-current]")).to_have_text("Start")
        page.fill("#typed", move)
        page.keyboard.press("Enter")
        expect(page.locator(".study-move[aria-current]")).to_have_text(move)
    facts = page.locator(".study-choice")
    expect(facts).to_contain_text("About H4s.8.Ss, just played")
    page.get_by_role("button", name="Close nothing").focus()
    expect(facts).to_contain_text("About -:")
    expect(facts.locator("li").first).not_to_be_empty()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Picture").click()
    picture = tmp_path / drawn.value.suggested_filename
    drawn.value.save_as(picture)
    page.locator(".study-move").first.click()
    expect(page.locator(".study-move[aria-current]")).to_have_text("Start")
    bring(page, picture)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert tree(page) == ["H4s.15.De", "H4s.8.Ss"]
    expect(page.locator(".study-move[aria-current]")).to_have_text("H4s.8.Ss")  # as the picture shows it
    picture.write_bytes(picture.read_bytes()[:20_000])
    watch.expect("422")
    bring(page, picture)
    expect(page.locator(".toast").last).to_contain_text("The SVG is not well-formed")


def test_positions_are_edited_and_the_rules_name_what_is_impossible(page: Page, server: Server) -> None:
    visit(page, server, f"#/study?position={MIDDLE}")
    page.get_by_role("button", name="Edit position").click()
    page.get_by_role("button", name="curve: north and west").first.click()
    page.get_by_role("gridcell", name="E1").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".study-faults li")).to_contain_text("ends on E1")
    expect(page.locator(".study-faults a")).to_have_text("R3.5")
    analyze = page.get_by_role("button", name="Analyze")
    expect(analyze).to_be_disabled()
    assert axe.barriers(page) == []
    page.get_by_text("Workmen on the board").click()
    page.get_by_label("yellow at E1n").uncheck()
    expect(page.locator(".study-fine")).to_be_visible()
    analyze.click()
    expect(page.locator(".study-editor")).to_be_hidden()
    expect(page.locator(".replay-caption")).to_have_text("Red to move.")


def test_a_game_is_analyzed_when_it_is_over_and_not_before(page: Page, server: Server, watch: Watch) -> None:
    done = server.bring(GAME)
    visit(page, server, f"#/replay/{done}?ply=20")
    page.get_by_role("link", name="Analysis board").click()
    expect(page.locator(".study-moves .notation").first).to_be_visible()
    assert len(tree(page)) == len(server.get(f"/api/tables/{done}/study").json()["record"]["moves"])
    watch.expect("422")
    running = server.create("person:Anna", "person")
    visit(page, server, f"#/study?table={running}")
    expect(page.locator("main h1")).to_have_text("This cannot be analyzed")
    expect(page.get_by_role("link", name="Save")).to_have_count(0)

    kept = '{"version": 1, "players": 2, "moves": [{"move": "H4s.8.Xx"}]}'
    page.evaluate("text => sessionStorage.setItem('aqua-study', text)", kept)
    visit(page, server, "#/study")
    expect(page.locator("main h1")).to_have_text("This cannot be analyzed")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    assert saved.value.path().read_text("utf-8") == kept
    assert page.evaluate("sessionStorage.getItem('aqua-study')") == kept
