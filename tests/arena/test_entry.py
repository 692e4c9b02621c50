"""Entries: text to bot and budget, and back."""

import pytest

from aquaromana.arena import ArenaError, Entry, parse_budget
from aquaromana.arena.entry import entry_names
from aquaromana.engine import Budget


@pytest.mark.parametrize("text", ["random", "search:3", "search:3@800", "search:5@800/0.5s", "a@2s/stretch"])
def test_a_text_is_read_and_written(text: str) -> None:
    assert str(Entry.parse(text)) == text


def test_the_budget_of_one_bot() -> None:
    assert Entry.parse("search:3@800/1s") == Entry("search:3", Budget(seconds=1, playouts=800))
    assert Entry.parse("search:3@800", per="stretch").budget == Budget(playouts=800, per="stretch")
    assert Entry.parse("greedy", per="stretch").budget is None


def test_stretch_in_the_text_stays() -> None:
    assert parse_budget("2s/stretch") == Budget(seconds=2, per="stretch")


@pytest.mark.parametrize("text", ["", "@800", "greedy@", "greedy@0", "greedy@fast", "a@b@2s", "a\nb", "x" * 300])
def test_an_invalid_entry_is_one_line(text: str) -> None:
    with pytest.raises(ArenaError):
        Entry.parse(text)


def test_no_name_twice() -> None:
    entries = [Entry(bot) for bot in ("a", "b", "a", "a")]
    assert entry_names(entries) == ("a", "b", "a (2)", "a (3)")
