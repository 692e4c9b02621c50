"""The client for programs without asyncio."""

import gc
import pickle
import sys
import threading

import pytest

from aquaromana.engine import Budget
from aquaromana.engine.protocol import Engine, EngineDied, EngineError
from aquaromana.rules import Game
from tests.support.engines import Scripts, all_gone

AQUA = [sys.executable, "-m", "aquaromana", "engine", "--bot", "search:5", "--seed", "1"]


@pytest.mark.slow
def test_our_engine_plays_analyzes_and_stops() -> None:
    with Engine.open(AQUA) as engine:
        assert engine.name.startswith("Aqua Romana")
        game = Game(players=3)
        played = engine.play(game, Budget(playouts=50))
        assert played.decision in game.legal_moves()
        assert played.info.pv[0] == played.decision
        analyzed = engine.analyze(game, Budget(playouts=100), lines=3)
        assert [info.multipv for info in analyzed.lines] == [1, 2, 3]
        assert all(len(info.score) == len(info.points) == 3 for info in analyzed.lines)
        with engine.analysis(game) as analysis:
            first = next(analysis)
            engine.ping()
        assert first.nodes
        assert analysis.result.decision in game.legal_moves()
        with pytest.raises(EngineError, match="There is no bot 'nobody'") as caught:
            engine.configure(Bot="nobody")
        assert caught.value.code == "option/invalid"
        engine.configure(Bot="random")
        engine.new_game()
        assert engine.play(game).lines == ()
    with pytest.raises(EngineDied, match="was closed"):
        engine.play(game)


@pytest.mark.slow
def test_another_thread_can_stop_it() -> None:
    with Engine.open(AQUA) as engine:
        timer = threading.Timer(0.05, engine.stop)
        timer.start()
        decision = engine.play(Game(), Budget(seconds=60)).decision
        timer.join()
    assert decision in Game().legal_moves()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_a_forgotten_engine_does_not_go_on_running(scripts: Scripts) -> None:
    command = scripts.at_go()
    engine = Engine.open(command)
    assert engine.play(Game()).decision
    del engine
    gc.collect()
    assert all_gone(command[-1])


def test_errors_travel_between_processes() -> None:
    error = EngineDied("it ended", code="a/b", details="last words")
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.code, copy.details) == (EngineDied, "it ended", "a/b", "last words")
