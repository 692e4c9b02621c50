"""What the page draws with: every symbol as SVG, and the colors of both themes as CSS variables."""

from __future__ import annotations

from functools import cache

from aquaromana.drawing.pencil import element
from aquaromana.drawing.symbols import defs
from aquaromana.drawing.theme import DARK, LIGHT, Theme


@cache
def symbols(language: str = "en") -> str:
    """One SVG document that shows nothing and defines every symbol; a page puts it into itself once.

    The letters on figures are those of the language.
    """
    return element(
        "svg",
        defs(LIGHT.as_variables().in_language(language)),
        xmlns="http://www.w3.org/2000/svg",
        width=0,
        height=0,
        aria_hidden="true",
        focusable="false",
    )


@cache
def theme_css() -> str:
    """The colors: `data-theme` on the root chooses them; without it, what the system prefers."""
    changed = {name: color for name, color in DARK.colors.items() if LIGHT.colors[name] != color}
    dark = Theme(DARK.name, changed)
    return "\n".join(
        (
            _rule(LIGHT, ":root"),
            _rule(dark, ":root[data-theme=dark]"),
            f"@media (prefers-color-scheme:dark){{{_rule(dark, ':root:not([data-theme=light])')}}}",
            "",
        )
    )


def _rule(theme: Theme, selector: str) -> str:
    """The colors of a theme, and for the browser's own parts whether they are light or dark."""
    return theme.css(selector).replace("{", f"{{color-scheme:{theme.name};", 1)
