"""Unique ids for each picture, so that several can share a page."""

from __future__ import annotations

import hashlib
import re
from typing import Final

_ID: Final = re.compile(r'(?<= id=")[^"]+(?=")|(?<=href="#)[^"]+(?=")|(?<=url\(#)[^)]+(?=\))')
SIGN: Final = "_"
"""What divides the name of a part from the picture's mark; names do not have it."""


def own_ids(content: str) -> str:
    """The content of a picture with a mark behind every id and reference: another one wherever the content is.

    In one page `<use href="#frame">` means the first frame there is, of whatever picture and theme.
    """
    mark = SIGN + hashlib.blake2b(content.encode(), digest_size=3).hexdigest()
    return _ID.sub(lambda match: match[0] + mark, content)
