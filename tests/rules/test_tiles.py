"""Kinds, faces and channels."""

import pytest

from aquaromana.rules import Kind
from aquaromana.rules.geometry import EAST, NORTH, SIDE_NAMES, SOUTH, WEST, square_name
from aquaromana.rules.tiles import (
    BUILDERS_PER_KIND,
    CHANNELS,
    CONTENTS,
    CORNER_FACES,
    EMPTY,
    FACE_KIND,
    FACE_NAMES,
    FACES,
    HALF_TURN_FACE,
    KIND_FACES,
    RESERVE_PER_KIND,
    RESERVOIR,
    SETUP_BUILDERS,
    THROUGH,
    TILE_KINDS,
    TILES_PER_KIND,
    WALL,
)


@pytest.mark.clause("R1.3")
def test_there_are_84_tiles_of_four_kinds() -> None:
    assert TILES_PER_KIND * len(TILE_KINDS) == 84
    assert TILES_PER_KIND == 21
    assert [kind.letter for kind in TILE_KINDS] == ["C", "D", "S", "B"]


@pytest.mark.clause("R1.4", "R2.5")
def test_there_are_17_builders_five_of_them_in_reserve() -> None:
    assert sum(BUILDERS_PER_KIND) == 17
    assert [BUILDERS_PER_KIND[kind] for kind in Kind] == [4, 4, 4, 4, 1]
    assert [RESERVE_PER_KIND[kind] for kind in Kind] == [1, 1, 1, 1, 1]
    assert SETUP_BUILDERS == 12


def test_kinds_have_letters_and_labels() -> None:
    assert [(kind.letter, kind.label) for kind in Kind] == [
        ("C", "curve"),
        ("D", "double curve"),
        ("S", "straight"),
        ("B", "bridge"),
        ("J", "joker"),
    ]


@pytest.mark.clause("R1.3")
def test_the_channels_of_each_kind() -> None:
    neighbours = {frozenset(pair) for pair in ((NORTH, EAST), (EAST, SOUTH), (SOUTH, WEST), (WEST, NORTH))}
    for kind in TILE_KINDS:
        faces = [[frozenset(pair) for pair in CHANNELS[face]] for face in KIND_FACES[kind]]
        for channels in faces:
            bends = [channel in neighbours for channel in channels]
            sides = [side for channel in channels for side in channel]
            assert len(sides) == len(set(sides)), "channels of one tile do not mix"
            expected = {
                Kind.CURVE: [True],
                Kind.DOUBLE: [True, True],
                Kind.STRAIGHT: [False],
                Kind.BRIDGE: [False, False],
            }
            assert bends == expected[kind]
        assert len({frozenset(channels) for channels in faces}) == len(faces)
    assert [len(KIND_FACES[kind]) for kind in TILE_KINDS] == [4, 2, 2, 1]


@pytest.mark.parametrize("face", FACES)
def test_faces_are_named_by_the_sides_they_join(face: int) -> None:
    kind, sides = FACE_NAMES[face][0], FACE_NAMES[face][1:]
    assert Kind(FACE_KIND[face]).letter == kind
    if sides:
        assert tuple(SIDE_NAMES.index(side) for side in sides) in CHANNELS[face]
    assert len(set(FACE_NAMES)) == len(FACE_NAMES)


def test_water_goes_through_both_ways_or_not_at_all() -> None:
    assert len(THROUGH) == CONTENTS * 4
    for content in range(CONTENTS):
        for side in range(4):
            leave = THROUGH[content * 4 + side]
            if leave == WALL:
                assert all(side not in channel for channel in CHANNELS[content])
            else:
                assert leave != side
                assert THROUGH[content * 4 + leave] == side
    for content in (EMPTY, *range(RESERVOIR, CONTENTS)):
        assert {THROUGH[content * 4 + side] for side in range(4)} == {WALL}


@pytest.mark.clause("R1.1")
def test_printed_corners_join_their_inward_sides() -> None:
    joined = {square_name(square): FACE_NAMES[face] for square, face in CORNER_FACES.items()}
    assert joined == {"A1": "Ces", "K1": "Csw", "A8": "Cne", "K8": "Cnw"}


def test_a_half_turn_of_a_face_turns_its_channels() -> None:
    for face in FACES:
        turned = {frozenset(side ^ 2 for side in channel) for channel in CHANNELS[face]}
        assert {frozenset(channel) for channel in CHANNELS[HALF_TURN_FACE[face]]} == turned
        assert HALF_TURN_FACE[HALF_TURN_FACE[face]] == face
