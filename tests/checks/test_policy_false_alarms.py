"""Good changes under the memory policy that a hasty check would stop.

Lost otherwise: a gate that cries wolf is switched off, and then the policy is kept by nobody.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.checks.policy_memory import (
    ADA,
    AGENT,
    BASE,
    INDEX,
    LOG,
    ORION,
    OTHER,
    PERSON,
    Notes,
    begin,
    found,
    identify,
    in_scopes,
    rules,
)
from tests.hooks.hooked import Hooked
from tests.running import PROJECT, Mem

OLD = "# Old\n\n- Untagged of old\n- Desk: 4 [stated]\n"
ROUTED = INDEX + "| Old | memory/projects/old.md | desk |\n"
LEGACY: Notes = {"memory/projects/old.md": OLD, "MEMORY.md": ROUTED}
"""A note from before the policy."""

GOOD: dict[str, Notes] = {
    "moved-within-note": {
        "memory/projects/old.md": "# Old\n\n- Desk: 4 [stated]\n\n## More\n\n- Untagged of old\n"
    },
    "reformatted": {"memory/projects/old.md": "# Old\n\n* **Untagged** of  old\n* **Desk:** 4 [stated]\n"},
    "line-ends": {"memory/projects/old.md": OLD.replace("\n", "\r\n")},
    "byte-order-mark": {"memory/projects/old.md": "\ufeff" + OLD},
    "rewrapped": {"memory/projects/old.md": OLD.replace("Untagged of old", "Untagged\n  of old")},
    "renamed": {
        "memory/projects/old.md": None,
        "memory/projects/desk.md": OLD,
        "MEMORY.md": ROUTED.replace("projects/old.md", "projects/desk.md"),
    },
    "archived": {
        "memory/projects/old.md": None,
        "memory/archive/old.md": OLD,
        "MEMORY.md": INDEX,
    },
    "moved-to-another-note": {
        "memory/projects/old.md": "# Old\n\n- Untagged of old\n",
        "memory/projects/orion.md": ORION + "- Desk: 4 [stated]\n",
    },
    "moved-from-the-log": {
        "memory/log.md": "# Log\n\n## 2026-09-01\n",
        "memory/projects/old.md": OLD + "- Rain all day\n",
    },
    "edited-in-place": {"memory/projects/old.md": OLD.replace("Desk: 4", "Desk: 5")},
    "reworded": {"memory/projects/old.md": OLD.replace("Desk: 4", "The desk is number 4")},
    "struck-with-successor": {
        "memory/projects/old.md": OLD.replace(
            "- Desk: 4 [stated]", "- ~~Desk: 4 [stated]~~ superseded 2026-09-19\n- Desk: 5 [stated]"
        )
    },
    "prose-struck": {"memory/projects/old.md": OLD.replace("- Untagged of old", "- ~~Untagged of old~~")},
    "headings-and-labels": {
        "memory/projects/old.md": OLD + "\n## Untagged heading\n\nPeople:\n\n- Ann paints [stated]\n"
    },
    "front-matter": {"memory/projects/old.md": "---\nentity: Old\nowner: Ann\n---\n" + OLD},
    "code": {
        "memory/projects/old.md": OLD + "\n```\nkey: value\nAlways run this\n```\n\n    indented: code\n"
    },
    "quotes-and-comments": {
        "memory/projects/old.md": OLD + "\n> Never call me\n\n<!-- Door: 3 -->\n\n%% Door: 3 %%\n"
    },
    "links": {
        "memory/projects/old.md": OLD + "\nSee [Orion](orion.md), [[ada]]\n\n[ref]: https://a.example\n"
    },
    "rule-and-image": {"memory/projects/old.md": OLD + "\n---\n\n![](plan.png)\n"},
    "header-tag": {"memory/projects/old.md": OLD + "\n| who | does [stated] |\n|---|---|\n| Bo | paints |\n"},
    "plainmem-tags": {"memory/projects/old.md": OLD + "- Chairs: two {explicit, user}\n"},
    "continued-item": {"memory/projects/old.md": OLD + "- Chairs are blue [stated]\n\n  They creak, too.\n"},
    "expired-deleted": {"memory/projects/old.md": OLD},
    "context": {"memory/context/now.md": "# Now\n\n- Untagged and passing\n"},
    "daily": {"memory/2026-09-20.md": "# 2026-09-20\n\n- Untagged of the day\n- Spent $40\n"},
    "archive-of-log": {
        "memory/log.md": "# Log\n",
        "memory/archive/log-2026-09.md": "# Log 2026-09\n\n## 2026-09-01\n\n- Rain all day\n",
    },
    "other-markdown": {"docs/plan.md": "# Plan\n\n```\na\n├── b\n├── c\n└── d\n```\n\n- Users: 40 people\n"},
    "tags-in-code": {"memory/log.md": LOG + "- Mark what you conclude with `[inferred]`, always\n"},
    "stated-order": {"memory/projects/old.md": OLD + "- Always answer in German [stated]\n"},
    "inferred-fact": {"memory/people/ada.md": ADA + "- Prefers mornings [inferred]\n"},
    "candidate": {
        "memory/log.md": LOG + "\n# Lessons\n\n## Candidates\n\n- Friday deploys fail [inferred]\n"
    },
    "index-prose": {
        "MEMORY.md": ROUTED
        + "\n## Other notes\n\n- [Title](memory/log.md) — what happened\n- Log: memory/log.md\n"
    },
    "index-rule": {"MEMORY.md": ROUTED + "\n**Rule:** no facts here\n\nUpdated: with each note\n"},
    "empty-row": {"MEMORY.md": ROUTED + "| | | |\n| … | | |\n"},
    "url-in-index": {"MEMORY.md": ROUTED + "| Site | <https://a.example/b.md> | web |\n"},
}


@pytest.mark.stress
@pytest.mark.parametrize("name", GOOD)
def test_a_good_change_passes(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """In the work tree, staged and as a commit; everything still tells the untagged line of old."""
    begin(repo, LEGACY)
    for scope, findings in in_scopes(repo, mem, GOOD[name]).items():
        if scope == "all":
            findings = [each for each in findings if each["text"] not in ("Untagged of old", "Rain all day")]
        assert findings == [], scope


def test_a_line_that_is_copied_is_new(repo: RepoBuilder, mem: Mem) -> None:
    """Only what has left its old place has moved."""
    begin(repo, LEGACY)
    repo.stage({"memory/projects/orion.md": ORION + "- Untagged of old\n"})
    assert rules(found(mem, "--staged")) == ["GM009"]
    repo.stage({"memory/projects/orion.md": ORION, "memory/people/ada.md": ADA + "- Rain all day\n"})
    assert rules(found(mem, "--staged")) == ["GM009"]


def test_a_tag_that_is_taken_away_is_told(repo: RepoBuilder, mem: Mem) -> None:
    """The same words without their provenance are another line."""
    begin(repo)
    repo.stage({"memory/projects/orion.md": ORION.replace(" [observed]", "")})
    assert rules(found(mem, "--staged")) == ["GM009"]


def test_a_candidate_that_is_moved_among_rules_is_a_new_rule(repo: RepoBuilder, mem: Mem) -> None:
    """That is how a lesson gets past its gate."""
    text = "# Deploys\n\n## Candidates\n\n- Friday deploys fail [inferred]\n"
    begin(repo, {"memory/log.md": text})
    repo.stage({"memory/log.md": text.replace("Candidates", "Rules")})
    assert rules(found(mem, "--staged")) == ["GM010"]


def test_facts_that_are_over_may_go(repo: RepoBuilder, mem: Mem) -> None:
    """Struck, expired, done: they are no live facts. What a note elsewhere says too is not lost either."""
    lines = (
        "- ~~Desk: 4 [stated]~~ superseded 2026-08-01\n"
        "- Room: 7 [stated] [until: 2026-08-01]\n"
        "- [x] Call Ann [stated]\n"
        "- Untagged and no fact\n"
        "- Chair colour: blue [stated]\n"
    )
    begin(repo, {"memory/projects/orion.md": ORION + lines, "memory/context/a.md": "- Chair colour: blue\n"})
    for findings in in_scopes(repo, mem, {"memory/projects/orion.md": ORION}).values():
        assert findings == []


def test_a_note_that_is_deleted_loses_its_facts(repo: RepoBuilder, mem: Mem) -> None:
    """Every one of them is told, at the note that is gone."""
    begin(repo, LEGACY)
    repo.stage({"memory/projects/old.md": None, "MEMORY.md": INDEX})
    (finding,) = found(mem, "--staged")
    assert (finding["rule"], finding["path"], finding["text"]) == (
        "GM007",
        "memory/projects/old.md",
        "Desk: 4",
    )


# Merges


@pytest.fixture
def parted(repo: RepoBuilder) -> RepoBuilder:
    """Two branches: `side` deleted a fact, added an untagged line and a note; `main` went on elsewhere."""
    begin(repo, LEGACY)
    repo.switch("side", new=True)
    repo.commit(
        "2026-09-03",
        {
            "memory/projects/old.md": "# Old\n\n- Untagged of old\n- Also untagged\n",
            "memory/people/bob.md": "# Bob\n\n- Untagged Bob\n",
            "memory/log.md": LOG + "- Side\n",
        },
        author=OTHER,
    )
    repo.switch("main")
    repo.commit("2026-09-04", {"memory/people/ada.md": ADA + "- Sings [stated]\n"}, author=PERSON)
    return repo


def merge(repo: RepoBuilder) -> None:
    """Begins a merge of `side` and leaves its commit to be made."""
    who = {f"GIT_{role}_{part}": "a" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    repo.run("merge", "-q", "--no-ff", "--no-commit", "side", environment=who)
    assert (repo.git_path / "MERGE_HEAD").exists()


def test_a_merge_answers_only_for_what_it_makes(parted: RepoBuilder, mem: Mem) -> None:
    """What the other branch did was judged there."""
    merge(parted)
    for options in (("--staged",), ()):
        assert found(mem, *options) == []
    parted.stage({"memory/people/ada.md": ADA})
    (finding,) = found(mem, "--staged")
    assert (finding["rule"], finding["text"]) == ("GM007", "Sings")
    parted.stage({"memory/people/ada.md": ADA + "- Sings [stated]\n- New in the merge\n"})
    assert rules(found(mem, "--staged")) == ["GM009"]


def test_a_range_is_judged_by_what_it_adds(parted: RepoBuilder, mem: Mem) -> None:
    """A branch that is behind deletes nothing of what came meanwhile."""
    told = rules(found(mem, "main..side"))
    assert told == rules(found(mem, "main...side")) == ["GM007", "GM008", "GM009"]
    texts = {each["text"] for each in found(mem, "main..side") if each["rule"] == "GM007"}
    assert texts == {"Desk: 4"}
    assert found(mem, "side..main") == []


# Authors

STRUCK = ADA.replace("- Timezone: CET [stated]", "- ~~Timezone: CET [stated]~~ superseded 2026-09-19")


@pytest.mark.parametrize(
    ("writer", "striker", "expected"),
    [
        (PERSON, AGENT, True),
        (PERSON, OTHER, False),
        (PERSON, PERSON, False),
        (AGENT, AGENT, False),
        (AGENT, PERSON, False),
        (PERSON, "Deploy-Bot <x@people.example>", True),
        (PERSON, "Rob Otter <claude-3@people.example>", True),
    ],
)
def test_who_may_strike_what(writer: str, striker: str, expected: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Agents are known by name or address; people may strike anything, and agents what agents said."""
    begin(repo)
    repo.commit("2026-09-02", {"memory/people/ada.md": "# Ada\n"}, author=writer)
    repo.commit("2026-09-03", {"memory/people/ada.md": ADA}, author=writer)
    for scope, findings in in_scopes(repo, mem, {"memory/people/ada.md": STRUCK}, author=striker).items():
        told = [each for each in findings if each["rule"] == "GM011"]
        assert bool(told) is expected, scope


def test_identities_are_those_of_the_configuration(repo: RepoBuilder, mem: Mem) -> None:
    """Any team names its agents as it likes; the mailmap counts too."""
    settings = '[policy]\nenabled = true\n[agents]\nidentities = ["Helper *"]\n'
    begin(repo, {".gitmem.toml": settings, ".mailmap": "Helper One <cyd@people.example>\n"})
    for scope, findings in in_scopes(repo, mem, {"memory/people/ada.md": STRUCK}, author=OTHER).items():
        assert rules(findings) == ["GM011"], scope
    begin(repo)
    for scope, findings in in_scopes(repo, mem, {"memory/people/ada.md": ADA + "- X [observed]\n"}).items():
        assert findings == [], scope


def test_the_author_of_a_commit_is_the_one_of_its_environment(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agents are often told apart by GIT_AUTHOR_NAME alone."""
    begin(repo)
    repo.stage({"memory/people/ada.md": STRUCK})
    assert found(mem, "--staged") == []
    monkeypatch.setenv("GIT_AUTHOR_NAME", "claude")
    monkeypatch.setenv("GIT_AUTHOR_EMAIL", "x@tools.example")
    assert rules(found(mem, "--staged")) == ["GM011"]


def test_a_strike_in_a_note_that_was_renamed_at_once(repo: RepoBuilder, mem: Mem) -> None:
    """Moving the line first must not hide whose it was."""
    begin(repo)
    changes: Notes = {
        "memory/people/ada.md": None,
        "memory/people/countess.md": STRUCK,
        "MEMORY.md": INDEX.replace("people/ada.md", "people/countess.md"),
    }
    for scope, findings in in_scopes(repo, mem, changes, author=AGENT).items():
        assert rules(findings) == ["GM011"], scope


def test_history_that_is_missing_accuses_nobody(repo: RepoBuilder, mem: Mem, tmp_path: object) -> None:
    """In a shallow clone the first commit seems to have written everything."""
    begin(repo)
    repo.commit("2026-09-05", {"memory/people/ada.md": STRUCK}, author=AGENT)
    repo.commit("2026-09-06", {"memory/log.md": LOG + "- More\n"}, author=PERSON)
    clone = repo.clone(mem.scratch / "shallow", depth=1)
    ran = Mem(clone.path, mem.scratch)("check", "--all", "--json")
    assert [each for each in ran.json["findings"] if each["rule"] in ("GM011", "GM015")] == []


# Hooks and odd places


def test_a_policy_that_is_off_is_not_even_loaded(repo: RepoBuilder) -> None:
    """A commit waits for its hook; whoever has no policy pays nothing for it."""
    code = (
        "import sys\nfrom gitmem.cli.main import main\nmain()\n"
        "sys.stderr.write('\\n'.join(name for name in sys.modules if 'policy' in name or 'lessons' in name))"
    )
    for settings, loaded in (("", False), ("[policy]\nenabled = true\n", True)):
        repo.commit("2024-05-01", {**BASE, ".gitmem.toml": settings})
        repo.stage({"memory/people/ada.md": ADA + f"- Sings [stated] {loaded}\n"})
        for options in (["check", "--staged"], ["check", "--all"], ["hook", "pre-commit"]):
            done = subprocess.run(
                [sys.executable, "-c", code, *options],
                cwd=repo.path,
                env=clean_environment({"PYTHONPATH": str(PROJECT)}),
                capture_output=True,
                text=True,
                check=False,
            )
            assert ("policy" in done.stderr) is loaded, (options, done.stderr)


def test_a_hook_stops_and_lets_pass(hooked: Hooked, repo: RepoBuilder) -> None:
    """The policy is kept at the commit, where it costs least to mend."""
    repo.commit("2024-05-01", BASE)
    repo.stage({"memory/projects/orion.md": ORION + "- The pilot runs in Oslo\n"})
    ran = hooked.git("commit", "-m", "x")
    assert ran.code == 1
    assert "no provenance" in ran.err
    repo.stage({"memory/projects/orion.md": ORION + "- The pilot runs in Oslo [stated]\n"})
    ran = hooked.git("commit", "-m", "x")
    assert (ran.code, ran.err) == (0, "")


def test_the_first_commit_may_hold_a_memory(repo: RepoBuilder, mem: Mem) -> None:
    """Everything is new there; a good one passes, and a bad one is told."""
    identify(repo, PERSON)
    repo.stage(BASE)
    assert found(mem, "--staged") == []
    repo.stage({"memory/people/ada.md": ADA + "- Untagged\n"})
    assert rules(found(mem, "--staged")) == ["GM009"]


def test_a_memory_without_index(repo: RepoBuilder, mem: Mem) -> None:
    """Told once where everything is judged, and where a change takes it away."""
    begin(repo)
    repo.stage({"MEMORY.md": None})
    (finding,) = found(mem, "--staged")
    assert (finding["rule"], finding["breach"]) == ("GM008", "no-index")
    repo.commit("2026-09-02")
    assert [each["breach"] for each in found(mem, "--all")] == ["no-index"]
    repo.stage({"memory/log.md": LOG + "- More\n"})
    assert found(mem, "--staged") == []


def test_a_folder_without_git(mem: Mem) -> None:
    """There is no history, so nobody is accused and no lesson is called unproven for sure."""
    folder = mem.scratch / "plain"
    for name, text in BASE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(str(text))
    (folder / "memory/log.md").write_text("# Log\n\n## Rules\n\n- Friday deploys fail [inferred]\n- X\n")
    ran = Mem(folder, mem.scratch)("check", "--json")
    told = [(each["rule"], each["severity"]) for each in ran.json["findings"] if each["rule"] != "GM005"]
    assert ("GM010", "warning") in told
    assert not [rule for rule, severity in told if severity == "error"]


@pytest.mark.parametrize(
    "name", ["memory/people/a b.md", "memory/people/caf\udce9.md", "memory/people/-x.md"]
)
def test_odd_names(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """A name is never lost, split or taken for an option."""
    begin(repo)
    for scope, findings in in_scopes(repo, mem, {name: "# X\n\n- Untagged\n"}).items():
        assert {(each["rule"], each["path"]) for each in findings} == {("GM009", name), ("GM008", name)}, (
            scope
        )


def test_notes_that_cannot_be_read(repo: RepoBuilder, mem: Mem) -> None:
    """They are named as unread, and break nothing else."""
    begin(repo)
    repo.stage({"memory/people/ada.md": b"# Ada\n\n- Bad \xff\n", "memory/log.md": b"a\0b"})
    told = rules(found(mem, "--staged"))
    assert set(told) <= {"GM007"}
