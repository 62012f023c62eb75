"""Summaries of past months and moves of old context notes, planned from bytes to bytes."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.writing.consolidation.plan import consolidate
from gitmem.writing.consolidation.values import KeptReason, ProposalKind
from tests.writing.consolidations import again, consolidated, grounds, said

ARCHIVE = "archive/log-2026-03.md"
HEAD = "## Summary 2026-03\n\n### As of 2026-03-16\n\n"
SUMMARY = "- Build time in 3 entries — 12 min (2026-03-02), 14 min (2026-03-09 to 2026-03-16)"


def entries(*lines: tuple[str, str], title: str = "Log") -> bytes:
    """A log with a section for each day."""
    return (f"# {title}\n" + "".join(f"\n## {day}\n\n- {line}\n" for day, line in lines)).encode()


RECURRING = (
    ("2026-03-02", "Build time: 12 min"),
    ("2026-03-09", "Build time: 14 min"),
    ("2026-03-16", "Build time: 14 min"),
)


def test_a_recurring_key_of_an_archive_gets_a_summary_above_its_entries() -> None:
    """Forty readings of one number hide every other entry of their month."""
    notes = {ARCHIVE: entries(*RECURRING)}
    after = consolidated(notes, consolidate(grounds(notes)))[ARCHIVE].decode()
    assert after.startswith(f"# Log\n\n{HEAD}{SUMMARY}\n\n## 2026-03-02\n")
    assert after.removeprefix(f"# Log\n\n{HEAD}{SUMMARY}\n") == notes[ARCHIVE].decode()[6:]


def test_past_months_leave_the_log_for_the_archive_with_their_summary() -> None:
    """The days move as rotation moves them; younger days stay, marks name the lines as they are then."""
    notes = {"log.md": entries(*RECURRING, ("2026-10-01", "Tea: green\n- Tea: green"))}
    found = consolidate(grounds(notes))
    assert list(found.after) == [ARCHIVE, "log.md"]
    after = consolidated(notes, found)
    assert after["log.md"].decode() == (
        "# Log\n\n## 2026-10-01\n\n- Tea: green\n- ~~Tea: green~~ superseded 2026-11-30, see log.md:5\n"
    )
    assert SUMMARY in after[ARCHIVE].decode().split("\n")
    assert (ARCHIVE, 7) in found.places and ("log.md", 6) in found.places
    assert again(after).after == {}


@pytest.mark.parametrize(
    "lines",
    [
        RECURRING[:2],
        tuple((day.replace("-03-", "-09-"), line) for day, line in RECURRING),
        tuple((day, f"~~{line}~~") for day, line in RECURRING),
        tuple((day, f"[x] {line}") for day, line in RECURRING),
        tuple((day, f"{line} [multi]") for day, line in RECURRING),
        tuple((day, line.replace("12 min", "`12` of < 3")) for day, line in RECURRING),
        (*RECURRING[:2], ("2026-03-16", "Build time: 14 min [inferred]")),
        tuple((day, "went for a walk") for day, _ in RECURRING),
        (*RECURRING[:2], ("2026-03-16", "Build time: 14 min [until: 2026-05-01]")),
    ],
)
def test_what_does_not_surely_recur_gets_no_summary(lines: tuple[tuple[str, str], ...]) -> None:
    """Too few days, a month that is not past, lines that are settled, or that say more than a value."""
    assert consolidate(grounds({"log.md": entries(*lines)})).after == {}


def test_what_was_inferred_is_still_inferred_in_the_summary() -> None:
    """A summary must not make a guess look like something somebody said."""
    notes = {ARCHIVE: entries(*((day, f"{line} [inferred]") for day, line in RECURRING))}
    found = consolidate(grounds(notes))
    assert [each.text for each in found.proposals] == [f"{SUMMARY} [inferred]"]


def test_an_archive_that_is_no_text_is_never_written_over() -> None:
    """It is no note, but it is somebody's file."""
    base = grounds({"log.md": entries(*RECURRING)})
    found = consolidate(base._replace(taken=lambda path: path == ARCHIVE))
    assert found.after == {}


OLD = {"memory/context/trip.md": date(2026, 3, 1)}
TRIP = b"# Trip\n\n- Hotel: Sonne\n"


def test_an_old_context_note_moves_as_it_is_and_its_row_follows() -> None:
    """A row that names a note which is not there sends every reader astray."""
    row = b"| trip | memory/context/trip.md | travel |\n"
    notes = {
        "memory/context/trip.md": TRIP,
        "MEMORY.md": b"# Index\n\n| name | file | triggers |\n|-|-|-|\n" + row,
    }
    found = consolidate(grounds(notes, touched=OLD))
    after = consolidated(notes, found)
    assert list(found.after) == ["archive/context/trip.md", "MEMORY.md", "memory/context/trip.md"]
    assert after["archive/context/trip.md"] == TRIP and "memory/context/trip.md" not in after
    assert after["MEMORY.md"].endswith(b"| trip | archive/context/trip.md | travel |\n")
    assert [each.kind for each in found.proposals] == [ProposalKind.PRUNE]


@pytest.mark.parametrize(
    ("extra", "trip", "reason"),
    [
        ({"a.md": b"see [trip](memory/context/trip.md)\n"}, TRIP, KeptReason.NAMED),
        ({"a.md": b"see [[Trip]]\n"}, TRIP, KeptReason.NAMED),
        ({"a.md": b"see [[context/trip|the trip]]\n"}, TRIP, KeptReason.NAMED),
        ({"MEMORY.md": b"- [trip.md](memory/context/trip.md)\n"}, TRIP, KeptReason.NAMED),
        ({}, TRIP + b"- See [map](map.md)\n", KeptReason.LINKS),
        ({}, TRIP + b"\n[map]: map.md\n", KeptReason.LINKS),
        ({"archive/context/trip.md": b"older\n"}, TRIP, KeptReason.TAKEN),
    ],
)
def test_a_note_in_use_stays_and_the_reason_is_told(
    extra: dict[str, bytes], trip: bytes, reason: KeptReason
) -> None:
    """A move that breaks a link or covers another file costs more than an old note does."""
    found = consolidate(grounds({"memory/context/trip.md": trip, **extra}, touched=OLD))
    assert found.after == {} and [each.reason for each in found.kept] == [reason]


def test_links_to_the_web_do_not_keep_a_note() -> None:
    """They lead to the same place from anywhere."""
    trip = TRIP + b"- See [map](https://maps.example/x) and [below](#hotel)\n"
    assert consolidate(grounds({"memory/context/trip.md": trip}, touched=OLD)).moves


DAYS = st.sampled_from(
    ["2026-02-03", "2026-03-02", "2026-03-09", "2026-03-16", "2026-04-01", "2026-09-02", "2026-11-20"]
)
BODY = st.lists(
    st.sampled_from(
        [
            *("- Build time: 12 min", "- Build time: 14 min", "- Mood: calm [observed]", "- Tea: green", ""),
            *("### Staging", "text", "- tea: green.", "  - Build time: 3", "```\nx\n```", "| a | b |", "> q"),
        ]
    ),
    max_size=5,
)
SECTIONS = st.lists(st.tuples(DAYS, BODY), max_size=7)


def laid_out(sections: list[tuple[str, list[str]]], title: str, ending: str, closed: bool) -> bytes:
    """A log of sections."""
    lines = [title, "", *(line for day, body in sections for line in (f"## {day}", "", *body, ""))]
    text = "\n".join(lines) + "\n" * closed
    return text.replace("\n", ending).encode()


@settings(max_examples=150, deadline=None)
@given(SECTIONS, SECTIONS, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans(), st.booleans())
@pytest.mark.stress
def test_nothing_is_lost_and_a_second_time_changes_nothing(
    log: list[tuple[str, list[str]]],
    archived: list[tuple[str, list[str]]],
    ending: str,
    closed: bool,
    bom: bool,
    has_archive: bool,
) -> None:
    """Whatever stands in the log, its archive and a context note: each line is there as often as before."""
    notes = {"log.md": b"\xef\xbb\xbf" * bom + laid_out(log, "# Log", ending, closed)}
    notes["memory/context/trip.md"] = TRIP
    if has_archive:
        march = [(day, body) for day, body in archived if day.startswith("2026-03")]
        notes[ARCHIVE] = laid_out(march, "# Log archive 2026-03", ending, not closed)
    found = consolidate(grounds(notes, touched=OLD))
    after = consolidated(notes, found)
    before_lines, after_lines = said(notes), said(after)
    if not has_archive:  # a day that an archive has already is not written twice
        assert not before_lines - after_lines
    assert set(before_lines) <= set(after_lines)
    assert after["log.md"].startswith(b"\xef\xbb\xbf") == bom
    for path in notes.keys() & after.keys():
        assert after[path].endswith(b"\n") == notes[path].endswith(b"\n")
        assert (b"\r" in after[path]) == (b"\r" in notes[path])
    assert again(after).after == {}


def test_each_line_of_a_summary_stands_under_the_day_of_its_last_entry() -> None:
    """A reading of the second of March must not look as young as one of the twentieth."""
    mood = (("2026-03-01", "Mood: calm"), ("2026-03-03", "Mood: grim"), ("2026-03-05", "Mood: calm"))
    notes = {ARCHIVE: entries(*RECURRING, *mood)}
    found = consolidate(grounds(notes))
    lines = consolidated(notes, found)[ARCHIVE].decode().split("\n")
    assert lines[2:12] == [
        *("## Summary 2026-03", "", "### As of 2026-03-05", ""),
        "- Mood in 3 entries — calm (2026-03-01), grim (2026-03-03), calm (2026-03-05)",
        *("", "### As of 2026-03-16", "", SUMMARY, ""),
    ]
    assert [each.text for each in found.proposals] == [lines[each.into_line - 1] for each in found.proposals]


def test_a_move_that_was_cut_off_is_finished() -> None:
    """Otherwise every day of the month stands twice until somebody rotates."""
    notes = {"log.md": entries(*RECURRING, ("2026-10-01", "Fog")), "memory/context/trip.md": TRIP}
    found = consolidate(grounds(notes, touched=OLD))
    after = consolidated(notes, found)
    for done in range(1, len(found.after)):
        half = consolidated(notes, found._replace(after=dict([*found.after.items()][:done])))
        rest = consolidate(grounds(half, touched=OLD))
        assert rest.proposals and consolidated(half, rest) == after
