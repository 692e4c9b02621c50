"""Who comes to a table and goes again, and what the others are told of it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as changed

from aquaromana.server.protocol.messages import Presence
from aquaromana.server.service.audience import Told, Watcher
from aquaromana.server.service.cache import Opened
from aquaromana.server.service.presence import Attendance, Guest
from aquaromana.server.table.credentials import Actor
from aquaromana.server.table.outcomes import Doer

_CROWD: Final = 0.3
"""Seconds in which spectators are counted together: of hundreds who come at once nobody has to hear one by one."""


class Porter:
    """Knows the people at the tables of this process, and through its attendance those of others."""

    def __init__(self, attendance: Attendance) -> None:
        self._attendance = attendance

    @contextlib.contextmanager
    def lets_in(self, opened: Opened, watcher: Watcher) -> Iterator[None]:
        """Somebody is at a table meanwhile; he hears who else is."""
        company, table = opened.table.company, opened.table.id
        guest = Guest(company.chairs(watcher.actor), company.is_host(watcher.actor))
        opened.guests[watcher] = guest
        self._attendance.join(table, guest)
        if not self.tell(opened):
            watcher.tell(Told(self.presence(opened)))
        try:
            yield
        finally:
            if left := opened.guests.pop(watcher, None):
                self._attendance.leave(table, left)
            if opened.gone:
                self.forget(table)
            self.tell(opened)

    def expect(self, table: str, chair: int) -> None:
        """Somebody has just been given a chair."""
        self._attendance.expect(table, chair)

    def forget(self, table: str) -> None:
        self._attendance.forget(table)

    def prune(self) -> None:
        self._attendance.prune()

    def is_present(self, table: str, chair: int) -> bool:
        """Whether somebody on this chair has an open socket."""
        return chair in self._attendance.at(table).chairs

    def review(self, opened: Opened) -> None:
        """See whether the passes of those who are there are still good; whose are not counts for nothing."""
        company, table = opened.table.company, opened.table.id
        passes = (company.generations, company.people())
        if opened.passes == passes:
            return
        opened.passes = passes
        for watcher, guest in list(opened.guests.items()):
            now = replace(guest, chairs=company.chairs(watcher.actor), host=company.is_host(watcher.actor))
            if not company.may_watch(watcher.actor):
                self._attendance.leave(table, opened.guests.pop(watcher))
            elif now != guest:
                opened.guests[watcher] = now
                self._attendance.join(table, now)

    def presence(self, opened: Opened) -> Presence:
        """Who is at a table."""
        company, table = opened.table.company, opened.table.id
        attending = self._attendance.at(table)
        people = [player for player in company.players if player.kind == "person"]
        return Presence(
            present=[player.seat for player in people if player.chair in attending.chairs],
            away={
                str(player.seat): max(self._attendance.away_since(table, player.chair), opened.table.created)
                for player in people
                if player.chair not in attending.chairs
            },
            host=attending.host,
            watching=attending.watching,
        )

    def tell(self, opened: Opened) -> bool:
        """Tell all who is there, if that has changed; whether they were told."""
        presence, told = self.presence(opened), opened.audience.presence
        if told and presence != told and changed(presence, watching=told.watching) == told:
            if opened.counting is None:
                opened.counting = asyncio.get_running_loop().call_later(_CROWD, self._tell_crowd, opened)
            return False
        return opened.audience.tell_presence(presence)

    def _tell_crowd(self, opened: Opened) -> None:
        opened.counting = None
        opened.audience.tell_presence(self.presence(opened))

    def doer(self, opened: Opened, actor: Actor) -> Doer:
        """Somebody who wants something, with all who are there."""
        company, presence = opened.table.company, self.presence(opened)
        since = time.time() - opened.table.options.grace
        away = [int(seat) for seat, left in presence.away.items() if left <= since]
        return Doer(company.seats(actor), company.is_host(actor), away, presence.present, presence.host)
