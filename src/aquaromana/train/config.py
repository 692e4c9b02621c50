"""The settings of a run, read from TOML: each with its default, its limits and one line of help."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from typing import Any, Final, Self

from aquaromana.engine import Params
from aquaromana.train.errors import TrainingError


class ConfigError(TrainingError):
    """A configuration that cannot be used; the message names the setting."""


def setting(default: Any, help_: str, *, low: float | None = None, high: float | None = None) -> Any:
    """A setting with its help and its limits; a tuple holds a number for 2, 3 and 4 players each."""
    return field(default=default, metadata={"help": help_, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Run:
    seed: int = setting(1, "the same seed plays the same games, on any machine", low=0)
    generations: int = setting(4, "how many times to play, learn and test; may be raised later", low=1, high=1000)
    start: str = setting(
        "search",
        'who plays the first games: "search" (without a network), "untrained" (the search too, but the first test is '
        "against an untrained network), or a weight file",
    )


@dataclass(frozen=True, slots=True)
class Games:
    count: int = setting(12000, "games a generation", low=1, high=100_000_000)
    mix: tuple[float, ...] = setting((0.3, 0.3, 0.4), "the part of the games with 2, 3 and 4 players", low=0, high=1)
    part: int = setting(1024, "games in a file; a run that is killed plays at most these again", low=1, high=1_000_000)
    window: int = setting(3, "how many generations of games to learn from, the newest included", low=1, high=1000)


@dataclass(frozen=True, slots=True)
class SelfPlay:
    full_playouts: int = setting(
        400, "playouts of a full search; the policy learns from these alone", low=1, high=1_000_000
    )
    fast_playouts: int = setting(64, "playouts of all other decisions", low=1, high=1_000_000)
    full_part: float = setting(0.25, "the part of the decisions with full_playouts", low=0, high=1)
    random_setup: float = setting(0.5, "the part of the games whose builders are set up at random", low=0, high=1)
    random_start: float = setting(0.1, "the part of the games that begin with quick, noisy play", low=0, high=1)
    warm_builds: int = setting(12, "builds during which decisions are drawn by their visits", low=0, high=200)
    blunder: float = setting(0.01, "the part of later decisions that is drawn as well", low=0, high=1)
    least_visits: int = setting(40, "visits that a position in the tree needs to be learnt from", low=1)
    most_insights: int = setting(24, "positions learnt from in one tree, beside its root", low=0, high=254)
    rollout_seats: float = setting(0.15, "the part of the games in which some seats play without it", low=0, high=1)


@dataclass(frozen=True, slots=True)
class Fit:
    epochs: int = setting(2, "how often each sample is seen in a generation", low=1, high=1000)
    batch: int = setting(16384, "samples a step", low=1, high=1 << 20)
    rate: float = setting(2e-3, "highest learning rate", low=0, high=1)
    decay: float = setting(1e-4, "weight decay", low=0, high=1)
    search_weight: float = setting(
        0.7, "weight of the search's values in the targets; results have the rest", low=0, high=1
    )
    points_weight: float = setting(0.25, "weight of the points in the loss", low=0, high=100)
    podium_weight: float = setting(0.2, "weight of the workmen's final podiums in the loss", low=0, high=100)
    policy_steps: int = setting(300, "steps of fitting the policy, with all decisions in each", low=0, high=100_000)
    policy_rate: float = setting(0.1, "highest learning rate of the policy", low=0, high=10)
    test: float = setting(0.05, "the part of the games that is held back to measure with", low=0, high=0.9)
    afresh: bool = setting(False, "begin each generation with new weights instead of those of the last")  # noqa: FBT003
    device: str = setting("auto", '"auto", "cpu" or "cuda"')


@dataclass(frozen=True, slots=True)
class Gate:
    tables: tuple[int, ...] = setting((2, 3, 4), "table sizes; each has to be won on its own", low=2, high=4)
    playouts: int = setting(400, "playouts a decision in the test at equal playouts; 0 leaves it out", low=0)
    seconds: float = setting(0.02, "seconds a decision in the test at equal time; 0 leaves it out", low=0, high=3600)
    games: int = setting(
        2000, "games after which a test that is still open counts as not passed", low=2, high=1_000_000
    )
    elo0: float = setting(0.0, "the sequential test: no stronger than this fails", low=-1000, high=1000)
    elo1: float = setting(30.0, "the sequential test: this much stronger passes", low=-1000, high=1000)


SECTIONS: Final = {"run": Run, "games": Games, "self_play": SelfPlay, "fit": Fit, "gate": Gate}
FREE: Final = {("run", "generations"), ("fit", "device")}
"""What may change while a run is under way: it does not decide what is played."""


@dataclass(frozen=True, slots=True)
class Config:
    run: Run = field(default_factory=Run)
    games: Games = field(default_factory=Games)
    self_play: SelfPlay = field(default_factory=SelfPlay)
    fit: Fit = field(default_factory=Fit)
    gate: Gate = field(default_factory=Gate)
    search: tuple[tuple[str, float], ...] = (("explore", 0.4),)
    """Knobs of the search with a network, in self-play, that have another value than its own."""

    @classmethod
    def parse(cls, text: str, name: str = "the configuration") -> Self:
        """Read TOML; ConfigError names the first setting that cannot be."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"{name} is not TOML: {error}") from None
        _refuse_unknown(data, {**SECTIONS, "search": None}, f"{name} has no section", "[{}]")
        sections: dict[str, Any] = {}
        for section, kind in SECTIONS.items():
            values = data.get(section, {})
            if not isinstance(values, Mapping):
                raise ConfigError(f"{name}: {section} is a section: write [{section}]")
            known = {each.name: each for each in fields(kind)}
            _refuse_unknown(values, known, f"{name} has no setting in [{section}]", "{}")
            read = {key: _checked(known[key], value, f"{name}: [{section}] {key}") for key, value in values.items()}
            sections[section] = replace(kind(), **read)
        if "search" in data:
            sections["search"] = _knobs(data["search"], name)
        config = cls(**sections)
        _check_whole(config, name)
        return config

    def to_toml(self) -> str:
        """All settings with their help; `parse` reads them back."""
        lines = ["# Training: see docs/training.md. Whatever is left out has the value that stands here."]
        for section, kind in SECTIONS.items():
            lines += ["", f"[{section}]"]
            for each in fields(kind):
                lines += [
                    f"{each.name} = {_toml(getattr(getattr(self, section), each.name))} # {each.metadata['help']}"
                ]
        lines += [
            "",
            "[search] # knobs of the search with a network in self-play; all others of Params keep their values",
        ]
        lines += [f"{knob} = {_toml(value)}" for knob, value in self.search]
        return "\n".join(lines) + "\n"

    def differs(self, other: Config) -> str | None:
        """The first setting that decides what is played and is another one there, as one line."""
        for section in SECTIONS:
            here, there = asdict(getattr(self, section)), asdict(getattr(other, section))
            for key, value in here.items():
                if value != there[key] and (section, key) not in FREE:
                    return f"[{section}] {key} is {_toml(there[key])} there and {_toml(value)} here"
        if self.search != other.search:
            return "[search] is not the same"
        return None


def _knobs(values: Any, name: str) -> tuple[tuple[str, float], ...]:
    known = {each.name: each for each in fields(Params)}
    if not isinstance(values, Mapping):
        raise ConfigError(f"{name}: search is a section: write [search]")
    _refuse_unknown(values, known, f"{name} has no setting in [search]", "{}")
    knobs = tuple((key, _number(0.0, value, None, None, f"{name}: [search] {key}")) for key, value in values.items())
    try:
        Params(**dict(knobs))
    except ValueError as error:
        raise ConfigError(f"{name}: [search] {error}") from None
    return knobs


def _refuse_unknown(found: Mapping[str, Any], known: Mapping[str, Any], what: str, form: str) -> None:
    for key in found:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {form.format(near[0])}?" if near else f"there are {', '.join(known)}"
            raise ConfigError(f"{what} {form.format(key)}; {hint}")


def _checked(known: Any, value: Any, name: str) -> Any:
    default = known.default
    assert default is not MISSING
    low, high = known.metadata["low"], known.metadata["high"]
    if isinstance(default, tuple):
        if not isinstance(value, list) or not value:
            raise ConfigError(f"{name} is a list like {_toml(default)}, not {_toml(value)}")
        return tuple(_number(default[0], each, low, high, name) for each in value)
    if isinstance(default, bool | str):
        if type(value) is not type(default):
            kind = "true or false" if isinstance(default, bool) else "a text in quotes"
            raise ConfigError(f"{name} is {kind}, not {_toml(value)}")
        return value
    return _number(default, value, low, high, name)


def _number(default: Any, value: Any, low: float | None, high: float | None, name: str) -> Any:
    whole = isinstance(default, int)
    fits = isinstance(value, int) if whole else isinstance(value, int | float)
    inside = fits and not isinstance(value, bool) and (low is None or value >= low) and (high is None or value <= high)
    if not inside:
        kind = "a whole number" if whole else "a number"
        if low is not None:
            kind += f" from {low:g} " + ("on" if high is None else f"to {high:g}")
        raise ConfigError(f"{name} is {kind}, not {_toml(value)}")
    return value if whole else float(value)


def _check_whole(config: Config, name: str) -> None:
    """What no single setting shows."""
    mix = config.games.mix
    if len(mix) != 3 or abs(sum(mix) - 1) > 1e-6:
        raise ConfigError(f"{name}: [games] mix is three parts of 1, for 2, 3 and 4 players, not {_toml(mix)}")
    if config.gate.elo0 >= config.gate.elo1:
        raise ConfigError(f"{name}: [gate] elo0 is below elo1, like 0.0 and 30.0")
    if len(set(config.gate.tables)) != len(config.gate.tables):
        raise ConfigError(f"{name}: [gate] tables names a table size twice")
    if not config.gate.playouts and not config.gate.seconds:
        raise ConfigError(f"{name}: [gate] needs playouts or seconds")


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case tuple() | list():
            return f"[{', '.join(map(_toml, value))}]"
        case float():
            return repr(value)
    return str(value)
