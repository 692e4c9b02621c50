"""The subscribers of one table, and the broadcast of its state to them.

Each message is encoded once and shared. Sending never blocks: a subscriber that falls too far behind is dropped.
"""

from __future__ import annotations

from typing import Final, Self

import msgspec

from aquaromana.server.light_asyncio import LightEvent
from aquaromana.server.protocol.framing import Write, framed, unframed
from aquaromana.server.protocol.messages import Bye, FromServer, Presence, State, Thinking
from aquaromana.server.table.credentials import LOCAL, Credentials
from aquaromana.server.table.table import Table

STATES: Final = 8
"""States of one version that are kept: for different seats, and for clients who know different versions."""
CROWD: Final = 8
"""From so many subscribers on, encoded messages are cached for the next one; for fewer it is not worth the memory."""

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(FromServer).decode


class Outgoing:
    """An outgoing message: the value, and its frame, encoded once."""

    __slots__ = ("_frame", "_message", "kind")

    def __init__(self, message: FromServer) -> None:
        self.kind = type(message)
        self._message: FromServer | None = message
        self._frame = b""

    @property
    def message(self) -> FromServer:
        if self._message is None:
            message: FromServer = _decode(unframed(self._frame))
            return message
        return self._message

    @property
    def text(self) -> str:
        return unframed(self.frame).decode()

    @property
    def frame(self) -> bytes:
        if not self._frame:
            self._frame = framed(_encode(self.message))
        return self._frame

    def pack(self) -> None:
        """Keep only the frame: the value takes twenty times the memory, and is rarely needed again."""
        _ = self.frame  # made now, if nobody has wanted it yet
        self._message = None


class Subscriber:
    """A subscriber, with its queue of messages not yet sent: an asynchronous iterator of Outgoing.

    What can be written at once bypasses the queue. It ends after a Bye: the server is shutting down, the table was
    deleted, the permission to watch was revoked, or the client was too slow.
    """

    __slots__ = ("_arrived", "_is_behind", "_lag", "_waiting", "_write", "credentials", "ended", "thinking")

    def __init__(
        self, lag: int, *, credentials: Credentials = LOCAL, thinking: bool = False, write: Write | None = None
    ) -> None:
        self.credentials = credentials
        self.thinking = thinking
        """Whether to send what bots think; may be changed at any time."""
        self.ended = False
        """Whether Bye was sent."""
        self._lag = lag
        self._write = write
        self._waiting: list[Outgoing] = []
        self._arrived = LightEvent()
        self._is_behind = False
        """Whether a message was taken from the queue that may not have been sent yet."""

    def send(self, *outgoing: Outgoing) -> None:
        """Send messages, without waiting for the client to read them."""
        if self._is_free and not any(each.kind is Bye for each in outgoing):
            assert self._write is not None
            if self._write(outgoing[0].frame if len(outgoing) == 1 else b"".join(each.frame for each in outgoing)):
                return
        for each in outgoing:
            self._put(each)

    @property
    def _is_free(self) -> bool:
        return not (self._write is None or self._waiting or self._is_behind or self.ended)

    def _put(self, outgoing: Outgoing) -> None:
        if self.ended:
            return
        if outgoing.kind is Bye:
            self.ended = True
        elif outgoing.kind is Thinking:
            if self._waiting and self._waiting[-1].kind is Thinking:
                self._waiting.pop()  # only the latest thought is worth hearing
        elif len(self._waiting) >= self._lag:
            self._waiting.clear()
            self._put(Outgoing(Bye(code="server/slow")))
            return
        self._waiting.append(outgoing)
        self._arrived.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Outgoing:
        self._is_behind = False
        while not self._waiting:
            if self.ended:
                raise StopAsyncIteration
            self._arrived.clear()
            await self._arrived.wait()
        self._is_behind = True
        return self._waiting.pop(0)


class Audience:
    """All subscribers of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._subscribers: set[Subscriber] = set()
        self._broadcast_version = table.version
        """The version that was last broadcast."""
        self._states: dict[tuple[int, int | None, frozenset[int], bool], Outgoing] = {}
        """By version, the version that the client knows, its seats, and whether it is a host."""
        self._choices: tuple[int, Outgoing | None] = (-1, None)
        """A version, and the choices of that version."""
        self.presence: Presence | None = None
        """Who is there, as it was last broadcast."""

    def __len__(self) -> int:
        return len(self._subscribers)

    def join(self, subscriber: Subscriber, since: int | None) -> None:
        """Send the state of the table, and every change from now on."""
        self.broadcast_changes()
        self._subscribers.add(subscriber)
        self._send_state(subscriber, since)
        self._pack()

    def leave(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)
        if not self._subscribers:
            self._clear()

    def broadcast_changes(self) -> None:
        """Broadcast the changes since the last broadcast."""
        since, self._broadcast_version = self._broadcast_version, self._table.version
        if since == self._broadcast_version or not self._subscribers:
            self._table.forget()
            return
        for subscriber in tuple(self._subscribers):
            self._send_state(subscriber, since)
        self._table.forget()
        self._pack()

    def _pack(self) -> None:
        if len(self._subscribers) < CROWD:
            self._clear()
        for outgoing in (*self._states.values(), self._choices[1]):
            if outgoing:
                outgoing.pack()

    def _clear(self) -> None:
        self._states.clear()
        self._choices = (-1, None)

    def _send_state(self, subscriber: Subscriber, since: int | None) -> None:
        if not self._table.members.may_watch(subscriber.credentials):
            subscriber.send(Outgoing(Bye(code="access/revoked")))
            return
        state = self.state(since, subscriber.credentials)
        plays = self._table.position.mover in self._table.members.seats(subscriber.credentials)
        choices = self.choices() if plays else None
        if choices:
            subscriber.send(state, choices)
        else:
            subscriber.send(state)

    def state(self, since: int | None, credentials: Credentials) -> Outgoing:
        """The state of the table, as a client with these credentials sees it."""
        version, members = self._table.version, self._table.members
        seats, host = members.seats(credentials), members.is_host(credentials)
        wanted = (version, since, seats, host)
        if known := self._states.get(wanted):
            return known
        alike = next((outgoing.message for what, outgoing in self._states.items() if what[:2] == wanted[:2]), None)
        while self._states and (next(iter(self._states))[0] != version or len(self._states) >= STATES):
            del self._states[next(iter(self._states))]
        if isinstance(alike, State):
            outgoing = Outgoing(msgspec.structs.replace(alike, yours=sorted(seats), host=host))
        else:
            outgoing = Outgoing(self._table.state(since, seats, host=host))
        self._states[wanted] = outgoing
        return outgoing

    def choices(self) -> Outgoing | None:
        """What the mover may do, None if nobody is asked."""
        version, known = self._choices
        if version != self._table.version:
            found = self._table.choices()
            known = Outgoing(found) if found else None
            self._choices = (self._table.version, known)
        return known

    def broadcast_presence(self, presence: Presence) -> bool:
        """Broadcast who is there, if that has changed; whether it has."""
        if presence == self.presence:
            return False
        self.presence = presence
        self.broadcast(presence)
        return True

    def broadcast(self, message: FromServer) -> None:
        """Send one message to all subscribers."""
        outgoing = Outgoing(message)
        for subscriber in tuple(self._subscribers):
            subscriber.send(outgoing)

    def broadcast_thinking(self, thinking: Thinking) -> None:
        """Send what a bot thinks to the subscribers that asked for it."""
        outgoing = Outgoing(thinking)
        for subscriber in self._subscribers:
            if subscriber.thinking:
                subscriber.send(outgoing)

    def dismiss(self, code: str) -> None:
        """Say goodbye to all subscribers."""
        self.broadcast(Bye(code=code))
