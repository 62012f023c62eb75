"""Questions to the full-text table: how many chunks hold something, and which are worth ranking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gitmem.database import Store
from gitmem.index.ranking import CONTEXT_WEIGHT, Clue
from gitmem.index.scope import RowFilter
from gitmem.index.store import NOTE_SHIFT, json_ids

CANDIDATES = 200
"""Chunks that are scored by all terms."""

_LOOK_AHEAD = 800  # rows fetched beyond that, so that ties at the cut rarely need a second look
_RANK = f"bm25(words, 1.0, {CONTEXT_WEIGHT})"


def expression(alternatives: Iterable[Sequence[str]]) -> str:
    """The FTS5 expression for texts that hold all terms of one of the alternatives."""
    return " OR ".join(f"({' AND '.join(map(_quote, terms))})" for terms in alternatives)


def frequencies(store: Store, terms: Iterable[str]) -> dict[str, int]:
    """In how many chunks of the whole index each term stands; terms that stand nowhere are left out."""
    found: dict[str, int] = {}
    for term in dict.fromkeys(terms):
        row = store.execute("SELECT chunks FROM frequencies WHERE term = ?", (term,)).fetchone()
        if row:
            found[term] = row[0]
    return found


def count_matching(store: Store, alternatives: Sequence[Sequence[str]], rows: RowFilter) -> int:
    """How many chunks in scope hold all terms of one of the alternatives."""
    if not alternatives:
        return 0
    statement = f"SELECT count(*) FROM words WHERE words MATCH ? {rows.condition}"
    return int(store.execute(statement, (expression(alternatives), *rows.values)).fetchone()[0])


def some_holding(store: Store, terms: Iterable[str], limit: int) -> list[int]:
    """Ids of some chunks of the whole index that hold all of some terms."""
    statement = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid LIMIT ?"
    return [row[0] for row in store.execute(statement, (expression([sorted(terms)]), limit))]


def best_matching(store: Store, clues: Sequence[Clue], rows: RowFilter, day_column: str) -> list[int]:
    """Ids of the chunks in scope that match the clues best, at most `CANDIDATES`.

    Which of equally good ones make the cut is decided by day, path and line, because ids differ between
    clones.
    """
    if not clues:
        return []
    bound = (expression(clue.terms for clue in clues), *rows.values)
    statement = f"SELECT rowid, {_RANK} AS score FROM words WHERE words MATCH ? {rows.condition}"
    found = store.execute(
        f"{statement} ORDER BY score LIMIT ?", (*bound, CANDIDATES + _LOOK_AHEAD)
    ).fetchall()
    if len(found) <= CANDIDATES:
        return [row[0] for row in found]
    cut = found[CANDIDATES - 1][1]
    better = [row[0] for row in found if row[1] < cut]
    if found[-1][1] > cut:
        tied = [row[0] for row in found if row[1] == cut]
    else:
        same = f"SELECT rowid FROM words WHERE words MATCH ? {rows.condition} AND {_RANK} = ?"
        tied = [row[0] for row in store.execute(same, (*bound, cut))]
    return better + first_of(store, tied, CANDIDATES - len(better), day_column)


def first_of(store: Store, ids: Sequence[int], number: int, day_column: str) -> list[int]:
    """The newest of some chunks, then those of the first paths and lines."""
    if len(ids) <= number:
        return list(ids)
    rows = store.execute(
        "SELECT chunks.id FROM json_each(?) AS tied JOIN chunks ON chunks.id = tied.value"
        f" JOIN notes ON notes.id = chunks.id >> {NOTE_SHIFT}"
        f" ORDER BY {day_column} DESC NULLS LAST, notes.path, chunks.line LIMIT ?",
        (json_ids(ids), number),
    )
    return [row[0] for row in rows]


def _quote(term: str) -> str:
    return f'"{term}"'
