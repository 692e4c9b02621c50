"""Sibling regret: how much a bot's choice loses against the best one, on positions that a deep search has judged.

They may also be judged by the results of games played on from each decision: noisy, but without a judge's bias.

A search needs the differences between decisions, not their level: that is what this measures. The positions are kept in
a file with one per line, after a first line that says how they were judged. Lines are only ever added, and only for
positions that were judged in the same way.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple, Self

from aquaromana.bots import Bot, make_bot
from aquaromana.engine import Budget, Report
from aquaromana.rules import Decision, Game, Phase
from aquaromana.train.errors import TrainingError

JUDGE: Final = "search:5,widen_from=500"
"""Judges the positions unless another bot is named; it looks at every decision."""
PLAYER: Final = "search:5@40"
"""Plays up to the positions."""
NOISE: Final = 0.15
"""The part of its decisions that is made at random."""
LEAST: Final = 4
"""The fewest decisions that a position may have."""
RARE: Final = 500
"""A decision with less than one in so many of the judge's playouts counts as the worst one: its value is unknown."""
EMPTY: Final = (20, 65)
"""Empty squares of a position in the middle of a game."""
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Judging:
    """How the positions of a file were judged: its first line."""

    judge: str
    playouts: int
    games: int
    seed: int

    def to_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        numbers = [data[name] for name in ("playouts", "games", "seed")]
        if data["format"] != FORMAT or not isinstance(data["judge"], str) or {int} != set(map(type, numbers)):
            raise ValueError("not the first line of positions")
        return cls(data["judge"], *numbers)

    def differs(self, other: Judging) -> str | None:
        """The first setting that differs, as one line."""
        here, there = asdict(self), asdict(other)
        for name, value in here.items():
            if value != there[name]:
                return f"{name} is {there[name]!r} there and {value!r} here"
        return None


@dataclass(frozen=True, slots=True)
class Position:
    """A position, and the share that each decision gives the seat to move, according to the judge."""

    players: int
    moves: tuple[int, ...]
    truth: dict[int, float]
    halves: dict[int, tuple[float, float]] | None = None
    """Where results judged: the share in every second game, and in the others."""

    @property
    def game(self) -> Game:
        game = Game(self.players)
        for move in self.moves:
            game.push(Decision(move))
        return game

    def to_json(self) -> dict[str, Any]:
        data = {"players": self.players, "moves": list(self.moves), "truth": {str(k): v for k, v in self.truth.items()}}
        return data if self.halves is None else {**data, "halves": {str(k): v for k, v in self.halves.items()}}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        truth = {int(key): float(value) for key, value in data["truth"].items()}
        halves = None
        if "halves" in data:
            halves = {int(key): (float(one), float(other)) for key, (one, other) in data["halves"].items()}
            if halves.keys() != truth.keys():
                raise ValueError("the halves are of other decisions")
        return cls(int(data["players"]), tuple(map(int, data["moves"])), truth, halves)


@dataclass(frozen=True, slots=True)
class Regret:
    """What a bot did on the positions of one table size; the errors are one standard error."""

    players: int
    positions: int
    regret: float
    error: float
    blind: float
    """The regret of a choice at random."""
    hits: float
    """How often it chose the best decision."""
    correlation: float | None
    """Of its own judgements with the judge's, among the decisions of a position; None for bots that give none."""
    room: float | None
    """What choosing by one half of the games gains over the bot in the other half; None where no results judged."""
    room_error: float | None


def make_positions(
    path: Path,
    *,
    players: int,
    count: int,
    playouts: int,
    seed: int,
    judge: str = JUDGE,
    games: int = 0,
    on_position: Callable[[int, int], None] = lambda *_: None,
) -> None:
    """Add positions for a table size to a file until there are `count` of them. Existing positions stay.

    TrainingError if the existing ones were judged in another way; a file without a first line is not checked.

    With `games`, the judge plays that many games from each decision, for all seats and with `playouts` a decision, and
    the results count.
    """
    judging = Judging(judge, playouts, games, seed)
    known, positions = _read(path) if path.exists() else (None, [])
    if positions and known is not None and (difference := judging.differs(known)):
        raise TrainingError(f"{path} holds positions that were judged in another way: {difference}; name another file")
    lines = [] if positions else [judging.to_json()]
    with path.open("a" if positions else "w", encoding="utf-8") as file:
        if positions:
            file.truncate(_whole(path.read_bytes()))
        for number in range(sum(position.players == players for position in positions), count):
            dice = Random(f"position {seed}.{players}.{number}")
            if games:
                position = _make_by_games(players, dice, judge, playouts, games)
            else:
                position = _make(players, dice, judge, playouts)
            lines.append(position.to_json())
            file.write("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
            file.flush()
            lines.clear()
            on_position(number + 1, count)


def read_positions(path: Path) -> list[Position]:
    """All positions of a file, except for a last line that was cut off."""
    return _read(path)[1]


def measure_regret(
    positions: Sequence[Position],
    bot: str,
    budget: Budget | None,
    *,
    on_position: Callable[[int, int], None] = lambda *_: None,
) -> list[Regret]:
    """Let a bot decide in every position."""
    rows: dict[int, list[_Row]] = {}
    for number, position in enumerate(positions, 1):
        chosen, report = think(make_bot(bot, seed=number), position.game, budget)
        best = max(position.truth.values())
        loss = best - position.truth.get(int(chosen), min(position.truth.values()))
        blind = best - fmean(position.truth.values())
        row = _Row(loss, blind, _agreement(position, report), _room(position, int(chosen)))
        rows.setdefault(position.players, []).append(row)
        on_position(number, len(positions))
    return [_regret(players, of_table) for players, of_table in sorted(rows.items())]


def think(bot: Bot, game: Game, budget: Budget | None) -> tuple[Decision, Report | None]:
    """A bot's decision and its last report."""
    reports: list[Report] = []
    decision = bot.choose(game, budget, reports.append)
    return decision, reports[-1] if reports else None


def _read(path: Path) -> tuple[Judging | None, list[Position]]:
    """How the positions were judged, if the file says so, and the positions."""
    try:
        data = path.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        raise TrainingError(f"cannot read {path}: {why[:1].lower()}{why[1:]}") from None
    judging, positions = None, []
    for number, line in enumerate(data[: _whole(data)].splitlines(), 1):
        try:
            entry = json.loads(line)
            if number == 1 and "judge" in entry:
                judging = Judging.from_json(entry)
            else:
                positions.append(Position.from_json(entry))
        except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
            raise TrainingError(f"{path} is damaged in line {number}") from None
    return judging, positions


def _whole(data: bytes) -> int:
    """How many bytes the whole lines take."""
    return data.rfind(b"\n") + 1


def _make(players: int, dice: Random, judge: str, playouts: int) -> Position:
    for game in _middles(players, dice):
        _, report = think(make_bot(judge, seed=dice.getrandbits(32)), game.copy(), Budget(playouts=playouts))
        if report is None:
            raise TrainingError(f"the bot {judge} does not say what it thinks, so it cannot judge positions")
        seat = game.to_move
        least = max(2, playouts // RARE)
        truth = {int(each.decision): round(each.shares[seat], 5) for each in report.choices if each.visits >= least}
        if len(truth) >= LEAST:
            return Position(players, tuple(map(int, game.moves)), truth)
    raise AssertionError


def _make_by_games(players: int, dice: Random, judge: str, playouts: int, games: int) -> Position:
    game = next(_middles(players, dice))
    seat, budget = game.to_move, Budget(playouts=playouts)
    truth, halves = {}, {}
    for decision in game.legal_moves():
        won = []
        for _ in range(games):
            bot = make_bot(judge, seed=dice.getrandbits(32))  # the same one would play the same game again
            ahead = game.copy()
            ahead.push(decision)
            while not ahead.is_over:
                ahead.push(bot.choose(ahead, budget))
            winners = ahead.winners()
            won.append((seat in winners) / len(winners))
        truth[int(decision)] = round(fmean(won), 5)
        if games > 1:
            halves[int(decision)] = round(fmean(won[::2]), 5), round(fmean(won[1::2]), 5)
    return Position(players, tuple(map(int, game.moves)), truth, halves or None)


def _middles(players: int, dice: Random) -> Iterator[Game]:
    """Positions from the middle of noisy games, one a game."""
    while True:
        game = Game(players)
        bot = make_bot(PLAYER, seed=dice.getrandbits(32))
        wanted = dice.randint(*EMPTY)
        while not game.is_over:
            legal = game.legal_moves()
            empty = game.position.board.count(0)
            if game.phase is Phase.BUILD and len(legal) >= LEAST and empty <= wanted:
                yield game
                break
            at_random = game.phase is Phase.SETUP or dice.random() < NOISE
            game.push(dice.choice(legal) if at_random else bot.choose(game.copy()))


class _Row(NamedTuple):
    """What a bot did in one position."""

    loss: float
    blind: float
    agreement: float | None
    room: float | None


def _room(position: Position, chosen: int) -> float | None:
    """Choosing and measuring with different games: the luck of a decision in one half does not count in the other."""
    shares = position.halves
    if shares is None or chosen not in shares:
        return None
    gains = []
    for half in (0, 1):
        best = max(shares, key=lambda decision: shares[decision][half])
        gains.append(shares[best][1 - half] - shares[chosen][1 - half])
    return fmean(gains)


def _agreement(position: Position, report: Report | None) -> float | None:
    if report is None:
        return None
    seat = position.game.to_move
    pairs = [
        (choice.shares[seat], position.truth[int(choice.decision)])
        for choice in report.choices
        if choice.visits and int(choice.decision) in position.truth
    ]
    if len(pairs) < 3:
        return None
    mean_x, mean_y = (fmean(column) for column in zip(*pairs, strict=True))
    xx = sum((x - mean_x) ** 2 for x, _ in pairs)
    yy = sum((y - mean_y) ** 2 for _, y in pairs)
    xy = sum((x - mean_x) * (y - mean_y) for x, y in pairs)
    return xy / math.sqrt(xx * yy) if xx > 0 and yy > 0 else None


def _regret(players: int, rows: Sequence[_Row]) -> Regret:
    losses = [row.loss for row in rows]
    known = [row.agreement for row in rows if row.agreement is not None]
    rooms = [row.room for row in rows if row.room is not None]
    return Regret(
        players,
        len(rows),
        fmean(losses),
        _error(losses),
        fmean(row.blind for row in rows),
        sum(loss < 1e-9 for loss in losses) / len(losses),
        fmean(known) if known else None,
        fmean(rooms) if rooms else None,
        _error(rooms) if rooms else None,
    )


def _error(values: Sequence[float]) -> float:
    """One standard error of the mean."""
    mean = fmean(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return math.sqrt(spread / len(values))
