"""A line between a server and its database that is slow, freezes, or is cut, when a test says so."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable


class Proxy:
    """A real TCP proxy, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.delay = 0.0  # seconds that everything takes, either way
        self._loop = asyncio.new_event_loop()
        self._lines: set[asyncio.StreamWriter] = set()
        self._refusing = False
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._thread.start()

    def freeze(self) -> None:
        """Nothing comes through any more, and nobody is told; new lines are taken, and stay silent too."""
        self._do(self._flowing.clear)

    def thaw(self) -> None:
        self._do(self._flowing.set)

    def cut(self, refuse: bool = False) -> None:
        """End all lines at once, and refuse new ones if it is said, until they are let in again."""

        def end() -> None:
            self._refusing = refuse
            for line in self._lines:
                line.transport.abort()

        self._do(end)

    def let_in(self) -> None:
        self._refusing = False

    def close(self) -> None:
        self.cut(refuse=True)
        self._flowing.set()
        self._do(self._server.close)
        asyncio.run_coroutine_threadsafe(self._ended(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _ended(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _do(self, action: Callable[[], object]) -> None:
        async def do() -> None:
            action()

        asyncio.run_coroutine_threadsafe(do(), self._loop).result(10)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refusing:
            writer.transport.abort()
            return
        there, to_there = await asyncio.open_connection("127.0.0.1", self._target)
        ends = {writer, to_there}
        self._lines |= ends
        try:
            ways = [asyncio.create_task(self._carry(*way)) for way in ((reader, to_there), (there, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
        finally:
            self._lines -= ends
            for end in ends:
                end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while content := await reader.read(65536):
                await asyncio.sleep(self.delay)
                await self._flowing.wait()
                writer.write(content)
                await writer.drain()
