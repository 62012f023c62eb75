"""The full-text table and what is counted beside it. Knows ids and texts, no notes and no dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gitmem.database import Store
from gitmem.words import Analyzer

_BULK_HASH = 12 << 20  # bytes FTS5 may gather before it writes a segment, while a whole index is built
_FTS_HASH = 1 << 20  # FTS5's own default


class Passage(NamedTuple):
    """A chunk as it is indexed: its id, its own text, and the analysed terms of what it stands under."""

    id: int
    text: str
    context_terms: str


class Postings:
    """Adds and removes passages; `flush` writes what is still held back.

    `length` counts the terms of all texts added minus those removed, contexts left out.
    """

    def __init__(self, store: Store, analyzer: Analyzer, *, bulk: bool = False) -> None:
        self._store = store
        self._analyzer = analyzer
        self._bulk = bulk
        self._changes: Counter[str] = Counter()
        self.length = 0
        if bulk:
            self._configure("hashsize", _BULK_HASH)
            self._configure("automerge", 0)

    def context_terms(self, parts: Sequence[str]) -> str:
        """The terms of the headings and list items that a passage stands under."""
        return self._analyzer.document("\n".join(parts))

    def add(self, passages: Iterable[Passage]) -> None:
        """Index passages whose ids are free."""
        rows: list[tuple[int, str, str]] = []
        document, changes = self._analyzer.document, self._changes
        for number, text, context_terms in passages:
            terms = document(text)
            words = terms.split()
            self.length += len(words)
            if not self._bulk:
                changes.update({*words, *context_terms.split()})
            rows.append((number, terms, context_terms))
        self._store.executemany("INSERT INTO words(rowid, text, context) VALUES (?, ?, ?)", rows)

    def remove(self, passages: Iterable[Passage]) -> None:
        """Take passages out again; they must be exactly as they were added."""
        rows: list[tuple[int, str, str]] = []
        for number, text, context_terms in passages:
            terms = self._analyzer.document(text)
            words = terms.split()
            self.length -= len(words)
            self._changes.subtract({*words, *context_terms.split()})
            rows.append((number, terms, context_terms))
        statement = "INSERT INTO words(words, rowid, text, context) VALUES ('delete', ?, ?, ?)"
        self._store.executemany(statement, rows)

    def flush(self) -> None:
        """Write the counts; after a whole build they are taken from the finished table."""
        if not self._bulk:
            self._write_changes()
            return
        self._store.execute("INSERT INTO words(words) VALUES ('optimize')")
        self._configure("automerge", 4)
        self._configure("hashsize", _FTS_HASH)
        self._store.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, row)")
        self._store.execute("INSERT INTO frequencies SELECT term, doc FROM temp.vocabulary")
        self._store.execute("DROP TABLE temp.vocabulary")

    def _write_changes(self) -> None:
        changes = sorted((term, change) for term, change in self._changes.items() if change)
        self._store.executemany(
            "INSERT INTO frequencies VALUES (?, ?)"
            " ON CONFLICT(term) DO UPDATE SET chunks = chunks + excluded.chunks",
            changes,
        )
        fewer = [(term,) for term, change in changes if change < 0]
        self._store.executemany("DELETE FROM frequencies WHERE term = ? AND chunks <= 0", fewer)
        self._changes.clear()

    def _configure(self, option: str, value: int) -> None:
        self._store.execute("INSERT INTO words(words, rank) VALUES (?, ?)", (option, value))
