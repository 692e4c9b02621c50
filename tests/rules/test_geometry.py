"""Squares, sides, the path and lines of sight."""

from itertools import pairwise

import pytest

from aquaromana.rules.geometry import (
    COLUMNS,
    CORNERS,
    EAST,
    FOUNTAINS,
    NEIGHBOR,
    NEXT,
    NORTH,
    OUTSIDE,
    PATH,
    PORTS,
    ROWS,
    SIGHT,
    SOUTH,
    SQUARES,
    WEST,
    column_of,
    half_turn_path,
    half_turn_port,
    half_turn_square,
    parse_port,
    parse_square,
    path_place,
    port_name,
    row_of,
    square_at,
    square_name,
)


@pytest.mark.clause("R1.1")
def test_the_board_has_88_squares_with_four_corners() -> None:
    assert (COLUMNS, ROWS, SQUARES) == (11, 8, 88)
    assert [square_name(corner) for corner in CORNERS] == ["A1", "K1", "A8", "K8"]
    assert [square_name(square) for square in range(11)] == [f"{letter}1" for letter in "ABCDEFGHIJK"]
    assert square_name(parse_square("A1") + 11) == "A2", "rows are counted from the top"


def test_squares_and_ports_have_one_name_each() -> None:
    assert len({square_name(square) for square in range(SQUARES)}) == SQUARES
    assert all(parse_square(square_name(square)) == square for square in range(SQUARES))
    assert all(parse_port(port_name(port)) == port for port in range(PORTS))
    assert all(square_at(column_of(square), row_of(square)) == square for square in range(SQUARES))
    assert [port_name(parse_square("D1") * 4 + side) for side in (NORTH, EAST, SOUTH, WEST)] == [
        *("D1n", "D1e", "D1s", "D1w")
    ]


@pytest.mark.parametrize("text", ["", "L1", "A0", "A9", "a1", "A11", "1A", "A1 "])
def test_other_texts_are_not_squares(text: str) -> None:
    with pytest.raises(KeyError):
        parse_square(text)


@pytest.mark.parametrize("text", ["", "A1", "A1N", "A1x", "L1n", "A1nn"])
def test_other_texts_are_not_ports(text: str) -> None:
    with pytest.raises(KeyError):
        parse_port(text)


@pytest.mark.parametrize(
    ("port", "beyond"), [("D4n", "D3s"), ("D4e", "E4w"), ("D4s", "D5n"), ("D4w", "C4e"), ("K8n", "K7s")]
)
def test_neighbors_touch(port: str, beyond: str) -> None:
    assert port_name(NEIGHBOR[parse_port(port)]) == beyond


def test_beyond_the_edge_is_outside() -> None:
    outside = {port_name(port) for port in range(PORTS) if NEIGHBOR[port] == OUTSIDE}
    top, bottom = ({f"{letter}{row}{side}" for letter in "ABCDEFGHIJK"} for row, side in ((1, "n"), (8, "s")))
    left, right = ({f"{letter}{row}{side}" for row in range(1, 9)} for letter, side in (("A", "w"), ("K", "e")))
    assert outside == top | bottom | left | right
    assert all(NEIGHBOR[NEIGHBOR[port]] == port for port in range(PORTS) if NEIGHBOR[port] != OUTSIDE)


@pytest.mark.clause("R1.2")
def test_the_path_runs_clockwise_around_the_board() -> None:
    assert PATH == 38
    places = [path_place(path) for path in range(1, PATH + 1)]
    assert places[:11] == [(column, -1) for column in range(11)], "above A1 to K1"
    assert places[11:19] == [(11, row) for row in range(8)], "right of K1 to K8"
    assert places[19:30] == [(column, 8) for column in range(10, -1, -1)], "below K8 to A8"
    assert places[30:] == [(-1, row) for row in range(7, -1, -1)], "left of A8 to A1"


@pytest.mark.clause("R1.2", "R4.6")
def test_the_path_is_a_ring_with_four_fountains() -> None:
    walk = [1]
    while len(walk) <= PATH:
        walk.append(NEXT[walk[-1]])
    assert walk == [*range(1, PATH + 1), 1]
    assert [(path, NEXT[path]) for path in FOUNTAINS] == [(11, 12), (19, 20), (30, 31), (38, 1)]
    turns = [(a, b) for a, b in pairwise(walk) if abs(sum(path_place(a)) - sum(path_place(b))) != 1]
    assert {a for a, _ in turns} <= set(FOUNTAINS), "elsewhere the next path square touches"


@pytest.mark.clause("R4.2")
@pytest.mark.parametrize(
    ("square", "seen"),
    [("D1", (4, 12, 27, 38)), ("F4", (6, 15, 25, 35)), ("A1", (1, 12, 30, 38)), ("K8", (11, 19, 20, 31))],
)
def test_a_square_sees_both_ends_of_its_row_and_column(square: str, seen: tuple[int, ...]) -> None:
    assert SIGHT[parse_square(square)] == seen


@pytest.mark.clause("R4.2")
def test_what_is_seen_lies_in_line() -> None:
    for square in range(SQUARES):
        north, east, south, west = (path_place(path) for path in SIGHT[square])
        assert north == (column_of(square), -1)
        assert east == (11, row_of(square))
        assert south == (column_of(square), 8)
        assert west == (-1, row_of(square))


def test_a_half_turn_fits_itself() -> None:
    assert square_name(half_turn_square(parse_square("C1"))) == "I8"
    assert port_name(half_turn_port(parse_port("C1w"))) == "I8e"
    assert (half_turn_path(1), half_turn_path(12), half_turn_path(38)) == (20, 31, 19)
    for port in range(PORTS):
        turned = half_turn_port(port)
        assert half_turn_port(turned) == port
        assert turned >> 2 == half_turn_square(port >> 2)
        beyond = NEIGHBOR[port]
        assert NEIGHBOR[turned] == (OUTSIDE if beyond == OUTSIDE else half_turn_port(beyond))
    for path in range(1, PATH + 1):
        assert half_turn_path(half_turn_path(path)) == path
        assert half_turn_path(NEXT[path]) == NEXT[half_turn_path(path)], "clockwise stays clockwise"
        assert (path in FOUNTAINS) == (half_turn_path(path) in FOUNTAINS)
        column, row = path_place(path)
        assert path_place(half_turn_path(path)) == (10 - column, 7 - row)
    for square in range(SQUARES):
        assert {half_turn_path(path) for path in SIGHT[square]} == set(SIGHT[half_turn_square(square)])
