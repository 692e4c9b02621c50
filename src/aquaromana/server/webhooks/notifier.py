"""Tells people elsewhere that it is their turn: an address of theirs is called when they are not at the table.

Play never waits for it, and nobody for an address that does not answer: a further try comes later, and others go before
it. What cannot be sent soon is dropped: the next turn is news again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import msgspec

from aquaromana.server.errors import Refusal
from aquaromana.server.settings import Settings
from aquaromana.server.table.table import Table
from aquaromana.server.webhooks.outbound import Courier, Target, Undelivered

if TYPE_CHECKING:
    from aquaromana.server.service.table_service import TableService

PAUSES: Final = (2.0, 10.0)
"""Seconds before each further try."""
WAITING: Final = 500
"""Tables of which a turn waits to be told; with one more, it is not told."""
AT_A_TIME: Final = 16

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
        seat = table.standing.awaited_seat
        return None if seat < 0 else cls(table.id, seat, table.players[seat].chair, table.moved)


@dataclass(slots=True)
class Errand:
    """What is to be told of a table: its last turn, for one before is no news."""

    turn: Turn
    tries: int = 0
    pause: asyncio.TimerHandle | None = None
    """Runs until the next try."""


class Webhooks:
    """The turns that are still to be told, and those who tell them."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._hall = service
        self._home = settings.public_url
        self._private = settings.webhook_private
        self._courier = Courier(private=settings.webhook_private)
        self._errands: dict[str, Errand] = {}
        self._due: asyncio.Queue[Errand] = asyncio.Queue()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, service: TableService, settings: Settings) -> AsyncIterator[Self]:
        """Tell of every turn that begins meanwhile, if the settings want it."""
        webhooks = cls(service, settings)
        if not settings.webhooks:
            yield webhooks
            return
        service.on_turn = webhooks.begins
        tasks = [asyncio.create_task(webhooks._work(), name=f"webhooks {number}") for number in range(AT_A_TIME)]
        try:
            yield webhooks
        finally:
            service.on_turn = None
            for errand in webhooks._errands.values():
                if errand.pause:
                    errand.pause.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            webhooks._courier.close()

    def begins(self, table: Table) -> None:
        """The turn at a table began just now, for somebody who is not there."""
        turn = Turn.at(table)
        if turn is None:
            return
        errand = self._errands.get(turn.table)
        if errand is not None:  # it is told instead of the one before
            errand.turn, errand.tries = turn, 0
            if errand.pause:
                errand.pause.cancel()
                self._try(errand)
        elif len(self._errands) < WAITING:
            self._errands[turn.table] = errand = Errand(turn)
            self._try(errand)
        else:
            _log.warning("A turn at table %s is not told: too many wait.", turn.table)

    def _try(self, errand: Errand) -> None:
        errand.pause = None
        self._due.put_nowait(errand)

    async def _work(self) -> None:
        while True:
            errand = await self._due.get()
            turn = errand.turn
            again = await self._told(turn, again=errand.tries > 0)
            if errand.turn is not turn:
                self._try(errand)
            elif again and errand.tries < len(PAUSES):
                pause = PAUSES[errand.tries]
                errand.tries += 1
                errand.pause = asyncio.get_running_loop().call_later(pause, self._try, errand)
            else:
                del self._errands[turn.table]

    async def _told(self, turn: Turn, *, again: bool) -> bool:
        """Whether another try makes sense."""
        try:
            if not again or await self._is_due(turn):
                await self._tell(turn)
        except Undelivered as undelivered:
            _log.info("The turn of seat %d at table %s was not told: %s.", turn.seat, turn.table, undelivered)
            return undelivered.again
        except Refusal as refusal:
            _log.info("The turn of seat %d at table %s was not told: %s", turn.seat, turn.table, refusal)
        except Exception:  # noqa: BLE001 (nobody else learns about it)
            _log.exception("the turn of seat %d at table %s could not be told", turn.seat, turn.table)
        return False

    async def _tell(self, turn: Turn) -> None:
        """Call the address of whoever has to decide, if he has one; Undelivered if that is in vain."""
        url = await self._hall.webhook(turn.table, turn.chair)
        if not url:
            return
        content = _encode(
            {
                "table": turn.table,
                "seat": turn.seat,
                "event": "your-turn",
                "url": f"{self._home}/#/table/{turn.table}",
            }
        )
        await self._courier.send(Target.of(url, private=self._private), content)

    async def _is_due(self, turn: Turn) -> bool:
        """Whether it is still that turn, and nobody has come."""
        async with self._hall.using(turn.table) as loaded:
            return Turn.at(loaded.table) == turn and not self._hall.is_present(turn.table, turn.chair)
