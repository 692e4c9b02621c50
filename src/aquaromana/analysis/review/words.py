"""A review in words, by the page's catalogues (`web/locale`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aquaromana.analysis.catalogues import catalogue, listed, seat_name
from aquaromana.analysis.facts import say
from aquaromana.analysis.judge import Grade
from aquaromana.analysis.review.values import Shares, TurnReview
from aquaromana.rules import Decision

LEAST: Final = 0.005
"""A change of share from which on it is mentioned."""


def grade_name(grade: Grade, language: str = "en") -> str:
    """Best, playable, inaccuracy, mistake or blunder."""
    return _entry(f"grade.{grade}", language)


def comment(turn: TurnReview, names: Sequence[str] = (), *, language: str = "en") -> str:
    """What there is to say about a turn; nothing about most."""
    sentences: list[str] = []
    if turn.counted and turn.grade.rank >= Grade.INACCURACY.rank:
        sentences += _fault(turn, names, language)
    elif turn.kingmaking:
        gains = _gains(turn.kingmaking.gained, turn.seat, names, language)
        sentences.append(_filled("kingmaking", language, seat=seat_name(turn.seat, names, language), gains=gains))
    elif turn.insight:
        sentences.append(_entry("insight", language))
        sentences += [say(fact, names, language=language) for fact in turn.reasons]
    return " ".join(sentences)


def _fault(turn: TurnReview, names: Sequence[str], language: str) -> list[str]:
    key = "told" if turn.loss.sure else "told-unsure"
    sentences = [_filled(key, language, grade=grade_name(turn.grade, language))]
    if turn.loss.share >= LEAST:
        sentences.append(_filled("lost", language, percent=percent(turn.loss.share)))
        if gains := _gains(turn.loss.gained, turn.seat, names, language):
            sentences.append(gains)
    else:
        sentences.append(_filled("lost-points", language, points=f"{turn.loss.points:.0f}"))
    if turn.gave_away:
        sentences.append(say(turn.gave_away, names, language=language))
    sentences.append(_filled("better", language, moves=moves_text(turn.best.stretch)))
    return sentences + [say(fact, names, language=language) for fact in turn.reasons]


def _gains(gained: Shares, seat: int, names: Sequence[str], language: str) -> str:
    """Who gains, largest first."""
    order = sorted(range(len(gained)), key=lambda other: -gained[other])
    told = [
        _filled("gain", language, seat=seat_name(other, names, language), percent=percent(gained[other]))
        for other in order
        if other != seat and gained[other] >= LEAST
    ]
    return _filled("gains", language, gains=listed(told, language)) if told else ""


def decided_text(seat: int, names: Sequence[str] = (), *, language: str = "en") -> str:
    """That a seat has won from here on."""
    return _filled("decided", language, seat=seat_name(seat, names, language))


def percent(share: float) -> str:
    """A share of a win as a whole percentage."""
    return f"{100 * share:.0f}"


def moves_text(moves: Sequence[Decision]) -> str:
    """Decisions in notation."""
    return " ".join(map(str, moves))


def _entry(key: str, language: str) -> str:
    return str(catalogue(language, "review")[key])


def _filled(key: str, language: str, **words: str) -> str:
    return _entry(key, language).format(**words)
