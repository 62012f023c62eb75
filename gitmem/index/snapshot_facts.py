"""The facts of an indexed snapshot: claims and edits, found by chunk, key, words or path.

Judges nothing and parses nothing. Edits of commits that HEAD does not reach are left out. Look-ups are
bounded: an address that very many lines share says nothing about one fact and is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from gitmem.database import Store
from gitmem.facts.claim import Claim, KeyWords, Statement, SubjectSource
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.editing.settled import keeps_value, settle
from gitmem.history.origins import Commit
from gitmem.index.claim_rows import (
    IS_BARE,
    IS_NAMED,
    SUBJECT_SOURCES,
    TO_BARE,
    bare_address,
    key_number,
    named_address,
    sought_addresses,
    unpack_claim,
    unpack_place,
)
from gitmem.index.rows import STATES, decode_written
from gitmem.index.store import (
    CLAIM_SHIFT,
    MOST_CHUNKS,
    MOST_CLAIMS,
    NOTE_SHIFT,
    claim_range,
    decode_path,
    encode_path,
    json_ids,
    load_commits,
)

MOST_SHARING = 400
"""Claims under one address that are looked at. A key with more of them (`status` in thousands of entries)
tells no facts apart by itself; its claims are still found through their own subjects and notes."""

MOST_IN_TITLE = 5
"""Notes that may share a title without `entity:` before it names no one thing."""

_KINDS = tuple(EditKind)
_TITLE = SUBJECT_SOURCES.index(SubjectSource.TITLE)
_CLAIM = (
    "SELECT claims.id, claims.line, claims.end_line, claims.state, claims.said, claims.moved_from,"
    " claims.data, chunks.line, chunks.written, notes.path"
    f" FROM claims JOIN chunks ON chunks.id = claims.id >> {CLAIM_SHIFT}"
    f" JOIN notes ON notes.id = claims.id >> {CLAIM_SHIFT + NOTE_SHIFT}"
)
_EDIT = "SELECT id, number, made_by, kind, retires, old, new, said FROM edits"
_LISTED = "IN (SELECT value FROM json_each(?))"


class Dossier(NamedTuple):
    """Statements and edits that belong together, in a fixed order: by path, line and label; by number."""

    statements: tuple[Statement, ...] = ()
    edits: tuple[Edit, ...] = ()


class SnapshotFacts:
    """The facts in an open index; hold one transaction (`gitmem.database.reading`) while asking.

    `reaches` tells whether the history of the notes holds a commit.
    """

    def __init__(self, store: Store, *, reaches: Callable[[str], bool]) -> None:
        self._store = store
        self._reaches = reaches
        self._commits: dict[int, Commit] = {}
        self._reached: dict[int, bool] = {}
        self._statements: dict[int, Statement] = {}
        self._edits: dict[int, Edit | None] = {}
        self._chunks: dict[tuple[str, int, str], int] = {}
        self._numbers_of: dict[int, int] = {}

    @property
    def subjects(self) -> StoredSubjects:
        """The subjects of all notes."""
        return StoredSubjects(self._store)

    def in_chunks(self, ids: Iterable[int]) -> dict[int, list[Statement]]:
        """The statements of chunks, in their order, by the id of the chunk; chunks without any are absent."""
        ids = list(dict.fromkeys(ids))
        span = f"claims.id BETWEEN (value << {CLAIM_SHIFT}) AND (value << {CLAIM_SHIFT}) + {MOST_CLAIMS - 1}"
        rows = self._store.execute(
            f"SELECT claims.id FROM json_each(?) CROSS JOIN claims ON {span}", (json_ids(ids),)
        )
        numbers = [row[0] for row in rows]
        self._load(numbers)
        found: dict[int, list[Statement]] = {}
        for number in sorted(numbers):
            found.setdefault(number >> CLAIM_SHIFT, []).append(self._statements[number])
        return found

    def chunk_of(self, statement: Statement) -> int | None:
        """The id of the chunk in which a statement of this snapshot stands."""
        claim = statement.claim
        return self._chunks.get((claim.path, claim.line, claim.literal))

    def removal_of(self, edit: Edit) -> int | None:
        """The number of the removal in which an edit that was handed out took place (as in `RemovedLog`);
        None for one that is not committed."""
        return self._numbers_of.get(id(edit))

    def first_stated(self, said: Commit, claim: Claim) -> Commit:
        """The commit that first stated the value of a claim whose line comes from the commit `said`: another
        one where that only wrote the same value in another way. Knows the edits that were met so far."""
        for edit in self._edits.values():
            if edit is None or edit.said is None or edit.new is None or edit.commit != said:
                continue
            if (edit.new.literal, edit.new.norm) == (claim.literal, claim.norm) and keeps_value(edit):
                return edit.said
        return said

    def around(self, claims: Iterable[Claim]) -> Dossier:
        """Everything that may stand against some claims or was once said in their place, and what may stand
        against that; the claims themselves are among it when they are stored."""
        claims = list(claims)
        addresses = {address for claim in claims for address in sought_addresses(claim)}
        return self._under(addresses, self._notes_of(claims))

    def related(self, keys: Iterable[KeyWords], *, bounded: bool = False) -> Dossier:
        """All statements and edits under any of some keys, then all that may stand against those.

        `bounded` passes over keys that very many lines share.
        """
        addresses: set[int] = set()
        for key in keys:
            addresses.update((named_address(key), bare_address(key)))
        return self._under(addresses, () if bounded else None)

    def edited(self, keys: Iterable[KeyWords]) -> bool:
        """Whether anything was ever done to a claim under some keys; much quicker than to ask what."""
        addresses = json_ids(address for key in keys for address in (named_address(key), bare_address(key)))
        question = f"SELECT 1 FROM edit_keys WHERE address {_LISTED} LIMIT 1"
        return self._store.execute(question, (addresses,)).fetchone() is not None

    def with_words(self, terms: Collection[str]) -> list[KeyWords]:
        """The keys of claims and edits whose words are all among `terms`, those of most words first."""
        wanted = frozenset(terms)
        leads = json.dumps(sorted(wanted))
        rows = self._store.execute(f"SELECT words FROM keys WHERE lead {_LISTED}", (leads,))
        keys = [tuple(row[0].split("\n")) for row in rows]
        return sorted((key for key in keys if wanted.issuperset(key)), key=lambda key: (-len(key), key))

    def sharing(self, terms: Collection[str]) -> list[KeyWords]:
        """The keys that have some word in `terms`: those with the most of them first, shorter ones before
        longer. Looks at every key, so it is for questions that `with_words` does not answer."""
        wanted = frozenset(terms)
        keys = (tuple(row[0].split("\n")) for row in self._store.execute("SELECT words FROM keys"))
        found = [key for key in keys if not wanted.isdisjoint(key)]
        return sorted(found, key=lambda key: (-len(wanted.intersection(key)), len(key), key))

    def of_paths(self, paths: Iterable[str]) -> list[Statement]:
        """The statements of some notes, by path and line."""
        numbers: list[int] = []
        for path in paths:
            row = self._store.execute("SELECT id FROM notes WHERE path = ?", (encode_path(path),)).fetchone()
            if row is not None:
                question = "SELECT id FROM claims WHERE id BETWEEN ? AND ?"
                numbers += [each[0] for each in self._store.execute(question, claim_range(row[0]))]
        self._load(numbers)
        return _in_order(self._statements[number] for number in numbers)

    def disputed(self) -> Dossier:
        """All statements that may contradict another one, with what may settle it: those under the addresses
        that live lines of different values share, a bare key counting as the named one of the same words."""
        rows = self._store.execute(
            "WITH live AS MATERIALIZED (SELECT id, rival_value FROM claims WHERE rival_value IS NOT NULL),"
            " seen AS MATERIALIZED (SELECT address, min(rival_value) AS low, max(rival_value) AS high"
            "  FROM claim_keys JOIN live ON live.id = claim GROUP BY address)"
            f" SELECT address FROM seen WHERE NOT address {IS_BARE} AND low < high"
            " UNION SELECT named.address FROM seen AS named JOIN seen AS bare"
            f" ON bare.address = named.address {TO_BARE} WHERE named.address {IS_NAMED}"
            " AND min(named.low, bare.low) < max(named.high, bare.high)"
        )
        return self._under([row[0] for row in rows])

    def everything(self) -> Dossier:
        """All statements and edits there are; not for a search."""
        claims = [row[0] for row in self._store.execute("SELECT id FROM claims")]
        edits = [row[0] for row in self._store.execute("SELECT id FROM edits")]
        return self._dossier(claims, edits)

    def _under(self, addresses: Collection[int], notes: Collection[int] | None = ()) -> Dossier:
        """What stands under some addresses, then all that may stand against it.

        Of an address that is crowded only what stands in `notes` counts; with None everything does.
        """
        claims, edits = self._numbers(addresses, notes)
        self._load(claims)
        self._load_edits(edits)
        met = [self._statements[number].claim for number in claims]
        for number in edits:
            edit = self._edits[number]
            met += [claim for claim in (edit.old, edit.new) if claim is not None] if edit is not None else []
        further = {address for claim in met for address in sought_addresses(claim)} - set(addresses)
        more_claims, more_edits = self._numbers(further, self._notes_of(met))
        return self._dossier({*claims, *more_claims}, {*edits, *more_edits})

    def _numbers(
        self, addresses: Collection[int], notes: Collection[int] | None
    ) -> tuple[set[int], set[int]]:
        """Claims and edits under some addresses; see `_under`."""
        crowded: set[int] = set()
        found: list[set[int]] = []
        for table, column in (("claim_keys", "claim"), ("edit_keys", "edit")):
            over = set() if notes is None else self._crowded(table, addresses)
            crowded |= over
            bound = (json_ids(address for address in addresses if address not in over),)
            question = f"SELECT DISTINCT {column} FROM {table} WHERE address {_LISTED}"
            found.append({row[0] for row in self._store.execute(question, bound)})
            if table == "edit_keys":
                found[-1].update(each for address in over for each in self._newest_edits(address))
        if crowded and notes:
            found[0].update(self._within(crowded, notes))
        return found[0], found[1]

    def _newest_edits(self, address: int) -> Iterator[int]:
        """The newest edits under a crowded address: one fact may have changed a thousand times."""
        question = f"SELECT edit FROM edit_keys WHERE address = ? ORDER BY edit DESC LIMIT {MOST_SHARING}"
        return (row[0] for row in self._store.execute(question, (address,)))

    def _crowded(self, table: str, addresses: Collection[int]) -> set[int]:
        question = (
            f"SELECT address FROM {table} WHERE address {_LISTED}"
            f" GROUP BY address HAVING count(*) > {MOST_SHARING}"
        )
        return {row[0] for row in self._store.execute(question, (json_ids(addresses),))}

    def _within(self, addresses: Collection[int], notes: Collection[int]) -> Iterator[int]:
        """The claims under some addresses that stand in some notes."""
        shift = CLAIM_SHIFT + NOTE_SHIFT
        question = (
            "SELECT claim FROM json_each(?) AS wanted CROSS JOIN json_each(?) AS note CROSS JOIN claim_keys"
            " ON address = wanted.value AND claim BETWEEN"
            f" note.value << {shift} AND ((note.value + 1) << {shift}) - 1"
        )
        bound = (json_ids(addresses), json_ids(notes))
        return (row[0] for row in self._store.execute(question, bound))

    def _notes_of(self, claims: Iterable[Claim]) -> set[int]:
        """The ids of the notes that some claims stand in, as far as they are met already."""
        chunks = (self._chunks.get((claim.path, claim.line, claim.literal)) for claim in claims)
        return {chunk >> NOTE_SHIFT for chunk in chunks if chunk is not None}

    def _dossier(self, claims: Collection[int], edits: Collection[int]) -> Dossier:
        self._load(claims)
        self._load_edits(edits)
        found = [edit for edit in map(self._edits.get, sorted(edits)) if edit is not None]
        return Dossier(
            tuple(settle(_in_order(self._statements[number] for number in claims), found)),
            tuple(edit for edit in found if edit.kind is not EditKind.KEPT),
        )

    def _load(self, numbers: Iterable[int]) -> None:
        missing = [number for number in numbers if number not in self._statements]
        if not missing:
            return
        rows = self._store.execute(f"{_CLAIM} WHERE claims.id {_LISTED}", (json_ids(missing),)).fetchall()
        self._load_commits({row[4] for row in rows})
        for row in rows:
            found = self._statements[row[0]] = self._statement(row)
            claim = found.claim
            self._chunks[claim.path, claim.line, claim.literal] = row[0] >> CLAIM_SHIFT

    def _statement(self, row: Sequence[Any]) -> Statement:
        number, line, end_line, state, said, moved_from, data, first, written, path = row
        claim = unpack_claim(
            data,
            decode_path(path),
            first + line,
            first + end_line,
            number >> CLAIM_SHIFT & MOST_CHUNKS - 1,
            decode_written(written),
        )
        return Statement(
            claim,
            STATES[state],
            None if said is None else self._commits[said],
            None if moved_from is None else decode_path(moved_from),
        )

    def _load_edits(self, numbers: Iterable[int]) -> None:
        missing = [number for number in numbers if number not in self._edits]
        if not missing:
            return
        rows = self._store.execute(f"{_EDIT} WHERE id {_LISTED}", (json_ids(missing),)).fetchall()
        self._load_commits({number for row in rows for number in (row[2], row[7])})
        for key, number, made_by, kind, retires, old, new, said in rows:
            if made_by is not None and not self._holds(made_by):
                self._edits[key] = None
                continue
            commit = None if made_by is None else self._commits[made_by]
            after = None if new is None else unpack_place(new)
            stated = None if said is None else self._commits[said]
            edit = Edit(_KINDS[kind], commit, unpack_place(old), after, bool(retires), stated)
            self._edits[key] = edit
            if number:
                self._numbers_of[id(edit)] = number

    def _holds(self, made_by: int) -> bool:
        known = self._reached.get(made_by)
        if known is None:
            known = self._reached[made_by] = self._reaches(self._commits[made_by].oid)
        return known

    def _load_commits(self, ids: Iterable[int | None]) -> None:
        missing = [number for number in ids if number is not None and number not in self._commits]
        if missing:
            self._commits.update(load_commits(self._store, missing))


class StoredSubjects:
    """See `gitmem.facts.standing.Subjects`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[KeyWords, tuple[bool, bool]] = {}

    def knows(self, key: KeyWords) -> bool:
        """Whether a note's entity, title or alias has exactly these words."""
        return self._look(key)[0]

    def crowded(self, key: KeyWords) -> bool:
        """Whether more than five notes without `entity:` share the title with these words."""
        return self._look(key)[1]

    def _look(self, key: KeyWords) -> tuple[bool, bool]:
        found = self._known.get(key)
        if found is None:
            question = "SELECT count(*), sum(main AND source = ?) FROM subjects WHERE name = ?"
            total, titles = self._store.execute(question, (_TITLE, key_number(key))).fetchone()
            found = self._known[key] = (bool(total), (titles or 0) > MOST_IN_TITLE)
        return found


def _in_order(statements: Iterable[Statement]) -> list[Statement]:
    return sorted(statements, key=lambda each: (each.claim.path, each.claim.line, each.claim.literal))
