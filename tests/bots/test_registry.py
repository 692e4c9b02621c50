"""Bots by name, also those of other packages."""

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

from aquaromana import Game
from aquaromana.arena import Entry
from aquaromana.bots import (
    LEVELS,
    BotError,
    BotSpec,
    GreedyBot,
    RandomBot,
    SearchBot,
    bot_names,
    bot_words,
    level_words,
    make_bot,
)
from aquaromana.engine import Budget
from tests.support.random_play import finished


@pytest.mark.parametrize(
    "name", ["random", "first", "greedy", "level:1", *(f"search:{level}" for level in range(1, 6))]
)
def test_every_known_bot_can_be_created_and_knows_its_name(name: str) -> None:
    assert name in bot_names()
    bot = make_bot(name, seed=1)
    assert bot.name == name
    assert bot.choose(Game(2), Budget(playouts=2)) in Game(2).legal_moves()
    bot.stop()


def test_kinds() -> None:
    assert isinstance(make_bot("random"), RandomBot)
    assert isinstance(make_bot("greedy"), GreedyBot)
    assert isinstance(make_bot("search:1"), SearchBot)
    assert make_bot("search").name == "search:5"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("level:mason", "level:4"),
        ("level:Mason", "level:4"),
        ("level:master builder", "level:9"),
        ("level:Master-Builder", "level:9"),
        ("level:easy", "level:1"),
        ("level:strongest", "level:12"),
        ("search:casual", "search:2"),
        ("search:Best,explore=0.7@800", "search:5,explore=0.7@800"),
        ("search:strongest@800", "search:5@800"),
    ],
)
def test_a_level_may_be_named_by_its_title(text: str, name: str) -> None:
    assert make_bot(text).name == name
    assert str(BotSpec.parse(text)) == name
    assert str(Entry.parse(text)) == name


@pytest.mark.parametrize("text", ["level:masterbuilder", "level:casual", "search:mason", "level:mason:4", "level:-"])
def test_what_is_no_title_of_that_bot_is_refused(text: str) -> None:
    with pytest.raises(BotError, match="levels 1 to"):
        make_bot(text)


@pytest.mark.parametrize("number", LEVELS)
def test_every_title_names_its_level(number: int) -> None:
    assert make_bot(f"level:{LEVELS[number].title}").name == f"level:{number}"
    assert f"{number} {LEVELS[number].title}" in level_words().split(", ")


@pytest.mark.parametrize(
    "text",
    [
        "search:5@800",
        "search:3@0.5s",
        "search:4@800/2s/stretch",
        "search:1@1",
        "search:5,explore=0.7,rollout_depth=4@9",
    ],
)
def test_a_bot_with_a_budget_of_its_own(text: str) -> None:
    assert make_bot(text).name == text
    assert str(BotSpec.parse(text)) == text


@pytest.mark.parametrize("text", ["search:,explore=0.7", "search:,explore=0.7,rollout_depth=4@9"])
def test_a_search_with_parameters_but_no_level_has_the_level_of_a_plain_one(text: str) -> None:
    plain = make_bot("search").name
    assert make_bot(text).name == text.replace("search:", plain)
    assert str(BotSpec.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "level", "budget"),
    [
        ("champion:a@b.net", "a@b.net", None),
        ("champion:a@b.net@800", "a@b.net", Budget(playouts=800)),
        ("network:me@home/net.onnx@0.5s", "me@home/net.onnx", Budget(seconds=0.5)),
        ("champion@800", "", Budget(playouts=800)),
    ],
)
def test_a_file_could_not_have_an_at_in_its_name(text: str, level: str, budget: Budget | None) -> None:
    spec = BotSpec.parse(text)
    assert (spec.level, spec.budget) == (level, budget)
    assert str(spec) == text


def test_the_budget_is_the_bots() -> None:
    playouts: list[int] = []
    make_bot("search:5@12", seed=3).choose(Game(2), on_report=lambda report: playouts.append(report.playouts))
    assert playouts[-1] == 12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("search:5,luck=1", "'luck=1' is not a search parameter"),
        ("search:5,explore", "'explore' is not a search parameter"),
        ("search:5,explore=much", "is not a search parameter with a number"),
        ("search:5,explore=nan", "explore is a number"),
        ("search:5,overlook=2", "goes from 0 to 1"),
        ("search:5,rollout_depth=-1", "0 to 10,000"),
    ],
)
def test_a_wrong_parameter_is_one_line(text: str, words: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_parameter_changes_the_choice() -> None:
    seen = {
        name: make_bot(f"search:5{name}@60", seed=1).choose(opened()) for name in ("", ",overlook=1", ",explore=90")
    }
    assert len(set(seen.values())) > 1


def opened() -> Game:
    game = Game(2)
    for kind in "CDSB" * 3:
        game.play(f"{kind}@{1 + 3 * len(game.moves)}")
    return game


def test_a_network_is_a_bot_with_a_file(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"junk")
    for text, words in (
        ("network", "needs the file of its model"),
        (f"network:{tmp_path / 'none.onnx'}", "cannot be read"),
        (f"network:{broken}@8", "is not a valid ONNX model"),
    ):
        with pytest.raises(BotError) as caught:
            make_bot(text)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "Random", "search3", "deep blue", "winner:1@2s", ":1", "x" * 500])
def test_an_unknown_bot_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(text)
    message = str(caught.value)
    assert message.startswith("There is no bot ")
    assert bot_words() in message
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("search:6", "levels 1 to 5"),
        ("search:x", "levels 1 to 5"),
        ("search:٣", "levels 1 to 5"),
        ("search:3@", "is not a valid budget"),
        ("search:3@soon", "is not a valid budget"),
        ("search:3@0", "playouts"),
        ("search:6,explore=0.7", "levels 1 to 5"),
        ("search:,", "'' is not a search parameter"),
        ("level:,explore=0.7", "Levels have no settings: 'level:,explore=0.7' is not a valid bot"),
        ("level:3,explore=0.7", "Levels have no settings"),
        ("greedy:,explore=0.7", "The bot greedy has no settings"),
        ("random:2", "no levels"),
        ("greedy@800", "no budget"),
    ],
)
def test_a_bot_that_cannot_be_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(BotError, match=words) as caught:
        make_bot(text)
    assert "\n" not in str(caught.value)


PLUGIN = """
from aquaromana.bots import RandomBot

class Clever(RandomBot):
    def __init__(self, spec, seed):
        super().__init__(seed)
        self.name = str(spec)
        self.spec = spec

def usurp(spec, seed):
    raise AssertionError("this is not asked")
"""

ENTRY_POINTS = """
[aquaromana.bots]
clever = clever_bots:Clever
broken = clever_bots:nothing
absent = no_such_package:make
random = clever_bots:usurp
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another distribution, as if it were installed."""
    (tmp_path / "clever_bots.py").write_text(PLUGIN, "utf-8")
    info = tmp_path / "clever_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: clever-bots\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "clever_bots", raising=False)


@pytest.mark.usefixtures("plugin")
def test_other_packages_add_bots() -> None:
    assert "clever" in bot_names()
    bot = make_bot("clever:hard@800", seed=4)
    assert bot.name == "clever:hard@800"
    assert bot.choose(Game(2)) == RandomBot(4).choose(Game(2))


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize("name", ["broken", "absent"])
def test_a_bot_that_cannot_be_loaded_says_why(name: str) -> None:
    with pytest.raises(BotError, match=f"The bot {name} cannot be loaded from ") as caught:
        make_bot(name)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("plugin")
def test_an_entry_point_cannot_replace_our_bots() -> None:
    assert type(make_bot("random")) is RandomBot
    assert bot_names().count("random") == 1


def test_without_other_packages_there_are_only_ours() -> None:
    assert "clever" not in bot_names()


@pytest.mark.parametrize("name", ["random", "greedy", "level:1", "level:2", "search:1", "search:3@20"])
def test_a_bot_asked_after_the_end_says_that_the_game_is_over(name: str) -> None:
    bot, over = make_bot(name, seed=1), finished(2, 1)
    with pytest.raises(ValueError, match=r"The game is over: there is nothing to choose\."):
        bot.choose(over)


@pytest.mark.parametrize("name", ["greedy", "level:3", "search:1"])
def test_a_bare_number_is_not_a_budget_for_a_bot(name: str) -> None:
    with pytest.raises(TypeError, match=r"A budget is needed, such as Budget\(playouts=50\)"):
        make_bot(name, seed=1).choose(Game(2), 50)  # type: ignore[arg-type]  # somebody does not care about types


@pytest.mark.parametrize(
    "name", ["random", "greedy", "level:3", "search:1", "search:3@20/2s", "search:5,explore=0.7@30"]
)
def test_bots_pickle(name: str) -> None:
    """The copy goes on with the same dice; one that searches begins with an empty tree, as here the original does."""
    bot = make_bot(name, seed=7)
    copied = pickle.loads(pickle.dumps(bot))
    assert copied.name == bot.name
    assert copied.choose(Game(3)) == bot.choose(Game(3))
    assert pickle.loads(pickle.dumps(bot)).name == bot.name, "also in the middle of a game"


@pytest.mark.parametrize("name", ["random", "greedy", "search:1"])
def test_seeds_of_numpy_are_seeds(name: str) -> None:
    assert make_bot(name, seed=np.int64(7)).choose(Game(2)) == make_bot(name, seed=7).choose(Game(2))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="A seed is a whole number, a text or None"):
        make_bot(name, seed=1.5)  # type: ignore[arg-type]
