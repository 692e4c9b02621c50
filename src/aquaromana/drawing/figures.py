"""Symbols of builders (busts from the front, with the sign of their kind) and workmen (in their color)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from aquaromana.drawing.lettering import initial
from aquaromana.drawing.path_data import tight
from aquaromana.drawing.pencil import Attributes, circle, element, ellipse, group, line, oval, shape, use
from aquaromana.drawing.theme import Theme
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.tiles import Kind

KIND_IDS: Final = {kind: kind.name.lower() for kind in Kind}
SIGN: Final = 22
"""Radius of a builder's sign."""

_SHOULDERS: Final = "M-37 43C-38 18 -30 4 -12 0Q0 5 12 0C30 4 38 18 37 43Q0 47 -37 43Z"


def star(x: float, y: float, radius: float) -> str:
    """The outline of a star with five points."""
    points = []
    for step in range(10):
        reach = radius if step % 2 == 0 else radius * 0.42
        turn = math.pi * step / 5
        points.append(f"{x + reach * math.sin(turn):.2f} {y - reach * math.cos(turn):.2f}")
    return "M" + "L".join(points) + "Z"


def figure_symbols(theme: Theme) -> dict[str, str]:
    """Every figure and sign, by its id; a builder's middle and a workman's feet are at 0, 0."""
    symbols = {}
    for kind, name in KIND_IDS.items():
        symbols[f"sign-{name}"] = group(_sign(theme, kind), id=f"sign-{name}")
        symbols[f"builder-{name}"] = group(_builder(theme, kind), id=f"builder-{name}")
    symbols["bust"] = group(_bust(theme), id="bust")
    symbols["face"] = group(_face(theme), id="face")
    symbols["hands"] = group(_hands(theme), id="hands")
    symbols["workman"] = group(_workman(theme), id="workman")
    for color, name in enumerate(COLOR_NAMES):
        symbols[f"workman-{name}"] = _colored(theme, color)
    return symbols


def _sign(theme: Theme, kind: Kind) -> str:
    paint = theme.paint
    ink, cut = paint("sign-ink"), paint("sign")
    ring = paint(f"trim-{KIND_IDS[kind]}")
    parts = [
        circle(0, 0, SIGN, paint("sign-line")),
        circle(0, 0, SIGN - 1.2, ring),
        circle(0, 0, SIGN - 4.4, paint("sign-line")),
        circle(0, 0, SIGN - 5.2, cut),
    ]
    bar: Attributes = {"stroke_linecap": "butt"}
    reach = SIGN - 5.4
    if kind == Kind.CURVE:
        parts.append(line(f"M0 {-reach}A{reach} {reach} 0 0 0 {reach} 0", ink, 6.6, **bar))
    elif kind == Kind.DOUBLE:
        r = reach
        parts.append(line(f"M0 {-r}A{r} {r} 0 0 0 {r} 0M0 {r}A{r} {r} 0 0 0 {-r} 0", ink, 6, **bar))
    elif kind == Kind.STRAIGHT:
        parts.append(line(f"M0 {-reach}V{reach}", ink, 7, **bar))
    elif kind == Kind.BRIDGE:
        parts.append(line(f"M{-reach} 0H{reach}", ink, 6.4, **bar))
        parts.append(line(f"M0 {-reach}V{reach}", cut, 12.4, **bar))
        parts.append(line(f"M0 {-reach}V{reach}", ink, 6.8, **bar))
    else:
        parts.append(shape(star(0, 0.8, 14.5), ring, stroke=ink, stroke_width=1.4, stroke_linejoin="round"))
    return "".join(parts)


def _builder(theme: Theme, kind: Kind) -> str:
    trim = theme.paint(f"trim-{KIND_IDS[kind]}")
    return "".join(
        (
            use("bust"),
            line("M-13.4 1.4C-22 12 -27 26 -27 43.6", trim, 5),
            *_head(theme, kind),
            circle(2.2, 23, SIGN, theme.paint("shadow"), opacity=0.28),
            use(f"sign-{KIND_IDS[kind]}", 0, 20),
            use("hands"),
        )
    )


def _bust(theme: Theme) -> str:
    """Shoulders and neck, and the folds of the toga; its border has the color of the kind."""
    paint = theme.paint
    return (
        ellipse(5, 42, 38, 6.5, paint("shadow"), opacity=0.28)
        + shape(_SHOULDERS, paint("toga"), stroke=paint("sign-line"), stroke_width=1.6, stroke_linejoin="round")
        + shape("M13 1C30 5 37 18 36.2 42.4Q26 44.6 18 44.8C26 28 24 12 13 1Z", paint("toga-shade"))
        + line("M-33 20C-34 28 -34 36 -33 42M30 14C32 24 32 34 31 42", paint("toga-shade"), 1.5)
        + shape("M-6.5 -8H6.5V2.6Q0 7.4 -6.5 2.6Z", paint("skin-dark"))
    )


def _hands(theme: Theme) -> str:
    """They hold the sign from both sides."""
    edge: Attributes = {"stroke": theme.paint("sign-line"), "stroke_width": 1.3}
    return shape(oval(-21.6, 24, 5, 4.2) + oval(21.6, 24, 5, 4.2), theme.paint("skin"), **edge)


def _face(theme: Theme) -> list[str]:
    paint = theme.paint
    outline = paint("sign-line")
    return [
        circle(-14.3, -18.5, 3.2, paint("skin"), stroke=outline, stroke_width=1.3),
        circle(14.3, -18.5, 3.2, paint("skin-dark"), stroke=outline, stroke_width=1.3),
        ellipse(0, -19.5, 14, 14.6, paint("skin"), stroke=outline, stroke_width=1.5),
        shape("M6 -32.4A14 14.6 0 0 1 4 -5.6Q13 -18 6 -32.4Z", paint("skin-dark"), opacity=0.45),
        circle(-8, -15.4, 2.7, paint("cheek"), opacity=0.7),
        circle(8, -15.4, 2.7, paint("cheek"), opacity=0.7),
        ellipse(-4.9, -20, 1.5, 2, outline),
        ellipse(4.9, -20, 1.5, 2, outline),
        line("M0.2 -19Q1.8 -16.4 0 -15.8M-4 -11.8Q0 -8.6 4.2 -11.8", outline, 1.3, stroke_linecap="round"),
    ]


def _head(theme: Theme, kind: Kind) -> list[str]:
    """The head; each kind has another one."""
    paint = theme.paint
    outline = paint("sign-line")
    face = [use("face")]
    edge: Attributes = {"stroke": outline, "stroke_width": 1.5, "stroke_linejoin": "round"}
    if kind == Kind.CURVE:  # brown hair under a wreath of laurel
        hair = shape(
            "M-14.6 -18C-16 -40 16 -40 14.6 -18C13 -26 8 -28.6 0 -28C-8 -28.6 -13 -26 -14.6 -18Z", paint("hair"), **edge
        )
        turns = (-1.45, -1.08, -0.72, -0.36, 0.36, 0.72, 1.08, 1.45)
        return [*face, hair, _leaves(theme, turns)]
    if kind == Kind.DOUBLE:  # a wide hat of straw
        hair = shape("M-14.4 -14C-16 -26 -12 -30 0 -30C12 -30 16 -26 14.4 -14L12.4 -22H-12.4Z", paint("hair"))
        hat = [
            ellipse(0, -27.5, 24, 6.6, paint("straw-dark"), **edge),
            ellipse(-0.6, -28.6, 22.6, 5, paint("straw")),
            shape("M-13 -29C-12 -44 12 -44 13 -29Q0 -24.6 -13 -29Z", paint("straw"), **edge),
            line("M-12.8 -30.6Q0 -26 12.8 -30.6", paint("trim-double"), 3.2),
            line("M-7 -36Q0 -40 7 -36", paint("straw-dark"), 1.1, stroke_linecap="round"),
        ]
        return [*face, hair, *hat]
    if kind == Kind.STRAIGHT:  # an old man, bald and bearded
        beard = shape(
            "M-14.2 -19C-14 -2 -6 2 0 2C6 2 14 -2 14.2 -19C11.4 -12 8 -13.6 0 -13.6C-8 -13.6 -11.4 -12 -14.2 -19Z",
            paint("hair-gray"),
            **edge,
        )
        mouth = line("M-3.6 -9.4Q0 -7 3.6 -9.4", outline, 1.3, stroke_linecap="round")
        tufts = ellipse(-13.6, -24, 3.4, 5, paint("hair-gray"), **edge) + ellipse(
            13.6, -24, 3.4, 5, paint("hair-gray"), **edge
        )
        shine = line("M-6 -30.4Q-2 -32.6 2 -32", paint("toga"), 2, stroke_linecap="round", opacity=0.8)
        brows = line(
            "M-7.6 -23.8Q-5 -25.4 -2.6 -24M2.6 -24Q5 -25.4 7.6 -23.8", paint("hair-gray"), 1.8, stroke_linecap="round"
        )
        return [tufts, *face, beard, mouth, shine, brows]
    if kind == Kind.BRIDGE:  # a helmet with a crest
        helmet = [
            shape("M-4 -34C-3 -46 3 -46 4 -34L3 -30H-3Z", paint("trim-joker"), **edge),
            shape("M-15.6 -20C-17 -42 17 -42 15.6 -20C11 -25.6 -11 -25.6 -15.6 -20Z", paint("helmet"), **edge),
            shape("M-15.8 -21L-11.8 -23.4L-10.6 -8.6Q-14.6 -11 -15.8 -21Z", paint("helmet"), **edge),
            shape("M15.8 -21L11.8 -23.4L10.6 -8.6Q14.6 -11 15.8 -21Z", paint("helmet"), **edge),
            line("M-10 -31Q-6 -35.6 -1 -36", paint("wall-light"), 2, stroke_linecap="round", opacity=0.8),
            circle(0, -26.4, 2, paint("straw")),
        ]
        return [*face, *helmet]
    # The joker wears a soft red cap with a star.
    cap = [
        shape(
            "M-15.4 -22C-16 -38 -4 -46 10 -43C18 -41 19 -34 15.6 -31C14.4 -34 11 -34.6 9.6 -33"
            "C14 -29 15.4 -26 15.4 -22Q0 -28 -15.4 -22Z",
            paint("trim-joker"),
            **edge,
        ),
        shape("M-15.8 -20.6Q0 -27.4 15.8 -20.6L15.4 -24.8Q0 -31.6 -15.4 -24.8Z", paint("toga"), **edge),
        shape(star(-2, -34.5, 5.2), paint("straw")),
    ]
    curls = line("M-14.6 -17q-2.6 3 0.4 5M14.6 -17q2.6 3 -0.4 5", paint("hair"), 3, stroke_linecap="round")
    return [curls, *face, *cap]


def _leaves(theme: Theme, turns: Sequence[float]) -> str:
    """The leaves of the wreath, at these angles from the top of the head."""
    outlines = "".join(
        oval(
            *(15.2 * math.sin(turn), -19.5 - 14.4 * math.cos(turn), 4.6, 2.3),
            math.degrees(turn) + math.copysign(62, turn),
        )
        for turn in turns
    )
    return shape(outlines, theme.paint("laurel"), stroke=theme.paint("leaf-dark"), stroke_width=0.7)


def _colored(theme: Theme, color: int) -> str:
    """A workman in the color of a player, with its letter."""
    name = COLOR_NAMES[color]
    dark = theme.paint(f"{name}-dark")
    letter = initial(theme.letters[color], -4.4, 19, theme.paint(f"{name}-ink"), weight=1.3)
    dress = use("workman", fill=theme.paint(name), stroke=dark, color=dark)
    return group(dress + letter, id=f"workman-{name}")


def _workman(theme: Theme) -> str:
    """A workman whose dress has the fill and the stroke of its surroundings, and shades of their color."""
    paint = theme.paint
    body = "M-17 0C-17.6 -16 -14 -27 -7 -30H7C14 -27 17.6 -16 17 0Q0 5.4 -17 0Z"
    shade = shape(
        "M7 -30C14 -27 17.6 -16 17 0Q13 1.6 9 2.1C12 -10 12 -20 7 -30Z", "currentColor", opacity=0.4, stroke="none"
    )
    edge: Attributes = {"stroke_width": 1.5, "stroke_linejoin": "round"}
    under = (
        ellipse(4, 1.6, 19, 5.4, paint("shadow"), opacity=0.35, stroke="none")
        + shape(body, paint("outline"), stroke=paint("outline"), stroke_width=6, stroke_linejoin="round")
        + circle(0, -38.4, 13.4, paint("outline"), stroke="none")
    )
    face = (
        circle(0, -37.6, 9.6, paint("skin"))
        + shape("M4 -46.4A9.6 9.6 0 0 1 4 -28.8Q9.4 -37 4 -46.4Z", paint("skin-dark"), opacity=0.5)
        + circle(-3.4, -37, 1.3, paint("sign-line"))
        + circle(3.4, -37, 1.3, paint("sign-line"))
        + line("M-2.6 -33Q0 -31.2 2.8 -33", paint("sign-line"), 1.1, stroke_linecap="round")
    )
    cap = "M-10.8 -39.4C-11 -52 11 -52 10.8 -39.4Q0 -43.4 -10.8 -39.4Z"
    return "".join(
        (
            under,
            element("path", d=tight(body), **edge),
            shade,
            group(face, stroke="none"),
            circle(0, -37.6, 9.6, "none", **edge),
            element("path", d=tight(cap), **edge),
        )
    )
