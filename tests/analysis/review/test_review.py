"""Reviews: losses by one method, a ledger that adds up, proofs that overrule, and the same bytes when repeated."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from aquaromana import Game
from aquaromana.analysis.hints import stretch_of
from aquaromana.analysis.judge import CONFIRM, Grade, Judged, Stopped
from aquaromana.analysis.review import Depth, Review, Reviewer, judge_try, review
from aquaromana.analysis.review.annotate import annotated
from aquaromana.analysis.review.curves import curves_svg
from aquaromana.analysis.review.proofs import Proofs
from aquaromana.analysis.review.words import comment
from aquaromana.bots.champion import PARAMS
from aquaromana.engine import Report, Search
from aquaromana.engine.decided import decided
from aquaromana.engine.solve import Effort, Goal, Proven, Refuted, Solver, Verdict
from aquaromana.records import Line, Record, RecordError, read_record, verify, write_record
from aquaromana.rules import Decision
from tests.support.house import ROOT

TINY = Depth("tiny", root=80, judge=40, doublings=0, proof=4000)
FILES = {2: "two-players", 3: "three-players", 4: "four-players"}


@cache
def record_of(players: int) -> Record:
    return read_record((ROOT / f"tests/records/data/{FILES[players]}.aqr").read_text("utf-8"))


@cache
def reviewed(players: int) -> Review:
    return review(record_of(players), depth=TINY, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_loss_is_negative_and_the_best_is_never_a_fault(players: int) -> None:
    for turn in reviewed(players).turns:
        assert turn.loss.share >= 0 <= turn.loss.points
        assert sum(turn.played.shares) == pytest.approx(1, abs=1e-6)
        assert sum(turn.loss.gained) == pytest.approx(0, abs=1e-6)
        if turn.best.stretch == turn.played.stretch:
            assert turn.grade is Grade.BEST
        if turn.grade is Grade.BEST and not turn.loss.share and not turn.loss.points:
            assert not any(turn.loss.gained)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ledger_adds_up(players: int) -> None:
    found = reviewed(players)
    assert found.is_whole
    end = found.turns[-1].played.shares
    for each in found.summaries:
        assert sum(each.gave) == pytest.approx(0, abs=1e-6)
        assert each.gave[each.seat] == pytest.approx(-each.given_away, abs=1e-6)
        change = end[each.seat] - found.start[each.seat]
        assert change == pytest.approx(each.gave[each.seat] + each.received + found.drift[each.seat], abs=1e-6)
        own = [turn for turn in found.turns if turn.seat == each.seat and turn.counted]
        assert sum(each.turns.values()) == len(own)
        assert each.accuracy is not None and 0 < each.accuracy <= 100  # noqa: PT018 (for the type checker)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_follow_each_other_and_what_is_better_is_legal(players: int) -> None:
    found, record = reviewed(players), record_of(players)
    moves = [move for turn in found.turns for move in turn.played.stretch]
    assert tuple(moves) == record.moves
    for turn, following in pairwise(found.turns):
        assert turn.ply + len(turn.played.stretch) == following.ply
    for turn in found.turns:
        game = record.game(turn.ply)
        for move in (*turn.best.stretch, *turn.line):
            game.play(move)
        game = record.game(turn.ply + len(turn.played.stretch))
        for move in turn.answer:
            game.play(move)


@pytest.mark.slow
def test_the_same_review_has_the_same_bytes() -> None:
    short = record_of(3).until(60)
    one, two = (json.dumps(review(short, depth=TINY, seed=5).to_json()) for _ in range(2))
    assert one == two


def test_it_comes_from_the_end_backwards_and_can_be_stopped() -> None:
    reviewer = Reviewer(record_of(2), depth=TINY)
    reviews = reviewer.reviews()
    assert not next(reviews).turns
    first, second = next(reviews), next(reviews)
    assert first.turns[0].index == first.total - 1
    assert second.turns[1] == first.turns[0]
    reviewer.stop()
    assert not list(reviews)


@pytest.mark.parametrize("work", ["think", "prove"])
def test_a_stop_just_before_a_search_or_a_proof_is_not_lost(work: str, monkeypatch: pytest.MonkeyPatch) -> None:
    long = Depth("long", root=10_000, judge=2, doublings=0, proof=20_000)
    game = record_of(2).game(30)
    stretch = stretch_of(game, [game.legal_moves()[0]])
    reviewer = Reviewer(Record.from_game(game), depth=long)
    think, force, spent = Search.think, Solver.force, []

    def stopped_first(search: Search, *args: object) -> Report:
        reviewer.stop()
        report = think(search, *args)  # type: ignore[arg-type]
        spent.append(report.playouts)
        return report

    def stopped_before(solver: Solver, *args: object) -> Verdict:
        reviewer.stop()
        verdict = force(solver, *args)  # type: ignore[arg-type]
        spent.append(verdict.nodes)
        return verdict

    if work == "think":
        monkeypatch.setattr(Proofs, "wins", lambda *_: None)
        monkeypatch.setattr(Search, "think", stopped_first)
    else:
        monkeypatch.setattr(Solver, "force", stopped_before)
    with pytest.raises(Stopped):
        reviewer.attempt(game, stretch)
    assert spent
    assert all(each < 2000 for each in spent), spent


def certain_win(players: int) -> tuple[Record, int]:
    """A game cut before a decision that can give up a certain win, and that decision: 0 if there is none."""
    solver, effort = Solver(), Effort(nodes=4000)
    record = record_of(players)
    for ply in range(len(record.moves) - 2, len(record.moves) - 40, -1):
        game = record.game(ply)
        legal = game.legal_moves()
        if len(legal) < 2 or not isinstance(solver.force(game.position, game.to_move, Goal.win(), effort), Proven):
            continue
        verdicts = solver.verdicts(game.position, game.to_move, Goal.win(), Effort(nodes=40_000))
        for move, verdict in verdicts.items():
            if isinstance(verdict, Refuted):
                game.play(move)
                while not game.is_over:
                    game.play(game.legal_moves()[0])
                return Record.from_game(game), ply
    return record, 0


@pytest.mark.slow
def test_a_certain_win_that_is_given_up_is_a_blunder() -> None:
    planted = [certain_win(players) for players in (2, 3, 4)]
    found = [(record, ply) for record, ply in planted if ply]
    assert found, "one of the games has such a decision"
    for record, ply in found:
        turn = next(turn for turn in reversed(review(record, depth=TINY).turns) if turn.ply <= ply)
        assert turn.grade is Grade.BLUNDER
        assert turn.loss.sure
        assert turn.certain != turn.seat


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_end_is_certain_for_the_winner(players: int) -> None:
    found = reviewed(players)
    winners = record_of(players).game().winners()
    assert found.turns[-1].certain == (winners[0] if len(winners) == 1 else None)
    if found.decided is not None:
        assert {turn.certain for turn in found.turns[found.decided :]} == {winners[0]}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_review_and_the_engine_agree_where_a_game_was_decided(players: int) -> None:
    found = reviewed(players)
    ply = decided(record_of(players).game(), Effort(nodes=TINY.proof)).ply
    assert found.decided is not None
    turn = found.turns[found.decided]
    assert turn.ply < ply <= turn.ply + len(turn.played.stretch)


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        (0.5, 0.5, (Grade.BLUNDER, True)),
        (0.5, 0.04, (Grade.PLAYABLE, False)),
        (0.075, 0.5, (Grade.INACCURACY, False)),
        (0.04, 0.5, (Grade.PLAYABLE, True)),
    ],
)
def test_what_looks_wrong_is_told_only_if_more_playouts_agree(
    monkeypatch: pytest.MonkeyPatch, first: float, then: float, told: tuple[Grade, bool]
) -> None:
    """A loss at first, and with four times the playouts. Nobody doubts what is playable."""
    reviewer = Reviewer(record_of(2), depth=TINY)
    piece = reviewer.pieces[20]
    other = next(move for move in piece.before.legal_moves() if move != piece.moves[0])
    values = (reviewer._judge.value(piece.before, moves) for moves in ((other,), piece.moves))
    best, played = (replace(value, shares=(0.5, 0.5), unsure=0.001, exact=False) for value in values)

    def value(_: Game, stretch: Sequence[Decision], playouts: int = 0) -> Judged:
        lost = then if playouts == CONFIRM * TINY.judge else first
        share = 0.9 if stretch[0] == other else 0.9 - lost
        return replace(best if stretch[0] == other else played, shares=(share, 1 - share)[:: 1 - 2 * piece.seat])

    monkeypatch.setattr(reviewer._judge, "value", value)
    loss, *_ = reviewer._judge.compare(piece.before, piece.moves, [(other,)], 0, CONFIRM)
    assert (loss.grade, loss.sure) == told


def test_no_position_is_searched_twice_in_one_way_for_the_same_turn() -> None:
    reviewer = Reviewer(record_of(2), depth=TINY)
    thought: list[tuple[int, float]] = []
    think = reviewer._think

    def counted(game: Game, explore: float = 0.0) -> Report:
        thought.append((game.state_hash, explore))
        return think(game, explore or PARAMS.explore)

    reviewer._think = counted  # type: ignore[method-assign]
    for _, _found in zip(range(12), reviewer.reviews(), strict=False):
        assert len(thought) == len(set(thought))
        thought.clear()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_reviewed_record_is_a_record(language: str) -> None:
    record, found = record_of(4), reviewed(4)
    marked = annotated(record, found, language=language)
    again = read_record(write_record(marked))
    assert again.moves == record.moves
    assert verify(again).is_true
    faults = [turn for turn in found.turns if turn.counted and turn.grade.rank >= Grade.INACCURACY.rank]
    assert faults
    assert sum(len(ply.variations) for ply in again.line.plies) == len(faults)
    for turn in faults:
        assert comment(turn, language=language)


def test_the_curves_show_every_seat() -> None:
    picture = curves_svg(reviewed(4), ["A <b>", "B", "C", "D"])
    assert picture.count("<polyline") == 4
    assert "A &lt;b&gt;" in picture


def test_a_game_that_stops_early_is_reviewed_as_far_as_it_goes() -> None:
    found = review(record_of(2).until(20), depth=TINY)
    assert found.is_whole
    assert found.decided is None
    assert [turn.counted for turn in found.turns[:2]] == [False, False], "the set-up is not judged"


def test_an_illegal_record_is_refused() -> None:
    record = record_of(2)
    wrong = replace(record, line=Line.of(record.moves[1:]), result=None)
    with pytest.raises(RecordError):
        review(wrong, depth=TINY)


def test_an_unknown_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="quick, normal, deep"):
        review(Record.from_game(Game(2)), depth="abyss")


def test_what_a_review_found_to_be_best_is_right_and_a_blunder_is_not() -> None:
    record, found = record_of(3), reviewed(3)
    turn = found.mistakes()[0]
    game = record.game(turn.ply)
    right = judge_try(game, turn.best.stretch, turn.best.stretch, depth=TINY, seed=7)
    assert (right.grade, right.loss.share) == (Grade.BEST, 0)
    wrong = judge_try(game, turn.played.stretch, turn.best.stretch, depth=TINY, seed=1)
    assert wrong.grade is turn.grade
    assert wrong.answer == turn.answer
