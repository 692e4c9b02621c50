"""Reviews: what each turn of a game was worth for every seat, what would have been better, and why."""

from aquaromana.analysis.review.reviewer import DEPTHS, Depth, Reviewer, judge_try, review
from aquaromana.analysis.review.values import Kingmaking, Review, SeatSummary, TurnReview

__all__ = ["DEPTHS", "Depth", "Kingmaking", "Review", "Reviewer", "SeatSummary", "TurnReview", "judge_try", "review"]
