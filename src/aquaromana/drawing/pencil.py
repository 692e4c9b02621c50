"""SVG helpers: short numbers, elements, and the basic shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable

from aquaromana.drawing.path_data import rounded, tight

Attribute = str | int | float | None
Attributes = dict[str, Attribute]


def number(value: float) -> str:
    """At most two decimals, and no zero that says nothing."""
    return rounded(value, 2)


def escape(text: str) -> str:
    """The text as content or attribute of XML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def element(name: str, content: str = "", /, **attributes: Attribute) -> str:
    """An element; underscores in attributes' names stand for hyphens, None leaves the attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = escape(value) if isinstance(value, str) else number(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    opening = " ".join(parts)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def group(content: str | Iterable[str], /, **attributes: Attribute) -> str:
    """A group of elements."""
    return element("g", content if isinstance(content, str) else "".join(content), **attributes)


def use(symbol: str, x: float = 0, y: float = 0, scale: float = 1, /, **attributes: Attribute) -> str:
    """A symbol, moved and enlarged."""
    if scale == 1:
        return element("use", href=f"#{symbol}", x=x or None, y=y or None, **attributes)
    transform = f"translate({number(x)} {number(y)})scale({number(scale)})"
    return element("use", href=f"#{symbol}", transform=transform, **attributes)


def _faint(rest: Attributes, part: str) -> Attributes:
    """Opacity of one fill or stroke, which is much faster to render than that of an element."""
    if "opacity" in rest:
        rest[part] = rest.pop("opacity")
    return rest


def _part(fill: str) -> str:
    return "stroke_opacity" if fill == "none" else "fill_opacity"


def rect(
    x: float, y: float, width: float, height: float, fill: str, /, rx: float | None = None, **rest: Attribute
) -> str:
    """A rectangle."""
    return element(
        "rect", x=x or None, y=y or None, width=width, height=height, rx=rx, fill=fill, **_faint(rest, _part(fill))
    )


def circle(x: float, y: float, r: float, fill: str, /, **rest: Attribute) -> str:
    """A circle."""
    return element("circle", cx=x or None, cy=y or None, r=r, fill=fill, **_faint(rest, _part(fill)))


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, /, **rest: Attribute) -> str:
    """An ellipse with horizontal and vertical axes."""
    return element("ellipse", cx=x or None, cy=y or None, rx=rx, ry=ry, fill=fill, **_faint(rest, _part(fill)))


def shape(d: str, fill: str, /, **rest: Attribute) -> str:
    """A filled path."""
    return element("path", d=tight(d), fill=fill, **_faint(rest, _part(fill)))


def line(d: str, stroke: str, width: float, /, **rest: Attribute) -> str:
    """A stroked path."""
    return element("path", d=tight(d), fill="none", stroke=stroke, stroke_width=width, **_faint(rest, "stroke_opacity"))


def traced(symbol: str, stroke: str, width: float, x: float = 0, y: float = 0, /, **rest: Attribute) -> str:
    """A path that is defined elsewhere, stroked; what is around it says that it is not filled."""
    return use(symbol, x, y, stroke=stroke, stroke_width=width, **_faint(rest, "stroke_opacity"))


def moved(content: str, x: float, y: float, scale: float = 1) -> str:
    """Elements, moved and enlarged."""
    transform = f"translate({number(x)} {number(y)})" + (f"scale({number(scale)})" if scale != 1 else "")
    return group(content, transform=transform)


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0, *, step: float = 0.1) -> str:
    """The outline of an ellipse whose longer axis is turned by so many degrees.

    One arc from its leftmost point around to just below it; the last step is straight.
    """
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half = math.hypot(rx * c, ry * s)
    lift = (rx * rx - ry * ry) * s * c / half
    return f"M{x - half:.2f} {y - lift:.2f}a{number(rx)} {number(ry)} {turn:.0f} 1 1 0 {number(step)}Z"


def boxes(corners: Iterable[tuple[float, float, float, float]]) -> str:
    """The outlines of rectangles: left, top, width and height of each."""
    return "".join(f"M{x:.1f} {y:.1f}H{x + width:.1f}V{y + height:.1f}H{x:.1f}Z" for x, y, width, height in corners)
