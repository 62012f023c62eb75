"""The claims of notes -> tables, note by note: a claim that stands as it stood keeps its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gitmem.database import Store
from gitmem.facts.claim import Claim, Subject
from gitmem.index.claim_rows import SUBJECT_SOURCES, key_number, pack_claim, unpack_claim, value_number
from gitmem.index.commit_table import StoredCommits
from gitmem.index.key_writer import CLAIMS, KeyWriter
from gitmem.index.reading import ReadClaim, ReadNote
from gitmem.index.rows import state_number
from gitmem.index.store import MOST_CLAIMS, ClaimRow, claim_id, claim_range, encode_path

_COLUMNS = ", ".join(ClaimRow._fields)
_MARKS = ", ".join("?" * (1 + len(ClaimRow._fields)))


class ClaimWriter:
    """Writes claims and subjects inside the transaction of a `NoteWriter`."""

    def __init__(self, store: Store, commits: StoredCommits, keys: KeyWriter) -> None:
        self._store = store
        self._commits = commits
        self._keys = keys

    def write(self, number: int, path: str, note: ReadNote, chunks: Sequence[int], *, known: bool) -> None:
        """Write the claims of a note; `chunks` are the ids of its chunks in order.

        `known` tells that the note may have claims in the index already.
        """
        before = self._load(number) if known else {}
        after: dict[int, ClaimRow] = {}
        fresh: list[tuple[int, Claim]] = []
        counts: Counter[int] = Counter()
        for each in note.claims:
            chunk = chunks[each.claim.chunk]
            sequence = counts[chunk]
            counts[chunk] += 1
            if sequence < MOST_CLAIMS:
                key = claim_id(chunk, sequence)
                after[key] = self._row(each, note)
                if key not in before or before[key].data != after[key].data:
                    fresh.append((key, each.claim))
        self._forget(path, before, after)
        changed = [(key, *row) for key, row in after.items() if before.get(key) != row]
        verb = "REPLACE" if before else "INSERT"
        self._store.executemany(f"{verb} INTO claims VALUES ({_MARKS})", changed)
        for key, claim in fresh:
            self._keys.add(CLAIMS, key, (claim,))
        self._write_subject(number, note.subject, known=known)

    def remove(self, number: int, path: str) -> None:
        """Take all claims of a note out."""
        self._forget(path, self._load(number), {})
        self._store.execute("DELETE FROM subjects WHERE note = ?", (number,))

    def _row(self, each: ReadClaim, note: ReadNote) -> ClaimRow:
        claim, origin, chunk = each.claim, each.origin, note.chunks[each.claim.chunk]
        return ClaimRow(
            claim.line - chunk.line,
            claim.end_line - chunk.line,
            state_number(origin.state),
            self._commits.number(origin.said) if origin.said else None,
            encode_path(origin.moved_from) if origin.moved_from is not None else None,
            value_number(claim),
            pack_claim(claim, chunk.written),
        )

    def _forget(self, path: str, before: Mapping[int, ClaimRow], after: Mapping[int, ClaimRow]) -> None:
        """Drop rows that are gone, and the addresses of all whose claim is another one now."""
        for key, row in before.items():
            if key not in after or after[key].data != row.data:
                self._keys.remove(CLAIMS, key, (unpack_claim(row.data, path, 1, 1, 0, ()),))
        gone = [(key,) for key in before if key not in after]
        self._store.executemany("DELETE FROM claims WHERE id = ?", gone)

    def _load(self, number: int) -> dict[int, ClaimRow]:
        question = f"SELECT id, {_COLUMNS} FROM claims WHERE id BETWEEN ? AND ?"
        return {row[0]: ClaimRow._make(row[1:]) for row in self._store.execute(question, claim_range(number))}

    def _write_subject(self, number: int, subject: Subject, *, known: bool) -> None:
        if known:
            self._store.execute("DELETE FROM subjects WHERE note = ?", (number,))
        source = SUBJECT_SOURCES.index(subject.source)
        names = dict.fromkeys(subject.keys)
        rows = [(number, key_number(words), int(not at), source) for at, words in enumerate(names)]
        self._store.executemany("INSERT INTO subjects VALUES (?, ?, ?, ?)", rows)
