"""The champion: legal and repeatable, clear about files it cannot use, and a player without its network."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from aquaromana import Game
from aquaromana.bots import BotError, champion, make_bot
from aquaromana.engine import champion_weights, weights
from tests.bots.support import played


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_seed_plays_the_same_legal_game(players: int) -> None:
    one, other = (played([make_bot("champion@12", seed=7)] * players, Game(players)) for _ in range(2))
    assert one.is_over
    assert one.moves == other.moves


def test_it_beats_the_search_with_as_many_playouts() -> None:
    """About nine games of ten; sixteen with these seeds leave room for another machine."""
    won = 0.0
    for seed in range(16):
        bots = [make_bot("champion@40", seed=seed), make_bot("search:5@40", seed=seed)]
        game = played(bots if seed % 2 == 0 else bots[::-1], Game(2))
        won += (seed % 2 in game.winners()) / len(game.winners())
    assert won >= 10


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


def test_without_its_own_weights_it_says_so_once_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    damaged = tmp_path / "weights.py"  # champion.net is looked for beside it
    (tmp_path / "champion.net").write_bytes(champion_weights().data[:-5])
    monkeypatch.setattr(weights, "__file__", str(damaged))
    weights.champion_weights.cache_clear()
    champion._own_weights.cache_clear()
    try:
        with caplog.at_level(logging.WARNING, "aquaromana"):
            game = played([make_bot("champion@5", seed=1), make_bot("champion@5", seed=2)], Game(2))
        assert game.is_over
        assert [record.getMessage() for record in caplog.records if "without its network" in record.getMessage()] == [
            caplog.records[0].getMessage()
        ]
    finally:
        weights.champion_weights.cache_clear()
        champion._own_weights.cache_clear()
