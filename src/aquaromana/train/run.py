"""A training run: generations of self-play, fitting and the gate, in a folder from which it can always go on.

Every step ends with a file that appears as a whole. What is there is never done again, so that a run may be killed at
any time; whatever it was doing then is done again, with the same outcome.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from aquaromana.arena.play import Maker
from aquaromana.arena.runner import Runner
from aquaromana.engine import WeightsError
from aquaromana.train.artifacts import FIT, GAMES, GATE, read_artifact, write_artifact
from aquaromana.train.config import Config
from aquaromana.train.core import Core
from aquaromana.train.curves import draw_curves
from aquaromana.train.errors import CheckpointError, TrainingError
from aquaromana.train.files import drop_unfinished, locked, read_file, update_file, write_file
from aquaromana.train.fit import Entry, Settings, fit
from aquaromana.train.gate import SEARCH, net_path, run_trial, trials
from aquaromana.train.model import Network
from aquaromana.train.policy import FittedPolicy, PolicySettings, fit_policy
from aquaromana.train.selfplay import Players, load_generation, play_generation, summarize
from aquaromana.train.weights import POLICY, Quantized, Shape, Weights, parse, quantize

CONFIG: Final = "config.toml"
EXPORT: Final = "champion.aquanet"
CHUNK: Final = 2048
"""Games that are turned into samples in one call."""


class Observer(Protocol):
    """Follows the progress of a run."""

    def step(self, name: str, done: int, total: int, note: str = "") -> None: ...

    def note(self, line: str) -> None:
        """Something that a person should read."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a run works with."""

    core: Core
    players: Players
    make: Callable[[Path], Maker]
    """Makes the maker of bots for a folder of networks."""
    runner: Callable[[Maker], Runner]
    """Makes the runner of the gate."""
    threads: int


class Run:
    """A run in its folder."""

    def __init__(self, folder: Path, config: Config, means: Means, observer: Observer) -> None:
        self.folder = folder
        self.config = config
        self._means = means
        self._observer = observer
        self._shape: Shape = means.core.shape()

    def go(self) -> None:
        """Do everything that is left to do."""
        with locked(self.folder / "run.lock"):
            drop_unfinished(self.folder)
            self._settle_config()
            self._prepare_start()
            for generation in range(1, self.config.run.generations + 1):
                if self.verdict(generation) is None:
                    self._play(generation)
                    self._fit(generation)
                    self._gate(generation)
                elif not (self._place(generation) / GAMES).exists():
                    self._play(generation)
                if generation == self.config.run.generations or self.verdict(generation + 1) is None:
                    draw_curves(self.folder, [self._place(number) for number in range(1, generation + 1)])
                    self._export(generation)

    def verdict(self, generation: int) -> dict[str, Any] | None:
        """What the gate said; None if it has not yet."""
        path = self._place(generation) / GATE
        return read_artifact(path) if path.exists() else None

    def best(self, before: int) -> str:
        """The name of the network that the generation plays with and has to beat."""
        for generation in range(before - 1, 0, -1):
            verdict = self.verdict(generation)
            if verdict is None:
                raise TrainingError(f"{self.folder} is incomplete: {self._place(generation) / GATE} is missing")
            if verdict["promoted"]:
                return _name(generation)
        return SEARCH if self.config.run.start == "search" else _name(0)

    def _settle_config(self) -> None:
        path = self.folder / CONFIG
        if path.exists():
            known = Config.parse(read_file(path).decode(errors="replace"), str(path))
            if difference := self.config.differs(known):
                raise TrainingError(f"{self.folder} holds another run: {difference}")
        elif any(self.folder.glob("gen-*")):
            raise TrainingError(f"{self.folder} is incomplete: {CONFIG} is missing")
        wanted = self.config.run.generations
        if self._place(wanted + 1).exists():  # the export would go back to an older network
            raise TrainingError(
                f"{self.folder} has generation {wanted + 1} already: [run] generations cannot be lowered to {wanted}"
            )
        update_file(path, self.config.to_toml().encode())

    def _prepare_start(self) -> None:
        """Put the network in place that the first generation starts from."""
        start = self.config.run.start
        path = net_path(self.folder, _name(0))
        if start == "search" or path.exists():
            return
        if start == "untrained":
            network = quantize(Network(self._shape, seed=self.config.run.seed).weights(), self._shape)
        else:
            network = self._read_net(Path(start))
        write_file(path, network.to_bytes())

    def _play(self, generation: int) -> None:
        folder = self._place(generation)
        best = self.best(generation)
        untrained = best == _name(0) and self.config.run.start == "untrained"
        net = None if best == SEARCH or untrained else self._read_net(net_path(self.folder, best)).to_bytes()
        play_generation(
            self.config,
            generation,
            folder / "games",
            self._means.core,
            self._means.players,
            net,
            on_game=lambda done, total: self._observer.step(f"generation {generation}: games", done, total),
            on_note=self._observer.note,
        )
        if (folder / GAMES).exists():
            read_artifact(folder / GAMES)
        else:
            write_artifact(folder / GAMES, summarize(self._means.core, load_generation(folder / "games")))

    def _fit(self, generation: int) -> None:
        folder = self._place(generation)
        path = net_path(self.folder, _name(generation))
        checkpoint = folder / "checkpoint.pt"
        if path.exists():
            self._read_net(path)
            checkpoint.unlink(missing_ok=True)
            return
        window = range(max(1, generation - self.config.games.window + 1), generation + 1)
        for each in window[:-1]:
            self._play(each)  # only what is damaged or was deleted
        games = [game for each in window for game in load_generation(self._place(each) / "games")]
        samples = []
        for first in range(0, len(games), CHUNK):
            samples.append(self._means.core.samples(games[first : first + CHUNK], self._means.threads))
            self._observer.step(f"generation {generation}: samples", min(first + CHUNK, len(games)), len(games))
        try:
            fitted = fit(
                samples,
                self._shape,
                self._start_weights(generation),
                self._fit_settings(),
                on_step=lambda done, total, loss: self._observer.step(
                    f"generation {generation}: training", done, total, f"loss {loss:.4f}"
                ),
                on_epoch=lambda entry: self._observer.note(_epoch_line(generation, entry)),
                on_checkpoint=lambda data: write_file(checkpoint, data),
                checkpoint=read_file(checkpoint) if checkpoint.exists() else None,
            )
        except CheckpointError as error:
            raise TrainingError(f"{checkpoint}: {error}") from None
        policy = self._fit_policy(generation)
        weights = fitted.weights if policy is None else {**fitted.weights, POLICY: policy.weights}
        losses = None if policy is None else {"before": policy.before, "after": policy.after, "floor": policy.floor}
        write_artifact(folder / FIT, {"epochs": fitted.history, "policy": losses})
        update_file(folder / "weights.npz", _packed(weights))
        write_file(path, quantize(weights, self._shape).to_bytes())
        checkpoint.unlink(missing_ok=True)

    def _fit_policy(self, generation: int) -> FittedPolicy | None:
        """The policy learns from the newest games alone: it follows the visits of the best player there is."""
        wanted = self.config.fit
        if not self._shape.policy_rows or not wanted.policy_steps:
            return None
        games = load_generation(self._place(generation) / "games")
        starts = range(0, len(games), CHUNK)
        arrays = [self._means.core.policy_samples(games[at : at + CHUNK], self._means.threads) for at in starts]
        settings = PolicySettings(
            steps=wanted.policy_steps,
            rate=wanted.policy_rate,
            test=wanted.test,
            seed=self.config.run.seed,
            device=wanted.device,
        )
        fitted = fit_policy(arrays, self._shape.policy_rows, settings)
        bounds = f"unfitted {fitted.before:.4f}, floor {fitted.floor:.4f}"
        self._observer.note(f"generation {generation}, policy: {fitted.after:.4f} ({bounds})")
        return fitted

    def _fit_settings(self) -> Settings:
        wanted = self.config.fit
        return Settings(
            epochs=wanted.epochs,
            batch=wanted.batch,
            rate=wanted.rate,
            decay=wanted.decay,
            search_weight=wanted.search_weight,
            points_weight=wanted.points_weight,
            podium_weight=wanted.podium_weight,
            test=wanted.test,
            device=wanted.device,
            threads=self._means.threads,
            seed=self.config.run.seed,
        )

    def _start_weights(self, generation: int) -> Weights | None:
        best = self.best(generation)
        if self.config.fit.afresh or best == SEARCH:
            return None
        path = self.folder / best / "weights.npz"
        if path.exists():
            return _unpacked(read_file(path), str(path))
        return self._read_net(net_path(self.folder, best)).to_floats()

    def _gate(self, generation: int) -> None:
        folder = self._place(generation)
        names = (_name(generation), self.best(generation))
        make = self._means.make(self.folder.resolve())
        runner = self._means.runner(make)
        outcomes = []
        for number, trial in enumerate(trials(self.config)):
            text = f"gate {self.config.run.seed}.{generation}.{number}"
            seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")
            title = f"generation {generation}: gate, {trial.players} players at {trial.budget}"
            outcome = run_trial(
                self.config,
                trial,
                names,
                folder / "gate",
                runner,
                make=make,
                seed=seed,
                on_result=lambda standings, title=title: self._observer.step(  # type: ignore[misc]
                    title, standings.games, standings.match.games, f"share {standings.rows[0].share:.3f}"
                ),
            )
            outcomes.append(outcome)
            self._observer.note(
                f"{title}: {outcome['verdict']}, share {outcome['share']:.3f} "
                f"({outcome['low']:.3f}–{outcome['high']:.3f}) in {outcome['games']} games"
            )
        promoted = all(outcome["verdict"] == "passed" for outcome in outcomes)
        network = self._read_net(net_path(self.folder, names[0]))
        write_artifact(
            folder / GATE,
            {
                "generation": generation,
                "candidate": names[0],
                "opponent": names[1],
                "hash": network.hash,
                "promoted": promoted,
                "trials": outcomes,
            },
        )
        self._observer.note(f"generation {generation} is {'promoted' if promoted else 'not promoted'}")

    def _export(self, generation: int) -> None:
        """The network to use is always the last one that was promoted."""
        best = self.best(generation + 1)
        if best not in (SEARCH, _name(0)):
            update_file(self.folder / EXPORT, self._read_net(net_path(self.folder, best)).to_bytes())

    def _read_net(self, path: Path) -> Quantized:
        try:
            return parse(read_file(path), self._shape)
        except WeightsError as error:
            raise WeightsError(f"{path}: {error}") from None

    def _place(self, generation: int) -> Path:
        return self.folder / _name(generation)


def _name(generation: int) -> str:
    return f"gen-{generation:03}"


def _epoch_line(generation: int, entry: Entry) -> str:
    tables = ", ".join(
        f"{players} players {figures['loss']:.4f} (even {figures['even']:.4f}, floor {figures['floor']:.4f})"
        for players, figures in entry["tables"].items()
    )
    return f"generation {generation}, epoch {entry['epoch']}: loss {entry['loss']:.4f}; test: {tables or 'no games'}"


def _packed(weights: Weights) -> bytes:
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **weights)
    return file.getvalue()


def _unpacked(data: bytes, name: str) -> Weights:
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {key: arrays[key] for key in arrays.files}
    except Exception:  # noqa: BLE001 - archives of NumPy raise whatever zip files and headers do
        raise WeightsError(f"{name} is damaged: delete it, and training starts from the rounded weights") from None
