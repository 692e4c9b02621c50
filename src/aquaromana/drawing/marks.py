"""Marks on the board: the last move, lines of sight, a builder's walk, tiles that could be laid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aquaromana.drawing.masonry import PLATES
from aquaromana.drawing.pencil import Attributes, circle, element, group, line, number, rect, shape, use
from aquaromana.drawing.places import MIDDLES, Point, path_box, path_middle, square_corner, square_middle
from aquaromana.drawing.theme import Theme
from aquaromana.rules.game import Game
from aquaromana.rules.geometry import NEXT, SIGHT, square_name
from aquaromana.rules.moves import Build, Close, Decision, Extra, Move, Place
from aquaromana.rules.position import Position
from aquaromana.rules.tiles import BRIDGE, FACE_NAMES
from aquaromana.rules.turn import destination


@dataclass(frozen=True, slots=True)
class Highlights:
    """What to point out; squares, ports, path squares and faces are numbered as in `rules`."""

    squares: tuple[int, ...] = ()
    """Framed squares."""
    paths: tuple[int, ...] = ()
    """Framed path squares."""
    workmen: tuple[int, ...] = ()
    """Ports: a ring around the side of a square that an aqueduct leaves by."""
    beams: tuple[tuple[int, int], ...] = ()
    """Lines of sight, from a square to a path square."""
    walks: tuple[tuple[int, int], ...] = ()
    """Builders' walks, from a path square clockwise to another."""
    ghosts: tuple[tuple[int, int], ...] = ()
    """Tiles that could be laid: square and face."""

    def __or__(self, other: Highlights) -> Highlights:
        return Highlights(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def decision_highlights(position: Position, decision: Decision, *, ghost: bool = False) -> Highlights:
    """What a decision does in the position in which it is made; `ghost` also shows the tile that it would lay."""
    if isinstance(decision, Build):
        square = decision.square
        return Highlights(
            squares=(square,),
            beams=((decision.workman >> 2, decision.builder),),
            walks=((decision.builder, destination(position, decision.builder)[0]),),
            ghosts=((square, decision.face),) if ghost else (),
        )
    if isinstance(decision, Extra):
        return Highlights(squares=(decision.square,), ghosts=((decision.square, decision.face),) if ghost else ())
    if isinstance(decision, Place):
        return Highlights(paths=(decision.path,))
    if isinstance(decision, Move):
        return Highlights(walks=((decision.path, destination(position, decision.path)[0]),))
    if isinstance(decision, Close):
        return Highlights(workmen=(decision.workman,))
    return Highlights()


def last_move(game: Game, count: int = 1) -> Highlights:
    """What the last decisions of a game did."""
    before = game.copy()
    found = Highlights()
    for _ in range(min(count, len(game.moves))):
        decision = before.pop()
        found = decision_highlights(before.position, decision) | found
    return found


def sight(position: Position, workman: int) -> Highlights:
    """The builders that a workman sees."""
    square = workman >> 2
    seen = tuple(path for path in SIGHT[square] if position.path[path])
    return Highlights(workmen=(workman,), beams=tuple((square, path) for path in seen), paths=seen)


def under_marks(theme: Theme, highlights: Highlights) -> str:
    """The marks under the figures."""
    paint = theme.paint
    parts = []
    for square, path in highlights.beams:
        (x, y), (u, v) = square_middle(square), path_middle(path)
        length = math.hypot(u - x, v - y) or 1
        px, py = (v - y) / length * 13, -(u - x) / length * 13
        beam = f"M{number(x)} {number(y)}L{number(u + px)} {number(v + py)}L{number(u - px)} {number(v - py)}Z"
        parts.append(shape(beam, paint("beam"), opacity=0.5, data_beam=f"{square_name(square)} {path}"))
        parts.append(
            line(
                f"M{number(x)} {number(y)}L{number(u)} {number(v)}",
                paint("glow"),
                2.6,
                stroke_dasharray="2 9",
                stroke_linecap="round",
            )
        )
    for square in highlights.squares:
        x, y = square_corner(square)
        parts.append(_frame(theme, x, y, 100, 100, data_square=square_name(square)))
    parts += [_frame(theme, *path_box(path), data_path=str(path)) for path in highlights.paths]
    return "".join(parts)


def _frame(theme: Theme, x: float, y: float, width: float, height: float, **data: str) -> str:
    return group(
        rect(x + 1, y + 1, width - 2, height - 2, "none", 8, stroke=theme.paint("glow"), stroke_width=6, opacity=0.9)
        + rect(x + 1, y + 1, width - 2, height - 2, "none", 8, stroke=theme.paint("mark"), stroke_width=1.8),
        **data,
    )


def over_marks(theme: Theme, highlights: Highlights) -> str:
    """The marks over the figures."""
    paint = theme.paint
    parts = [_walk(theme, start, end) for start, end in highlights.walks]
    for port in highlights.workmen:
        x, y = square_corner(port >> 2)
        mx, my = MIDDLES[port & 3]
        cx, cy = x + 50 + (mx - 50) * 0.55, y + 50 + (my - 50) * 0.55
        parts.append(circle(cx, cy, 32, "none", stroke=paint("glow"), stroke_width=5, opacity=0.9))
        parts.append(circle(cx, cy, 32, "none", stroke=paint("mark"), stroke_width=1.8))
    return "".join(parts)


def ghosts(theme: Theme, laid: Sequence[tuple[int, int]]) -> str:
    """Tiles that could be laid, seen through."""
    parts = []
    for square, face in laid:
        x, y = square_corner(square)
        tile = use(PLATES[0]) + use(f"face-{FACE_NAMES[face]}") + (use("deck") if face == BRIDGE else "")
        dashes: Attributes = {"stroke": theme.paint("mark"), "stroke_width": 3, "stroke_dasharray": "9 6"}
        parts.append(
            group(
                group(tile, opacity=0.72) + element("rect", x=2, y=2, width=96, height=96, rx=6, fill="none", **dashes),
                transform=f"translate({number(x)} {number(y)})",
                data_square=square_name(square),
            )
        )
    return "".join(parts)


def _walk(theme: Theme, start: int, end: int) -> str:
    """An arrow along the path."""
    points = [_outer(start)]
    at = 0
    while at != end:
        at = at or start
        step = NEXT[at]
        (x, y), (u, v) = _outer(at), _outer(step)
        if x != u and y != v:  # around a fountain, by the corner that both share
            points.append((u, y) if at in (11, 30) else (x, v))
        points.append((u, v))
        at = step
    (x, y), (u, v) = points[-2], points[-1]
    length = math.hypot(u - x, v - y)
    dx, dy = (u - x) / length, (v - y) / length
    course = "M" + "L".join(f"{number(a)} {number(b)}" for a, b in [*points[:-1], (u - dx * 6, v - dy * 6)])
    head = (
        f"M{number(u + dx * 12)} {number(v + dy * 12)}L{number(u - dx * 8 - dy * 9)} {number(v - dy * 8 + dx * 9)}"
        f"L{number(u - dx * 8 + dy * 9)} {number(v - dy * 8 - dx * 9)}Z"
    )
    pen: Attributes = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    paint = theme.paint
    return group(
        line(course, paint("outline"), 8, **pen)
        + shape(head, paint("outline"), stroke=paint("outline"), stroke_width=4, stroke_linejoin="round")
        + line(course, paint("mark"), 4.4, **pen)
        + shape(head, paint("mark")),
        data_walk=f"{start} {end}",
    )


def _outer(path: int) -> Point:
    """A point near the outer edge of a path square, where the arrow hides no figure."""
    x, y = path_middle(path)
    side = 0 if path <= 11 else 1 if path <= 19 else 2 if path <= 30 else 3
    dx, dy = ((0, -41), (41, 0), (0, 41), (-41, 0))[side]
    return x + dx, y + dy
