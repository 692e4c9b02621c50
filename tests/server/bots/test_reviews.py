"""Reviews in their process: one turn a request, also in a process that begins again."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from aquaromana.analysis import review
from aquaromana.rules import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.reviews import Reviews, ReviewTurn

TOTAL = 3


class _Reviewer:
    """Judges turns at once."""

    begun = 0

    def __init__(self, *_: object, **__: object) -> None:
        type(self).begun += 1

    def reviews(self) -> Iterator[Any]:
        for done in range(TOTAL + 1):
            yield SimpleNamespace(turns=[{}] * done, total=TOTAL, to_json=lambda done=done: {"done": done})


def test_a_process_that_begins_again_judges_one_turn_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "Reviewer", _Reviewer)
    monkeypatch.setattr(_Reviewer, "begun", 0)
    start = position_text(Game(2).position)
    one, other, copy = (ReviewTurn(*at, start, (), "quick") for at in (("a", "one"), ("a", "other"), ("b", "one")))
    process = Reviews()
    assert [process.answer(one).done for _ in range(TOTAL + 1)] == [1, 2, 3, 3]
    assert _Reviewer.begun == 1, "what is whole is told again"
    assert process.answer(other).done == 1
    assert process.answer(copy).done == 1, "the same game at another table starts from the beginning"
    assert process.answer(copy).done == 2
    found = process.answer(one)
    assert (found.done, found.total, found.body) == (1, TOTAL, b'{"done":1}')
