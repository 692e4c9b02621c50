"""Proofs of facts: slow, by lines played through `Game.play`. Each says whether a fact is true of a replay.

TooManyLinesError from a proof means that it was not finished, and says nothing about the fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from aquaromana.analysis.facts.fact import Fact
from aquaromana.analysis.facts.lines import Replay
from aquaromana.analysis.facts.proofs import later, own, rivals, rounds
from aquaromana.rules import Decision, Position

Proof = Callable[[Replay, Fact], bool]

PROOFS: Final[Mapping[str, Proof]] = {
    "end/now": own.end_now,
    "end/shared": own.end_shared,
    "proof/only": rounds.proof_only,
    "proof/win": rounds.proof_win,
    "proof/settled": later.proof_settled,
    "proof/points": later.proof_points,
    "sight/only": rivals.sight_only,
    "sight/stops": rivals.sight_stops,
    "podium/first": own.podium_first,
    "close/crowded": own.close_crowded,
    "close/in-time": own.close_in_time,
    "close/builder": own.close_builder,
    "keep/safe": rounds.keep_safe,
    "sight/sure": rounds.sight_sure,
    "keep/step": own.keep_step,
    "podium/jump": own.podium_jump,
    "sight/blinds": rivals.sight_blinds,
    "block/ends": rivals.block_ends,
    "block/out": rivals.block_ends,
    "grow/many": own.grow_many,
    "grow/both": own.grow_both,
    "podium/devalue": own.podium_devalue,
    "podium/bonus": own.podium_bonus,
    "extra/wall": rivals.extra_wall,
    "extra/seed": rivals.extra_seed,
    "block/denies": rivals.block_denies,
    "sight/takes": rivals.sight_takes,
    "sight/brings": rivals.sight_brings,
    "fountain/extra": rivals.fountain_extra,
    "keep/higher": own.keep_higher,
    "sight/two": rivals.sight_two,
    "close/stuck": own.close_stuck,
    "close/shortest": own.close_shortest,
    "podium/most": own.podium_most,
    "podium/step": own.podium_step,
    "grow/ahead": own.grow_ahead,
    "podium/ahead": own.podium_ahead,
    "sight/many": rivals.sight_many,
    "keep/free": own.keep_free,
    "sight/on": rivals.sight_on,
    "place/ahead": own.place_ahead,
    "take/podium": own.take_podium,
    "take/joker": own.take_joker,
    "place/alone": own.place_alone,
    "place/sight": own.place_sight,
    "keep/nothing": own.keep_nothing,
    "expect/podium": later.expect_podium,
    "expect/length": later.expect_length,
    "self/lost": later.self_lost,
    "gift/podium": rivals.gift_podium,
    "self/blind": rivals.self_blind,
    "self/end": rivals.self_end,
    "gift/sight": rivals.gift_sight,
    "gift/length": rivals.gift_length,
    "expect/rival": later.expect_rival,
}
"""The proof of each code."""


def is_proven(position: Position, stretch: Sequence[Decision], fact: Fact, line: Sequence[Decision] = ()) -> bool:
    """Whether the proof of a fact about a stretch and the line after it succeeds; TooManyLinesError if that is long."""
    return PROOFS[fact.code](Replay(position, stretch, line), fact)
