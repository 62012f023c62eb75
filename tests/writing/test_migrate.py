"""Dividing a flat memory: every line is moved as it is, nothing is replaced, and it happens once."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.checks.policy.places import places_of
from gitmem.config import DEFAULTS, load_settings
from gitmem.errors import NoteError
from gitmem.notes.markdown import read_note
from gitmem.writing.layout.migrating import Migration, plan_migration
from gitmem.writing.layout.routing import empty_index, is_index

PLACES = places_of(DEFAULTS)
_LINES = (
    *("", "", "# Memory", "# Notes", "## People", "### Ada Lovelace", "### Bo", "## Projects", "### Orion"),
    *("## Project: Orion", "## Decisions", "## Decision: use tabs", "## 2026-05-01", "### 2026-05-02 call"),
    *("## Log", "## Preferences", "Memory\n======", "People\n------", "##", "#", "## About me", "## Ada!"),
    *("- Phone: 31", "- 2026-05-01: met Ada", "  nested", "  - deeper", "* [x](notes/x.md) hook", "1. one"),
    *(
        "- [gone](notes/gone.md)",
        "plain words",
        "Key: value",
        "> ## quoted",
        "```",
        "~~~",
        "<!--",
        "-->",
        "%%",
        "\ufeffMemory\n======",
    ),
    *(
        "---",
        "updated: 2026-01-01",
        "entity: Ada",
        "|a|b|",
        "|-|-|",
        "| name | file | triggers |",
        "[r]: x.md",
    ),
    *(
        "\tcode",
        "~~Lead: Ada~~ superseded 2026-05-01",
        "a\rb",
        "\u00e9\u4e2d",
        "<div>",
        "</div>",
        "\x0c",
        "  ",
    ),
)
FLAT = st.builds(
    lambda mark, lines, ends, last: (
        mark + b"".join(line.encode() + end for line, end in zip(lines, ends, strict=False)) + last
    ),
    st.sampled_from((b"", b"", b"\xef\xbb\xbf")),
    st.lists(st.sampled_from(_LINES), max_size=40),
    st.lists(st.sampled_from((b"\n", b"\n", b"\n", b"\r\n")), min_size=40, max_size=40),
    st.sampled_from((b"", b"last words", b"## People")),
)
MARKS = re.compile(rb"(?:\xef\xbb\xbf)*")
LINKED = frozenset({"notes/x.md"})


def plan(data: bytes, there: dict[str, bytes] | None = None) -> Migration:
    """The migration of a flat memory beside the files that are there."""
    return plan_migration(data, PLACES, (there or {}).get, LINKED)


def lines_of(data: bytes) -> Counter[bytes]:
    """How often each line is there, without line endings."""
    return Counter(line.removesuffix(b"\r") for line in data.removesuffix(b"\n").split(b"\n"))


def mark_of(data: bytes) -> bytes:
    """The byte order marks that a note begins with."""
    return MARKS.match(data)[0]  # type: ignore[index]


@settings(max_examples=200, deadline=None)
@given(FLAT)
def test_every_line_has_one_new_place_and_stands_there_as_it_was(data: bytes) -> None:
    """A person would lose what they wrote down over years."""
    try:
        migration = plan(data)
    except NoteError as error:
        assert "unresolved merge" in str(error)
        return
    mark = mark_of(data)
    text = data.removeprefix(mark)
    source = text.split(b"\n")[: len(text.split(b"\n")) - text.endswith(b"\n") - (not text)]
    assert [each.line for each in migration.moved] == list(range(1, len(source) + 1))
    places = {(each.path, each.to_line) for each in migration.moved}
    assert len(places) == len(source)
    for each, line in zip(migration.moved, source, strict=True):
        content = migration.files[each.path].removeprefix(mark if each.path == PLACES.index else b"")
        new = content.split(b"\n")[each.to_line - 1]
        assert new == line or (line is source[-1] and new.removesuffix(b"\r") == line)
    rest = Counter[bytes]()
    for path, content in migration.files.items():
        rest += lines_of(content.removeprefix(mark if path == PLACES.index else b""))
    assert not lines_of(text) - rest or not text


@settings(max_examples=150, deadline=None)
@given(FLAT)
def test_a_second_run_and_one_after_a_crash_change_nothing_more(data: bytes) -> None:
    """An interrupted `init` would double notes, and every later one would divide the index again."""
    try:
        migration = plan(data)
    except NoteError as error:
        assert "unresolved merge" in str(error)
        return
    assert is_index(PLACES.index, migration.files[PLACES.index])
    assert list(migration.files)[-1] == PLACES.index
    for count in range(len(migration.files)):
        written = dict(list(migration.files.items())[:count])
        assert plan(data, written).files == migration.files


@settings(max_examples=200, deadline=None)
@given(FLAT, st.data())
def test_what_lies_there_is_never_replaced(data: bytes, draw: st.DataObject) -> None:
    """A note about the same person that somebody else began would be gone."""
    try:
        wanted = [path for path in plan(data).files if path != PLACES.index]
    except NoteError as error:
        assert "unresolved merge" in str(error)
        return
    taken = draw.draw(st.lists(st.sampled_from(wanted), unique=True)) if wanted else []
    there = dict.fromkeys(taken, b"mine\n")
    migration = plan(data, there)
    assert not there.keys() & migration.files.keys()
    assert sum(map(len, migration.moved)) == sum(map(len, plan(data).moved))
    assert len(migration.warnings) >= len(taken)


FLAT_NOTE = b"""# Memory

- Editor: vim
- 2026-04-01: moved to the second floor

## People

### Ada

- Phone: extension 31
- Role: lead

## Project Orion

Status: green

### 2026-01-02

- kicked off

## Log

### 2026-05-02

- Met Ada

## Conventions

- tabs, never spaces
"""


def test_sections_go_where_a_reader_looks_for_them() -> None:
    """Facts about Ada would lie where nobody who asks about her looks."""
    files = plan(FLAT_NOTE).files
    assert b"### Ada\n\n- Phone: extension 31\n" in files["memory/people/ada.md"]
    assert b"### 2026-01-02\n\n- kicked off\n" in files["memory/projects/orion.md"]
    assert files["memory/2026-05-02.md"].startswith(b"## Log\n\n### 2026-05-02\n\n- Met Ada\n")
    assert files["memory/2026-04-01.md"].startswith(b"# 2026-04-01\n\n- 2026-04-01: moved")
    assert files["memory/context/conventions.md"].startswith(b"## Conventions\n")
    assert b"- Editor: vim\n" in files["memory/context/general.md"]
    index = files["MEMORY.md"]
    assert index.startswith(b"# Memory\n") and b"| Ada | memory/people/ada.md | phone, role |\n" in index


def test_a_title_that_only_says_what_the_note_is_stays_with_the_index() -> None:
    """The whole memory would count as one project named Memory."""
    files = plan(b"# Project memory\n\n## Build\n\n- make all\n").files
    assert set(files) == {"memory/context/build.md", "MEMORY.md"}
    assert files["MEMORY.md"].startswith(b"# Project memory\n")


def test_a_dated_section_of_a_project_stays_with_it() -> None:
    """`Status: done` of that day would lose what it is the status of."""
    files = plan(b"# Memory\n\n## Orion\n\n### 2026-05-01\n\n- Status: done\n").files
    assert set(files) == {"memory/context/orion.md", "MEMORY.md"}


def test_pointers_stay_where_their_links_work() -> None:
    """The links of an index of notes would lead nowhere."""
    data = b"# Memory\n\n- [X](notes/x.md) the x\n  more\n- [Y](notes/y.md) the y\n- see [X](notes/x.md#a)\n"
    migration = plan(data)
    files = migration.files
    assert b"- [X](notes/x.md) the x\n  more\n" in files["MEMORY.md"]
    assert b"- [Y](notes/y.md) the y\n" in files["memory/context/general.md"]
    assert migration.warnings == (
        "memory/context/general.md:4: links to notes/x.md, which lies beside MEMORY.md",
    )


def test_front_matter_goes_on_dating_the_lines_it_dated() -> None:
    """Old lines would look as young as the move."""
    files = plan(
        b"---\nupdated: 2025-01-01\n---\n\n- Editor: vim\n\n## People\n\n### Ada\n\n- Phone: 31\n"
    ).files
    for path in ("memory/context/general.md", "memory/people/ada.md"):
        assert [each.day for each in read_note(path, files[path]).front_matter.dates] == [date(2025, 1, 1)]


def test_line_ends_and_byte_order_mark_stay() -> None:
    """Windows users would see whole notes as changed."""
    files = plan("\ufeff# Memory\r\n\r\n## People\r\n\r\n### Ada\r\n\r\n- Café: Luna".encode()).files
    assert files["MEMORY.md"].startswith("\ufeff# Memory\r\n".encode())
    assert files["memory/people/ada.md"] == "### Ada\r\n\r\n- Café: Luna\r\n".encode()


def test_an_index_that_would_be_too_long_is_written_without_triggers() -> None:
    """The index would be refused by the check right after it was made."""
    sections = "".join(f"### Person {n}\n\n- Phone number: {n}\n- Home address: {n}\n\n" for n in range(180))
    migration = plan(f"# Memory\n\n## People\n\n{sections}".encode())
    assert len(migration.files) == 181
    assert len(migration.files["MEMORY.md"]) <= PLACES.characters
    assert not any("longer than" in each for each in migration.warnings)


def test_an_unresolved_merge_is_not_divided() -> None:
    """Half of a conflict would end in one note and half in another."""
    with pytest.raises(NoteError, match="unresolved merge"):
        plan(b"# M\n\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n")


def test_an_empty_index_is_an_index_and_short() -> None:
    """`init` would divide what it wrote itself."""
    assert is_index("MEMORY.md", empty_index(PLACES))
    custom = load_settings(b'root = "notes"\n[policy]\nfolders = ["who"]\ncontext = "rest"\n')
    places = places_of(custom)
    assert places.index == "notes/MEMORY.md" and places.all_folders == ("notes/who", "notes/rest")
    assert places.daily == "notes/daily"
