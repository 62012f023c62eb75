"""Where the lines of a log go when old days are archived: bytes in, bytes out.

Lost otherwise: an entry that is in neither note, or in both, or a note whose form is not its owner's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from gitmem.errors import NoteError
from gitmem.writing.rotating import MovedDay, Rotated, archives_wanted, rotated

LOG = "log.md"
JUNE = "archive/log-2026-06.md"
BEFORE = date(2026, 9, 17)
BOM = b"\xef\xbb\xbf"

Notes = Mapping[str, bytes | None]


def rotate(log: bytes, notes: Notes | None = None, before: date = BEFORE) -> Rotated:
    """Rotates a log beside some archives; the others do not exist."""
    wanted = archives_wanted(LOG, log, before)
    given_notes = {path: (notes or {}).get(path) for path in wanted}
    return rotated(LOG, given_notes | {LOG: log}, before)


def after(log: str | bytes, archive: str | bytes | None = None) -> tuple[str, str]:
    """The log and the archive of June after a rotation."""
    notes = {JUNE: archive.encode() if isinstance(archive, str) else archive}
    found = rotate(log.encode() if isinstance(log, str) else log, notes).notes
    return (found[LOG] or b"").decode(), (found.get(JUNE) or b"").decode()


OLD = "## 2026-06-09\n\n- Tern count: 6\n"
NEW = "## 2026-09-29\n\n- Tern count: 9\n"


def test_old_days_go_to_an_archive_of_their_month() -> None:
    found = rotate(f"# Log\n\n## 2026-05-31\n\n- Fog\n\n{OLD}\n{NEW}".encode()).notes
    assert list(found) == ["archive/log-2026-05.md", JUNE, LOG]
    assert found["archive/log-2026-05.md"] == b"# Log archive 2026-05\n\n## 2026-05-31\n\n- Fog\n"
    assert found[JUNE] == f"# Log archive 2026-06\n\n{OLD}".encode()
    assert found[LOG] == f"# Log\n\n{NEW}".encode()


def test_what_moved_is_told_by_its_lines() -> None:
    """A day whose lines are told wrongly is looked for in vain."""
    found = rotate(f"# Log\n\n## 2026-06-11\n\n- Fog\n- Rain\n\n{OLD}\n{NEW}".encode())
    assert found.moved == (
        MovedDay(date(2026, 6, 9), 8, 10, JUNE, 3, False),
        MovedDay(date(2026, 6, 11), 3, 6, JUNE, 7, False),
    )


def test_a_day_that_is_just_as_old_as_days_are_kept_stays() -> None:
    log = "# Log\n\n## 2026-09-17\n\n- Tern count: 8\n"
    assert after(log) == (log, "")


@pytest.mark.parametrize(
    "rest",
    ["", "## Rules\n\n- Count at low tide\n", "## 2026-13-45\n\n- no such day\n", "# Birds\n\nGulls, too.\n"],
)
def test_what_belongs_to_no_day_stays(rest: str) -> None:
    """Rules and remarks that stand in a log would be hidden in an archive."""
    head = "---\nentity: Terns\n---\n\n# Log\n\nWritten every evening.\n"
    log, archive = after(f"{head}\n{OLD}\n{rest}")
    assert log == (f"{head}\n{rest}" if rest else head)
    assert archive == f"# Log archive 2026-06\n\n{OLD}"


def test_headings_within_a_day_go_with_it() -> None:
    day = "## 2026-06-09 Tuesday\n\n- a\n\n### Evening\n\n- b\n\n#### 2026-06-10\n\nc\n"
    assert after(f"# Log\n\n{day}\n{NEW}") == (f"# Log\n\n{NEW}", f"# Log archive 2026-06\n\n{day}")


def test_headings_that_are_none_divide_nothing() -> None:
    """A day quoted in a code block or a comment is text of the day it stands in."""
    day = "## 2026-06-09\n\n```\n## 2026-09-30\n```\n\n<!--\n## 2026-09-30\n-->\n\n> ## 2026-09-30\n\n- z\n"
    assert after(f"# Log\n\n{day}\n{NEW}") == (f"# Log\n\n{NEW}", f"# Log archive 2026-06\n\n{day}")


def test_underlined_headings_are_days_too() -> None:
    day = "2026-06-09\n----------\n\n- Tern count: 6\n"
    log, archive = after(f"Log\n===\n\n{day}\n{NEW}")
    assert log == f"Log\n===\n\n{NEW}"
    assert archive == f"# Log archive 2026-06\n\n{day}"


def test_days_are_put_in_order_whatever_the_order_of_the_log() -> None:
    log = f"# Log\n\n{NEW}\n## 2026-06-16\n\n- Fog\n\n{OLD}"
    assert after(log)[1] == f"# Log archive 2026-06\n\n{OLD}\n## 2026-06-16\n\n- Fog\n"


def test_a_day_goes_between_the_days_of_an_archive() -> None:
    first, last = "## 2026-06-02\n\n- Fog\n", "## 2026-06-16\n\n- Rain\n"
    log, archive = after(f"# Log\n\n{OLD}", f"# June\n\n{first}\n{last}")
    assert (log, archive) == ("# Log\n", f"# June\n\n{first}\n{OLD}\n{last}")


def test_an_archive_with_the_newest_day_first_keeps_that_order() -> None:
    first, last = "## 2026-06-02\n\n- Fog\n", "## 2026-06-16\n\n- Rain\n"
    assert after(f"# Log\n\n{OLD}", f"# June\n\n{last}\n{first}")[1] == f"# June\n\n{last}\n{OLD}\n{first}"


def test_a_section_that_is_in_the_archive_is_not_doubled() -> None:
    """A rotation that was cut off after the archive was written."""
    archive = f"# June\n\n## 2026-06-02\n\n- Fog\n\n{OLD}"
    assert after(f"# Log\n\n{OLD}\n{NEW}", archive) == (f"# Log\n\n{NEW}", archive)


def test_the_same_day_with_other_text_goes_below() -> None:
    other = "## 2026-06-09\n\n- Gull count: 40\n"
    assert after(f"# Log\n\n{other}", f"# June\n\n{OLD}")[1] == f"# June\n\n{OLD}\n{other}"


def test_an_entry_that_came_after_a_rotation_was_cut_off_is_added_once() -> None:
    """The archive has the day without it; the day's other entries must not stand there twice."""
    more = f"{OLD}- Gull count: 40\n"
    assert after(f"# Log\n\n{more}", f"# June\n\n{OLD}") == ("# Log\n", f"# June\n\n{more}")
    assert after(f"# Log\n\n{OLD}", f"# June\n\n{more}") == ("# Log\n", f"# June\n\n{more}")


def test_the_same_words_under_another_heading_are_something_else() -> None:
    """That the north side is done does not say that all is."""
    archive = "# June\n\n## 2026-06-09\n\n### North side\n\n- done\n"
    assert after("# Log\n\n## 2026-06-09\n\n- done\n", archive)[1].count("- done\n") == 2


def test_a_day_that_was_written_twice_in_the_log_stays_twice() -> None:
    log = f"# Log\n\n{OLD}\n{OLD}"
    once = after(log)
    assert once[1].count("- Tern count: 6\n") == 2
    assert after(log, once[1]) == once


def test_windows_line_endings_stay() -> None:
    log = f"# Log\n\n{OLD}\n{NEW}".replace("\n", "\r\n")
    found = after(BOM + log.encode())
    assert found[0] == "\ufeff" + f"# Log\n\n{NEW}".replace("\n", "\r\n")
    assert found[1] == f"# Log archive 2026-06\n\n{OLD}".replace("\n", "\r\n")


def test_an_archive_keeps_its_own_line_endings() -> None:
    """Else half of it shows as changed in every editor."""
    archive = BOM.decode() + "# June\r\n\r\n## 2026-06-02\r\n\r\n- Fog\r\n"
    found = after(f"# Log\n\n{OLD}\n{NEW}", archive)[1]
    assert found == archive + "\r\n" + OLD.replace("\n", "\r\n")


def test_a_missing_newline_at_the_end_stays_missing() -> None:
    log, archive = f"# Log\n\n{OLD}\n{NEW}"[:-1], "# June\n\n## 2026-06-02\n\n- Fog"
    assert after(log, archive) == (f"# Log\n\n{NEW}"[:-1], f"{archive}\n\n{OLD}"[:-1])
    assert after(f"# Log\n\n{NEW}\n{OLD}"[:-1])[0] == f"# Log\n\n{NEW}"[:-1]


def test_nothing_old_changes_nothing() -> None:
    for log in (b"", BOM, b"# Log", b"\n\n", NEW.encode(), b"a\r\nb\rc\x0cd\n"):
        found = rotate(log)
        assert (found.notes, found.moved) == ({LOG: log}, ())


def test_a_log_of_old_days_only_is_left_empty() -> None:
    assert after(BOM + OLD.encode()) == (BOM.decode(), f"# Log archive 2026-06\n\n{OLD}")


@pytest.mark.parametrize("opened", ["```\n- Fog\n", "<!-- to do\n", "<pre>\n- Fog\n"])
def test_a_block_that_was_left_open_swallows_no_day(opened: str) -> None:
    """The day would be read as code, and its facts be gone."""
    archive = f"# June\n\n## 2026-06-02\n\n{opened}"
    with pytest.raises(NoteError, match=r"log-2026-06\.md: the section of 2026-06-02 leaves .* open"):
        after(f"# Log\n\n{OLD}\n{NEW}", archive)


@pytest.mark.parametrize("broken", [b"caf\xe9\n", b"a\0b\n", b"<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"])
def test_what_cannot_be_read_is_left_alone(broken: bytes) -> None:
    """A note in another encoding, or in the middle of a merge, cannot be taken apart safely."""
    with pytest.raises(NoteError, match=r"^log\.md:"):
        rotate(f"# Log\n\n{OLD}\n".encode() + broken)
    with pytest.raises(NoteError, match=r"^archive/log-2026-06\.md:"):
        rotate(f"# Log\n\n{OLD}".encode(), {JUNE: broken})


# --- whatever the log ---------------------------------------------------------------------------------

_DAYS = some.integers(0, 9).map(lambda back: (date(2026, 9, 21) - timedelta(days=5 * back)).isoformat())
_HEADINGS = some.one_of(
    _DAYS.map("## {}".format),
    _DAYS.map("## {} standup".format),
    some.sampled_from(["# Log", "## Rules", "### Evening", "## ", "Title\n=====", "2026-08-02\n---"]),
)
_LINES = some.sampled_from(
    ["- Tern count: 6", "- Gull count: 40", "  - at low tide", "Free text", "> quoted", "", "", "\t", "| a |"]
)
_OPEN = some.sampled_from(["```", "<div>", "<!--", "-->", "</div>", "---", "- ", "    code", "[a]: b"])


@some.composite
def notes_text(draw: some.DrawFn, odd: bool = False) -> bytes:
    """A log or an archive, in any of the forms that editors leave."""
    lines = [draw(some.sampled_from(["# Log", "---\na: b\n---", "", "Free text"]))]
    for _ in range(draw(some.integers(0, 6))):
        lines.append(draw(_HEADINGS))
        lines += draw(some.lists(some.one_of(_LINES, _OPEN) if odd else _LINES, max_size=4))
    text = "\n".join(lines).encode() + b"\n" * draw(some.integers(0, 3))
    if draw(some.booleans()):
        text = text.replace(b"\n", b"\r\n")
    return BOM * draw(some.integers(0, 1)) + text


def said(*notes: bytes | None) -> list[Counter[bytes]]:
    """The lines of each note that say something, and how often."""
    return [Counter(text for line in (data or b"").split(b"\n") if (text := _plain(line))) for data in notes]


def _plain(line: bytes) -> bytes:
    return (
        line.removeprefix(BOM).rstrip().replace(b"../", b"")
    )  # links of an archive begin a folder further up


@given(some.data())
@settings(deadline=None, max_examples=150)
@pytest.mark.stress
def test_no_line_is_lost_and_rotating_twice_is_rotating_once(data: some.DataObject) -> None:
    """Wherever a rotation ends, and however often it begins again, the notes come out the same."""
    odd = data.draw(some.booleans())
    log = data.draw(notes_text(odd))
    notes: Notes = {
        path: data.draw(some.none() | notes_text(odd)) for path in archives_wanted(LOG, log, BEFORE)
    }
    try:
        found = rotate(log, notes)
    except NoteError:
        assert odd or b"## \n" in log.replace(b"\r", b""), "only blocks that are left open may stop it"
        return
    archives = {path: text for path, text in found.notes.items() if path != LOG}
    every = total(found.notes)
    for before in said(log, *notes.values()):
        assert before <= every, "a line is lost"
    for path, text in archives.items():
        assert said(notes[path])[0] <= said(text)[0], "an archive lost a line"
    assert every <= sum(said(log, *notes.values(), *(_title(path) for path in archives)), Counter())
    for done in range(len(archives) + 1):  # cut off after so many of the files
        written = dict(list(archives.items())[:done])
        assert rotate(log, {**notes, **written}).notes == found.notes
    assert rotate(found.notes[LOG] or b"", found.notes).notes == {LOG: found.notes[LOG]}


@given(some.data())
@settings(deadline=None, max_examples=100)
def test_notes_keep_their_form(data: some.DataObject) -> None:
    """The mark at the beginning, the line endings and how a note ends are its owner's choice."""
    log = data.draw(notes_text())
    wanted = archives_wanted(LOG, log, BEFORE)
    notes: Notes = {path: data.draw(some.none() | notes_text()) for path in wanted}
    try:
        found = rotate(log, notes)
    except NoteError:
        return
    for path, before in {**notes, LOG: log}.items():
        after = found.notes[path] or b""
        if before is None:
            assert not after.startswith(BOM)
            assert after.endswith(b"\n")
            assert _endings(after) == _endings(log)
        elif before.removeprefix(BOM).strip() and after.removeprefix(BOM):
            assert after.startswith(BOM) is before.startswith(BOM)
            assert after.endswith(b"\n") is before.endswith(b"\n")
            assert _endings(after) <= (_endings(before) or _endings(log))


def _endings(data: bytes) -> set[bytes]:
    return {
        line[-2:] if line.endswith(b"\r\n") else b"\n"
        for line in data.splitlines(keepends=True)
        if line.endswith(b"\n")
    }


def _title(path: str) -> bytes:
    return f"# Log archive {path[-10:-3]}\n".encode()


@given(notes_text())
@settings(deadline=None, max_examples=100)
def test_an_entry_after_a_rotation_that_was_cut_off_doubles_nothing(log: bytes) -> None:
    """An entry that comes to an old day between the two is there once, and so is what stood before it."""
    added = b"- Heron count: 1\n"
    more = log.rstrip() + b"\n" + added
    if not archives_wanted(LOG, _last_section(log), BEFORE):
        return
    first = rotate(log)
    late = rotate(more, first.notes)
    assert total(late.notes) == total(rotate(more).notes)
    assert total(late.notes) == total(first.notes) + said(added)[0]


def total(notes: Notes) -> Counter[bytes]:
    """The lines of all notes."""
    return sum(said(*notes.values()), Counter())


def _last_section(log: bytes) -> bytes:
    plain = log.replace(b"\r", b"").removeprefix(BOM)
    return b"## " + plain.split(b"\n## ")[-1] if b"\n## " in plain else b""
