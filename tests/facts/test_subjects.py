"""What notes and sections speak of, and to which series a note belongs."""

from __future__ import annotations

import pytest

from gitmem.config import FactSettings, Settings
from gitmem.facts.claim import NO_SUBJECT, SubjectSource
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.subjects import is_generic_title, narrowing, series_of, without_days
from gitmem.notes.markdown import read_note


@pytest.mark.parametrize(
    "title",
    [
        "Summary",
        "Notes",
        "README",
        "2026-08-14",
        "Log 2026",
        "Meeting notes",
        "Daily log: 14 August 2026",
        "\u2014",
    ],
)
def test_titles_that_name_no_subject(title: str) -> None:
    """As a subject, such a title would tie together what has nothing in common."""
    assert is_generic_title(title)


@pytest.mark.parametrize("title", ["Orion", "Orion notes", "Boat log Tern", "項目", "Meeting with Ann"])
def test_titles_that_name_one(title: str) -> None:
    assert not is_generic_title(title)


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (("people",), ()),
        (("1. overview",), ()),
        (("accounts", "staging"), ("accounts", "staging")),
        (("details", "staging"), ("staging",)),
        (("2026-08-14",), ()),
        (("fri 2026-08-14 10:30: standup",), ("standup",)),
        (("step 2",), ("step 2",)),
    ],
)
def test_headings_that_narrow(headings: tuple[str, ...], expected: tuple[str, ...]) -> None:
    """Staging's port is not production's, but a person under People is still the note's."""
    assert narrowing(headings) == expected


@pytest.mark.parametrize(
    ("path", "series"),
    [
        ("orion.md", "orion"),
        ("journal/2026-08-14.md", ""),
        ("journal/2026/08/14.md", "14"),
        ("runs/orion-run-2026-08-14T10-30.md", "orion"),
        ("runs/2026_08_14_orion_status.md", "orion"),
        ("log.md", "log"),
        ("log-2025.md", "log"),
        ("20260814-standup.md", "standup"),
        ("notes/week 2026-W33.md", "week"),
    ],
)
def test_series(path: str, series: str) -> None:
    """Entries of one series follow each other; those of two do not."""
    assert series_of(path) == series


def test_days_in_a_text_go_and_other_numbers_stay() -> None:
    """A heading that holds a time is the entry's; one that holds a version is a thing."""
    assert without_days("2026-08-14 10:30 orion sync") == "orion sync"
    assert without_days("version 1.2") == "version 1.2"


def subject_of(text: str, settings: Settings = Settings()) -> object:  # noqa: B008
    reader = ClaimReader(settings)
    return reader.frame(read_note("note.md", text.encode())).subject


def test_the_entity_comes_before_the_title_and_brings_aliases() -> None:
    """A note may have a title for people and a name for facts."""
    subject = (
        ClaimReader(Settings())
        .frame(read_note("note.md", b"---\nentity: Orion\naliases: [orion-svc]\n---\n# The new boat\n"))
        .subject
    )
    assert (subject.name, subject.source) == ("Orion", SubjectSource.ENTITY)
    assert subject.keys == (("orion",), ("orion", "svc"))


def test_aliases_of_the_configuration_hold_in_both_directions() -> None:
    """Whichever of its names a note carries, the others mean it."""
    settings = Settings(facts=FactSettings(aliases=(("Orion", ("Project O",)),)))
    for title in ("Orion", "Project O"):
        subject = ClaimReader(settings).frame(read_note("note.md", f"# {title}\n".encode())).subject
        assert set(subject.keys) == {("orion",), ("o", "project")}


def test_a_generic_title_is_no_subject() -> None:
    assert subject_of("# Notes\n") == NO_SUBJECT
    assert subject_of("no title\n") == NO_SUBJECT
