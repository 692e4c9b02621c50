"""Positions to draw: random games that fill the board, and what the tests ask of every SVG."""

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

from aquaromana.drawing.ids import short_names
from aquaromana.drawing.symbols import symbol_names
from aquaromana.rules import Game, Phase, Position
from aquaromana.rules.tiles import BRIDGE, EMPTY, RESERVOIR

SVG = "{http://www.w3.org/2000/svg}"


@cache
def whole_game(players: int, seed: int = 1) -> Game:
    """A game to its end, in which nobody closes by choice unless the aqueduct is long."""
    dice = random.Random(seed)
    game = Game(players)
    while not game.is_over:
        moves = game.legal_moves()
        move = dice.choice(moves)
        if moves[-1].type == "pass":
            lengths = [game.position.lengths[game.position.ends.index(close.workman)] for close in moves[:-1]]  # type: ignore[attr-defined]
            move = moves[lengths.index(max(lengths))] if max(lengths) > 7 else moves[-1]
        game.push(move)
    return game


def game_after(players: int, count: int, seed: int = 1) -> Game:
    """The game after so many decisions."""
    game = whole_game(players, seed).copy()
    while len(game.moves) > count:
        game.pop()
    return game


def positions_of(game: Game) -> Iterator[Position]:
    """Every position of a game, the last one first."""
    past = game.copy()
    yield past.position
    while past.moves:
        past.pop()
        yield past.position


@cache
def every_phase(players: int) -> dict[Phase, Position]:
    """A position of each phase."""
    found: dict[Phase, Position] = {}
    for seed in range(1, 40):
        for position in positions_of(whole_game(players, seed)):
            found.setdefault(position.phase, position)
        if len(found) == len(Phase):
            return found
    raise AssertionError("no game reaches every phase")


def laid_faces(position: Position) -> dict[int, int]:
    """Square and face of each tile, printed corners included."""
    return {square: face for square, face in enumerate(position.board) if EMPTY < face < RESERVOIR}


def bridges(position: Position) -> set[int]:
    return {square for square, face in laid_faces(position).items() if face == BRIDGE}


_NAMES = {short: name for name, short in short_names(symbol_names()).items()}


def named(own: str) -> str:
    """The name of a part by its id in a picture: a short one with four signs behind it, or its own and a mark."""
    sign, name = own[: own.startswith("#")], own.removeprefix("#")
    return sign + (name[:-5] if name[-5] == "_" else _NAMES[name[:-4]])


def absolute(course: str) -> list[tuple[float, float]]:
    """The points of a path that the pen stops at."""
    return [point for _, point in strokes(course)]


def dots(course: str) -> set[tuple[float, float]]:
    """The points of a path that are drawn by strokes of no length."""
    return {point for (command, point), (_, end) in pairwise(strokes(course)) if command == "M" and point == end}


def strokes(course: str) -> list[tuple[str, tuple[float, float]]]:
    """Commands of a path, as if they were absolute, and where they end."""
    points: list[tuple[str, tuple[float, float]]] = []
    x = y = 0.0
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", course):
        values = [float(value) for value in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)]
        size = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "T": 2, "A": 7, "Z": 1}[command.upper()]
        for at in range(0, len(values), size):
            own = values[at : at + size]
            dx, dy = (x, y) if command.islower() else (0.0, 0.0)
            x = own[-1] + dx if command in "Hh" else x if command in "Vv" else own[-2] + dx
            y = y if command in "Hh" else own[-1] + dy
            points.append((command.upper(), (x, y)))
    return points


def parsed(drawn: str) -> ET.Element:
    """The document, after the checks that every drawing has to pass; without the mark behind its ids."""
    root = ET.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), "ids are unique"
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in {"text", "tspan", "image", "style", "script", "filter"}
        for value in element.attrib.values():
            assert "nan" not in value
            assert "inf" not in value
            for name in re.findall(r"url\(#([^)]+)\)", value):
                assert name in ids
        if (reference := element.get("href")) is not None:
            assert reference.startswith("#"), "nothing outside is referred to"
            assert reference[1:] in ids
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg\")", drawn)
    for element in root.iter():
        for key, value in element.attrib.items():
            if key in ("id", "href"):
                element.set(key, named(value))
            elif value.startswith("url(#"):
                element.set(key, f"url(#{named(value[5:-1])})")
    return root


def layer(root: ET.Element, name: str) -> ET.Element:
    found = root.find(f".//{SVG}g[@id='layer-{name}']")
    if found is None:
        raise AssertionError(f"there is no layer {name}")
    return found


def uses(element: ET.Element, prefix: str) -> list[ET.Element]:
    """The placed symbols whose id begins like that."""
    return [use for use in element.iter(f"{SVG}use") if use.get("href", "").startswith(f"#{prefix}")]
