"""Static files of the page, served with ETag, gzip and revalidation.

A file is read on request and cached until it changes on disk: while working on the page, reloading is enough.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

WEB: Final = Path(str(resources.files("aquaromana") / "web"))
INDEX: Final = "index.html"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""The file types that are served; anything else is not found."""

REVALIDATE: Final = "no-cache"
"""Cache it, but revalidate before each use: a new version is seen at once."""

_NAME: Final = re.compile(r"[\w-][\w.-]*")
_PACKED: Final = frozenset((".ico", ".png"))
_SMALL: Final = 512
"""Bytes below which compression gains nothing."""


@dataclass(frozen=True, slots=True)
class Asset:
    """Something that a browser may cache."""

    content: bytes
    media_type: str
    etag: str
    zipped: bytes = b""
    """The content compressed with gzip, if that is worth it."""

    @classmethod
    def of(cls, content: bytes, media_type: str, *, pack: bool = True) -> Asset:
        zipped = gzip.compress(content, 6, mtime=0) if pack and len(content) >= _SMALL else b""
        return cls(content, media_type, hashlib.sha256(content).hexdigest()[:20], zipped)

    def reply(self, request: Request, cache: str = REVALIDATE) -> Response:
        """The asset, or that the browser has it already."""
        packed = bool(self.zipped) and "gzip" in request.headers.get("accept-encoding", "")
        etag = f'"{self.etag}-gz"' if packed else f'"{self.etag}"'
        headers = {"ETag": etag, "Cache-Control": cache}
        if self.zipped:
            headers["Vary"] = "Accept-Encoding"
        if has(request, etag):
            return Response(status_code=304, headers=headers, media_type=self.media_type)
        if packed:
            headers["Content-Encoding"] = "gzip"
        return Response(self.zipped if packed else self.content, 200, headers, self.media_type)


def has(request: Request, etag: str) -> bool:
    """Whether the browser says that it has this version."""
    known = request.headers.get("if-none-match", "")
    return etag in (each.strip().removeprefix("W/") for each in known.split(","))


def find(path: str, root: Path = WEB) -> Asset | None:
    """The file at a path of the page, None if there is none."""
    parts = path.split("/") if path else [INDEX]
    if not all(map(_NAME.fullmatch, parts)):
        return None
    file = root.joinpath(*parts)
    if file.suffix not in TYPES:
        return None
    try:
        status = file.stat()
        return _read(file, status.st_mtime_ns, status.st_size)
    except OSError:
        return None


@lru_cache(maxsize=512)
def _read(file: Path, _changed: int, _size: int) -> Asset:
    return Asset.of(file.read_bytes(), TYPES[file.suffix], pack=file.suffix not in _PACKED)
