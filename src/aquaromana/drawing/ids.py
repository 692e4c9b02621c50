"""Unique ids for each picture, short ones, so that several can share a page."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from string import ascii_letters, digits
from typing import Final

_ID: Final = re.compile(r'(?<= id=")[^"]+(?=")|(?<=href="#)[^"]+(?=")|(?<=url\(#)[^)]+(?=\))')
SIGN: Final = "_"
"""What divides the name of a part from the picture's mark; names do not have it."""
_MARK: Final = 4
"""Letters and digits of a mark: of a hundred pictures in one page, two share theirs once in three thousand pages."""


def own_ids(content: str, names: tuple[str, ...] = ()) -> str:
    """The content of a picture with a mark behind every id and reference: another one wherever the content is.

    In one page `<use href="#frame">` means the first frame there is, of whatever picture and theme. The ids that are
    among the names become as short as their place among them allows.
    """
    mark, codes = _mark(content), short_names(names)
    return _ID.sub(lambda match: codes.get(match[0], match[0] + SIGN) + mark, content)


@lru_cache(maxsize=2)
def short_names(names: tuple[str, ...]) -> dict[str, str]:
    """A name of one or two letters for each."""
    count = len(ascii_letters)
    return {
        name: (ascii_letters[index // count - 1] if index >= count else "") + ascii_letters[index % count]
        for index, name in enumerate(names)
    }


def _mark(content: str) -> str:
    signs = ascii_letters + digits
    value = int.from_bytes(hashlib.blake2b(content.encode(), digest_size=8).digest())
    return "".join(signs[value // len(signs) ** place % len(signs)] for place in range(_MARK))
