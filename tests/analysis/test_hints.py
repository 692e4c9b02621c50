"""Hints: legal whole stretches with questions and places, the same for the same seed; and the coach's question."""

import json
import threading
from dataclasses import replace
from itertools import pairwise

import pytest

from aquaromana import Game, analysis
from aquaromana.analysis.facts import FACTS, facts_of
from aquaromana.analysis.hints import (
    Adviser,
    Effort,
    Hint,
    coach,
    expected_line,
    hint,
    is_much,
    stretch_of,
)
from aquaromana.analysis.judge import Grade, Loss, Stopped
from aquaromana.analysis.questions import QUESTIONS, question_for, spot_of
from aquaromana.engine import Report, Search
from aquaromana.records.replay import Replay
from aquaromana.rules import Decision
from tests.analysis.games import forced, games, played
from tests.support.house import ROOT

LITTLE = Effort(root=300, judge=40)
AT_STAKE = (
    "2.c.0d0.1W2N1F2H2NJII1NXN1X4LN1X1WJ4XX1N1I4NFXN1FJ4LXXQWX2NQIXXWIX4L2W1L2H1."
    "C1SJ2C1BDSD5B1B1C5SBDS1D1C3.-.xox-xoo-xoo-xxo.1G2B3Y4R6G10Y"
)
"""Closing at D2s throws away a quarter of a win; closing nothing is right."""


def complete(game: Game, stretch: tuple[Decision, ...]) -> bool:
    """Whether decisions are legal, of one seat, and end its stretch."""
    replay = Replay(game.position)
    turn = replay.turn
    for decision in stretch:
        assert replay.seat == game.to_move
        assert replay.turn == turn
        replay.play(decision)
    return replay.game.is_over or replay.seat != game.to_move or replay.turn != turn


@pytest.mark.slow
def test_a_hint_is_a_whole_legal_stretch_with_true_reasons() -> None:
    for game in games():
        before = str(game)
        found = hint(game, effort=LITTLE)
        assert str(game) == before
        assert complete(game, found.stretch)
        assert found.seat == game.to_move
        assert found.question.code in QUESTIONS
        assert all(fact in facts_of(game, found.stretch, line=found.value.line) for fact in found.reasons)
        after = game.copy()
        for decision in (*found.stretch, *found.line):
            after.play(decision)


@pytest.mark.slow
def test_the_first_two_rungs_do_not_tell_the_third() -> None:
    for game in games():
        found = hint(game, effort=LITTLE)
        told = {str(value) for value in found.question.args.values()}
        assert not told & {str(decision) for decision in found.stretch}
        if found.place.what == "none":
            assert str(found.stretch[0]) == "-"
        else:
            assert any(found.place.name in str(decision) for decision in found.stretch)


def test_the_same_seed_gives_the_same_hint() -> None:
    game = played(3, 20)
    assert hint(game, seed=4, effort=LITTLE) == hint(game, seed=4, effort=LITTLE)


def test_a_later_answer_takes_the_place_of_an_earlier_one_only_if_it_is_another() -> None:
    told: list[Hint] = []
    last = hint(played(2, 30), effort=LITTLE, on_hint=told.append)
    assert told[-1] is last
    assert all(one.stretch != other.stretch for one, other in pairwise(told))
    assert [each.stage for each in told] == sorted({each.stage for each in told})


def test_where_nothing_is_to_choose_it_says_so() -> None:
    found = hint(forced(), effort=LITTLE)
    assert found.forced
    assert found.question.code == "question/only"
    assert len(list(Adviser(forced()).answers())) == 1


def test_answers_end_when_they_are_stopped_and_a_better_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    adviser = Adviser(played(2, 10), effort=LITTLE)
    (*_, first) = adviser.answers()
    better = replace(first, stretch=(*first.stretch, *first.stretch))

    def answer(self: Adviser, stage: int, told: Hint | None) -> Hint:
        if stage > 1:
            raise Stopped
        return better if stage else first

    monkeypatch.setattr(Adviser, "_answer", answer)
    assert list(Adviser(played(2, 10)).answers()) == [first, better]


def test_a_stopped_adviser_still_has_one_answer() -> None:
    game = played(2, 10)
    early = Adviser(game)
    early.stop()
    assert len(list(early.answers())) == 1
    late = Adviser(game, effort=Effort(root=10**9, judge=100))
    threading.Timer(0.05, late.stop).start()
    assert complete(game, next(late.answers()).stretch)


def test_an_adviser_that_is_stopped_again_and_again_still_has_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server hurries a process as often as somebody waits for it; the answer after a stop was stopped too."""
    game = played(2, 10)
    adviser = Adviser(game, effort=Effort(root=5000, judge=5000))
    think = Search.think

    def stopped_first(search: Search, *args: object) -> Report:
        adviser.stop()
        return think(search, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "think", stopped_first)
    (only,) = adviser.answers()
    assert complete(game, only.stretch)


def test_a_finished_game_has_no_hint() -> None:
    with pytest.raises(ValueError, match="The game is over"):
        hint(played(2, 1000))


def test_hints_are_where_python_looks_for_them() -> None:
    assert analysis.hint is hint


def test_a_line_stops_where_it_is_no_longer_legal_or_it_is_our_turn_again() -> None:
    game = Game.from_position("4.b.0d0.88.1S1C4CB2D3DS3B1B3C3D3S2.---.ooo-ooo-ooo-ooo.-")
    stretch = stretch_of(game, [Decision("D1s.4.Ce"), Decision("-")])
    assert [str(decision) for decision in stretch] == ["D1s.4.Ce", "-"]
    assert expected_line(game, stretch, [*stretch, Decision("xA1e")]) == ()


# Questions and words.


@pytest.mark.slow
def test_every_fact_that_speaks_for_a_stretch_leads_to_a_question_of_its_own() -> None:
    game, decision = played(2, 10), Decision("-")
    for entry in FACTS.values():
        if not entry.negative:
            fact = next(iter(facts_with(entry.code)), None)
            if fact:
                assert question_for(fact, decision, game).code in QUESTIONS


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("3.eB.2d0.18X3I58X6.1S6DCCB1D8S4BC2B1D1S2.D--.oxoo-oooo-oooo.-", "question/extra"),
        (
            "3.eC.2d0.5F2XJ8W3FXQ9X10X15F10W8W2HH2.CBC1DJD1S1S4S2B1D3D1BC4CB2S1.--.xoxx-xxxx-xxxo.1R2Y3R",
            "question/wall",
        ),
        ("3.eS.2d0.5I10LWW36N14LN9L2Q3.S2CB2DBJC7SDS1B2CD1B5SC1D.--.xxxx-xxxx-xoxx.1Y2Y", "question/extra-any"),
        ("3.r.0d0.18X3I53X4X6.1S6DCCB1D8S4BC2B1D1S2.D--.oxoo-oooo-oooo.-", "question/place"),
        ("3.r.0d0.18X3I53X4X6.1S6DCCB1D8S4BC2B1D1S2.D--.xxxx-oooo-oooo.-", "question/place-any"),
        ("3.t.0d0t100.81X6.1S5BDCC2D8S4BC2B1DS3.--.oxoo-oooo-oooo.-", "question/take"),
        ("3.t.0d0t100.81X6.1S5BDCC2D8S4BC2B1DS3.--.xxxx-oooo-oooo.-", "question/take-any"),
    ],
)
def test_a_question_asked_about_workmen_who_could_build_no_more(position: str, code: str) -> None:
    game = Game.from_position(position)
    assert question_for(None, game.legal_moves()[0], game).code == code


def test_a_hint_of_the_set_up_asked_for_a_square_that_only_the_own_workmen_see_where_nobody_does() -> None:
    game = Game(3)
    wanted = {"S@18": "place-any", "S@31": "set-up", "S@7": "place", "S@12": "place-later"}
    for name, code in wanted.items():
        assert question_for(None, Decision(name), game).code == f"question/{code}", name


def facts_with(code: str) -> list[analysis.facts.Fact]:
    return [fact for game in games() for fact in facts_of(game, game.legal_moves()[:1]) if fact.code == code]


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_every_question_and_every_place_has_words(language: str) -> None:
    file = ROOT / "src" / "aquaromana" / "web" / "locale" / language / "hints.json"
    words = json.loads(file.read_text("utf-8"))
    assert {key for key in words if key.startswith("question/")} == set(QUESTIONS)
    kinds = {spot_of(decision).what for decision in map(Decision, ("D1e.12.Cs", "+Cne@F4", "C@12", ">14", "*J", "-"))}
    assert {key for key in words if key.startswith("place.")} == {f"place.{kind}" for kind in kinds}


# The coach.


def test_the_coach_asks_about_a_stretch_that_gives_away_a_lot() -> None:
    game = Game.from_position(AT_STAKE)
    best = hint(game).stretch
    caution = coach(game, [Decision("xD2s")], [best])
    assert caution is not None
    assert caution.loss.grade.rank >= Grade.MISTAKE.rank
    assert caution.loss.share > 0.1
    assert caution.gave_away is None or FACTS[caution.gave_away.code].negative
    assert coach(game, best, [best]) is None


FIRST_GAME = "2.b.0d0.88.1D3B2C3S1B1D2S1D4C3B2C1S2.-.ooo-ooo-ooo-ooo.-"


@pytest.mark.parametrize(
    ("played", "asks"),
    [
        ("D1s.27.Ce xD2e *C", True),
        ("D1s.27.Ce xD1e *C", True),
        ("H8n.31.Bn xH7n *J", True),
        ("D1s.27.Ce -", False),
        ("I8e.31.Be -", False),
    ],
)
def test_the_coach_asks_about_an_aqueduct_closed_at_length_1_and_not_about_a_usual_first_turn(
    played: str, asks: bool
) -> None:
    """Such a closing costs less than a tenth of a win, which was too little to be asked about."""
    game = Game.from_position(FIRST_GAME)
    best = [[Decision("H8n.31.Bn"), Decision("-")], [Decision("D1e.27.Cs"), Decision("-")]]
    caution = coach(game, [Decision(text) for text in played.split()], best)
    assert (caution is not None) == asks


@pytest.mark.parametrize(
    ("share", "unsure", "grade", "closes", "asks"),
    [
        (0.25, 0.01, Grade.BLUNDER, False, True),
        (0.13, 0.01, Grade.MISTAKE, False, True),
        (0.09, 0.01, Grade.INACCURACY, False, True),
        (0.075, 0.01, Grade.INACCURACY, False, False),
        (0.075, 0.01, Grade.INACCURACY, True, True),
        (0.09, 0.03, Grade.PLAYABLE, True, False),
    ],
)
def test_the_coach_asks_when_it_is_sure_and_sooner_about_closings(
    share: float, unsure: float, grade: Grade, closes: bool, asks: bool
) -> None:
    loss = Loss(share, 3.0, unsure, grade, sure=False, gained=(-share, share))
    played = [Decision("D1s.27.Ce"), Decision("xD2e" if closes else "-")]
    assert is_much(loss, played) == asks


def test_the_coach_never_objects_to_what_the_hint_says() -> None:
    for game in games()[::3]:
        found = hint(game, effort=LITTLE)
        others = [other.stretch for other in found.others]
        caution = coach(game, found.stretch, [found.stretch, *others], playouts=LITTLE.judge)
        assert caution is None or caution.loss.share < 0.5, "little thinking can be wrong, but not like this"
