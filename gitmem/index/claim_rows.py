"""A claim <-> JSON text of the index, and the addresses under which claims and edits are found.

An address is a 64-bit number for something that two rivals share. There are three kinds. A *named* key
holds all that says which fact it is: a key with the words of its subject, or the whole key of a line that
names its subject itself. A *bare* key leaves the subject to its note, so that thousands may share it. A
*series* key is one within the notes that continue each other, a single note among them. Reads no tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import blake2b
from typing import Any

from gitmem.facts.claim import (
    NO_SUBJECT,
    Bar,
    Claim,
    Entry,
    KeyWords,
    Shape,
    Spot,
    Strike,
    Subject,
    SubjectSource,
    Task,
    Tier,
)
from gitmem.facts.judging.rivals import barred
from gitmem.notes.tags import Provenance
from gitmem.notes.written import DateSource, WrittenDate

_SHAPES = tuple(Shape)
_TIERS = tuple(Tier)
_TASKS = tuple(Task)
SUBJECT_SOURCES = tuple(SubjectSource)
_PROVENANCES = tuple(Provenance)
_SOURCES = {source.value: source for source in DateSource}
# By value: hashing a member of an Enum runs Python code.
_SHAPE_NUMBER = {each.value: number for number, each in enumerate(_SHAPES)}
_TIER_NUMBER = {each.value: number for number, each in enumerate(_TIERS)}
_TASK_NUMBER = {each.value: number for number, each in enumerate(_TASKS)}
_SOURCE_NUMBER = {each.value: number for number, each in enumerate(SUBJECT_SOURCES)}
_PROVENANCE_NUMBER = {each.value: number for number, each in enumerate(_PROVENANCES)}

_COMMON = 10  # fields that every row has
_RARE = (None, 0, 0, None, None, None, None, 0, None, None, (), None, 0)
"""What the fields hold that few claims have; they come last, so that most rows can leave them out."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
_SURROGATES = re.compile("[\ud800-\udfff]")


def _dump(value: object) -> str:
    """JSON that SQLite can store: bytes of a path that are no UTF-8 are escaped."""
    text = _encode(value)
    if text.isascii() or not _SURROGATES.search(text):
        return text
    return json.dumps(value, separators=(",", ":"))


def pack_claim(claim: Claim, chunk_written: tuple[WrittenDate, ...]) -> str:
    """All of a claim but its path, lines and chunk. Dates that are those of its chunk are left out."""
    rare = (
        None if claim.tier is None else _TIER_NUMBER[claim.tier._value_],
        int(claim.many),
        claim.bars._value_,
        None if claim.strike is None else _pack_strike(claim.strike),
        None if claim.task is None else _TASK_NUMBER[claim.task._value_],
        claim.former,
        None if claim.provenance is None else _PROVENANCE_NUMBER[claim.provenance._value_],
        int(claim.allowed),
        _ordinal(claim.since),
        _ordinal(claim.until),
        claim.supersedes,
        None if claim.written == chunk_written else [_pack_written(each) for each in claim.written],
        int(claim.unmerged),
    )
    length = len(rare)
    while length and rare[length - 1] == _RARE[length - 1]:
        length -= 1
    spot, entry, about = claim.spot, claim.entry, claim.about
    return _dump(
        [
            _SHAPE_NUMBER[claim.shape._value_],
            claim.label,
            claim.value,
            None if claim.literal == claim.label else claim.literal,
            claim.key,
            None if claim.attribute == claim.key else claim.attribute,
            None if claim.norm == claim.value else claim.norm,
            None if about == NO_SUBJECT else [about.name, about.keys, _SOURCE_NUMBER[about.source._value_]],
            [spot.section, spot.headings, spot.narrowing, spot.parents],
            [entry.series, _ordinal(entry.day), entry.time],
            *rare[:length],
        ]
    )


def unpack_claim(
    data: str, path: str, line: int, end_line: int, chunk: int, chunk_written: tuple[WrittenDate, ...]
) -> Claim:
    """The claim of `pack_claim` where it stands."""
    parts: list[Any] = json.loads(data)
    shape, label, value, literal, key, attribute, norm, about, spot, entry = parts[:_COMMON]
    rare: list[Any] = [*parts[_COMMON:], *_RARE[len(parts) - _COMMON :]]
    tier, many, bars, strike, task, former, provenance, allowed = rare[:8]
    since, until, supersedes, written, unmerged = rare[8:]
    words = tuple(key)
    return Claim(
        path,
        line,
        end_line,
        chunk,
        _SHAPES[shape],
        label,
        value,
        label if literal is None else literal,
        words,
        words if attribute is None else tuple(attribute),
        value if norm is None else norm,
        NO_SUBJECT if about is None else _subject(about),
        Spot(spot[0], tuple(spot[1]), tuple(spot[2]), tuple(spot[3])),
        Entry(entry[0], _day(entry[1]), entry[2]),
        None if tier is None else _TIERS[tier],
        bool(many),
        Bar(bars) if bars else Bar.NONE,
        None if strike is None else Strike(_day(strike[0]), strike[1], strike[2]),
        None if task is None else _TASKS[task],
        former,
        None if provenance is None else _PROVENANCES[provenance],
        bool(allowed),
        _day(since),
        _day(until),
        tuple(map(tuple, supersedes)),
        chunk_written if written is None else tuple(map(_written, written)),
        bool(unmerged),
    )


def pack_place(claim: Claim) -> str:
    """A claim with its place, as an edit keeps it."""
    return _dump([claim.path, claim.line, claim.end_line, claim.chunk, pack_claim(claim, ())])


def unpack_place(data: str) -> Claim:
    """The claim of `pack_place`."""
    path, line, end_line, chunk, rest = json.loads(data)
    return unpack_claim(rest, path, line, end_line, chunk, ())


def named_keys(claim: Claim) -> list[KeyWords]:
    """The keys that say by themselves which fact a claim is about, each once."""
    joined = [tuple(sorted({*name, *claim.key})) for name in claim.about.keys]
    return list(dict.fromkeys(joined)) or [claim.key]


def addresses(claim: Claim) -> set[int]:
    """Every address under which a claim is stored: its own keys and those it says it supersedes."""
    found = rival_addresses(claim)
    found.add(bare_address(claim.key))
    return found


def rival_addresses(claim: Claim) -> set[int]:
    """The addresses under which whatever may stand against a claim, or be told by it, is stored."""
    series = claim.entry.series
    found = {named_address(words) for words in named_keys(claim)}
    found.add(series_address(series, claim.key))
    found.update(series_address(series, key) for key in claim.supersedes)
    found.update(named_address(key) for key in superseded_keys(claim))
    return found


def sought_addresses(claim: Claim) -> set[int]:
    """The addresses to look under for what may stand against a claim.

    A line in a note about something else that names the subject itself, and the line in the subject's own
    note that it speaks of, are each stored under the other's words.
    """
    found = rival_addresses(claim)
    if claim.about.keys:
        found.add(named_address(claim.key))
        found.update(bare_address(words) for words in named_keys(claim))
    return found


def superseded_keys(claim: Claim) -> list[KeyWords]:
    """The keys that a claim says it supersedes, as they are written and with the names of its subject."""
    joined = (tuple(sorted({*name, *key})) for key in claim.supersedes for name in claim.about.keys)
    return [*claim.supersedes, *joined]


def named_address(words: Sequence[str]) -> int:
    """The address of a key that names its subject."""
    return _hash("n", words)


def bare_address(words: Sequence[str]) -> int:
    """The address of a key as a line has it."""
    return _hash("b", words)


def series_address(series: str, words: Sequence[str]) -> int:
    """The address of a key among the notes of one series."""
    return _hash("s", (series, "", *words))


def key_number(words: Sequence[str]) -> int:
    """A number for the words of a key or of a name."""
    return _hash("k", words)


def value_number(claim: Claim) -> int | None:
    """A number for the value of a claim; None when the claim can stand against no other, whatever it says."""
    if claim.strike is not None or (barred(claim) and not claim.unmerged):
        return None
    return _hash("v", (claim.norm,))


def lead_of(words: Iterable[str]) -> str:
    """The word of a key by which it is found from a question: its longest, as that is shared by fewest."""
    return max(words, key=lambda word: (len(word), word), default="")


def _hash(kind: str, words: Sequence[str]) -> int:
    """The three lowest bits tell the kind; a named and a bare key of the same words differ only there."""
    text = "\0".join((_ALIKE.get(kind, kind), *words)).encode("utf-8", "surrogatepass")
    number = int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)
    return number & ~0b111 | _KINDS.index(kind)


_KINDS = "nskbv"
_ALIKE = {"b": "n"}

IS_BARE = f"& 7 = {_KINDS.index('b')}"
IS_NAMED = f"& 7 = {_KINDS.index('n')}"
"""What in SQL is true after a bare or a named address."""

TO_BARE = f"+ {_KINDS.index('b') - _KINDS.index('n')}"
"""What in SQL makes a named address the bare one of the same words."""


def _pack_strike(strike: Strike) -> list[int | str | None]:
    return [_ordinal(strike.day), strike.successor, strike.bad_day]


def _pack_written(each: WrittenDate) -> list[str | int | None]:
    return [each.source._value_, each.field, each.day.toordinal(), each.line]


def _written(row: Sequence[Any]) -> WrittenDate:
    source, field, day, line = row
    return WrittenDate(_SOURCES[source], field, date.fromordinal(day), line)


def _subject(row: Sequence[Any]) -> Subject:
    name, keys, source = row
    return Subject(name, tuple(map(tuple, keys)), SUBJECT_SOURCES[source])


def _ordinal(day: date | None) -> int | None:
    return None if day is None else day.toordinal()


def _day(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)
