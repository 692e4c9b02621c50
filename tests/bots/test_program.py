"""Programs as bots: they play, and nobody starts one who must not."""

import sys
from pathlib import Path

import pytest

from aquaromana.bots import BotError, BotSpec, ProgramBot, make_bot, make_local_bot
from aquaromana.bots.registry import split_budget
from aquaromana.engine import Budget
from aquaromana.engine.protocol import EngineTimeout
from aquaromana.rules import Game
from aquaromana.server.errors import Refusal
from aquaromana.server.table.seating import Seating
from tests.bots.support import played
from tests.support.engines import Scripts, all_gone

SEEDED = 'print("bestmove " + legal[0])'


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)


def text_of(command: list[str]) -> str:
    return "cmd: " + " ".join(command)


@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_like_any_bot(scripts: Scripts, players: int) -> None:
    text = text_of(scripts.at_go())
    bot = make_local_bot(text, seed=3)
    assert bot.name == text
    game = played([bot] * players, Game(players))
    assert game.is_over
    assert isinstance(bot, ProgramBot)
    bot.close()


def test_a_budget_for_a_stretch_is_divided(scripts: Scripts) -> None:
    command = scripts.at_go('print(line, file=sys.stderr); print("bestmove " + legal[0])')
    bot = make_local_bot(f"{text_of(command)} @9s/stretch")
    assert bot.name.endswith(" @9s/stretch")
    game = Game()
    game.play(bot.choose(game))
    bot.choose(game, Budget(playouts=70))
    assert isinstance(bot, ProgramBot)
    bot.close()
    said = bot._engine.errors.split("\n")
    assert said[0].startswith("go movetime ")
    assert "go nodes 70" in said


@pytest.mark.slow
def test_a_seed_is_told_if_the_program_takes_one() -> None:
    command = f"cmd: {sys.executable} -m aquaromana engine --bot search:1"
    firsts = []
    for seed in (1, 1, 2):
        bot = make_local_bot(command, seed=seed)
        firsts.append(bot.choose(Game(), Budget(playouts=20)))
        assert isinstance(bot, ProgramBot)
        bot.close()
    assert firsts[0] == firsts[1] == make_bot("search:1", seed=1).choose(Game(), Budget(playouts=20))


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
def test_a_program_that_hangs_ends(scripts: Scripts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aquaromana.bots.program.PATIENCE", 0.2)
    command = scripts.at_go("time.sleep(100)")
    bot = make_local_bot(text_of(command))
    with pytest.raises(EngineTimeout):
        bot.choose(Game())
    assert all_gone(command[-1])


@pytest.mark.parametrize("text", ["cmd:", "cmd: no-such-program-anywhere", "cmd: '", f"cmd: {sys.executable} -c 1"])
def test_a_program_that_cannot_play_is_one_line(text: str) -> None:
    with pytest.raises(BotError, match="cannot play"):
        make_local_bot(text)


def test_the_registry_starts_no_program(tmp_path: Path) -> None:
    """Whatever names a bot over the network, or in a record, goes through `make_bot`."""
    trap = tmp_path / "trap"
    text = f"cmd: touch {trap}"
    with pytest.raises(BotError, match="There is no bot 'cmd: touch"):
        make_bot(text)
    with pytest.raises(Refusal):
        Seating("bot", "", text).checked()
    assert not trap.exists()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("search:5@800", ("search:5", "800")),
        ("greedy@", ("greedy", "")),
        ("cmd: ./bot", ("cmd: ./bot", None)),
        ("cmd: ./bot @2s", ("cmd: ./bot", "2s")),
        ("cmd: ssh me@host bot", ("cmd: ssh me@host bot", None)),
        ("cmd: ssh me@host bot @800/1s", ("cmd: ssh me@host bot", "800/1s")),
    ],
)
def test_a_command_keeps_its_own_signs(text: str, parts: tuple[str, str | None]) -> None:
    assert split_budget(text) == parts
    if parts[1] != "":
        assert BotSpec.parse(text).name == parts[0].partition(":")[0]
