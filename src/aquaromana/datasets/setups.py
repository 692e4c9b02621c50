"""Games from set-ups at random, for set-up statistics: played by the core, and kept as one line a game.

FOLDER holds `about.json` (how they are played), a file of lines for each table size, and the table that is made of
them. Whatever interrupts the work, the same settings go on from there and lead to the same files.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from aquaromana.analysis.setups import Setup, SetupTable, SetupTally, table_json
from aquaromana.datasets.errors import DatasetError
from aquaromana.datasets.files import cannot, write_text
from aquaromana.engine import Params, champion_weights
from aquaromana.engine.native import NativeMissingError, core_layout, core_net, core_params, demand
from aquaromana.rules import Decision
from aquaromana.rules.layout import standard_layout
from aquaromana.rules.tiles import SETUP_BUILDERS

ABOUT: Final = "about.json"
TABLE: Final = "setups.json"
PART: Final = 128
"""Games that are played before they are written; a run that is killed plays at most these again."""

PARAMS: Final = Params(explore=0.4, rollout_depth=0)
"""How the search looks for decisions; with others these would be other games."""

_HEADER: Final = struct.Struct("<BBQHH")
"""How the core begins a game: format, players, seed, decisions, searches."""

SHOWN: Final = 12
"""Features of a table size that are listed."""


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """Which games are played."""

    sizes: tuple[int, ...] = (2, 3, 4)
    games: int = 20_000
    """At each table size."""
    playouts: int = 64
    """A decision; the network of `champion` judges them."""
    seed: int = 0

    def seed_of(self, players: int, number: int) -> int:
        text = f"setups.{self.seed}.{players}.{number}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


class SetupGames:
    """The games of a plan in a folder."""

    def __init__(self, folder: Path | str, plan: SetupPlan) -> None:
        try:
            demand()
        except NativeMissingError as error:
            raise DatasetError(f"set-up statistics need the C++ core: {error}") from None
        self.folder, self.plan = Path(folder), plan
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._begin()
            self._there = {size: self._loaded(size) for size in plan.sizes}
        except OSError as error:
            raise cannot("write into", self.folder, error) from None

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
        return {"setups": 1, "network": champion_weights().hash, "playouts": self.plan.playouts, "seed": self.plan.seed}

    def _path(self, size: int) -> Path:
        return self.folder / f"{size}.txt"

    def _loaded(self, size: int) -> int:
        """How many games are there; one that was cut off is dropped."""
        path = self._path(size)
        if not path.exists():
            return 0
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        return data[:whole].count(b"\n")

    @property
    def saved(self) -> int:
        return sum(self._there.values())

    def play(self, threads: int) -> Iterator[int]:
        """Play what is missing, all table sizes by turns; yields the size of each game that is saved."""
        while missing := [size for size in self.plan.sizes if self._there[size] < self.plan.games]:
            for size in missing:
                first = self._there[size]
                numbers = range(first, min(first + PART, self.plan.games))
                lines = [_line(game) for game in self._played(size, numbers, threads)]
                try:
                    with self._path(size).open("ab") as file:
                        file.write("".join(f"{line}\n" for line in lines).encode())
                except OSError as error:
                    raise cannot("write", self._path(size), error) from None
                self._there[size] += len(lines)
                yield from [size] * len(lines)

    def _played(self, size: int, numbers: Sequence[int], threads: int) -> list[bytes]:
        from aquaromana import _core

        settings = {"random_setup": 1.0, "random_start": 0.0, "rollout_seats": 0.0, "full_part": 0.0}
        settings |= {"warm_builds": 0.0, "blunder": 0.0, "fast_playouts": float(self.plan.playouts)}
        layouts = [core_layout(standard_layout(players)) for players in (2, 3, 4)]
        games = [(size, self.plan.seed_of(size, number)) for number in numbers]
        network = core_net(champion_weights())
        plain = core_params(Params())
        return _core.self_play(layouts, games, core_params(PARAMS), plain, settings, network, threads)

    def setups(self, size: int) -> Iterator[Setup]:
        """The first games of a size, as many as the plan wants."""
        try:
            lines = self._path(size).read_text("utf-8").splitlines() if self._path(size).exists() else []
        except (OSError, ValueError) as error:
            raise DatasetError(f"{self._path(size)} cannot be read: {error}") from None
        for number, line in enumerate(lines[: self.plan.games], 1):
            try:
                yield Setup.parse(size, line)
            except ValueError as error:
                raise DatasetError(f"{self._path(size)}, line {number}: {error}") from None

    def finish(self, command: str) -> Path:
        """Count all games and write the table."""
        tallies = []
        for size in self.plan.sizes:
            tally = SetupTally(size)
            for setup in self.setups(size):
                tally.add(setup)
            tallies.append(tally)
        about = {"command": command, "network": champion_weights().hash[:12], **asdict(self.plan)}
        path = self.folder / TABLE
        write_text(path, table_json(about, tallies))
        return path

    def lines(self) -> Iterator[str]:
        """The table that was written, for people: what is narrow, the most telling first."""
        table = SetupTable.parse((self.folder / TABLE).read_text("utf-8"))
        for size, worths in table.worths.items():
            narrow = {feature: worth for feature, worth in worths.items() if worth.is_narrow}
            yield f"{size} players, {table.games[size]} games: {len(narrow)} of {len(worths)} features are narrow"
            for (family, value), worth in sorted(narrow.items(), key=lambda item: -abs(item[1].gain))[:SHOWN]:
                yield f"  {family} {value}: {100 * worth.gain:+.1f} % ± {100 * worth.half:.1f} ({worth.seats} seats)"


def _line(game: bytes) -> str:
    """A game in one line: where its builders were set up, and the points of all seats."""
    from aquaromana import _core

    _, players, _, decisions, _ = _HEADER.unpack_from(game)
    actions = struct.unpack_from(f"<{decisions}H", game, _HEADER.size)
    state = _core.State(core_layout(standard_layout(players)))
    for action in actions:
        state.play(action)
    placed = " ".join(str(Decision(action)) for action in actions[:SETUP_BUILDERS])
    return f"{placed} {'-'.join(map(str, state.scores()))}"
