"""Webhooks: notifies absent players that it is their turn, with retries and backoff.

Play never waits for it, and a slow endpoint delays nobody else: retries queue behind first attempts. What cannot be
sent soon is dropped, because the next turn notifies again.
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
from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.settings import Settings
from aquaromana.server.table.changes import Change
from aquaromana.server.table.table import Table
from aquaromana.server.webhooks.outbound import OutboundClient, Target, Undelivered

if TYPE_CHECKING:
    from aquaromana.server.service.table_service import TableService

PAUSES: Final = (2.0, 10.0)
"""Seconds before each further attempt."""
WAITING: Final = 500
"""Maximum number of tables with a pending notification; further ones are dropped."""
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
    """The version at which the turn began."""

    @classmethod
    def at(cls, table: Table) -> Self | None:
        """Whose turn it is at a table, if it is a person's."""
        seat = table.snapshot.awaited_seat
        return None if seat < 0 else cls(table.id, seat, table.players[seat].chair, table.moved)


@dataclass(slots=True)
class Delivery:
    """The notification due for a table: of its last turn, because an earlier one is stale."""

    turn: Turn
    tries: int = 0
    pause: asyncio.TimerHandle | None = None
    """Runs until the next try."""


class Webhooks(TableObserver):
    """The queue of notifications, and the tasks that send them."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._service = service
        self._home = settings.public_url
        self._private = settings.webhook_private
        self._client = OutboundClient(private=settings.webhook_private)
        self._deliveries: dict[str, Delivery] = {}
        self._due: asyncio.Queue[Delivery] = asyncio.Queue()

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, service: TableService, settings: Settings) -> AsyncIterator[Self]:
        """Notify of every turn that begins meanwhile, if the settings want it."""
        webhooks = cls(service, settings)
        if not settings.webhooks:
            yield webhooks
            return
        service.observers.add(webhooks)
        tasks = [asyncio.create_task(webhooks._work(), name=f"webhooks {number}") for number in range(AT_A_TIME)]
        try:
            yield webhooks
        finally:
            service.observers.remove(webhooks)
            for delivery in webhooks._deliveries.values():
                if delivery.pause:
                    delivery.pause.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            webhooks._client.close()

    def on_persisted(self, loaded: LoadedTable, change: Change) -> None:
        """A turn may have begun for somebody who is not there."""
        table, seat = loaded.table, change.after.awaited_seat
        begins = table.moved > change.version or seat != change.before.awaited_seat
        if seat >= 0 and begins and not self._service.is_present(table.id, table.players[seat].chair):
            self.begins(table)

    def begins(self, table: Table) -> None:
        """The turn at a table began just now, for somebody who is not there."""
        turn = Turn.at(table)
        if turn is None:
            return
        delivery = self._deliveries.get(turn.table)
        if delivery is not None:  # it replaces the one before
            delivery.turn, delivery.tries = turn, 0
            if delivery.pause:
                delivery.pause.cancel()
                self._try(delivery)
        elif len(self._deliveries) < WAITING:
            self._deliveries[turn.table] = delivery = Delivery(turn)
            self._try(delivery)
        else:
            _log.warning("A turn at table %s is not notified: too many notifications wait.", turn.table)

    def _try(self, delivery: Delivery) -> None:
        delivery.pause = None
        self._due.put_nowait(delivery)

    async def _work(self) -> None:
        while True:
            delivery = await self._due.get()
            turn = delivery.turn
            again = await self._attempt(turn, again=delivery.tries > 0)
            if delivery.turn is not turn:
                self._try(delivery)
            elif again and delivery.tries < len(PAUSES):
                pause = PAUSES[delivery.tries]
                delivery.tries += 1
                delivery.pause = asyncio.get_running_loop().call_later(pause, self._try, delivery)
            else:
                del self._deliveries[turn.table]

    async def _attempt(self, turn: Turn, *, again: bool) -> bool:
        """Whether another try makes sense."""
        try:
            if not again or await self._is_due(turn):
                await self._notify(turn)
        except Undelivered as undelivered:
            _log.info("Seat %d at table %s was not notified of its turn: %s.", turn.seat, turn.table, undelivered)
            return undelivered.again
        except Refusal as refusal:
            _log.info("Seat %d at table %s was not notified of its turn: %s", turn.seat, turn.table, refusal)
        except Exception:  # noqa: BLE001 (nobody else learns about it)
            _log.exception("seat %d at table %s could not be notified of its turn", turn.seat, turn.table)
        return False

    async def _notify(self, turn: Turn) -> None:
        """Call the webhook of the player who has to decide, if there is one; Undelivered if that fails."""
        url = await self._service.webhook(turn.table, turn.chair)
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
        await self._client.send(Target.of(url, private=self._private), content)

    async def _is_due(self, turn: Turn) -> bool:
        """Whether it is still that turn, and the player is still away."""
        async with self._service.using(turn.table) as loaded:
            return Turn.at(loaded.table) == turn and not self._service.is_present(turn.table, turn.chair)
