"""Words of text that history removed: which removals to look at for a word that no note holds any more.

Only a map from each term to its newest removals is kept here. The text stays with the history, which is
asked for the few removals that matter; what HEAD does not reach is passed over.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gitmem.database import Store
from gitmem.history.origins import Commit
from gitmem.index.store import read_meta, write_meta
from gitmem.words import Analyzer, QueryTerm

if TYPE_CHECKING:
    from gitmem.history.earlier import EarlierLine
    from gitmem.history.views import RemovedText

MOST_REMOVALS = 48
"""Newest removals kept per term."""

_PER_TERM = 1000  # terms; for more, reading the whole table is quicker than asking one by one


class RemovedLog(Protocol):
    """All removals that a history store knows."""

    @property
    def identity(self) -> str:
        """Names the store: the numbers of removals mean nothing in another one."""

    @property
    def mark(self) -> str:
        """Equal marks mean equal removals; another one whenever some are added."""

    def since(self, number: int) -> Iterator[RemovedText]:
        """Removals with greater numbers, in growing order; numbers begin at 1."""

    def load(self, number: int) -> RemovedText | None:
        """One removal, None when the store no longer has it."""

    def uncommitted(self) -> Iterable[RemovedText]:
        """Committed lines that are gone from the notes that are searched, without a commit saying so."""

    def reaches(self, oid: str) -> bool:
        """Whether the history of the notes that are searched holds this commit."""

    def first_said(self, number: int, line: int) -> Commit | None:
        """The commit that first said a removed line, None when that is not known."""

    def said_at(self, path: str, line: int) -> Commit | None:
        """The commit that first said a committed line of a note; None where there is no such line."""

    def said_unstruck(self, path: str, line: int, text: str) -> Commit | None:
        """The commit that first said a text that a committed line of a note has struck."""

    def earlier(self, path: str, line: int, begun: Callable[[Commit], bool]) -> EarlierLine | None:
        """The newest text that stood in the place of a committed line before it and had `begun`."""


class RemovedLine(NamedTuple):
    """A removed line, the commit that first said it and the one that removed it, where there is one."""

    path: str
    line: int
    text: str
    said: Commit | None
    commit: Commit | None


class RemovedMatch(NamedTuple):
    """What history says of some absent terms.

    `lines` hold all of them at once if `together`, else each holds at least one. `recorded` are the terms
    found in some removed line; `unclear` those that were removed so often, or so often where HEAD does not
    reach, that nothing can be said.
    """

    lines: tuple[RemovedLine, ...]
    together: bool
    recorded: frozenset[str]
    unclear: frozenset[str]


def refresh_removed(store: Store, log: RemovedLog, analyzer: Analyzer) -> None:
    """Add the removals that are new since the last call; start over when the history store is another."""
    meta = read_meta(store)
    known = int(meta.get("removed_number", 0)) if meta.get("removed_store") == log.identity else 0
    if not known:
        store.execute("DELETE FROM gone")
    found: dict[str, array[int]] = {}
    for removed in log.since(known):
        known = max(known, removed.version)
        for term in analyzer.distinct("\n".join(line for _, line in removed.lines)):
            numbers = found.get(term)
            if numbers is None:
                found[term] = array("q", (removed.version,))
            else:
                numbers.append(removed.version)
                if len(numbers) >= 2 * MOST_REMOVALS:
                    del numbers[:-MOST_REMOVALS]
    _merge(store, found)
    write_meta(store, {"removed_number": known, "removed_store": log.identity, "removed": log.mark})


def find_removed(
    store: Store,
    absent: Sequence[QueryTerm],
    analyzer: Analyzer,
    log: RemovedLog,
    accept: Callable[[RemovedText], bool],
) -> RemovedMatch:
    """Look for absent query terms in removed lines, newest first.

    `accept` says whether a removal counts: HEAD reaches it and the question is about its note.
    """
    hunt = _Hunt(analyzer, log, accept)
    known = {term.text: _removals_of(store, term) for term in absent}
    numbers = {text: each.numbers for text, each in known.items()}
    together = hunt.newest(set.intersection(*numbers.values()), absent)
    if together is not None:
        return RemovedMatch((together,), True, frozenset(numbers), frozenset())
    found = {term.text: hunt.newest(numbers[term.text], [term]) for term in absent}
    lines = dict.fromkeys(line for line in found.values() if line is not None)
    recorded = frozenset(text for text, line in found.items() if line is not None)
    often = {text for text, each in known.items() if not each.all}
    return RemovedMatch(tuple(lines), False, recorded, frozenset(often - recorded))


class _Hunt:
    """Reads removals once and looks for lines in them."""

    def __init__(self, analyzer: Analyzer, log: RemovedLog, accept: Callable[[RemovedText], bool]) -> None:
        self._analyzer = analyzer
        self._log = log
        self._accept = accept
        self._pending = [text for text in log.uncommitted() if accept(text)]
        self._loaded: dict[int, RemovedText | None] = {}

    def newest(self, numbers: Collection[int], wanted: Sequence[QueryTerm]) -> RemovedLine | None:
        """The newest removed line that holds all wanted terms; what is not committed comes first."""
        for text in self._texts(numbers):
            line = self._line_with(text, wanted)
            if line is not None:
                return line
        return None

    def _texts(self, numbers: Collection[int]) -> Iterator[RemovedText]:
        yield from self._pending
        for number in numbers:
            if number not in self._loaded:
                text = self._log.load(number)
                self._loaded[number] = text if text is not None and self._accept(text) else None
        yield from sorted((text for number in numbers if (text := self._loaded[number])), key=_newest_first)

    def _line_with(self, removed: RemovedText, wanted: Sequence[QueryTerm]) -> RemovedLine | None:
        for number, text in removed.lines:
            terms = self._analyzer.distinct(text)
            if all(any(terms.issuperset(way) for way in term.ways) for term in wanted):
                said = None if removed.commit is None else self._log.first_said(removed.version, number)
                return RemovedLine(removed.path, number, text, said, removed.commit)
        return None


def _newest_first(removed: RemovedText) -> tuple[int, str, str]:
    """Sorts removals by their commits, since numbers say when this clone came to know them."""
    assert removed.commit is not None
    return -removed.commit.committed.seconds, removed.commit.oid, removed.path


def _merge(store: Store, found: dict[str, array[int]]) -> None:
    terms = sorted(found)
    if len(terms) > _PER_TERM:
        before = dict(store.execute("SELECT term, removals FROM gone"))
    else:
        select = "SELECT term, removals FROM gone WHERE term = ?"
        before = dict(row for term in terms for row in store.execute(select, (term,)))
    rows: list[tuple[str, bytes]] = []
    for term in terms:
        kept = array("q", before.get(term, b""))
        kept.extend(found[term])
        rows.append((term, kept[-MOST_REMOVALS:].tobytes()))
    store.executemany("INSERT OR REPLACE INTO gone VALUES (?, ?)", rows)


class _Removals(NamedTuple):
    """Numbers of removals that may hold a term; `all` tells that no other can."""

    numbers: set[int]
    all: bool


def numbers_of(store: Store, term: QueryTerm) -> set[int]:
    """Removals that may hold a query term, by any of its ways."""
    return _removals_of(store, term).numbers


def _removals_of(store: Store, term: QueryTerm) -> _Removals:
    found = [_with_all(store, way) for way in term.ways]
    return _Removals(set().union(*(each.numbers for each in found)), all(each.all for each in found))


def _with_all(store: Store, terms: Sequence[str]) -> _Removals:
    """Removals that may hold all terms: one whose list was cut at `MOST_REMOVALS` rules nothing out."""
    whole: list[set[int]] = []
    cut: list[set[int]] = []
    for term in terms:
        row = store.execute("SELECT removals FROM gone WHERE term = ?", (term,)).fetchone()
        numbers = set(array("q", row[0])) if row else set()
        (cut if len(numbers) >= MOST_REMOVALS else whole).append(numbers)
    return _Removals(set.intersection(*(whole or cut)), bool(whole))
