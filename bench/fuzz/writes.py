"""Properties of writes: an entry, a strike, a verification changes the lines it is about, no other byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from bench.fuzz import markdown, seeds
from bench.fuzz.target import Choices, Target, refusal
from gitmem.config import DEFAULTS
from gitmem.errors import GitmemError, NoteError, UsageError
from gitmem.facts.claims import ClaimReader
from gitmem.notes.markdown import read_note
from gitmem.writing.adding import add_entry
from gitmem.writing.difference import difference
from gitmem.writing.entry import entry_text
from gitmem.writing.files import NoteChange
from gitmem.writing.pieces import pieces_of, without_mark
from gitmem.writing.striking import Struck, strike
from gitmem.writing.target import Cite
from gitmem.writing.text import NoteText
from gitmem.writing.verifying import verify

_DAY = date(2026, 10, 1)
_PATH = "log.md"
_READER = ClaimReader(DEFAULTS)
_VERBS = ("add", "log", "supersede", "retract", "verify")
_TAG = rb"\[verified\s{0,9}:[^\[\]\n]{0,80}\]"


def check_write(data: bytes) -> None:
    """One write, chosen by the first two bytes, with the words up to a NUL, to the note after it."""
    choices = Choices(data)
    verb, number = _VERBS[choices.number(len(_VERBS))], choices.number(256)
    words, note = choices.piece().decode("utf-8", "surrogateescape"), choices.rest
    lines_are_kept_apart(note)
    try:
        if verb in ("add", "log"):
            an_entry_only_adds(note, words, log=verb == "log")
        else:
            cite = _cite(note, number)
            if verb == "verify":
                a_verification_changes_a_tag(note, cite)
            else:
                a_strike_only_marks(note, cite, words if verb == "supersede" else None)
    except GitmemError as refused:
        assert isinstance(refused, (NoteError, UsageError)), refused
        refusal(refused)


def _cite(note: bytes, number: int) -> Cite:
    """A piece of the note by its number, half of the time with its hash."""
    body = without_mark(note)[1]
    pieces = list(pieces_of(read_note(_PATH, body), body))
    if not pieces:
        return Cite(_PATH, 1 + number)
    chunk, digest = pieces[number // 2 % len(pieces)]
    return Cite(_PATH, chunk.line, digest[:8]) if number % 2 else Cite(_PATH, chunk.end_line)


def lines_are_kept_apart(note: bytes) -> None:
    """The lines of a note are all of it, and each can be put back as it is."""
    text = NoteText.of(note)
    assert text.data == note
    assert all(
        text.replaced(number, text.line(number)) == text for number in range(1, len(text.lines) + 1)[:20]
    )
    assert text.closed().data.startswith(note)


def an_entry_only_adds(note: bytes, words: str, *, log: bool) -> None:
    """All lines of before are there, as they were and in their order, and the new one says the words."""
    entry = entry_text([words], "stated")
    added = add_entry(_PATH, note or None, entry, _DAY, log=log, dated=log)
    assert _without(NoteText.of(added.data).lines, NoteText.of(note).lines) is not None
    assert without_mark(added.data)[0] == without_mark(note)[0]
    read = read_note(_PATH, added.data)
    own = [chunk for chunk in read.chunks if chunk.line <= added.line <= chunk.end_line]
    assert [(chunk.text, chunk.line) for chunk in own] == [(entry, added.line)]
    changed = difference(NoteChange(_PATH, note, added.data))
    assert not changed.taken


def _without(lines: Sequence[bytes], old: Sequence[bytes]) -> list[bytes] | None:
    """The lines that came to `old`, whose last line may have got an ending; None if some of it is gone."""
    new: list[bytes] = []
    at = 0
    for line in lines:
        if at < len(old) and line.rstrip(b"\r\n") == old[at].rstrip(b"\r\n") and line.startswith(old[at]):
            assert line == old[at] or at == len(old) - 1
            at += 1
        elif at < len(old) and at == len(old) - 1 and line == old[at].removesuffix(b"\n").removesuffix(b"\r"):
            at += 1  # the note's last line had an ending, and its new last line has none
        else:
            new.append(line)
    return new if at == len(old) else None


def a_strike_only_marks(note: bytes, cite: Cite, words: str | None) -> None:
    """The lines struck hold their bytes with marks in between, at most two lines come, all else stays."""
    successor = None if words is None else [words]
    struck = strike(_PATH, note, cite, _DAY, _READER, successor=successor)
    mark, body = without_mark(note)
    assert struck.data.startswith(mark)
    before, after = NoteText.of(body).lines, list(NoteText.of(struck.data[len(mark) :]).lines)
    if struck.new is not None:
        new = after.pop(struck.new - 1)
        assert (
            words is not None
            and struck.entry is not None
            and new.rstrip(b"\r\n").endswith(struck.entry.encode())
        )
        if len(after) > len(before):
            assert not after.pop(struck.new - 2).strip()
    assert len(after) == len(before)
    marks = 0
    for number, (old, now) in enumerate(zip(before, after, strict=True), 1):
        bare = old.rstrip(b"\r\n"), now.rstrip(b"\r\n")
        assert old[len(bare[0]) :] == now[len(bare[1]) :] or number == len(before), (old, now)
        if struck.first <= number <= struck.last:
            marks += _marks(*bare)
        else:
            assert bare[0] == bare[1]
    assert marks and marks % 2 == 0, (before, after)
    _cannot_be_struck_again(struck)


def _marks(old: bytes, new: bytes) -> int:
    """How many strikes begin or end in `new`, which is `old` with these, their words and maybe an escape."""
    rest = re.sub(rb"~~ (?:superseded|retracted) 2026-10-01", b"~~", new)
    position = 0
    extra = bytearray()
    for byte in rest:
        if position < len(old) and old[position] == byte:
            position += 1
        else:
            extra.append(byte)
    tildes = extra.count(b"~")
    assert position == len(old) and tildes % 2 == 0 and bytes(extra.replace(b"~", b"")) in (b"", b"\\"), (
        old,
        new,
    )
    return tildes // 2


def _cannot_be_struck_again(struck: Struck) -> None:
    try:
        strike(_PATH, struck.data, Cite(_PATH, struck.first), _DAY, _READER)
    except (UsageError, NoteError):
        return
    raise AssertionError("struck twice")


def a_verification_changes_a_tag(note: bytes, cite: Cite) -> None:
    """One line differs, by one tag; verifying again changes nothing."""
    verified = verify(_PATH, note, cite, _DAY, _READER)
    before, after = NoteText.of(note).lines, NoteText.of(verified.data).lines
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) <= 1
    for old, new in changed:
        assert b"[verified: 2026-10-01]" in new
        assert any(_bare(old, each) == _bare(new, each) for each in (b" ?%b", b"%b", b"%b ?")), changed
    again = verify(_PATH, verified.data, Cite(_PATH, cite.line), _DAY, _READER)
    assert again.data == verified.data


def _bare(line: bytes, pattern: bytes) -> bytes:
    """A line without its tags and the blank that may stand on one side of them."""
    return re.sub(b"(?i)" + pattern % _TAG, b"", line)


def writes() -> Iterator[bytes]:
    """Every verb on every note, with some words."""
    for number, note in enumerate(seeds.notes()):
        for verb in range(len(_VERBS)):
            yield bytes([verb, number % 7]) + (b"Lead: Bo\0", b"# seven\0", b"x\0")[number % 3] + note
    yield b"\2\0Berth: 9\0\xef\xbb\xbf- Berth: 7\r\n- Crew: two"
    yield b"\4\1\0- Crew: two\rand a cat [verified: 2026-01-01]\n"


_ODD = (
    b"\0",
    b"\1",
    b"\2",
    b"\3",
    b"\4",
    b"\xff",
    b"\xc3",
    b"- Lead: Ada\n",
    b"## 2026-09-30\n",
    b"- ~~a: b~~\n",
)

WRITES = Target(
    "writes",
    "an entry, a strike, a verification changes its own lines and no other byte",
    check_write,
    (*markdown.WORDS, *_ODD),
    writes,
    head=2,
)
