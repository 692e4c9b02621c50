"""SVG helpers: short numbers, elements, and the basic shapes."""

from __future__ import annotations

from collections.abc import Iterable

Attribute = str | int | float | None
Attributes = dict[str, Attribute]


def number(value: float) -> str:
    """At most two decimals, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


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
    transform = f"translate({number(x)} {number(y)})" if x or y else ""
    if scale != 1:
        transform += f"scale({number(scale)})"
    return element("use", href=f"#{symbol}", transform=transform or None, **attributes)


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
    return element("rect", x=x, y=y, width=width, height=height, rx=rx, fill=fill, **_faint(rest, _part(fill)))


def circle(x: float, y: float, r: float, fill: str, /, **rest: Attribute) -> str:
    """A circle."""
    return element("circle", cx=x, cy=y, r=r, fill=fill, **_faint(rest, _part(fill)))


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, /, **rest: Attribute) -> str:
    """An ellipse with horizontal and vertical axes."""
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **_faint(rest, _part(fill)))


def shape(d: str, fill: str, /, **rest: Attribute) -> str:
    """A filled path."""
    return element("path", d=d, fill=fill, **_faint(rest, _part(fill)))


def line(d: str, stroke: str, width: float, /, **rest: Attribute) -> str:
    """A stroked path."""
    return element("path", d=d, fill="none", stroke=stroke, stroke_width=width, **_faint(rest, "stroke_opacity"))


def moved(content: str, x: float, y: float, scale: float = 1) -> str:
    """Elements, moved and enlarged."""
    transform = f"translate({number(x)} {number(y)})" + (f"scale({number(scale)})" if scale != 1 else "")
    return group(content, transform=transform)
