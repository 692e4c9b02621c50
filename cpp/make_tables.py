"""Write `tables.hpp`: everything constant about the game, taken from `aquaromana.rules`, for the C++ core.

Run by the build (`setup.py`) and by the core's own tests. Only the moving parts of the rules exist twice; geometry,
channels, sight lines, action arithmetic and hash keys have their one home in Python.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

from aquaromana.rules import actions, geometry, hashing, layout, position, tiles, water


def _array(kind: str, name: str, values: Iterable[int], suffix: str = "") -> str:
    items = [f"{int(value)}{suffix}" for value in values]
    lines = [", ".join(items[first : first + 16]) for first in range(0, len(items), 16)]
    body = ",\n    ".join(lines)
    return f"inline constexpr {kind} {name}[{len(items)}] = {{\n    {body}}};\n"


def _constants(names: dict[str, int]) -> str:
    return "".join(f"inline constexpr int {name} = {int(value)};\n" for name, value in names.items())


def tables() -> str:
    """The text of the header."""
    lay_masks = [sum(1 << lay for lays in row for lay in lays) for row in water.ALLOWED]
    kind_lays = [sum(1 << lay for lay in lays) for lays in actions.KIND_LAYS]
    zones = [sum(path > fountain for fountain in geometry.FOUNTAINS) for path in range(geometry.PATH + 1)]
    # a column is seen from its north and south ends, a row from its east and west ends
    ends = {
        path: (column if look in (geometry.NORTH, geometry.SOUTH) else geometry.COLUMNS + row, look)
        for column in range(geometry.COLUMNS)
        for row in range(geometry.ROWS)
        for look, path in enumerate(geometry.SIGHT[geometry.square_at(column, row)])
    }
    return "\n".join(
        [
            "// Made by make_tables.py from aquaromana.rules. Do not edit.",
            "#pragma once",
            "#include <cstdint>",
            "namespace aqua::tables {",
            _constants(
                {
                    "SQUARES": geometry.SQUARES,
                    "COLUMNS": geometry.COLUMNS,
                    "ROWS": geometry.ROWS,
                    "PORTS": geometry.PORTS,
                    "PATH": geometry.PATH,
                    "LINES": geometry.COLUMNS + geometry.ROWS,
                    "AQUEDUCTS": layout.AQUEDUCTS,
                    "EMPTY": tiles.EMPTY,
                    "RESERVOIR": tiles.RESERVOIR,
                    "FACES": len(tiles.FACES),
                    "JOKER": tiles.Kind.JOKER,
                    "TILES_PER_KIND": tiles.TILES_PER_KIND,
                    "SETUP_BUILDERS": tiles.SETUP_BUILDERS,
                    "ALL_SIDES": water.ALL_SIDES,
                    "TWO_SIDES": sum(two << fed for fed, two in enumerate(water.TWO_SIDES)),
                    "PODIUMS": len(position.PODIUM_ROOM),
                    "LAYS": actions.LAYS,
                    **{f"ACTION_{name}": getattr(actions, name) for name in _ACTIONS},
                    "ACTIONS": actions.ACTIONS,
                    **{f"HASH_{name}": getattr(hashing, name) for name in _FEATURES},
                    **{f"PHASE_{phase.name}": phase for phase in position.Phase},
                }
            ),
            _array("std::int16_t", "NEIGHBOR", geometry.NEIGHBOR),
            _array("std::uint8_t", "SIGHT", [path for row in geometry.SIGHT for path in row]),
            _array("std::uint8_t", "COLUMN", map(geometry.column_of, range(geometry.SQUARES))),
            _array("std::uint8_t", "ROW", (geometry.COLUMNS + geometry.row_of(s) for s in range(geometry.SQUARES))),
            _array("std::uint8_t", "LINE", [0, *(ends[path][0] for path in sorted(ends))]),
            _array("std::uint8_t", "LINE_SHIFT", [0, *(ends[path][1] * actions.LAYS for path in sorted(ends))]),
            _array("std::uint8_t", "ZONE", zones),
            _array("std::int8_t", "THROUGH", tiles.THROUGH),
            _array("std::uint8_t", "FACE_KIND", tiles.FACE_KIND),
            _array("std::uint8_t", "KIND_FACE", [faces[0] if faces else 0 for faces in tiles.KIND_FACES]),
            _array("std::uint8_t", "FACE_COUNT", [len(faces) for faces in tiles.KIND_FACES]),
            _array("std::uint8_t", "BUILDERS_PER_KIND", tiles.BUILDERS_PER_KIND),
            _array("std::uint8_t", "RESERVE_PER_KIND", tiles.RESERVE_PER_KIND),
            _array("std::uint8_t", "LAY_FACE", actions.LAY_FACE),
            _array("std::uint8_t", "LAY_KIND", actions.LAY_KIND),
            _array("std::uint8_t", "LAY_TURN", actions.LAY_TURN),
            _array("std::uint8_t", "KIND_LAYS", kind_lays),
            _array("std::uint8_t", "ALLOWED", lay_masks),
            _array("std::uint8_t", "PODIUM_ROOM", position.PODIUM_ROOM),
            _array("std::uint64_t", "KEYS", _keys(), "ull"),
            _array("std::uint64_t", "CLOCK_KEYS", _clock_keys(), "ull"),
            _array("std::uint16_t", "SET_BITS", [bit for byte in range(256) for bit in _set_bits(byte)]),
            _array("std::uint8_t", "BIT_COUNT", [byte.bit_count() for byte in range(256)]),
            "}  // namespace aqua::tables",
            "",
        ]
    )


def source_hash() -> str:
    """A hash of everything that the core is built from: its C++ sources and the tables."""
    total = hashlib.sha256(tables().encode())
    for path in sorted(Path(__file__).parent.glob("*.[ch]pp")):
        total.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def _keys() -> list[int]:
    """The keys of all features, 0 for what has none: an empty square, a count of zero, the podium for nothing."""
    keys = list(hashing.KEYS)
    for first, last, step in (
        (hashing.CONTENT, hashing.OUTLET, 16),
        (hashing.BUILDER, hashing.HELD, 8),
        (hashing.HELD, hashing.PODIUM, 8),
        (hashing.PODIUM, hashing.PHASE, 4),
        (hashing.PODIUM, hashing.PODIUM + 16, 1),
        (hashing.DRY, hashing.LAID, 8),
        (hashing.LAID, hashing.DUE, 8),
        (hashing.DUE, hashing.PLAYERS, 16),
    ):
        for feature in range(first, last, step):
            keys[feature] = 0
    return keys


def _clock_keys() -> list[int]:
    """The combined keys of phase, mover and turn: ``(phase * 4 + mover) * 4 + turn``."""
    keys = hashing.KEYS
    return [
        keys[hashing.PHASE + phase] ^ keys[hashing.MOVER + mover] ^ keys[hashing.TURN + turn]
        for phase in position.Phase
        for mover in range(4)
        for turn in range(4)
    ]


def _set_bits(byte: int) -> list[int]:
    """The numbers of the bits that are set, filled up with zeros."""
    bits = [bit for bit in range(8) if byte >> bit & 1]
    return bits + [0] * (8 - len(bits))


_ACTIONS = ("BUILD", "EXTRA", "PLACE", "MOVE", "CLOSE", "PASS", "TAKE")
_FEATURES = (
    "CONTENT",
    "OUTLET",
    "WORKMAN",
    "BUILDER",
    "HELD",
    "PODIUM",
    "PHASE",
    "MOVER",
    "TURN",
    "DRY",
    "LAID",
    "DUE",
    "PLAYERS",
)


def write_tables(path: Path) -> None:
    """Write the header, but only if it changes, so that nothing is rebuilt needlessly."""
    text = tables()
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_tables(Path(sys.argv[1]))
