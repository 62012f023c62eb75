"""Notes -> tables, chunk by chunk: what a note still says keeps its row, only the rest is analysed anew.

Statements that SQLite may have to undo halfway (REPLACE and upserts on tables with unique columns) are
avoided here: each of them makes FTS5 write out what it has gathered, one segment per note.
"""

from __future__ import annotations

import json
from collections import defaultdict
from hashlib import blake2b
from typing import NamedTuple

from gitmem.database import Store
from gitmem.index.claim_writer import ClaimWriter
from gitmem.index.commit_table import StoredCommits
from gitmem.index.postings import Passage, Postings
from gitmem.index.reading import NOTHING_READ, Context, ReadNote
from gitmem.index.rows import describe_origin, describe_origins, pack_row
from gitmem.index.store import (
    CHUNK_COLUMNS,
    MOST_CHUNKS,
    ChunkRow,
    chunk_id,
    encode_path,
    id_range,
    read_meta,
    write_meta,
)

_DIGEST_BYTES = 16
_DIGEST_RANGE = 1 << 8 * _DIGEST_BYTES
_CHUNK_MARKS = ", ".join("?" * (1 + len(ChunkRow._fields)))


class _Stored(NamedTuple):
    """The rows a note has in the index now, by id."""

    rows: dict[int, ChunkRow]
    contexts: dict[int, Context]

    @property
    def free(self) -> int:
        """The first sequence number that no chunk and no context of the note has."""
        last = max(max(self.rows, default=-1), max(self.contexts, default=-1))
        return 0 if last < 0 else last % MOST_CHUNKS + 1


class NoteWriter:
    """Writes notes inside one transaction; call `finish` at its end.

    `content` is a digest of all that the index holds, the same whatever the order of the writing: the
    sum of the digests of its notes.
    """

    def __init__(self, store: Store, postings: Postings, commits: StoredCommits, claims: ClaimWriter) -> None:
        self._store = store
        self._postings = postings
        self._commits = commits
        self._claims = claims
        meta = read_meta(store)
        self._chunks = int(meta.get("chunks", 0))
        self._notes = int(meta.get("notes", 0))
        self.content = int(str(meta.get("content", "0")), 16)
        postings.length = int(meta.get("length", 0))
        self._written = False
        self._next_note = 1 + int(store.execute("SELECT coalesce(max(id), 0) FROM notes").fetchone()[0])

    def add(self, path: str, content: str, dates: str, note: ReadNote | str) -> None:
        """Write a note that is not there yet. `note` is text when it could not be read: the reason."""
        number = self._next_note
        self._next_note += 1
        self._write(number, path, (content, dates), note, None)

    def change(self, number: int, path: str, content: str, dates: str, note: ReadNote | str) -> None:
        """Write a note that is there under this id already."""
        stored = self._load(number)
        self._forget(number)
        if not isinstance(note, str) and stored.free + len(note.chunks) > MOST_CHUNKS:
            self._drop_all(number, stored)
            stored = _Stored({}, {})
        self._write(number, path, (content, dates), note, stored)

    def remove(self, number: int, path: str) -> None:
        """Take a note and all its chunks out."""
        stored = self._load(number)
        self._forget(number)
        self._drop_all(number, stored)
        self._claims.remove(number, path)
        self._store.execute("DELETE FROM notes WHERE id = ?", (number,))

    def finish(self) -> None:
        """Write what was counted."""
        self._postings.flush()
        if self._written:
            self._store.execute("DELETE FROM vectors")
        write_meta(
            self._store,
            {
                "chunks": self._chunks,
                "notes": self._notes,
                "length": self._postings.length,
                "content": f"{self.content:0{2 * _DIGEST_BYTES}x}",
            },
        )

    def _write(
        self, number: int, path: str, key: tuple[str, str], note: ReadNote | str, stored: _Stored | None
    ) -> None:
        self._written = True
        problem = note if isinstance(note, str) else None
        read = NOTHING_READ if isinstance(note, str) else note
        before = stored or _Stored({}, {})
        contexts = self._write_contexts(number, read, before)
        chunks = self._write_chunks(number, path, read, contexts, before)
        self._claims.write(number, path, read, chunks, known=stored is not None)
        digest = _digest(path, key[0], read, problem)
        self.content = (self.content + int.from_bytes(digest, "big")) % _DIGEST_RANGE
        self._notes += problem is None
        values = (*key, len(read.chunks), digest, read.stale_after, problem)
        if stored is None:
            insert = "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            self._store.execute(insert, (number, encode_path(path), *values))
        else:
            columns = "content = ?, dates = ?, chunks = ?, digest = ?, stale_after = ?, problem = ?"
            self._store.execute(f"UPDATE notes SET {columns} WHERE id = ?", (*values, number))

    def _write_contexts(self, number: int, note: ReadNote, stored: _Stored) -> dict[Context, int]:
        """Ids of the contexts of a note; those it no longer has are deleted."""
        known = {context: key for key, context in stored.contexts.items()}
        wanted = dict.fromkeys(note.contexts)
        gone = [(key,) for context, key in known.items() if context not in wanted]
        self._store.executemany("DELETE FROM contexts WHERE id = ?", gone)
        following = stored.free
        fresh: list[tuple[object, ...]] = []
        ids: dict[Context, int] = {}
        for context in wanted:
            key = known.get(context)
            if key is None:
                key = chunk_id(number, following)
                following += 1
                fresh.append((key, *(json.dumps(part, ensure_ascii=False) for part in context)))
            ids[context] = key
        self._store.executemany("INSERT INTO contexts VALUES (?, ?, ?)", fresh)
        return ids

    def _write_chunks(
        self, number: int, path: str, note: ReadNote, contexts: dict[Context, int], stored: _Stored
    ) -> list[int]:
        """The ids of the chunks, in their order."""
        keepers: defaultdict[tuple[int, int, str], list[int]] = defaultdict(list)
        for key in sorted(stored.rows, reverse=True):
            row = stored.rows[key]
            keepers[row.kind, row.context, row.text].append(key)
        following = stored.free
        terms = {context: self._terms(context) for context in contexts}
        fresh: list[Passage] = []
        moved: list[tuple[object, ...]] = []
        rows: list[tuple[object, ...]] = []
        ids: list[int] = []
        for context, chunk, origins in zip(note.contexts, note.chunks, note.origins, strict=True):
            row = pack_row(chunk, contexts[context], origins, path, self._commits)
            kept = keepers.get((row.kind, row.context, row.text))
            if kept:
                key = kept.pop()
                if stored.rows[key] != row:
                    moved.append((key, *row))
                ids.append(key)
                continue
            key = chunk_id(number, following)
            following += 1
            rows.append((key, *row))
            ids.append(key)
            fresh.append(Passage(key, row.text, terms[context]))
        self._drop_chunks(stored, [key for left in keepers.values() for key in left])
        self._store.executemany(f"REPLACE INTO chunks VALUES ({_CHUNK_MARKS})", moved)
        self._store.executemany(f"INSERT INTO chunks VALUES ({_CHUNK_MARKS})", rows)
        self._postings.add(fresh)
        self._chunks += len(fresh)
        return ids

    def _drop_all(self, number: int, stored: _Stored) -> None:
        self._drop_chunks(stored, list(stored.rows))
        self._store.execute("DELETE FROM contexts WHERE id BETWEEN ? AND ?", id_range(number))

    def _drop_chunks(self, stored: _Stored, keys: list[int]) -> None:
        terms = {key: self._terms(context) for key, context in stored.contexts.items()} if keys else {}
        rows = [(key, stored.rows[key]) for key in keys]
        self._postings.remove(Passage(key, row.text, terms[row.context]) for key, row in rows)
        self._store.executemany("DELETE FROM chunks WHERE id = ?", [(key,) for key in keys])
        self._chunks -= len(keys)

    def _terms(self, context: Context) -> str:
        return self._postings.context_terms(context[0] + context[1])

    def _load(self, number: int) -> _Stored:
        span = id_range(number)
        rows = self._store.execute(f"SELECT id, {CHUNK_COLUMNS} FROM chunks WHERE id BETWEEN ? AND ?", span)
        contexts = self._store.execute("SELECT * FROM contexts WHERE id BETWEEN ? AND ?", span)
        return _Stored(
            rows={row[0]: ChunkRow._make(row[1:]) for row in rows},
            contexts={row[0]: (tuple(json.loads(row[1])), tuple(json.loads(row[2]))) for row in contexts},
        )

    def _forget(self, number: int) -> None:
        """Take a note's share out of the counts."""
        row = self._store.execute("SELECT digest, problem FROM notes WHERE id = ?", (number,)).fetchone()
        self.content = (self.content - int.from_bytes(row[0], "big")) % _DIGEST_RANGE
        self._notes -= row[1] is None
        self._store.execute("DELETE FROM vector_rows WHERE note = ?", (number,))
        self._written = True


def _digest(path: str, content: str, note: ReadNote, problem: str | None) -> bytes:
    """A digest of all of a note that an answer can depend on; holds nothing that differs between clones.

    The content decides the chunks; only where their lines come from has to be looked at.
    """
    described: dict[int, str] = {}
    parts = [f"{path!r} {content} {problem!r}"]
    for origins in note.origins:
        text = described.get(id(origins))
        if text is None:
            text = described[id(origins)] = describe_origins(origins)
        parts.append(text)
    parts += (describe_origin(each.origin) for each in note.claims if each.own)
    return blake2b("\n".join(parts).encode("utf-8", "surrogateescape"), digest_size=_DIGEST_BYTES).digest()
