"""A game as an animated GIF.

All frames share one palette and are not dithered, so that nothing flickers; a frame holds only the rectangle that
changed, with the unchanged pixels in it transparent, so that files stay small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal, Unpack

from aquaromana import extras
from aquaromana.drawing.board import laid_squares, layered, moving_layers, still_layers, tile_layers
from aquaromana.drawing.errors import DrawingError
from aquaromana.drawing.marks import Highlights, decision_highlights
from aquaromana.drawing.metadata import embed
from aquaromana.drawing.picture import render
from aquaromana.drawing.scene import ALONE, TITLE, WHOLE, Look, back, carried, document, placed, surroundings
from aquaromana.drawing.shown import named
from aquaromana.drawing.theme import LIGHT, Theme, theme_named
from aquaromana.records import Record
from aquaromana.rules.game import Game
from aquaromana.rules.geometry import COLUMNS
from aquaromana.rules.layout import Layout
from aquaromana.rules.moves import Decision
from aquaromana.rules.position import Phase, Position

if TYPE_CHECKING:
    from PIL.Image import Image

Progress = Callable[[int, int], None]
Step = Literal["stretch", "decision"]

COLORS: Final = 255
"""The last of the 256 colors of a GIF is the transparent one."""

SAMPLES: Final = 4
"""Frames that the palette is made from."""

WIDEST: Final = 2000

MARKED: Final = 6
"""The most decisions that a frame marks."""


def gif(  # noqa: PLR0913 (what a film is about, and all by keyword)
    game: Game | Record | Sequence[Decision | str | int],
    *,
    start: Position | str | int = 2,
    width: int = 640,
    step: Step = "stretch",
    every: int = 1,
    first: int = 0,
    duration: int = 700,
    hold: int = 5000,
    record: str | None = None,
    progress: Progress | None = None,
    **look: Unpack[Look],
) -> bytes:
    """A game, a record, or decisions from a start (a position, or the number of players), as an animated GIF.

    A frame shows the position after each stretch (R7) or each decision, or every n-th of them, and always the last,
    which is held; `first` leaves out that many decisions at the start. Times are in milliseconds. `progress` is
    called with the frames done and the frames in all.
    """
    if isinstance(game, Record):
        record = carried(game, record)
        look = {"names": named(game), **look}
        game = game.game()
    whole = game if isinstance(game, Game) else _replayed(game, start)
    if not 16 <= width <= WIDEST:
        raise DrawingError(f"A GIF can be 16 to {WIDEST} pixels wide, not {width}.")
    if every < 1:
        raise DrawingError(f"`every` must be 1 or more, not {every}.")
    if step not in ("stretch", "decision"):
        raise DrawingError(f"A frame can show a stretch or a decision, not a {step}.")
    counts = cuts(whole, step, every, first)
    scenes = list(_scenes(whole, counts))
    stage = _Stage(width, scenes[-1][0].layout, look)
    frames = []
    for done, (state, marks) in enumerate(scenes, 1):
        frames.append(stage.frame(state, marks))
        if progress:
            progress(done, len(scenes))
    data = _animated(frames, [duration] * (len(frames) - 1) + [hold], stage.theme)
    return data if record is None else embed(data, record)


def _scenes(game: Game, counts: Sequence[int]) -> Iterator[tuple[Position, Highlights]]:
    """The positions to show, each with what was done since the one before."""
    past = game.copy()
    positions = [past.position]
    while past.moves:
        past.pop()
        positions.append(past.position)
    positions.reverse()
    before = 0
    for count in counts:
        marks = Highlights()
        for at in range(max(before, count - MARKED), count):
            marks |= decision_highlights(positions[at], game.moves[at])
        before = count
        yield positions[count], marks


class _Stage:
    """What stays the same is rendered once; the rest is rendered for each frame and laid over it."""

    def __init__(self, width: int, layout: Layout, look: Look) -> None:
        self.width = width
        self.theme = theme_named(look.get("theme", LIGHT)).as_colors()
        self.names = look.get("names", ())
        self.board_only = look.get("board_only", False)
        self.view = ALONE if self.board_only else WHOLE
        land = placed(layered(still_layers(Position(layout), self.theme)), board_only=self.board_only)
        ground = back(self.theme, look.get("title", TITLE), board_only=self.board_only)
        self.ground = self._rendered(ground + land)
        self.laid: set[int] = set()

    def _rendered(self, body: str) -> Image:
        with extras.needs("draw", "Drawing a GIF"):
            import PIL.Image  # slow to load, and not needed for SVG

        with PIL.Image.open(BytesIO(render(document(self.theme, self.view, body), self.width))) as image:
            return image.convert("RGBA")

    def frame(self, position: Position, marks: Highlights) -> Image:
        """A position with its marks; positions come in the order of the game."""
        laid = laid_squares(position)
        if fresh := set(laid) - self.laid:
            # A new tile's shadow falls on the tiles to its right and below: they are laid on it once more.
            again = fresh.union(*({square + 1, square + COLUMNS, square + COLUMNS + 1} for square in fresh))
            tiles = tile_layers(position, [square for square in laid if square in again])
            self.ground.alpha_composite(self._rendered(placed(layered(tiles), board_only=self.board_only)))
            self.laid.update(fresh)
        body = placed(layered(moving_layers(position, self.theme, marks)), board_only=self.board_only)
        if not self.board_only:
            body += surroundings(position, self.theme, self.names)
        image = self.ground.copy()
        image.alpha_composite(self._rendered(body))
        return image.convert("RGB")


def _replayed(moves: Sequence[Decision | str | int], start: Position | str | int) -> Game:
    game = Game(start) if isinstance(start, int) else Game.from_position(start)
    for move in moves:
        game.play(move)
    return game


def cuts(game: Game, step: Step, every: int = 1, first: int = 0) -> list[int]:
    """After how many decisions a frame is shown."""
    count = len(game.moves)
    first = max(0, min(first, count))
    ends = []
    past = game.copy()
    mover = None
    for done in range(count, first, -1):
        past.pop()
        seat = past.to_move
        placing = past.phase is Phase.SETUP
        if step == "decision" or mover is None or seat != mover or placing:
            ends.append(done)
        mover = seat
    ends.reverse()
    shown = [first, *ends][::every]
    return shown if shown[-1] == count else [*shown, count]


def _animated(frames: list[Image], times: list[int], theme: Theme) -> bytes:
    import PIL.Image
    import PIL.ImageChops

    palette = _palette(frames, theme)
    table = bytes(palette.getpalette() or ())[: COLORS * 3].ljust(256 * 3, b"\0")
    size = frames[0].size
    blank = PIL.Image.new("L", size, COLORS)
    out: list[tuple[Image, tuple[int, int], int]] = []
    shown: Image | None = None
    for frame, time in zip(frames, times, strict=True):
        flat = frame.quantize(palette=palette, dither=PIL.Image.Dither.NONE)
        indices = PIL.Image.frombytes("L", size, flat.tobytes())
        if shown is None:
            out.append((indices, (0, 0), time))
        else:
            changed = PIL.ImageChops.difference(indices, shown).point([0] + [255] * 255)
            box = changed.getbbox()
            if box is None:
                last, place, long = out[-1]
                out[-1] = last, place, long + time
            else:
                out.append((PIL.Image.composite(indices, blank, changed).crop(box), box[:2], time))
        shown = indices
    return _written(out, table, size)


def _palette(frames: list[Image], theme: Theme) -> Image:
    """Colors for all frames: those of the theme as they are, and mixtures from a few frames side by side."""
    import PIL.Image

    count = min(SAMPLES, len(frames))
    chosen = [frames[round(index * (len(frames) - 1) / max(count - 1, 1))] for index in range(count)]
    width, height = frames[0].size
    sheet = PIL.Image.new("RGB", (width, height * count))
    for index, frame in enumerate(chosen):
        sheet.paste(frame, (0, index * height))
    pure = [bytes.fromhex(color[1:]) for color in dict.fromkeys(theme.colors.values())]
    mixed = sheet.quantize(COLORS - len(pure), method=PIL.Image.Quantize.MEDIANCUT, dither=PIL.Image.Dither.NONE)
    palette = PIL.Image.new("P", (1, 1))
    palette.putpalette(b"".join(pure) + bytes(mixed.getpalette() or ())[: 3 * (COLORS - len(pure))])
    return palette


def _written(frames: list[tuple[Image, tuple[int, int], int]], table: bytes, size: tuple[int, int]) -> bytes:
    """The file: header and palette, endless loop, then for each frame its control block and its pixels."""
    parts = [
        b"GIF89a" + size[0].to_bytes(2, "little") + size[1].to_bytes(2, "little") + b"\xf7\0\0" + table,
        b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0",
    ]
    for image, (x, y), time in frames:
        hundredths = min(max(time // 10, 2), 65535)
        parts.append(b"\x21\xf9\x04\x05" + hundredths.to_bytes(2, "little") + bytes((COLORS, 0)))
        box = b"".join(value.to_bytes(2, "little") for value in (x, y, *image.size))
        parts.append(b"\x2c" + box + b"\0" + _packed(image))
    return b"".join((*parts, b"\x3b"))


def _packed(image: Image) -> bytes:
    """The pixels, packed by Pillow: what follows the image descriptor in a GIF of this image alone."""
    file = BytesIO()
    image.save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    at = data.index(b"\x2c", 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0))
    packed = data[at + 9]
    return data[at + 10 + (3 << (packed & 7) + 1 if packed & 0x80 else 0) : -1]
