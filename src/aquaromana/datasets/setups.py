"""Games from set-ups at random, for set-up statistics: played by the core, and kept as one line a game.

FOLDER holds `about.json` (how they are played), a file for each layout and number of players, which says on its first
line where the reservoirs lie, and the tables that are made of them. Whatever interrupts the work, the same settings go
on from there and lead to the same files.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from aquaromana.analysis.setups import Setup, SetupTables, SetupTally
from aquaromana.datasets.errors import DatasetError
from aquaromana.datasets.files import cannot, write_text
from aquaromana.engine import Params, WeightsError, champion_weights
from aquaromana.engine.native import NativeMissingError, core_layout, core_net, core_params, demand
from aquaromana.rules import Decision
from aquaromana.rules.layout import STANDARD, Layout, named_layout
from aquaromana.rules.tiles import SETUP_BUILDERS

FORMAT: Final = 2
"""Of the folder."""
ABOUT: Final = "about.json"
TABLES: Final = "setups.json"
PART: Final = 128
"""Games that are played before they are written; a run that is killed plays at most these again."""

PARAMS: Final = Params(explore=0.4, rollout_depth=0)
"""How the search looks for decisions; with others these would be other games."""

_HEADER: Final = struct.Struct("<BBQHH")
"""How the core begins a game: format, players, seed, decisions, searches."""

SHOWN: Final = 12
"""Features of a table that are listed."""


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """Which games are played."""

    layouts: tuple[str, ...] = (STANDARD,)
    """Their names."""
    sizes: tuple[int, ...] = (2, 3, 4)
    games: int = 20_000
    """On each layout, with each number of players."""
    playouts: int = 64
    """A decision; the network of `champion` judges them."""
    seed: int = 0

    @property
    def boards(self) -> tuple[Layout, ...]:
        """Each layout with each number of players; only under its own name where it is known by another one."""
        return tuple(layout for name, layout in self._named() if layout.name == name)

    @property
    def left_out(self) -> tuple[str, ...]:
        """A sentence for each name that is another layout's with so many players, if that one is not played."""
        return tuple(
            f"{name} with {layout.players} players is the {layout.name} layout: ask for that one"
            for name, layout in self._named()
            if layout.name not in self.layouts
        )

    def _named(self) -> Iterator[tuple[str, Layout]]:
        return ((name, named_layout(name, size)) for name in self.layouts for size in self.sizes)

    def seed_of(self, players: int, number: int) -> int:
        """On every layout the same, so that all of them have the same set-ups."""
        text = f"setups.{self.seed}.{players}.{number}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


class SetupGames:
    """The games of a plan in a folder."""

    def __init__(self, folder: Path | str, plan: SetupPlan, tables: Path | str | None = None) -> None:
        """`tables` is the file of tables, if it is not in the folder."""
        try:
            demand()
            champion_weights()
        except NativeMissingError as error:
            raise DatasetError(f"set-up statistics need the C++ core: {error}") from None
        except WeightsError as error:
            raise DatasetError(f"set-up statistics need the champion's network: {error}") from None
        if not plan.boards:
            raise DatasetError(plan.left_out[0])
        self.folder, self.plan = Path(folder), plan
        self.tables = Path(tables) if tables else self.folder / TABLES
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._begin()
            self._there = {layout: self._loaded(layout) for layout in plan.boards}
        except OSError as error:
            raise cannot("write into", self.folder, error) from None
        self._written()  # refuses a file of something else before any game is played

    def _begin(self) -> None:
        path, wanted = self.folder / ABOUT, self._about()
        if not path.exists():
            write_text(path, json.dumps(wanted, indent=1) + "\n")
            return
        try:
            found = json.loads(path.read_text("utf-8"))
        except ValueError:
            raise DatasetError(f"{path} is damaged") from None
        for key, value in wanted.items():
            if not isinstance(found, dict) or found.get(key) != value:
                raise DatasetError(f"{self.folder} holds other games: {key} is not {json.dumps(value)} there")

    def _about(self) -> dict[str, Any]:
        """What decides how a game goes; more games of the same kind may be added later."""
        return {
            "format": FORMAT,
            "network": champion_weights().hash,
            "playouts": self.plan.playouts,
            "seed": self.plan.seed,
        }

    def _path(self, layout: Layout) -> Path:
        return self.folder / f"{layout.name}-{layout.players}.txt"

    def _loaded(self, layout: Layout) -> int:
        """How many games are there; one that was cut off is dropped."""
        path, head = self._path(layout), f"{layout.text}\n".encode()
        if not path.exists():
            write_text(path, head.decode())
            return 0
        data = path.read_bytes()
        if not data.startswith(head):
            raise DatasetError(f"{path} holds games of another layout: move it away")
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        return data[len(head) : whole].count(b"\n")

    @property
    def saved(self) -> int:
        return sum(self._there.values())

    @property
    def missing(self) -> int:
        return sum(max(self.plan.games - there, 0) for there in self._there.values())

    def play(self, threads: int) -> Iterator[Layout]:
        """Play what is missing, all layouts by turns; yields the layout of each game that is saved."""
        while missing := [layout for layout, there in self._there.items() if there < self.plan.games]:
            for layout in missing:
                first = self._there[layout]
                numbers = range(first, min(first + PART, self.plan.games))
                lines = [_line(layout, game) for game in self._played(layout, numbers, threads)]
                try:
                    with self._path(layout).open("ab") as file:
                        file.write("".join(f"{line}\n" for line in lines).encode())
                except OSError as error:
                    raise cannot("write", self._path(layout), error) from None
                self._there[layout] += len(lines)
                yield from [layout] * len(lines)

    def _played(self, layout: Layout, numbers: Sequence[int], threads: int) -> list[bytes]:
        from aquaromana import _core

        settings = {"random_setup": 1.0, "random_start": 0.0, "rollout_seats": 0.0, "full_part": 0.0}
        settings |= {"warm_builds": 0.0, "blunder": 0.0, "fast_playouts": float(self.plan.playouts)}
        settings |= dict.fromkeys(("full_playouts", "least_visits", "most_insights"), 0.0)  # no full search
        games = [(layout.players, self.plan.seed_of(layout.players, number)) for number in numbers]
        network = core_net(champion_weights())
        plain = core_params(Params())
        return _core.self_play([core_layout(layout)], games, core_params(PARAMS), plain, settings, network, threads)

    def setups(self, layout: Layout) -> Iterator[Setup]:
        """The first games on a layout, as many as the plan wants."""
        path = self._path(layout)
        try:
            lines = path.read_text("utf-8").splitlines()[1:]
        except (OSError, ValueError) as error:
            raise DatasetError(f"{path} cannot be read: {error}") from None
        for number, line in enumerate(lines[: self.plan.games], 2):
            try:
                yield Setup.parse(layout.players, line)
            except ValueError as error:
                raise DatasetError(f"{path}, line {number}: {error}") from None

    def finish(self) -> None:
        """Count all games and write their tables; those of other layouts and numbers of players stay as they are."""
        about = {
            "network": champion_weights().hash[:12],
            "playouts": self.plan.playouts,
            "seed": self.plan.seed,
        }
        tables = dict(self._written().tables)
        for layout in self.plan.boards:
            tally = SetupTally(layout)
            for setup in self.setups(layout):
                tally.add(setup)
            tables[layout.name, layout.players] = tally.table(about)
        write_text(self.tables, str(SetupTables(tables)))

    def _written(self) -> SetupTables:
        """The tables that are in the file."""
        try:
            return SetupTables.parse(self.tables.read_text("utf-8"))
        except FileNotFoundError:
            return SetupTables({})
        except OSError as error:
            raise cannot("read", self.tables, error) from None
        except ValueError as error:
            raise DatasetError(f"{self.tables}: {error}") from None

    def lines(self) -> Iterator[str]:
        """The tables that were written, for people: what is narrow, the most telling first."""
        written = self._written().tables
        for layout in self.plan.boards:
            table = written[layout.name, layout.players]
            narrow = {feature: worth for feature, worth in table.worths.items() if worth.is_narrow}
            yield (
                f"{layout.name}, {layout.players} players, {table.games} games: "
                f"{len(narrow)} of {len(table.worths)} features are narrow"
            )
            for (family, value), worth in sorted(narrow.items(), key=lambda item: -abs(item[1].gain))[:SHOWN]:
                yield f"  {family} {value}: {100 * worth.gain:+.1f} % ± {100 * worth.half:.1f} ({worth.seats} seats)"


def _line(layout: Layout, game: bytes) -> str:
    """A game in one line: where its builders were set up, and the points of all seats."""
    from aquaromana import _core

    _, _, _, decisions, _ = _HEADER.unpack_from(game)
    actions = struct.unpack_from(f"<{decisions}H", game, _HEADER.size)
    state = _core.State(core_layout(layout))
    for action in actions:
        state.play(action)
    placed = " ".join(str(Decision(action)) for action in actions[:SETUP_BUILDERS])
    return f"{placed} {'-'.join(map(str, state.scores()))}"
