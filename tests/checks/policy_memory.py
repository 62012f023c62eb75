"""A small memory under the policy, and what a check says of a change to it in each scope."""

from __future__ import annotations

from collections.abc import Mapping

from tests.builder import RepoBuilder
from tests.running import Json, Mem

Notes = Mapping[str, str | bytes | None]

PERSON = "Ann Beck <ann@people.example>"
OTHER = "Cyd Ray <cyd@people.example>"
AGENT = "claude <agent@tools.example>"

INDEX = """# Memory index

Where to look; what is known stands in the notes.

| name | file | triggers |
|------|------|----------|
| Ada | memory/people/ada.md | tea, piano |
| Orion | [Orion](memory/projects/orion.md) | budget, pilot |
"""
ADA = "# Ada\n\n- Timezone: CET [stated]\n- Prefers tea to coffee [observed]\n"
ORION = "# Orion\n\n- Lead: Ann [stated]\n- Phase: pilot [observed]\n"
LOG = "# Log\n\n## 2026-09-01\n\n- Rain all day\n"
BASE: dict[str, str | bytes | None] = {
    ".gitmem.toml": "[policy]\nenabled = true\n",
    "MEMORY.md": INDEX,
    "memory/people/ada.md": ADA,
    "memory/projects/orion.md": ORION,
    "memory/log.md": LOG,
}
POLICY = frozenset(
    (
        *("GM001", "GM003", "GM007", "GM008", "GM009", "GM010", "GM011", "GM014", "GM015", "GM016"),
        "GM017",
    )
)
"""The rules that are looked at; the age of text is another matter."""


def begin(repo: RepoBuilder, more: Notes | None = None) -> None:
    """The memory, committed by a person who is also set as the one who commits."""
    identify(repo, PERSON)
    repo.commit("2026-09-01", BASE | dict(more or {}), author=PERSON)


def identify(repo: RepoBuilder, who: str) -> None:
    """Sets who commits here."""
    name, _, mail = who.partition(" <")
    repo.config("user.name", name)
    repo.config("user.email", mail.rstrip(">"))


def found(mem: Mem, *options: str) -> list[Json]:
    """The findings of the policy's rules and of contradictions."""
    ran = mem("check", "--json", *options)
    assert ran.code in (0, 1), ran.err
    findings: list[Json] = ran.json["findings"]
    return [each for each in findings if each["rule"] in POLICY]


def rules(findings: list[Json]) -> list[str]:
    """Their rules, each once, in order."""
    return sorted({each["rule"] for each in findings})


def in_scopes(
    repo: RepoBuilder, mem: Mem, changes: Notes, *, author: str = PERSON, date: str = "2026-09-20"
) -> dict[str, list[Json]]:
    """What is found of a change: in the work tree, staged, as a commit of its own, and of everything."""
    identify(repo, author)
    repo.stage(changes)
    here = found(mem)
    staged = found(mem, "--staged")
    repo.commit(date, author=author)
    return {
        "worktree": here,
        "staged": staged,
        "range": found(mem, "HEAD~1..HEAD"),
        "all": found(mem, "--all"),
    }
