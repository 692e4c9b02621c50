"""Who watches a table, and what they are told.

Whatever is told is encoded once and shared by all who hear the same. Telling never waits: a watcher who does not keep
up is dropped, and everybody else hears on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Self

import msgspec

from aquaromana.server.actors import LOCAL, Actor
from aquaromana.server.messages import Bye, Choices, FromServer, Presence, State, Thinking
from aquaromana.server.tables import Table

STATES: Final = 8
"""States of one version that are kept: for different seats, and for clients who know different versions."""

_encode: Final = msgspec.json.Encoder().encode


class Told:
    """A message on its way: the value, and its text for the wire, made once."""

    __slots__ = ("_text", "message")

    def __init__(self, message: FromServer) -> None:
        self.message = message
        self._text: str | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = _encode(self.message).decode()
        return self._text


class Watcher:
    """One who watches a table, with the messages that he has not heard yet: an asynchronous iterator of Told.

    It ends after a Bye: the server is about to end, the table was deleted, he may no longer watch it, or was too slow.
    """

    def __init__(self, lag: int, *, actor: Actor = LOCAL, thinking: bool = False) -> None:
        self.actor = actor
        self.thinking = thinking
        """Whether he wants to hear what bots think; may be changed at any time."""
        self.ended = asyncio.Event()
        """Set with the Bye: whoever is stuck in sending can give up."""
        self._lag = lag
        self._waiting: deque[Told] = deque()
        self._news = asyncio.Event()

    def tell(self, told: Told) -> None:
        """Let him hear something, without waiting for him."""
        if self.ended.is_set():
            return
        if isinstance(told.message, Bye):
            self.ended.set()
        elif isinstance(told.message, Thinking):
            if self._waiting and isinstance(self._waiting[-1].message, Thinking):
                self._waiting.pop()  # only the latest thought is worth hearing
        elif len(self._waiting) >= self._lag:
            self._waiting.clear()
            self.tell(Told(Bye(code="server/slow")))
            return
        self._waiting.append(told)
        self._news.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Told:
        while not self._waiting:
            if self.ended.is_set():
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()


class Audience:
    """All who watch one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._watchers: set[Watcher] = set()
        self._told = table.version
        self._states: dict[tuple[int, int | None, frozenset[int], bool], Told] = {}
        self._choices: Told | None = None
        self.presence: Presence | None = None
        """As it was told last."""

    def __len__(self) -> int:
        return len(self._watchers)

    def join(self, watcher: Watcher, since: int | None) -> None:
        """Tell him where the table stands, and from now on every change."""
        self.changed()
        self._watchers.add(watcher)
        self._tell_state(watcher, since)
        if choices := self._choices_for(watcher):
            watcher.tell(choices)

    def leave(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)
        if not self._watchers:
            self._states.clear()
            self._choices = None

    def changed(self) -> None:
        """Tell what the table has that was not told yet."""
        since, self._told = self._told, self._table.version
        if since == self._told or not self._watchers:
            return
        for watcher in tuple(self._watchers):
            self._tell_state(watcher, since)
        for watcher in tuple(self._watchers):
            if choices := self._choices_for(watcher):
                watcher.tell(choices)

    def _tell_state(self, watcher: Watcher, since: int | None) -> None:
        if self._table.company.may_watch(watcher.actor):
            watcher.tell(self.state(since, watcher.actor))
        else:
            watcher.tell(Told(Bye(code="access/revoked")))

    def state(self, since: int | None, actor: Actor) -> Told:
        """Where the table stands now, for somebody with these passes."""
        version, company = self._table.version, self._table.company
        seats, host = company.seats(actor), company.is_host(actor)
        wanted = (version, since, seats, host)
        if known := self._states.get(wanted):
            return known
        alike = next((told.message for what, told in self._states.items() if what[:2] == wanted[:2]), None)
        while self._states and (next(iter(self._states))[0] != version or len(self._states) >= STATES):
            del self._states[next(iter(self._states))]
        if isinstance(alike, State):
            told = Told(msgspec.structs.replace(alike, yours=sorted(seats), host=host))
        else:
            told = Told(self._table.state(since, seats, host=host))
        self._states[wanted] = told
        return told

    def choices(self) -> Told | None:
        """What the mover may do, None if nobody is asked."""
        known = self._choices
        if known and isinstance(known.message, Choices) and known.message.version == self._table.version:
            return known
        found = self._table.choices()
        self._choices = Told(found) if found else None
        return self._choices

    def _choices_for(self, watcher: Watcher) -> Told | None:
        plays = self._table.position.mover in self._table.company.seats(watcher.actor)
        return self.choices() if plays else None

    def tell_presence(self, presence: Presence) -> bool:
        """Tell who is there, if that has changed; whether it has."""
        if presence == self.presence:
            return False
        self.presence = presence
        self.tell(presence)
        return True

    def tell(self, message: FromServer) -> None:
        """Tell everybody the same."""
        told = Told(message)
        for watcher in tuple(self._watchers):
            watcher.tell(told)

    def think(self, thinking: Thinking) -> None:
        """Tell what a bot thinks to those who want to hear it."""
        told = Told(thinking)
        for watcher in self._watchers:
            if watcher.thinking:
                watcher.tell(told)

    def dismiss(self, code: str) -> None:
        """Tell everybody to go."""
        self.tell(Bye(code=code))
