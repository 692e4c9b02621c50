"""A film of a page from photographs: whatever moves stands still while one is taken, however long that takes."""

import io
from itertools import pairwise
from typing import Any, Final

from PIL import Image, ImageChops
from playwright.sync_api import Page

FRAME: Final = 80  # milliseconds from photograph to photograph
STEPS: Final = 6  # photographs on the pointer's way
WIDTH: Final = 760
COLORS: Final = 144
LAST: Final = 1500  # milliseconds that the last picture stays
POINTER: Final = """() => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  path.setAttribute("d", "M4 2v17l4.6-4.2 2.9 6.4 3-1.4-2.9-6.2 6.2-.4z");
  path.setAttribute("fill", "#1c1712");
  path.setAttribute("stroke", "#fff");
  path.setAttribute("stroke-width", "1.5");
  svg.append(path);
  Object.assign(svg.style, {position: "fixed", left: 0, top: 0, width: "30px", zIndex: 99, pointerEvents: "none"});
  document.body.append(svg);
  const follow = ({clientX, clientY}) => svg.style.transform = `translate(${clientX - 5}px, ${clientY - 3}px)`;
  addEventListener("pointermove", follow, true);
}"""


class Reel:
    """Photographs of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._pictures: list[Image.Image] = []
        self._at = (page.viewport_size or {"width": 0})["width"] * 0.62, 420.0
        page.evaluate(POINTER)
        page.mouse.move(*self._at)
        self._session = page.context.new_cdp_session(page)

    def watch(self, seconds: float) -> None:
        """Take photographs for so long, in seconds of the film."""
        for _ in range(round(1000 * seconds / FRAME)):
            self.page.wait_for_timeout(FRAME)
            self._take()

    def click(self, spot: dict[str, Any]) -> None:
        """Lead the pointer there, and press."""
        (x, y), to = self._at, (float(spot["x"]), float(spot["y"]))
        for step in range(1, STEPS + 1):
            share = (step / STEPS) ** 2 * (3 - 2 * step / STEPS)
            self.page.mouse.move(x + (to[0] - x) * share, y + (to[1] - y) * share)
            self._take()
        self.page.mouse.down()
        self.page.mouse.up()
        self._at = to

    def gif(self) -> bytes:
        """The film; only what changes from picture to picture is kept."""
        pictures = self._pictures
        height = pictures[0].height
        sample = Image.new("RGB", (WIDTH, height * 4))
        for index in range(4):
            sample.paste(pictures[index * (len(pictures) - 1) // 3], (0, index * height))
        palette = sample.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        flat = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
        frames = [flat[0], *(_difference(before, after) for before, after in pairwise(flat))]
        out = io.BytesIO()
        frames[0].save(
            out,
            "GIF",
            save_all=True,
            append_images=frames[1:],
            duration=[FRAME] * (len(frames) - 1) + [LAST],
            loop=0,
            disposal=1,
            transparency=COLORS,
            optimize=False,
        )
        return out.getvalue()

    def _take(self) -> None:
        self._run(0)
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self._run(1)
        height = round(picture.height * WIDTH / picture.width)
        self._pictures.append(picture.resize((WIDTH, height), Image.Resampling.LANCZOS))

    def _run(self, rate: float) -> None:
        self._session.send("Animation.setPlaybackRate", {"playbackRate": rate})


def _difference(before: Image.Image, after: Image.Image) -> Image.Image:
    """The second picture, with a color that is not seen wherever it is like the first."""
    indices = [Image.frombytes("L", one.size, one.tobytes()) for one in (before, after)]
    alike = ImageChops.difference(*indices).point(lambda value: 0 if value else 255)
    found = after.copy()
    found.paste(COLORS, mask=alike)
    return found
