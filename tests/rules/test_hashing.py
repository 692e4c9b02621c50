"""The state hash: the same on every machine, so every number here is frozen."""

import re
from collections import Counter
from functools import reduce
from operator import xor

import pytest

from aquaromana.rules import Game, Phase, Position, hashing
from aquaromana.rules.geometry import PATH, PORTS, SQUARES
from aquaromana.rules.hashing import KEYS
from aquaromana.rules.notation import parse_position
from aquaromana.rules.position import HAND, PODIUM_ROOM
from aquaromana.rules.tiles import CONTENTS
from tests.support.random_play import CUSTOM, PLAYERS, POLICIES, played, sampled

BLOCKS = (
    *("CONTENT", "OUTLET", "WORKMAN", "BUILDER", "HELD", "PODIUM", "PHASE"),
    *("MOVER", "TURN", "DRY", "LAID", "DUE", "PLAYERS"),
)


def test_the_generator_is_splitmix64() -> None:
    # the first outputs of the published generator for the seed 1234567
    assert hashing._splitmix64(1234567, 3) == (6457827717110365317, 3203168211198807973, 9817491932198370423)


def test_the_keys_are_frozen() -> None:
    assert int.from_bytes(b"AQUAROMA", "big") == hashing.SEED
    assert len(KEYS) == len(set(KEYS)) == 3128
    assert all(0 < key < 1 << 64 for key in KEYS)
    assert (KEYS[0], KEYS[-1]) == (0x3D8B121703DABFB3, 0x508477D03BCD4EB1)


def test_the_table_in_the_docstring_is_the_blocks() -> None:
    rows = re.findall(r"^(\d+) +([a-z]+)  ", hashing.__doc__ or "", re.MULTILINE)
    assert [(int(first), name.upper()) for first, name in rows] == [(getattr(hashing, name), name) for name in BLOCKS]


def test_the_blocks_do_not_overlap() -> None:
    starts = [getattr(hashing, name) for name in BLOCKS]
    largest = (
        (SQUARES - 1) * 16 + CONTENTS - 1,
        PORTS - 1,
        PORTS - 1,
        PATH * 8 + 5,
        (3 * 8 + 5) * 8 + 7,
        ((len(PODIUM_ROOM) - 1) * 4 + 3) * 4 + 2,
        len(Phase) - 1,
        3,
        3,
        4,
        4,
        3 * 16 + 5,
        4,
    )
    for start, offset, following in zip(starts, largest, [*starts[1:], hashing.FEATURES], strict=True):
        assert start + offset < following


FROZEN = {
    "2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-": 0x0E2D94AEA5EA365C,
    "3.s.0d0.88.38.--.oooo-oooo-oooo.-": 0x299D5D645C7699AB,
    "4.s.0d0.88.38.---.ooo-ooo-ooo-ooo.-": 0x466A7A13B4175418,
    "4.t.2d0t0101.1I3H5LFQJNWIHX68.1CD6CCDDSSSBBB18J.B---S.xxo-oxo-xoo-ooo.3Y3R12B": 0x62BC2E7536ED35D5,
    "2.eS.0d0.1H2H4Q78.SB5D4S2C1B4DCC3B3S3D1.-.ooo-ooo-ooo-ooo.-": 0x56C296C410BABF0A,
    "3~E4E5-E4n-E4w-E5s-E5e~B2C2-B2n-B2w-C2s-C2e~J6J7-J6n-J6e-J7s-J7w.s.0d0.88.38.--.oooo-oooo-oooo.-": (
        0x817E3D7457F819BA
    ),
}


@pytest.mark.parametrize(("text", "value"), FROZEN.items())
def test_the_hashes_of_some_positions_are_frozen(text: str, value: int) -> None:
    position = parse_position(text)
    assert position.hash == value


def described(position: Position) -> int:
    """The hash as the table in the docstring of `hashing` describes it, its numbers written out."""
    features = [3024 + position.phase, 3032 + position.mover, 3036 + position.turn, 3120 + position.players]
    features += [square * 16 + content for square, content in enumerate(position.board) if content]
    features += [1408 + outlet for outlet in position.layout.outlets]
    features += [1760 + outlet for i, outlet in enumerate(position.layout.outlets) if position.on_board >> i & 1]
    features += [2112 + path * 8 + kind for path, kind in enumerate(position.path) if kind]
    for seat in range(position.players):
        hand = position.held[seat * HAND : seat * HAND + HAND]
        features += [2432 + (seat * 8 + kind) * 8 + count for kind, count in enumerate(hand) if count]
    for value, colors in enumerate(position.podiums):
        features += [2688 + (value * 4 + color) * 4 + count for color, count in Counter(colors).items()]
    features += [3040 + position.dry] * (position.dry > 0)
    features += [3048 + position.laid] * (position.phase is Phase.EXTRA)
    features += [3056 + seat * 16 + count for seat, count in enumerate(position.due) if count]
    return reduce(xor, (KEYS[feature] for feature in features))


def test_the_hash_is_what_the_docstring_describes() -> None:
    for game in sampled(140, layouts=(None, CUSTOM)):
        assert game.state_hash == described(game.position)


def test_equal_positions_have_equal_hashes_and_others_do_not() -> None:
    seen: dict[int, str] = {}
    for number, policy in enumerate(POLICIES.values()):
        for players in PLAYERS:
            for game in played(Game(players), 100 + number, policy):
                text = str(game)
                assert seen.setdefault(game.state_hash, text) == text
    assert len(seen) > 2000
    assert len(set(seen.values())) == len(seen)


def test_the_way_to_a_position_does_not_matter() -> None:
    one, other = Game(2), Game(2)
    for text in ("C@1", "D@2", "S@3", "B@4"):
        one.play(text)
    for text in ("S@3", "B@4", "C@1", "D@2"):
        other.play(text)
    assert one == other
    assert one.position == other.position
    assert hash(one.position) == hash(other.position)
