"""Networks in ONNX judge the leaves: tiny models made here, good ones and broken ones."""

import pickle
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from aquaromana import Decision, Game
from aquaromana.bots import make_bot
from aquaromana.engine import Budget, NetworkError, OnnxNetwork, Report, Search, observation
from aquaromana.engine.observation import SIZE
from aquaromana.rules.actions import ACTIONS
from tests.support.positions import built

pytestmark = pytest.mark.usefixtures("core")


def model(
    *,
    shares: list[float],
    favourite: int = 0,
    size: int | None = None,
    output: str = "policy",
    observation: str | None = None,
) -> bytes:
    """A model that says the same of every position; it reads the observations only to know how many there are."""
    width = size or SIZE
    policy = np.zeros((1, ACTIONS), np.float32)
    policy[0, favourite] = 8
    constants = {"one": np.zeros((width, 1), np.float32), "s": np.array([shares], np.float32), "p": policy}
    nodes = [
        helper.make_node("Cast", ["observations"], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("MatMul", ["numbers", "one"], ["zero"]),
        helper.make_node("Add", ["zero", "s"], ["shares"]),
        helper.make_node("Add", ["zero", "p"], [output]),
    ]
    graph = helper.make_graph(
        nodes,
        "constant",
        [helper.make_tensor_value_info("observations", TensorProto.UINT8, ["n", width])],
        [
            helper.make_tensor_value_info("shares", TensorProto.FLOAT, ["n", len(shares)]),
            helper.make_tensor_value_info(output, TensorProto.FLOAT, ["n", ACTIONS]),
        ],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if observation is not None:
        helper.set_model_props(made, {"observation": observation})
    onnx.checker.check_model(made)
    data: bytes = made.SerializeToString()
    return data


def think(network: OnnxNetwork, game: Game, playouts: int = 200) -> Report:
    search = Search(evaluator="network", network=network, seed=1)
    return search.think(game, Budget(playouts=playouts))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_network_judges(players: int) -> None:
    game = Game(players)
    report = think(OnnxNetwork.load(model(shares=[0, 0, 0, 0])), game)
    assert report.playouts == 200
    assert report.visits == 200
    assert report.best in game.legal_moves()
    assert report.shares == pytest.approx([1 / players] * players, abs=1e-3)


def test_the_policy_directs_the_search() -> None:
    wanted = Decision("D@17")
    report = think(OnnxNetwork.load(model(shares=[0, 0, 0, 0], favourite=wanted)), Game(2), playouts=60)
    assert report.best is wanted


def test_shares_are_seen_from_the_mover() -> None:
    """The model thinks that whoever is to move wins."""
    report = think(OnnxNetwork.load(model(shares=[9, 0, 0, 0])), built(phase="c"), playouts=1)
    assert report.shares[0] > 0.99


def test_the_end_of_a_game_is_known_without_a_network() -> None:
    game = built(phase="c", gone="C1w D1s H1w H1s I1e I8e H8n H8w D8e D8n C8w", dry=3)
    report = think(OnnxNetwork.load(model(shares=[0, 0, 0, 0])), game, playouts=2000)
    assert report.exact


def test_the_time_is_kept_and_the_tree_too() -> None:
    search = Search(evaluator="network", network=OnnxNetwork.load(model(shares=[0, 0, 0, 0])), seed=1)
    game = Game(2)
    first = search.think(game, Budget(seconds=0.2))
    assert first.playouts > 0
    game.play(first.best)
    second = search.think(game, Budget(playouts=16))
    assert second.visits > second.playouts


def test_a_bot_thinks_with_a_network(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(model(shares=[0, 0, 0, 0]))
    bot = make_bot(f"network:{path}@8", seed=1)
    assert bot.name == f"network:{path}@8"
    game = Game(3)
    for _ in range(30):
        game.play(bot.choose(game))
    assert not game.is_over


def test_a_network_needs_its_evaluator_and_one_thread() -> None:
    network = OnnxNetwork.load(model(shares=[0, 0, 0, 0]))
    for settings in ({"network": network}, {"evaluator": "network"}):
        with pytest.raises(ValueError, match="goes with a network and one thread"):
            Search(**settings)
    with pytest.raises(ValueError, match="one thread"):
        Search(evaluator="network", network=network, threads=2)


@pytest.mark.parametrize("kept", [0, 200], ids=["empty", "cut"])
@pytest.mark.parametrize("junk", [b"", b"\x00\x01 junk"], ids=["", "junk"])
def test_a_broken_model_is_one_line(kept: int, junk: bytes, tmp_path: Path) -> None:
    data, said = model(shares=[0, 0, 0, 0])[:kept] + junk, "is not a valid ONNX model"
    path = tmp_path / "model.onnx"
    path.write_bytes(data)
    with pytest.raises(NetworkError, match=said) as caught:
        OnnxNetwork.load(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="cannot be read"):
        OnnxNetwork.load(tmp_path / "none.onnx")


def test_a_model_for_something_else_is_refused() -> None:
    with pytest.raises(NetworkError, match="it takes observations and returns other, shares"):
        OnnxNetwork.load(model(shares=[0, 0, 0, 0], output="other"))
    with pytest.raises(NetworkError, match="for observations of 7 bytes"):
        OnnxNetwork.load(model(shares=[0, 0, 0, 0], size=7))


@pytest.mark.parametrize("stated", ["0", "2", "1.0", "", "one", "9" * 100])
def test_a_model_for_another_observation_was_loaded(stated: str) -> None:
    with pytest.raises(NetworkError, match=r"is for version .{0,20} of the observation; this program has 1\."):
        OnnxNetwork.load(model(shares=[0, 0, 0, 0], observation=stated))


def test_a_model_without_a_version_counts_as_the_first() -> None:
    assert observation.VERSION == 1, "now a model without a version is too old: turn this test around"
    for stated in (None, "1"):
        network = OnnxNetwork.load(model(shares=[0, 0, 0, 0], observation=stated))
        assert think(network, Game(2), playouts=4).playouts == 4


def test_invalid_output_of_a_network_is_rejected() -> None:
    with pytest.raises(NetworkError, match=r"shares \(1, 2\)"):
        think(OnnxNetwork.load(model(shares=[0, 0])), Game(2), playouts=1)
    for logarithms in ([float("nan"), 0, 0, 0], [float("-inf")] * 4, [float("inf"), 0, 0, 0]):
        with pytest.raises(NetworkError, match="shares that are not finite"):
            think(OnnxNetwork.load(model(shares=logarithms)), Game(2), playouts=1)


Judgement = Callable[[int], object]


class Judge:
    """A network written in Python, which says what it is told to say of so many positions."""

    def __init__(self, says: Judgement) -> None:
        self.says = says

    def judge(self, observations: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
        return self.says(len(observations))  # type: ignore[return-value]  # this is what is tested


def shares(count: int, *values: float) -> np.ndarray:
    return np.array([values] * count, np.float32)


def policy(count: int, value: float = 0) -> np.ndarray:
    return np.full((count, ACTIONS), value, np.float64)


BAD: dict[str, tuple[Judgement, str]] = {
    "shares NaN": (lambda n: (shares(n, np.nan, 0, 0, 0), policy(n)), "shares that are not finite"),
    "shares infinite": (lambda n: (shares(n, np.inf, 0, 0, 0), policy(n)), "shares that are not finite"),
    "policy NaN": (lambda n: (shares(n, 0.5, 0.5, 0, 0), policy(n, np.nan)), "policy that are not finite"),
    "policy -inf": (lambda n: (shares(n, 0.5, 0.5, 0, 0), policy(n, -np.inf)), "policy that are not finite"),
    "policy too large": (lambda n: (shares(n, 0.5, 0.5, 0, 0), policy(n, 1e300)), "policy that are not finite"),
    "sum": (lambda n: (shares(n, 3, 1, 0, 0), policy(n)), "add up to 1, not to 4"),
    "sum of those who play": (lambda n: (shares(n, 0.25, 0.25, 0.25, 0.25), policy(n)), "add up to 1, not to 0.5"),
    "negative": (lambda n: (shares(n, 1.5, -0.5, 0, 0), policy(n)), "0 or more"),
    "shape": (lambda n: (shares(n + 1, 0.5, 0.5, 0, 0), policy(n)), r"shares \((2|17), 4\)"),
    "nothing": (lambda _: None, "two arrays of numbers"),
    "words": (lambda _: (["win"], ["lose"]), "two arrays of numbers"),
    "three": (lambda n: (shares(n, 1, 0, 0, 0), policy(n), None), "two arrays of numbers"),
}


@pytest.mark.parametrize(("says", "said"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("good", [0, 20], ids=["at once", "later"])
def test_a_network_that_says_nan_hung_the_process(says: Judgement, said: str, good: int) -> None:
    """Also after it has judged well for a while; and the search is as good as new then."""
    left = good

    def sometimes(count: int) -> object:
        nonlocal left
        left -= count
        return (shares(count, 0.5, 0.5, 0, 0), policy(count)) if left >= 0 else says(count)

    search = Search(evaluator="network", network=Judge(sometimes), seed=1)
    game = Game(2)
    with pytest.raises(NetworkError, match=said):
        search.think(game, Budget(playouts=200, seconds=60))
    left = 10**6
    fresh = Search(evaluator="network", network=Judge(sometimes), seed=1).think(game, Budget(playouts=40))
    assert search.think(game, Budget(playouts=40)).choices == fresh.choices


def test_a_judgement_in_lists_and_half_precision_is_one() -> None:
    network = Judge(lambda n: ([[0.5, 0.5, 0, 0]] * n, np.zeros((n, ACTIONS), np.float16)))
    assert Search(evaluator="network", network=network).think(Game(2), Budget(playouts=20)).playouts >= 20


def test_stop_ends_a_search_with_a_network() -> None:
    search: Search

    def says(count: int) -> object:
        search.stop()
        return shares(count, 0.5, 0.5, 0, 0), policy(count)

    search = Search(evaluator="network", network=Judge(says))
    assert search.think(Game(2), Budget(playouts=10**9)).playouts < 100


def test_ctrl_c_ends_a_search_with_a_network() -> None:
    """It never ended where the tests themselves ignore the signal, as under nohup or in the background of a shell."""

    def says(count: int) -> object:
        signal.raise_signal(signal.SIGINT)
        return shares(count, 0.5, 0.5, 0, 0), policy(count)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            Search(evaluator="network", network=Judge(says)).think(Game(2), Budget(playouts=10**9))
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_network_pickles_with_its_search(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(model(shares=[0, 0, 0, 0], favourite=Decision("D@17")))
    for source in (path, path.read_bytes()):
        search = Search(evaluator="network", network=OnnxNetwork.load(source), seed=1)
        copied = pickle.loads(pickle.dumps(search))
        assert copied.think(Game(2), Budget(playouts=60)).best is Decision("D@17")
    path.unlink()
    bot = pickle.dumps(make_bot("network:" + str(_written(path)), seed=1))
    path.unlink()
    with pytest.raises(NetworkError, match="cannot be read"):
        pickle.loads(bot)


def test_a_foreign_session_says_why_it_cannot_be_pickled() -> None:
    session = onnxruntime.InferenceSession(model(shares=[0, 0, 0, 0]), providers=["CPUExecutionProvider"])
    with pytest.raises(TypeError, match="does not pickle: make it by OnnxNetwork"):
        pickle.dumps(OnnxNetwork(session, "Mine"))


def _written(path: Path) -> Path:
    path.write_bytes(model(shares=[0, 0, 0, 0]))
    return path
