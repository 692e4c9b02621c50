"""A requested review: its game, its progress and its key."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from aquaromana.rules.notation import position_text
from aquaromana.server.bots.reviews import ReviewTurn
from aquaromana.server.protocol.review import ReviewStatus
from aquaromana.server.storage.reviews import ReviewJob
from aquaromana.server.table.table import Table
from aquaromana.version import __version__

DEPTHS: Final = ("normal", "quick")
"""How deep a review can be, the deepest first: it answers for those after it."""


@dataclass(slots=True, eq=False)
class Job:
    """A review that is asked for."""

    table: str
    key: str
    owner: str
    depth: str
    start: str
    moves: tuple[int, ...]
    state: Literal["waiting", "running", "done", "failed"] = "waiting"
    done: int = 0
    total: int = 0
    body: bytes = b""
    work: asyncio.Task[None] | None = None
    """What makes it, once it runs."""
    noted: bool = False
    """Whether the storage knows of it."""
    updated: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_active(self) -> bool:
        return self.state in ("waiting", "running")

    def notify(self) -> None:
        self.updated.set()
        self.updated = asyncio.Event()

    def row(self) -> ReviewJob:
        """As others can read it."""
        return ReviewJob(self.table, self.key, self.depth, self.owner, self.done, self.total, self.body.decode())

    def deeper(self) -> list[str]:
        """The keys of deeper reviews of the same game."""
        return [_key(self.start, self.moves, depth) for depth in DEPTHS[: DEPTHS.index(self.depth)]]

    def next_turn(self) -> ReviewTurn:
        return ReviewTurn(self.table, self.key, self.start, self.moves, self.depth)


def status_elsewhere(job: ReviewJob) -> ReviewStatus:
    """Of a review that another process makes."""
    return ReviewStatus(
        state="running" if job.total else "waiting",
        depth=job.depth,
        done=job.done,
        total=job.total,
        ahead=0 if job.total else 1,
        review=msgspec.Raw(job.body.encode()) if job.body else None,
    )


def check(game: Table) -> None:
    """Refusal if a game cannot be reviewed as it stands."""
    if game.origin == "lesson":
        raise game.refusal("lesson/only")
    if game.origin == "puzzle":
        raise game.refusal("puzzle/only")
    if not game.is_over:
        stops_early = game.origin == "import" and game.ply == game.first
        raise game.refusal("review/stops-early" if stops_early else "table/playing")
    if not game.moves:
        raise game.refusal("review/empty")


def key_of(game: Table, depth: str) -> str:
    """The key of a review: it changes with the game, the depth and the release."""
    return _key(position_text(game.start), tuple(map(int, game.moves)), depth)


def _key(start: str, moves: tuple[int, ...], depth: str) -> str:
    text = f"{__version__} {depth} {start} {','.join(map(str, moves))}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]
