"""Threads that do what would block the server, one thing after the other, and never keep it from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

Result = TypeVar("Result")


class Hand:
    """A thread of its own that works off what it is given, in order.

    It is a daemon: work that hangs cannot hold up an interrupt.
    """

    def __init__(self, name: str) -> None:
        self._work: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._toil, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], Result]) -> Result:
        """What `work` gives, or raises, done in the thread. When the caller stops waiting before it began, it
        is not done at all."""
        promise: Future[Result] = Future()
        self._work.put(lambda: _fulfil(promise, work))
        return await asyncio.wrap_future(promise)

    def rest(self, seconds: float) -> None:
        """Waits until the thread has done what it was given, but not longer than this."""
        self._work.put(_leave)
        self._thread.join(seconds)

    def _toil(self) -> None:
        while (work := self._work.get()) is not _leave:
            work()


def _leave() -> None:
    """Marks the end of the work."""


def _fulfil(promise: Future[Result], work: Callable[[], Result]) -> None:
    if not promise.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # whoever waits is told, whatever it was
        promise.set_exception(error)
    else:
        promise.set_result(result)
