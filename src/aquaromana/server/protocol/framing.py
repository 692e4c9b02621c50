"""WebSocket framing of outgoing messages, and the close codes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

EXTENSION: Final = "aqua.wire"
"""Where the server's protocol offers how bytes are written at once, and how the line is cut."""

Write: TypeAlias = Callable[[bytes], bool]
"""Gives frames to the wire, without waiting; False, with nothing done, if the other side does not keep up."""

# Why a socket is closed: the codes of RFC 6455 and its registry, and two of our own.
NO_FRAME: Final = 1002
BINARY: Final = 1003
GONE: Final = 1006
"""Nobody sends this one: the line was cut."""
BAD_TEXT: Final = 1007
POLICY: Final = 1008
TOO_BIG: Final = 1009
FAILED: Final = 1011
RESTART: Final = 1012
TOO_MANY: Final = 1013
FORBIDDEN: Final = 4403
UNKNOWN: Final = 4404

_TEXT: Final = b"\x81"  # a whole message, and it is text
_SHORT: Final = 126
_MIDDLE: Final = 1 << 16


def framed(text: bytes) -> bytes:
    """The frame of a text from a server (RFC 6455, 5.2)."""
    size = len(text)
    if size < _SHORT:
        return _TEXT + bytes((size,)) + text
    if size < _MIDDLE:
        return _TEXT + b"\x7e" + size.to_bytes(2) + text
    return _TEXT + b"\x7f" + size.to_bytes(8) + text


def unframed(frame: bytes) -> bytes:
    """The text of such a frame."""
    return frame[{126: 4, 127: 10}.get(frame[1], 2) :]
