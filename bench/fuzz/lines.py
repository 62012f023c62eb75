"""Properties of what a single text says of itself: tags, strikes, days, and what counts as said at all."""

from __future__ import annotations

from bench.fuzz.seeds import lines
from bench.fuzz.target import Target, refusal
from gitmem.errors import UsageError
from gitmem.facts.reading.struck_text import read_beside, struck_spans, with_tildes, without
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.notes.days import find_days, read_day
from gitmem.notes.headings import heading_day
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import read_note
from gitmem.notes.tags import Provenance, inline_tags, without_tags
from gitmem.notes.visible import visible
from gitmem.writing.entry import clean_words, entry_text


def check_text(data: bytes) -> None:
    """What holds for any text of a chunk, and for any words that a caller wants as an entry."""
    text = data.decode("utf-8", "replace")
    shown = visible(text)
    assert len(shown) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, shown, strict=True))
    tags_have_places(text)
    days_are_written(text)
    strikes_are_written(text, shown)
    an_entry_is_one_item(data.decode("utf-8", "surrogateescape"))


def tags_have_places(text: str) -> None:
    """Tags of each kind of chunk are told with their lines; a text without any stays as it is."""
    last = 7 + text.count("\n")
    for kind in (ChunkKind.PARAGRAPH, ChunkKind.TABLE_ROW, ChunkKind.CODE):
        tags = inline_tags(text, kind, 7)
        days = [each.day for each in tags.verified]
        assert days == sorted(days, reverse=True)
        places = [each.line for each in tags.verified] + [each.line for each in tags.warnings]
        assert all(7 <= line <= last for line in places)
        assert all("\n" not in each.text for each in tags.warnings)
        assert all(key and "\n" not in key for key in tags.supersedes)
    bare = without_tags(text)
    assert bare.count("\n") == text.count("\n")
    if inline_tags(text, ChunkKind.PARAGRAPH) == inline_tags("", ChunkKind.PARAGRAPH):
        assert len(bare) <= len(text) + 1


def days_are_written(text: str) -> None:
    """A day is read where it stands, in order, and reads the same by itself."""
    position = -1
    for found in find_days(text):
        assert position < found.start < found.end <= len(text)
        position = found.start
        said = text[found.start : found.end]
        assert read_day(said) == found.day, said
        assert str(found.day.year) in said or not said.isascii()
    heading_day(" ".join(text.split()))
    day = read_day(text)
    assert day is None or day == find_days(text.strip())[0].day


def strikes_are_written(text: str, shown: str) -> None:
    """What is struck lies within the text, between tildes, and nothing of it twice."""
    wholly_struck(text)
    tilded = with_tildes(text)
    for source, seen in ((text, shown), (tilded, visible(tilded))):
        last = 0
        spans = struck_spans(source, seen)
        for start, end in spans:
            assert last <= start < end <= len(source)
            assert source[start : start + 2] == source[end - 2 : end] == "~~"
            assert end - start > 4
            last = end
        assert len(without(source, spans)) <= len(source)
        beside = read_beside(source[last:])
        assert beside.successor is None or beside.successor.strip()


def an_entry_is_one_item(text: str) -> None:
    """Whatever words a caller gives become the text of one list item, with its tag, or are refused."""
    for provenance in (None, "observed"):
        try:
            entry = entry_text([text], provenance)
        except UsageError as refused:
            refusal(refused)
            continue
        for before in ("", "# Log\n\n- first\n"):
            note = read_note("log.md", f"{before}- {entry}\n".encode())
            own = note.chunks[-1]
            assert (own.kind, own.text, own.parents) == (ChunkKind.LIST_ITEM, entry, ()), note.chunks
            assert own.line == own.end_line == note.line_count
            assert provenance is None or own.tags.provenance is Provenance.OBSERVED
        assert clean_words([clean_words([text])]) == clean_words([text])


_TEXTS = (
    *(
        "[verified: 2026-05-01]",
        "[verified:",
        "[until: 2026-13-01]",
        "[from: ",
        "2026-05-01",
        "]",
        "[",
        "(",
        ")",
    ),
    *(
        "[volatile]",
        "[multi]",
        "[allow]",
        "[stated]",
        "[inferred]",
        "{explicit, user, from 2026-08-14}",
        "{",
        "}",
    ),
    *(
        "{supersedes ",
        ",",
        "from ",
        "until ",
        "user",
        "~~",
        "~",
        "<del>",
        "</del>",
        "<s>",
        "`",
        "``",
        "\\",
        "<!--",
    ),
    *(
        "-->",
        "%%",
        "\n",
        " ",
        "\t",
        "superseded ",
        "retracted ",
        "by ",
        "see ",
        "→",
        "->",
        "=>",
        "- ",
        "* ",
        "# ",
    ),
    *(
        "1. ",
        "> ",
        "| ",
        "|-|",
        "14 March 2026",
        "March 14, 2026",
        "2026/8/14",
        "2026-02-30",
        "T10:00Z",
        "st",
        ":",
    ),
    *(
        "---",
        "```",
        "===",
        "+ ",
        "_",
        "**",
        "!",
        "[a]: b",
        "<b>",
        "&amp;",
        "é",
        "\u0662",
        "\u2028",
        "\x85",
        "x",
        "key: ",
    ),
    *("\x1c", "\ufeff", "😀", "0", "9999-12-31", "as of ", "[ ] ", "[x] "),
)

LINES = Target(
    "tags",
    "tags, strikes, days and visible text; any words as one entry",
    check_text,
    tuple(text.encode() for text in _TEXTS),
    lines,
)
