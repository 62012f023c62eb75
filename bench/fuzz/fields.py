"""Properties of front matter: it ends where it says, gives days that stand there, and keeps every text."""

from __future__ import annotations

import json
from datetime import date

from bench.fuzz import seeds
from bench.fuzz.target import Target
from gitmem.notes.front_matter import DATE_FIELDS, FrontMatter, parse_front_matter


def check_front_matter(data: bytes) -> None:
    """What holds for the text of any note, and for any text as a value."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", " ")
    for whole in (text, f"---\n{text}\n---\n- after\n"):
        stands_in_its_lines(parse_front_matter(whole), whole)
    a_text_is_kept(text)


def stands_in_its_lines(read: FrontMatter, text: str) -> None:
    """Markers where the block ends, fields within it, values that are one line each."""
    lines = text.split("\n")
    if not read.end_line:
        assert read == FrontMatter()
        return
    assert 2 <= read.end_line <= len(lines)
    assert lines[0].rstrip(" \t") == "---"
    assert lines[read.end_line - 1].rstrip(" \t") in ("---", "...")
    assert all(each.rstrip(" \t") not in ("---", "...") for each in lines[1 : read.end_line - 1])
    for field in read.fields:
        assert 2 <= field.line < read.end_line
        assert field.value and "\n" not in field.value
        assert field.value in " ".join(text.split()) or '"' in text or "\\" in text or "'" in text
    for day in read.dates:
        assert 2 <= day.line < read.end_line
        assert day.field in DATE_FIELDS
    assert [day.field for day in read.dates] == [
        name for name in DATE_FIELDS if name in {day.field for day in read.dates}
    ]
    assert read.stale_after is None or isinstance(read.stale_after, date) or read.stale_after >= 0
    assert all("\n" not in each for each in (read.entity or "", *read.aliases))
    for warning in read.warnings:
        assert 1 <= warning.line <= read.end_line
        assert "\n" not in warning.text


def a_text_is_kept(text: str) -> None:
    """A quoted value is read back as it was written: no date, number or truth value is made of it."""
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in text[:200]).split())
    if not words or words.lower() in ("~", "null", "none"):
        return
    quoted = json.dumps(words, ensure_ascii=False)
    read = parse_front_matter(f"---\nfirst: x\nentity: {quoted}\n---\n")
    assert read.entity == words
    assert [(field.name, field.value, field.line) for field in read.fields[1:]] == [("entity", words, 3)]
    assert not read.warnings


_TEXTS = (
    *("---\n", "...\n", "\n", "\n", "entity", "aliases", "alias", "verified", "updated", "date", "volatile"),
    *(
        "stale_after",
        ": ",
        ": ",
        ":",
        " ",
        "- ",
        "[",
        "]",
        "{",
        "}",
        ",",
        '"',
        "'",
        "|",
        ">",
        "|-\n",
        "&a ",
        "*a",
    ),
    *("!!str ", "!", "? ", "#", "%YAML 1.1\n", "%", "@", "`", "~", "null", "yes", "no", "30d", "2026-05-01"),
    *(
        "2026-02-30",
        "T10:00:00Z",
        "<<: ",
        "  ",
        "\t",
        "a",
        "Ada",
        "é",
        "\\",
        "\\x41",
        "\\u2028",
        "\ufeff",
        "\x85",
    ),
    *("99999", "-1", "1e9", "0x1F", "''", '""', "\u2028", "\x07", "🐋", "--- "),
)

FRONT_MATTER = Target(
    "front-matter",
    "end, places, days and texts of front matter",
    check_front_matter,
    tuple(text.encode() for text in _TEXTS),
    seeds.front_matter,
)
