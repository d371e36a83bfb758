"""Connections: how many there may be, how long they may take, and what they may not send.

One that reads nothing, or does not finish what it began to say, is cut; whoever else comes finds room.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Collection
from typing import Any

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import Request as Opening
from websockets.frames import Frame

from atoll.core.messages import LANGUAGES, Message
from atoll.server.address import Network, counted, inside
from atoll.server.limits import Bucket, Limits

HEADERS = 10.0  # seconds to say what one wants
FRESH = 2.0  # seconds in which a browser may open many, and is about to say why
BODY = 20.0  # seconds to send all of it
BLOCKED = 10.0  # seconds that a connection may leave unread what it was sent
CLOSING = 10.0  # seconds to part
READING = 2.0  # seconds to read that there is no room
PIECE = 4_096  # bytes of a socket that are looked at at once
CONTROLS = 60  # pings, pongs and parts of messages at once
CONTROLS_A_SECOND = 3.0
NEVER = float("inf")
TEXT = 0x81  # the first byte of a message on a socket: a text, in one part
AT_ONCE = "atoll.at_once"  # the name under which a socket lets the app send without waiting
BARE_LINE_END = re.compile(rb"(?<!\r)\n")


def plain(status: str, code: str, **values: object) -> bytes:
    """An answer to whom no language is known of."""
    texts = (Message(f"table.{code}", values).text(language) for language in LANGUAGES)
    body = "".join(f"{text[0].upper()}{text[1:]}\n" for text in texts).encode()
    lines = [f"HTTP/1.1 {status}", "content-type: text/plain; charset=utf-8", f"content-length: {len(body)}"]
    lines += [f"retry-after: {values['seconds']}"] if "seconds" in values else []
    return "\r\n".join([*lines, "connection: close", "", ""]).encode() + body


def text_head(size: int) -> bytes:
    """What comes before the bytes of a text on a socket."""
    if size < 126:
        return bytes((TEXT, size))
    return bytes((TEXT, 126)) + size.to_bytes(2) if size < 65_536 else bytes((TEXT, 127)) + size.to_bytes(8)


class Connection:
    """What the door has to know of a request or a socket."""

    door: Door
    transport: asyncio.Transport
    client: tuple[str, int] | None
    who = ""  # the address that it counts for; none behind a proxy, which keeps its own count
    speaks_until = NEVER  # when it has to have said what it began to say
    reads_until = NEVER  # when it has to have read what it was sent

    def abort(self) -> None:
        self.door.leave(self)
        self.transport.abort()


class Door:
    """Who is connected, and how long they may keep others waiting."""

    def __init__(self, most: int, limits: Limits, proxies: Collection[Network] = ()) -> None:
        self.most = most
        self.limits = limits
        self.proxies = proxies
        self.standing: dict[Connection, None] = {}  # in the order of their coming
        self._by_address: Counter[str] = Counter()
        self._unfinished: dict[str, dict[Connection, None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def admits(self, one: Connection) -> bool:
        """Whether there is room; where it is full, one that has not said yet what it wants has to go."""
        host = one.client[0] if one.client else ""
        one.who = "" if inside(host, self.proxies) else counted(host)
        limits = self.limits
        if one.who:
            unfinished = self._unfinished.get(one.who, {})
            if len(unfinished) >= limits.times(limits.unfinished_an_address):
                oldest = next(iter(unfinished))
                if oldest.speaks_until < asyncio.get_running_loop().time() + HEADERS - FRESH:
                    oldest.abort()
            if self._by_address[one.who] >= limits.times(limits.connections_an_address):
                return False
        if len(self.standing) >= self.most:
            # Of those who have most of them, for they are the fewest people.
            most = max(self._unfinished.values(), key=len, default={})
            if not most:
                return False
            next(iter(most)).abort()
        return True

    def waits_for(self, one: Connection, unfinished: bool) -> None:
        """Whether a connection has still to say what it wants."""
        if unfinished:
            self._unfinished.setdefault(one.who, {})[one] = None
        elif own := self._unfinished.get(one.who):
            own.pop(one, None)
            if not own:
                del self._unfinished[one.who]

    def enter(self, one: Connection) -> None:
        self.standing[one] = None
        self._by_address[one.who] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(1, self.look_around)

    def leave(self, one: Connection) -> None:
        if one in self.standing:
            del self.standing[one]
            self.waits_for(one, False)
            self._by_address[one.who] -= 1
            if not self._by_address[one.who]:
                del self._by_address[one.who]

    def look_around(self) -> None:
        """Cut whoever has kept others waiting too long."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(1, self.look_around)
        now = loop.time()
        for one in list(self.standing):
            if one.transport.is_closing():
                one.reads_until = min(one.reads_until, now + CLOSING)
            if now >= min(one.speaks_until, one.reads_until):
                one.abort()


class StrictRequests(h11.Connection):
    """Nothing that two readers could take for different requests."""

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            head = self.trailing_data[0].partition(b"\r\n\r\n")[0]
            if BARE_LINE_END.search(head):
                raise h11.RemoteProtocolError("a line ends without a carriage return")
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"transfer-encoding", b"content-length"} <= names:
                raise h11.RemoteProtocolError("two lengths")
        return event


class Request(Connection, H11Protocol):
    """Requests, one after the other."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn = StrictRequests(h11.SERVER)
        self._watched: object = None
        self._admitted = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._admitted = self.door.admits(self)
        self.door.enter(self)
        self.watch()
        if not self._admitted:  # whatever it says now is read past, so that it can read why
            self.speaks_until = self.loop.time() + READING
            transport.write(plain("429 Too Many Requests", "connections", seconds=10))
            transport.write_eof()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._admitted and not self.transport.is_closing():
            super().data_received(data)
            self.watch()

    def watch(self) -> None:
        """Give as much time as what is being said may take."""
        state = self.conn.their_state
        if state is self._watched:
            return
        self._watched = state
        self.door.waits_for(self, state is h11.IDLE)
        allowed = {h11.IDLE: HEADERS, h11.SEND_BODY: BODY}.get(state, NEVER)
        self.speaks_until = self.loop.time() + allowed

    def on_response_complete(self) -> None:
        if self.conn.their_state is not h11.SEND_BODY:
            self._watched, self.speaks_until = None, NEVER
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.door.leave(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(plain("400 Bad Request", "not_http"))
            self.transport.close()
        else:
            self.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reads_until = self.loop.time() + BLOCKED

    def resume_writing(self) -> None:
        super().resume_writing()
        self.reads_until = NEVER


class Socket(Connection, WebSocketsSansIOProtocol):
    """A socket. Nothing more is read from it while its page does not read, or while what it asked is being answered."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._blocked = False
        self._unread = b""
        self._unsent: list[bytes] = []
        self._controls = Bucket(CONTROLS, CONTROLS_A_SECOND)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.who = "" if inside(host, self.door.proxies) else counted(host)
        self.door.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        self._unread = b""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        while self._unread and not (self.read_paused or self._blocked or self.transport.is_closing()):
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            super().data_received(piece)
        if not (self.read_paused or self._blocked):
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    def handle_connect(self, event: Opening) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}

    def send_at_once(self, content: bytes) -> bool:
        """Send a message, together with whatever else is said in this moment, unless the page is behind."""
        if self._blocked or self.close_sent or self.transport.is_closing():
            return False
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent += (text_head(len(content)), content)
        return True

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not self.transport.is_closing():
            self.transport.write(b"".join(unsent))

    async def send(self, message: ASGISendEvent) -> None:
        self._flush()  # what was said first comes first
        await super().send(message)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._blocked = True
        self.transport.pause_reading()
        self.reads_until = self.loop.time() + BLOCKED

    def resume_writing(self) -> None:
        super().resume_writing()
        self._blocked = False
        self.reads_until = NEVER
        self._read_on()

    # Whatever asks nothing of a table is rare, unless somebody means harm.

    def handle_ping(self) -> None:
        super().handle_ping()
        self._rare()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._rare()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._rare()

    def _rare(self) -> None:
        if not self._controls.take():
            self.abort()


def protocols(door: Door) -> tuple[type[Request], type[Socket]]:
    """Requests and sockets that come through a door."""
    request = type("Request", (Request,), {"door": door})
    socket = type("Socket", (Socket,), {"door": door})
    return request, socket
