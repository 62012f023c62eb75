"""Importing notes, planned: the same bytes under a folder, nothing replaced, every file accounted for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.errors import UsageError
from gitmem.writing.imports.plan import (
    LeftOut,
    LeftOutReason,
    Source,
    SourceKind,
    digest,
    kind_of,
    links,
    of_memory,
    plan_import,
)

_NAMES = st.sampled_from(("CLAUDE.md", "MEMORY.md", "a.md", "b.md", "memory/c.md", "docs/d.md", "docs/e.md"))
_BYTES = st.sampled_from(
    (b"", b"x\n", b"[d](docs/d.md)\n", b"@docs/e.md\r\n", b"\xff\x00", b"- K: v {explicit, user}")
)
SOURCES = st.dictionaries(_NAMES, _BYTES, max_size=7).map(Source)


@settings(max_examples=200, deadline=None)
@given(SOURCES, st.sampled_from(SourceKind))
def test_every_file_is_imported_with_its_bytes_or_named(source: Source, kind: SourceKind) -> None:
    """A note would be missing and nobody would know."""
    chosen = of_memory(source, kind)
    named = {each.path for each in chosen.left_out}
    assert chosen.notes.keys() | named == source.notes.keys() and not chosen.notes.keys() & named
    files = plan_import(chosen, "in", lambda path: None).files
    assert digest({path.removeprefix("in/"): data for path, data in files.items()}) == chosen.digest


@settings(max_examples=200, deadline=None)
@given(SOURCES, st.data())
def test_a_second_run_writes_the_rest_and_then_nothing(source: Source, draw: st.DataObject) -> None:
    """An interrupted import could not be finished, or would double notes."""
    first = plan_import(source, "in", lambda path: None).files
    done = draw.draw(st.lists(st.sampled_from(sorted(first)), unique=True)) if first else []
    there = {path: first[path] for path in done}
    second = plan_import(source, "in", there.get)
    assert {**second.files, **there} == first
    assert set(second.present) == set(done)
    assert not plan_import(source, "in", first.get).files


@given(SOURCES.filter(lambda source: bool(source.notes)))
def test_another_note_of_the_name_stops_all_of_it(source: Source) -> None:
    """A note of this memory would be replaced by one of the other."""
    path = sorted(source.notes)[0]
    with pytest.raises(UsageError, match="here already with other text"):
        plan_import(source, "in", lambda each: b"other" if each == f"in/{path}" else None)


def test_kinds_are_told_by_what_is_there() -> None:
    """The wrong files of a folder would count as its memory."""
    assert kind_of(Source({"CLAUDE.md": b""})) is SourceKind.CLAUDE
    assert (
        kind_of(Source({"a.md": b"- Lead: Ann {explicit, user, from 2026-01-01}\n"})) is SourceKind.PLAINMEM
    )
    hidden = (LeftOut(".plainmem/", LeftOutReason.HIDDEN),)
    assert kind_of(Source({"a.md": b"x"}, hidden)) is SourceKind.PLAINMEM
    assert kind_of(Source({"a.md": b"- {name} in braces {name}\n"})) is SourceKind.FOLDER


def test_claudes_memory_in_a_project_leaves_the_project_out() -> None:
    """All documents of a code project would become memory."""
    notes = {
        "CLAUDE.md": b"See @docs/style.md and [setup](docs/setup.md).\n",
        "docs/style.md": b"see [more](more.md)\n",
        "docs/more.md": b"",
        "docs/setup.md": b"",
        "docs/other.md": b"",
        "README.md": b"",
        "memory/ada.md": b"",
    }
    chosen = of_memory(Source(notes), SourceKind.CLAUDE)
    assert set(chosen.notes) == notes.keys() - {"docs/other.md", "README.md"}
    assert {each.reason for each in chosen.left_out} == {LeftOutReason.NOT_MEMORY}


def test_topic_files_beside_an_index_are_its_memory() -> None:
    """Claude Code's own memory folder has an index and topics beside it, not all of them linked."""
    notes = {"MEMORY.md": b"- [A](a.md)\n", "a.md": b"", "unlinked.md": b""}
    assert of_memory(Source(notes), SourceKind.CLAUDE).notes == notes


def test_links_that_lead_nowhere_after_the_import_are_told() -> None:
    """The picture a note shows would be gone without a word."""
    notes = {
        "a/n.md": b"[up](../b.md) [out](../../c.md) ![p](pic%201.png) [w](https://x.example/y.md) [s](#s)\n"
    }
    source = Source({**notes, "b.md": b""}, (LeftOut("a/pic 1.png", LeftOutReason.NOT_A_NOTE),))
    assert links("a/n.md", notes["a/n.md"]) == ["b.md", "../c.md", "a/pic 1.png"]
    warnings = plan_import(source, "in", lambda path: None).warnings
    assert [each.split("links to ")[1].split(",")[0] for each in warnings] == ["../c.md", "a/pic 1.png"]
