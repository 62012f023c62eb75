"""Errors in one line: what the command line says on standard error and a server answers to an agent."""

from __future__ import annotations

import os

from gitmem.errors import GitmemError, MissingObjectError
from gitmem.reports.safe import clean_line


def error_line(error: Exception) -> str:
    """What went wrong, on one line, with the cure where it is known; a fault of ours names its place."""
    if isinstance(error, GitmemError):
        return clean_line(str(error)) + _cure(error)
    if isinstance(error, OSError):
        return clean_line(_system_line(error))
    kind = type(error).__name__
    return f"internal error, please report it: {kind}: {clean_line(str(error))}{_place(error)}"


def _cure(error: GitmemError) -> str:
    if isinstance(error, MissingObjectError) and "--allow-fetch" not in str(error):
        return "; git mem --allow-fetch … may fetch it"
    return ""


def _system_line(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    return f"{os.fsdecode(error.filename)}: {reason}" if error.filename else reason


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})"
