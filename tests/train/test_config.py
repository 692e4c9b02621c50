"""The configuration: its defaults read back, and every mistake names the setting."""

from __future__ import annotations

import pytest

from aquaromana.train.config import Config, ConfigError


def test_the_defaults_are_their_own_text() -> None:
    text = Config().to_toml()
    assert Config.parse(text) == Config()
    assert Config.parse("") == Config()
    assert "full_playouts = 400 # " in text


def test_settings_are_read() -> None:
    config = Config.parse(
        '[run]\nseed = 7\nstart = "a \\"b\\""\n[fit]\nrate = 1\n[gate]\ntables = [4]\n[search]\nexplore = 1\n'
    )
    assert (config.run.seed, config.run.start, config.fit.rate, config.gate.tables) == (7, 'a "b"', 1.0, (4,))
    assert config.search == (("explore", 1.0),)
    assert Config.parse(config.to_toml()) == config


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[run", "is not TOML"),
        ("[runs]", r"has no section \[runs\]; did you mean \[run\]\?"),
        ("run = 3", r"run is a section: write \[run\]"),
        ("[fit]\nepoch = 3", r"no setting in \[fit\] epoch; did you mean epochs\?"),
        ("[fit]\nepochs = 0", r"\[fit\] epochs is a whole number from 1 to 1000, not 0"),
        ("[fit]\nepochs = 2.5", "epochs is a whole number"),
        ("[fit]\nepochs = true", "epochs is a whole number .*, not true"),
        ('[fit]\nrate = "fast"', 'rate is a number from 0 to 1, not "fast"'),
        ("[fit]\nrate = nan", "rate is a number"),
        ("[fit]\nafresh = 1", "afresh is true or false, not 1"),
        ("[fit]\ndevice = 1", "device is a text in quotes"),
        ("[games]\nmix = 0.3", r"mix is a list like \[0.3, 0.3, 0.4\], not 0.3"),
        ("[games]\nmix = [0.5, 0.5]", "three parts of 1"),
        ("[games]\nmix = [0.5, 0.5, 0.5]", "three parts of 1"),
        ("[gate]\ntables = [2, 5]", "tables is a whole number from 2 to 4, not 5"),
        ("[gate]\ntables = [2, 2]", "twice"),
        ("[self_play]\nmost_insights = 255", "from 0 to 254, not 255"),  # with the root they are counted in a byte
        ("[gate]\nelo0 = 40", "elo0 is below elo1"),
        ("[gate]\nplayouts = 0\nseconds = 0", "needs playouts or seconds"),
        ("[search]\nexplored = 1", "did you mean explore"),
        ("[search]\nexplore = nan", r"\[search\]"),
        ("search = 1", r"search is a section"),
    ],
)
def test_a_mistake_is_told_in_one_line(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as told:
        Config.parse(text, "train.toml")
    assert str(told.value).startswith("train.toml")
    assert "\n" not in str(told.value)


def test_only_what_decides_the_games_makes_another_run() -> None:
    config = Config.parse("[run]\ngenerations = 9\n[fit]\ndevice = 'cpu'")
    assert config.differs(Config()) is None
    assert Config.parse("[games]\ncount = 5").differs(Config()) == "[games] count is 12000 there and 5 here"
    assert Config.parse("[search]\nexplore = 0.5").differs(Config()) == "[search] is not the same"
