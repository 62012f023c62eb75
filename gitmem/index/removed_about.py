"""Removed lines that a question is about, though its words still stand elsewhere.

A line that was removed is told when it holds the words of the question together with the name of its note:
its path, and the titles that went with it. Whoever asks has to have seen that no chunk of the notes does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitmem.database import Store
from gitmem.index.removed import RemovedLine, RemovedLog, numbers_of
from gitmem.words import Analyzer, QueryTerm

if TYPE_CHECKING:
    from gitmem.history.views import RemovedText

_MOST_READ = 48  # removals that are read for one question
_BELOW = 3  # lines below a heading in which what it names is expected
_NAMING = re.compile(r"#\s|(?:entity|title|aliases)\s*:", re.IGNORECASE)
_BOUNDS = re.compile(r"[\W_]+")


class _Found(NamedTuple):
    """A line with how many words of the question it holds itself, and the removal it is from."""

    held: int
    text: RemovedText
    number: int
    line: str


def removed_about(
    store: Store,
    terms: Sequence[QueryTerm],
    analyzer: Analyzer,
    log: RemovedLog,
    accept: Callable[[RemovedText], bool],
) -> RemovedLine | None:
    """The removed line that holds most of the terms, where it and its note's name hold them all; the newest
    of several. `accept` says whether a removal counts."""
    if len(terms) < 2:
        return None
    counts: Counter[int] = Counter()
    for term in terms:
        counts.update(numbers_of(store, term))
    best: _Found | None = None
    for number in sorted(counts, key=lambda each: (-counts[each], -each))[:_MOST_READ]:
        text = log.load(number)
        if text is not None and text.commit is not None and accept(text):
            found = _line_about(text, terms, analyzer)
            if found is not None and (best is None or _rank(found) > _rank(best)):
                best = found
    if best is None:
        return None
    said = log.first_said(best.text.version, best.number)
    return RemovedLine(best.text.path, best.number, best.line, said, best.text.commit)


def _rank(found: _Found) -> tuple[int, int, str]:
    commit = found.text.commit
    return found.held, commit.committed.seconds if commit else 0, found.text.path


def _line_about(text: RemovedText, terms: Sequence[QueryTerm], analyzer: Analyzer) -> _Found | None:
    path = _BOUNDS.sub(" ", text.path.rpartition(".")[0])
    everything = analyzer.distinct("\n".join((path, *(line for _, line in text.lines))))
    if not all(_holds(everything, term) for term in terms):
        return None
    titles = " ".join(line for _, line in text.lines if _NAMING.match(line))
    name = analyzer.distinct(f"{path} {titles}")
    asked = [term for term in terms if not _holds(name, term)]
    heading, above = 0, ""
    for number, line in text.lines:
        if line.startswith("#") or _NAMING.match(line):
            heading, above = number, "" if _NAMING.match(line) else line
            continue
        own = analyzer.distinct(f"{above}\n{line}" if number - heading <= _BELOW else line)
        held = sum(_holds(own, term) for term in asked)
        if held and held == len(asked) and line.strip():
            return _Found(held, text, number, line)
    return None


def _holds(terms: set[str], term: QueryTerm) -> bool:
    return any(terms.issuperset(way) for way in term.ways)
