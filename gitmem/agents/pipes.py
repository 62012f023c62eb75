"""The two ends of a client: lines come in from one descriptor, answers go out to another.

The standard descriptors are set aside while a server runs, so that nothing else in the process, and no
program that it starts, can write between the answers or read what the client sends.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import NamedTuple

from gitmem.agents.frames import LONGEST_FRAME
from gitmem.errors import UsageError

_STANDARD = 3  # descriptors below are the standard ones
_CHUNK = 1 << 16


class Pipes(NamedTuple):
    """Descriptors that only the server knows."""

    source: int
    sink: int


@contextmanager
def standard_pipes() -> Iterator[Pipes]:
    """Standard input and output under other numbers; meanwhile the first is empty and the second the error
    stream. Raises `UsageError` when one of them is closed."""
    try:
        pipes = Pipes(*(fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, _STANDARD) for number in (0, 1)))
    except OSError:
        raise UsageError("a client must hold standard input and output open") from None
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        os.dup2(nothing, 0)
        try:
            os.dup2(2, 1)
        except OSError:  # there is no error stream
            os.dup2(nothing, 1)
        if nothing >= _STANDARD:  # else it stands in for the error stream, which is closed
            os.close(nothing)
        yield pipes
    finally:
        for private, number in zip(pipes, (0, 1), strict=True):
            os.dup2(private, number)


class Lines:
    """The lines of a descriptor, read by a thread as they come; None for one that is too long.

    The thread reads on only when the line before was taken, so that a client cannot fill the memory.
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[bytes | EOFError | None] = asyncio.Queue()
        self._room = threading.Semaphore(1)
        threading.Thread(target=self._read, name="gitmem-mcp-reader", daemon=True).start()

    def __aiter__(self) -> Lines:
        return self

    async def __anext__(self) -> bytes | None:
        line = await self._queue.get()
        self._room.release()
        if isinstance(line, EOFError):
            raise StopAsyncIteration
        return line

    def _read(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, so nobody listens
            for line in chain(lines_of(self._source), (EOFError(),)):
                self._room.acquire()
                self._loop.call_soon_threadsafe(self._queue.put_nowait, line)


def lines_of(source: int, longest: int = LONGEST_FRAME) -> Iterator[bytes | None]:
    """The lines of a descriptor up to its end; None for one longer than `longest`."""
    held: list[bytes] = []
    size, skips = 0, False
    while chunk := _chunk(source):
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            line = b"".join([*held, part])
            yield None if skips or len(line) > longest else line
            held, size, skips = [], 0, False
        size += len(rest)
        skips = skips or size > longest
        held = [] if skips else [*held, rest] if rest else held
    if size:
        yield None if skips else b"".join(held)


def _chunk(source: int) -> bytes:
    try:
        return os.read(source, _CHUNK)
    except OSError:  # a reset of the other end is its end
        return b""


def write_all(sink: int, data: bytes) -> None:
    """Writes all of `data`. Raises `BrokenPipeError` when nobody reads any more."""
    view = memoryview(data)
    while view:
        view = view[os.write(sink, view) :]


def is_read(sink: int) -> bool:
    """Whether anybody still holds the other end of a pipe."""
    poll = select.poll()
    poll.register(sink, 0)
    return not any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
