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

_MAGIC: Final = b"AQUANET"
_HASH: Final = slice(64, 96)
"""Where the header has the SHA-256 of what follows it; see docs/training.md."""


class WeightsError(ValueError):
    """A weight file that cannot be used; one line says why."""


@dataclass(frozen=True, slots=True)
class NetWeights:
    """The checked contents of a weight file. It pickles as those bytes."""

    data: bytes = field(repr=False)
    hash: str = field(init=False)
    """SHA-256 of the weights, in hex: which network this is."""

    def __post_init__(self) -> None:
        check_magic(self.data)
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


def check_magic(data: bytes) -> None:
    """WeightsError unless this begins as a weight file does."""
    if not data.startswith(_MAGIC):
        raise WeightsError("This is not a weight file of Aqua Romana.")


def checked_hash(data: bytes) -> bytes:
    """The SHA-256 of the weights in a file; WeightsError if its header has another one."""
    digest = hashlib.sha256(data[_HASH.stop :]).digest()
    if data[_HASH] != digest:
        raise WeightsError("The weight file is damaged: its checksum does not match.")
    return digest


@cache
def champion_weights() -> NetWeights:
    """The network that comes with this package."""
    return NetWeights.load(Path(__file__).with_name("champion.net"))
