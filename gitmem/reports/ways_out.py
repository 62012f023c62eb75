"""What to do about what was found, as commands and edits that can be copied."""

from __future__ import annotations

import shlex

from gitmem.reports.layout import Style, beside
from gitmem.reports.safe import clean_path


def cite_words(path: str, line: int) -> str:
    """A place as an argument on a command line."""
    return shlex.quote(f"{clean_path(path)}:{line}")


def ways_out(path: str, line: int, style: Style, *, listed: bool = True) -> list[str]:
    """How to end a contradiction; the line at `path` is the one to strike in the example. `listed` tells that
    both values may be meant."""
    rows = [
        ("strike one:", f"git mem retract {cite_words(path, line)}"),
        ("or both are meant:", "add [multi] to the line, or the key to facts.multi_valued in .gitmem.toml"),
        ("or it is none:", "add [allow] to the line"),
    ]
    if not listed:
        del rows[1]
    width = max(len(what) for what, _ in rows)
    return [text for what, how in rows for text in beside(f"  {what.ljust(width)}", how, style)]
