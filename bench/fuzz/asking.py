"""Properties of what a caller asks with: cites are read back as written, a text is found by itself."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from functools import cache

from bench.fuzz import seeds
from bench.fuzz.target import Target, refusal
from gitmem.clock import parse_day, parse_instant
from gitmem.errors import DateError, UsageError
from gitmem.index.matching import expression
from gitmem.index.store import SCHEMA
from gitmem.words import Analyzer, fold, tokens
from gitmem.writing.target import Cite, parse_cite

_LANGUAGES = ("english", "none", "german", "arabic")
_LINE, _HASH = re.compile(r"[1-9][0-9]{0,8}"), re.compile(r"[0-9a-f]{4,64}")


def check_question(data: bytes) -> None:
    """What holds for any argument of the command line, as a place, a day and a query."""
    text = data.decode("utf-8", "surrogateescape")
    a_cite_is_read_back(text)
    a_day_is_read_or_refused(text)
    for language in _LANGUAGES:
        a_text_is_found_by_itself(text, _analyzer(language))


def a_cite_is_read_back(text: str) -> None:
    """A place written from its parts is the same place, and only what is written so is one."""
    try:
        cite = parse_cite(text)
    except UsageError as refused:
        refusal(refused)
    else:
        assert _written(cite) == text
    path, _, rest = text.partition("\0")
    cite = Cite(
        path.replace("\0", "") or "a.md", 1 + len(rest), rest.encode("utf-8", "replace").hex()[:64] or None
    )
    if cite.hash is None or len(cite.hash) >= 4:
        assert parse_cite(_written(cite)) == cite


def _written(cite: Cite) -> str:
    return f"{cite.path}:{cite.line}" + (f"@{cite.hash}" if cite.hash is not None else "")


def a_day_is_read_or_refused(text: str) -> None:
    """`--now` and its like."""
    parse_day(text)
    try:
        instant = parse_instant(text)
    except DateError as refused:
        refusal(refused)
    else:
        assert parse_instant(instant.isoformat()).seconds == instant.seconds


def a_text_is_found_by_itself(text: str, analyzer: Analyzer) -> None:
    """All that a query asks for stands in the terms of the same text, for us and for the full-text table."""
    document = analyzer.document(text)
    terms = set(document.split())
    assert analyzer.distinct(text) == terms
    assert tokens(fold(text)) == tokens(text)
    try:
        asked = analyzer.query(text)
    except UsageError as refused:
        refusal(refused)
        assert not terms
        return
    for term in asked:
        assert term.text and term.ways and term.clues
        assert any(terms.issuperset(way) for way in term.ways), term
        assert all(terms.issuperset(clue) for clue in term.clues[:1]), term
    if len(terms) <= 40:
        table = _table()
        table.execute("INSERT INTO words(rowid, text, context) VALUES (1, ?, '')", (document,))
        for term in asked:
            found = table.execute("SELECT rowid FROM words WHERE words MATCH ?", (expression(term.ways),))
            assert found.fetchall() == [(1,)], term
        table.rollback()


@cache
def _analyzer(language: str) -> Analyzer:
    return Analyzer(language)


@cache
def _table() -> sqlite3.Connection:
    """An empty full-text table as an index has it."""
    connection = sqlite3.connect(":memory:")
    made = next(each for each in SCHEMA.statements if "fts5" in each)
    connection.execute(made)
    connection.commit()
    return connection


def questions() -> Iterator[bytes]:
    """Places, days, and lines of notes as queries."""
    yield from (b"notes/a b.md:12@0a1b2c", b"a:1:2", b"x.md:0", b"2026-10-01T12:00:00+02:00", b"2026-1-2")
    yield from ("C++ C# doesn't e-mail 1.5 3,000 北京市 한국어 x_y HttpHandler Straße 🎉".encode(), b"IT who")
    yield from list(seeds.lines())[::5]


_TEXTS = (
    *(
        ":",
        "@",
        "1",
        "12",
        "0",
        "٣",
        "²",
        ".md",
        "/",
        "a",
        "\0",
        "2026-10-01",
        "T12:00:00",
        "Z",
        "+02:00",
        "-",
        "W40-1",
    ),
    *(
        "'",
        "n't",
        "'s",
        "’",
        ".",
        "_",
        "__",
        "#",
        "++",
        ",",
        "1,000",
        "1.5",
        "E_404",
        "HttpHandler",
        "URLs",
        "IT",
        "it",
    ),
    *(
        "the",
        "北京",
        "한국어",
        "ไทย",
        "é",
        "e\u0301",
        "й",
        "ß",
        "İ",
        "ǅ",
        "ﬁ",
        "½",
        "🎉",
        "\u200d",
        "\u00ad",
        "\ufeff",
    ),
    *(
        "\n",
        " ",
        "\t",
        "\\_",
        "\\",
        '"',
        "*",
        "(",
        ")",
        "NEAR",
        "AND",
        "OR",
        "^",
        "~",
        "x" * 70,
        "क्षि",
        "العربية",
        "\u0345",
    ),
)

ASKING = Target(
    "asking",
    "cites are read back, days are read or refused, a text is found by itself",
    check_question,
    (*(text.encode() for text in _TEXTS), b"\xff"),
    questions,
)
