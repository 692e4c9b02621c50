"""A review as a record: comments and variations that every reader of records understands."""

from __future__ import annotations

from collections.abc import Sequence

from aquaromana.analysis.judge import Grade
from aquaromana.analysis.review.values import Review, TurnReview
from aquaromana.analysis.review.words import comment, decided_text
from aquaromana.records import Line, Record


def annotated(record: Record, review: Review, names: Sequence[str] = (), *, language: str = "en") -> Record:
    """A copy of the record with what the review says: a comment at a turn, and the better line as a variation."""
    names = names or record.names
    for turn in review.turns:
        ply = turn.ply + _parting(turn)
        words = comment(turn, names, language=language)
        if turn.index == review.decided and turn.certain is not None:
            words = f"{words} {decided_text(turn.certain, names, language=language)}".strip()
        if words:
            old = record.line.plies[ply].comment
            record = record.annotated(ply, comment=f"{old} {words}".strip())
        if turn.counted and turn.grade.rank >= Grade.INACCURACY.rank:
            better = (*turn.best.stretch, *turn.line)[_parting(turn) :]
            record = record.annotated(ply, variation=Line.of(better))
    return record


def _parting(turn: TurnReview) -> int:
    """The first decision in which the played turn and the best one differ."""
    pairs = zip(turn.played.stretch, turn.best.stretch, strict=False)
    return next((count for count, (one, other) in enumerate(pairs) if one != other), 0)
