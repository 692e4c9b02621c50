"""The board of the page draws what `drawing` draws: the same symbols in the same places, the same water."""

import json
import random
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from aquaromana.drawing import LIGHT, Highlights
from aquaromana.drawing.board import LAYERS, board
from aquaromana.drawing.lettering import SPACE, text_width
from aquaromana.drawing.path_data import tight
from aquaromana.drawing.places import square_corner
from aquaromana.rules import Game, Position
from aquaromana.rules.geometry import PATH, parse_square, square_name
from aquaromana.rules.tiles import EMPTY, RESERVOIR
from aquaromana.server.protocol.views import steps, view
from tests.drawing.positions import game_after, whole_game
from tests.web.board.desk import Desk, plain

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])

Use = tuple[str, str, float, float, str]
"""Layer, symbol, where it is, and how it is turned."""

Strokes = list[tuple[str, ...]]
"""The lines of a piece of water, from below."""

Water = tuple[str, Strokes]
"""The layer, and the strokes along one course."""

LINE = (
    "d",
    "transform",
    *(f"stroke{part}" for part in ("", "-width", "-dasharray", "-dashoffset", "-opacity", "-linecap")),
)

READ = """(attributes) => {
  const uses = [], waters = [];
  for (const layer of document.querySelectorAll("#board [data-layer]")) {
    const name = layer.dataset.layer;
    for (const use of layer.querySelectorAll("use")) {
      const href = use.getAttribute("href");
      if (!document.querySelector(href)) throw new Error(`there is no symbol ${href}`);
      uses.push([name, href, use.getAttribute("transform") ?? ""]);
    }
    if (!name.endsWith("water")) continue;
    for (const group of layer.querySelectorAll("g")) {
      const lines = [...group.children].filter((child) => child.localName === "path");
      const owner = group.closest("[data-aqueduct]").dataset.aqueduct;
      const read = (line) => attributes.map((one) => line.getAttribute(one) ?? "");
      if (lines.length) waters.push([name, owner, lines.map(read)]);
    }
  }
  return {uses, waters};
}"""


def placed(layer: str, symbol: str, transform: str) -> Use:
    """A symbol with its place as numbers, so that the last digit does not matter."""
    found = re.match(r"translate\(([^) ]+) ([^) ]+)\)", transform)
    x, y = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    rest = transform[found.end() :] if found else transform
    return layer, re.sub("^#(slab|path)-.*", "#path", symbol), x, y, rest


def by_python(position: Position) -> tuple[list[Use], list[Water]]:
    root = ET.fromstring(f"<svg>{board(position, LIGHT.as_variables(), Highlights())}</svg>")
    uses, waters = [], []
    for name in LAYERS:
        layer = root.find(f"g[@id='layer-{name}']")
        assert layer is not None
        if name == "water":
            waters += painted(layer)
        elif name == "upper-water":
            waters += painted_over_bridges(layer)
        elif name != "land":
            shown = [use for use in layer.iter("use") if not use.get("href", "").startswith("#seams")]
            uses += [placed(name, use.get("href", ""), moved(use) + use.get("transform", "")) for use in shown]
    return uses, waters


def moved(use: ET.Element) -> str:
    """Where a use is, as the page writes it."""
    x, y = use.get("x", "0"), use.get("y", "0")
    return "" if x == y == "0" else f"translate({x} {y})"


def painted(layer: ET.Element) -> list[Water]:
    """The strokes along each course: the drawing paints the courses of a color, or all of them, at once."""
    courses = {course.get("id"): list(course.iter("path")) for course in layer.iter("g") if course.get("id")}
    lines: dict[str, Strokes] = {}
    for use in layer.iter("use"):
        for path in courses[use.get("href", "")[1:]]:
            lines.setdefault(path.get("d", ""), []).append(stroke(use, path.get("d", "")))
    return [("water", strokes) for strokes in lines.values()]


def painted_over_bridges(layer: ET.Element) -> list[Water]:
    found = []
    for group in layer.iter("g"):
        if square := group.get("data-square"):
            x, y = square_corner(parse_square(square))
            over = {"#over-ns": f"M{x + 50} {y}L{x + 50} {y + 100}", "#over-sn": f"M{x + 50} {y + 100}L{x + 50} {y}"}
            found.append(("upper-water", [stroke(use, tight(over[use.get("href", "")])) for use in group.iter("use")]))
    return found


def stroke(use: ET.Element, course: str) -> tuple[str, ...]:
    return course, moved(use), *(re.sub(r"^\.", "0.", use.get(one, "")) for one in LINE[2:])


def by_page(desk: Desk) -> tuple[list[Use], list[Water]]:
    read: dict[str, Any] = desk.page.evaluate(READ, list(LINE))
    uses = [placed(*use) for use in read["uses"] if use[0] != "medals"]
    return uses, [(layer, [(tight(d), *rest) for d, *rest in lines]) for layer, _, lines in read["waters"]]


def differences(desk: Desk, position: Position) -> list[str]:
    """What only one of the two draws, or draws elsewhere."""
    ours, water = by_page(desk)
    theirs, expected = by_python(position)
    found = []
    land = {symbol.removeprefix("#ground-") for _, symbol, *_ in ours if symbol.startswith("#ground-")}
    if land != {square_name(square) for square, face in enumerate(position.board) if not EMPTY < face < RESERVOIR}:
        found.append("the land differs")
    ours = [use for use in ours if use[0] != "land"]  # the drawing draws all of it by a few paths
    remaining = sorted(theirs)
    for use in sorted(ours):
        twin = next((other for other in remaining if other[:2] == use[:2] and near(use, other)), None)
        if twin:
            remaining.remove(twin)
        else:
            found.append(f"page only: {use}")
    found += [f"drawing only: {use}" for use in remaining]
    if sorted(water) != sorted(expected):
        found.append("the water differs")
    return found


def near(use: Use, other: Use) -> bool:
    return abs(use[2] - other[2]) < 0.11 and abs(use[3] - other[3]) < 0.11 and use[4] == other[4]


@PLAYERS
def test_random_positions_look_the_same(desk: Desk, players: int) -> None:
    dice = random.Random(players)
    for _ in range(6):
        seed = dice.randrange(1, 20)
        position = game_after(players, dice.randrange(len(whole_game(players, seed).moves) + 1), seed).position
        desk.show(position)
        assert differences(desk, position) == []


def test_a_board_that_follows_a_game_ends_like_one_drawn_at_once(desk: Desk) -> None:
    for count in (0, 30, 31, 60, 90, 40):
        position = game_after(4, count).position
        desk.show(position)
        assert differences(desk, position) == []


def test_a_wrong_drawing_is_noticed(desk: Desk) -> None:
    position = game_after(4, 80).position
    shown = desk.show(position)
    wrong = json.loads(json.dumps(shown))
    square = next(square for square, face in shown["tiles"].items() if face == "Cne" and square not in ("A1", "A8"))
    wrong["tiles"][square] = "Csw"
    desk.show_view(wrong)
    assert [line.split(" (")[0] for line in differences(desk, position)] == ["page only:", "drawing only:"]
    wrong = json.loads(json.dumps(shown))
    longest = max(wrong["aqueducts"], key=lambda one: len(one["course"]))
    longest["course"].pop()
    desk.show_view(wrong)
    assert "the water differs" in differences(desk, position)


@PLAYERS
def test_what_steps_do_leads_from_view_to_view(desk: Desk, players: int) -> None:
    game = whole_game(players, 3)
    replay = Game(players)
    told = plain(steps(replay.position, game.moves))
    after = desk.page.evaluate(
        """async ([view, steps]) => {
          const {applied} = await import("/js/board/animation/steps.js");
          return steps.map((step) => {
            view = applied(view, step);
            const {tiles, builders, podiums, aqueducts} = view;
            return [tiles, builders, podiums, aqueducts.map(({course, open = false}) => [course, open])];
          });
        }""",
        [plain(view(replay.position)), told],
    )
    for move, mine in zip(game.moves, after, strict=True):
        replay.push(move)
        theirs = plain(view(replay.position))
        standing = [theirs["tiles"], theirs["builders"], theirs["podiums"]]
        standing.append([[one["course"], one.get("open", False)] for one in theirs["aqueducts"]])
        assert [ordered(part) for part in mine] == [ordered(part) for part in standing], str(move)


def ordered(part: Any) -> Any:
    """Workmen on one podium are named in any order."""
    return {key: sorted(value) for key, value in part.items()} if isinstance(part, dict) else part


def test_arrows_run_the_same_way(desk: Desk) -> None:
    walks = [(start, (start + 2) % PATH + 1) for start in range(1, PATH + 1)]
    desk.show(Game(2).position, walks=[{"from": start, "to": end, "fountain": False} for start, end in walks])
    drawn = desk.page.eval_on_selector_all(
        "[data-walk]", "(arrows) => arrows.map((arrow) => [...arrow.children].map((part) => part.getAttribute('d')))"
    )
    drawn = [[tight(part) for part in arrow] for arrow in drawn]
    root = ET.fromstring(f"<svg>{board(Game(2).position, LIGHT, Highlights(walks=tuple(walks)))}</svg>")
    expected = [[part.get("d") for part in arrow] for arrow in root.iter("g") if arrow.get("data-walk")]
    assert drawn == expected


def test_numbers_are_as_wide_as_those_of_the_drawing(desk: Desk) -> None:
    signs = desk.page.evaluate("async () => ({...(await import('/js/board/draw/signs.js'))})")
    widths, space = signs["DIGIT_WIDTHS"], signs["DIGIT_SPACE"]
    assert widths == [round(text_width(str(digit), 100)) for digit in range(10)]
    assert space == SPACE


def test_every_mark_can_be_drawn_at_once(desk: Desk) -> None:
    position = game_after(4, 60).position
    ports = [one["course"][-1] for one in plain(view(position))["aqueducts"] if one.get("open")]
    states = ("usable", "chosen", "dim")
    empty = [square for square in ("F4", "F5", "E4") if not position.board[parse_square(square)]]
    desk.show(
        position,
        workmen=[{"port": port, "state": states[index % 3]} for index, port in enumerate(ports)],
        builders=[{"path": path, "state": states[path % 3]} for path in range(1, 39) if position.path[path]],
        paths=[{"path": path, "state": states[path % 3]} for path in range(1, 39) if not position.path[path]],
        squares=[{"square": square, "state": state} for square, state in zip(("B2", "C3", "D4"), states, strict=True)],
        beams=[{"square": "D4", "path": path} for path in (4, 15, 27, 35)],
        walks=[{"from": 37, "to": 2, "fountain": True}],
        ghosts=[
            {"square": square, "face": face, "state": "usable"} for square in empty for face in ("Cne", "Csw", "B")
        ],
        last={"squares": ["G3"], "paths": [7]},
    )
    names = ("halo", "field", "beam", "walk", "ghost", "last", "splash")
    counts = {name: desk.page.locator(f".board-{name}").count() for name in names}
    free = sum(1 for path in range(1, 39) if not position.path[path])
    assert counts == {
        "halo": len(ports) + 38 - free,
        "field": free + 3,
        "beam": 4,
        "walk": 1,
        "ghost": len(empty),
        "last": 2,
        "splash": 1,
    }
    desk.show(position)
    assert sum(desk.page.locator(f".board-{name}").count() for name in names) == 0
