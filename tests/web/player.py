"""Somebody who plays by pointing: clicks on what glows on the board, answers what is asked, confirms."""

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from playwright.sync_api import Locator, Page

from tests.web.probes import probe

ENDLESS = 1000  # clicks; a whole game of one person takes some hundred


@dataclass(frozen=True)
class Seen:
    """What a person sees at the table."""

    tone: str
    text: str
    done: list[str]
    waiting: bool
    confirm: bool
    close: bool
    sure: bool
    offers: int
    figures: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    ghosts: list[dict[str, Any]]
    tray: list[dict[str, Any]]
    playing: bool


class Player:
    """One person, or all who share the screen."""

    def __init__(self, page: Page, *, seed: int = 1, touch: bool = False, patience: float = 30_000) -> None:
        self.page = page
        self._random = Random(seed)
        self._touch = touch
        self._patience = patience

    @classmethod
    def at(cls, page: Page, url: str, table: str, **how: Any) -> Self:
        """Sit down at a table."""
        page.goto(f"{url}/#/table/{table}")
        return cls(page, **how)

    def look(self, *wanted: str) -> Seen:
        """Wait until there is something to do, or the bar has one of these tones."""
        return Seen(**self.page.evaluate(probe("look"), [list(wanted), self._patience]))

    # One thing at a time.

    def click(self, spot: dict[str, Any]) -> None:
        """Click, or tap, on a place of the page."""
        if self._touch:
            self.page.touchscreen.tap(spot["x"], spot["y"])
        else:
            self.page.mouse.click(spot["x"], spot["y"])

    def press(self, button: Locator) -> None:
        """Click, or tap, on a button."""
        if self._touch:
            button.tap()
        else:
            button.click()

    def answer(self, seen: Seen) -> None:
        """Take one step towards the next decision, or confirm."""
        builders = [one for one in seen.figures if one["what"] == "builder"]
        workmen = [one for one in seen.figures if one["what"] == "workman"]
        offers = self.page.locator(".bar-offers .offer:enabled")
        if seen.close and self._random.random() < 0.1:
            self.press(self.page.locator(".bar-close"))
        elif seen.sure and self._random.random() < 0.3:
            self.press(self.page.locator(".bar-sure"))
        elif seen.confirm and (not workmen or self._random.random() < 0.8):
            self.press(self.page.locator(".bar-confirm"))
        elif seen.tray:
            self.click(self._random.choice(seen.tray))
        elif seen.ghosts:
            self.click(self._random.choice(seen.ghosts))
        elif builders:
            self.click(self._random.choice(builders))
        elif workmen:
            self.click(self._random.choice(workmen))
        elif seen.offers and (not seen.fields or self._random.random() < 0.5):
            self.press(offers.nth(self._random.randrange(seen.offers)))
        else:
            self.click(self._random.choice(seen.fields))

    # Whole games.

    def play(self, *, decisions: int = ENDLESS) -> Seen:
        """Play until the game is over, or so many steps were taken and nothing is left to confirm."""
        clicked = 0
        while (seen := self.look()).tone != "over" and (clicked < decisions or seen.done):
            assert clicked < ENDLESS, f"this leads nowhere: {seen}"
            self.answer(seen)
            clicked += 1
        return seen
