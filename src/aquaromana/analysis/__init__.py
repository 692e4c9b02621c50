"""Facts about positions beyond the rules: effects of decisions, the builder forecast, the podium race."""

from aquaromana.analysis.effects import Closing, Effects, Growth, effects_of, prospects_of
from aquaromana.analysis.forecast import Walk, is_blind, seen, walks
from aquaromana.analysis.race import Runner, runners

__all__ = [
    "Closing",
    "Effects",
    "Growth",
    "Runner",
    "Walk",
    "effects_of",
    "is_blind",
    "prospects_of",
    "runners",
    "seen",
    "walks",
]
