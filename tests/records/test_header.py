"""What the tags say about the game, and what they may not say."""

import pytest

from aquaromana.records import RecordError, read_record
from aquaromana.records.header import (
    TAGS,
    layout_text,
    parse_layout_text,
    parse_result,
    result_text,
    seat_fits,
    start_position,
    tag_name,
)
from aquaromana.rules import Game, LayoutError, Position, Reason, standard_layout
from tests.support.random_play import CUSTOM, PLAYERS

CUSTOM_TEXT = layout_text(CUSTOM)
MIDDLE = "2.s.1d0.88.11C26.-.ooo-ooo-ooo-ooo.-"


def start_of(**tags: str) -> Position:
    def located(tag: str, why: Reason) -> RecordError:
        return RecordError(why, path=tag)

    return start_position(tags, located)


def test_standard_tags_are_known_in_any_case() -> None:
    assert [tag_name(tag.upper()) for tag in TAGS] == list(TAGS)
    assert tag_name("anNotator") == "anNotator"


@pytest.mark.parametrize("players", PLAYERS)
def test_layouts_come_back(players: int) -> None:
    layout = standard_layout(players)
    assert layout_text(layout) == "standard"
    assert parse_layout_text("Standard", players) == layout
    written = "~".join(map(str, layout.reservoirs))
    assert parse_layout_text(written, players) == layout
    assert parse_layout_text(CUSTOM_TEXT.lower(), 3) == parse_layout_text(CUSTOM_TEXT.upper(), 3) == CUSTOM


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "layout/unreadable"),
        ("nothing", "layout/unreadable"),
        (CUSTOM_TEXT + "~", "layout/unreadable"),
        (CUSTOM_TEXT.replace("J6", "L6"), "layout/unreadable"),
        (CUSTOM_TEXT.rpartition("~")[0], "layout/invalid"),
        (CUSTOM_TEXT.replace("E4w", "E4n"), "layout/invalid"),
    ],
)
def test_other_layouts_are_refused(text: str, code: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parse_layout_text(text, 3)
    assert caught.value.code == code


def test_results_come_back() -> None:
    for result in [None, (26, 22, 23, 20), (0, 0)]:
        assert parse_result(result_text(result), len(result or (1, 2))) == result
    for text in ["", "26", "26-22-23", "x", "1-x", "-1-2", "10000-1", "١-٢"]:
        with pytest.raises(RecordError) as caught:
            parse_result(text, 2)
        assert caught.value.code == "record/result"
        assert "points like 26-22 or *" in str(caught.value)


def test_seats_fit_their_number() -> None:
    assert seat_fits("Seat1", 2)
    assert not seat_fits("Seat2", 2)
    assert not seat_fits("Bot07", 4)
    assert seat_fits("Seats", 2)


@pytest.mark.parametrize(
    ("tags", "players"),
    [
        ({"Players": "3"}, 3),
        ({"Players": " 4 "}, 4),
        ({"Result": "1-2-3"}, 3),
        ({"Result": "*", "Seat0": "a", "Seat1": "b"}, 2),
        ({"Seat0": "a", "Seat1": "b", "Seat2": "c", "Seat3": "d"}, 4),
        ({"Start": MIDDLE}, 2),
    ],
)
def test_the_number_of_players_may_follow_from_other_tags(tags: dict[str, str], players: int) -> None:
    assert start_of(**tags).players == players


def test_players_and_layout_follow_from_the_start() -> None:
    text = str(Game(3, layout=CUSTOM))
    assert start_of(Start=text) == start_of(Players="3", Layout=CUSTOM_TEXT) == Position(CUSTOM)
    assert start_of(Start=f" {text} ", Players="3", Layout=CUSTOM_TEXT).layout == CUSTOM


@pytest.mark.parametrize(
    ("tags", "tag", "code"),
    [
        ({"Game": "Chess", "Players": "2"}, "Game", "record/wrong-game"),
        ({"Format": "2", "Players": "2"}, "Format", "record/version"),
        ({"Rules": "", "Players": "2"}, "Rules", "record/version"),
        ({"Players": "5"}, "Players", "players/impossible"),
        ({"Players": "two"}, "Players", "players/impossible"),
        ({}, "", "record/no-players"),
        ({"Result": "7", "Seat0": "a"}, "", "record/no-players"),
        ({"Players": "2", "Layout": "x"}, "Layout", "layout/unreadable"),
        ({"Players": "2", "Layout": CUSTOM_TEXT}, "Layout", "layout/invalid"),
        ({"Players": "2", "Seat2": "c"}, "Seat2", "record/contradiction"),
        ({"Start": "2.s"}, "Start", "position/unreadable"),
        ({"Start": MIDDLE.replace("88", "99" * 500)}, "Start", "position/unreadable"),
        ({"Start": MIDDLE.replace("s.1d0", "o.1d0")}, "Start", "position/impossible"),
        ({"Start": MIDDLE, "Players": "4"}, "Players", "record/contradiction"),
        ({"Start": str(Game(3)), "Layout": CUSTOM_TEXT}, "Layout", "record/contradiction"),
        ({"Start": str(Game(3, layout=CUSTOM)), "Layout": "standard"}, "Layout", "record/contradiction"),
    ],
)
def test_tags_that_cannot_be_are_named(tags: dict[str, str], tag: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        start_of(**tags)
    assert (caught.value.path, caught.value.code) == (tag, code)


def test_a_long_start_is_refused_before_it_is_read() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(f'[Start "{"99" * 1_000_000}"] *')
    assert str(caught.value) == "line 1, column 1: Not a position: it has 2000000 characters, more than 1000. (R7)"
