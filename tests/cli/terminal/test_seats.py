"""Who sits where: people, the bots of the registry, and names for both."""

import pytest

from aquaromana.bots import bot_names, bot_words
from aquaromana.cli.group import Failure
from aquaromana.cli.terminal.seats import Seat, level_kind, named, parse_seat, seats_for


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("Anna", Seat("Anna")),
        ("Reedy", Seat("Reedy")),
        ("greedy", Seat("", "greedy")),
        ("Random", Seat("", "random")),
        ("random:Carl", Seat("Carl", "random")),
        ("level", Seat("", "level:12")),
        ("level:4", Seat("", "level:4")),
        ("level:4:Carl", Seat("Carl", "level:4")),
        ("level:mason", Seat("", "level:4")),
        ("level:Master Builder:Eva", Seat("Eva", "level:9")),
        ("level:master-builder:Eva", Seat("Eva", "level:9")),
        ("level:easy", Seat("", "level:1")),
        ("search", Seat("", "search:5")),
        ("search:3", Seat("", "search:3")),
        ("search:3:Carl", Seat("Carl", "search:3")),
        ("search:casual", Seat("", "search:2")),
        ("search:strongest:Eva", Seat("Eva", "search:5")),
        ("search:5@800", Seat("", "search:5@800")),
        ("search:5@800/2s:Eva", Seat("Eva", "search:5@800/2s")),
        ("human", Seat("")),
        ("human:greedy", Seat("greedy")),
        ("human:search:3", Seat("search:3")),
        ("human:a=b@c", Seat("a=b@c")),
    ],
)
def test_texts_for_seats(text: str, seat: Seat) -> None:
    assert parse_seat(text) == seat


@pytest.mark.parametrize("name", bot_names())
def test_every_bot_of_the_registry_can_sit_down(name: str) -> None:
    assert parse_seat(name) == Seat("", name)
    assert parse_seat(f"{name}:Carl") == Seat("Carl", name)


@pytest.mark.parametrize(
    "text",
    [
        "level:13",
        "level:0",
        "level:3@9",
        "search:9",
        "search3",
        "gredy",
        "randm",
        "clever:Bob",
        "Carl=search:3",
        "search:3@0",
        "random:7",
    ],
)
def test_something_that_only_looks_like_a_bot_is_rejected_with_the_list(text: str) -> None:
    with pytest.raises(Failure) as refused:
        parse_seat(text)
    assert f"{text!r} is not a valid player: the bots are {bot_words()}; " in refused.value.message
    assert parse_seat(f"human:{text}") == Seat(text)


@pytest.mark.parametrize("text", ["A\x1b[2J", "human:a\nb", "n" * 41, "random:" + "n" * 41])
def test_names_can_be_printed_and_are_short(text: str) -> None:
    with pytest.raises(Failure, match="at most 40 characters that can be printed"):
        parse_seat(text)


def test_everybody_gets_a_name_and_none_twice() -> None:
    kinds = ["random", "level:1", "level:1", "greedy"]
    assert [seat.name for seat in named([Seat("", kind) for kind in kinds])] == [
        "Random",
        "1 · Newcomer 2",
        "1 · Newcomer 3",
        "Greedy",
    ]
    assert [seat.name for seat in named([Seat("Greedy"), Seat("", "greedy")])] == ["Greedy", "Greedy 2"]
    assert [seat.name for seat in named([Seat(""), Seat("", "search:4@9")])] == ["Player", "Strong"]


def test_free_seats_go_to_bots() -> None:
    assert seats_for(None, []) == [Seat("Player"), Seat("3 · Helper", "level:3")]
    assert seats_for(3, [Seat("Anna")], "greedy") == [
        Seat("Anna"),
        Seat("Greedy 2", "greedy"),
        Seat("Greedy 3", "greedy"),
    ]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("1", "level:1"),
        ("Mason", "level:4"),
        ("master builder", "level:9"),
        (" easy ", "level:1"),
        ("greedy", "greedy"),
        ("search:2", "search:2"),
        ("13", None),
        ("", None),
    ],
)
def test_levels_in_words(answer: str, kind: str | None) -> None:
    assert level_kind(answer) == kind
