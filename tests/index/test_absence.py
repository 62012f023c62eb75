"""When "nothing is recorded" may be said: an agent will repeat it as a fact."""

from __future__ import annotations

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from gitmem.index.removed import MOST_REMOVALS
from gitmem.index.response import (
    Absence,
    AbsenceReason,
    SearchQuery,
    SearchResponse,
    SnapshotProof,
    TermState,
)
from gitmem.index.search import search
from gitmem.index.store import open_index
from tests.index.fakes import NOW, Bench, ListLog, bench, commit, people

GONE = commit("gone", "2026-06-30")
LATER = commit("later", "2026-07-15")


@pytest.fixture
def notes(tmp_path: Path) -> Bench:
    """One note that says who leads Orion."""
    return bench(tmp_path, {"orion.md": "# Orion\n\n- Lead: Ana\n"})


def states(found: SearchResponse) -> dict[str, TermState]:
    return {term.term: term.state for term in found.terms}


def removed(notes: Bench, *texts: tuple[object, str, list[str]]) -> ListLog:
    notes.log = ListLog(list(texts))  # type: ignore[arg-type]
    return notes.log


def test_a_word_that_nothing_ever_held_is_proven_absent(notes: Bench) -> None:
    found = notes.search("fax")
    assert (found.no_match, found.absence, found.absence_reasons) == (True, Absence.PROVEN, ())
    assert (found.absent_terms, found.coverage, found.results) == (("fax",), 0.0, ())
    assert states(found) == {"fax": TermState.NEVER}


def test_a_hit_on_one_weak_word_says_what_was_not_found(notes: Bench) -> None:
    found = notes.search("lead of zzyx")
    assert [result.cite for result in found.results] == ["orion.md:3"]
    assert (found.no_match, found.absence, found.coverage) == (False, Absence.PROVEN, 0.5)
    assert [(term.term, term.matched) for term in found.terms] == [("lead", 1), ("zzyx", 0)]
    assert found.absent_terms == ("zzyx",)


def test_nothing_is_said_of_absence_when_every_word_was_found(notes: Bench) -> None:
    found = notes.search("lead ana")
    assert (found.absence, found.absent_terms, found.history) == (None, (), ())


def test_removed_text_is_told_with_where_it_last_stood(notes: Bench) -> None:
    removed(notes, (GONE, "office.md", ["# Office", "- Door code: 4417"])).said = commit(
        "first", "2026-02-11"
    )
    found = notes.search("door code")
    assert (found.absence, states(found)["door"]) == (Absence.REMOVED, TermState.REMOVED)
    (line,) = found.history
    assert (line.text, line.cite) == ("- Door code: 4417", f"{GONE.oid}^:office.md:2")
    assert (line.removed_by, line.from_, line.to) == (GONE.oid, date(2026, 2, 11), date(2026, 6, 30))
    assert line.author == "Ada"


def test_the_newest_removal_is_told(notes: Bench) -> None:
    removed(notes, (GONE, "a.md", ["- Door code: 1"]), (LATER, "b.md", ["- Door code: 2"]))
    assert notes.search("door code").history[0].text == "- Door code: 2"


def test_one_word_recorded_nowhere_proves_the_absence_of_the_whole(notes: Bench) -> None:
    removed(notes, (GONE, "a.md", ["- Door code: 1"]))
    found = notes.search("door zzyx")
    assert found.absence is Absence.PROVEN
    assert states(found) == {"door": TermState.REMOVED, "zzyx": TermState.NEVER}


def test_words_removed_apart_are_neither_removed_nor_proven_absent(notes: Bench) -> None:
    removed(notes, (GONE, "a.md", ["- Door: red", "- Code: 7"]))
    found = notes.search("door code")
    assert (found.absence, found.absence_reasons) == (Absence.UNPROVEN, (AbsenceReason.REMOVED_TEXT,))
    assert {line.text for line in found.history} == {"- Door: red", "- Code: 7"}


def test_identifiers_and_unspaced_scripts_are_found_in_removed_text(notes: Bench) -> None:
    removed(notes, (GONE, "a.md", ["- use front_matter here", "- 量子力学の本"]))
    assert notes.search("front matter").absence is Absence.REMOVED
    assert notes.search("量子").absence is Absence.REMOVED
    assert notes.search("力量").absence is Absence.PROVEN


def test_what_another_branch_removed_was_never_recorded_here(notes: Bench) -> None:
    removed(notes, (GONE, "a.md", ["- Door code: 1"])).unreached = frozenset({GONE.oid})
    found = notes.search("door code")
    assert (found.absence, found.history) == (Absence.PROVEN, ())


def test_text_deleted_but_not_committed_is_removed_without_a_commit(notes: Bench) -> None:
    removed(notes).pending = [("orion.md", ["- Fax: 12"])]
    found = notes.search("fax")
    assert found.absence is Absence.REMOVED
    (line,) = found.history
    assert (line.removed_by, line.to, line.cite) == (None, None, f"{'ab' * 20}:orion.md:1")


def test_a_word_removed_too_often_to_follow_is_not_proven_absent(notes: Bench) -> None:
    """Only the newest removals are kept per word; if none of those counts, an older one might."""
    log = removed(notes, *[(GONE, "a.md", ["- Door code: 1"])] * MOST_REMOVALS)
    log.unreached = frozenset({GONE.oid})
    found = notes.search("door code")
    assert (found.absence, found.absence_reasons) == (Absence.UNPROVEN, (AbsenceReason.REMOVED_TEXT,))
    assert log.loads <= 2 * MOST_REMOVALS


@pytest.mark.parametrize("question", ["door-code", "doorCode", "\u5834\u6240\u9375"])
def test_a_frequent_part_of_a_word_hides_no_removal(notes: Bench, question: str) -> None:
    """The removals of `door` are cut, those of `doorcode` or of a rarer part are not, and they decide."""
    lines = ["- Door code: 1", "- \u5834\u6240\u9375"]
    often = [(GONE, "a.md", ["- door: 2", "- \u5834\u6240: 2"])] * (MOST_REMOVALS + 5)
    removed(notes, (GONE, "b.md", lines), *often)
    assert notes.search(question).absence is Absence.REMOVED


@pytest.mark.parametrize("gap", [AbsenceReason.SHALLOW, AbsenceReason.PARTIAL_CLONE])
def test_an_incomplete_history_proves_nothing_but_shows_what_it_holds(
    notes: Bench, gap: AbsenceReason
) -> None:
    removed(notes, (GONE, "a.md", ["- Door code: 1"]))
    never = notes.search("fax", gaps=(gap,))
    assert (never.absence, never.absence_reasons, never.history_complete) == (Absence.UNPROVEN, (gap,), False)
    assert states(never) == {"fax": TermState.UNPROVEN}
    assert notes.search("door code", gaps=(gap,)).absence is Absence.REMOVED


def test_a_skipped_note_might_hold_the_word(notes: Bench) -> None:
    removed(notes, (GONE, "a.md", ["- Door code: 1"]))
    notes.view.notes["d/bad.md"] = b"\0"
    for query in ("fax", "door code"):
        found = notes.search(query)
        assert (found.absence, found.absence_reasons) == (Absence.UNPROVEN, (AbsenceReason.SKIPPED_NOTES,))
        assert set(states(found).values()) == {TermState.UNPROVEN}
    elsewhere = notes.search("fax", path="*.md")
    assert (elsewhere.absence, elsewhere.skipped) == (Absence.PROVEN, ())


def test_a_stale_index_proves_nothing(notes: Bench) -> None:
    notes.refresh()
    notes.view.notes["new.md"] = b"- Fax: 12\n"
    assert notes.ask("fax").absence_reasons == (AbsenceReason.STALE_INDEX,)


def test_removals_that_the_index_has_not_seen_make_it_stale(notes: Bench) -> None:
    log = removed(notes)
    notes.refresh()
    log.texts.append((GONE, "a.md", ["- Fax: 12"]))
    assert notes.ask("fax").absence_reasons == (AbsenceReason.STALE_INDEX,)


def test_a_plain_folder_has_no_history_to_look_into(notes: Bench) -> None:
    notes.log = None
    notes.refresh()
    proof = SnapshotProof(notes.view.state, "folder", gaps=(AbsenceReason.NO_GIT,))
    with closing(open_index(notes.file)) as store:
        found = search(store, SearchQuery("fax", NOW), notes.settings, proof, details=people, removed=None)
    assert (found.absence, found.absence_reasons) == (Absence.UNPROVEN, (AbsenceReason.NO_GIT,))


def test_an_absence_speaks_of_what_was_asked_about(notes: Bench) -> None:
    """A word may be absent in scope and stand elsewhere; removals elsewhere do not count."""
    removed(notes, (GONE, "a.md", ["- Lead: Ben"]), (GONE, "d/old.md", ["- Door: red"]))
    found = notes.search("lead", path="d/*")
    assert (found.absence, found.absent_terms, found.history) == (Absence.PROVEN, ("lead",), ())
    assert notes.search("door", path="d/*").absence is Absence.REMOVED
    assert notes.search("door", path="*.md").absence is Absence.PROVEN
    dated = notes.search("ana", since=date(2026, 9, 1))
    assert (dated.no_match, dated.absence, dated.scope.since) == (True, Absence.PROVEN, date(2026, 9, 1))


def test_an_identifier_counts_as_found_only_whole_or_by_all_its_parts(notes: Bench) -> None:
    found = notes.search("lead-time")
    assert (found.no_match, found.absent_terms) == (True, ("lead-time",))
