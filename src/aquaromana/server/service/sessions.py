"""Sessions at a table: join, leave, permissions rechecked after a change, and the presence broadcast."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as changed

from aquaromana.server.protocol.messages import Presence
from aquaromana.server.service.audience import Outgoing, Subscriber
from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.service.observer import TableObserver
from aquaromana.server.service.presence import PresenceTracker, Session
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.outcomes import Requester

_CROWD: Final = 0.3
"""Seconds for which arriving spectators are counted together: hundreds at once are broadcast as one change."""


class Sessions(TableObserver):
    """Opens and closes sessions at tables, and broadcasts who is there."""

    def __init__(self, tracker: PresenceTracker) -> None:
        self._tracker = tracker

    @contextlib.contextmanager
    def admit(self, loaded: LoadedTable, subscriber: Subscriber) -> Iterator[None]:
        """Keep a session at a table for the duration, and send it the presence."""
        members, table = loaded.table.members, loaded.table.id
        session = Session(members.chairs(subscriber.credentials), members.is_host(subscriber.credentials))
        loaded.sessions[subscriber] = session
        self._tracker.join(table, session)
        if not self.broadcast_presence(loaded):
            subscriber.send(Outgoing(self.presence(loaded)))
        try:
            yield
        finally:
            if left := loaded.sessions.pop(subscriber, None):
                self._tracker.leave(table, left)
            if loaded.gone:
                self._tracker.forget(table)
            self.broadcast_presence(loaded)

    def expect(self, table: str, chair: int) -> None:
        """A chair has just been given to somebody, who is still away."""
        self._tracker.expect(table, chair)

    def on_broadcast(self, loaded: LoadedTable) -> None:
        self.review(loaded)
        self.broadcast_presence(loaded)

    def on_deleted(self, table: str) -> None:
        self._tracker.forget(table)

    def prune(self) -> None:
        self._tracker.prune()

    def is_present(self, table: str, chair: int) -> bool:
        """Whether somebody on this chair has an open socket."""
        return chair in self._tracker.at(table).chairs

    def review(self, loaded: LoadedTable) -> None:
        """Recheck the credentials of all sessions; one whose credentials were revoked no longer counts."""
        members, table = loaded.table.members, loaded.table.id
        known_members = (members.generations, members.people())
        if loaded.known_members == known_members:
            return
        loaded.known_members = known_members
        for subscriber, session in list(loaded.sessions.items()):
            now = replace(
                session, chairs=members.chairs(subscriber.credentials), host=members.is_host(subscriber.credentials)
            )
            if not members.may_watch(subscriber.credentials):
                self._tracker.leave(table, loaded.sessions.pop(subscriber))
            elif now != session:
                loaded.sessions[subscriber] = now
                self._tracker.join(table, now)

    def presence(self, loaded: LoadedTable) -> Presence:
        """Who is at a table."""
        members, table = loaded.table.members, loaded.table.id
        attending = self._tracker.at(table)
        people = [player for player in members.players if player.kind == "person"]
        return Presence(
            present=[player.seat for player in people if player.chair in attending.chairs],
            away={
                str(player.seat): max(self._tracker.away_since(table, player.chair), loaded.table.created)
                for player in people
                if player.chair not in attending.chairs
            },
            host=attending.host,
            watching=attending.watching,
        )

    def broadcast_presence(self, loaded: LoadedTable) -> bool:
        """Broadcast who is there, if that has changed; whether it was sent now."""
        presence, last = self.presence(loaded), loaded.audience.presence
        if last and presence != last and changed(presence, watching=last.watching) == last:
            if loaded.counting is None:
                loaded.counting = asyncio.get_running_loop().call_later(_CROWD, self._broadcast_crowd, loaded)
            return False
        return loaded.audience.broadcast_presence(presence)

    def _broadcast_crowd(self, loaded: LoadedTable) -> None:
        loaded.counting = None
        loaded.audience.broadcast_presence(self.presence(loaded))

    def requester(self, loaded: LoadedTable, credentials: Credentials) -> Requester:
        """The sender of an intent, with who else is there."""
        members, presence = loaded.table.members, self.presence(loaded)
        since = time.time() - loaded.table.options.grace
        away = [int(seat) for seat, left in presence.away.items() if left <= since]
        return Requester(
            members.seats(credentials), members.is_host(credentials), away, presence.present, presence.host
        )
