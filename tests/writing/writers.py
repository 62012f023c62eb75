"""Processes that write notes at the same time, and die in the middle of it.

    python -m tests.writing.writers add FOLDER NAME FIRST COUNT SEED
    python -m tests.writing.writers rotate FOLDER NAME FIRST COUNT SEED

The first adds entries `NAME-FIRST` and so on to days old and new and prints each that the library says is
written; the second rotates so often. A SEED other than 0 kills the process at some call that changes a file,
or at some moment.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from pathlib import Path

from gitmem.clock import parse_instant
from gitmem.memory.library import Memory
from tests.running import NOW
from tests.writing.interruptions import Failure, failing

DAYS = ("2026-05-30", "2026-06-02", "2026-08-14", "2026-09-30", "2026-10-01")
"""Days that entries are written to; the last one is today, which stays in the log."""

WORDS = "seals terns gulls otters herons on the north skerry at low tide in the fog " * 3
_CALLS, _SECONDS = 10, 1.5
"""Calls that an entry takes about, and the longest life of a process that is to die at some moment."""


def entry(name: str, number: int) -> str:
    """An entry: a mark that no other one has, at both ends."""
    return f"{name}-{number:03} saw {WORDS}{name}-{number:03}"


def main(verb: str, folder: str, name: str, first: int, count: int, seed: int) -> None:
    """Writes, and tells what is written."""
    memory = Memory(Path(folder), now=parse_instant(NOW))
    chance = random.Random(f"{name} {seed}")
    place = None
    if seed and chance.random() < 0.7:
        place = chance.randrange(_CALLS * count)
    elif seed:
        timer = threading.Timer(chance.uniform(0, _SECONDS), lambda: os.kill(os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()
    with failing(place, Failure.DEAD):
        for number in range(first, first + count):
            if verb == "rotate":
                memory.rotate(0)
            else:
                memory.add(entry(name, number), date=DAYS[number % len(DAYS)])
            print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4], *map(int, sys.argv[4:]))
