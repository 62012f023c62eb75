"""An index that is brought up to date must be the index that would be built; else answers rot unseen."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitmem.config import FreshnessSettings, Settings
from gitmem.database import try_lock
from gitmem.errors import IndexCorruptError, StoreBusyError
from gitmem.git.snapshot import Skipped
from gitmem.history.origins import UNCOMMITTED, LineOrigin
from gitmem.history.views import NoteKey
from gitmem.index.plan import Plan, RebuildReason, plan_changes
from gitmem.index.store import open_index
from tests.index.fakes import Bench, DictView, ListLog, bench, commit, dump, said

LINES = (
    *("# Orion", "# Vega", "## Team", "- Lead: Ana", "- ~~Lead: Bo~~ superseded by Ana", "## 2026-04-02"),
    *("Orion lead: Cy {supersedes lead}", "Lead is now Dee\nBudget: low", "---\nentity: Vega\n---"),
    *("- Budget: $40,000 [volatile]", "  - as of 2026-03-01 it holds"),
    *(
        "",
        "| a | b |",
        "Lead: Ana",
        "项目负责人",
        "~~old~~",
        "[verified: 2026-05-01] checked",
        "```",
        "a b",
        "> quote",
    ),
)
ORIGINS = (
    *(said(commit("one", "2026-01-05")), said(commit("two", "2026-06-01", "2026-07-01"))),
    *(said(commit("three", "2025-01-01", bulk=True), moved_from="z.md"), UNCOMMITTED),
)
NOTE = st.one_of(
    st.lists(st.sampled_from(LINES), max_size=12).map(lambda lines: "\n".join(lines).encode()),
    st.sampled_from([b"!unreadable", b"\0", b"\xff\xfe"]),
)
PATHS = ("a.md", "b/c.md", "é.md")


@st.composite
def versions(draw: st.DrawFn) -> DictView:
    """Some notes with some dates."""
    notes = {path: draw(NOTE) for path in PATHS if draw(st.booleans())}
    dated: dict[str, LineOrigin | list[LineOrigin]] = {}
    for path, data in notes.items():
        lines = data.count(b"\n") + 1
        dated[path] = draw(st.lists(st.sampled_from(ORIGINS), min_size=lines, max_size=lines))
    return DictView(notes, dated)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(steps=st.lists(versions(), min_size=2, max_size=4))
@pytest.mark.stress
def test_incremental_equals_rebuilt_after_any_edits(tmp_path: Path, steps: list[DictView]) -> None:
    grown = Bench(tmp_path / "grown.sqlite3", steps[0])
    grown.refresh(rebuild=True)
    for view in steps[1:]:
        grown.view = view
        grown.refresh()
    built = Bench(tmp_path / "built.sqlite3", steps[-1])
    built.refresh(rebuild=True)
    assert dump(grown.file) == dump(built.file)
    for query in ("lead ana", "budget", "负责人", "holds nothing"):
        assert grown.ask(query, k=50) == built.ask(query, k=50)


def rows(file: Path) -> dict[str, int]:
    with closing(open_index(file)) as store:
        return {text: number for number, text in store.execute("SELECT id, text FROM chunks")}


def test_unchanged_chunks_keep_their_rows_when_text_moves_above_them(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- one\n- two\n\n## B\n\n- three\n"})
    notes.refresh()
    before = rows(notes.file)
    notes.view = DictView.of({"a.md": "# A\n\nnew\n\n- one\n- two, edited\n\n## B\n\n- three\n"})
    notes.refresh()
    after = rows(notes.file)
    assert {text for text in before if after.get(text) == before[text]} == {"one", "three"}
    assert notes.cites("three") == ["a.md:10"]


def test_only_notes_that_may_have_changed_are_read(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "one", "b.md": "two", "c.md": "three"})
    notes.refresh()
    notes.view.notes["b.md"] = b"changed"
    notes.view.reads.clear()
    report = notes.refresh()
    assert (notes.view.reads, report.plan, report.rebuilt) == (["b.md"], Plan(changed=("b.md",)), None)
    notes.view.reads.clear()
    assert notes.refresh().plan == Plan()
    assert notes.view.reads == []


def test_notes_are_read_once_each_in_the_order_that_was_announced(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"b.md": "one", "bad.md": b"\0", "d.md": "three"})
    notes.refresh()
    assert notes.view.reads == notes.view.announced == ["b.md", "bad.md", "d.md"]
    notes.view = DictView.of(
        {"a.md": "new", "b.md": "two", "d.md": "three"}, d=said(commit("c", "2026-01-01"))
    )
    notes.refresh()
    assert notes.view.reads == notes.view.announced == ["b.md", "d.md", "a.md"]


def test_new_dates_for_old_text_are_taken_in(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "- one\n"}, a=said(commit("one", "2026-01-01")))
    assert notes.search("one").results[0].as_of.isoformat() == "2026-01-01"
    notes.view.dated["a.md"] = said(commit("two", "2026-02-02"))
    assert notes.refresh().plan.redated == ("a.md",)
    assert notes.ask("one").results[0].as_of.isoformat() == "2026-02-02"


def test_one_bad_note_is_named_and_stops_no_other(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "alpha", "bad.md": b"\0alpha", "z.md": "alpha", "no.md": b"!"})
    found = notes.search("alpha")
    assert [result.cite for result in found.results] == ["a.md:1", "z.md:1"]
    assert [(each.path, "NUL" in each.reason) for each in found.skipped] == [
        ("bad.md", True),
        ("no.md", False),
    ]
    assert found.files_indexed == 2
    notes.view.notes["bad.md"] = b"alpha"
    assert notes.cites("alpha") == ["a.md:1", "bad.md:1", "z.md:1"]
    notes.view.notes["a.md"] = b"\0"
    assert notes.cites("alpha") == ["bad.md:1", "z.md:1"]


def test_files_that_the_snapshot_leaves_out_are_named_too(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "alpha"})
    notes.view.left_out = (Skipped("link.md", "symbolic link"),)
    assert [(each.path, each.reason) for each in notes.search("alpha").skipped] == [
        ("link.md", "symbolic link")
    ]


def test_paths_of_any_bytes_come_back_as_they_were(tmp_path: Path) -> None:
    odd = b"caf\xe9 \n\t'\".md".decode("utf-8", "surrogateescape")
    assert bench(tmp_path, {odd: "alpha"}).cites("alpha") == [f"{odd}:1"]


@pytest.mark.parametrize(
    ("before", "after", "rebuilt"),
    [
        (Settings(), Settings(), None),
        (Settings(), Settings(language="none"), RebuildReason.RULES),
        (Settings(), Settings(freshness=FreshnessSettings(volatile_patterns=("mood",))), RebuildReason.RULES),
        (Settings(), Settings(freshness=FreshnessSettings(fresh_days=1)), None),
    ],
)
def test_settings_that_decide_the_index_build_it_anew(
    tmp_path: Path, before: Settings, after: Settings, rebuilt: RebuildReason | None
) -> None:
    notes = bench(tmp_path, {"a.md": "Mood: running"})
    notes.settings = before
    assert notes.refresh().rebuilt is RebuildReason.MISSING
    notes.settings = after
    assert notes.refresh().rebuilt is rebuilt


def test_a_change_of_most_notes_is_a_build(tmp_path: Path) -> None:
    notes = bench(tmp_path, {f"{number}.md": "one" for number in range(600)})
    notes.refresh()
    notes.view = DictView.of({f"{number}.md": "two" for number in range(600)})
    assert notes.refresh().rebuilt is RebuildReason.LARGE
    assert notes.ask("one").no_match


def test_progress_counts_to_the_end(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    notes = bench(tmp_path, {"a.md": "one", "b.md": "two"})
    notes.refresh(progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_a_refresh_that_breaks_off_leaves_the_old_answers(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "one", "b.md": "two"})
    notes.refresh()
    broken = DictView.of({"a.md": "three", "b.md": "four"})
    broken.origins = lambda path: 1 // 0  # type: ignore[method-assign, assignment]
    notes.view = broken
    for rebuild in (False, True):
        with pytest.raises(ZeroDivisionError):
            notes.refresh(rebuild=rebuild)
    notes.view = DictView.of({"a.md": "one", "b.md": "two"})
    assert [result.cite for result in notes.ask("one").results] == ["a.md:1"]


def test_a_second_refresher_is_told_at_once(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "one"})
    notes.refresh()
    with try_lock(notes.file.with_name(notes.file.name + ".lock")), pytest.raises(StoreBusyError):
        notes.refresh(rebuild=True)


def test_an_index_edited_by_hand_answers_nothing_until_it_is_rebuilt(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "one"})
    notes.refresh()
    with closing(sqlite3.connect(notes.file)) as foreign:
        foreign.execute("UPDATE chunks SET text = 'forged one'")
        foreign.commit()
    with pytest.raises(IndexCorruptError):
        notes.ask("one")
    with pytest.raises(IndexCorruptError):
        notes.refresh()
    assert notes.refresh(rebuild=True).rebuilt is RebuildReason.ASKED
    assert notes.ask("one").results[0].text == "one"


def test_the_version_of_the_index_is_that_of_its_content(tmp_path: Path) -> None:
    """Two clones of one commit agree, whatever way they came there."""
    origin = said(commit("one", "2026-01-01"))
    grown = bench(tmp_path / "grown", {"b.md": "two", "c.md": "gone"}, b=origin)
    grown.refresh()
    grown.view = DictView.of({"a.md": "one", "b.md": "two"}, a=origin, b=origin)
    built = bench(tmp_path / "built", {"a.md": "one", "b.md": "two"}, a=origin, b=origin)
    version = grown.search("one").index_version
    assert version == built.search("one").index_version
    built.view.dated["a.md"] = said(commit("two", "2026-01-02"))
    assert built.search("one").index_version != version
    built.view = replace(grown.view, notes={**grown.view.notes, "a.md": b"one!"})
    assert built.search("one").index_version != version


def test_removals_are_taken_in_as_they_come(tmp_path: Path) -> None:
    log = ListLog()
    notes = bench(tmp_path, {"a.md": "one"})
    notes.log = log
    notes.refresh()
    log.texts.append((commit("x", "2026-01-01"), "a.md", ["- Fax: 555"]))
    assert notes.search("fax").absence.value == "removed"
    log.identity, log.texts = "another store", []
    assert notes.search("fax").absence.value == "proven"


def test_a_plan_sorts_every_path_into_one_place() -> None:
    before = {
        "same": NoteKey("1", "1"),
        "text": NoteKey("1", "1"),
        "dates": NoteKey("1", "1"),
        "old": NoteKey("1", "1"),
    }
    now = {
        "same": NoteKey("1", "1"),
        "text": NoteKey("2", "1"),
        "dates": NoteKey("1", "2"),
        "new": NoteKey("1", "1"),
    }
    assert plan_changes(before, now) == Plan(("new",), ("text",), ("dates",), ("old",))
