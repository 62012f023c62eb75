"""Suggested declarations as lines for `.gitmem.toml`; what is not a declaration is a TOML comment."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gitmem.facts.mining import KeyUse
from gitmem.memory.schema import SchemaResponse
from gitmem.reports.layout import Style, cells, pad, plural, wrap
from gitmem.reports.safe import clean_line, clean_path

_INDENT = "    "
_SHOWN_CITES = 1


def schema_text(response: SchemaResponse, style: Style) -> str:
    """The lists, ready to be pasted: what is declared already and what could be, each with its counts."""
    if not response.single_valued and not response.multi_valued:
        said = (
            "nothing to suggest: no undeclared key holds exactly one value in each of at least "
            f"{plural(response.least_subjects, 'subject')}, now and in all of history"
        )
        return "\n".join(wrap(said, style.width))
    lines = ["[facts]"]
    if response.single_valued:
        rows = [(use, f"{plural(use.subjects, 'subject')}, {_values(use)}") for use in response.single_valued]
        lines += _list("single_valued", response.configured_single, rows, style)
    if response.multi_valued:
        rows = [(use, f"up to {use.most} at once, {_values(use)}") for use in response.multi_valued]
        lines += _list("multi_valued", response.configured_multi, rows, style)
    if not response.history_complete:
        lines += wrap("history is incomplete here, so earlier values may be missing", style.width, "# ")
    return "\n".join(lines)


def _values(use: KeyUse) -> str:
    return plural(use.values, "value")


def _list(
    name: str, configured: Sequence[str], rows: Sequence[tuple[KeyUse, str]], style: Style
) -> list[str]:
    keys = [_quoted(use.key) for use, _ in rows]
    width = max(map(cells, keys)) + 1
    lines = [f"{name} = ["]
    lines += [f"{_INDENT}{_quoted(key)}," for key in configured]
    for key, (use, counts) in zip(keys, rows, strict=True):
        places = _places(use, style)
        lines.append(f"{_INDENT}{pad(key + ',', width)}  # {counts}{places}")
    return [*lines, "]"]


def _places(use: KeyUse, style: Style) -> str:
    shown = use.examples if style.verbose else use.examples[:_SHOWN_CITES]
    places = (f"{clean_path(path)}:{line}" for path, _, line in (cite.rpartition(":") for cite in shown))
    return f"; {', '.join(places)}" if shown else ""


def _quoted(key: str) -> str:
    """A key as a TOML string."""
    return json.dumps(clean_line(key), ensure_ascii=False)
