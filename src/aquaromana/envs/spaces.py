"""The spaces of actions and observations in Gymnasium's terms."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from aquaromana.engine.observation import BOARD_PLANES, GLOBALS, PATH_PLANES
from aquaromana.rules.actions import ACTIONS
from aquaromana.rules.geometry import PATH, SQUARES


class ActionSpace(spaces.Discrete):
    """Every decision as an integer; `rules.actions` has the arithmetic.

    Samples are those of Discrete, drawn four times as fast where a mask is given: most of these actions are illegal.
    """

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(ACTIONS, seed)

    def sample(self, mask: npt.NDArray[np.int8] | None = None, probability: npt.NDArray[Any] | None = None) -> np.int64:
        if probability is not None or not _is_mask(mask):
            return super().sample(mask, probability)
        legal = np.flatnonzero(mask.view(np.bool_))
        return legal[self.np_random.integers(len(legal))] if len(legal) else self.start

    def contains(self, x: object) -> bool:
        return bool(0 <= x < ACTIONS) if type(x) is int or type(x) is np.int64 else super().contains(x)

    def __repr__(self) -> str:
        return f"Discrete({ACTIONS})"


def _is_mask(mask: npt.NDArray[np.int8] | None) -> TypeGuard[npt.NDArray[np.int8]]:
    """Whether a mask is one; Discrete says what is wrong with others."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.int8 or mask.shape != (ACTIONS,):
        return False
    return bool(mask.view(np.uint8).max() <= 1)


def observation_space() -> spaces.Box[np.uint8]:
    """An observation as bytes, each at most what its plane can be."""
    most = [
        *np.repeat([plane.most for plane in BOARD_PLANES], SQUARES),
        *np.repeat([plane.most for plane in PATH_PLANES], PATH),
        *(plane.most for plane in GLOBALS),
    ]
    return spaces.Box(np.zeros(len(most), np.uint8), np.array(most, np.uint8), dtype=np.uint8)


def masked_space() -> spaces.Dict:
    """An observation and the legal actions."""
    mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
    return spaces.Dict({"observation": observation_space(), "action_mask": mask})
