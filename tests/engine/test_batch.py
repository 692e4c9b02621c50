"""Many games at once: against single games step by step, and what they do with arrays, threads and bad input."""

import copy
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from aquaromana import Game
from aquaromana.engine import NativeMissingError, native
from aquaromana.engine.batch import MOST_GAMES, NO_DECISION, Batch
from aquaromana.engine.observation import SIZE, observe
from aquaromana.rules import Layout, LayoutError, Phase, PlayersError, PositionError
from aquaromana.rules.actions import ACTIONS, PASS
from aquaromana.rules.layout import standard_layout
from tests.support.random_play import CUSTOM, sampled

pytestmark = pytest.mark.usefixtures("core")

LAYOUTS = (standard_layout(2), standard_layout(3), standard_layout(4), CUSTOM)


def names(layout: Layout) -> str:
    return f"{layout.name}-{layout.players}"


def trace(batch: Batch, steps: int) -> list[list[int]]:
    """Hashes and results of random play."""
    seen = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        seen.append([*batch.hashes().tolist(), *batch.results().ravel().tolist()])
    return seen


@pytest.mark.parametrize("layout", LAYOUTS, ids=names)
def test_every_step_is_that_of_single_games(layout: Layout) -> None:
    batch, games = Batch(5, layout=layout, seed=3), [Game(layout=layout) for _ in range(5)]
    phases: set[int] = set()
    for number in range(2000):
        offsets, actions = batch.legal()
        masks = batch.masks()
        for index, game in enumerate(games):
            legal = list(game.legal_moves())
            assert actions[offsets[index] : offsets[index + 1]].tolist() == legal
            assert np.flatnonzero(masks[index]).tolist() == legal
            assert batch.scores()[index].tolist() == list(game.scores())
        assert batch.hashes().tolist() == [game.state_hash for game in games]
        assert batch.to_move().tolist() == [game.to_move for game in games]
        assert batch.phase().tolist() == [game.phase for game in games]
        assert batch.is_over().tolist() == [game.is_over for game in games]
        if number % 20 == 0:
            assert [row.tobytes() for row in batch.observations()] == [observe(game.position) for game in games]
        phases |= set(batch.phase().tolist())
        if all(game.is_over for game in games):
            break
        chosen = batch.random_actions()
        before = [game.is_over for game in games]
        finished = batch.step(chosen)
        for game, action in zip(games, chosen.tolist(), strict=True):
            assert game.is_over == (action == NO_DECISION)
            if not game.is_over:
                game.play(action)
        assert finished.tolist() == [game.is_over and not over for game, over in zip(games, before, strict=True)]
    assert all(game.is_over for game in games)
    assert batch.results().tolist() == [list(game.scores()) for game in games]
    assert phases >= {Phase.SETUP, Phase.BUILD, Phase.CLOSE, Phase.OVER}


@pytest.mark.parametrize("layout", LAYOUTS, ids=names)
def test_the_number_of_threads_changes_nothing(layout: Layout) -> None:
    one, two, many = (Batch(150, layout=layout, seed=8, threads=n, auto_reset=True) for n in (1, 2, 7))
    assert trace(one, 150) == trace(two, 150) == trace(many, 150)
    assert np.array_equal(one.observations(), two.observations())
    assert np.array_equal(one.masks(), many.masks())
    assert np.array_equal(one.legal()[1], two.legal()[1])


def test_threads_that_have_enough_to_do_change_nothing() -> None:
    one, many = (Batch(9000, seed=8, threads=n, auto_reset=True) for n in (1, 3))
    assert trace(one, 15) == trace(many, 15)
    actions = many.random_actions()
    actions[[8500, 5000, 5001]] = PASS
    with pytest.raises(ValueError, match="Game 5000: "):
        many.step(actions)
    assert np.array_equal(one.hashes(), many.hashes())


def test_seeds_make_different_games_and_the_same_again() -> None:
    assert trace(Batch(4, seed=1), 20) == trace(Batch(4, seed=1), 20)
    assert trace(Batch(4, seed=1), 20) != trace(Batch(4, seed=2), 20)
    batch = Batch(50)
    batch.step(batch.random_actions())
    assert len(set(batch.hashes().tolist())) > 25


def test_shapes_and_types() -> None:
    batch = Batch(3, 4)
    arrays: dict[str, tuple[Any, tuple[int, ...], str]] = {
        "masks": (batch.masks(), (3, ACTIONS), "int8"),
        "observations": (batch.observations(), (3, SIZE), "uint8"),
        "to_move": (batch.to_move(), (3,), "int8"),
        "phase": (batch.phase(), (3,), "int8"),
        "is_over": (batch.is_over(), (3,), "bool"),
        "scores": (batch.scores(), (3, 4), "int16"),
        "results": (batch.results(), (3, 4), "int16"),
        "hashes": (batch.hashes(), (3,), "uint64"),
        "random_actions": (batch.random_actions(), (3,), "uint16"),
        "offsets": (batch.legal()[0], (4,), "int64"),
        "legal": (batch.legal()[1], (3 * 152,), "uint16"),
        "finished": (batch.step(batch.random_actions()), (3,), "bool"),
    }
    for name, (array, shape, kind) in arrays.items():
        assert (array.shape, array.dtype) == (shape, np.dtype(kind)), name
    views = batch.views(batch.observations())
    assert (views.board.shape, views.path.shape, views.globals.shape) == ((3, 120, 8, 11), (3, 18, 38), (3, 174))
    assert len(batch) == 3
    assert batch.players == 4
    assert repr(batch) == "<Batch of 3 games for 4 players>"


GIVING = ("masks", "observations", "to_move", "phase", "is_over", "scores", "results", "hashes", "random_actions")


@pytest.mark.parametrize("name", GIVING)
def test_arrays_can_be_used_again(name: str) -> None:
    batch = Batch(6, 3, seed=5)
    trace(batch, 60)
    fresh = getattr(batch.clone(), name)()
    out = np.full_like(fresh, 77 if fresh.dtype != bool else 1)
    assert getattr(batch, name)(out=out) is out
    assert np.array_equal(out, fresh)
    for bad in (out[:5], out.astype("float32"), np.repeat(out, 2, axis=0)[::2]):
        with pytest.raises(ValueError, match="out must be a writable, contiguous array of"):
            getattr(batch, name)(out=bad)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out must be a writable"):
        getattr(batch, name)(out=out)


def test_a_list_of_legal_actions_can_be_used_again() -> None:
    batch = Batch(3)
    room = np.empty(1000, np.uint16), np.empty(4, np.int64)
    offsets, actions = batch.legal(out=(room[1], room[0]))
    assert offsets is room[1]
    assert actions.base is room[0]
    assert len(actions) == offsets[-1] == 3 * 152
    with pytest.raises(ValueError, match="456 legal actions; the array for them has room for 100"):
        batch.legal(out=(room[1], room[0][:100]))
    with pytest.raises(ValueError, match="row of uint16"):
        batch.legal(out=(room[1], room[1]))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["uint16", "int16", "int32", "uint32", "int64", "uint64"])
def test_actions_of_any_integer_type(kind: str) -> None:
    batch, same = Batch(4, seed=2), Batch(4, seed=2)
    batch.step(batch.random_actions().astype(kind))
    same.step(same.random_actions().tolist())
    assert np.array_equal(batch.hashes(), same.hashes())


def test_actions_that_do_not_lie_in_a_row() -> None:
    batch, same = Batch(4, seed=2), Batch(4, seed=2)
    batch.step(np.repeat(batch.random_actions(), 2)[::2])
    same.step(same.random_actions())
    assert np.array_equal(batch.hashes(), same.hashes())


def test_an_illegal_decision_is_named_and_changes_nothing() -> None:
    batch = Batch(40, seed=4, threads=2)
    trace(batch, 30)
    before = batch.hashes()
    actions = batch.random_actions()
    actions[[11, 30]] = PASS
    finished = np.ones(40, bool)
    asked = Game.from_position(batch.position(11))
    with pytest.raises(ValueError, match=r"^Game 11: - \(9820\) is not legal. .*\(R") as caught:
        batch.step(actions, out=finished)
    assert str(asked.reason(PASS)) in str(caught.value)
    assert np.array_equal(batch.hashes(), before)
    assert batch.position(11) == asked.position


@pytest.mark.parametrize("action", [-1, ACTIONS, 65536, 65536 + 9240, 2**62, -(2**40)])
def test_numbers_that_are_not_actions_are_rejected(action: int) -> None:
    batch = Batch(3)
    legal = int(batch.legal()[1][0])
    with pytest.raises(ValueError, match=f"^Game 1: {action} is not a valid action"):
        batch.step([legal, action, legal])
    assert batch.position_text(0) == str(Game(2))


def test_numbers_beyond_64_bits_are_rejected() -> None:
    with pytest.raises(ValueError, match="Game 0: 18446744073709551615 is not a valid action"):
        Batch(1).step(np.array([2**64 - 1], np.uint64))


@pytest.mark.parametrize("actions", [[1.0, 2.0], [1], [[1, 2]], [True, False], ["a", "b"], 5, []])
def test_actions_must_be_a_row_of_integers(actions: Any) -> None:
    with pytest.raises(ValueError, match="Actions are 2 integers"):
        Batch(2).step(actions)


@pytest.mark.slow
def test_a_game_that_is_over_takes_no_decision() -> None:
    over = next(game for game in sampled(70) if game.is_over and game.players == 2)
    batch = Batch(2, seed=1)
    batch.set_position(0, over.position)
    assert batch.is_over().tolist() == [True, False]
    actions = batch.random_actions()
    assert actions[0] == NO_DECISION
    assert batch.step(actions).tolist() == [False, False]
    assert batch.position(0) == over.position
    assert not batch.masks()[0].any()
    actions = batch.random_actions()
    actions[0] = PASS
    with pytest.raises(ValueError, match=r"Game 0: - \(9820\) is not legal. The game is over"):
        batch.step(actions)


def test_games_can_wait() -> None:
    batch = Batch(3, seed=1)
    actions = batch.random_actions()
    actions[1] = NO_DECISION
    batch.step(actions)
    assert [batch.position_text(index) == str(Game(2)) for index in range(3)] == [False, True, False]


def test_finished_games_restart() -> None:
    batch, plain = (Batch(20, 3, seed=6, auto_reset=auto) for auto in (True, False))
    ended = np.zeros(20, int)
    for _ in range(600):
        finished = batch.step(batch.random_actions())
        plain.step(plain.random_actions())
        for index in np.flatnonzero(finished):
            assert batch.position_text(int(index)) == str(Game(3))
            if not ended[index]:
                assert batch.results()[index].tolist() == plain.scores()[index].tolist()
        ended += finished
        assert not batch.is_over().any()
    assert (ended >= 1).all()
    assert plain.is_over().all()


def test_reset() -> None:
    batch = Batch(4, seed=1)
    trace(batch, 10)
    texts = [batch.position_text(index) for index in range(4)]
    new = str(Game(2))
    batch.reset([2])
    assert [batch.position_text(index) for index in range(4)] == [texts[0], texts[1], new, texts[3]]
    batch.reset(np.array([True, False, False, True]))
    assert [batch.position_text(index) for index in range(4)] == [new, texts[1], new, new]
    batch.reset([0, 3], [texts[0], Game.from_position(texts[3]).position])
    assert [batch.position_text(index) for index in range(4)] == [texts[0], texts[1], new, texts[3]]
    batch.reset(positions=texts[0])
    assert [batch.position_text(index) for index in range(4)] == [texts[0]] * 4
    batch.reset()
    assert [batch.position_text(index) for index in range(4)] == [new] * 4
    batch.reset([])
    batch.reset(np.zeros(4, bool))


def test_an_invalid_reset_changes_nothing() -> None:
    batch = Batch(3, seed=1)
    trace(batch, 5)
    before = batch.hashes()
    with pytest.raises(ValueError, match="another layout"):
        batch.reset(positions=[Game(2).position, Game(2).position, Game(4).position])
    with pytest.raises(ValueError, match="There are 2 positions for 3 games"):
        batch.reset(positions=[Game(2).position, Game(2).position])
    with pytest.raises(PositionError):
        batch.set_position(0, "nonsense")
    with pytest.raises(IndexError, match="the games 0 to 2, not 3"):
        batch.reset([0, 3])
    with pytest.raises(IndexError, match="not -1"):
        batch.position(-1)
    with pytest.raises(ValueError, match="Indices are a row"):
        batch.reset([[0]])
    with pytest.raises(ValueError, match="Indices are a row"):
        batch.reset([True])
    assert np.array_equal(batch.hashes(), before)


@pytest.mark.slow
def test_positions_of_every_phase_go_in_and_come_out() -> None:
    for game in sampled(140):
        batch = Batch(2, game.players)
        batch.set_position(1, str(game))
        position = batch.position(1)
        position.check()
        assert position == game.position
        assert batch.position_text(1) == str(game)
        assert batch.hashes()[1] == game.state_hash
        offsets, actions = batch.legal()
        assert actions[offsets[1] :].tolist() == list(game.legal_moves())


@pytest.mark.parametrize("way", ["clone", "copy", "deepcopy", "pickle"])
def test_copies_go_on_in_the_same_way(way: str) -> None:
    batch = Batch(30, layout=CUSTOM, seed=9, threads=2, auto_reset=True)
    trace(batch, 200)
    ways: dict[str, Callable[[], Batch]] = {
        "clone": batch.clone,
        "copy": lambda: copy.copy(batch),
        "deepcopy": lambda: copy.deepcopy(batch),
        "pickle": lambda: pickle.loads(pickle.dumps(batch)),
    }
    other = ways[way]()
    assert other.layout == CUSTOM
    assert (other.threads, other.auto_reset, len(other)) == (2, True, 30)
    before = batch.hashes()
    expected = trace(other, 100)
    assert np.array_equal(batch.hashes(), before)
    assert trace(batch, 100) == expected


def test_threads_of_python_may_share_a_batch() -> None:
    batch = Batch(200, seed=1, threads=2, auto_reset=True)
    shapes: list[tuple[int, ...]] = []

    def look() -> None:
        for _ in range(50):
            batch.masks()
            shapes.append(batch.observations().shape)

    watchers = [threading.Thread(target=look) for _ in range(3)]
    for watcher in watchers:
        watcher.start()
    same = Batch(200, seed=1, auto_reset=True)
    assert trace(batch, 100) == trace(same, 100)
    for watcher in watchers:
        watcher.join()
    assert len(shapes) == 150


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_continues_alone() -> None:
    code = """
import os, sys
from aquaromana.engine.batch import Batch
batch = Batch(100, threads=2)
batch.step(batch.random_actions())
child = os.fork()
batch.step(batch.random_actions())
if child == 0:
    del batch
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1])
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=environment, timeout=60, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 0}, "A batch has 1 to 1048576 games, not 0"),
        ({"games": MOST_GAMES + 1}, "games, not 1048577"),
        ({"games": 1, "threads": 0}, "A batch has 1 to 256 threads, not 0"),
        ({"games": 1, "seed": -1}, "A seed is a whole number"),
    ],
)
def test_impossible_batches(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Batch(**arguments)


def test_impossible_players_and_layouts() -> None:
    with pytest.raises(PlayersError):
        Batch(1, 5)
    with pytest.raises(LayoutError):
        Batch(1, 4, layout=CUSTOM)


def test_the_core_checks_what_it_is_given() -> None:
    from aquaromana import _core

    core = _core.Batch(native.core_layout(standard_layout(2)), 2, 0, 1)
    fields: Any = core.fields(0)
    for number, bad in ((0, b"\x0d" * 88), (1, b"\x09" * 39), (3, b"\x99" * 21), (6, b"\x09" * 5), (0, b"")):
        with pytest.raises(ValueError, match=r"position|size"):
            core.set_fields(1, (*fields[:number], bad, *fields[number + 1 :]))
    with pytest.raises(IndexError):
        core.fields(2)
    with pytest.raises(ValueError, match="wrong size"):
        core.masks(np.empty(5, np.int8))
    with pytest.raises(TypeError):
        core.masks(np.empty(2 * ACTIONS, np.float32))


def test_without_numpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r'A batch needs numpy, .*: pip install "aqua-romana\[batch\]"'):
        Batch(1)


def test_batches_need_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    native.core_layout.cache_clear()
    monkeypatch.setattr(native, "why_missing", lambda: "there is none")
    with pytest.raises(NativeMissingError, match="There is none"):
        Batch(1)
