"""What positions and decisions mean beyond the rules: effects, forecast, race, and what decisions are worth."""

from aquaromana.analysis.effects import Closing, Effects, Growth, effects_of, prospects_of
from aquaromana.analysis.forecast import Walk, is_blind, seen, walks
from aquaromana.analysis.hints import Hint, coach, hint
from aquaromana.analysis.judge import Grade, Judge, Judged, Loss
from aquaromana.analysis.race import Runner, runners

__all__ = [
    "Closing",
    "Effects",
    "Grade",
    "Growth",
    "Hint",
    "Judge",
    "Judged",
    "Loss",
    "Runner",
    "Walk",
    "coach",
    "effects_of",
    "hint",
    "is_blind",
    "prospects_of",
    "runners",
    "seen",
    "walks",
]
