"""Which date counts for a chunk: what the note says, what git knows, and what may not be believed."""

from __future__ import annotations

from datetime import date

import pytest

from gitmem.clock import Instant, parse_instant
from gitmem.config import DatePreference
from gitmem.history.origins import UNCOMMITTED, UNDATED, UNTRACKED, Commit, LineOrigin, LineState
from gitmem.notes.dating import (
    Confidence,
    Dated,
    DateSource,
    WrittenDate,
    choose_date,
    dated_lines,
    newest_line,
    written_dates,
)
from gitmem.notes.headings import heading_day
from gitmem.notes.markdown import ChunkKind, Note, read_note
from tests.notes.cases import Case, load

NOW = parse_instant("2026-10-01T12:00:00Z")
AUTHOR = DatePreference.AUTHOR


def commit(
    authored: str, committed: str | None = None, *, boundary: bool = False, bulk: bool = False
) -> Commit:
    """A commit of these dates."""
    return Commit("a" * 40, parse_instant(authored), parse_instant(committed or authored), boundary, bulk)


def line(said: Commit, blamed: Commit | None = None, moved_from: str | None = None) -> LineOrigin:
    """A committed line that was first said by one commit and is blamed on another."""
    return LineOrigin(LineState.COMMITTED, blamed or said, said, "note.md", moved_from=moved_from)


GIT = line(commit("2026-09-05T10:00:00Z"))


def last_dates(note: Note) -> list[str]:
    """The written dates of a note's last chunk, as `source day line`."""
    found = written_dates(note, note.chunks[-1])
    return [
        f"{each.source.value}{':' + each.field if each.field else ''} {each.day} {each.line}"
        for each in found
    ]


def dated(
    text: str, origin: LineOrigin = GIT, path: str = "note.md", prefer: DatePreference = AUTHOR
) -> Dated:
    """The date of the last chunk of a note, all of whose lines have one origin."""
    note = read_note(path, text.encode())
    return choose_date(written_dates(note, note.chunks[-1]), origin, NOW, prefer)


@pytest.mark.parametrize("case", load("heading_days"), ids=lambda case: case.title)
def test_days_of_headings(case: Case) -> None:
    """A day merely mentioned in a title would date a whole section wrongly."""
    day = heading_day(case.input)
    assert (day.isoformat() if day else "none") == case.expected


def test_written_dates_come_in_the_documented_order() -> None:
    """The order decides which date is shown, so it is part of the surface."""
    text = (
        "---\ndate: 2026-01-03\nverified: 2026-01-01\nupdated: 2026-01-02\n---\n"
        "# 2026-02-01\n\n## 2026-02-02: call\n\n### Afternoon\n\n"
        "As of 2026-03-01 all well. [verified: 2026-04-01]\n"
    )
    assert last_dates(read_note("2025-12-24.md", text.encode())) == [
        "tag 2026-04-01 12",
        "heading 2026-02-02 8",
        "filename 2025-12-24 0",
        "front-matter:verified 2026-01-01 3",
        "front-matter:updated 2026-01-02 4",
        "front-matter:date 2026-01-03 2",
        "text 2026-03-01 12",
    ]


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("daily/2025-01-09.md", date(2025, 1, 9)),
        ("2025-01-09-standup.md", date(2025, 1, 9)),
        ("log_2025_01_09.md", date(2025, 1, 9)),
        ("2025-01-09T10-15 call.md", date(2025, 1, 9)),
        ("2025-01-09/notes.md", None),
        ("20250109.md", None),
        ("2025-01.md", None),
        ("2025-13-09.md", None),
        ("2025-01-01_2025-01-07.md", None),
        ("v2025-1-1-9.md", None),
    ],
)
def test_dates_in_file_names(path: str, day: date | None) -> None:
    """Daily notes are dated by name; a number that looks like a date must not do it."""
    note = read_note(path, b"- Boat survey: due\n")
    assert [each.day for each in written_dates(note, note.chunks[0])] == ([day] if day else [])


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("As of 2026-03-01 there are five", date(2026, 3, 1)),
        ("Five boats as of March 1, 2026.", date(2026, 3, 1)),
        ("as of: 1 March 2026", date(2026, 3, 1)),
        ("as\nof", None),
        ("As of March 2026", None),
        ("as of 2026-02-30", None),
        ("as of `2026-03-01`", None),
        ("`as of 2026-03-01`", None),
        ("Since 2026-03-01", None),
        ("as of 2025-01-01, and as of 2026-03-01", date(2026, 3, 1)),
    ],
)
def test_days_a_sentence_speaks_of(text: str, day: date | None) -> None:
    """Copied text says how old it is; examples and vague words do not."""
    note = read_note("note.md", text.encode())
    assert [each.day for each in written_dates(note, note.chunks[0])] == ([day] if day else [])


def test_a_day_in_the_sentence_counts_only_against_a_younger_commit() -> None:
    """Text saying "as of March" that was pasted in September is half a year old."""
    assert dated("as of 2026-03-01: five").source is DateSource.TEXT
    assert dated("as of 2026-09-20: five").source is DateSource.GIT
    assert dated("as of 2026-03-01: five", UNCOMMITTED).day == date(2026, 3, 1)
    assert dated("as of 2026-03-01: five", UNDATED).day == date(2026, 3, 1)


@pytest.mark.parametrize(
    ("text", "path", "source"),
    [
        ("x [verified: 2062-05-01]", "note.md", DateSource.TAG),
        ("## 2062-05-01\n\nx", "note.md", DateSource.HEADING),
        ("x", "2062-05-01.md", DateSource.FILENAME),
        ("---\nverified: 2062-05-01\n---\nx", "note.md", DateSource.FRONT_MATTER),
        ("as of 2062-05-01: x", "note.md", DateSource.TEXT),
    ],
)
def test_a_date_in_the_future_is_flagged_and_passed_over(text: str, path: str, source: DateSource) -> None:
    """A typing error must not make a fact the youngest for ever."""
    found = dated(text, path=path)
    assert (found.day, found.source) == (date(2026, 9, 5), DateSource.GIT)
    assert [(each.source, each.day) for each in found.flagged] == [(source, date(2062, 5, 1))]


def test_the_next_written_date_is_taken_after_one_in_the_future() -> None:
    """One error in a note does not hide its other dates."""
    found = dated("---\nupdated: 2026-08-01\n---\nx [verified: 2062-05-01] [verified: 2026-07-01]")
    assert (found.day, found.source_name) == (date(2026, 7, 1), "tag")
    assert (
        dated("---\nupdated: 2026-08-01\n---\nx [verified: 2062-05-01]").source_name == "front-matter:updated"
    )


def test_tomorrow_is_no_mistake_and_no_negative_age() -> None:
    """East of here it is tomorrow already."""
    found = dated("x [verified: 2026-10-02]")
    assert (found.day, found.age_days, found.flagged) == (date(2026, 10, 2), 0, ())


def test_git_dates_text_that_gives_no_date() -> None:
    """The usual case."""
    found = dated("x")
    assert (found.day, found.source, found.age_days) == (date(2026, 9, 5), DateSource.GIT, 26)
    assert found.confidence is Confidence.HIGH


def test_a_day_is_shown_in_its_zone_and_aged_in_utc() -> None:
    """A commit of late evening keeps the day its author saw."""
    found = dated("x", line(commit("2026-09-30T20:00:00-05:00")))
    assert (found.day, found.age_days) == (date(2026, 9, 30), 1)


def test_the_preferred_date_of_a_commit_counts() -> None:
    """A rebase gives all lines of a branch one committer date."""
    origin = line(commit("2026-01-02T00:00:00Z", "2026-09-02T00:00:00Z"))
    assert dated("x", origin).day == date(2026, 1, 2)
    assert dated("x", origin, prefer=DatePreference.COMMITTER).day == date(2026, 9, 2)


@pytest.mark.parametrize("wrong", ["2062-05-01T00:00:00Z", "1970-01-01T00:00:00Z"])
def test_an_impossible_date_of_a_commit_is_flagged(wrong: str) -> None:
    """A clock that was wrong makes nothing fresh; the other date is a weak answer."""
    found = dated("x", line(commit(wrong, "2026-09-02T00:00:00Z")))
    assert (found.day, found.confidence) == (date(2026, 9, 2), Confidence.LOW)
    assert [each.field for each in found.flagged] == ["author"]
    found = dated("x", line(commit(wrong)))
    assert (found.day, found.source, found.age_days) == (None, DateSource.UNKNOWN, None)
    assert [each.field for each in found.flagged] == ["author", "committer"]


def test_a_shallow_boundary_only_bounds_the_date() -> None:
    """The boundary commit is not the one that wrote the line."""
    found = dated("x", line(commit("2026-09-28T00:00:00Z", boundary=True)))
    assert (found.day, found.source, found.age_days) == (None, DateSource.UNKNOWN, None)
    assert found.not_after == date(2026, 9, 28)


@pytest.mark.parametrize(
    ("origin", "source", "age"),
    [
        (UNCOMMITTED, DateSource.UNCOMMITTED, 0),
        (UNTRACKED, DateSource.UNTRACKED, 0),
        (UNDATED, DateSource.UNKNOWN, None),
    ],
)
def test_lines_without_a_commit(origin: LineOrigin, source: DateSource, age: int | None) -> None:
    """New text has no date yet, text outside of git has none at all; what is written still counts."""
    found = dated("x", origin)
    assert (found.day, found.source, found.age_days) == (None, source, age)
    assert dated("x [verified: 2026-05-01]", origin).day == date(2026, 5, 1)


def test_moved_text_keeps_the_day_it_was_first_said() -> None:
    """Rotation to an archive makes nothing younger."""
    old, new = commit("2025-03-01T00:00:00Z"), commit("2026-09-30T00:00:00Z")
    found = dated("x", line(old, new, moved_from="log.md"))
    assert (found.day, found.source, found.moved_from) == (date(2025, 3, 1), DateSource.MOVED, "log.md")
    assert dated("x", line(old, new)).source is DateSource.GIT


def test_a_bulk_import_is_a_weak_date() -> None:
    """Years of notes imported on one day were not written on that day."""
    assert dated("x", line(commit("2026-09-28T00:00:00Z", bulk=True))).confidence is Confidence.LOW


def test_a_creation_date_far_before_the_line_is_a_weak_date() -> None:
    """`date:` is often the day the note was made; the line may be years younger."""
    found = dated("---\ndate: 2024-01-01\n---\nx")
    assert (found.day, found.confidence, found.git_day) == (
        date(2024, 1, 1),
        Confidence.LOW,
        date(2026, 9, 5),
    )
    assert dated("---\ndate: 2026-08-20\n---\nx").confidence is Confidence.HIGH
    assert dated("---\nupdated: 2024-01-01\n---\nx").confidence is Confidence.HIGH
    assert dated("---\ndate: 2024-01-01\n---\nx", UNCOMMITTED).confidence is Confidence.LOW


def test_the_newest_line_dates_a_chunk() -> None:
    """A paragraph whose last word changed today is not years old."""
    old, new = line(commit("2025-01-01T00:00:00Z")), line(commit("2026-01-01T00:00:00Z"))
    cut = line(commit("2026-09-01T00:00:00Z", boundary=True))
    assert newest_line([old, new, old], AUTHOR) is new
    assert newest_line([old, cut], AUTHOR) is old
    assert newest_line([cut, UNDATED], AUTHOR) is cut
    assert newest_line([new, UNCOMMITTED, old], AUTHOR) is UNCOMMITTED
    assert newest_line([], AUTHOR) is UNDATED


def test_the_newest_line_is_judged_by_the_preferred_date() -> None:
    """After a rebase the two dates order lines differently."""
    first = line(commit("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"))
    second = line(commit("2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"))
    assert newest_line([first, second], AUTHOR) is first
    assert newest_line([first, second], DatePreference.COMMITTER) is second


def test_lines_without_words_date_nothing() -> None:
    """A fence or an empty line that was touched changes no statement."""
    note = read_note("note.md", b"```sh\nmake\n\n}\n```\n\na\n...\nb\n\n```\n}\n```\n")
    code, paragraph, empty = note.chunks
    assert dated_lines(code) == [2]
    assert dated_lines(paragraph) == [7, 9]
    assert (empty.kind, dated_lines(empty)) == (ChunkKind.CODE, [11, 12, 13])


def test_a_flagged_date_names_its_line() -> None:
    """The user has to find it."""
    (flag,) = dated("# A\n\nx\ny [verified: 2062-01-01]\n").flagged
    assert flag == WrittenDate(DateSource.TAG, None, date(2062, 1, 1), 4)


def test_ages_do_not_depend_on_the_hour() -> None:
    """Ages count UTC days, so the same question gets the same answer all day."""
    claim = (WrittenDate(DateSource.TAG, None, date(2026, 9, 30), 1),)
    for hour in (0, 23):
        now = Instant(parse_instant("2026-10-01").seconds + hour * 3600)
        assert choose_date(claim, GIT, now, AUTHOR).age_days == 1
