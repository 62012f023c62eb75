"""`check`: what a change makes wrong, told at both places with a cure, and silence about everything else.

Lost otherwise: a contradiction gets into the notes unseen, or false alarms teach people to skip the check.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.builder import RepoBuilder
from tests.reports.test_schemas import schema
from tests.running import Json, Mem

WHO = {f"GIT_{role}_{part}": "a" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
ORION = "# Orion\n\n- Budget: $40,000\n- Lead: Ann\n"
BESIDE = ORION + "- Budget: $55,000\n"


def check(mem: Mem, *options: str, code: int | None = None) -> list[Json]:
    """The findings; the exit code must be the one given, or agree with them."""
    ran = mem("check", "--json", *options)
    found: list[Json] = ran.json["findings"]
    failed = any(each["severity"] == "error" for each in found)
    assert ran.code == (int(failed) if code is None else code), ran.err
    return found


def rules(found: Sequence[Json]) -> list[str]:
    """The rules of some findings with their severities."""
    return [f"{each['rule']} {each['severity']}" for each in found]


@pytest.fixture
def orion(repo: RepoBuilder) -> RepoBuilder:
    """One note with a budget, committed."""
    repo.commit("2026-09-01", {"orion.md": ORION, "log.md": "# Log\n\n- Rain\n"})
    return repo


# A change and its pairs


def test_a_value_beside_another_stops(orion: RepoBuilder, mem: Mem) -> None:
    """The commonest way to break a memory: the new value is appended and the old one left."""
    orion.write({"orion.md": BESIDE})
    (found,) = check(mem)
    assert (found["rule"], found["severity"], found["reason"]) == ("GM001", "error", "beside")
    assert (found["path"], found["line"], found["subject"], found["label"]) == (
        "orion.md",
        5,
        "Orion",
        "Budget",
    )
    assert [(side["cite"], side["value"]) for side in found["sides"]] == [
        ("orion.md:3", "$40,000"),
        ("orion.md:5", "$55,000"),
    ]
    assert found["sides"][0]["origin"]["commit"] == orion.head


def test_the_text_names_both_places_and_the_ways_out(orion: RepoBuilder, mem: Mem) -> None:
    """Who is stopped must be able to go on without looking anything up."""
    orion.write({"orion.md": BESIDE})
    ran = mem("check")
    assert ran.code == 1
    assert ran.out.startswith("1 contradiction\n\n  Orion: Budget\n")
    for words in ("orion.md:3", "orion.md:5", "2026-09-01", "Iris Vale", "not committed", orion.head[:7]):
        assert words in ran.out
    assert "git mem retract orion.md:3\n" in ran.out
    for way in ("[multi]", "facts.multi_valued", "[allow]"):
        assert way in ran.out


def test_a_pair_that_was_there_before_is_nobody_s_fault(orion: RepoBuilder, mem: Mem) -> None:
    """A check that tells old faults at every commit is switched off."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    orion.write({"orion.md": BESIDE + "- Phase: pilot\n", "new.md": "# New\n\n- Lead: Cy\n"})
    assert check(mem) == []
    assert mem("check").out.startswith("nothing found in the change\n")
    assert rules(check(mem, "--all", code=1)) == ["GM001 error"]


@pytest.mark.parametrize(
    "text",
    [
        "# Orion\n\n- Lead: Ann\n- Budget: $55,000\n- Budget: $40,000\n",
        "# Orion\n\n* **Budget:** $40,000.\n* **Budget:** $55,000\n* Lead: Ann\n",
        "# Orion\n\nSome words.\n\n## Money\n\n- Budget: $40,000\n- Budget: $55,000\n",
    ],
    ids=["reordered", "reformatted", "moved"],
)
def test_a_line_that_was_only_moved_or_reformatted_is_not_new(
    text: str, orion: RepoBuilder, mem: Mem
) -> None:
    """Tidying up must not be stopped by what it did not say."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    orion.write({"orion.md": text})
    assert check(mem) == []
    orion.stage({"orion.md": None, "projects/orion.md": text})
    assert check(mem, "--staged") == []


def test_an_amended_commit_is_judged_like_any_other(orion: RepoBuilder, mem: Mem) -> None:
    """Its parent is what counts; the hook before an amend sees the pair as held by HEAD."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    orion.amend("2026-09-03", {"orion.md": BESIDE + "- Phase: pilot\n"})
    assert check(mem) == []
    assert rules(check(mem, "HEAD~1..HEAD", code=1)) == ["GM001 error"]


def test_what_brings_a_struck_line_back_is_told(repo: RepoBuilder, mem: Mem) -> None:
    """A value that was over stands against the one that took its place."""
    text = "# Orion\n\n- ~~Budget: $40,000~~ superseded 2026-09-01\n- Budget: $55,000\n"
    repo.commit("2026-09-01", {"orion.md": text})
    repo.write({"orion.md": "# Orion\n\n- Budget: $40,000\n- Budget: $55,000\n"})
    assert rules(check(mem)) == ["GM001 error"]


def test_a_change_that_only_deletes_is_judged(orion: RepoBuilder, mem: Mem) -> None:
    """The note that is gone counts as one that differs, and the rest is not blamed for it."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    orion.stage({"log.md": None})
    ran = mem("check", "--staged", "--json")
    assert (ran.code, ran.json["differing"], ran.json["findings"]) == (0, 1, [])


def test_a_log_that_contradicts_the_subject_s_note(repo: RepoBuilder, mem: Mem) -> None:
    """Where nothing says which is newer it is an error; where the log came later, a reminder to update."""
    note = "# Orion\n\n- Project lead: Ann\n"
    log = "# Log\n\n## 2026-09-14\n\n- Orion project lead: Bob\n"
    repo.write({"orion.md": note, "log.md": log})
    (found,) = check(mem)
    assert (found["rule"], found["severity"], found["pair_rule"]) == ("GM001", "error", "subject-and-log")
    repo.write({"log.md": None})
    repo.commit("2026-09-01", {"orion.md": note})
    repo.write({"log.md": log})
    (found,) = check(mem, code=0)
    assert (found["severity"], found["newer"], found["path"], found["line"]) == (
        "warning",
        "log.md:5",
        "log.md",
        5,
    )
    assert "log.md:5 is newer; strike the older one or update it" in mem("check").out


# Answers to a finding


@pytest.mark.parametrize(
    "line",
    ["- Budget: $55,000 [multi]\n", "- Budget: $55,000 [allow]\n", "- ~~Budget: $55,000~~\n", ""],
    ids=["multi", "allow", "strike", "take-back"],
)
def test_each_way_out_ends_it(line: str, orion: RepoBuilder, mem: Mem) -> None:
    """An advice that does not help is worse than none."""
    orion.stage({"orion.md": BESIDE})
    assert check(mem, "--staged", code=1)
    orion.stage({"orion.md": ORION + line})
    assert check(mem, "--staged") == []


def test_the_configuration_of_the_same_change_cures_it(orion: RepoBuilder, mem: Mem) -> None:
    """One commit, or one pull request, holds the line and its excuse, and says that it is excused."""
    orion.stage({"orion.md": BESIDE, ".gitmem.toml": '[facts]\nmulti_valued = ["budget"]\n'})
    for options in (("--staged",), ()):
        (found,) = check(mem, *options)
        assert (found["rule"], found["severity"], found["excused"]) == ("GM001", "warning", True)
    text = mem("check").out
    assert "the changed configuration makes this no contradiction" in text
    orion.commit("2026-09-02")
    assert [each["excused"] for each in check(mem, "HEAD~1..HEAD")] == [True]
    assert check(mem) == []


def test_a_configuration_that_hides_old_contradictions_is_told(orion: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: one line of configuration silences what stands in the notes, and nobody sees it."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    for settings in (
        'exclude = ["orion.md"]\n',
        'include = ["log.md"]\n',
        '[facts]\nmulti_valued = ["budget"]\n',
    ):
        orion.stage({".gitmem.toml": settings})
        found = check(mem, "--staged")
        assert [(each["rule"], each["excused"], each["severity"]) for each in found] == [
            ("GM001", True, "warning")
        ], settings


def test_a_configuration_that_excuses_nothing_says_nothing(orion: RepoBuilder, mem: Mem) -> None:
    """A new setting is no event by itself."""
    orion.stage({".gitmem.toml": '[facts]\nmulti_valued = ["likes"]\nsingle_valued = ["mascot"]\n'})
    assert check(mem, "--staged") == []


def test_keys_that_the_configuration_declares(orion: RepoBuilder, mem: Mem) -> None:
    """What a repository says of its own keys counts as an error, across sections too."""
    text = "# Orion\n\n## Notes\n\n- Mascot: fox\n\n## Summary\n\n- Mascot: owl\n"
    orion.write({"orion.md": text})
    assert check(mem) == []
    orion.commit("2026-09-02", {".gitmem.toml": '[facts]\nsingle_valued = ["mascot"]\n'})
    (found,) = check(mem)
    assert (found["rule"], found["severity"], found["pair_rule"]) == ("GM001", "error", "same-note")


def test_a_broken_configuration_is_one_line(orion: RepoBuilder, mem: Mem) -> None:
    """Judged by settings that nobody wrote, an answer would mean nothing."""
    orion.stage({".gitmem.toml": "facts = [\n"})
    ran = mem("check", "--staged")
    assert ran.code == 2
    assert ran.err.startswith("git-mem: .gitmem.toml line ")
    assert ran.err.count("\n") == 1


# Severities


def test_warnings_do_not_stop_unless_asked(orion: RepoBuilder, mem: Mem) -> None:
    """A key that nobody declared may well have two values."""
    orion.commit("2026-09-02", {"orion.md": ORION + "- Sky: red\n"})
    orion.write({"orion.md": ORION + "- Sky: red\n- Sky: blue\n"})
    assert rules(check(mem, code=0)) == ["GM001 warning"]
    assert rules(check(mem, "--fail-on", "warning", code=1)) == ["GM001 warning"]
    assert rules(check(mem, "--strict", code=1)) == ["GM001 error"]
    assert mem("check", "--strict", "--json").json["strict"] is True
    assert "1 contradiction (warning)" in mem("check").out
    orion.commit(
        "2026-09-03", {".gitmem.toml": "[check]\nstrict = true\n", "orion.md": ORION + "- Sky: red\n"}
    )
    orion.write({"orion.md": ORION + "- Sky: red\n- Sky: blue\n"})
    assert rules(check(mem, code=1)) == ["GM001 error"]


def test_advice_is_told_on_request_and_stops_nobody(orion: RepoBuilder, mem: Mem) -> None:
    """A strike whose day is long before the commit is a hint, no more."""
    orion.write({"orion.md": "# Orion\n\n- ~~Lead: Ann~~ superseded 2026-01-01\n"})
    assert rules(check(mem, "--fail-on", "warning", code=0)) == ["GM006 advice"]
    assert "2026-01-01" not in mem("check").out
    assert "struck on 2026-10-01, but the line says 2026-01-01" in mem("-v", "check").out


# Merge markers

MARKED = "# Orion\n\n<<<<<<< HEAD\n- Phase: pilot\n=======\n- Phase: rollout\n>>>>>>> side\n"


def test_merge_markers_stop_wherever_they_came_from(repo: RepoBuilder, mem: Mem) -> None:
    """`git commit -a` in the middle of a merge commits them; they are an error until they are gone."""
    repo.commit("2026-09-01", {"orion.md": MARKED, "b.md": "# B\n"})
    assert check(mem) == []
    assert [(each["rule"], each["line"], each["end_line"]) for each in check(mem, "--all", code=1)] == [
        ("GM003", 3, 7)
    ]
    repo.write({"orion.md": MARKED + "\nMore.\n"})
    assert rules(check(mem)) == ["GM003 error"]
    assert "orion.md:3   markers of an unfinished merge on lines 3 to 7" in mem("check").out


@pytest.mark.parametrize(
    "text",
    [
        "# Orion\n\n```\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> side\n```\n",
        "# Orion\n\n    <<<<<<< HEAD\n    =======\n    >>>>>>> side\n",
        "# Orion\n\nTitle\n=======\n",
        "# Orion\n\n<<<<<<< HEAD\n",
    ],
    ids=["fence", "indented", "underline", "one-end"],
)
def test_what_only_looks_like_markers(text: str, orion: RepoBuilder, mem: Mem) -> None:
    """Notes about git are notes as well."""
    orion.write({"orion.md": text})
    assert check(mem) == []


def test_markers_with_line_ends_of_windows(orion: RepoBuilder, mem: Mem) -> None:
    """A merge on another system leaves them too."""
    orion.write({"orion.md": MARKED.replace("\n", "\r\n")})
    assert rules(check(mem)) == ["GM003 error"]


def test_taking_only_the_markers_away_is_no_answer(repo: RepoBuilder, mem: Mem) -> None:
    """Both values are left, and now nothing shows that they were one decision."""
    repo.commit("2026-09-01", {"orion.md": MARKED})
    repo.write({"orion.md": "# Orion\n\n- Phase: pilot\n- Phase: rollout\n"})
    (found,) = check(mem, code=0)
    assert found["rule"] == "GM001"


# Dates


def test_a_strike_with_an_impossible_day(orion: RepoBuilder, mem: Mem) -> None:
    """Only the change that adds it is stopped."""
    bad = "# Orion\n\n- ~~Lead: Ann~~ superseded 2026-02-31\n"
    orion.write({"orion.md": bad})
    (found,) = check(mem)
    assert (found["rule"], found["severity"], found["line"]) == ("GM006", "error", 3)
    assert found["written"] == "2026-02-31"
    orion.commit("2026-09-02", {"orion.md": bad})
    orion.write({"orion.md": bad + "- Phase: pilot\n"})
    assert check(mem) == []
    assert rules(check(mem, "--all", code=1)) == ["GM006 error"]


def test_a_date_in_the_future_is_told_where_it_is_added(orion: RepoBuilder, mem: Mem) -> None:
    """A slip of the keyboard would make a line the newest of all, were it not passed over and told."""
    text = "---\nupdated: 2062-05-05\n---\n# Orion\n\n- Lead: Ann [verified: 2062-01-01]\n"
    orion.write({"orion.md": text})
    found = check(mem, code=0)
    assert [(each["rule"], each["line"], each["written"]) for each in found] == [
        ("GM013", 2, "2062-05-05"),
        ("GM013", 6, "2062-01-01"),
    ]
    orion.commit("2026-09-02", {"orion.md": text})
    orion.write({"orion.md": text + "- Phase: pilot\n"})
    assert check(mem) == []
    everything = check(mem, "--all", code=0)
    assert [(each["rule"], each["line"]) for each in everything] == [("GM013", 2), ("GM013", 6)]


def test_days_that_may_well_come(orion: RepoBuilder, mem: Mem) -> None:
    """A heading, a bound or a sentence may speak of what is planned."""
    lines = "- Lead: Ann [from: 2027-01-01] [until: 2028-01-01]\n- Launch: 2027-02-02\n"
    text = f"# Orion\n\n## 2027-01-01\n\n{lines}"
    orion.write({"orion.md": text})
    assert check(mem) == []


# Copies


def test_a_copy_of_a_sync_tool(orion: RepoBuilder, mem: Mem) -> None:
    """Both versions would be found as true."""
    name = "orion (Ann's conflicted copy 2026-09-01).md"
    orion.write({name: ORION.replace("Ann", "Bob")})
    found = [each for each in check(mem, code=0) if each["rule"] == "GM012"]
    assert [(each["path"], each["original"], each["severity"]) for each in found] == [
        (name, "orion.md", "warning")
    ]
    assert f"{name}:1   this note is a sync tool's copy of orion.md" in mem("check").out
    orion.commit("2026-09-02", {name: ORION.replace("Ann", "Bob")})
    assert check(mem) == []
    assert "GM012 warning" in rules(check(mem, "--all"))


def test_a_second_note_of_a_like_name_is_no_copy(orion: RepoBuilder, mem: Mem) -> None:
    """People number their notes as sync tools number copies."""
    orion.write({"orion 2.md": "# Orion 2\n\n- The sequel, planned by others\n", "plan (1).md": "# Plan\n"})
    assert check(mem) == []


# Scopes


def test_staged_is_what_a_commit_would_take(orion: RepoBuilder, mem: Mem) -> None:
    """What lies on disk and is not staged neither stops a commit nor saves one."""
    orion.write({"orion.md": BESIDE})
    assert check(mem, "--staged") == []
    orion.stage({"orion.md": BESIDE})
    orion.write({"orion.md": ORION})
    ran = mem("check", "--staged", "--json")
    assert ran.code == 1
    assert (ran.json["snapshot"], ran.json["scope"], ran.json["unstaged"]) == (
        "staged",
        "staged",
        ["orion.md"],
    )
    assert "git add orion.md" in mem("check", "--staged").out
    assert check(mem) == []


def test_before_the_first_commit(repo: RepoBuilder, mem: Mem) -> None:
    """Everything is new then, and a first commit is judged like any other."""
    assert check(mem) == []
    repo.stage({"orion.md": MARKED})
    for options in (("--staged",), ()):
        ran = mem("check", "--json", *options)
        assert (ran.code, ran.json["base"], ran.json["differing"]) == (1, None, 1)
        assert rules(ran.json["findings"]) == ["GM003 error"]
    assert "between nothing and staged" in mem("check", "--staged").out


def test_a_range_is_judged_by_what_it_adds(orion: RepoBuilder, mem: Mem) -> None:
    """What lies in the work tree, and what came before the range, is not its fault."""
    first = orion.head
    second = orion.commit("2026-09-02", {"orion.md": BESIDE})
    third = orion.commit("2026-09-03", {"log.md": "# Log\n\n- Sun\n"})
    orion.write({"orion.md": MARKED})
    for span, expected in ((f"{first}..{second}", 1), (f"{second}..", 0), (f"{first}..{third}", 1)):
        found = check(mem, span, code=expected)
        assert len(found) == expected, span
    ran = mem("check", "--json", f"{first}..{second}")
    assert (ran.json["base"], ran.json["target"], ran.json["scope"]) == (first, second, "range")
    assert len(check(mem, f"{'0' * 40}..{second}", code=1)) == 1


def test_a_range_whose_older_end_is_no_ancestor(orion: RepoBuilder, mem: Mem) -> None:
    """A branch that was rewritten, or is behind: neither what A holds nor what both began with is new."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    orion.switch("side", new=True)
    orion.commit("2026-09-03", {"log.md": "# Log\n\n- Sun\n"})
    orion.switch("main")
    orion.commit("2026-09-04", {"orion.md": ORION}, "one value again")
    assert check(mem, "main..side") == []
    assert check(mem, "main...side") == []
    orion.switch("side")
    orion.commit(
        "2026-09-05", {"log.md": "# Log\n\n- Sun\n- Phase: a\n", "b.md": "# B\n\n- Lead: A\n- Lead: B\n"}
    )
    assert [each["path"] for each in check(mem, "main..side")] == ["b.md"]


@pytest.fixture
def merging(repo: RepoBuilder) -> RepoBuilder:
    """A merge that git did not stop, before its commit; either side names a maintainer of the hall.

    The other branch also made a contradiction of its own.
    """
    repo.commit("2026-09-01", {"hall.md": "# Hall\n\nThe hall.\n", "log.md": "# Log\n"})
    repo.switch("side", new=True)
    repo.commit(
        "2026-09-05", {"hall.md": "# Hall\n\nThe hall.\n\n- Maintainer: Ann\n", "b.md": "# B\n\n- Lead: Cy\n"}
    )
    repo.commit("2026-09-06", {"b.md": "# B\n\n- Lead: Cy\n- Lead: Di\n"})
    repo.switch("main")
    repo.commit("2026-09-05", {"log.md": "# Log\n\n## 2026-09-05\n\n- Hall maintainer: Bob\n"})
    repo.run("merge", "-q", "--no-ff", "--no-commit", "side", environment=WHO)
    assert (repo.git_path / "MERGE_HEAD").exists()
    return repo


def test_a_merge_under_way_adds_nothing_that_one_side_has(merging: RepoBuilder, mem: Mem) -> None:
    """A pair that the other branch made is that branch's; one that only the merge makes is told."""
    for options in (("--staged",), ()):
        (found,) = check(mem, *options)
        assert [side["cite"] for side in found["sides"]] == ["hall.md:5", "log.md:5"]
        assert (found["severity"], found["reason"]) == ("error", "concurrent")
        assert all(side["origin"]["commit"] for side in found["sides"])
    merging.stage({"hall.md": "# Hall\n\nThe hall.\n\n- Maintainer: Bob\n"})
    assert check(mem, "--staged") == []


def test_a_range_over_a_merge(merging: RepoBuilder, mem: Mem) -> None:
    """Seen from one branch, everything that the merge brought is new."""
    before = merging.head
    merging.git("commit", "-q", "--no-verify", "-m", "merge", environment=WHO)
    assert [each["path"] for each in check(mem, f"{before}..HEAD")] == ["b.md", "hall.md"]
    assert [each["path"] for each in check(mem, "side..HEAD")] == ["log.md"]


def test_a_glob_limits_what_is_told(orion: RepoBuilder, mem: Mem) -> None:
    """One team of many may look at its own folder."""
    orion.write({"orion.md": BESIDE})
    assert check(mem, "--path", "log.md") == []
    assert len(check(mem, "--path", "or*.md")) == 1
    assert mem("check", "--path", "../*").code == 2


def test_a_folder_without_git_is_judged_as_a_whole(tmp_path: Path) -> None:
    """There is nothing to compare with; that history is missing is said, and never taken for a pass."""
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "a.md").write_text(ORION)
    ran = Mem(folder, tmp_path)("check", "--json")
    assert ran.code == 4
    assert ran.json["scope"] == "all"
    assert rules(ran.json["findings"])[-1] == "GM004 warning"
    assert Mem(folder, tmp_path)("check", "a..b").code == 2


def test_a_bare_repository(orion: RepoBuilder, tmp_path: Path) -> None:
    """A server has no work tree, but ranges and everything can be judged there."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    bare = Mem(orion.clone(tmp_path / "bare.git", bare=True).path, tmp_path)
    assert rules(check(bare, "--all")) == rules(check(bare, "HEAD~1..HEAD")) == ["GM001 error"]
    ran = bare("check")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "--all" in ran.err


def test_a_shallow_clone_proves_nothing(orion: RepoBuilder, tmp_path: Path) -> None:
    """A job that fetched one commit must not be green; the cure is told once."""
    orion.commit("2026-09-02", {"log.md": "# Log\n\n- Sun\n"})
    mem = Mem(orion.clone(tmp_path / "shallow", depth=1).path, tmp_path)
    assert rules(check(mem, "--all", code=4)).count("GM004 warning") == 1
    ran = mem("check", "--all")
    assert (ran.out + ran.err).count("git fetch --unshallow") == 1
    ran = mem("check", "HEAD~1..HEAD")
    assert (ran.code, ran.out, ran.err.count("unshallow")) == (2, "", 1)


@pytest.mark.parametrize("span", ["nowhere..HEAD", "HEAD", "..", "HEAD..a..b", "x...y", "HEAD..", "-x..y"])
def test_a_range_that_cannot_be_judged(span: str, orion: RepoBuilder, mem: Mem) -> None:
    """One line and 2, so that a job fails for the right reason; HEAD is what a side left out means."""
    ran = mem("check", "--", span)
    if span in ("..", "HEAD.."):
        assert ran.code == 0
    else:
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_arguments_that_do_not_go_together(orion: RepoBuilder, mem: Mem) -> None:
    for arguments in (("HEAD..HEAD", "--all"), ("--fail-on", "never"), ("HEAD..HEAD", "--staged")):
        ran = mem("check", *arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), arguments


# Everything


def test_everything_is_judged(repo: RepoBuilder, mem: Mem) -> None:
    """CI looks at all notes: old contradictions, and what was not verified for long."""
    repo.commit("2025-08-01", {"a.md": ORION, "b.md": "# B\n\n- Status: open\n"})
    repo.commit("2026-09-02", {"a.md": BESIDE, "c.md": "# C\n\n- Price: $5 [verified: 2026-09-20]\n"})
    found = check(mem, "--all")
    assert [each for each in rules(found) if each.startswith("GM001")] == ["GM001 error"]
    stale = [each for each in found if each["rule"] == "GM002"]
    assert ("b.md", 3) in [(each["path"], each["line"]) for each in stale]
    assert all(each["reasons"] and each["severity"] == "warning" for each in stale)
    assert not [each for each in found if each["path"] == "c.md"]
    assert "to check again" in mem("check", "--all").out


def test_notes_without_any_date(repo: RepoBuilder, mem: Mem) -> None:
    """A clock that stood at zero dates nothing; the note is told once, with how much of it."""
    repo.commit(
        3600, {"a.md": "# A\n\n- One thing\n- Another thing\n", "b.md": "# B\n\n- X [verified: 2026-09-01]\n"}
    )
    found = [each for each in check(mem, "--all") if each["rule"] == "GM005"]
    assert [(each["path"], each["count"]) for each in found] == [("a.md", 2)]


def test_findings_are_in_order_and_equal_each_time(orion: RepoBuilder, mem: Mem) -> None:
    """Reports of two runs can be compared line by line."""
    orion.write(
        {"orion.md": BESIDE + "\n" + MARKED, "a.md": MARKED, "b/z.md": "# Z\n\n- Lead: a\n- Lead: b\n"}
    )
    one, two = mem("check", "--json"), mem("check", "--json")
    assert one.raw == two.raw
    places = [(each["path"], each["line"]) for each in one.json["findings"]]
    assert places == sorted(places)


# Odd notes


@pytest.mark.parametrize(
    "name", ["-x.md", 'a"b.md', "a\nb.md", "é (1).md", "a b'.md", "x/-/y.md", "caf\udce9.md"]
)
def test_odd_names(name: str, orion: RepoBuilder, mem: Mem) -> None:
    """A path is never taken for an option, broken over lines or lost."""
    orion.stage({name: MARKED.replace("Orion", "Odd")})
    for options in (("--staged",), (), ("--all",)):
        assert [each["path"] for each in check(mem, *options)] == [name]
    assert "\nb.md" not in mem("check").out
    orion.commit("2026-09-02")
    assert [each["path"] for each in check(mem, "HEAD~1..HEAD")] == [name]


def test_line_ends_do_not_make_lines_new(orion: RepoBuilder, mem: Mem) -> None:
    """An editor on another system rewrites the file, not what it says."""
    orion.commit("2026-09-02", {"orion.md": BESIDE})
    orion.write({"orion.md": BESIDE.replace("\n", "\r\n")})
    assert check(mem) == []


def test_notes_that_cannot_be_read_are_named(orion: RepoBuilder, mem: Mem) -> None:
    """They stop nothing, but nobody may think that they were checked."""
    orion.stage({"bad.md": b"# Bad\n\n- Lead: \xff\xfe\n", "empty.md": b"", "nul.md": b"a\0b\n"})
    ran = mem("check", "--staged")
    assert ran.code == 0
    assert "not read: bad.md: not UTF-8 text" in ran.out
    assert "not read: nul.md" in ran.out
    assert mem("check", "--all").code == 4
    orion.commit("2026-09-02")
    orion.stage({"bad.md": BESIDE})
    assert rules(check(mem, "--staged")) == ["GM001 warning"]


def test_notes_whose_merge_is_not_resolved(merging: RepoBuilder, mem: Mem) -> None:
    """git will not commit them, and what stands in them is not told as if it were decided."""
    merging.git("merge", "--abort")
    merging.commit("2026-09-07", {"hall.md": "# Hall\n\nThe hall.\n\n- Maintainer: Cy\n"})
    merging.run("merge", "-q", "side", environment=WHO)
    ran = mem("check", "--staged", "--json")
    assert ran.json["unread"] == [{"path": "hall.md", "reason": "its merge is not resolved"}]
    assert "GM003 error" in rules(check(mem))


def test_a_partial_clone(orion: RepoBuilder, tmp_path: Path) -> None:
    """Text that was left out is fetched on demand or asked for in one line; its lines are no drafts."""
    orion.commit("2026-09-02", {"orion.md": BESIDE.replace("$40,000", "$41,000")})
    clone = orion.clone(tmp_path / "partial", blobless=True)
    mem = Mem(clone.path, tmp_path)
    ran = mem("check", "HEAD~1..HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert "--allow-fetch" in ran.err
    ran = mem("check", "--all")
    assert ran.code == 1
    assert "not committed" not in ran.out
    assert "this clone left text out" in ran.out


@pytest.mark.parametrize("options", [[], ["--staged"], ["HEAD~1..HEAD"], ["--all"]], ids=str)
def test_json_is_as_published(options: list[str], orion: RepoBuilder, mem: Mem) -> None:
    """Scripts are written against the schema."""
    changes: dict[str, str | bytes] = {
        "orion.md": BESIDE + "- ~~Phase: x~~ superseded 2026-02-31\n- ~~Area: y~~ superseded 2026-01-01\n",
        "orion (1).md": BESIDE + "- Launch: May [verified: 2062-01-01]\n",
        "merge.md": MARKED,
        "bad.md": b"\xff",
    }
    orion.commit("2026-09-02", changes)
    orion.stage({name: f"{text}\n- More: text\n" for name, text in changes.items() if isinstance(text, str)})
    orion.write({"merge.md": MARKED + "\nOther text.\n", "new.md": BESIDE})
    ran = mem("check", "--json", *options)
    validator = Draft202012Validator(schema("check"), format_checker=FormatChecker())
    assert not [f"{error.json_path}: {error.message}" for error in validator.iter_errors(ran.json)]
    assert ran.code == 1
