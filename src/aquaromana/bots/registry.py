"""Bots by name: those of this package, and those that other packages add under the entry point `aquaromana.bots`.

>>> make_bot("search:3@200").name
'search:3@200'

Another package adds a bot with a function that makes it, and two lines in its pyproject.toml::

    [project.entry-points."aquaromana.bots"]
    clever = "clever_package:make"

    def make(spec: BotSpec, seed: Seed) -> Bot: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from typing import Final, Self

from aquaromana.bots.bot import Bot, BotError, Seed
from aquaromana.bots.champion import ChampionBot
from aquaromana.bots.first import FirstBot
from aquaromana.bots.greedy import GreedyBot
from aquaromana.bots.level import LEVELS, LevelBot
from aquaromana.bots.program import PREFIX, ProgramBot
from aquaromana.bots.random import RandomBot
from aquaromana.bots.search import KNOBS, NetworkBot, SearchBot
from aquaromana.bots.search import LEVELS as SEARCH_LEVELS
from aquaromana.engine import Budget, BudgetError, NetworkError

GROUP: Final = "aquaromana.bots"
"""The entry points that are looked for."""


_TITLES: Final[Mapping[str, Mapping[str, int]]] = {
    "level": {level.title: number for number, level in LEVELS.items()}
    | {"easy": min(LEVELS), "strongest": max(LEVELS)},
    "search": {level.title: number for number, level in SEARCH_LEVELS.items()}
    | {"easy": min(SEARCH_LEVELS), "strongest": max(SEARCH_LEVELS)},
}
"""The levels by their titles and two more words."""


def numbered(text: str) -> str:
    """The text of a bot with the number of its level if it has a title: `level:9` for ``level:Master-Builder``.

    Case does not matter, and a hyphen is as good as a blank. Any other text stays as it is.
    """
    name, _, level = text.partition(":")
    title, comma, knobs = level.partition(",")
    number = _TITLES.get(name, {}).get(" ".join(title.replace("-", " ").casefold().split()))
    return text if number is None else f"{name}:{number}{comma}{knobs}"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """Which bot is wanted: ``NAME``, ``NAME:LEVEL``, either with ``@BUDGET`` behind it.

    Search parameters may follow the level of `search` or the file of `champion`, even if that is empty:
    ``search:5,explore=0.7@800``, ``champion:,explore=0.7``. `parse` takes a level by its title, too; here it is a
    number.
    """

    name: str
    level: str = ""
    budget: Budget | None = None
    threads: int = 1
    """On which it may search, if it can use more than one; not part of its text."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``greedy``, ``search:3`` or ``search:5@800/2s``; BotError if the budget is none."""
        head, tail = split_budget(text)
        name, _, level = numbered(head).partition(":")
        try:
            budget = None if tail is None else Budget.parse(tail)
        except BudgetError as error:
            raise BotError(str(error)) from None
        return cls(name, level, budget)

    def __str__(self) -> str:
        level = f":{self.level}" if self.level else ""
        budget = f"@{self.budget}" if self.budget is not None else ""
        return self.name + level + budget


_FILES: Final = ("champion:", "network:")
"""How the bots begin that come from a file."""


def split_budget(text: str) -> tuple[str, str | None]:
    """The text of a bot without its budget, and the budget if it has one.

    A command or a file may have an ``@`` of its own: what follows the last one counts if it is a budget.
    """
    text = text.strip()
    if not text.startswith((PREFIX, *_FILES)):
        head, at, tail = text.partition("@")
        return head, tail if at else None
    head, _, tail = text.rpartition("@")
    try:
        Budget.parse(tail)
    except BudgetError:
        return text, None
    return (head.rstrip(), tail) if head else (text, None)


BotMaker = Callable[[BotSpec, Seed], Bot]
"""Makes the bot that is wanted, or raises BotError."""


def _random(spec: BotSpec, seed: Seed) -> Bot:
    return RandomBot(_plain(spec, seed))


def _first(spec: BotSpec, seed: Seed) -> Bot:
    return FirstBot(_plain(spec, seed))


def _greedy(spec: BotSpec, seed: Seed) -> Bot:
    return GreedyBot(_plain(spec, seed))


def _plain(spec: BotSpec, seed: Seed) -> Seed:
    """The seed, if nothing else is asked of a bot that has no levels and does not think."""
    if spec.level or spec.budget is not None:
        lacking = "settings" if "," in spec.level else "levels" if spec.level else "budget"
        raise BotError(f"The bot {spec.name} has no {lacking}: {str(spec)!r} is not a valid bot.")
    return seed


def _level(spec: BotSpec, seed: Seed) -> Bot:
    if "," in spec.level:
        raise BotError(f"Levels have no settings: {str(spec)!r} is not a valid bot; search and champion have some.")
    number = spec.level or str(max(LEVELS))
    if number not in map(str, LEVELS):
        raise BotError(f"There are the levels {min(LEVELS)} to {max(LEVELS)}: {str(spec)!r} is not a bot.")
    if spec.budget is not None:
        raise BotError(f"A level has a budget of its own: {str(spec)!r} is not a bot; search:5@800 thinks as you say.")
    thinker = make_bot(LEVELS[int(number)].bot, seed=seed, threads=spec.threads)
    return LevelBot(int(number), thinker, seed)


def _search(spec: BotSpec, seed: Seed) -> Bot:
    level, *knobs = spec.level.split(",")
    level = level or str(max(SEARCH_LEVELS))
    if level not in map(str, SEARCH_LEVELS):
        there = f"the levels {min(SEARCH_LEVELS)} to {max(SEARCH_LEVELS)}"
        raise BotError(f"The bot search has {there}: {str(spec)!r} is not a valid bot.")
    turned = dict(map(_knob, knobs))
    return SearchBot(int(level), budget=spec.budget, seed=seed, threads=spec.threads, knobs=turned)


def _champion(spec: BotSpec, seed: Seed) -> Bot:
    """With the network of the package or, behind the colon, of a file."""
    file, *knobs = spec.level.split(",")
    turned = dict(map(_knob, knobs))
    return ChampionBot(file, budget=spec.budget, seed=seed, threads=spec.threads, knobs=turned)


def _knob(text: str) -> tuple[str, float]:
    """One of the engine's `Params` with another value: ``explore=0.7``, for matches that tune the search."""
    name, _, value = text.partition("=")
    try:
        if name in KNOBS:
            return name, float(value)
    except ValueError:
        pass
    raise BotError(f"{text[:40]!r} is not a search parameter with a number: there are {', '.join(KNOBS)}.")


def _network(spec: BotSpec, seed: Seed) -> Bot:
    """The best level, with a network from a file as its evaluator."""
    if not spec.level:
        raise BotError("The bot network needs the file of its model: network:FILE.")
    try:
        return NetworkBot(spec.level, budget=spec.budget, seed=seed)
    except NetworkError as error:
        raise BotError(str(error)) from None


_OWN: Final[Mapping[str, BotMaker]] = {
    "random": _random,
    "first": _first,
    "greedy": _greedy,
    "level": _level,
    "search": _search,
    "network": _network,
    "champion": _champion,
}


_PLAIN: Final = ("random", "first", "greedy")
"""Those that have no levels."""


def _added() -> dict[str, EntryPoint]:
    """The entry points of other packages, by name; they cannot take the place of ours."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _OWN}


def bot_names() -> tuple[str, ...]:
    """Every bot that needs no more than its name, a level each; ``network:FILE`` needs a model too."""
    levels = [f"level:{level}" for level in LEVELS]
    searches = [f"search:{level}" for level in SEARCH_LEVELS]
    return (*_PLAIN, *levels, *searches, "champion", *sorted(_added()))


def bot_words() -> str:
    """The same in few words: ``random, first, greedy, level:1 to level:12, …``."""
    levels = f"level:{min(LEVELS)} to level:{max(LEVELS)}"
    searches = f"search:{min(SEARCH_LEVELS)} to search:{max(SEARCH_LEVELS)}"
    return ", ".join((*_PLAIN, levels, searches, "champion", *sorted(_added())))


def make_bot(text: str, *, seed: Seed = None, threads: int = 1) -> Bot:
    """The bot with this name, like ``greedy``, ``level:mason`` or ``search:5@800``; BotError if there is none."""
    spec = replace(BotSpec.parse(text), threads=threads)
    maker = _OWN.get(spec.name) or _load(spec.name)
    if maker is None:
        raise BotError(f"There is no bot {text[:40]!r}; there are {bot_words()}.")
    return maker(spec, seed)


def make_local_bot(text: str, *, seed: Seed = None) -> Bot:
    """The same, or a program: ``cmd: ./their-bot`` starts it. Never for a text that came over a network."""
    if not text.strip().startswith(PREFIX):
        return make_bot(text, seed=seed)
    spec = BotSpec.parse(text)
    return ProgramBot(spec.level, budget=spec.budget, seed=seed)


def _load(name: str) -> BotMaker | None:
    point = _added().get(name)
    if point is None:
        return None
    try:
        maker: BotMaker = point.load()
    except Exception as error:
        raise BotError(f"The bot {name} cannot be loaded from {point.value}: {error!r}.") from error
    return maker
