"""The record of a game inside its picture: as a metadata element (SVG), an iTXt chunk (PNG) or a comment (GIF).

To this module a record is a text. What it reads may come from anywhere, so it parses the three formats itself, as far
as it must: no image is decoded, no entity expanded, nothing unpacked beyond LARGEST_RECORD.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import Final
from xml.parsers import expat

from aquaromana.drawing.errors import DrawingError
from aquaromana.drawing.pencil import escape

NAMESPACE: Final = "urn:aqua-romana:record"
KEYWORD: Final = "aqua-romana"
LARGEST_RECORD: Final = 4 * 1024 * 1024
LARGEST_FILE: Final = 64 * 1024 * 1024

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_GIFS: Final = (b"GIF87a", b"GIF89a")
_MARK: Final = KEYWORD.encode() + b"\0"
_UNFIT: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OLD_ELEMENT: Final = re.compile(rf'<metadata><aqua:record xmlns:aqua="{NAMESPACE}">[^<]*</aqua:record></metadata>')
_ROOT: Final = re.compile(r"<(?:[\w.-]+:)?svg(?=[\s>])(?:[^>\"']|\"[^\"]*\"|'[^']*')*(?<!/)>")


def embed(picture: bytes, record: str) -> bytes:
    """The picture with the record in it, in place of one that it may have had."""
    _check_record(record)
    kind = _kind(picture)
    if kind == "png":
        chunk = _chunk(b"iTXt", _MARK + b"\0\0\0\0" + record.encode())
        parts = [_chunk(name, data) for name, data in _chunks(picture) if not _is_ours(name, data)]
        return _PNG + b"".join((*parts[:-1], chunk, parts[-1]))
    if kind == "gif":
        return _embed_gif(picture, record)
    _svg_record(picture)
    try:
        text = _OLD_ELEMENT.sub("", picture.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise DrawingError("An SVG must be written in UTF-8 to take a record.") from None
    root = _ROOT.search(text)
    if root is None:
        raise DrawingError("This XML has no svg element that could take a record.")
    return (text[: root.end()] + metadata_element(record) + text[root.end() :]).encode()


def extract(picture: bytes) -> str | None:
    """The record in an SVG, PNG or GIF; None if it carries none, DrawingError if it is broken or no such picture."""
    kind = _kind(picture)
    if kind == "png":
        return next((_chunk_text(data) for name, data in _chunks(picture) if _is_ours(name, data)), None)
    if kind == "gif":
        comments = (data for label, data, _, _ in _blocks(picture) if label == 0xFE)
        return next((_decoded(data[len(_MARK) :]) for data in comments if data.startswith(_MARK)), None)
    return _svg_record(picture)


def metadata_element(record: str) -> str:
    """The record as an element of SVG."""
    _check_record(record)
    # XML turns a bare carriage return into a line feed.
    content = escape(record).replace("\r", "&#13;")
    return f'<metadata><aqua:record xmlns:aqua="{NAMESPACE}">{content}</aqua:record></metadata>'


def _check_record(record: str) -> None:
    if len(record) > LARGEST_RECORD or len(record.encode("utf-8", "replace")) > LARGEST_RECORD:
        raise DrawingError("The record is too long for a picture.")
    if unfit := _UNFIT.search(record):
        raise DrawingError(f"The record holds the character U+{ord(unfit[0]):04X}, which no picture can carry.")


def _kind(picture: bytes) -> str:
    if len(picture) > LARGEST_FILE:
        raise DrawingError(f"The file is larger than {LARGEST_FILE >> 20} MiB.")
    if picture.startswith(_PNG):
        return "png"
    if picture.startswith(_GIFS):
        return "gif"
    if picture[:64].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        return "svg"
    raise DrawingError("This is not an SVG, PNG or GIF file.")


def _decoded(data: bytes) -> str:
    if len(data) > LARGEST_RECORD:
        raise DrawingError("The record in the picture is too long.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise DrawingError("The record in the picture is not UTF-8.") from None


# PNG


def _chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and data of each chunk up to the end chunk."""
    at = len(_PNG)
    while True:
        size = int.from_bytes(picture[at : at + 4], "big")
        name, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + size]
        check = picture[at + 8 + size : at + 12 + size]
        if len(check) < 4:
            raise DrawingError("The PNG ends too early.")
        if int.from_bytes(check, "big") != zlib.crc32(name + data):
            raise DrawingError("The PNG is damaged: a checksum is wrong.")
        yield name, data
        if name == b"IEND":
            return
        at += 12 + size


def _is_ours(name: bytes, data: bytes) -> bool:
    return name == b"iTXt" and data.startswith(_MARK)


def _chunk_text(data: bytes) -> str:
    """The text of an iTXt chunk: flag, method, language, translated keyword, then the text."""
    rest = data[len(_MARK) :]
    fields = rest[2:].split(b"\0", 2)
    if len(fields) < 3 or rest[0] > 1 or rest[1]:
        raise DrawingError("The PNG is damaged: its record cannot be read.")
    text = fields[2]
    if rest[0]:
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(text, LARGEST_RECORD)
        except zlib.error:
            raise DrawingError("The PNG is damaged: its record cannot be unpacked.") from None
        if unpacker.unconsumed_tail:
            raise DrawingError("The record in the picture is too long.")
    return _decoded(text)


# GIF


def _embed_gif(picture: bytes, record: str) -> bytes:
    data = _MARK + record.encode()
    pieces = [data[at : at + 255] for at in range(0, len(data), 255)]
    comment = b"\x21\xfe" + b"".join(bytes((len(piece),)) + piece for piece in pieces) + b"\0"
    kept = [
        picture[start:end]
        for label, content, start, end in _blocks(picture)
        if not (label == 0xFE and content.startswith(_MARK))
    ]
    return b"GIF89a" + kept[0][6:] + comment + b"".join(kept[1:])


def _blocks(picture: bytes) -> Iterator[tuple[int, bytes, int, int]]:
    """The blocks of a GIF: extension label (0 for the header, an image and the trailer), content, start and end."""
    try:
        at = 13 + (3 << (picture[10] & 7) + 1 if picture[10] & 0x80 else 0)
        yield 0, b"", 0, at
        while True:
            start, sign, label, content = at, picture[at], 0, b""
            if sign == 0x3B:
                yield 0, b"", start, start + 1
                return
            if sign == 0x21:
                label = picture[at + 1]
                content, at = _sub_blocks(picture, at + 2)
            elif sign == 0x2C:
                packed = picture[at + 9]
                _, at = _sub_blocks(picture, at + 11 + (3 << (packed & 7) + 1 if packed & 0x80 else 0))
            else:
                raise DrawingError("The GIF is damaged: a block is of no known kind.")
            yield label, content, start, at
    except IndexError:
        raise DrawingError("The GIF ends too early.") from None


def _sub_blocks(picture: bytes, at: int) -> tuple[bytes, int]:
    pieces = []
    while size := picture[at]:
        pieces.append(picture[at + 1 : at + 1 + size])
        at += 1 + size
    return b"".join(pieces), at + 1


# SVG


def _svg_record(picture: bytes) -> str | None:
    """The text of the first record element; the document must be well-formed."""
    pieces: list[str] = []
    found: list[bool] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    ours = f"{NAMESPACE} record"

    def start(name: str, _attributes: object) -> None:
        if name == ours:
            found.append(len(found) == 0)

    def end(name: str) -> None:
        if name == ours:
            found.append(False)

    def text(data: str) -> None:
        if found and found[-1]:
            pieces.append(data)

    def declares(*_declaration: object) -> None:
        raise DrawingError("The SVG declares entities; such files are not read.")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = declares
    try:
        parser.Parse(picture, True)  # noqa: FBT003 (expat takes no keyword)
    except expat.ExpatError as error:
        raise DrawingError(f"The SVG is not well-formed, in line {error.lineno}.") from None
    except DrawingError:
        raise
    except (LookupError, ValueError):
        raise DrawingError("The SVG is written in an encoding that is not read.") from None
    if not found:
        return None
    if sum(map(len, pieces)) > LARGEST_RECORD:
        raise DrawingError("The record in the picture is too long.")
    return "".join(pieces)
