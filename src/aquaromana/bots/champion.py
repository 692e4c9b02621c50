"""The strongest bot: the search of the core, its leaves judged and its decisions weighed by a network of our own."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from aquaromana.bots.bot import BotError, Seed, seed_number
from aquaromana.bots.search import LEVELS, SearchBot
from aquaromana.engine import (
    Budget,
    NativeMissingError,
    NetWeights,
    Params,
    Search,
    WeightsError,
    champion_weights,
    native,
)

PARAMS: Final = Params(explore=0.4)
"""What differs from the search without a network; `docs/strength.md` has the matches."""


class ChampionBot(SearchBot):
    """Thinks with the network that comes with the package, or with one from a file.

    Without the C++ core, or if the package's own weights cannot be used, it says so once and plays like `search:5`.
    """

    def __init__(
        self,
        file: str = "",
        *,
        budget: Budget | None = None,
        seed: Seed = None,
        threads: int = 1,
        knobs: Mapping[str, float] | None = None,
    ) -> None:
        turned = "".join(f",{name}={value:g}" for name, value in (knobs or {}).items())
        self._think("champion" + (f":{file}{turned}" if file or turned else ""), budget, LEVELS[max(LEVELS)].budget)
        try:
            params = replace(PARAMS, **(knobs or {}))
            weights = _usable(NetWeights.load(file)) if file else _own_weights()
        except (ValueError, NativeMissingError) as error:
            raise BotError(str(error)) from None
        if weights:
            self._search = Search(
                params=params, evaluator="net", weights=weights, seed=seed_number(seed), threads=threads
            )
        else:
            self._search = Search(seed=seed_number(seed), threads=threads)


@cache
def _own_weights() -> NetWeights | None:
    """The package's weights; None if they cannot be used, which is said once."""
    if not native.available():
        return None  # the search says so
    try:
        return _usable(champion_weights())
    except WeightsError as error:
        logging.getLogger("aquaromana").warning("The champion plays without its network, weaker: %s", error)
        return None


def _usable(weights: NetWeights) -> NetWeights:
    """The same, tried out with the core; WeightsError if it is for another version."""
    native.core_net(weights)
    return weights
