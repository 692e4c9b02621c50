"""The client with asyncio: every answer of a program, good or bad, and nothing left running."""

import asyncio
import os
import signal
import sys

import pytest

from aquaromana.engine import Budget, BudgetError
from aquaromana.engine.protocol import AsyncEngine, EngineDied, EngineError, EngineTimeout
from aquaromana.rules import Game
from tests.support.engines import FIRST, Scripts, all_gone

posix = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


async def test_it_plays_a_whole_game(scripts: Scripts) -> None:
    game = Game(3)
    async with await AsyncEngine.open(scripts.at_go()) as engine:
        assert (engine.name, engine.author, engine.protocol, set(engine.wants)) == ("Small", "Tests", 1, {"legal"})
        while not game.is_over:
            decision = (await engine.play(game, Budget(playouts=1))).decision
            assert decision == game.legal_moves()[0]
            game.play(decision)
        assert (await engine.play(game)).decision is None


async def test_options_are_checked_and_set(scripts: Scripts) -> None:
    async with await AsyncEngine.open(scripts.at_go(), options={"pace": 3}) as engine:
        assert engine.options["Pace"].max == 9
        await engine.configure(Pace=4)
        with pytest.raises(EngineError, match="has no option 'Speed'; it has Pace"):
            await engine.configure(Speed=4)
        with pytest.raises(EngineError, match="goes from 0 to 9, not to 10"):
            await engine.configure({"Pace": 10})


async def test_an_illegal_decision_is_an_error_and_the_engine_goes_on(scripts: Scripts) -> None:
    first_bad = (
        'print("bestmove " + ("C@99" if not os.path.exists(__file__ + "x") else legal[0])); open(__file__ + "x", "w")'
    )
    async with await AsyncEngine.open(scripts.at_go(first_bad)) as engine:
        with pytest.raises(EngineError, match="Small decided 'C@99'") as caught:
            await engine.play(Game())
        assert caught.value.code == "notation/unreadable"
        assert "bestmove C@99" in caught.value.details
        assert (await engine.play(Game())).decision == Game().legal_moves()[0]


async def test_a_legal_text_that_the_rules_forbid_names_the_clause(scripts: Scripts) -> None:
    async with await AsyncEngine.open(scripts.at_go('print("bestmove -")')) as engine:
        with pytest.raises(EngineError, match=r"decided '-': .* \(R2.5\)") as caught:
            await engine.play(Game())
        assert caught.value.code == "phase/wrong"


async def test_no_decision_is_an_error(scripts: Scripts) -> None:
    async with await AsyncEngine.open(scripts.at_go('print("bestmove none")')) as engine:
        with pytest.raises(EngineError, match="gave no decision"):
            await engine.play(Game())


async def test_an_error_that_is_reported_keeps_its_code(scripts: Scripts) -> None:
    reports = 'print("error position/unreadable Not a position.\\nbestmove none")'
    async with await AsyncEngine.open(scripts.at_go(reports)) as engine:
        with pytest.raises(EngineError, match="Small reports: Not a position") as caught:
            await engine.play(Game())
        assert caught.value.code == "position/unreadable"


@posix
@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("os._exit(3)", "ended with exit code 3"),
        ("os.kill(os.getpid(), 11)", "ended by SIGSEGV"),
        ('raise ValueError("oh no")', r"exit code 1 \(ValueError: oh no\)"),
        ('print("x" * 10**6)', "line of more than 65536 bytes"),
        ('[print("info nodes 1 " + "x" * 5000) for _ in range(10**5)]', "more than 16 MiB"),
    ],
)
async def test_a_program_that_breaks_tells_how(scripts: Scripts, statement: str, why: str) -> None:
    command = scripts.at_go(statement)
    async with await AsyncEngine.open(command) as engine:
        with pytest.raises(EngineDied, match=f"Small .*{why}") as caught:
            await engine.play(Game(), timeout=30)
        assert "it was sent:\n" in caught.value.details
        with pytest.raises(EngineDied, match="Small "):
            await engine.play(Game())
    assert all_gone(command[-1])


@posix
@pytest.mark.parametrize("statement", ["time.sleep(100)", "os.kill(os.getpid(), 19)", "(os.fork(), time.sleep(100))"])
async def test_a_program_that_hangs_is_ended_with_all_it_started(scripts: Scripts, statement: str) -> None:
    command = scripts.at_go(statement)
    engine = await AsyncEngine.open(command)
    with pytest.raises(EngineTimeout, match=r"Small did not answer go within 0\.3 s"):
        await engine.play(Game(), timeout=0.3)
    assert all_gone(command[-1])
    with pytest.raises(EngineDied, match="did not answer"):
        await engine.ping()
    await engine.close()


@posix
async def test_a_program_that_says_nothing_is_ended(scripts: Scripts) -> None:
    command = scripts("import time; time.sleep(100)")
    with pytest.raises(EngineTimeout, match="did not answer the handshake"):
        await AsyncEngine.open(command, timeout=0.2)
    assert all_gone(command[-1])


@posix
async def test_what_a_program_leaves_behind_is_ended_with_it(scripts: Scripts) -> None:
    command = scripts.at_go("os.fork() or time.sleep(100); os._exit(0)")
    async with await AsyncEngine.open(command) as engine:
        with pytest.raises(EngineDied, match="exit code 0"):
            await engine.play(Game(), timeout=30)
    assert all_gone(command[-1])


@pytest.mark.slow
@posix
def test_nothing_is_left_when_the_client_is_killed(scripts: Scripts) -> None:
    command = scripts.at_go("time.sleep(100)")
    client = f"""
from aquaromana.engine.protocol import Engine
from aquaromana.rules import Game
engine = Engine.open({command!r})
print("up", flush=True)
engine.play(Game())
"""
    import subprocess

    process = subprocess.Popen([sys.executable, "-c", client], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert all_gone(command[-1])


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "not a command line"),
        ("'", "not a command line"),
        ("no-such-program-anywhere", "exit code 127 .*No such file"),
        (["a\0b"], "not a command line"),
    ],
)
@posix
async def test_what_cannot_be_started_says_so(command: str | list[str], why: str) -> None:
    with pytest.raises(EngineDied, match=why):
        await AsyncEngine.open(command)


async def test_it_answers_while_it_thinks_and_stops(scripts: Scripts) -> None:
    thinks = scripts(
        """
import sys, threading
thinking = False
for line in sys.stdin:
    word = line.split()[0]
    if word == "aqua": print("aquaok")
    if word == "isready": print("readyok")
    if word == "go": print("info nodes 5 score 0.5 0.5 points 1 2 pv C@12")
    if word == "stop": print("info nodes 9 score 0.6 0.4\\nbestmove C@12")
    if word == "quit": break
    sys.stdout.flush()
"""
    )
    async with await AsyncEngine.open(thinks) as engine:
        async with engine.analysis(Game()) as analysis:
            with pytest.raises(RuntimeError, match="not over"):
                _ = analysis.result
            seen = []
            async for info in analysis:
                seen.append(info.nodes)
                await engine.ping()
                analysis.stop()
        assert seen == [5, 9]
        assert str(analysis.result.decision) == "C@12"
        assert analysis.result.info.score == (0.6, 0.4)
        async with engine.analysis(Game()):
            pass  # left at once
        task = asyncio.create_task(engine.play(Game()))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await engine.configure()  # waits for the end of what was given up


async def test_several_lines_need_an_engine_that_shows_them(scripts: Scripts) -> None:
    async with await AsyncEngine.open(scripts.at_go()) as engine:
        with pytest.raises(EngineError, match="shows one line of play, not 2"):
            await engine.analyze(Game(), Budget(playouts=5), lines=2)
        assert (await engine.analyze(Game(), Budget(playouts=5))).info.score == ()


async def test_a_budget_for_a_stretch_is_refused(scripts: Scripts) -> None:
    async with await AsyncEngine.open(scripts.at_go(FIRST)) as engine:
        with pytest.raises(BudgetError, match="divided first"):
            await engine.play(Game(), Budget(seconds=1, per="stretch"))


async def test_the_standard_error_is_kept_and_bounded(scripts: Scripts) -> None:
    shouts = 'print("x" * 10**6 + "\\nlast words", file=sys.stderr, flush=True); ' + FIRST
    async with await AsyncEngine.open(scripts.at_go(shouts)) as engine:
        await engine.play(Game())
        await asyncio.sleep(0.1)
        assert engine.errors.endswith("last words\n")
        assert len(engine.errors) < 20_000
