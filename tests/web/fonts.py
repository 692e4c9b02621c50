"""Narrow and broad letters: a machine may have only fonts that are broader than those of the machine that tests."""

from playwright.sync_api import Page

FONTS = {"own": "", "DejaVu": '"Slim DejaVu", "Slim Noto", serif'}
"""What this machine shows, and what one shows that has no other font; as long as nobody installed it, the same."""


def write_in(page: Page, name: str) -> None:
    """Show the page in one of the fonts from now on."""
    page.evaluate(
        """(fonts) => {
            for (const name of ["--serif", "--text"]) document.documentElement.style.setProperty(name, fonts);
        }""",
        FONTS[name],
    )
