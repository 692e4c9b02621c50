"""The gate: a new network takes the place of the old one only if it beats it at every table size on its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from aquaromana.arena import ArenaError, Entry, Match, MatchLog, Sprt, Standings, check_bots, run_match
from aquaromana.arena.play import Maker
from aquaromana.arena.runner import Runner
from aquaromana.bots import Bot, make_bot
from aquaromana.bots.champion import ChampionBot
from aquaromana.engine import Budget
from aquaromana.train.config import Config
from aquaromana.train.errors import TrainingError

SEARCH: Final = "search:5"
"""The opponent of the first network: the search without one."""


@dataclass(frozen=True, slots=True)
class NetMaker:
    """Makes bots by name: a weight file in a folder (`gen-003`), or what the registry has. Goes to other processes."""

    folder: Path

    def __call__(self, text: str, *, seed: int) -> Bot:
        path = net_path(self.folder, text)
        return ChampionBot(str(path), seed=seed) if path.is_file() else make_bot(text, seed=seed)


def net_path(folder: Path, name: str) -> Path:
    """The weight file of a generation, or of the untrained network."""
    return folder / name / "network.aquanet"


@dataclass(frozen=True, slots=True)
class Trial:
    """One match of the gate."""

    players: int
    budget: Budget

    @property
    def name(self) -> str:
        return f"{self.players}-players-{str(self.budget).replace('/', '-')}"


def trials(config: Config) -> list[Trial]:
    """Equal playouts and equal time, each table size alone."""
    budgets = []
    if config.gate.playouts:
        budgets.append(Budget(playouts=config.gate.playouts))
    if config.gate.seconds:
        budgets.append(Budget(seconds=config.gate.seconds))
    return [Trial(players, budget) for players in config.gate.tables for budget in budgets]


def run_trial(
    config: Config,
    trial: Trial,
    names: tuple[str, str],
    folder: Path,
    runner: Runner,
    *,
    make: Maker,
    seed: int,
    on_result: Callable[[Standings], None] = lambda _: None,
) -> dict[str, Any]:
    """Play one match of the gate, or go on with it; what came of it as JSON."""
    entries = tuple(Entry(name) for name in names)
    try:
        match = Match(entries, trial.players, 1, seed, trial.budget)
        sets = -(-config.gate.games // match.set_size)
        match = Match(entries, trial.players, sets, seed, trial.budget)
        check_bots(match, make)
        mine = match.seats[0]
        sprt = Sprt(config.gate.elo0, config.gate.elo1, seats=(mine, match.players - mine))
        standings = Standings(match, sprt)
        with MatchLog(folder / trial.name, match, sprt) as log:
            run_match(
                match, standings=standings, runner=runner, log=log, on_result=lambda standings, _: on_result(standings)
            )
    except ArenaError as error:
        raise TrainingError(str(error)) from None
    summary = standings.to_json()
    row = standings.rows[0]
    return {
        "players": trial.players,
        "budget": str(trial.budget),
        "games": standings.games,
        "share": row.share,
        "low": row.low,
        "high": row.high,
        "elo": summary["elo"],
        "verdict": sprt.verdict or "open",
        "seconds_per_decision": [each.seconds for each in standings.rows],
        "forfeits": len(summary["forfeits"]),
    }
