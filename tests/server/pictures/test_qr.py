"""QR codes: as a picture without scripts, and in half blocks."""

import segno

from aquaromana.server.pictures import qr

LINK = "https://aqua.example.org/#/join/x4k2mnpq7rst/abc"


def test_the_picture_is_dark_on_white_and_nothing_else() -> None:
    text = qr.svg(LINK).decode()
    assert text.count("<path") == 2
    assert 'fill="#fff"' in text
    assert LINK not in text
    assert "script" not in text


def test_the_blocks_are_the_squares_of_the_code() -> None:
    squares = [bytes(row) for row in segno.make_qr(LINK, error="l").matrix_iter(border=1)]
    rows = [
        [[1 if char in upper else 0 for char in line] for upper in ("█▀", "█▄")]
        for line in qr.blocks(LINK, color=False).splitlines()
    ]
    shining = [bytes(1 - light for light in half) for row in rows for half in row]
    assert shining[: len(squares)] == squares, "light squares shine on a dark terminal"
    colored = qr.blocks(LINK).splitlines()
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in colored)
