"""Properties of the readers of the policy: pointers stay inside, nothing stops them, lines are cited."""

from __future__ import annotations

from collections.abc import Iterator

from bench.fuzz import markdown, seeds
from bench.fuzz.target import Target, refusal
from gitmem.checks.finding import Finding
from gitmem.checks.policy.index import (
    characters,
    dangling,
    facts_in_index,
    leads_to,
    length,
    pointers_of,
    unrouted,
)
from gitmem.checks.policy.lessons import nested, orders, own_day, written_as_rule
from gitmem.checks.policy.lines import Line, content_words, read_lines
from gitmem.checks.policy.orders import order_in
from gitmem.checks.policy.phrases import is_general, names_rules
from gitmem.checks.policy.places import places_of
from gitmem.checks.policy.records import figures, records
from gitmem.checks.policy.tags import bare_strikes, is_pointer, untagged
from gitmem.config import load_settings
from gitmem.errors import NoteError
from gitmem.facts.claims import ClaimReader
from gitmem.facts.severity import Severity
from gitmem.notes.markdown import read_note
from gitmem.writing.layout.routing import is_index

_SETTINGS = load_settings(b'root = "notes"\n[policy]\nenabled = true\n')
_PLACES = places_of(_SETTINGS)
_READER = ClaimReader(_SETTINGS)
_PERSON = "notes/memory/people/ada.md"


def check_policy(data: bytes) -> None:
    """What holds for any note under the policy, as routing index and as note of a person."""
    for path in (_PLACES.index, _PERSON):
        lines = read_lines(path, data, _READER)
        assert [line[:8] for line in lines] == [
            line[:8] for line in read_lines(path, data, _READER, claims=False)
        ] or any("~~" in line.text or "</" in line.text or line.claims for line in lines)
        _in_order(lines, data)
        _judged(lines)
        for finding in _findings(lines, data):
            assert 1 <= finding.line <= finding.end_line
            assert finding.path
    _pointers_stay_inside(read_lines(_PLACES.index, data, _READER))
    try:
        is_index(_PLACES.index, data)
    except NoteError as refused:
        refusal(refused)
    assert characters(data) <= len(data)


def _in_order(lines: tuple[Line, ...], data: bytes) -> None:
    try:
        count = read_note("x.md", data).line_count
    except NoteError:
        assert not lines
        return
    last = 0
    for line in lines:
        assert last < line.line <= line.end_line <= count
        last = line.end_line
        assert all(line.line <= claim.line <= line.end_line for claim in line.claims)


def _judged(lines: tuple[Line, ...]) -> None:
    for number, line in enumerate(lines):
        assert own_day(line) is None or line.words or line.days
        written_as_rule(line)
        is_general(line.words)
        order_in(line.text)
        is_pointer(line.text)
        names_rules((*line.headings, *line.parents))
        assert all(word in line.folded for word in content_words(line.folded))
        assert all(each.line > line.line for each in nested(lines, number))


def _findings(lines: tuple[Line, ...], data: bytes) -> Iterator[Finding]:
    yield from length(_PLACES, data)
    yield from facts_in_index(_PLACES, lines)
    yield from dangling(_PLACES, pointers_of(_PLACES, lines), lambda _: False)
    yield from unrouted(_PLACES, pointers_of(_PLACES, lines), [_PERSON], Severity.ERROR)
    yield from untagged(_PLACES, lines)
    yield from bare_strikes(_PLACES, lines)
    yield from figures(lines)
    yield from records(lines, lambda _: True)
    yield from orders(lines)


def _pointers_stay_inside(lines: tuple[Line, ...]) -> None:
    """What a pointer may mean lies below the repository's top."""
    pointers = pointers_of(_PLACES, lines)
    for pointer in pointers:
        assert pointer.name.strip()
        for path in pointer.paths:
            assert not path.startswith("/") and ".." not in path.split("/"), path
    assert leads_to(pointers, _PERSON) == any(leads_to([each], _PERSON) for each in pointers)


_TEXTS = (
    *(
        "| name | file | triggers |\n",
        "|---|---|---|\n",
        "| Ada | people/ada.md | ada |\n",
        "](",
        "](<",
        ">)",
        "[[",
    ),
    *(
        "]]",
        "people/ada.md",
        "../",
        "/",
        ".md",
        "`",
        "%2e%2e/",
        "%",
        "#",
        "https://",
        "x:",
        "Always ",
        "never ",
        "Use ",
    ),
    *(
        "You must ",
        "if it rains, ",
        "commit 0123456789012345678901234567890123456789\n",
        "a1b2c3d fix\n",
        "├── src\n",
    ),
    *(
        "src/main.py\n",
        "- src/a.py\n",
        "$30 ",
        "40 users",
        "2026",
        "[inferred]",
        "[stated]",
        "~~",
        "rules\n",
        "see ",
        "'",
    ),
    *(
        '"',
        "\u201c",
        "\u201d",
        "Author: A\n",
        "|-- x\n",
        "3,000,000 ",
        "k",
        "%",
        "TODO",
        "…",
        "don't ",
        "=>",
        "; ",
        ". ",
    ),
)

POLICY = Target(
    "policy",
    "routing index, phrases, records and provenance of any note",
    check_policy,
    (*markdown.WORDS, *(text.encode() for text in _TEXTS)),
    seeds.notes,
)
