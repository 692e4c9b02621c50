"""Who sits where: people and bots."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.bots import LEVELS, BotError, BotSpec, bot_names, make_bot
from aquaromana.cli.group import Failure

PERSON: Final = "human"
USUAL: Final = "search:2"
"""The bot that takes a seat for which nothing else is said."""
LONGEST: Final = 40
"""Characters of a name."""


_WORDS: Final = {level.title: str(number) for number, level in LEVELS.items()} | {
    "easy": str(min(LEVELS)),
    "strongest": str(max(LEVELS)),
}
"""Words for levels."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: a person, or a bot of a kind."""

    name: str
    kind: str = ""
    """What `make_bot` makes the bot from; empty for a person."""

    @property
    def label(self) -> str:
        """What to call somebody without a name: a bot by its level, as in `Casual`, or by what it is."""
        if not self.kind:
            return "Player"
        spec = BotSpec.parse(self.kind)
        if spec.name == "search" and spec.level.isdecimal() and int(spec.level) in LEVELS:
            return LEVELS[int(spec.level)].title.capitalize()
        return spec.name.capitalize()


def parse_seat(text: str) -> Seat:
    """`Anna` is a person; `greedy`, `search:3` or `search:3@800` a bot, `search:3:Carl` one with a name.

    `human:greedy` is a person with that name. Failure for what looks like a bot and is none.
    """
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
    raise _nobody(text, f"the bots are {', '.join(bot_names())}; search:3:Carl names one, {PERSON}:Carl is a person")


def _looks_like_a_bot(word: str) -> bool:
    """Whether a word is the name of a bot, or in small letters and nearly one."""
    families = {name.partition(":")[0] for name in bot_names()}
    if word.casefold() in families:
        return True
    stem = word.rstrip("0123456789-_ ")
    return word.islower() and bool(difflib.get_close_matches(stem, families, 1, cutoff=0.8))


def _bot(text: str) -> str | None:
    """The full name of the bot that a text names; a level may be given by its title, as in `search:casual`."""
    head, colon, level = text.partition(":")
    text = head.casefold() + colon + _WORDS.get(level.casefold(), level)
    try:
        return make_bot(text, seed=0).name
    except BotError:
        return None


def _checked(text: str, name: str) -> str:
    if not name.isprintable() or len(name) > LONGEST:
        raise _nobody(text, f"a name has at most {LONGEST} characters that can be printed")
    return name


def _nobody(text: str, why: str) -> Failure:
    return Failure(f"no player {text[: LONGEST + 20]!r}: {why}")


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
    """The bot that an answer to `How strong?` means: 1 to 5, a title, or the name of a bot."""
    answer = text.strip()
    return (_bot(f"search:{answer}") or _bot(answer)) if answer else None
