"""A row of chips: radios that nobody sees, under labels that people press."""

from playwright.sync_api import Locator, expect


def pick_chip(radio: Locator) -> None:
    """Press the chip of a radio, also while the page still moves: the press waits until it would hit the chip."""
    radio.locator("xpath=ancestor::label").click()
    expect(radio).to_be_checked()
