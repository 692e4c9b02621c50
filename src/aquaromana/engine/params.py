"""All parameters of the search and the evaluation, each with a comment."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Final

MOST_TRIES: Final = 16
"""The highest `rollout_tries`; the core has room for no more (`MAX_TRIES` in `cpp/tree.cpp`)."""
_DIVISORS: Final = ("prior_scale", "points_scale", "grow_tempo", "spread_start", "spread_end")
_PARTS: Final = ("prior_floor", "overlook", "past_close", "widen_power")


@dataclass(frozen=True, slots=True)
class Params:
    """How the search looks for decisions and what it thinks of positions.

    The C++ core reads the same names (`cpp/evaluate.hpp`). Values were found by matches; `docs/strength.md` has them.
    """

    # the tree
    explore: float = 0.8
    """Weight of the prior against the value in the choice of what to look at."""
    first_play: float = 0.05
    """How much worse than its parent a decision is thought to be before the first look."""
    prior_scale: float = 1.0
    """Points that a decision must look better at a glance to get e times the prior."""
    prior_floor: float = 0.2
    """Part of the prior that all decisions of a position share alike."""
    widen_from: float = 16
    """Decisions considered at first; more are added with the visits, the most promising first."""
    widen_factor: float = 1.5
    """Decisions added, times the visits to the power below."""
    widen_power: float = 0.5
    """How fast the number of decisions considered grows."""
    points_weight: float = 0.4
    """The most that points can add to or take from a share of the win: the tie-break."""
    points_scale: float = 20
    """Points ahead of the others' mean that are worth half of that."""
    overlook: float = 0
    """Probability of overlooking a decision, for weaker levels."""
    past_close: float = 0
    """1: a walk that comes to a new position before a closing by choice goes on to the next turn, which would be judged
    alike; 0: it ends there."""

    # quick games from a leaf
    rollout_depth: float = 20
    """Decisions played before the formula or the network in the core judges."""
    rollout_noise: float = 2.5
    """Points by which the look of a decision may be wrong there."""
    rollout_fountain: float = 0
    """Points that a builder's walk over a fountain adds there to the look of a build,"""
    rollout_watch: float = 0
    """and the weight of who sees him before and after."""
    rollout_tries: float = 0
    """Extra tiles, or builders to place, take or move, of which the network picks one there; 0: any, at random."""

    # the formula
    grow_base: float = 0.0
    """Squares that an open aqueduct grows in any case,"""
    grow_room: float = 0.3
    """for each empty square within two steps of the one it faces,"""
    grow_sight: float = 0.5
    """for each builder its workman sees,"""
    grow_empty: float = 0.06
    """and for each empty square on the board."""
    grow_tempo: float = 1.5
    """Turns that an aqueduct needs to use its room; with fewer left it grows in proportion."""
    rival_weight: float = 0.75
    """The weight of a rival's gain against one's own, at a glance."""
    close_bonus: float = 1
    """Points that a reserve builder and a safe podium are worth when closing by choice is considered at a glance."""
    spread_start: float = 14
    """Points that divide two seats whose chances are as e to 1, while much can still grow."""
    spread_end: float = 2.0
    """The same when nothing can grow any more."""

    def __post_init__(self) -> None:
        for knob in fields(self):
            value = getattr(self, knob.name)
            if not (isinstance(value, int | float) and math.isfinite(value)):
                raise ValueError(f"The parameter {knob.name} is a number, not {value!r}.")
            if knob.name in _DIVISORS and value <= 0:
                raise ValueError(f"The parameter {knob.name} is more than 0, not {value:g}.")
            if knob.name in _PARTS and not 0 <= value <= 1:
                raise ValueError(f"The parameter {knob.name} goes from 0 to 1, not to {value:g}.")
        if not 0 <= self.rollout_depth <= 10_000:
            raise ValueError(f"A rollout has 0 to 10,000 decisions, not {self.rollout_depth:g}.")
        if self.rollout_tries not in range(MOST_TRIES + 1):
            raise ValueError(
                f"The parameter rollout_tries is a whole number from 0 to {MOST_TRIES}, not {self.rollout_tries:g}."
            )
        if self.widen_from < 1 or self.widen_factor < 0:
            raise ValueError("At least one decision is considered, and never fewer with more visits.")
