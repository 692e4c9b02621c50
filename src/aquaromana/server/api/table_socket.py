"""The WebSocket endpoint for live play, `/api/tables/{id}/live`: one JSON message per text frame.

Clients without permission to watch are refused at the handshake. After that every message is answered, or refused with
a code. Permissions are checked here first, so that a refusal costs little; the checks that count are made under the
table's lock: of the role in `service.commands`, of the seat and its turn in `Table.propose`. What is not a message
closes the socket: 1003 for binary, 1007 for invalid UTF-8, 1008 for too many messages, 1009 for too large a message.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any, Final, NoReturn

import msgspec
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from aquaromana.rules.errors import Reason
from aquaromana.server import metrics
from aquaromana.server.api import links
from aquaromana.server.api.client_messages import decode
from aquaromana.server.api.identity import Identity, identify
from aquaromana.server.api.tokens import TokenSigner
from aquaromana.server.errors import Refusal, ServerReason
from aquaromana.server.middleware.address_limits import AddressLimits, address_of, client_key
from aquaromana.server.middleware.shutdown import is_broken_off
from aquaromana.server.middleware.socket_limit import CloseSocket, SocketLimit
from aquaromana.server.protocol.framing import (
    BINARY,
    EXTENSION,
    FAILED,
    FORBIDDEN,
    GONE,
    POLICY,
    RESTART,
    UNKNOWN,
    Write,
    framed,
)
from aquaromana.server.protocol.intents import AnyIntent, Rematch
from aquaromana.server.protocol.messages import (
    PROTOCOL,
    Accepted,
    Answer,
    Ask,
    AskLinks,
    Bye,
    FromClient,
    FromServer,
    Hello,
    Links,
    Ping,
    Play,
    Pong,
    Preview,
    Previewed,
    Refused,
    Say,
    Watch,
)
from aquaromana.server.rate_limiter import RateLimiter
from aquaromana.server.responses import failure
from aquaromana.server.service.audience import Subscriber
from aquaromana.server.service.cache import LoadedTable
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.table.ids import is_table_id

HELLO: Final = 15.0
"""Seconds that a client may take for its first message."""
CHANGE_COST: Final = 0.001
SEND_COST: Final = 0.00005
"""Seconds that a change takes, and to send it to one more subscriber."""
SEND_TIMEOUT: Final = 10.0
"""Seconds that a message may wait for a client who does not read."""
LAST_WORDS: Final = 1.5
"""Seconds for an answer that is under way when the server ends."""

Served = Play | Preview | Ask | AskLinks | Say | AnyIntent
"""What is answered by its id."""

_ENDS: Final = {
    "server/restart": RESTART,
    "table/deleted": UNKNOWN,
    "table/unknown": UNKNOWN,
    "table/damaged": UNKNOWN,
    "access/revoked": FORBIDDEN,
}
"""How a socket is closed for these reasons."""

_log = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode


class LiveSocketMiddleware:
    """Takes the sockets at which people play or watch, past the routes: what those add stays with each as long as it.

    To a table with hundreds of guests that would be most of the memory.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = ROUTE.path_regex.match(scope["path"]) if scope["type"] == "websocket" else None
        if asked:
            scope["route"] = ROUTE
            await _live(WebSocket(scope, receive, send), asked["id"])
        else:
            await self.app(scope, receive, send)


async def _live(socket: WebSocket, table: str) -> None:
    """Play at a table, or watch it, until the server ends."""
    try:
        await _welcome(socket, table)
    except asyncio.CancelledError:
        if not is_broken_off():
            raise
        if socket.application_state is WebSocketState.CONNECTING:
            await _deny(socket, "server/restart")
        else:
            _abort(socket)  # everybody was notified, and this one does not read


async def _welcome(socket: WebSocket, table: str) -> None:
    state = socket.app.state
    socket_limit: SocketLimit = state.socket_limit
    identity = identify(socket, table)
    if code := await _barred(state.service, table, identity):
        await _deny(socket, code)
        return
    await socket.accept()
    wire = _wire(socket)
    try:
        with socket_limit.admit(address_of(socket.scope), wire.get("gone")):
            if admitted := wire.get("admitted"):
                admitted()
            await Conversation(socket, table, identity).run()
    except CloseSocket as close:
        await _close(socket, close.code, close.reason)
    except WebSocketDisconnect:
        pass
    except TimeoutError:
        _abort(socket)


async def _barred(service: TableService, table: str, identity: Identity) -> str:
    """Why somebody may not even come in; what is wrong with the table itself is said inside."""
    try:
        identity.check(await service.members(table), "live")
    except Refusal as refusal:
        return refusal.code if refusal.code.startswith("access/") else ""
    return ""


async def _deny(socket: WebSocket, code: str) -> None:
    """Refuse the handshake: 403, and a word why for those who can read it."""
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(failure(code))
    else:
        await socket.close(POLICY, code)


ROUTE: Final = WebSocketRoute("/api/tables/{id}/live", _live)


class Conversation:
    """What is said on one socket."""

    def __init__(self, socket: WebSocket, table: str, identity: Identity) -> None:
        self.socket = socket
        self.table = table
        self.identity = identity
        self.service: TableService = socket.app.state.service
        self.settings: Settings = socket.app.state.settings
        self._write: Write | None = _wire(socket).get("write")
        self._messages = RateLimiter(self.settings.message_count, self.settings.message_window)
        self._serving = asyncio.Lock()
        limits: AddressLimits = socket.app.state.limits
        self._work = limits.work
        self._who = client_key(socket.scope)

    async def run(self) -> None:
        """Until one of the two sides ends it."""
        hello = await self._hello()
        await self._work.turn(self._who)
        if not is_table_id(self.table):
            raise CloseSocket(UNKNOWN, "table/unknown")
        credentials = self.identity.credentials
        if self.settings.access == "shared" and (credentials.chairs or credentials.host is not None):
            self.service.assign_bots(self.table, self._who)
        try:
            async with self.service.watch(
                self.table, since=hello.since, credentials=self.identity.credentials, write=self._write
            ) as subscriber:
                await self._converse(subscriber)
        except Refusal as refusal:
            # Links can be replaced between the handshake and the first word.
            code = "access/revoked" if refusal.code.startswith("access/") else refusal.code
            raise CloseSocket(_ENDS.get(code, FAILED), code) from None

    async def _hello(self) -> Hello:
        socket_limit: SocketLimit = self.socket.app.state.socket_limit
        try:
            async with socket_limit.hello_timeout(HELLO):
                message = await self._receive()
        except TimeoutError:
            if not socket_limit.ending:
                raise
            await self._say(Bye(code="server/restart"))
            raise CloseSocket(RESTART, "server/restart") from None
        if not isinstance(message, Hello):
            reason = message if isinstance(message, Reason) else ServerReason("message/hello")
            await self._refuse("", reason)
            raise CloseSocket(POLICY, reason.code)
        if message.protocol != PROTOCOL:
            await self._refuse("", ServerReason("message/protocol", {"found": message.protocol, "expected": PROTOCOL}))
            raise CloseSocket(POLICY, "message/protocol")
        return message

    async def _converse(self, subscriber: Subscriber) -> None:
        """Send changes and answer messages, at the same time, until one of them ends."""
        sending = asyncio.ensure_future(self._send_changes(subscriber))
        answering = asyncio.ensure_future(self._answer(subscriber))
        try:
            await asyncio.wait((sending, answering), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, answering):
                task.cancel()
            ends = await asyncio.gather(sending, answering, return_exceptions=True)
        for end in sorted((each for each in ends if isinstance(each, Exception)), key=_urgency):
            raise end

    async def _send_changes(self, subscriber: Subscriber) -> NoReturn:
        bye = "server/restart"
        async for each in subscriber:
            await self._send(each.text)
            if each.kind is Bye and isinstance(each.message, Bye):
                bye = each.message.code
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._serving.acquire()  # what is under way is answered, and nothing else begins
        raise CloseSocket(_ENDS.get(bye, POLICY), bye)

    async def _answer(self, subscriber: Subscriber) -> NoReturn:
        while True:
            message = await self._receive()
            if isinstance(message, Ping):  # less than it takes to count it
                await self._note(message, subscriber)
            else:
                await self._work.run(self._who, self._handle(message, subscriber))

    async def _handle(self, message: FromClient | Reason, subscriber: Subscriber) -> None:
        if isinstance(message, Reason):
            await self._refuse("", message)
        elif isinstance(message, Hello):
            await self._refuse("", ServerReason("message/hello"))
        elif isinstance(message, Watch | Ping):
            await self._note(message, subscriber)
        else:
            await self._serve(message)
            if not isinstance(message, Preview | Ask | AskLinks):
                self._work.charge(self._who, broadcast_cost(self.service.peek(self.table), message))

    async def _note(self, message: Watch | Ping, subscriber: Subscriber) -> None:
        """Do what needs no id."""
        try:
            await self._check(message)
        except Refusal as refusal:
            await self._refuse("", refusal.reason, refusal.version)
            return
        if isinstance(message, Watch):
            subscriber.thinking = message.thinking
        else:
            await self._say(Pong(at=time.time()))

    async def _check(self, message: FromClient) -> None:
        """Refusal if somebody may not say this, as the registry has it."""
        self.identity.check(await self.service.members(self.table), type(message))

    async def _serve(self, message: Served) -> None:
        try:
            async with self._serving:
                await self._check(message)
                await self._say(await self._dispatch(message))
        except Refusal as refusal:
            await self._refuse(message.id, refusal.reason, refusal.version)
        except (WebSocketDisconnect, TimeoutError, CloseSocket):
            raise
        except Exception:  # noqa: BLE001 (nobody else learns about it)
            _log.exception("%s at table %s failed", type(message).__name__, self.table)
            await self._refuse(message.id, ServerReason("server/failed"))

    async def _dispatch(self, message: Served) -> Accepted | Previewed | Answer | Links:
        """Hand a message to the service; the answer."""
        service, table, credentials = self.service, self.table, self.identity.credentials
        if isinstance(message, Play):
            with metrics.played():
                return await service.play(table, message, credentials)
        if isinstance(message, Preview):
            return await service.preview(table, message)
        if isinstance(message, Ask):
            return await service.ask(table, message)
        if isinstance(message, Say):
            return await service.say(table, message, credentials)
        if isinstance(message, AskLinks):
            if credentials.local:
                raise Refusal.of("access/local")
            tokens: TokenSigner = self.socket.app.state.tokens
            return links.links(message.id, table, await service.members(table), credentials, tokens)
        if isinstance(message, Rematch):
            await self._count_table()
        return await service.apply(table, message, credentials)

    async def _count_table(self) -> None:
        """Refusal if a rematch would be one table too many; the one that is there already costs nothing."""
        info = await self.service.info(self.table)
        if info.status == "over" and not info.next:
            limits: AddressLimits = self.socket.app.state.limits
            limits.table(address_of(self.socket.scope))

    # The wire.

    async def _receive(self) -> FromClient | Reason:
        """The next message, or why it is none."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1005))
        if not self._messages.allows(time.monotonic()):
            raise CloseSocket(POLICY, "message/too-many")
        text = event.get("text")
        if text is None:
            raise CloseSocket(BINARY, "message/binary")
        return decode(text)

    async def _refuse(self, message_id: str, reason: Reason, version: int = 0) -> None:
        await self._say(
            Refused(id=message_id, code=reason.code, clause=reason.clause, args=dict(reason.args), version=version)
        )

    async def _say(self, message: FromServer) -> None:
        text = _encode(message)
        if not (self._write and self._write(framed(text))):
            await self._send(text.decode())

    async def _send(self, text: str) -> None:
        """Give a message to the wire; TimeoutError if the other side does not read."""
        if self.socket.application_state is WebSocketState.DISCONNECTED:
            raise WebSocketDisconnect(GONE)  # the other half of the conversation heard so a moment ago
        async with asyncio.timeout(SEND_TIMEOUT):
            await self.socket.send_text(text)


def broadcast_cost(loaded: LoadedTable | None, message: Served) -> float:
    """About how many seconds it takes to make a change and to broadcast it, by now or soon, with what follows it.

    A try at a puzzle is judged and answered, a step of a lesson goes on by itself.
    """
    if loaded is None:
        return CHANGE_COST
    changes = 3 if loaded.table.puzzle and isinstance(message, Play) else 2 if loaded.table.lesson else 1
    return changes * (CHANGE_COST + SEND_COST * len(loaded.audience))


def _urgency(error: Exception) -> int:
    """What the two halves of a conversation ended with, the decisive one first."""
    return 0 if isinstance(error, CloseSocket) else 1 if isinstance(error, TimeoutError) else 2


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        try:
            async with asyncio.timeout(SEND_TIMEOUT):
                await socket.close(code, reason)
        except (RuntimeError, WebSocketDisconnect):
            pass  # the other side was faster
        except TimeoutError:
            _abort(socket)


def _abort(socket: WebSocket) -> None:
    """Drop a connection whose other side does not read: there is no way to say goodbye."""
    if abort := _wire(socket).get("abort"):
        abort()


def _wire(socket: WebSocket) -> dict[str, Any]:
    """What the protocol offers beyond every server's features; empty under another server."""
    extensions = socket.scope.get("extensions") or {}
    wire: dict[str, Any] = extensions.get(EXTENSION, {})
    return wire
