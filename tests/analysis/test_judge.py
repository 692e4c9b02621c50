"""The judge: losses by one method, grades at their boundaries, and doubt where the searches disagree."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from aquaromana import Game
from aquaromana.analysis.judge import (
    POINTS_LOST,
    SHARE_LOST,
    Grade,
    Judge,
    Judged,
    Stopped,
    final_shares,
    follow_forced,
    make_search,
)
from aquaromana.bots.champion import own_weights
from aquaromana.engine import Budget, Report, Search
from aquaromana.rules import Decision, IllegalMove
from tests.analysis.games import played
from tests.support.core import need_core
from tests.support.damaged_weights import damaged_weights

FAR = Judged((), (0.5, 0.5), (30.0, 30.0), 0.0, 0.0, exact=False, state=1, playouts=100)


def judged(share: float, *, state: int = 2, unsure: float = 0.0, lead: float = 0.0, exact: bool = False) -> Judged:
    """A value for two players, as the first of them sees it."""
    return replace(FAR, shares=(share, 1 - share), points=(30.0 + lead, 30.0), unsure=unsure, exact=exact, state=state)


def grade(best: Judged, other: Judged) -> Grade:
    return Judge().loss(Game(2), best, other).grade


@pytest.mark.parametrize(("name", "least"), SHARE_LOST.items())
def test_a_grade_begins_at_its_boundary(name: Grade, least: float) -> None:
    assert grade(judged(0.75, state=1), judged(0.75 - least - 1e-9)) is name
    if least:
        assert grade(judged(0.75, state=1), judged(0.75 - least + 1e-6)).rank == name.rank - 1


@pytest.mark.parametrize("share", [0.99, 0.01])
@pytest.mark.parametrize(("name", "least"), POINTS_LOST.items())
def test_points_count_where_the_win_is_not_at_stake(share: float, name: Grade, least: float) -> None:
    best, other = judged(share, state=1, lead=10), judged(share, lead=10 - least)
    assert grade(best, other) is name


def test_one_safe_side_alone_does_not_turn_a_lost_win_into_lost_points() -> None:
    assert grade(judged(0.99, state=1), judged(0.85)) is Grade.MISTAKE


def test_a_certain_win_given_up_is_a_blunder_however_small_the_share() -> None:
    best, other = judged(0.5, state=1, exact=True), judged(0.4, exact=True)
    assert grade(best, other) is Grade.BLUNDER


def test_the_best_and_whatever_leads_to_the_same_position_lose_nothing() -> None:
    best = judged(0.7, state=1)
    assert grade(best, judged(0.7, state=2)) is Grade.BEST
    assert grade(best, judged(0.2, state=1)) is Grade.BEST


def test_doubt_gives_the_milder_grade_and_says_so() -> None:
    judge, game = Judge(), Game(2)
    sure = judge.loss(game, judged(0.6, state=1), judged(0.45))
    doubtful = judge.loss(game, judged(0.6, state=1, unsure=0.03), judged(0.45, unsure=0.03))
    assert (sure.grade, sure.sure) == (Grade.MISTAKE, True)
    assert (doubtful.grade, doubtful.sure) == (Grade.INACCURACY, False)


def test_a_blunder_is_told_only_where_the_loss_is_well_known() -> None:
    loss = Judge().loss(Game(2), judged(0.9, state=1, unsure=0.06), judged(0.1))
    assert (loss.grade, loss.sure) == (Grade.MISTAKE, False)


class Told(Judge):
    """A judge that is told what stretches are worth: by the number of their decision, then by playouts."""

    def __init__(self, *values: Mapping[int, Judged]) -> None:
        super().__init__(playouts=100)
        self.values = values
        self.asked: list[tuple[int, int]] = []

    def value(self, game: Game, stretch: Sequence[Decision], playouts: int = 0) -> Judged:
        number = game.legal_moves().index(stretch[0])
        self.asked.append((number, playouts))
        return replace(self.values[number][playouts], stretch=tuple(stretch), playouts=playouts)

    def grade_of_first(self, **options: int) -> tuple[Grade, bool]:
        game = Game(2)
        stretches = [(move,) for move in game.legal_moves()[: len(self.values)]]
        loss, *_ = self.compare(game, stretches[0], stretches[1:], **options)
        return loss.grade, loss.sure


def test_the_best_is_not_sure_while_another_may_be_a_mistake_better() -> None:
    best = {100: judged(0.5, state=1)}
    assert Told(best, {100: judged(0.49, unsure=0.04)}).grade_of_first(doublings=0) == (Grade.BEST, True)
    assert Told(best, {100: judged(0.49, unsure=0.06)}).grade_of_first(doublings=0) == (Grade.BEST, False)


def test_what_was_played_is_confirmed_beside_what_may_be_better() -> None:
    doubtful = {100: judged(0.49, unsure=0.06), 400: judged(0.8)}
    told = Told({100: judged(0.5, state=1), 400: judged(0.5, state=1)}, doubtful)
    assert told.grade_of_first(doublings=0, confirm=4) == (Grade.BLUNDER, True)


def test_only_what_may_be_the_best_is_judged_again() -> None:
    near, far = judged(0.58, state=2), judged(0.2, state=3)
    played = judged(0.5, state=1, unsure=0.02)
    told = Told({100: played, 200: played}, {100: near, 200: near}, {100: far})
    told.grade_of_first(doublings=1)
    assert sorted(told.asked) == [(0, 100), (0, 200), (1, 100), (1, 200), (2, 100)]


def test_what_changes_with_more_playouts_is_unsure() -> None:
    game = played(4, 60)
    seat, doubted = game.to_move, 0
    judge, alone = Judge(seed=1, playouts=20), Judge(seed=1, playouts=80)
    for move in game.legal_moves()[:8]:
        first, later, same = judge.value(game, [move]), judge.value(game, [move], 80), alone.value(game, [move])
        changed = abs(first.shares[seat] - later.shares[seat]) / 2
        assert later.shares == same.shares
        assert later.unsure == max(changed, same.unsure)
        assert later.unsure_points == max(abs(first.lead(seat) - later.lead(seat)) / 2, same.unsure_points)
        doubted += changed > same.unsure
    assert doubted


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_add_up_and_depend_on_the_seed_alone(players: int) -> None:
    game = played(players, 20)
    one, other = (Judge(seed=3, playouts=60).value(game, game.legal_moves()[:1]) for _ in range(2))
    assert one == other
    assert sum(one.shares) == pytest.approx(1)
    assert one.unsure >= 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_loss_is_negative_and_the_best_of_all_has_none(players: int) -> None:
    game = played(players, 30)
    judge, legal = Judge(seed=1, playouts=60), game.legal_moves()[:4]
    others = [(decision,) for decision in legal]
    losses = {decision: judge.compare(game, [decision], others, doublings=0)[0] for decision in legal}
    assert all(loss.share >= 0 and abs(sum(loss.gained)) < 1e-5 for loss in losses.values())
    assert Grade.BEST in {loss.grade for loss in losses.values()}


def test_a_finished_game_is_judged_by_its_result() -> None:
    game = played(2, 1000)
    last = game.pop()
    while len(game.legal_moves()) == 1:  # to where there was something to decide
        last = game.pop()
    after = game.copy()
    after.push(last)
    follow_forced(after)
    value = Judge().value(game, [last])
    assert value.exact
    assert value.shares == final_shares(after)


def test_an_illegal_decision_is_refused_and_changes_nothing() -> None:
    game = Game(2)
    with pytest.raises(IllegalMove):
        Judge().value(game, ["-"])  # type: ignore[list-item]
    assert not game.moves


def test_a_stopped_judge_says_so() -> None:
    judge, game = Judge(), Game(2)
    judge.stop()
    with pytest.raises(Stopped):
        judge.value(game, game.legal_moves()[:1])


def test_a_stop_just_before_a_search_begins_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, game = Judge(playouts=10_000), Game(2)
    think, reports = Search.think, []

    def stopped_first(search: Search, *args: object) -> Report:
        judge.stop()
        reports.append(think(search, *args))  # type: ignore[arg-type]
        return reports[-1]

    monkeypatch.setattr(Search, "think", stopped_first)
    with pytest.raises(Stopped):
        judge.value(game, game.legal_moves()[:1])
    assert [report.playouts < 100 for report in reports] == [True]


def test_a_network_that_cannot_be_used_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need_core()
    game, budget = Game(2), Budget(playouts=30)
    with_network, without = (search.think(game, budget).shares for search in (make_search(2, 1), Search(seed=1)))
    assert with_network != without
    with damaged_weights(tmp_path):
        assert make_search(2, 1).think(game, budget).shares == without
    assert make_search(2, 1).think(game, budget).shares == with_network
    monkeypatch.setattr("aquaromana.engine.native.available", lambda: False)
    assert own_weights.__wrapped__() is None  # the uncached function
