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
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.outcomes import Requester

_CROWD: Final = 0.3
"""Seconds in which spectators are counted together: of hundreds who come at once nobody has to hear one by one."""


class Porter:
    """Knows the people at the tables of this process, and through its attendance those of others."""

    def __init__(self, attendance: Attendance) -> None:
        self._attendance = attendance

    @contextlib.contextmanager
    def lets_in(self, opened: Opened, watcher: Watcher) -> Iterator[None]:
        """Somebody is at a table meanwhile; he hears who else is."""
        members, table = opened.table.members, opened.table.id
        guest = Guest(members.chairs(watcher.credentials), members.is_host(watcher.credentials))
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
        members, table = opened.table.members, opened.table.id
        known_members = (members.generations, members.people())
        if opened.known_members == known_members:
            return
        opened.known_members = known_members
        for watcher, guest in list(opened.guests.items()):
            now = replace(guest, chairs=members.chairs(watcher.credentials), host=members.is_host(watcher.credentials))
            if not members.may_watch(watcher.credentials):
                self._attendance.leave(table, opened.guests.pop(watcher))
            elif now != guest:
                opened.guests[watcher] = now
                self._attendance.join(table, now)

    def presence(self, opened: Opened) -> Presence:
        """Who is at a table."""
        members, table = opened.table.members, opened.table.id
        attending = self._attendance.at(table)
        people = [player for player in members.players if player.kind == "person"]
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

    def requester(self, opened: Opened, credentials: Credentials) -> Requester:
        """Somebody who wants something, with all who are there."""
        members, presence = opened.table.members, self.presence(opened)
        since = time.time() - opened.table.options.grace
        away = [int(seat) for seat, left in presence.away.items() if left <= since]
        return Requester(
            members.seats(credentials), members.is_host(credentials), away, presence.present, presence.host
        )
