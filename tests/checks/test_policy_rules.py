"""Each rule of the memory policy: a violation that it alone reports, and a neighbour that is clean.

Lost otherwise: the policy is a text that nobody keeps, or a check that stops good changes.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.builder import RepoBuilder
from tests.checks.policy_memory import (
    ADA,
    AGENT,
    INDEX,
    LOG,
    ORION,
    PERSON,
    Notes,
    begin,
    found,
    identify,
    in_scopes,
    rules,
)
from tests.running import Mem


class Case(NamedTuple):
    """A change that breaks one rule, the same without the fault, and in which scopes it shows."""

    rule: str
    severity: str
    bad: Notes
    good: Notes
    everywhere: bool = True
    author: str = PERSON


CHANGE_ONLY = False
LONG = INDEX + "\nMore prose about where to look. " * 500
DECISION = "memory/decisions/deploy.md"
RULES = "# Deploys\n\n## Rules\n\n"
ROUTED = INDEX + "| Deploys | memory/decisions/deploy.md | release |\n"

CASES = {
    "deleted": Case(
        "GM007",
        "error",
        {"memory/people/ada.md": ADA.replace("- Timezone: CET [stated]\n", "")},
        {
            "memory/people/ada.md": ADA.replace(
                "- Timezone: CET [stated]", "- ~~Timezone: CET [stated]~~ superseded 2026-09-19"
            )
        },
        CHANGE_ONLY,
    ),
    "deleted-prose": Case(
        "GM007",
        "error",
        {"memory/people/ada.md": ADA.replace("- Prefers tea to coffee [observed]\n", "")},
        {
            "memory/people/ada.md": ADA.replace(
                "- Prefers tea to coffee [observed]",
                "- ~~Prefers tea to coffee [observed]~~ retracted 2026-09-19",
            )
        },
        CHANGE_ONLY,
    ),
    "long-index": Case("GM008", "error", {"MEMORY.md": LONG}, {"MEMORY.md": INDEX + "\nMore prose.\n"}),
    "nearly-long-index": Case(
        "GM008",
        "warning",
        {"MEMORY.md": INDEX + "\n" + "a" * 14_000 + "\n"},
        {"MEMORY.md": INDEX + "\n" + "a" * 12_000 + "\n"},
    ),
    "fact-in-index": Case(
        "GM008",
        "error",
        {"MEMORY.md": INDEX + "\n- Door code: 4711\n"},
        {"MEMORY.md": INDEX + "\n- Door: memory/projects/orion.md, code and key\n"},
    ),
    "fact-row-in-index": Case(
        "GM008",
        "error",
        {"MEMORY.md": INDEX + "| Door code | 4711 | |\n"},
        {"MEMORY.md": INDEX + "| (none yet) | | |\n"},
    ),
    "tagged-fact-in-index": Case(
        "GM008",
        "error",
        {"MEMORY.md": INDEX + "\n- The door sticks [observed]\n"},
        {"MEMORY.md": INDEX + "\nLook into `memory/projects/` for more.\n"},
    ),
    "dangling": Case(
        "GM008",
        "error",
        {"MEMORY.md": INDEX + "| Zed | memory/people/zed.md | jazz |\n"},
        {"MEMORY.md": INDEX + "| Day | memory/YYYY-MM-DD.md | today |\n"},
    ),
    "unrouted": Case(
        "GM008",
        "error",
        {"memory/people/bob.md": "# Bob\n\n- Likes jazz [stated]\n"},
        {
            "memory/people/bob.md": "# Bob\n\n- Likes jazz [stated]\n",
            "MEMORY.md": INDEX + "| Bob | memory/people/bob.md | jazz |\n",
        },
        CHANGE_ONLY,
    ),
    "removed-note": Case(
        "GM008",
        "error",
        {"memory/projects/orion.md": None, "memory/archive/orion.md": ORION},
        {
            "memory/projects/orion.md": None,
            "memory/archive/orion.md": ORION,
            "MEMORY.md": INDEX.replace("memory/projects/orion.md", "memory/archive/orion.md"),
        },
    ),
    "untagged": Case(
        "GM009",
        "error",
        {"memory/projects/orion.md": ORION + "- The pilot runs in Oslo\n"},
        {"memory/projects/orion.md": ORION + "- The pilot runs in Oslo [observed]\n"},
    ),
    "untagged-row": Case(
        "GM009",
        "error",
        {"memory/projects/orion.md": ORION + "\n| who | what |\n|---|---|\n| Bo | paints |\n"},
        {"memory/projects/orion.md": ORION + "\n| who | what |\n|---|---|\n| Bo | paints [stated] |\n"},
    ),
    "unproven": Case(
        "GM010",
        "error",
        {DECISION: RULES + "- Friday deploys fail [inferred]\n", "MEMORY.md": ROUTED},
        {
            DECISION: RULES + "- Friday deploys fail [inferred]\n  - Ann says so, too [stated]\n",
            "MEMORY.md": ROUTED,
        },
    ),
    "agent-strikes": Case(
        "GM011",
        "error",
        {
            "memory/people/ada.md": ADA.replace(
                "- Timezone: CET [stated]", "- ~~Timezone: CET [stated]~~ superseded 2026-09-19"
            )
        },
        {
            "memory/people/ada.md": ADA.replace(
                "- Prefers tea to coffee [observed]", "- ~~Prefers tea to coffee [observed]~~ 2026-09-19"
            )
        },
        author=AGENT,
    ),
    "agent-replaces": Case(
        "GM011",
        "error",
        {"memory/people/ada.md": ADA.replace("CET [stated]", "EET [inferred]")},
        {"memory/people/ada.md": ADA.replace("CET [stated]", "EET [observed]")},
        CHANGE_ONLY,
        author=AGENT,
    ),
    "order": Case(
        "GM014",
        "error",
        {"memory/log.md": LOG + "- Run the linter before each commit [inferred]\n"},
        {"memory/log.md": LOG + "- The linter finds what reviews miss [inferred]\n"},
    ),
    "agent-states": Case(
        "GM015",
        "advice",
        {"memory/people/ada.md": ADA + "- Plays the piano [stated]\n"},
        {"memory/people/ada.md": ADA + "- Plays the piano [observed]\n"},
        author=AGENT,
    ),
    "commit-list": Case(
        "GM016",
        "warning",
        {"memory/log.md": LOG + "- 1a2b3c4 Add the door\n- 5d6e7f8 Paint it\n- 9a8b7c6d Oil it\n"},
        {"memory/log.md": LOG + "- Painted and oiled the door in 9a8b7c6d, after 1a2b3c4\n- Rested\n"},
    ),
    "git-log": Case(
        "GM016",
        "warning",
        {"memory/log.md": LOG + "\n```\n1a2b3c4 Add the door\n5d6e7f8 Paint it\n9a8b7c6 Oil it\n```\n"},
        {"memory/log.md": LOG + "\n```\nmake door\nmake paint\nmake oil\n```\n"},
    ),
    "file-tree": Case(
        "GM016",
        "warning",
        {"memory/log.md": LOG + "\n```\nsrc\n├── door.py\n├── paint.py\n└── oil.py\n```\n"},
        {"memory/log.md": LOG + "\nThe door is in `src/door.py`.\n"},
    ),
    "paths": Case(
        "GM016",
        "warning",
        {"memory/log.md": LOG + "\n- src/a.py\n- src/b.py\n- `src/c.py`\n- src/d/e.py\n"},
        {"memory/log.md": LOG + "\n- src/a.py opens it\n- src/b.py paints it\n- src/c.py oils it\n"},
    ),
    "figure": Case(
        "GM017",
        "warning",
        {"memory/projects/orion.md": ORION + "- Budget: $40,000 [stated]\n"},
        {"memory/projects/orion.md": ORION + "- Budget: $40,000 [stated] [verified: 2026-09-18]\n"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_violation_is_told_by_its_rule_alone(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """In every scope in which it can be known, and by no rule that means something else."""
    case = CASES[name]
    begin(repo)
    scopes = in_scopes(repo, mem, case.bad, author=case.author)
    for scope, findings in scopes.items():
        if scope == "all" and not case.everywhere:
            continue
        assert rules(findings) == [case.rule], scope
        severity = "advice" if case.rule == "GM015" else case.severity
        assert {each["severity"] for each in findings} == {severity}, scope
        assert all(each["breach"] for each in findings)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.representatives(8)
def test_its_neighbour_is_clean(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """What differs from it by the fault alone is told nothing."""
    case = CASES[name]
    begin(repo)
    for scope, findings in in_scopes(repo, mem, case.good, author=case.author).items():
        assert findings == [], scope


@pytest.mark.stress
@pytest.mark.parametrize("name", CASES)
def test_nothing_is_said_while_the_policy_is_off(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """Whoever has no policy must not be bothered by one."""
    case = CASES[name]
    begin(repo, {".gitmem.toml": "[policy]\nenabled = false\n"})
    for scope, findings in in_scopes(repo, mem, case.bad, author=case.author).items():
        assert [each for each in findings if each["rule"] != "GM001"] == [], scope


@pytest.mark.stress
@pytest.mark.parametrize("name", [name for name in CASES if "long" not in name])
def test_what_was_there_before_is_nobody_s_fault(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """A later change of the same notes is not stopped for an old fault."""
    case = CASES[name]
    begin(repo)
    in_scopes(repo, mem, case.bad, author=case.author)
    identify(repo, PERSON)
    more: dict[str, str | bytes | None] = {
        path: f"{text if isinstance(text, str) else ''}\nSee [Orion](memory/projects/orion.md)\n"
        for path, text in case.bad.items()
        if text is not None
    }
    repo.stage(more)
    assert found(mem, "--staged") == []


def test_an_index_over_its_cap_may_shrink(repo: RepoBuilder, mem: Mem) -> None:
    """Who tidies it up is not stopped half way, and who makes it longer is."""
    begin(repo, {"MEMORY.md": LONG})
    repo.stage({"MEMORY.md": LONG[:-40]})
    assert found(mem, "--staged") == []
    repo.stage({"MEMORY.md": LONG + "more\n"})
    (finding,) = found(mem, "--staged")
    assert (finding["breach"], finding["limit"]) == ("over-cap", 15_000)
    assert finding["count"] == len(LONG) + 5


def test_it_tells_what_it_is_about(repo: RepoBuilder, mem: Mem) -> None:
    """Who is stopped must be able to go on: the deleted line, where it stood, and what to do."""
    begin(repo)
    first = repo.head
    repo.stage({"memory/people/ada.md": ADA.replace("- Timezone: CET [stated]\n", "")})
    (finding,) = found(mem, "--staged")
    assert (finding["path"], finding["text"]) == ("memory/people/ada.md", "Timezone: CET")
    assert finding["target"] == f"{first}:memory/people/ada.md:3"
    text = mem("check", "--staged").out
    assert '"Timezone: CET" was deleted (it stood at' in text
    assert f"{first[:7]}:memory/people/ada.md:3" in " ".join(text.split())
    assert mem("check", "--staged").code == 1


def test_who_struck_what_of_whom(repo: RepoBuilder, mem: Mem) -> None:
    """Trust comes from authorship, so both are named; the mailmap says how."""
    begin(repo, {".mailmap": "Ann of the Hall <ann@people.example>\n"})
    text = ADA.replace("- Timezone: CET [stated]", "- ~~Timezone: CET [stated]~~ superseded 2026-09-19")
    for findings in in_scopes(repo, mem, {"memory/people/ada.md": text}, author=AGENT).values():
        (finding,) = findings
        assert (finding["person"], finding["agent"]) == ("Ann of the Hall", "claude")
    assert 'claude struck what Ann of the Hall had stated: "Timezone: CET"' in mem("check", "--all").out


def test_contradictions_are_errors_under_the_policy(repo: RepoBuilder, mem: Mem) -> None:
    """Two live versions of one fact are what the policy forbids first of all."""
    begin(repo)
    repo.stage({"memory/people/ada.md": ADA + "- Sky: red [stated]\n- Sky: blue [stated]\n"})
    findings = found(mem, "--staged")
    assert [(each["rule"], each["severity"]) for each in findings] == [("GM001", "error")]
    assert mem("check", "--staged", "--json").json["strict"] is True


def test_a_memory_below_a_notes_folder(repo: RepoBuilder, mem: Mem) -> None:
    """The paths of the policy are those below the notes folder, as globs are."""
    identify(repo, PERSON)
    repo.commit(
        "2026-09-01",
        {
            ".gitmem.toml": 'root = "notes"\n'
            '[policy]\nenabled = true\nfolders = ["who"]\nindex = "INDEX.md"\n',
            "notes/INDEX.md": "# Index\n\n- [Ada](who/ada.md)\n- [[bob]]\n",
            "notes/who/ada.md": "# Ada\n\n- Plays [stated]\n",
            "notes/who/bob.md": "# Bob\n\n- Sings\n",
            "who/else.md": "# Else\n\n- Out of sight\n",
        },
    )
    assert [(each["rule"], each["path"]) for each in found(mem, "--all")] == [("GM009", "notes/who/bob.md")]


def test_every_format_tells_it(repo: RepoBuilder, mem: Mem) -> None:
    """A hook, a job and a report use the same words."""
    begin(repo)
    in_scopes(repo, mem, CASES["untagged"].bad)
    for form in ("github", "gitlab", "sarif", "junit", "rdjsonl", "markdown"):
        assert "The pilot runs in Oslo" in mem("check", "--all", "--format", form).out, form
    assert mem("report", "--json").code == 0
