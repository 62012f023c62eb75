"""`git mem diff` tells which facts changed, with places that git resolves, and nothing that only moved."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.facts.changes import ChangeKind
from gitmem.reports.layout import Style
from gitmem.reports.text_diff import diff_text
from tests.builder import RepoBuilder
from tests.reports.test_schemas import schema
from tests.running import NOW, Json, Mem, Ran

ORION = "# Orion\n\n- Project lead: Dana Whit\n- Budget: $40,000\n- Phase: pilot\n"


@pytest.fixture
def orion(repo: RepoBuilder) -> RepoBuilder:
    """Three commits: the note, a new budget, a strike with its successor in a log."""
    repo.commit("2025-11-02", {"orion.md": ORION}, "start")
    repo.commit("2026-06-01", {"orion.md": ORION.replace("40,000", "55,000")}, "new budget")
    struck = "- ~~Project lead: Dana Whit~~ superseded 2026-08-14, see log.md\n"
    repo.commit(
        "2026-08-14",
        {
            "orion.md": ORION.replace("40,000", "55,000").replace("- Project lead: Dana Whit\n", struck),
            "log.md": "# Log\n\n## 2026-08-14\n\n- Orion project lead: Sam Okafor\n",
        },
        "handover",
    )
    return repo


def diff(mem: Mem, *arguments: str) -> Json:
    """The JSON of a diff, which must be what its schema promises."""
    ran = mem("diff", "--json", *arguments)
    assert ran.code == 0, ran.err
    validator = Draft202012Validator(schema("diff"), format_checker=FormatChecker())
    assert not [f"{error.json_path}: {error.message}" for error in validator.iter_errors(ran.json)]
    return ran.json


def told(answer: Json) -> list[str]:
    """Every change as `kind label: before > after`."""
    lines = []
    for change in answer["changes"]:
        sides = [change[name]["value"] for name in ("before", "after") if change[name]]
        lines.append(f"{change['kind']} {change['label']}: {' > '.join(sides)}")
    return lines


def failed(ran: Ran) -> str:
    """What a run that could not do its work says: one line, and nothing on standard output."""
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err
    return ran.err


def test_two_revisions(orion: RepoBuilder, mem: Mem) -> None:
    answer = diff(mem, "HEAD~2..HEAD")
    assert told(answer) == [
        "changed Project lead: Dana Whit > Sam Okafor",
        "changed Budget: $40,000 > $55,000",
    ]
    lead, budget = answer["changes"]
    first, second = orion.rev("HEAD~2"), orion.rev("HEAD")
    assert lead["before"]["cite"] == f"{first}:orion.md:3"
    assert lead["after"]["cite"] == f"{second}:log.md:5"
    assert lead["struck"]["cite"] == f"{second}:orion.md:3"
    assert (lead["origin"]["commit"], lead["origin"]["summary"]) == (second, "handover")
    assert budget["origin"]["commit"] == orion.rev("HEAD~1")
    for side in (lead["before"], lead["after"], budget["before"], budget["after"]):
        revision, path, line = side["cite"].split(":")
        text = orion.ask("show", f"{revision}:{path}").split("\n")[int(line) - 1]
        assert side["value"] in text


def test_backwards_tells_the_same_facts_the_other_way(orion: RepoBuilder, mem: Mem) -> None:
    answer = diff(mem, "HEAD..HEAD~2")
    assert "changed Budget: $55,000 > $40,000" in told(answer)


def test_days(orion: RepoBuilder, mem: Mem) -> None:
    """Both days are included: what the first day changed is told, and so is what the last one did."""
    assert told(diff(mem, "--since", "2026-06-01", "--until", "2026-06-01")) == [
        "changed Budget: $40,000 > $55,000"
    ]
    assert told(diff(mem, "--since", "2026-06-02", "--until", "2026-08-13")) == []
    before = diff(mem, "--since", "2025-11-02", "--until", "2025-12-31")
    assert before["base"] == {"kind": "nothing", "commit": None}
    assert [line.split(":")[0] for line in told(before)] == [
        "added Project lead",
        "added Budget",
        "added Phase",
    ]
    assert told(diff(mem, "2026-05-31..2026-06-30")) == ["changed Budget: $40,000 > $55,000"]


def test_without_arguments_the_work_tree_is_compared(orion: RepoBuilder, mem: Mem) -> None:
    assert diff(mem)["changes"] == []
    orion.write(
        {
            "orion.md": (orion.path / "orion.md")
            .read_text()
            .replace("- Phase: pilot\n", "- Phase: rollout\n"),
            "new.md": "# Vega\n\n- Phase: idea\n",
        }
    )
    answer = diff(mem)
    assert told(answer) == ["added Phase: idea", "changed Phase: pilot > rollout"]
    vega, phase = answer["changes"]
    assert (phase["before"]["cite"], phase["after"]["cite"]) == (f"{orion.head}:orion.md:5", "orion.md:5")
    assert vega["origin"]["commit"] is None and phase["origin"]["commit"] is None
    assert (answer["base"]["commit"], answer["target"]["kind"]) == (orion.head, "worktree")
    assert told(diff(mem, "HEAD~2"))[-1] == "changed Phase: pilot > rollout"
    text = mem("diff").out
    assert "- pilot" in text and "+ rollout" in text and "not committed" in text


def test_what_was_staged_counts_as_it_lies_in_the_work_tree(orion: RepoBuilder, mem: Mem) -> None:
    orion.stage({"orion.md": ORION})
    assert "changed Budget: $55,000 > $40,000" in told(diff(mem))


def test_three_dots_begin_where_both_parted(orion: RepoBuilder, mem: Mem) -> None:
    """What the other branch did meanwhile is not told as undone."""
    orion.branch("side", "HEAD~1")
    orion.switch("side")
    orion.commit("2026-07-01", {"vega.md": "# Vega\n\n- Phase: idea\n"})
    assert told(diff(mem, "main...side")) == ["added Phase: idea"]
    assert len(told(diff(mem, "main..side"))) > 1
    orion.switch("lonely", orphan=True)
    orion.commit("2026-07-02", {"x.md": "# X\n"})
    assert "no commit in common" in failed(mem("diff", "main...lonely"))


def test_a_rename_and_an_archive_are_no_changes(orion: RepoBuilder, mem: Mem) -> None:
    (orion.path / "projects").mkdir()
    orion.move("orion.md", "projects/orion.md")
    orion.commit("2026-09-01", message="move")
    assert diff(mem, "HEAD~1..HEAD")["changes"] == []
    assert "no fact changed" in mem("diff", "HEAD~1..HEAD").out


def test_a_removed_value_names_the_commit_that_removed_it(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-02-11", {"a.md": "# Places\n\n- Door code: 4417\n- Rent: 120\n"})
    repo.commit("2026-06-30", {"a.md": "# Places\n\n- Rent: 120\n"}, "clean up")
    repo.commit("2026-07-30", {"b.md": "# Other\n\n- Tea: green leaves\n"}, "unrelated")
    answer = diff(mem, "HEAD~2..HEAD")
    assert told(answer) == ["removed Door code: 4417", "added Tea: green leaves"]
    assert answer["changes"][0]["origin"]["summary"] == "clean up"


def test_a_fact_that_became_contested(repo: RepoBuilder, mem: Mem) -> None:
    """Two branches each wrote a value; neither knows the other, so nothing says which holds."""
    repo.commit("2026-06-01", {"orion.md": "# Orion\n\n- Owner: Ana\n", "plan.md": "# Plan\n\n- Week: one\n"})
    repo.branch("side")
    repo.commit("2026-07-01", {"orion.md": "# Orion\n\n- Owner: Ana\n- Phase: pilot\n"}, "pilot")
    repo.switch("side")
    repo.commit("2026-07-02", {"plan.md": "# Plan\n\n- Week: one\n- Orion phase: rollout\n"}, "rollout")
    repo.switch("main")
    assert diff(mem, "HEAD~1..HEAD")["contested"] == []
    repo.merge("side", "2026-07-03")
    answer = diff(mem, "HEAD~1..HEAD")
    (conflict,) = answer["contested"]
    assert (conflict["reason"], conflict["rule"]) == ("concurrent", "subject-and-log")
    assert {conflict["first"]["value"], conflict["second"]["value"]} == {"pilot", "rollout"}
    assert conflict["first"]["cite"].startswith(repo.head)
    assert "1 now contested" in mem("diff", "HEAD~1..HEAD").out
    repo.commit("2026-07-04", {"plan.md": "# Plan\n\n- Week: two\n- Orion phase: rollout\n"})
    assert diff(mem, "HEAD~1..HEAD")["contested"] == [], "it was contested before"


def test_a_second_value_beside_the_first_is_contested_before_it_is_committed(
    repo: RepoBuilder, mem: Mem
) -> None:
    repo.commit("2026-06-01", {"orion.md": "# Orion\n\n- Phase: pilot\n"})
    repo.write({"orion.md": "# Orion\n\n- Phase: pilot\n- Phase: rollout\n"})
    answer = diff(mem)
    assert told(answer) == ["added Phase: rollout"]
    assert [each["reason"] for each in answer["contested"]] == ["beside"]


def test_only_some_notes(orion: RepoBuilder, mem: Mem) -> None:
    """A fact that moved into the log is told for either note."""
    for glob in ("log.md", "orion.md"):
        assert "changed Project lead: Dana Whit > Sam Okafor" in told(
            diff(mem, "HEAD~1..HEAD", "--path", glob)
        )
    assert told(diff(mem, "HEAD~2..HEAD", "--path", "other/**")) == []


def test_the_configuration_of_the_newer_side_decides_what_is_a_note(orion: RepoBuilder, mem: Mem) -> None:
    orion.commit("2026-09-01", {".gitmem.toml": 'exclude = ["log.md"]\n'})
    assert diff(mem, "HEAD~1..HEAD")["changes"] == []


def test_a_note_that_cannot_be_read_is_named(orion: RepoBuilder, mem: Mem) -> None:
    orion.commit("2026-09-01", {"bad.md": b"\xff\xfe\x00", "ok.md": "# Vega\n\n- Phase: idea\n"})
    answer = diff(mem, "HEAD~1..HEAD")
    assert [note["path"] for note in answer["skipped"]] == ["bad.md"]
    assert told(answer) == ["added Phase: idea"]
    assert "bad.md" in mem("diff", "HEAD~1..HEAD").out


def test_paths_of_any_name(repo: RepoBuilder, mem: Mem) -> None:
    name = "caf\udce9 ü.md"
    repo.commit("2026-01-01", {name: "# Café\n\n- Owner: Ana\n"})
    repo.commit("2026-02-01", {name: "# Café\n\n- Owner: Ben\n"})
    answer = diff(mem, "HEAD~1..HEAD")
    assert answer["changes"][0]["after"]["path"] == name
    assert "changed" in mem("diff", "HEAD~1..HEAD").out


def test_a_bare_repository(orion: RepoBuilder, tmp_path: Path) -> None:
    bare = Mem(orion.clone(tmp_path / "bare.git", bare=True).path, tmp_path)
    assert len(told(diff(bare, "HEAD~2..HEAD"))) == 2
    assert len(told(diff(bare, "HEAD~2"))) == 2
    assert "no work tree" in failed(bare("diff"))


def test_before_the_first_commit_everything_is_added(repo: RepoBuilder, mem: Mem) -> None:
    repo.write({"a.md": "# Vega\n\n- Phase: idea\n"})
    answer = diff(mem)
    assert told(answer) == ["added Phase: idea"]
    assert answer["base"]["kind"] == "nothing"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("no-such-branch..HEAD",), "no such revision"),
        (("1999-01-01..HEAD",), "nothing was committed by 1999-01-01"),
        (("HEAD~1..HEAD", "--since", "2026-01-01"), "does not go with"),
        (("--until", "2026-01-01"), "needs --since"),
        (("--since", "2026-02-01", "--until", "2026-01-01"), "first day is the later one"),
        (("--since", "yesterday"), "not a date"),
        (("--path", "/etc/*", "HEAD~1..HEAD"), ""),
        (("HEAD~1", "HEAD"), "unexpected extra argument"),
        (("-x..y",), ""),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], reason: str, orion: RepoBuilder, mem: Mem) -> None:
    assert reason in failed(mem("diff", *arguments))


def test_a_folder_without_git(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert "no git repository" in failed(Mem(tmp_path / "plain", tmp_path)("diff"))


def test_lines_dated_strictly_are_compared_with_the_same_history(orion: RepoBuilder, mem: Mem) -> None:
    """A second history, recorded another way, would cost minutes and name other commits."""
    assert mem("index", "--strict-blame").code == 0
    orion.write({"orion.md": ORION})
    assert "changed Budget: $55,000 > $40,000" in told(diff(mem))
    assert len(list((orion.path / ".git" / "gitmem").glob("history-*.sqlite"))) == 1


def test_a_narrow_terminal(orion: RepoBuilder) -> None:
    """Whatever does not fit goes below, and a cite is never cut."""
    response = Memory(orion.path, now=parse_instant(NOW)).diff("HEAD~2..HEAD")
    text = diff_text(response, Style(width=48))
    assert all(len(line) <= 48 for line in text.split("\n"))
    assert f"{orion.rev('HEAD~2')[:7]}:orion.md:3" in text


def test_the_library(orion: RepoBuilder) -> None:
    memory = Memory(orion.path, now=parse_instant(NOW))
    response = memory.diff("HEAD~1..HEAD")
    assert [change.kind for change in response.changes] == [ChangeKind.CHANGED]
    assert memory.diff(since="2026-06-01", until="2026-06-30").changes[0].label == "Budget"


def test_before_the_cut_of_a_shallow_clone_nothing_is_called_added(
    repo: RepoBuilder, mem: Mem, tmp_path: Path
) -> None:
    """What is older than the cut only looks new there."""
    repo.commit("2025-11-02", {"vega.md": "# Vega\n\n- Budget: $10\n"})
    repo.commit("2026-09-01", {"other.md": "# Other\n"})
    cut = repo.clone(tmp_path / "cut", depth=1)
    for arguments in (("diff", "--since", "2026-01-01"), ("search", "--at", "2026-01-01", "budget")):
        ran = mem(*arguments, cwd=cut.path)
        assert ran.code == 2
        assert "shallow" in ran.err and "git fetch --unshallow" in ran.err
