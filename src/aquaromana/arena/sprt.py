"""A sequential probability ratio test: is one bot stronger? It stops as soon as the answer is certain enough."""

from __future__ import annotations

import math
from typing import Any, Final, Literal

from aquaromana.arena.errors import ArenaError
from aquaromana.arena.intervals import share_of_elo

LARGEST_ELO: Final = 1000.0
PRIOR_VARIANCE: Final = 1 / 8
"""The variance of one imagined set: two even games without a tie. It keeps the first few sets from looking certain."""

Verdict = Literal["passed", "failed"]


class Sprt:
    """Wald's sequential test of "elo1 or better" against "elo0 or worse", generalized for an unknown variance.

    It is fed with the scores of whole sets, in their order. Within a set the games are related (same opening, turned
    seats), between sets they are not; so the spread of the set scores is the right measure, not that of the games.

    With n sets of mean m and variance v, and s the score expected at a difference, each hypothesis is given the
    variance that suits it best, v + (m − s)². The log-likelihood ratio of two normal distributions is then
    n/2 · ln((v + (m − s0)²) / (v + (m − s1)²)).
    """

    def __init__(
        self,
        elo0: float,
        elo1: float,
        *,
        alpha: float = 0.05,
        beta: float = 0.05,
        seats: tuple[int, int] = (1, 1),
    ) -> None:
        if not (abs(elo0) <= LARGEST_ELO and abs(elo1) <= LARGEST_ELO and elo0 < elo1):
            text = f"{elo0:g} {elo1:g}"
            raise ArenaError(f"no sequential test of {text}: the first Elo difference is below the second, like 0 10")
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            raise ArenaError(f"no sequential test with errors {alpha:g} and {beta:g}: both are between 0 and 0.5")
        self.elo0, self.elo1 = elo0, elo1
        self.alpha, self.beta = alpha, beta
        self.lower = math.log(beta / (1 - alpha))
        self.upper = math.log((1 - beta) / alpha)
        self.sets = 0
        """How many sets were counted; none after the verdict."""
        self._shares = share_of_elo(elo0, seats), share_of_elo(elo1, seats)
        self._sum = self._squares = 0.0
        self.verdict: Verdict | None = None
        """``passed`` for elo1, ``failed`` for elo0, None while it is open."""

    @property
    def llr(self) -> float:
        """The log-likelihood ratio; positive speaks for elo1."""
        if not self.sets:
            return 0.0
        mean = self._sum / self.sets
        spread = max(self._squares / self.sets - mean**2, 0.0) + PRIOR_VARIANCE / self.sets
        worse, better = (spread + (mean - share) ** 2 for share in self._shares)
        return self.sets / 2 * math.log(worse / better)

    def add(self, score: float) -> None:
        """Count the next set: the share of all wins in it, between 0 and 1. After the verdict nothing changes."""
        if self.verdict is not None:
            return
        self.sets += 1
        self._sum += score
        self._squares += score**2
        llr = self.llr
        if llr >= self.upper:
            self.verdict = "passed"
        elif llr <= self.lower:
            self.verdict = "failed"

    def to_json(self) -> dict[str, Any]:
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": self.llr,
            "lower": self.lower,
            "upper": self.upper,
            "sets": self.sets,
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        said = self.verdict or "open"
        bounds = f"{self.elo0:g}, {self.elo1:g}"
        return (
            f"sequential test [{bounds}]: {said} after {self.sets} sets, "
            f"LLR {self.llr:+.2f} between {self.lower:+.2f} and {self.upper:+.2f}"
        )
