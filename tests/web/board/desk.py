"""A bare page with nothing but a board, served without a server: the files as they are, the art from `drawing`."""

import json
import mimetypes
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, Route

from aquaromana.rules import Position
from aquaromana.server.pictures import assets
from aquaromana.server.protocol.views import view
from tests.support.house import ROOT

WEB: Final = ROOT / "src" / "aquaromana" / "web"
HOST: Final = "http://board.test"

_PAGE: Final = """<!doctype html>
<html lang="en" data-theme="light"><head><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/art/theme.css"><link rel="stylesheet" href="/css/base.css">
<link rel="stylesheet" href="/css/board.css"></head>
<body><main><h1>Board</h1><div id="stairs"></div><div id="board"></div></main></body></html>"""

_START: Final = """async () => {
  const {createBoard} = await import("/js/board/board.js");
  const {createStairs} = await import("/js/board/draw/stairs.js");
  const {loadSymbols} = await import("/js/board/draw/symbols.js");
  const {startLanguage, loadAreas} = await import("/js/lib/i18n.js");
  const {loadSettings} = await import("/js/lib/settings.js");
  loadSettings();
  await startLanguage();
  await loadAreas(["board"]);
  await loadSymbols();
  window.pointed = [];
  window.hovered = [];
  window.stairs = createStairs(document.getElementById("stairs"));
  window.board = createBoard(document.getElementById("board"), {
    onPoint: (target) => window.pointed.push(target),
    onHover: (target) => window.hovered.push(target),
    podiumRect: (podium) => window.stairs.rect(podium),
  });
}"""

NO_MARKS: Final[dict[str, Any]] = {
    **{name: [] for name in ("workmen", "builders", "paths", "squares", "beams", "ghosts", "walks")},
    "last": {"squares": [], "paths": []},
}

Target = dict[str, Any]


def plain(value: Any) -> Any:
    """A message as the browser gets it."""
    return json.loads(msgspec.json.encode(value))


class Desk:
    """A page with a board on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(f"{HOST}/**", self._serve)
        page.goto(f"{HOST}/")
        page.evaluate(_START)

    def show(self, position: Position, **marks: Any) -> dict[str, Any]:
        """Show a position; returns its view."""
        shown: dict[str, Any] = plain(view(position))
        self.show_view(shown, **marks)
        return shown

    def show_view(self, shown: dict[str, Any], **marks: Any) -> None:
        self.page.evaluate(
            "([view, marks]) => { board.update(view, marks); stairs.update(view); return board.drawn() }",
            [shown, NO_MARKS | marks],
        )

    def rect(self, what: str, name: str) -> tuple[float, float, float, float]:
        """Where something is in the page."""
        x, y, width, height = self.page.evaluate(
            "(target) => { const {x, y, width, height} = board.rect(target); return [x, y, width, height] }",
            {"what": what, "name": name},
        )
        return x, y, width, height

    def middle(self, what: str, name: str) -> tuple[float, float]:
        x, y, width, height = self.rect(what, name)
        return x + width / 2, y + height / 2

    def pointed(self) -> list[Target]:
        """What was pointed at since the last call."""
        found: list[Target] = self.page.evaluate("window.pointed.splice(0)")
        return found

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        made = {"/": (_PAGE, "text/html"), "/art/symbols.svg": (assets.symbols(), "image/svg+xml")}
        made |= {"/art/theme.css": (assets.theme_css(), "text/css"), "/favicon.ico": ("", "image/x-icon")}
        if path in made:
            body, kind = made[path]
            route.fulfill(body=body, content_type=kind)
        else:
            file = WEB / path.removeprefix("/")
            route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain")
