"""Changed facts for people: by kind of change, old and new value under the name of the fact."""

from __future__ import annotations

from collections.abc import Sequence

from gitmem.facts.changes import ChangeKind
from gitmem.memory.diff import ChangeShown, ContestedShown, DiffEnd, DiffResponse, EndKind, FactSide
from gitmem.reports.fact_words import conflict_words, fact_name, person_words, short_place
from gitmem.reports.layout import Paint, Style, cells, column_widths, pad, plural, shorten, wrap
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.wording import short_id

SHOWN_OF_A_KIND = 20
"""Changes of one kind that are shown unless everything is asked for."""

_INDENT = "  "
_WIDEST_VALUE = 60
_LIMITS = (1, 36, 44)
_ORDER = (ChangeKind.CHANGED, ChangeKind.ADDED, ChangeKind.STRUCK, ChangeKind.REMOVED)
_SHOWN_SKIPPED = 10


def diff_text(response: DiffResponse, style: Style) -> str:
    """The whole answer: what became contested first, then each kind of change, then what was compared."""
    blocks = [_contested(response.contested, style)] if response.contested else []
    for kind in _ORDER:
        changes = [change for change in response.changes if change.kind is kind]
        if changes:
            blocks.append(_kind(kind, changes, style))
    blocks.append("\n".join([*wrap(_compared(response), style.width), *_skipped(response)]))
    return "\n\n".join(blocks)


def _kind(kind: ChangeKind, changes: Sequence[ChangeShown], style: Style) -> str:
    shown = changes if style.verbose else changes[:SHOWN_OF_A_KIND]
    lines = [style.paint(f"{len(changes):,} {kind.value}", Paint.STRONG)]
    for change in shown:
        lines += _change(change, style)
    return "\n".join([*lines, *_more(len(changes) - len(shown))])


def _more(count: int) -> list[str]:
    return [f"{_INDENT}… and {count:,} more (git mem -v shows all)"] if count else []


def _change(change: ChangeShown, style: Style) -> list[str]:
    who = person_words(change.origin)
    if change.kind is ChangeKind.REMOVED and change.origin.commit is None:
        who = ""  # it may have gone in a commit that history does not tell, so nothing is said
    rows = []
    if change.before is not None:
        rows.append(("-", change.before, "" if change.after or change.struck else who))
    if change.struck is not None:
        rows.append(("~", change.struck, "struck" if change.after else f"struck · {who}"))
    if change.after is not None:
        older = [f"supersedes {short_place(cite)}" for cite in change.supersedes]
        rows.append(("+", change.after, " · ".join([who, *older])))
    return [*_name(change.subject, change.label, style), *_rows(rows, style)]


def _contested(contested: Sequence[ContestedShown], style: Style) -> str:
    shown = contested if style.verbose else contested[:SHOWN_OF_A_KIND]
    lines = [style.paint(f"{len(contested):,} now contested", Paint.ALARM)]
    for each in shown:
        lines += _name(each.subject, each.label, style)
        lines += _rows([("?", each.first, ""), ("?", each.second, "")], style)
        lines += wrap(conflict_words(each.reason), style.width, _INDENT * 2)
    return "\n".join([*lines, *_more(len(contested) - len(shown))])


def _name(subject: str, label: str, style: Style) -> list[str]:
    return wrap(fact_name(subject, label), style.width, _INDENT)


def _rows(rows: Sequence[tuple[str, FactSide, str]], style: Style) -> list[str]:
    told = [(sign, _value(side), _place(side)) for sign, side, _ in rows]
    widths = column_widths(told, _LIMITS)
    lines: list[str] = []
    for (sign, value, place), (_, _, note) in zip(told, rows, strict=True):
        left = f"{_INDENT * 2}{sign} {pad(value, widths[1])}   {pad(place, widths[2])}"
        if style.width is None or cells(left) + cells(note) + 3 <= style.width:
            lines.append(f"{left}   {note}".rstrip())
        else:
            lines += [left.rstrip(), *wrap(note, style.width, _INDENT * 4)]
    return lines


def _value(side: FactSide) -> str:
    return shorten(clean_line(side.value), _WIDEST_VALUE)


def _place(side: FactSide) -> str:
    return short_place(side.cite)


def _compared(response: DiffResponse) -> str:
    what = f"compared {_end(response.base)} with {_end(response.target)}"
    differ = (
        f"{plural(response.notes_compared, 'note')} {'differs' if response.notes_compared == 1 else 'differ'}"
    )
    if response.path is not None:
        differ += f", shown is what matches {clean_line(response.path)}"
    nothing = "" if response.changes or response.contested else "no fact changed · "
    return f"{nothing}{what} · {differ}"


def _end(end: DiffEnd) -> str:
    if end.kind is EndKind.COMMIT and end.commit is not None:
        return short_id(end.commit)
    return "the work tree" if end.kind is EndKind.WORKTREE else "nothing (before the first commit)"


def _skipped(response: DiffResponse) -> list[str]:
    shown = response.skipped[:_SHOWN_SKIPPED]
    lines = [f"not compared: {clean_path(note.path)}: {clean_line(note.reason)}" for note in shown]
    return lines + _more(len(response.skipped) - len(shown))
