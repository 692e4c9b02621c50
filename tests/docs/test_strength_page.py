"""The page on strength: it opens with the picture, its commands name bots that exist, and every level is measured."""

import re
import shlex
import xml.etree.ElementTree as ET

import pytest

from aquaromana.arena import Entry, check_bots
from aquaromana.arena.intervals import elo_of_share
from aquaromana.arena.match import Match
from aquaromana.bots import LEVELS
from aquaromana.bots.level import RATINGS
from tests.docs.pages import DOCS, codes, table, text_of

PAGE = DOCS / "strength.md"


def test_it_opens_with_the_ratings_as_a_picture() -> None:
    title, _, picture, *_ = text_of(PAGE).splitlines()
    assert title.startswith("# ")
    shown = re.fullmatch(r"!\[.{40,}\]\((plots/strength\.svg)\)", picture)
    assert shown
    drawing = (DOCS / shown[1]).read_text("utf-8")
    assert ET.fromstring(drawing).tag.endswith("svg")
    assert "prefers-color-scheme: dark" in drawing
    assert ">level:1</text>" in drawing


def test_every_command_names_bots_that_are_there() -> None:
    commands = [code for code in codes(text_of(PAGE)) if code.startswith("aqua arena")]
    commands += re.findall(r"^    (?:\$ )?(aqua arena .+)$", text_of(PAGE), re.MULTILINE)
    assert len(commands) > 8
    for command in commands:
        words = shlex.split(command)[2:]
        options = [at for at, word in enumerate(words) if word.startswith("--") and word not in {"--rate", "--next"}]
        bots = [word for word in words[: options[0] if options else None] if not word.startswith("--")]
        check_bots(Match(tuple(map(Entry.parse, bots)), 2, 1))


def test_neighboring_levels_are_in_range() -> None:
    rows = table(PAGE, "level", "against", "2 players", "3 players", "4 players")
    assert [(row[0], row[1]) for row in rows] == [(f"`level:{n}`", f"`level:{n - 1}`") for n in list(LEVELS)[1:]]
    for row in rows:
        for players, cell in zip((2, 3, 4), row[2:], strict=True):
            if not cell:
                continue  # not measured yet
            share = float(cell.split()[0])
            assert share > 100 / players
            if players == 2:
                assert 65 <= share <= 80


@pytest.mark.parametrize("players", RATINGS)
def test_the_ratings_of_the_levels_follow_from_their_matches(players: int) -> None:
    """A share is rounded to a tenth of a percent, a rating to a whole number."""
    ratings = RATINGS[players]
    rows = table(PAGE, "level", "against", "2 players", "3 players", "4 players")
    usual = {2: 200, 3: 90, 4: 120}[players]  # games, as the page says
    assert ratings[0] == 1000
    assert len(ratings) == len(rows) + 1
    for below, level, row in zip(ratings, ratings[1:], rows, strict=False):
        cell = row[players]
        matches = [(float(cell.split()[0]), usual)]
        matches += [(float(share), int(games)) for games, share in re.findall(r"(\d+) more games: ([\d.]+)", cell)]
        share = sum(share * games for share, games in matches) / sum(games for _, games in matches) / 100
        low, high = (elo_of_share(share + off, (1, players - 1)) for off in (-0.0005, 0.0005))
        assert low - 1 <= level - below <= high + 1, f"{row[0]}: {level - below}, by the page {low:.1f} to {high:.1f}"
