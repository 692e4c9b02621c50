"""Garbage collection: none while the server starts, and full ones only at quiet moments, because they stall it."""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

_YOUNG: Final = (10_000, 5)
"""New containers before they are searched, and how often before those that survived it are searched too."""
_NEVER: Final = 1_000_000
"""The third threshold: full collections are never automatic."""
_LOOK: Final = 30.0
"""Seconds between two checks whether this is a quiet moment."""
_QUIET: Final = 0.05
"""The part of a processor that a quiet server uses."""
_OFTEN: Final = 120.0
_SELDOM: Final = 900.0
"""Seconds after which all are searched in a quiet moment, and in any."""


def pause() -> None:
    """Collect nothing from now on: loading modules makes many objects that stay, and hardly any garbage."""
    gc.disable()


def settle() -> None:
    """What is there when the server has started stays, and is never searched again; collect what comes after it."""
    gc.freeze()
    gc.set_threshold(*_YOUNG, _NEVER)
    gc.enable()


async def tidy() -> None:
    """Search everything now and then."""
    done = time.monotonic()
    while True:
        used, looked = time.process_time(), time.monotonic()
        await asyncio.sleep(_LOOK)
        now = time.monotonic()
        is_quiet = time.process_time() - used < _QUIET * (now - looked)
        if now - done > (_OFTEN if is_quiet else _SELDOM):
            gc.collect()
            done = time.monotonic()
