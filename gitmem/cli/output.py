"""The only place that writes to the standard streams.

An answer reaches any stream: what its encoding cannot say is replaced by plain signs or escaped, a
reader that went away ends the output quietly, and progress shows on a terminal only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from gitmem.reports.layout import Style

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

_PLAIN_SIGNS = str.maketrans({"·": "|", "…": "...", "—": "-", "→": "->", "×": "x"})
"""What gitmem's own signs become where the encoding lacks them."""

PATIENCE = 1.0
"""Seconds of work after which a terminal shows progress."""


def say(text: str) -> None:
    """Writes `text` and a line end to standard output."""
    _write(sys.stdout, text + "\n")


def say_bytes(data: bytes) -> None:
    """Writes bytes as they are to standard output, for `-z`."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _hush(sys.stdout)


def warn(text: str) -> None:
    """Writes one line to standard error, after `git-mem: `."""
    _write(sys.stderr, f"git-mem: {text}\n")


def tell(text: str) -> None:
    """Writes text and a line end to standard error as it is."""
    _write(sys.stderr, text + "\n")


def finish() -> None:
    """Hands what is still buffered to the readers, if they are there."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            _hush(stream)


def _write(stream: TextIO | None, text: str) -> None:
    if stream is None:
        # Closed by whoever started us; there is nobody to tell.
        return
    try:
        stream.write(encodable(text, stream.encoding))
        stream.flush()
    except BrokenPipeError:
        _hush(stream)


def encodable(text: str, encoding: str | None) -> str:
    """`text` with everything that `encoding` cannot say replaced by plain signs or escapes."""
    name = encoding or "ascii"
    try:
        text.encode(name)
    except UnicodeEncodeError:
        return text.translate(_PLAIN_SIGNS).encode(name, "backslashreplace").decode(name)
    return text


def _hush(stream: TextIO) -> None:
    """Sends the rest nowhere, so that Python's own flush at exit has nobody to complain about."""
    try:
        descriptor = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def terminal_style(color: str, configured: Callable[[], str | None], verbose: bool) -> Style:
    """Width and colour of standard output.

    `color` is the option; with `auto`, `NO_COLOR`, then `configured()` (git's `color.mem`), then the
    terminal decide.
    """
    terminal = sys.stdout is not None and sys.stdout.isatty()
    width = _terminal_width() if terminal else None
    return Style(width=width, color=_wants_color(color, terminal, configured), verbose=verbose)


def _wants_color(color: str, terminal: bool, configured: Callable[[], str | None]) -> bool:
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    setting = (configured() or "auto").lower()
    if setting in ("always", "never", "false", "no", "off", "0"):
        return setting == "always"
    return terminal and os.environ.get("TERM") != "dumb"


def _terminal_width() -> int:
    import shutil

    return max(40, shutil.get_terminal_size().columns)


Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much is done, and of how much (0: not known)."""


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Progress | None]:
    """Progress on standard error: nothing unless it is a terminal and the work lasts over a second."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    bar = _Bar()
    try:
        yield bar.step
        bar.complete()
    finally:
        bar.close()


class _Bar:
    """One click progress bar per kind of work, shown once the work has lasted `PATIENCE` seconds."""

    def __init__(self) -> None:
        from time import monotonic

        self._clock = monotonic
        self._started = monotonic()
        self._label = ""
        self._done = 0
        self._bar: ProgressBar[int] | None = None

    def step(self, label: str, done: int, total: int) -> None:
        """Shows that `done` of `total` is done."""
        if self._clock() - self._started < PATIENCE or not total:
            return
        if self._bar is None or label != self._label:
            self._open(label, total)
        if self._bar is not None:
            self._bar.update(done - self._done)
            self._done = done

    def _open(self, label: str, total: int) -> None:
        import click

        self.complete()
        self.close()
        self._label, self._done = label, 0
        self._bar = click.progressbar(length=total, label=label, file=sys.stderr)
        self._bar.render_progress()

    def complete(self) -> None:
        """Shows that all is done."""
        if self._bar is not None:
            self._bar.update(max(0, (self._bar.length or 0) - self._done))

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._bar is not None:
            self._bar.render_finish()
            self._bar = None
