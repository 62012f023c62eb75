"""Exit codes: the one place that decides how a run ends, and the one line it says when it fails.

0 yes or clean, 1 no or findings, 2 wrong use or the work could not be done, 3 the index cannot be used,
4 nothing found and absence not proven, 130 interrupted. A reader that closes the pipe changes nothing:
the answer was computed, so its code stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

import click

from gitmem.cli.output import finish, warn
from gitmem.errors import StoreError
from gitmem.reports.error_words import error_line
from gitmem.reports.safe import clean_line


class Exit(IntEnum):
    """How a run can end."""

    YES = 0
    NO = 1
    FAILED = 2
    UNUSABLE = 3
    UNPROVEN = 4
    INTERRUPTED = 130


GLOBAL_OPTIONS = ("-C", "--root", "--now", "--date-by", "--allow-fetch", "--color", "-q", "--quiet", "-v")
"""Options that stand before the verb; said when one of them comes after it."""


def run(command: Callable[[], object]) -> int:
    """Runs `command` to its end; its exit code, with the reason said on standard error."""
    try:
        return _outcome(command())
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.UsageError as error:
        warn(usage_line(error))
        return Exit.FAILED
    except (KeyboardInterrupt, click.Abort):
        warn("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        return Exit.YES
    except Exception as error:
        # Python would end a fault of ours with 1, and scripts would read that as a proven "no".
        return _failed(error)
    finally:
        finish()


def _outcome(value: object) -> int:
    return value if isinstance(value, int) else Exit.YES


def _failed(error: Exception) -> int:
    if isinstance(error, click.ClickException):
        warn(clean_line(error.format_message()))
        return Exit.FAILED
    warn(error_line(error))
    return Exit.UNUSABLE if isinstance(error, StoreError) else Exit.FAILED


def usage_line(error: click.UsageError) -> str:
    """A usage error as one line that names the verb and the way out."""
    verb = error.ctx.info_name if error.ctx is not None and error.ctx.parent is not None else None
    prefix = f"{verb}: " if verb else ""
    if isinstance(error, click.NoSuchOption):
        return prefix + _unknown_option(error, verb)
    message = " ".join(error.format_message().split())
    return clean_line(prefix + message[:1].lower() + message[1:].rstrip("."))


def _unknown_option(error: click.NoSuchOption, verb: str | None) -> str:
    option = clean_line(error.option_name)
    if option in GLOBAL_OPTIONS and verb:
        return f"{option} stands before the verb: git mem {option} … {verb} …"
    if verb == "search":
        return f"no such option {option}; to search for such words put -- first: git mem search -- {option}"
    return f"no such option {option}{_close(error.possibilities or ())}"


def _close(possibilities: Sequence[str]) -> str:
    return f"; did you mean {' or '.join(sorted(possibilities))}?" if possibilities else ""
