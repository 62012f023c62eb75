"""What `init` laid out, as text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from gitmem.reports.layout import Paint, Style, plural
from gitmem.reports.safe import clean_path
from gitmem.reports.text_write import cite_words
from gitmem.reports.wording import short_id
from gitmem.writing.layout.plan import KEEPER

if TYPE_CHECKING:
    from gitmem.memory.writing.laying_out import InitResponse


def init_text(response: InitResponse, style: Style) -> str:
    """What was made and added to, what stays, and where the lines of a flat memory went; with `-v` each."""
    changes = response.write.changes
    # What keeps an empty folder in git stands for the folder.
    made = [clean_path(each.path.removesuffix(KEEPER)) for each in changes if each.created]
    added = [clean_path(each.path) for each in changes if not each.created and not each.taken]
    lines = [_listed("made", made), _listed("added to", added)]
    if not changes:
        lines.append("nothing to do")
    lines.append(_listed("kept as it is", [clean_path(each) for each in response.kept]))
    lines += [cite_words(each, style) for each in response.write.cites]
    lines += _moved(response, style)
    if response.write.commit is not None:
        lines.append(style.paint(f"committed as {short_id(response.write.commit)}", Paint.DIM))
    return "\n".join(filter(None, lines))


def _listed(what: str, paths: list[str]) -> str:
    return f"{what}: {', '.join(paths)}" if paths else ""


def _moved(response: InitResponse, style: Style) -> list[str]:
    """Where the lines of the flat memory are now."""
    if not response.moved:
        return []
    counts = Counter(each.path for each in response.moved)
    words = ", ".join(f"{clean_path(path)} {count}" for path, count in counts.items())
    lines = [f"moved {plural(len(response.moved), 'line')}, each once: {words}"]
    if style.verbose:
        lines += [f"  {each.line} -> {clean_path(each.path)}:{each.to_line}" for each in response.moved]
    return lines
