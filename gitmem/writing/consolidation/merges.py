"""Lines of one list that surely say the same: the younger one stays, the other one is struck. Pure.

Sure are only equal words, or one fact with one value where the longer line merely adds words at its end.
Whatever could make two lines differ in meaning, a number, a day, a negation, a tag, a remark, keeps both.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from gitmem.facts.claim import Claim, Spot
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.forms import literal, plain
from gitmem.facts.reading.pairs import find_separator
from gitmem.facts.reading.prefixes import read_prefix
from gitmem.facts.reading.struck_text import struck_spans
from gitmem.facts.reading.twins import Twins
from gitmem.notes.chunks import Chunk
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note
from gitmem.notes.tags import InlineTags, Provenance, without_tags
from gitmem.notes.visible import visible
from gitmem.writing.consolidation.sameness import Ages, Judging, Merge, Statement, merged_lines, worth_dating
from gitmem.writing.consolidation.values import DatedNote
from gitmem.writing.text import NoteText

_ITEM = re.compile(rb"(?P<marker>[ \t]*[-*+][ \t]+)(?P<text>\S(?:.*[^ \t])?)(?P<space>[ \t]*)\Z", re.DOTALL)
_LONGEST = 8192
"""Characters of a line past which it states no single thing that another line could say again."""

_GROUP = re.compile(rb"[ \t]*\{[^{}\n]*\}\Z")
_LITERAL = re.compile(r"[`<>\[\]{}\\&%$|]|://|\w@\w")
_QUOTES = "\"'\u2018\u2019\u201c\u201d"
_ODD_NAME = re.compile(r"[^\w ./+-]|[\ud800-\udfff]|\s$|^\s|__")


def find_merges(note: Note, dated: DatedNote, judging: Judging, before: date | None = None) -> list[Merge]:
    """The lines of a note that another line of their list makes superfluous, by line.

    Sections of days that lie before `before` are left alone.
    """
    if note.unmerged:
        return []
    groups = [each for each in _comparable(note, dated, judging.reader, before) if worth_dating(each)]
    origins = dated.origins() if groups else ()
    if len(origins) != note.line_count:
        return []
    found = (merge for group in groups for merge in merged_lines(group, Ages(origins, judging)))
    return sorted(found)


def mark_merges(data: bytes, merges: Sequence[Merge], path: str, day: date) -> bytes:
    """The bytes of a note with the strikes."""
    text = NoteText.of(data)
    for merge in merges:
        text = text.replaced(merge.struck, struck(text.line(merge.struck), _place(path, merge.stays), day))
    return text.data


def struck(line: bytes, place: str, day: date) -> bytes:
    """A list item with its text struck and a mark that says when, and where to look; a group of tags in
    braces and blanks at the end stay at the end."""
    item = _ITEM.fullmatch(line)
    assert item is not None
    text, group = item["text"], _GROUP.search(item["text"])
    tags = group[0] if group and group.start() > 0 else b""
    text = text[: len(text) - len(tags)]
    mark = f" superseded {day.isoformat()}, see {place}".encode()
    return item["marker"] + b"~~" + text + b"~~" + mark + tags + item["space"]


def _place(path: str, line: int) -> str:
    return f"line {line}" if _ODD_NAME.search(path) else f"{path}:{line}"


# What may be compared


def _comparable(
    note: Note, dated: DatedNote, reader: ClaimReader, before: date | None
) -> list[list[Statement]]:
    """Statements by the list in which they stand, the item they hang under, their marker and their tags."""
    text = NoteText.of(dated.data)
    facts: defaultdict[int, list[Claim]] = defaultdict(list)
    for claim in reader.read(note):
        facts[claim.chunk].append(claim)
    groups: defaultdict[tuple[object, ...], list[Statement]] = defaultdict(list)
    records = _Records()
    for number, place in _listed(note, text):
        chunk = note.chunks[number]
        records.meet(place, chunk, facts[number])
        item = _item(note, number, text)
        if item is None or _lies_before(note, chunk, before) or not all(map(_plain_claim, facts[number])):
            continue
        key = (place, item["marker"], *_tagged(chunk.tags))
        stated = chunk.tags.provenance is Provenance.STATED
        groups[key].append(Statement(chunk.line, _words(chunk.text), tuple(facts[number]), stated))
    return [group for key, group in groups.items() if key[0] not in records.found]


_Place = tuple[int, tuple[str, ...]]
"""A list, and the item in it that others hang under."""


def _listed(note: Note, text: NoteText) -> Iterator[tuple[int, _Place]]:
    """The list items, by their numbers among the chunks, with their places; twins are told apart.

    A list ends where anything else stands between two items, or an item is numbered.
    """
    twins, run, covered, section = Twins(), 0, 0, 0
    for number, chunk in enumerate(note.chunks):
        other = chunk.kind is not ChunkKind.LIST_ITEM or chunk.numbered or chunk.section != section
        if other or not _blank_between(text, covered, chunk.line):
            run += 1
        covered, section = chunk.end_line, chunk.section
        if chunk.kind is ChunkKind.LIST_ITEM:
            twins.meet(chunk)
            spot = Spot(chunk.section, parents=chunk.parents)
            yield number, (run, twins.told_apart(chunk, spot).parents if chunk.parents else ())


class _Records:
    """Finds the lists that hold one record after another (`Name: A`, `Kind: x`, `Name: B`, `Kind: x`), in
    which equal lines speak of different things: some key of them has several values."""

    def __init__(self) -> None:
        self.found: set[_Place] = set()
        self._values: dict[tuple[_Place, str], str] = {}

    def meet(self, place: _Place, chunk: Chunk, facts: Sequence[Claim]) -> None:
        """Counts a list item among those of its place."""
        if "~~" in chunk.text or chunk.tags.multi or chunk.tags.allow:
            return
        separator = find_separator(visible(chunk.text))
        if separator is None:
            return
        label = literal(chunk.text[: separator[0]])
        known = facts[0].norm if len(facts) == 1 else " ".join(_words(chunk.text[separator[1] :]))
        if self._values.setdefault((place, label), known) != known:
            self.found.add(place)


def _blank_between(text: NoteText, covered: int, line: int) -> bool:
    return all(not text.line(between).strip() for between in range(covered + 1, line))


def _lies_before(note: Note, chunk: Chunk, before: date | None) -> bool:
    dated = note.sections[chunk.section].dated
    return dated is not None and before is not None and dated.day < before


def _item(note: Note, number: int, text: NoteText) -> re.Match[bytes] | None:
    """The parts of a list item's line, if it is one line that may be struck."""
    chunk = note.chunks[number]
    if chunk.line != chunk.end_line or chunk.numbered or len(chunk.text) > _LONGEST:
        return None
    tags = chunk.tags
    if tags.allow or tags.multi or tags.supersedes or tags.warnings or _has_children(note, number):
        return None
    if any(sign in chunk.text for sign in ("~", "<!--", "%%", "\r")) or chunk.text.endswith("\\"):
        return None
    prefix = read_prefix(chunk.text, visible(chunk.text), True)
    if prefix.task is not None or prefix.transcript or not any(map(str.isalnum, chunk.text)):
        return None
    item = _ITEM.fullmatch(text.line(chunk.line))
    if item is None or item["text"] != chunk.text.encode("utf-8") or not _may_be_struck(chunk):
        return None
    return item


def _may_be_struck(chunk: Chunk) -> bool:
    """Whether a strike around the text is read as one strike of all of it."""
    new = f"~~{chunk.text}~~"
    return struck_spans(new, visible(new)) == [(0, len(new))]


def _has_children(note: Note, number: int) -> bool:
    """Whether something hangs under a list item."""
    parents = note.chunks[number].parents
    following = note.chunks[number + 1] if number + 1 < len(note.chunks) else None
    return following is not None and len(following.parents) > len(parents)


def _plain_claim(claim: Claim) -> bool:
    return claim.strike is None and claim.task is None and not claim.allowed and not claim.unmerged


def _tagged(tags: InlineTags) -> tuple[object, ...]:
    """What has to be equal in the tags of two lines."""
    days = tuple(each.day for each in tags.verified)
    return (days, tags.until, tags.since, tags.volatile, tags.provenance, tags.informant)


def _words(text: str) -> tuple[str, ...]:
    """The words by which lines are compared: case, emphasis, quotes and signs at the end of words aside.

    A line with code, links or addresses is compared as it is written, because there every sign counts.
    """
    bare = without_tags(text)
    if _LITERAL.search(bare):
        return ("", *bare.split())
    words = unicodedata.normalize("NFKC", plain(bare)).split()
    return tuple(each for each in map(_folded, words) if each)


def _folded(word: str) -> str:
    bare = word.strip(_QUOTES).rstrip(".,;:").strip(_QUOTES)
    return bare if len(bare) > 1 and bare.isupper() else bare.casefold()


def reads_the_same(
    path: str, before: bytes, after: bytes, merges: Sequence[Merge], reader: ClaimReader
) -> bool:
    """Whether gitmem itself reads the marked note as meant: every claim as before, those of the struck lines
    struck, no other one."""
    lines = {merge.struck for merge in merges}
    old, new = (reader.read(read_note(path, data)) for data in (before, after))
    if len(old) != len(new):
        return False
    for was, now in zip(old, new, strict=True):
        if (was.line, was.literal, was.norm, was.provenance) != (
            now.line,
            now.literal,
            now.norm,
            now.provenance,
        ):
            return False
        if (now.strike is not None) is not (was.strike is not None or was.line in lines):
            return False
    return True
