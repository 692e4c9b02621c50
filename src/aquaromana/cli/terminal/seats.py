"""Who sits where: people and bots."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.bots import LEVELS, BotError, BotSpec, bot_names, bot_words, level_label, make_bot
from aquaromana.bots.program import PREFIX
from aquaromana.bots.search import LEVELS as SEARCH_LEVELS
from aquaromana.cli.group import Failure

PERSON: Final = "human"
USUAL: Final = "level:3"
"""The default bot for seats that are not named."""
LONGEST: Final = 40
"""Characters of a name."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: a person, or a bot of a kind."""

    name: str
    kind: str = ""
    """What `make_bot` makes the bot from; empty for a person."""

    @property
    def label(self) -> str:
        """The label of a player without a name: a bot by its level, as in `3 · Helper`, or by what it is."""
        if not self.kind:
            return "Player"
        if self.kind.startswith(PREFIX):
            return "Program"
        spec = BotSpec.parse(self.kind)
        if spec.level.isdecimal():
            number = int(spec.level)
            if spec.name == "level" and number in LEVELS:
                return level_label(number)
            if spec.name == "search" and number in SEARCH_LEVELS:
                return SEARCH_LEVELS[number].title.capitalize()
        return spec.name.capitalize()


def parse_seat(text: str) -> Seat:
    """`Anna` is a person; `greedy`, `level:3` or `search:5@800` a bot, `level:3:Carl` one with a name.

    `human:greedy` is a person with that name, `cmd: ./their-bot` a program. Failure for what looks like a bot and is
    none.
    """
    if text.strip().startswith(PREFIX):
        return Seat("", text.strip())
    head, colon, rest = (part.strip() for part in text.partition(":"))
    if head.casefold() == PERSON:
        return Seat(_checked(text, rest))
    if not any(sign in text for sign in ":@=") and not _looks_like_a_bot(head):
        return Seat(_checked(text, head))
    if kind := _bot(text):
        return Seat("", kind)
    front, _, name = (part.strip() for part in text.rpartition(":"))
    if colon and not name[:1].isdecimal() and (kind := _bot(front)):
        return Seat(_checked(text, name), kind)
    raise _nobody(text, f"the bots are {bot_words()}; level:3:Carl names one, {PERSON}:Carl is a person")


def _looks_like_a_bot(word: str) -> bool:
    """Whether a word is the name of a bot, or in small letters and nearly one."""
    families = {name.partition(":")[0] for name in bot_names()}
    if word.casefold() in families:
        return True
    stem = word.rstrip("0123456789-_ ")
    return word.islower() and bool(difflib.get_close_matches(stem, families, 1, cutoff=0.8))


def _bot(text: str) -> str | None:
    """The full name of the bot that a text names."""
    head, colon, level = text.partition(":")
    try:
        return make_bot(head.casefold() + colon + level, seed=0).name
    except BotError:
        return None


def _checked(text: str, name: str) -> str:
    if not name.isprintable() or len(name) > LONGEST:
        raise _nobody(text, f"a name has at most {LONGEST} characters that can be printed")
    return name


def _nobody(text: str, why: str) -> Failure:
    return Failure(f"{text[: LONGEST + 20]!r} is not a valid player: {why}")


def seats_for(players: int | None, wanted: Sequence[Seat], usual: str = USUAL) -> list[Seat]:
    """As many seats as play: those wanted, then bots of the usual kind; without any, a person and a bot."""
    seats = list(wanted) or [Seat("")]
    count = players or max(2, len(seats))
    if len(seats) > count:
        raise Failure(f"{len(seats)} seats are named, but {count} play")
    if count > 4:
        raise Failure(f"the game is for 2, 3 or 4 players, not {count}")
    seats += [Seat("", usual)] * (count - len(seats))
    return named(seats)


def named(seats: Sequence[Seat]) -> list[Seat]:
    """Everybody with a name, and no name twice."""
    labels = [seat.label for seat in seats if not seat.name]
    result: list[Seat] = []
    for number, seat in enumerate(seats, 1):
        base = seat.name or (seat.label if labels.count(seat.label) == 1 else f"{seat.label} {number}")
        taken = {other.name for other in result}
        fresh = next(name for name in (base, *(f"{base} {extra}" for extra in range(2, 9))) if name not in taken)
        result.append(Seat(fresh, seat.kind))
    return result


def level_kind(text: str) -> str | None:
    """The bot that an answer to `How strong?` means: a level's number, its title, or the name of a bot."""
    answer = text.strip()
    return (_bot(f"level:{answer}") or _bot(answer)) if answer else None
