"""Who sits where: people and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from aquaromana.bots import Bot, RandomBot
from aquaromana.cli.group import Failure

BOTS: Final[Mapping[str, Callable[[str | None], Bot]]] = {"random": RandomBot}
"""The bots that can sit at a table, each made from a seed."""

PERSON: Final = "human"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: a person, or a bot of a kind."""

    name: str
    kind: str = ""
    """The bot's name in BOTS; empty for a person."""


def parse_seat(text: str) -> Seat:
    """`Anna` is a person, `random` a bot, `random:Carl` a bot with a name, `human:random` a person with that name."""
    kind, colon, name = text.partition(":")
    kind, name = kind.strip(), name.strip()
    if not colon:
        kind, name = (kind, "") if kind in BOTS or kind == PERSON else (PERSON, kind)
    if kind not in BOTS and kind != PERSON:
        raise Failure(f"no player {text!r}: there are {', '.join(BOTS)}, and {PERSON}:NAME for a person")
    if not name.isprintable() or len(name) > 40:
        raise Failure(f"no player {text!r}: a name has at most 40 characters that can be printed")
    return Seat(name, "" if kind == PERSON else kind)


def seats_for(players: int | None, wanted: Sequence[Seat]) -> list[Seat]:
    """As many seats as play: those wanted, then random bots; without any, a person and a bot."""
    seats = list(wanted) or [Seat("")]
    count = players or max(2, len(seats))
    if len(seats) > count:
        raise Failure(f"{len(seats)} seats are named, but {count} play")
    if count > 4:
        raise Failure(f"the game is for 2, 3 or 4 players, not {count}")
    seats += [Seat("", "random")] * (count - len(seats))
    return named(seats)


def named(seats: Sequence[Seat]) -> list[Seat]:
    """Everybody with a name, and no name twice."""
    bots = sum(bool(seat.kind) for seat in seats)
    people = sum(not seat.kind for seat in seats)
    result: list[Seat] = []
    for number, seat in enumerate(seats, 1):
        alone = (bots if seat.kind else people) == 1
        base = seat.name or ((seat.kind.capitalize() if seat.kind else "Player") if alone else "")
        base = base or f"{seat.kind.capitalize() or 'Player'} {number}"
        taken = {other.name for other in result}
        fresh = next(name for name in (base, *(f"{base} {extra}" for extra in range(2, 9))) if name not in taken)
        result.append(Seat(fresh, seat.kind))
    return result
