"""What can be read of a table: state, steps, previews, answers."""

from random import Random

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Switched
from aquaromana.server.protocol.messages import Ask, Preview
from aquaromana.server.table.log import NEWS
from tests.support.server_party import PERSON, Party
from tests.support.server_play import add, positions, stretch, table


def test_a_state_tells_what_came_after_a_version() -> None:
    on = table()
    for move in ("C@12", "D@13", "S@14"):
        add(on, [move])
    assert [step.move for step in on.state(1, (0,)).steps] == ["D@13", "S@14"]
    assert on.state(3, ()).steps == []
    assert on.state(2, (1, 0)).yours == [0, 1]
    for unknown in (None, 4, -1):
        state = on.state(unknown, ())
        assert (state.since, len(state.steps)) == (0, 3)


def test_the_steps_of_the_last_stretches_are_those_of_all() -> None:
    on, rng = table(4), Random(5)
    while not on.is_over:
        add(on, stretch(on.position, rng))
        everything = on.steps(0)
        for since in range(max(0, on.version - 12), on.version):
            assert on.steps(since) == everything[since:]


def test_a_preview_shows_part_and_whole_and_keeps_nothing() -> None:
    rng = Random(3)
    for game in positions()[:30]:
        on = table(game.players, game.position)
        moves = stretch(on.position, rng)
        shown = on.preview(Preview(id="p", version=0, moves=moves))
        for length in range(len(moves) + 1):
            shown = on.preview(Preview(id="p", version=0, moves=moves[:length]))
            assert shown.complete == (length == len(moves))
            assert bool(shown.choices) != shown.complete
            assert [step.move for step in shown.steps] == moves[:length]
        assert on.version == 0
        added = add(on, moves)
        assert shown.view == on.state(None, ()).view
        assert shown.steps == on.steps(added.version)


def test_previews_and_questions_are_for_one_version() -> None:
    on = table()
    add(on, ["C@12"])
    for ask in (
        lambda: on.preview(Preview(id="p", version=0, moves=[])),
        lambda: on.ask(Ask(id="a", version=0, subject="square", name="D1")),
    ):
        with pytest.raises(Refusal) as caught:
            ask()
        assert (caught.value.code, caught.value.version) == ("table/stale", 1)


def test_a_question_is_answered_with_the_reason_of_the_rules() -> None:
    on = table()
    why = on.ask(Ask(id="a", version=0, subject="move", name="J@1")).why
    assert why is not None
    assert (why.code, why.clause) == ("kind/joker-waits", "R2.5")
    assert on.ask(Ask(id="a", version=0, subject="move", name="C@1")).why is None


def test_a_position_at_any_ply() -> None:
    on = table()
    for move in ("C@12", "D@13"):
        add(on, [move])
    assert [on.at(ply).mover for ply in range(3)] == [0, 1, 0]
    for ply in (-1, 3):
        with pytest.raises(Refusal) as caught:
            on.at(ply)
        assert caught.value.code == "table/ply"


def test_only_the_last_events_are_told() -> None:
    party = Party(PERSON, PERSON)
    for number in range(NEWS + 20):
        party.happens([Switched(chat=number % 2 > 0)])
    news = party.table.state(None, ()).news
    assert (len(news), news[0].version, news[-1].version) == (NEWS, 21, NEWS + 20)
    assert [each.version for each in party.table.state(NEWS + 18, ()).news] == [NEWS + 19, NEWS + 20]
