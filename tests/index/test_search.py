"""What a search answers: the right lines, in one order everywhere, with what they are worth."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from gitmem.config import DatePreference
from gitmem.errors import UsageError
from gitmem.history.origins import UNCOMMITTED, UNTRACKED, LineOrigin
from gitmem.index.response import SearchMode, TermState
from gitmem.notes.freshness import Status
from gitmem.reports.json_output import to_json
from tests.index.fakes import NOW, Bench, DictView, bench, commit, said

OLD = said(commit("old", "2020-01-01"))
NEW = said(commit("new", "2026-09-30"))

ORION = """---
stale_after: 2026-09-01
---
# Orion

## People

- Project lead: Dana Whit
  - since the kickoff
- Budget: $55,000 [verified: 2026-06-01]
- Parking: none [from: 2026-01-01] [until: 2026-12-31] [observed]
"""


def test_a_result_says_where_it_stands_and_what_it_is_worth(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"orion.md": ORION, "b.md": "- Kickoff party\n"}, orion=OLD, b=NEW)
    found = notes.search("project lead").results[0]
    assert (found.cite, found.line, found.end_line, found.kind.value) == ("orion.md:8", 8, 8, "list_item")
    assert (found.heading_path, found.parents, found.text) == (
        ("Orion", "People"),
        (),
        "Project lead: Dana Whit",
    )
    assert (found.as_of, found.date_source, found.date_confidence.value) == (date(2020, 1, 1), "git", "high")
    assert (found.origin.commit, found.origin.author, found.origin.summary) == (OLD.said.oid, "Ada", "notes")
    assert found.status is Status.STALE
    nested = notes.ask("since kickoff").results[0]
    assert nested.parents == ("Project lead: Dana Whit",)
    budget = notes.ask("budget").results[0]
    assert (budget.date_source, budget.as_of, budget.volatile) == ("tag", date(2026, 6, 1), True)
    assert budget.must_reverify
    parking = notes.ask("parking").results[0]
    assert (parking.valid_from, parking.valid_until) == (date(2026, 1, 1), date(2026, 12, 31))
    assert parking.provenance is not None
    assert parking.status is Status.STALE  # by the note's stale_after


def test_every_answer_is_json(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"orion.md": ORION, "bad.md": b"\0"}, orion=NEW)
    for query in ("lead budget", "nowhere to be found"):
        answer = json.loads(json.dumps(to_json(notes.search(query))))
        assert answer["query"] == query
        assert answer["facts_judged"] is True
        assert {"scope", "terms", "coverage", "absence", "history", "results", "skipped"} <= answer.keys()


def test_the_hash_guards_the_lines_and_nothing_else(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "- one\n- two\n", "crlf.md": "- two\r\n", "b.md": "* two\n"})
    hashes = {result.cite: result.hash for result in notes.search("two").results}
    assert hashes["a.md:2"] == hashes["crlf.md:1"] != hashes["b.md:1"]
    notes.view.notes["a.md"] = b"- zero\n- one\n- two\n"
    assert {result.cite: result.hash for result in notes.search("two").results}["a.md:3"] == hashes["a.md:2"]


@pytest.mark.parametrize(
    ("origin", "status", "source"),
    [(UNCOMMITTED, Status.FRESH, "uncommitted"), (UNTRACKED, Status.FRESH, "untracked")],
)
def test_text_that_is_not_committed_has_no_date_and_age_zero(
    tmp_path: Path, origin: LineOrigin, status: Status, source: str
) -> None:
    (found,) = bench(tmp_path, {"a.md": "one"}, a=origin).search("one").results
    assert (found.status, found.date_source, found.age_days, found.as_of) == (status, source, 0, None)
    assert found.origin.commit is None


def test_undated_text_is_found_and_unknown(tmp_path: Path) -> None:
    (found,) = bench(tmp_path, {"a.md": "one"}).search("one").results
    assert (found.status, found.age_days, found.date_source) == (Status.UNKNOWN, None, "unknown")


def test_either_date_of_a_commit_can_be_preferred(tmp_path: Path) -> None:
    lines = [said(commit("a", "2026-01-01", "2026-08-01")), said(commit("b", "2026-03-01", "2026-04-01"))]
    notes = bench(tmp_path, {"a.md": "one\nstill one"})
    notes.view.dated["a.md"] = lines
    by_author = notes.search("one").results[0]
    by_committer = notes.ask("one", prefer=DatePreference.COMMITTER).results[0]
    assert (by_author.as_of, by_author.origin.commit) == (date(2026, 3, 1), lines[1].said.oid)
    assert (by_committer.as_of, by_committer.origin.commit) == (date(2026, 8, 1), lines[0].said.oid)


def test_a_line_that_was_moved_keeps_its_first_date_and_both_commits(tmp_path: Path) -> None:
    moved = LineOrigin(NEW.state, NEW.blamed, OLD.said, "b.md", "b.md")
    (found,) = bench(tmp_path, {"a.md": "one"}, a=moved).search("one").results
    assert (found.as_of, found.moved_from, found.date_source) == (date(2020, 1, 1), "b.md", "moved")
    assert (found.origin.commit, found.blamed) == (OLD.said.oid, NEW.blamed.oid)


# --- order ----------------------------------------------------------------------------------------


def test_newer_of_equals_comes_first_unless_only_words_count(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "door code", "b.md": "door code"}, a=OLD, b=NEW)
    assert notes.cites("door code") == ["b.md:1", "a.md:1"]
    newer = notes.ask("door code", mode=SearchMode.BM25).results
    assert newer[0].score == newer[1].score
    assert [each.score_parts.recency for each in newer] == [1.0, 1.0]


def test_headings_count_as_much_as_the_line(tmp_path: Path) -> None:
    """Lost otherwise: what stands in the note of a subject, below every mention of it elsewhere."""
    notes = bench(tmp_path, {"a.md": "# Orion\n\n- lead is Ana\n", "b.md": "- Orion lead is Ana\n"})
    assert notes.cites("orion") == ["a.md:3", "b.md:1"]


def test_a_row_is_found_by_the_names_of_its_columns_and_stands_before_them(tmp_path: Path) -> None:
    """Who asks for a telephone number would read the word and no number, or not find the line at all."""
    table = "# Office\n\n| Who | Telephone |\n|---|---|\n| Ada Bell | 17 |\n| Bob Oak | 18 |\n\n- Ada left\n"
    notes = bench(tmp_path, {"office.md": table}, office=OLD)
    found = notes.search("telephone of ada").results
    assert [each.line for each in found[:2]] == [5, 8]
    assert found[0].parents == ("Who | Telephone",)
    assert {each.line: each.parents for each in found}[8] == ()
    assert [each.line for each in notes.ask("telephone").results] == [5, 6, 3]


def test_all_words_count_though_only_rare_ones_choose_the_candidates(tmp_path: Path) -> None:
    common = "- common\n" * 26_000
    others = "- nothing to see\n" * 40_000
    notes = bench(tmp_path, {"a.md": "- rare thing\n- rare common\n", "b.md": common, "c.md": others})
    found = notes.search("rare common", k=50).results
    assert [result.cite for result in found] == ["a.md:2", "a.md:1"]


@pytest.mark.parametrize("reverse", [False, True])
def test_ties_fall_the_same_way_in_every_clone(tmp_path: Path, reverse: bool) -> None:
    """Three hundred equal lines, more than are looked at: which are shown must not depend on row numbers."""
    days = {f"{number:03d}.md": said(commit("c", f"2026-0{1 + number % 3}-01")) for number in range(150)}
    text = "- same words here\n- same words here\n"
    whole = Bench(tmp_path / "whole.sqlite3", DictView(dict.fromkeys(days, text.encode()), dict(days)))
    grown = Bench(tmp_path / "grown.sqlite3", DictView({}, dict(days)))
    for path in sorted(days, reverse=reverse):
        if reverse or int(path[:3]) % 7:
            grown.view.notes[path] = text.encode()
        if int(path[:3]) % 40 == 0:
            grown.refresh()
    grown.view.notes.update(whole.view.notes)
    expected = whole.search("same words", k=250)
    assert grown.search("same words", k=250) == expected
    cites = [result.cite for result in expected.results]
    assert len(cites) == 200
    assert cites[:3] == ["002.md:1", "002.md:2", "005.md:1"]
    assert not any(result.path == "147.md" for result in expected.results)  # an oldest day, a last path


def test_ties_beyond_the_rows_that_are_fetched_at_once(tmp_path: Path) -> None:
    lines = "\n".join(f"- same {number:04d}" for number in range(1500))
    notes = bench(
        tmp_path, {"b.md": lines, "a.md": lines, "new.md": "- same newest\n" * 3}, new=NEW, a=OLD, b=OLD
    )
    found = [result.cite for result in notes.search("same", k=200).results]
    assert found[:3] == ["new.md:1", "new.md:2", "new.md:3"]
    assert found[3:] == [f"a.md:{line}" for line in range(1, 198)]


# --- what is asked about --------------------------------------------------------------------------


def test_paths_and_days_bound_what_is_found(tmp_path: Path) -> None:
    dated = {name: said(commit("c", day)) for name, day in (("a", "2026-03-01"), ("b", "2026-03-02"))}
    notes = bench(tmp_path, {"a.md": "one", "b.md": "one", "d/c.md": "one"}, **dated)
    assert notes.cites("one", path="*.md") == ["b.md:1", "a.md:1"]
    assert notes.cites("one", path="d/**") == ["d/c.md:1"]
    assert notes.cites("one", since=date(2026, 3, 2)) == ["b.md:1"]
    assert notes.cites("one", until=date(2026, 3, 1)) == ["a.md:1"]
    assert notes.cites("one", since=date(2026, 3, 1), until=date(2026, 3, 2)) == ["b.md:1", "a.md:1"]
    scope = notes.ask("one", path="d/**", since=date(2026, 3, 1)).scope
    assert (scope.snapshot, scope.path, scope.since, scope.until) == (
        "worktree",
        "d/**",
        date(2026, 3, 1),
        None,
    )


def test_text_that_is_not_committed_counts_as_of_today(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "one"}, a=UNCOMMITTED)
    assert notes.cites("one", since=NOW.utc_day) == ["a.md:1"]
    assert notes.cites("one", until=date(2026, 9, 30)) == []


def test_a_heading_in_the_future_does_not_bring_text_into_a_span(tmp_path: Path) -> None:
    """The index stores the heading's day; the answer goes by the date that counts now."""
    notes = bench(tmp_path, {"a.md": "# 2027-05-01\n\none\n"}, a=NEW)
    assert notes.cites("one", since=date(2027, 1, 1)) == []
    assert notes.cites("one", since=date(2026, 9, 30), until=date(2026, 9, 30)) == ["a.md:3"]


def test_what_is_left_out_does_not_crowd_out_what_is_asked_about(tmp_path: Path) -> None:
    crowd = "\n".join(f"- needle needle {number}" for number in range(600))
    hidden = "- a long line in which one needle is lost among very many other words of no use\n"
    notes = bench(tmp_path, {"crowd.md": crowd, "d/few.md": hidden}, crowd=OLD)
    notes.view.dated["d/few.md"] = NEW
    assert notes.cites("needle", path="d/*") == ["d/few.md:1"]
    assert notes.cites("needle", since=date(2026, 1, 1)) == ["d/few.md:1"]


def test_a_common_word_is_not_dropped_where_the_rare_one_is_out_of_scope(tmp_path: Path) -> None:
    """Rare words choose the candidates, so rarity has to be counted where the question looks."""
    crowd = {f"{number}.md": "common\n\n" * 100 for number in range(260)}
    notes = bench(tmp_path, {**crowd, "rare.md": "rare word", "d/a.md": "common"})
    assert notes.cites("rare common", path="d/*") == ["d/a.md:1"]


@pytest.mark.parametrize("glob", ["/etc/*", "../*", "a/../../b", ""])
def test_a_glob_cannot_leave_the_notes(tmp_path: Path, glob: str) -> None:
    with pytest.raises(UsageError):
        bench(tmp_path, {"a.md": "one"}).search("one", path=glob)


def test_no_results_is_no_number_of_results(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        bench(tmp_path, {"a.md": "one"}).search("one", k=0)


def test_a_span_of_days_runs_forward(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="2026-02-01"):
        bench(tmp_path, {"a.md": "one"}).search("one", since=date(2026, 2, 1), until=date(2026, 1, 1))


def test_an_empty_index_answers(tmp_path: Path) -> None:
    found = bench(tmp_path, {}).search("one")
    assert (found.no_match, found.chunks_indexed, found.absence.value) == (True, 0, "proven")


SIGNS = """# Tools

- TODO: fix the pre-edit check
- Link speed: 12 GB/s
- The multi-agent runner doesn't use C++.
- Flag: --error-on-warnings
- Error code: E_404.1
- Ask [ops] (night) about 100% of *stars*
"""


@pytest.mark.parametrize(
    ("query", "line"),
    [
        *(("TODO: fix", 3), ("GB/s", 4), ("multi-agent", 5), ("doesn't", 5), ("C++", 5), ("^fix$", 3)),
        *(
            ("--error-on-warnings", 6),
            ("E_404.1", 7),
            ("[ops]", 8),
            ("(night", 8),
            ("100%", 8),
            ("*stars*", 8),
        ),
        *(('"stars', 8), ("text:stars", 8), ("stars AND", 8), ("NEAR(stars)", 8), ("stars*", 8)),
    ],
)
def test_signs_in_a_query_are_no_syntax(tmp_path: Path, query: str, line: int) -> None:
    assert bench(tmp_path, {"tools.md": SIGNS}).cites(query)[0] == f"tools.md:{line}"


def test_scripts_without_spaces_are_searched_by_their_words(tmp_path: Path) -> None:
    notes = bench(
        tmp_path,
        {
            "zh.md": "# 项目\n\n- 项目负责人: 李雷\n\n认证系统使用JWT令牌。\n",
            "ja.md": "# 規格\n\n国際標準化に関する動向\n\n- 担当者：佐藤\n",
            "ko.md": "- 서울특별시에 살아요\n",
        },
    )
    for query, cite in {
        **{"认证": "zh.md:5", "JWT": "zh.md:5", "负责人": "zh.md:3", "国際標準化": "ja.md:3"},
        **{"佐藤": "ja.md:5", "서울": "ko.md:1", "李": "zh.md:3"},
    }.items():
        found = notes.search(query)
        assert (found.results[0].cite, found.no_match, found.absence) == (cite, False, None)
    assert notes.search("量子").no_match


@pytest.mark.parametrize(
    ("query", "line", "spelled"),
    [
        ("Mueller", 1, ("muller",)),
        ("color", 2, ("colour",)),
        ("children", 3, ("child",)),
        ("bought", 4, ("buy",)),
        ("Müller", 1, ()),
        ("colours", 2, ()),
    ],
)
def test_a_word_that_stands_nowhere_is_found_as_it_is_written(
    tmp_path: Path, query: str, line: int, spelled: tuple[str, ...]
) -> None:
    """A name would be called never recorded by somebody who has no key for its umlaut."""
    text = "- Jürgen Müller\n- colour: teal\n- one child\n- buy milk\n"
    found = bench(tmp_path, {"a.md": text}, a=OLD).search(query)
    assert [each.line for each in found.results] == [line]
    assert (found.terms[0].state, found.terms[0].spelled) == (TermState.FOUND, spelled)
    assert found.absence is None and not found.absent_terms


def test_the_word_as_it_was_asked_for_comes_before_its_other_spelling(tmp_path: Path) -> None:
    """Who asks about a licence would read of a license that is another one, without being told."""
    notes = bench(tmp_path, {"a.md": "- licence of Ada\n- license of Bo\n"}, a=OLD)
    found = notes.search("licence")
    assert [each.line for each in found.results] == [1]
    assert not found.terms[0].spelled
