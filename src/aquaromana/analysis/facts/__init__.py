"""Reasons in words: a closed catalogue of facts about decisions, and the choice of those that set one apart.

>>> from aquaromana import Game
>>> from aquaromana.analysis.facts import facts_of, say
>>> game = Game.from_position("4.b.1d0.18I10I10I9F10I10I10L4.1C5SDC2S1D1BB3C5D3S3B2.---.ooo-ooo-ooo-ooo.-")
>>> for fact in facts_of(game, ["H4s.15.De"])[:2]:
...     print(fact.clause, say(fact))
R4.2 As things stand, the workman on H5 can go on with 2 builders: those on 8 and 16.
R5.2 Your red aqueduct is now worth podium 4 instead of 3.
"""

from aquaromana.analysis.facts.catalogue import FACTS
from aquaromana.analysis.facts.choose import Reasons, StretchLike, facts_of, reasons
from aquaromana.analysis.facts.fact import Argument, Certainty, Fact
from aquaromana.analysis.facts.view import StretchError
from aquaromana.analysis.facts.words import LANGUAGES, say

__all__ = [
    "FACTS",
    "LANGUAGES",
    "Argument",
    "Certainty",
    "Fact",
    "Reasons",
    "StretchError",
    "StretchLike",
    "facts_of",
    "reasons",
    "say",
]
