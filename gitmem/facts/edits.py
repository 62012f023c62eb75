"""What a commit did to the claims of a note: replaced, reworded, struck, or removed them.

Claims pair by what they are about and never by where a diff happened to put them: first in the same place
(headings, parent bullets, literal key), then under the same headings, then, for a section that was written
anew, by key and subject. A line that was moved, reformatted, tagged or ticked off says what it said, so
nothing happened to its claim. Pairs that may be one value in other words are told apart, and claims that
repeat their key are never paired, since adding beside is not replacing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from gitmem.facts.claim import Bar, Claim, Shape
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.editing.replacement import Pair, failed_conditions, may_be_same_value
from gitmem.facts.editing.sieve import LineSieve
from gitmem.facts.editing.touched import Touched
from gitmem.history.edit_log import EditCandidate
from gitmem.history.lines import Edit as Hunk

_APART = {Shape.FIELD: Shape.FIELD, Shape.ROW: Shape.ROW}
"""Shapes that never stand in the place of another one."""

_WORD = re.compile(r"[^\W_]+")
_NO_BRACKETS = str.maketrans("", "", "[]")


class EditReader:
    """Reads edits out of edit candidates; remembers nothing of them but which lines may be claims."""

    def __init__(self, reader: ClaimReader) -> None:
        self._reader = reader
        self._sieve = LineSieve(reader)

    def may_matter(self, removed: Iterable[bytes]) -> bool:
        """Whether removed lines may hold a claim; for passing over candidates before their texts are read."""
        return self._sieve.any_of(removed)

    def read(self, candidate: EditCandidate) -> list[Edit]:
        """The edits of one candidate in the order of the old lines; none for a note that is no text."""
        return [edit for edit in self.read_all(candidate) if edit.kind is not EditKind.KEPT]

    def read_all(self, candidate: EditCandidate) -> list[Edit]:
        """The same, and the claims whose line was only written in another way (`EditKind.KEPT`)."""
        sides = [hunk[:2] for hunk in candidate.hunks], [hunk[2:] for hunk in candidate.hunks]
        old = Touched(self._reader, self._sieve, candidate.old_path, candidate.old, sides[0])
        gone = [claim for claim in old.claims() if _is_live(claim)]
        if not gone:
            return []
        path = candidate.new_path or candidate.old_path
        new = Touched(self._reader, self._sieve, path, candidate.new, sides[1], gone)
        return list(_Comparison(candidate, old, new, gone).edits())


def _is_live(claim: Claim) -> bool:
    return claim.strike is None and claim.shape is not Shape.ENDS


class _Comparison:
    """One candidate's claims, old against new."""

    def __init__(self, candidate: EditCandidate, old: Touched, new: Touched, gone: Sequence[Claim]) -> None:
        self._candidate = candidate
        self._old_lines, self._new_lines = old.source, new.source
        come = new.claims()
        self._gone = list(gone)
        self._come = [claim for claim in come if _is_live(claim)]
        self._struck = [claim for claim in come if claim.strike is not None]
        self._all_gone, self._before = gone, old
        self._new = [*self._come, *filter(_is_live, new.beside(gone))]

    @cached_property
    def _old(self) -> list[Claim]:
        """The old claims with those beside them, which say whether a key is the only one of its place."""
        return [*self._all_gone, *filter(_is_live, self._before.beside(self._all_gone))]

    def edits(self) -> Iterator[Edit]:
        """All edits, in the order of the old lines."""
        found = [*self._strikes(), *self._kept_or_replaced(), *self._reworded_keys(), *self._removals()]
        yield from sorted(found, key=lambda edit: (edit.old.line, edit.old.literal, edit.old.norm))

    def _edit(self, kind: EditKind, old: Claim, new: Claim | None, *, retires: bool = False) -> Edit:
        return Edit(kind, self._candidate.commit, old, new, retires)

    def _take(self, olds: Iterable[Claim], news: Iterable[Claim] = ()) -> None:
        """These are accounted for."""
        done = set(map(id, olds)), set(map(id, news))
        self._gone = [claim for claim in self._gone if id(claim) not in done[0]]
        self._come = [claim for claim in self._come if id(claim) not in done[1]]

    def _strikes(self) -> Iterator[Edit]:
        for key in (_place_and_value, _key_and_value):
            for old, new in _pairs(self._gone, self._struck, key):
                self._take([old])
                yield self._edit(EditKind.STRUCK, old, new)

    def _kept_or_replaced(self) -> Iterator[Edit]:
        for old, new in _pairs(self._gone, self._new, _place_and_value):
            self._take([old], [new])
            if not self._was_moved(old):
                yield self._edit(EditKind.KEPT, old, new)
        for key in (_place, _headings_and_words, _subject_and_key, _subject_and_words):
            if not self._gone or not self._come:
                return
            unique_old, unique_new = _unique(self._old, key), _unique(self._new, key)
            for old in tuple(self._gone):
                if key is not _place and old.line in self._candidate.moved:
                    continue  # it stands elsewhere, and nothing there took its place
                took = unique_new.get(key(old))
                if took is None or unique_old.get(key(old)) is not old or not _contains(self._come, took):
                    continue
                self._take([old], [took])
                if old.norm != took.norm:
                    yield self._paired(old, took)

    def _paired(self, old: Claim, new: Claim) -> Edit:
        if may_be_same_value(old, new) or (old.bars & new.bars) & Bar.LONG_VALUE:
            return self._edit(EditKind.EDITED, old, new)
        pair = Pair(
            old,
            new,
            _line(self._old_lines, old.line),
            _line(self._new_lines, new.line),
            even=_one_even_hunk(self._candidate.hunks, old.line, new.line),
            unique=self._is_only(self._old, old) and self._is_only(self._new, new),
            summary=self._candidate.summary,
        )
        return self._edit(EditKind.REPLACED, old, new, retires=not failed_conditions(pair))

    @staticmethod
    def _is_only(claims: Iterable[Claim], claim: Claim) -> bool:
        return sum(each.literal == claim.literal and _place(each) == _place(claim) for each in claims) == 1

    def _reworded_keys(self) -> Iterator[Edit]:
        """The same value in the same hunk under a key in other words."""
        for old in list(self._gone):
            hunk = _hunk_of(self._candidate.hunks, old.line)
            new = next(
                (
                    claim
                    for claim in self._come
                    if claim.norm == old.norm
                    and claim.spot.parents == old.spot.parents
                    and hunk is not None
                    and 0 <= claim.line - hunk.new_start < hunk.new_count
                ),
                None,
            )
            if new is not None:
                self._take([old], [new])
                yield self._edit(EditKind.EDITED, old, new)

    def _removals(self) -> Iterator[Edit]:
        said = {key for claim in (*self._new, *self._struck) for key in _keys_and_value(claim)}
        gone = [claim for claim in self._gone if _lasts(claim) and not self._was_moved(claim)]
        text = _words_of(self._candidate.new.decode("utf-8", "replace")) if gone else ""
        for old in gone:
            # A table that is laid out in another way keeps the values of its cells.
            told = _words_of(old.value if old.shape is Shape.ROW else f"{old.label} {old.value}")
            if said.isdisjoint(_keys_and_value(old)) and told not in text:
                yield self._edit(EditKind.REMOVED, old, None)

    def _was_moved(self, claim: Claim) -> bool:
        return any(line in self._candidate.moved for line in range(claim.line, claim.end_line + 1))


def _lasts(claim: Claim) -> bool:
    """Whether it is news that a claim is gone."""
    return not claim.bars & (Bar.LONG_VALUE | Bar.EXAMPLE | Bar.QUESTION)


def _words_of(text: str) -> str:
    """The words of a text with one blank before and after each: key and value found so are still said."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


# Under what claims pair, the most exact first.


def _headings(claim: Claim) -> Hashable:
    """Brackets are left out: whether they are a link depends on lines that may not have been read."""
    headings = tuple(heading.translate(_NO_BRACKETS) for heading in claim.spot.headings)
    return headings, claim.spot.parents, _APART.get(claim.shape)


def _place(claim: Claim) -> Hashable:
    return _headings(claim), claim.literal


def _place_and_value(claim: Claim) -> Hashable:
    return _place(claim), claim.norm


def _key_and_value(claim: Claim) -> Hashable:
    return claim.literal, claim.norm


def _headings_and_words(claim: Claim) -> Hashable:
    return _headings(claim), claim.key


def _subject(claim: Claim) -> Hashable:
    """What a line is about, wherever in the note it stands. Entries of two days are two entries."""
    return claim.spot.narrowing, claim.spot.parents, claim.entry.day, _APART.get(claim.shape)


def _subject_and_key(claim: Claim) -> Hashable:
    return _subject(claim), claim.literal


def _subject_and_words(claim: Claim) -> Hashable:
    """The words of the key with those of the subject's name, however many of them the label repeats."""
    name = claim.about.keys[0] if claim.about.keys else ()
    words = frozenset((*name, *claim.key))
    return _subject(claim), words


def _keys_and_value(claim: Claim) -> list[Hashable]:
    return [(key, claim.norm) for key in claim.keys]


def _pairs(
    olds: Iterable[Claim], news: Iterable[Claim], key: Callable[[Claim], Hashable]
) -> Iterator[tuple[Claim, Claim]]:
    """Old claims with a new one of the same key, each new one used once, in order."""
    waiting: dict[Hashable, list[Claim]] = defaultdict(list)
    for claim in news:
        waiting[key(claim)].append(claim)
    for claim in list(olds):
        if waiting.get(key(claim)):
            yield claim, waiting[key(claim)].pop(0)


def _unique(claims: Iterable[Claim], key: Callable[[Claim], Hashable]) -> dict[Hashable, Claim]:
    """The claims that are the only one of their key."""
    found: dict[Hashable, Claim | None] = {}
    for claim in claims:
        found[key(claim)] = None if key(claim) in found else claim
    return {each: claim for each, claim in found.items() if claim is not None}


def _contains(claims: Iterable[Claim], claim: Claim) -> bool:
    return any(each is claim for each in claims)


# Lines and hunks


def _line(lines: Sequence[bytes], number: int) -> str:
    return lines[number - 1].decode("utf-8", "replace") if number <= len(lines) else ""


def _hunk_of(hunks: Iterable[Hunk], old_line: int) -> Hunk | None:
    return next((hunk for hunk in hunks if 0 <= old_line - hunk.old_start < hunk.old_count), None)


def _one_even_hunk(hunks: Iterable[Hunk], old_line: int, new_line: int) -> bool:
    hunk = _hunk_of(hunks, old_line)
    return (
        hunk is not None
        and hunk.old_count == hunk.new_count
        and 0 <= new_line - hunk.new_start < hunk.new_count
    )
