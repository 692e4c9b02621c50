"""Networks that evaluate leaves: ONNX models, run on many positions at a time.

A model takes ``observations``, bytes of shape (n, size) as in docs/observation.md, and gives ``shares`` (n, 4), the
logarithms of the seats' shares of the win from the mover on in turn order, and ``policy`` (n, 9826), a logarithm for
every action. What it says of seats that do not play and of decisions that are not legal is ignored. Its metadata say
for which version of the observation it was made; a model that does not say is for version 1.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol, Self

from aquaromana import extras
from aquaromana.engine import native
from aquaromana.engine.backend import Settings
from aquaromana.engine.observation import SIZE, VERSION
from aquaromana.engine.report import Report
from aquaromana.rules import Position
from aquaromana.rules.actions import ACTIONS

if TYPE_CHECKING:
    from os import PathLike

    import numpy as np
    import onnxruntime

SEATS: Final = 4
"""The number of shares that a model returns, for any number of players."""

OBSERVATION: Final = "observation"
"""The key in a model's metadata for the version of the observation that it reads."""

BATCH: Final = 16
"""Leaves per batch; more gain little on one core."""

_NEAR: Final = 1e-3
"""How far shares may be from adding up to one: a network may count with half precision."""


class NetworkError(ValueError):
    """A model that cannot be used, or that cannot be run here."""


class Network(Protocol):
    """Evaluates many positions at once."""

    def judge(self, observations: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
        """Shares (n, 4), seen from the mover, that add up to one; and a logarithm for every action (n, 9826).

        All of them finite: to rule an action out, give it something like -1e9. Seats that do not play get 0.
        """


def checked(judgement: object, count: int, players: int) -> tuple[np.ndarray, np.ndarray]:
    """The output of a network for `count` positions, as the core expects it; NetworkError if it is not valid.

    Every judgement passes here: a number that is not finite would lead the core's walk through the tree astray.
    """
    import numpy as np

    try:
        with np.errstate(over="ignore", invalid="ignore"):  # infinite values are reported below
            shares, policy = (np.asarray(part, np.float32) for part in judgement)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise NetworkError("The network gives no judgement: two arrays of numbers are needed.") from None
    if shares.shape != (count, SEATS) or policy.shape != (count, ACTIONS):
        raise NetworkError(
            f"The network gives shares {shares.shape} and policy {policy.shape} for {count} positions; "
            f"needed are {(count, SEATS)} and {(count, ACTIONS)}."
        )
    for name, numbers in (("shares", shares), ("policy", policy)):
        if not np.isfinite(numbers).all():
            raise NetworkError(f"The network gives {name} that are not finite (NaN or infinity).")
    sums = shares[:, :players].sum(axis=1)
    if shares.min(initial=0) < -_NEAR or np.abs(sums - 1).max(initial=0) > _NEAR:
        far = float(sums[np.abs(sums - 1).argmax()])
        raise NetworkError(
            f"The network gives shares that are not: those of the {players} seats have to be 0 or more and "
            f"add up to 1, not to {far:.4g}."
        )
    return shares, policy


class OnnxNetwork:
    """A model in a file or in memory. One thread; it does not spin while it waits.

    It pickles as the name of its file, or as the model itself if that came as bytes.
    """

    def __init__(
        self, session: onnxruntime.InferenceSession, name: str, model: str | PathLike[str] | bytes | None = None
    ) -> None:
        self._session, self._name, self._model = session, name, model
        inputs = {value.name for value in session.get_inputs()}
        outputs = {value.name for value in session.get_outputs()}
        if inputs != {"observations"} or not {"shares", "policy"} <= outputs:
            raise NetworkError(
                f"{name} is not a network for this game: it takes {_list(inputs)} and returns {_list(outputs)}."
            )
        shape = session.get_inputs()[0].shape
        stated = session.get_modelmeta().custom_metadata_map.get(OBSERVATION, "1")
        self._check(shape[-1] if shape else None, stated, name)

    @classmethod
    def load(cls, model: str | PathLike[str] | bytes) -> Self:
        """Read a model; NetworkError says in one line what is wrong with it."""
        name = "The model" if isinstance(model, bytes) else str(model)
        try:
            import onnxruntime
        except ImportError as error:
            raise NetworkError(extras.missing("A network", error.name or "onnxruntime", "network")) from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        try:
            data = model if isinstance(model, bytes) else _read(model)
            session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        except OSError as error:
            raise NetworkError(f"{name} cannot be read: {error.strerror}.") from None
        except Exception as error:  # noqa: BLE001 (onnxruntime has many classes for a broken file, none public)
            raise NetworkError(f"{name} is not a valid ONNX model: {str(error).splitlines()[0][:120]}") from None
        return cls(session, name, model)

    def __reduce__(self) -> tuple[object, tuple[object]]:
        if self._model is None:
            raise TypeError(f"{self._name} does not pickle: make it by OnnxNetwork.load, which knows where it is from.")
        return type(self).load, (self._model,)

    def judge(self, observations: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
        """Run the model."""
        import numpy as np

        shares, policy = self._session.run(["shares", "policy"], {"observations": observations})
        with np.errstate(invalid="ignore"):  # `checked` reports what is not a number
            weights = np.exp(shares - shares.max(axis=-1, keepdims=True))
            weights[..., players:] = 0
            return weights / weights.sum(axis=-1, keepdims=True), policy

    @staticmethod
    def _check(size: object, version: str, name: str) -> None:
        if version != str(VERSION):
            raise NetworkError(f"{name} is for version {version[:20]} of the observation; this program has {VERSION}.")
        if isinstance(size, int) and size != SIZE:
            raise NetworkError(f"{name} is for observations of {size} bytes; this version has {SIZE}.")


class NetworkSearch(native.NativeSearch):
    """A backend of one thread whose leaves a network judges, many at a time."""

    def __init__(self, network: Network, position: Position, settings: Settings) -> None:
        super().__init__(position, replace(settings, evaluator="network"))
        self._network = network
        self._players = position.players
        self._stopped = False
        self._playouts, self._seconds = 0, 0.0

    def run(self, seconds: float, playouts: int) -> int:
        begun = time.perf_counter()
        done = 0
        while not self._stopped and not self._core.exact and (not playouts or done < playouts):
            observations, known = self._core.collect(min(BATCH, playouts - done) if playouts else BATCH)
            if count := len(observations):
                judgement = self._network.judge(observations, self._players)
                self._core.supply(*checked(judgement, count, self._players))
            done += max(known + count, 1)  # every round counts, so that the loop ends
            self._seconds = time.perf_counter() - begun
            if seconds and self._seconds >= seconds:
                break
        self._playouts = done
        self._stopped = False
        return done

    def stop(self) -> None:
        self._stopped = True

    def report(self) -> Report:
        return replace(super().report(), playouts=self._playouts, seconds=self._seconds)


def _read(path: str | PathLike[str]) -> bytes:
    from pathlib import Path

    return Path(path).read_bytes()


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"
