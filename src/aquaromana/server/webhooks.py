"""Tells people elsewhere that it is their turn: an address of theirs is called when they are not at the table.

Play never waits for it. What cannot be sent soon is dropped: the next turn is news again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import msgspec

from aquaromana.server.courier import Courier, Target, Undelivered
from aquaromana.server.errors import Refusal
from aquaromana.server.settings import Settings
from aquaromana.server.tables import Table

if TYPE_CHECKING:
    from aquaromana.server.hall import Hall

PAUSES: Final = (2.0, 10.0)
"""Seconds before each further try."""
WAITING: Final = 500
"""Turns that wait to be told; with one more, it is not told."""
AT_A_TIME: Final = 4

_log = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody has to decide."""

    table: str
    seat: int
    chair: int
    moved: int
    """The version since which it is so."""

    @classmethod
    def at(cls, table: Table) -> Self | None:
        """Whose turn it is at a table, if it is a person's."""
        seat = table.standing.thinker
        return None if seat < 0 else cls(table.id, seat, table.players[seat].chair, table.moved)


class Webhooks:
    """The turns that are still to be told, and those who tell them."""

    def __init__(self, hall: Hall, settings: Settings) -> None:
        self._hall = hall
        self._home = settings.public_url
        self._private = settings.webhook_private
        self._courier = Courier(private=settings.webhook_private)
        self._waiting: asyncio.Queue[Turn] = asyncio.Queue(WAITING)

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, hall: Hall, settings: Settings) -> AsyncIterator[Self]:
        """Tell of every turn that begins meanwhile, if the settings want it."""
        webhooks = cls(hall, settings)
        if not settings.webhooks:
            yield webhooks
            return
        hall.on_turn = webhooks.begins
        tasks = [asyncio.create_task(webhooks._work(), name=f"webhooks {number}") for number in range(AT_A_TIME)]
        try:
            yield webhooks
        finally:
            hall.on_turn = None
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            webhooks._courier.close()

    def begins(self, table: Table) -> None:
        """The turn at a table began just now, for somebody who is not there."""
        turn = Turn.at(table)
        if turn is None:
            return
        try:
            self._waiting.put_nowait(turn)
        except asyncio.QueueFull:
            _log.warning("A turn at table %s is not told: too many wait.", turn.table)

    async def _work(self) -> None:
        while True:
            turn = await self._waiting.get()
            try:
                await self._tell(turn)
            except Undelivered as undelivered:
                _log.info("The turn of seat %d at table %s was not told: %s.", turn.seat, turn.table, undelivered)
            except Refusal as refusal:
                _log.info("The turn of seat %d at table %s was not told: %s", turn.seat, turn.table, refusal)
            except Exception:  # noqa: BLE001 (nobody else learns about it)
                _log.exception("the turn of seat %d at table %s could not be told", turn.seat, turn.table)

    async def _tell(self, turn: Turn) -> None:
        """Call the address of whoever has to decide, as long as he has to and is away; Undelivered in the end."""
        url = await self._hall.webhook(turn.table, turn.chair)
        if not url:
            return
        target = Target.of(url, private=self._private)
        content = _encode(
            {
                "table": turn.table,
                "seat": turn.seat,
                "event": "your-turn",
                "url": f"{self._home}/#/table/{turn.table}",
            }
        )
        for pause in (*PAUSES, None):
            try:
                await self._courier.send(target, content)
            except Undelivered as undelivered:
                if pause is None or not undelivered.again:
                    raise
                await asyncio.sleep(pause)
                if not await self._is_due(turn):
                    return
            else:
                return

    async def _is_due(self, turn: Turn) -> bool:
        """Whether it is still that turn, and nobody has come."""
        async with self._hall.using(turn.table) as opened:
            return Turn.at(opened.table) == turn and not self._hall.is_present(turn.table, turn.chair)
