"""Searching a memory whose facts changed: what holds, what held, and what was true on a day."""

from __future__ import annotations

import pytest

from gitmem.clock import parse_instant
from gitmem.config import DatePreference
from gitmem.memory.library import Memory
from gitmem.reports.layout import Style
from gitmem.reports.text_search import search_text
from tests.builder import RepoBuilder
from tests.running import Mem

ORION = "# Orion\n\n## People\n\n- Project lead: Dana Whit\n\n## Money\n\n- Budget: {}\n"
LOG = "# Log\n\n## 2026-08-14\n\nOrion project lead: Sam Okafor\n"


@pytest.fixture
def changed(repo: RepoBuilder) -> RepoBuilder:
    """A lead who is followed in a log, a budget that was replaced in place twice."""
    repo.commit("2025-11-02", {"a.md": "# A\n\nFirst words\n"})
    repo.commit("2025-11-03", {"orion.md": ORION.format("$40,000")})
    repo.commit("2026-03-01", {"orion.md": ORION.format("$48,500")}, message="more money")
    repo.commit("2026-08-14", {"orion.md": ORION.format("$55,000"), "log.md": LOG}, message="kickoff")
    return repo


def test_the_text_has_what_holds_first_and_says_why(changed: RepoBuilder, mem: Mem) -> None:
    out = [" ".join(line.split()) for line in mem("search", "orion", "project", "lead").out.split("\n")]
    assert out[0] == "log.md:5 2026-08-14 48 days FRESH dated heading"
    assert out[2] == "Orion project lead: Sam Okafor supersedes orion.md:5"
    assert out[4].startswith("orion.md:5 2025-11-03 332 days SUPERSEDED git ")
    assert out[6] == "Project lead: Dana Whit by log.md:5, newer written date"


def test_remarks_go_below_where_the_terminal_is_narrow(changed: RepoBuilder) -> None:
    memory = Memory(changed.path, now=parse_instant("2026-10-01T12:00:00Z"))
    response = memory.search("orion project lead")
    lines = search_text(response, DatePreference.AUTHOR, Style(width=40)).split("\n")
    assert "    by log.md:5, newer written date" in lines


def test_former_values_are_told_on_request(changed: RepoBuilder, mem: Mem) -> None:
    assert mem.search("orion budget").data["history"] == []
    told = mem.search("orion budget", "--history").data["history"]
    assert [(each["value"], each["from"], each["to"], each["replaced_by"]) for each in told] == [
        ("$48,500", "2026-03-01", "2026-08-14", "$55,000"),
        ("$40,000", "2025-11-03", "2026-03-01", "$48,500"),
    ]
    assert told[0]["cite"] == f"{changed.rev('HEAD')}^:orion.md:9"
    assert told[0]["kind"] == "replaced"
    text = mem("search", "--history", "orion", "budget").out
    assert "held before:\n  " in text
    assert 'replaced by "$55,000", by Iris Vale in ' in text


def test_what_was_true_on_a_day(changed: RepoBuilder, mem: Mem) -> None:
    then = mem.search("orion budget", "--as-of", "2026-05-01")
    assert then.data["as_of"] == "2026-05-01"
    assert [each["value"] for each in then.data["history"]] == ["$48,500"]
    assert then.at("orion.md:9")["status"] == "PLANNED"
    lead = mem.search("project lead", "--as-of", "2026-05-01")
    assert lead.cites[0] == "orion.md:5"
    assert (lead.results[0]["status"], lead.results[0]["age_days"]) == ("AGING", 179)
    assert (lead.at("log.md:5")["status"], lead.at("log.md:5")["superseded_by"]) == ("PLANNED", [])


def test_what_was_believed_on_one_day_about_another(changed: RepoBuilder, mem: Mem) -> None:
    believed = mem.search("orion budget", "--at", "2026-05-01", "--as-of", "2026-01-01")
    assert (believed.data["at"], believed.data["as_of"]) == ("2026-05-01", "2026-01-01")
    assert [each["value"] for each in believed.data["history"]] == ["$40,000"]
    assert believed.at("orion.md:9")["text"] == "Budget: $48,500"
    assert all(each["path"] != "log.md" for each in mem.search("lead", "--at", "2026-05-01").results)


def test_a_day_that_is_none_is_refused(changed: RepoBuilder, mem: Mem) -> None:
    ran = mem("search", "--as-of", "yesterday", "orion")
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_removed_fact_is_told_beside_lines_with_the_same_words(repo: RepoBuilder, mem: Mem) -> None:
    office = "# Office\n\n- Front door: oak\n- Area code: 555\n"
    repo.commit("2026-01-01", {"a.md": "# A\n"})
    repo.commit("2026-02-11", {"office.md": office + "- Door code: 4417\n"})
    repo.commit("2026-06-30", {"office.md": office}, message="clean up")
    answer = mem.search("door code")
    assert (answer.code, sorted(answer.cites)) == (0, ["office.md:3", "office.md:4"])
    (told,) = answer.data["history"]
    assert (told["text"], told["from"], told["to"], told["summary"]) == (
        "Door code: 4417",
        "2026-02-11",
        "2026-06-30",
        "clean up",
    )
    assert "recorded and removed:" in mem("search", "door", "code").out


def test_a_fact_removed_in_the_work_tree_is_told_before_it_is_committed(repo: RepoBuilder, mem: Mem) -> None:
    office = "# Office\n\n- Front door: oak\n- Area code: 555\n"
    repo.commit("2026-02-11", {"office.md": office + "- Door code: 4417\n"})
    repo.write({"office.md": office})
    (told,) = mem.search("door code").data["history"]
    assert (told["cite"], told["removed_by"], told["to"]) == (f"{repo.head}:office.md:5", None, None)
    assert mem.search("door code", "--committed").data["history"] == []


def test_what_another_branch_removed_is_not_told(repo: RepoBuilder, mem: Mem) -> None:
    office = "# Office\n\n- Front door: oak\n- Area code: 555\n"
    repo.commit("2026-02-11", {"office.md": office + "- Door code: 4417\n"})
    repo.switch("side", new=True)
    repo.commit("2026-03-01", {"office.md": office})
    assert mem.search("door code").data["history"] != []
    repo.switch("main")
    assert mem.search("door code").data["history"] == []
    assert mem.search("door code").cites[0] == "office.md:5"


def test_two_branches_that_do_not_know_each_other_stay_contested(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-07-01", {"orion.md": "# Orion\n\nWords\n", "plan.md": "# Plan\n\nWords\n"})
    repo.switch("side", new=True)
    repo.commit("2026-07-02", {"orion.md": "# Orion\n\nWords\n\n- Phase: pilot\n"})
    repo.switch("main")
    repo.commit("2026-07-03", {"plan.md": "# Plan\n\nWords\n\n- Orion phase: rollout\n"})
    repo.merge("side", "2026-07-04")
    answer = mem.search("orion phase")
    assert {each["cite"]: each["contested_with"] for each in answer.results[:2]} == {
        "orion.md:5": ["plan.md:5"],
        "plan.md:5": ["orion.md:5"],
    }
    assert {each["facts"][0]["reason"] for each in answer.results[:2]} == {"concurrent"}
    assert "neither commit knows the other" in mem("search", "orion", "phase").out


def test_a_clone_answers_the_same(changed: RepoBuilder, mem: Mem, repo: RepoBuilder) -> None:
    other = changed.clone(changed.path.parent / "other")
    one = mem.search("orion project lead budget", "--history")
    two = mem.search("orion project lead budget", "--history", cwd=other.path)
    assert one.data == two.data


def test_blame_tells_the_standing_of_each_piece(changed: RepoBuilder, mem: Mem) -> None:
    lead = next(each for each in mem.chunks("orion.md") if each["line"] == 5)
    assert (lead["status"], lead["superseded_by"]) == ("SUPERSEDED", ["log.md:5"])
    assert lead["facts"][0]["evidence"][0]["kind"] == "written-dates"
    (log,) = (each for each in mem.chunks("log.md") if each["line"] == 5)
    assert (log["status"], log["supersedes"]) == ("FRESH", ["orion.md:5"])
    out = mem("blame", "orion.md").out
    assert "by log.md:5, newer written date" in out


def test_a_plain_folder_is_judged_by_what_is_written(
    tmp_path_factory: pytest.TempPathFactory, mem: Mem
) -> None:
    folder = tmp_path_factory.mktemp("plain")
    entries = ("## 2026-08-14", "- Orion lead: Sam", "## 2026-03-01", "- Orion lead: Dana")
    (folder / "log.md").write_text("\n\n".join(("# Log", *entries)) + "\n")
    (folder / "orion.md").write_text("---\nentity: Orion\nupdated: 2026-01-01\n---\n# Orion\n\n- Lead: Kim\n")
    answer = mem.search("orion lead", cwd=folder)
    assert answer.cites[0] == "log.md:5"
    assert answer.at("orion.md:7")["superseded_by"] == ["log.md:5"]


def test_a_line_that_was_only_confirmed_began_before(repo: RepoBuilder, mem: Mem) -> None:
    """A tag makes a new line of the same value; its history begins with the value, not with the tag."""
    repo.commit("2026-01-01", {"a.md": "# A\n"})
    repo.commit("2026-02-01", {"a.md": "# A\n\n- Owner: Ana Lind\n"})
    repo.commit("2026-03-01", {"a.md": "# A\n\n- Owner: Ana Lind [verified: 2026-03-01]\n"})
    repo.commit("2026-04-01", {"a.md": "# A\n\n- Owner: Bo Berg\n"})
    told = mem.search("owner", "--history").data["history"]
    assert [(each["value"], each["from"], each["to"]) for each in told] == [
        ("Ana Lind", "2026-02-01", "2026-04-01")
    ]
