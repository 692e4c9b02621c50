"""Records in pictures: round trips in three formats, and malicious files."""

import zlib
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from aquaromana.drawing import DrawingError, embed, extract, svg
from aquaromana.drawing.metadata import LARGEST_FILE, LARGEST_RECORD, NAMESPACE
from aquaromana.rules import Game

RECORD = '[Game "Aqua Romana"]\n\n0. C@12 {a <comment> & "quotes" – ü 日本 🏛}\r\n1-0 ]]> &lt; \t*'


def encoded(form: str) -> bytes:
    file = BytesIO()
    image = Image.new("P", (8, 8))
    image.save(file, form)
    return file.getvalue()


PNG, GIF, SVG = encoded("PNG"), encoded("GIF"), b'<svg xmlns="http://www.w3.org/2000/svg" a="x > y"><g/></svg>'
ALL = pytest.mark.parametrize("picture", [PNG, GIF, SVG], ids=["png", "gif", "svg"])


@ALL
def test_round_trip(picture: bytes) -> None:
    assert extract(picture) is None
    carrying = embed(picture, RECORD)
    assert extract(carrying) == RECORD
    again = embed(carrying, "another")
    assert extract(again) == "another"
    assert b"C@12" not in again
    assert extract(embed(again, "")) == ""


@ALL
@settings(max_examples=40)
@given(record=st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=700))
def test_any_text_survives(picture: bytes, record: str) -> None:
    record = record.replace("\ufffe", "").replace("\uffff", "")
    assert extract(embed(picture, record)) == record


@ALL
def test_pictures_stay_pictures(picture: bytes) -> None:
    carrying = embed(picture, RECORD * 50)
    if picture is not SVG:
        with Image.open(BytesIO(carrying)) as image:
            image.load()
            assert image.size == (8, 8)


def test_an_animation_keeps_its_frames() -> None:
    file = BytesIO()
    pictures = [Image.new("RGB", (8, 8), (shade, 0, 0)) for shade in (0, 90, 180)]
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=50, comment=b"other")
    with Image.open(BytesIO(embed(file.getvalue(), RECORD))) as image:
        assert getattr(image, "n_frames", 1) == 3
    assert extract(embed(file.getvalue(), RECORD)) == RECORD


def test_svg_makes_it_itself() -> None:
    assert extract(svg(Game(2), record=RECORD).encode()) == RECORD
    assert extract(svg(Game(2)).encode()) is None
    assert extract(b"\xef\xbb\xbf  " + SVG) is None


@pytest.mark.parametrize("record", ["a\0b", "\x1b[31m", "\ud800", "\ufffe"])
@ALL
def test_records_that_no_xml_can_carry_are_refused(picture: bytes, record: str) -> None:
    with pytest.raises(DrawingError, match="which no picture can carry"):
        embed(picture, record)


def test_endless_records_are_refused() -> None:
    for record in ("x" * (LARGEST_RECORD + 1), "ü" * (LARGEST_RECORD // 2 + 1)):
        with pytest.raises(DrawingError, match="too long for a picture"):
            embed(PNG, record)


def itxt(rest: bytes) -> bytes:
    """A PNG whose record chunk goes on like that after the keyword."""
    data = b"aqua-romana\0" + rest
    chunk = len(data).to_bytes(4, "big") + b"iTXt" + data + zlib.crc32(b"iTXt" + data).to_bytes(4, "big")
    return PNG[:33] + chunk + PNG[33:]


def gif_comment(data: bytes) -> bytes:
    pieces = [data[at : at + 255] for at in range(0, len(data), 255)]
    block = b"\x21\xfe" + b"".join(bytes((len(piece),)) + piece for piece in pieces) + b"\0"
    return GIF[:-1] + block + b";"


def test_a_packed_record_is_read() -> None:
    assert extract(itxt(b"\1\0\0\0" + zlib.compress(RECORD.encode()))) == RECORD


BILLION_LAUGHS = b"""<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>"""
OUTSIDE = b"""<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hosts">]><svg>&a;</svg>"""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not an SVG, PNG or GIF file"),
        (b"hello", "not an SVG, PNG or GIF file"),
        (b"\xff\xd8\xff\xe0 jpeg", "not an SVG, PNG or GIF file"),
        (b"<" + b" " * LARGEST_FILE, "larger than 64 MiB"),
        (PNG[:40], "ends too early"),
        (PNG[:8], "ends too early"),
        (PNG[:-12], "ends too early"),
        (PNG[:20] + b"?" + PNG[21:], "a checksum is wrong"),
        (PNG[:8] + b"\xff" * 40, "ends too early"),
        (itxt(b""), "cannot be read"),
        (itxt(b"\0"), "cannot be read"),
        (itxt(b"\0\0no end"), "cannot be read"),
        (itxt(b"\2\0\0\0text"), "cannot be read"),
        (itxt(b"\1\1\0\0text"), "cannot be read"),
        (itxt(b"\1\0\0\0not zlib"), "cannot be unpacked"),
        (itxt(b"\0\0\0\0\xff\xfe"), "not UTF-8"),
        (itxt(b"\1\0\0\0" + zlib.compress(bytes(LARGEST_RECORD * 4), 9)), "too long"),
        (itxt(b"\0\0\0\0" + bytes(LARGEST_RECORD + 1)), "too long"),
        (GIF[:5] + b"a", "not an SVG, PNG or GIF file|ends too early"),
        (GIF[:12], "ends too early"),
        (GIF[:-1], "ends too early"),
        (GIF[:-1] + b"?", "of no known kind"),
        (GIF[:-20], "ends too early"),
        (gif_comment(b"aqua-romana\0\xff"), "not UTF-8"),
        (gif_comment(b"aqua-romana\0" + bytes(LARGEST_RECORD + 1)), "too long"),
        (b"<svg", "not well-formed, in line 1"),
        (b"<svg>\n<g></svg>", "not well-formed, in line 2"),
        (BILLION_LAUGHS, "declares entities"),
        (OUTSIDE, "declares entities"),
        (b"<svg>&undefined;</svg>", "not well-formed"),
        (b'<?xml version="1.0" encoding="klingon"?><svg/>', "an encoding that is not read"),
        (
            f'<a:record xmlns:a="{NAMESPACE}">'.encode() + b"x" * (LARGEST_RECORD + 1) + b"</a:record>",
            "too long",
        ),
    ],
)
def test_broken_and_hostile_files_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(DrawingError, match=message):
        extract(data)


@ALL
@settings(max_examples=60)
@given(data=st.data())
def test_damage_never_surprises(picture: bytes, data: st.DataObject) -> None:
    whole = bytearray(embed(picture, RECORD))
    for _ in range(data.draw(st.integers(1, 5))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(whole)))
    for broken in (bytes(whole), bytes(whole[:cut])):
        try:
            found = extract(broken)
        except DrawingError:
            continue
        assert found is None or isinstance(found, str)


def test_a_harmless_doctype_and_others_elements_are_read() -> None:
    doctype = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    plain = doctype + b"<svg><metadata><record>no</record></metadata></svg>"
    assert extract(plain) is None
    twice = f'<svg xmlns:a="{NAMESPACE}"><a:record>one</a:record> <a:record>two</a:record></svg>'
    assert extract(twice.encode()) == "one"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<html><p/></html>", "no svg element"),
        (b"<svg/>", "no svg element"),
        ('<?xml version="1.0" encoding="iso-8859-1"?><svg>\xfc</svg>'.encode("latin-1"), "written in UTF-8"),
        (b"<svg><g></svg>", "not well-formed"),
    ],
)
def test_formats_that_cannot_contain_a_record(data: bytes, message: str) -> None:
    with pytest.raises(DrawingError, match=message):
        embed(data, "record")
