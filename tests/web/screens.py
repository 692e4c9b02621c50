"""The photographs of the README: real screens of the real server, at a game that is always the same."""

import argparse
import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from aquaromana.records import Record, read_record, write_record
from tests.support.house import ROOT
from tests.web.conftest import FLAGS
from tests.web.player import Player
from tests.web.reel import Reel
from tests.web.server import Server

PICTURES: Final = ROOT / "docs" / "pictures"
PLY: Final = 119  # decisions of docs/pictures/game.aqr before the photographs; then Anna has to build
CHOSEN: Final = "D2w", "13"  # her workman who sees four builders, and the one who can lay most
PLAYERS: Final = {
    "Seat0": "Anna",
    "Seat1": "Livia",
    "Bot1": "search:3",
    "Seat2": "Gaius",
    "Bot2": "search:2",
    "Seat3": "Agrippa",
    "Bot3": "search:3",
}


def main() -> None:
    """Take every photograph whose name holds one of the words given, or all."""
    parser = argparse.ArgumentParser(prog="scripts/screens", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="take only photographs with WORD in their name")
    words = parser.parse_args().words
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server, sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=path, args=FLAGS)
        for name, take in SHOTS.items():
            if not words or any(word in name for word in words):
                (PICTURES / name).write_bytes(take(browser, server))
                sys.stdout.write(f"docs/pictures/{name}  {(PICTURES / name).stat().st_size / 1024:.0f} KiB\n")
        browser.close()


@contextmanager
def opened(browser: Browser, width: int, height: int, *, dark: bool = False, scale: float = 1) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        color_scheme="dark" if dark else "light",
        locale="en-US",
    )
    yield context.new_page()
    context.close()


def table_of(server: Server) -> str:
    """A table at which Anna has to build."""
    game = read_record((PICTURES / "game.aqr").read_bytes()).game(PLY)
    return server.bring(write_record(Record.from_game(game, **PLAYERS)))


def figure(player: Player, name: str) -> dict[str, Any]:
    """A workman or a builder on the board who can be chosen."""
    return next(one for one in player.look().figures if one["name"] == name)


def photograph(
    browser: Browser,
    server: Server,
    *,
    width: int,
    height: int,
    dark: bool = False,
    scale: float = 1,
    start: bool = False,
    chosen: int = 2,
) -> bytes:
    with opened(browser, width, height, dark=dark, scale=scale) as page:
        if start:
            page.goto(f"{server.url}/")
            page.locator(".board.drawn").wait_for()
        else:
            player = Player.at(page, server.url, table_of(server))
            for name in CHOSEN[:chosen]:
                player.click(figure(player, name))
            player.look()
        page.wait_for_timeout(1500)
        return smaller(page.screenshot())


def smaller(png: bytes) -> bytes:
    """The same picture with a palette: a quarter of the size, and no difference that one sees."""
    picture = (
        Image.open(io.BytesIO(png))
        .convert("RGB")
        .quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    )
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def film(browser: Browser, server: Server) -> bytes:
    """A turn by pointing, and a bot's answer."""
    with opened(browser, 1120, 760) as page:
        player = Player.at(page, server.url, table_of(server))
        player.look()
        reel = Reel(page)
        reel.watch(0.7)
        for name in CHOSEN:
            reel.click(figure(player, name))
            reel.watch(0.9)
        reel.click(player.look().tray[1])
        reel.watch(1.8)
        while not (seen := player.look()).confirm:
            player.answer(seen)
        confirm = page.locator(".bar-confirm").bounding_box()
        assert confirm
        reel.click({"x": confirm["x"] + confirm["width"] / 2, "y": confirm["y"] + confirm["height"] / 2})
        reel.watch(4.5)
        return reel.gif()


SHOTS: Final[dict[str, Callable[[Browser, Server], bytes]]] = {
    "table.png": partial(photograph, width=1440, height=900),
    "table-dark.png": partial(photograph, width=1440, height=900, dark=True, chosen=1),
    "phone.png": partial(photograph, width=390, height=844, scale=2, chosen=1),
    "start.png": partial(photograph, width=1440, height=900, start=True),
    "table.gif": film,
}
"""The photographs by their names."""


if __name__ == "__main__":
    main()
