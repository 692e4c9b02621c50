"""The lines of the engine protocol: how each is written and read. `docs/engine-protocol.md` is the specification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Self, get_args

from aquaromana.engine.budget import Budget
from aquaromana.rules import AquaError, Decision, Game, Phase

PROTOCOL: Final = 1
"""The version of the protocol."""

LONGEST_LINE: Final = 65536
"""Bytes in a line, at most."""

NONE: Final = "none"
"""What stands for a decision where there is none, and for a text that is empty."""

OptionType = Literal["string", "spin", "check", "combo"]
OptionValue = str | int | bool

_OPTION_KEYS: Final = ("name", "type", "default", "min", "max", "var")
_INFO_KEYS: Final = ("multipv", "depth", "nodes", "visits", "time", "exact", "score", "points", "pv")


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of an engine, as it announces it."""

    name: str
    type: OptionType = "string"
    default: str = ""
    min: int | None = None
    max: int | None = None
    values: tuple[str, ...] = ()
    """What a combo can be."""

    def __str__(self) -> str:
        text = f"option name {self.name} type {self.type} default {self.default or NONE}"
        if self.min is not None and self.max is not None:
            text += f" min {self.min} max {self.max}"
        return text + "".join(f" var {value}" for value in self.values)

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what follows the word ``option``; None if it has no name."""
        sections = list(_sections(text.split(), _OPTION_KEYS))
        parts = dict(sections)
        known: tuple[OptionType, ...] = get_args(OptionType)
        kind = next((each for each in known if parts.get("type") == [each]), known[0])
        name, default = (" ".join(parts.get(key, ())) for key in ("name", "default"))
        values = tuple(" ".join(words) for key, words in sections if key == "var")
        least, most = (_whole(parts.get(key, ())) for key in ("min", "max"))
        return cls(name, kind, "" if default == NONE else default, least, most, values) if name else None

    def written(self, value: OptionValue) -> str:
        """A value as ``setoption`` carries it; ValueError if the option cannot have it."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if not text.isprintable() or len(text) > 1000:
            raise ValueError(f"The option {self.name} takes one line of text.")
        if self.type == "spin":
            if not text.removeprefix("-").isdecimal() or not text.isascii():
                raise ValueError(f"The option {self.name} takes a whole number, not {text[:40]!r}.")
            if (self.min is not None and int(text) < self.min) or (self.max is not None and int(text) > self.max):
                raise ValueError(f"The option {self.name} goes from {self.min} to {self.max}, not to {text}.")
        if self.type == "check" and text not in {"true", "false"}:
            raise ValueError(f"The option {self.name} is true or false, not {text[:40]!r}.")
        if self.type == "combo" and text not in self.values:
            raise ValueError(f"The option {self.name} is one of {', '.join(self.values)}, not {text[:40]!r}.")
        return text or NONE


@dataclass(frozen=True, slots=True)
class Info:
    """What an engine thinks, one line of play at a time; a field that it did not send is None or empty."""

    multipv: int = 1
    """The rank of this line of play: 1 for the best."""
    depth: int | None = None
    nodes: int | None = None
    """Playouts so far."""
    seconds: float | None = None
    visits: int | None = None
    """How many of the playouts began with the first decision of `pv`."""
    exact: bool = False
    """Whether this was calculated to the end of the game."""
    score: tuple[float, ...] = ()
    """Each seat's share of the win, from 0 to 1."""
    points: tuple[float, ...] = ()
    """Each seat's expected points."""
    pv: tuple[Decision, ...] = field(default=())
    """The decisions expected from here."""

    def __str__(self) -> str:
        words = [f"info multipv {self.multipv}"]
        words += [
            f"{name} {value}"
            for name, value in (("depth", self.depth), ("nodes", self.nodes), ("visits", self.visits))
            if value is not None
        ]
        if self.seconds is not None:
            words.append(f"time {round(self.seconds * 1000)}")
        if self.exact:
            words.append("exact")
        if self.score:
            words.append("score " + " ".join(f"{share:.4f}" for share in self.score))
        if self.points:
            words.append("points " + " ".join(f"{points:.2f}" for points in self.points))
        if self.pv:
            words.append("pv " + " ".join(map(str, self.pv)))
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what follows the word ``info``; what cannot be read is left out."""
        parts = dict(_sections(text.split(), _INFO_KEYS))
        milliseconds = _whole(parts.get("time", ()))
        return cls(
            multipv=_whole(parts.get("multipv", ())) or 1,
            depth=_whole(parts.get("depth", ())),
            nodes=_whole(parts.get("nodes", ())),
            visits=_whole(parts.get("visits", ())),
            seconds=None if milliseconds is None else milliseconds / 1000,
            exact="exact" in parts,
            score=tuple(_numbers(parts.get("score", ()))),
            points=tuple(_numbers(parts.get("points", ()))),
            pv=tuple(_decisions(parts.get("pv", ()))),
        )


def position_line(game: Game, *, replayed: bool = True) -> str:
    """The line that sets up a game: its start and decisions, or only the position it has reached."""
    if not replayed:
        return f"position {game}"
    start = Game.from_position(game.start)
    fresh = start.phase is Phase.SETUP and start.layout.is_standard and start == Game(start.players)
    head = f"position start players {start.players}" if fresh else f"position {start}"
    return head + (" moves " + " ".join(map(str, game.moves)) if game.moves else "")


def legal_line(game: Game) -> str:
    """The legal decisions, for an engine that does not know the rules."""
    return " ".join(["legal", *map(str, game.legal_moves())])


def go_line(budget: Budget | None, *, infinite: bool = False) -> str:
    """The line that starts the search; without a budget the engine uses its own."""
    if infinite:
        return "go infinite"
    words = ["go"]
    if budget is not None and budget.seconds is not None:
        words.append(f"movetime {max(1, round(budget.seconds * 1000))}")
    if budget is not None and budget.playouts is not None:
        words.append(f"nodes {budget.playouts}")
    return " ".join(words)


def _sections(words: Sequence[str], keys: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The words behind each key, up to the next key; words before the first are skipped."""
    key, behind = "", list[str]()
    for word in words:
        if word in keys:
            if key:
                yield key, behind
            key, behind = word, []
        else:
            behind.append(word)
    if key:
        yield key, behind


def _whole(words: Sequence[str]) -> int | None:
    text = words[0] if words else ""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 19 else None


def _numbers(words: Iterable[str]) -> Iterator[float]:
    for word in words:
        try:
            yield float(word)
        except ValueError:
            return


def _decisions(words: Iterable[str]) -> Iterator[Decision]:
    for word in words:
        try:
            yield Decision(word)
        except AquaError:
            return
