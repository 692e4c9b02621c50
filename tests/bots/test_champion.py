"""The champion: legal and repeatable, clear about files it cannot use, and a player without its network."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from aquaromana import Game
from aquaromana.bots import BotError, make_bot
from aquaromana.bots.champion import ChampionBot
from aquaromana.engine import Budget, OnReport, Report, Search, champion_weights
from aquaromana.engine.solve import Effort, Goal, Proven, Solver, Verdict
from aquaromana.rules import Position
from tests.bots.support import played
from tests.support.core import need_core
from tests.support.damaged_weights import damaged_weights
from tests.support.random_play import finished


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_seed_plays_the_same_legal_game(players: int) -> None:
    one, other = (played([make_bot("champion@12", seed=7)] * players, Game(players)) for _ in range(2))
    assert one.is_over
    assert one.moves == other.moves


@pytest.mark.slow
def test_it_beats_the_search_with_as_many_playouts() -> None:
    """About nine games of ten; sixteen with these seeds leave room for another machine."""
    won = 0.0
    for seed in range(16):
        bots = [make_bot("champion@40", seed=seed), make_bot("search:5@40", seed=seed)]
        game = played(bots if seed % 2 == 0 else bots[::-1], Game(2))
        won += (seed % 2 in game.winners()) / len(game.winners())
    assert won >= 10


def test_it_judges_turns_alone_where_it_does_not_play_on() -> None:
    """With two players a judgement before a closing would be the same as after it."""
    reports = [
        searched(name, begun(40, 2)) for name in ("champion", "champion:,past_close=1", "champion:,past_close=0")
    ]
    assert reports[0].shares == reports[1].shares != reports[2].shares


@pytest.mark.parametrize(("players", "alike"), [(2, True), (3, False), (4, False)])
def test_it_plays_on_before_it_judges_where_there_are_many_rivals(players: int, alike: bool) -> None:
    one, other = (searched(name, begun(30, players)) for name in ("champion", "champion:,rollout_depth=0"))
    assert (one.shares == other.shares) is alike


def searched(name: str, game: Game) -> Report:
    """What a bot says after 60 playouts."""
    seen: list[Report] = []
    make_bot(f"{name}@60", seed=3).choose(game, on_report=seen.append)
    return seen[-1]


def begun(moves: int, players: int) -> Game:
    """The beginning of a random game, up to a decision with a choice."""
    game = Game(players)
    for move in finished(players, 1).moves:
        if len(game.moves) >= moves and len(game.legal_moves()) > 1:
            break
        game.play(move)
    return game


def test_its_name_makes_another_one_like_it(tmp_path: Path) -> None:
    file = tmp_path / "some.net"
    file.write_bytes(champion_weights().data)
    for text in ("champion", "champion@40", f"champion:{file}", f"champion:{file},explore=0.3@40"):
        assert make_bot(text).name == text


@pytest.mark.parametrize("content", [None, b"", b"AQUANET\x01 but no more"])
def test_a_file_that_is_no_network_is_one_clear_line(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "some.net"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BotError) as caught:
        make_bot(f"champion:{file}")
    assert "\n" not in str(caught.value)


def test_without_its_own_weights_it_says_so_once_and_plays_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    need_core()
    with damaged_weights(tmp_path), caplog.at_level(logging.WARNING, "aquaromana"):
        game = played([make_bot("champion@5", seed=1), make_bot("champion@5", seed=2)], Game(2))
    assert game.is_over
    assert [record.getMessage().count("without its network") for record in caplog.records] == [1]


def winnable() -> Game:
    """A game whose seat to move has a forced win that takes some decisions."""
    solver = Solver()
    for seed in range(50):
        game = finished(2, seed)
        while len(game.moves) > 100 or game.is_over:
            game.pop()
            if len(game.legal_moves()) > 1 and game.position.on_board.bit_count() <= 7:
                verdict = solver.force(game.position, game.to_move, Goal.win(), Effort(nodes=400))
                if isinstance(verdict, Proven) and len(verdict.line) > 2:
                    return game
    raise AssertionError("no such game")


def test_it_takes_a_forced_win_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    need_core()
    game = winnable()

    def think(*_: object) -> Report:
        raise AssertionError("there is nothing to think about")

    monkeypatch.setattr(Search, "think", think)
    heard: list[Report] = []
    decision = ChampionBot(seed=1).choose(game, Budget(playouts=100), heard.append)
    assert [report.best for report in heard] == [decision]
    assert heard[0].shares[game.to_move] == 1
    after = game.copy()
    after.play(decision)
    winner = game.to_move
    assert after.is_over or isinstance(
        Solver().force(after.position, winner, Goal.win(), Effort(nodes=100_000)), Proven
    )


@pytest.mark.parametrize("budget", [Budget(seconds=0.05), Budget(playouts=40), Budget(seconds=0.08, per="stretch")])
def test_looking_for_a_win_is_within_its_budget(budget: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    need_core()
    asked: list[tuple[Effort, float]] = []
    given: list[Budget] = []
    force, think = Solver.force, Search.think

    def looked(self: Solver, position: Position, seat: int, goal: Goal, effort: Effort) -> Verdict:
        verdict = force(self, position, seat, goal, effort)
        asked.append((effort, verdict.seconds))
        return verdict

    def thought(self: Search, game: Game, budget: Budget, on_report: OnReport | None = None) -> Report:
        given.append(budget)
        return think(self, game, budget, on_report)

    monkeypatch.setattr(Solver, "force", looked)
    monkeypatch.setattr(Search, "think", thought)
    game = finished(2, 1)
    while game.position.on_board.bit_count() < 5 or len(game.legal_moves()) < 2:
        game.pop()
    bot = ChampionBot(seed=1)
    granted = bot._allowance.grant(game, budget)
    bot.choose(game, budget)
    (effort, passed) = asked[0]
    if budget.playouts:
        assert effort.nodes == 4 * budget.playouts
        assert all(each.playouts == budget.playouts for each in given)
    else:
        assert granted.seconds is not None
        assert effort.seconds is not None
        assert effort.seconds <= granted.seconds / 10 + 1e-9
        assert all(each.seconds is not None and each.seconds <= granted.seconds - passed for each in given)
    assert len(given) <= 1
