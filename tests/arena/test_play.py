"""One game: results, records, and every fault that needs no process of its own."""

import json

import pytest

from aquaromana import __version__
from aquaromana.arena import GameResult, play_game
from aquaromana.arena.play import broken_off
from aquaromana.engine import Budget, engine_version
from aquaromana.records import read_record, verify
from tests.arena.fakes import FAULTY_FROM, make, match_of


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_played_to_its_end(players: int) -> None:
    match = match_of("random", "eager", players=players, budget=Budget(playouts=5))
    result = play_game(match, match.fixture(1), make=make)
    record = read_record(result.record)
    assert verify(record).is_true
    assert record.result == result.scores
    assert record.names[:2] == ("eager" if players == 2 else record.names[0], record.names[1])
    assert [match.names[entry] for entry in result.fixture.seating] == list(record.names)
    assert record.tags["Seed"] == "1.0"
    assert record.tags["Budget0"] == "5"
    assert record.tags["Program"] == f"Aqua Romana {__version__}"
    assert record.tags["Engine"] == engine_version()
    assert sum(result.shares) == pytest.approx(1)
    assert sum(seat.decisions for seat in result.thinking) == len(record.moves) - 12
    assert "Forfeit" not in record.tags


def test_the_same_fixture_is_the_same_game() -> None:
    match = match_of("random", "random")
    first, again = (play_game(match, match.fixture(0), make=make) for _ in range(2))
    other = play_game(match, match.fixture(1), make=make)
    assert first.record == again.record != other.record


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("raises", "raised RuntimeError: nothing comes to mind"),
        ("leaves", "raised SystemExit: 3"),
        ("illegal", "illegal decision J@1: "),
        ("none", "returned None, which is not a decision"),
        ("nonsense", "1000000"),
        ("unknown", "could not be made: BotError: no bot 'unknown'"),
    ],
)
@pytest.mark.parametrize("players", [2, 4])
def test_a_faulty_bot_loses_with_the_reason_in_the_record(bot: str, reason: str, players: int) -> None:
    match = match_of(bot, "random", players=players)
    result = play_game(match, match.fixture(1), make=make)
    assert result.forfeit is not None
    assert result.forfeit.seat == 1
    assert reason in result.forfeit.reason
    assert result.scores is None
    assert result.shares == tuple(0 if seat == 1 else 1 / (players - 1) for seat in range(players))
    record = read_record(result.record)
    assert record.result is None
    assert reason in record.tags["Forfeit"]
    assert len(record.moves) >= (12 if bot == "unknown" else FAULTY_FROM)


def test_a_bot_may_return_numpy_integers() -> None:
    match = match_of("numpy", "random")
    result = play_game(match, match.fixture(0), make=make)
    assert result.forfeit is None
    assert verify(read_record(result.record)).is_true


def test_a_bot_that_raises_leaves_its_traceback() -> None:
    match = match_of("raises", "random")
    result = play_game(match, match.fixture(0), make=make)
    assert 'raise RuntimeError("nothing comes\\nto mind")' in result.traceback
    assert "in _misbehave" in result.traceback
    unknown = play_game(match_of("unknown", "random"), match.fixture(0), make=make)
    assert "BotError: no bot 'unknown'" in unknown.traceback
    assert not play_game(match_of("illegal", "random"), match.fixture(0), make=make).traceback


def test_a_bot_cannot_meddle_with_the_game() -> None:
    match = match_of("meddles", "random")
    result = play_game(match, match.fixture(0), make=make)
    assert result.forfeit is not None
    assert "illegal decision" in result.forfeit.reason
    assert len(read_record(result.record).moves) < FAULTY_FROM + 5


def test_ctrl_c_is_not_a_fault_of_the_bot() -> None:
    def interrupted(text: str, *, seed: int) -> None:
        raise KeyboardInterrupt

    match = match_of("a", "b")
    with pytest.raises(KeyboardInterrupt):
        play_game(match, match.fixture(0), make=interrupted)  # type: ignore[arg-type]


def test_a_result_survives_json() -> None:
    match = match_of("raises", "random")
    lost = play_game(match, match.fixture(0), make=make)
    broken = broken_off(match, match.fixture(0), [], 0, "gone")
    won = play_game(match_of("random", "random"), match.fixture(0), make=make)
    for result in (lost, won, broken):
        again = GameResult.from_json(json.loads(json.dumps(result.to_json())))
        assert (again.fixture, again.scores, again.forfeit) == (result.fixture, result.scores, result.forfeit)
        assert again.shares == result.shares


@pytest.mark.parametrize("players", [2, 3])
def test_equal_points_share_the_win(players: int) -> None:
    """R6.4."""
    match = match_of("a", "b", players=players)
    forfeit = None
    result = GameResult(match.fixture(0), (7,) * players, forfeit, ())
    assert result.shares == (1 / players,) * players
