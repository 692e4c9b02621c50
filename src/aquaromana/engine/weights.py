"""Weight files of the network in the core: found, checked by size and hash, and handed over.

The core itself computes with them (`cpp/net.cpp`); `aquaromana.train` writes them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, Self

MOST_BYTES: Final = 8 << 20
"""A weight file is not larger than that."""

MAGIC: Final = b"AQUANET\x01"
"""How a weight file begins; the last byte and the number after it rise with its version."""
VERSION: Final = 1
"""Of the weight files that this package reads and writes."""

_HEADER: Final = 96
"""Bytes of the header of this version; see docs/training.md."""
_VERSION: Final = slice(8, 12)
_HASH: Final = slice(64, 96)
"""Where the header has the SHA-256 of what follows it."""


class WeightsError(ValueError):
    """A weight file that cannot be used; one line says why."""


@dataclass(frozen=True, slots=True)
class NetWeights:
    """The checked contents of a weight file. It pickles as those bytes."""

    data: bytes = field(repr=False)
    hash: str = field(init=False)
    """SHA-256 of the weights, in hex: which network this is."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", checked_hash(self.data).hex())

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a file; WeightsError if it is not there, damaged, or no weight file."""
        try:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise WeightsError(f"The weight file {path} cannot be read: {error.strerror or error}.") from None
        if len(data) > MOST_BYTES:
            raise WeightsError(f"{path} is not a weight file: it has more than {MOST_BYTES >> 20} MB.")
        try:
            return cls(data)
        except WeightsError as error:
            raise WeightsError(f"{path}: {error}") from None


def checked_hash(data: bytes) -> bytes:
    """The SHA-256 of the weights in a file; WeightsError unless the header is one of this version and has that hash.

    The version comes first: in another one the hash may lie elsewhere. Shape and size are checked by who needs them.
    """
    name = len(MAGIC) - 1
    if data[:name] != MAGIC[:name]:
        raise WeightsError("This is not a weight file of Aqua Romana.")
    if len(data) < _HEADER:
        raise WeightsError(f"The weight file is cut short: {len(data)} bytes are not even a header.")
    version = data[name] if data[name] != VERSION else int.from_bytes(data[_VERSION], "little")
    if version != VERSION:
        raise WeightsError(f"The weight file has version {version}; this package reads {VERSION}.")
    digest = hashlib.sha256(data[_HASH.stop :]).digest()
    if data[_HASH] != digest:
        raise WeightsError("The weight file is damaged or cut short: its checksum does not match.")
    return digest


@cache
def champion_weights() -> NetWeights:
    """The network that comes with this package."""
    return NetWeights.load(Path(__file__).with_name("champion.net"))
