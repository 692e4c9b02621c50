"""The interface of a bot."""

from __future__ import annotations

import hashlib
import secrets
from operator import index
from typing import Protocol

from aquaromana.engine import Budget, OnReport
from aquaromana.rules import Decision, Game

Seed = int | str | None
"""What a bot's dice start from: the same number or text gives the same dice, None other ones each time."""


class Bot(Protocol):
    """A bot. It may keep its own state, but must not change the game.

    A bot that holds something, such as a process, also has a method `close`; see `close_bot`.
    """

    @property
    def name(self) -> str:
        """What to call it; `make_bot` makes another one like it from this text."""

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        """A legal decision for the seat to move; the game is not over.

        Without a budget the bot uses its own. A bot that searches calls `on_report` meanwhile.
        """

    def stop(self) -> None:
        """End `choose` immediately with the best decision so far; may be called from another thread."""


class BotError(ValueError):
    """A bot that does not exist or cannot be made; one line says why."""


def close_bot(bot: Bot) -> None:
    """Release what a bot holds, if it holds anything; it is not asked again."""
    close = getattr(bot, "close", None)
    if close is not None:
        close()


def demand_choice(game: Game) -> None:
    """ValueError if a game is over: its bots have nothing to choose any more."""
    if game.is_over:
        raise ValueError("The game is over: there is nothing to choose.")


def plain_seed(seed: Seed) -> Seed:
    """The seed, with NumPy integers converted; TypeError if it is not a valid seed."""
    if seed is None or isinstance(seed, str):
        return seed
    try:
        return index(seed)
    except TypeError:
        raise TypeError(f"A seed is a whole number, a text or None, not {seed!r}.") from None


def seed_number(seed: Seed) -> int:
    """A seed as a number below 2⁶⁴."""
    seed = plain_seed(seed)
    if seed is None:
        return secrets.randbits(64)
    if isinstance(seed, int):
        return seed % (1 << 64)
    return int.from_bytes(hashlib.blake2b(seed.encode(), digest_size=8).digest(), "big")


def error_text(error: BaseException) -> str:
    """An error that a bot raised, in one line: its type and what it says."""
    try:
        return f"{type(error).__name__}: {error}".rstrip(": ")
    except Exception:  # noqa: BLE001 - even the text of a foreign error may fail
        return type(error).__name__
