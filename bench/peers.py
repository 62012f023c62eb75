"""SQLite's FTS5 with nothing around it: the least a search can cost.

Run as a program it does one thing and imports nothing else, so that it costs what Python and SQLite cost.
It knows no dates and cites no lines.
"""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing

_PIECES = re.compile(r"\n\s*\n|\n(?=\s*[-*] )")
_WORD = re.compile(r"\w+")
_MADE = (
    "CREATE TABLE notes(id INTEGER PRIMARY KEY, path TEXT UNIQUE)",
    "CREATE VIRTUAL TABLE pieces USING fts5(text, tokenize='porter unicode61')",
)
_SHIFT = 20
"""A piece's row is its note's number shifted by this, plus its place in the note."""


def build(database: str, folder: str) -> None:
    """All notes below a folder into a new database, cut at blank lines and list items."""
    with closing(sqlite3.connect(database)) as store, store:
        for statement in _MADE:
            store.execute(statement)
        for path in _notes(folder):
            cursor = store.execute("INSERT INTO notes(path) VALUES (?)", (path,))
            _add(store, cursor.lastrowid or 0, path)


def update(store: sqlite3.Connection, path: str) -> None:
    """One note anew, in a transaction of its own."""
    with store:
        (note,) = store.execute("SELECT id FROM notes WHERE path = ?", (path,)).fetchone()
        store.execute(
            "DELETE FROM pieces WHERE rowid BETWEEN ? AND ?", (note << _SHIFT, (note + 1 << _SHIFT) - 1)
        )
        _add(store, note, path)


def search(database: str, query: str) -> None:
    """The five best pieces that hold any word of the query."""
    words = " OR ".join(f'"{word}"' for word in _WORD.findall(query))
    question = (
        "SELECT path, text FROM pieces JOIN notes ON notes.id = pieces.rowid >> ?"
        " WHERE pieces MATCH ? ORDER BY rank LIMIT 5"
    )
    with closing(sqlite3.connect(database)) as store:
        for path, text in store.execute(question, (_SHIFT, words)):
            sys.stdout.write(f"{path}: {text}\n")


def _notes(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(place, name) for name in names if name.endswith(".md"))


def _add(store: sqlite3.Connection, note: int, path: str) -> None:
    with open(path, encoding="utf-8") as file:
        pieces = [piece for piece in _PIECES.split(file.read()) if piece.strip()]
    rows = [((note << _SHIFT) + place, piece) for place, piece in enumerate(pieces)]
    store.executemany("INSERT INTO pieces(rowid, text) VALUES (?, ?)", rows)


if __name__ == "__main__":
    {"build": build, "search": search}[sys.argv[1]](*sys.argv[2:])
