"""Addresses of claims and edits, and the words of their keys: what facts are found by.

A key is kept as long as some claim or edit stands under it, so that an index that grew is the index that
would be built.
"""

from __future__ import annotations

from collections.abc import Iterable

from gitmem.database import Store
from gitmem.facts.claim import Claim, KeyWords
from gitmem.index.claim_rows import (
    addresses,
    bare_address,
    key_number,
    lead_of,
    named_address,
    superseded_keys,
)

CLAIMS = "claim_keys"
EDITS = "edit_keys"


class KeyWriter:
    """Writes the rows of both tables of addresses; `flush` writes what is held back.

    With `bulk` everything is written at the end and in order, which is much quicker for a whole index.
    """

    def __init__(self, store: Store, *, bulk: bool = False) -> None:
        self._store = store
        self._bulk = bulk
        self._held: dict[str, list[tuple[int, int]]] = {CLAIMS: [], EDITS: []}
        self._added: set[KeyWords] = set()
        self._doubtful: set[KeyWords] = set()

    def add(self, table: str, number: int, claims: Iterable[Claim]) -> None:
        """Make the claim or edit `number` known under all addresses of `claims`."""
        for claim in claims:
            self._added.update(_words_of(claim))
        rows = [(address, number) for address in _addresses(claims)]
        if self._bulk:
            self._held[table] += rows
        else:
            self._store.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)

    def remove(self, table: str, number: int, claims: Iterable[Claim]) -> None:
        """Undo `add` for the same claims."""
        for claim in claims:
            self._doubtful.update(_words_of(claim))
        rows = [(address, number) for address in _addresses(claims)]
        self._store.executemany(f"DELETE FROM {table} WHERE address = ? AND {_COLUMN[table]} = ?", rows)

    def flush(self) -> None:
        """Write what is held back, and drop the keys that nothing stands under any more."""
        for table, rows in self._held.items():
            rows.sort()
            self._store.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)
            rows.clear()
        fresh = sorted((key_number(words), lead_of(words), "\n".join(words)) for words in self._added)
        self._store.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", fresh)
        gone = sorted(key_number(words) for words in self._doubtful - self._added if not self._used(words))
        self._store.executemany("DELETE FROM keys WHERE id = ?", [(number,) for number in gone])
        self._added.clear()
        self._doubtful.clear()

    def _used(self, words: KeyWords) -> bool:
        either = (named_address(words), bare_address(words))
        return any(
            self._store.execute(f"SELECT 1 FROM {table} WHERE address IN (?, ?) LIMIT 1", either).fetchone()
            for table in (CLAIMS, EDITS)
        )


_COLUMN = {CLAIMS: "claim", EDITS: "edit"}


def _addresses(claims: Iterable[Claim]) -> list[int]:
    return sorted({address for claim in claims for address in addresses(claim)})


def _words_of(claim: Claim) -> set[KeyWords]:
    """Every key whose named or bare address the claim has."""
    return {*claim.keys, *superseded_keys(claim)}
