"""Networks in ONNX judge the leaves: tiny models made here, good ones and broken ones."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from aquaromana import Decision, Game
from aquaromana.bots import make_bot
from aquaromana.engine import Budget, NetworkError, OnnxNetwork, Report, Search
from aquaromana.engine.observation import SIZE
from aquaromana.rules.actions import ACTIONS
from tests.support.positions import built

pytestmark = pytest.mark.usefixtures("core")


def model(*, shares: list[float], favourite: int = 0, size: int | None = None, output: str = "policy") -> bytes:
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


def test_the_policy_decides_what_is_looked_at() -> None:
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
    data, said = model(shares=[0, 0, 0, 0])[:kept] + junk, "is no ONNX model"
    path = tmp_path / "model.onnx"
    path.write_bytes(data)
    with pytest.raises(NetworkError, match=said) as caught:
        OnnxNetwork.load(path)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="cannot be read"):
        OnnxNetwork.load(tmp_path / "none.onnx")


def test_a_model_for_something_else_is_refused() -> None:
    with pytest.raises(NetworkError, match="it takes observations and gives other, shares"):
        OnnxNetwork.load(model(shares=[0, 0, 0, 0], output="other"))
    with pytest.raises(NetworkError, match="for observations of 7 bytes"):
        OnnxNetwork.load(model(shares=[0, 0, 0, 0], size=7))


def test_what_is_no_judgement_is_refused() -> None:
    with pytest.raises(NetworkError, match=r"shares \(1, 2\)"):
        think(OnnxNetwork.load(model(shares=[0, 0])), Game(2), playouts=1)
    with pytest.raises(NetworkError, match="numbers that are none"):
        think(OnnxNetwork.load(model(shares=[float("nan"), 0, 0, 0])), Game(2), playouts=1)
