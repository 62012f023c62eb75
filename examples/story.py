"""One fact that changed three times: what is true, what was, and how do we know.

    python examples/story.py

Makes a repository of four commits in a temporary folder and asks it through the library. The project lead
of Orion changes by an edit in place, then by a struck line with its successor, then by an entry in a log
that the note itself never learned of. Everything below a question is what gitmem answers.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.git.making import NewCommit, build_repository
from gitmem.memory.diff import DiffResponse, FactSide
from gitmem.memory.explain import StepRole, StepShown
from gitmem.reports.json_output import render_json

NOW = parse_instant("2026-10-01T12:00:00Z")
QUESTION = "orion project lead"

NOTE = """# Orion

A telescope control room for the observatory.

{lead}- Budget: $40,000
"""
LOG = """# Log

## 2026-08-14

- Orion project lead: Ines Falk
- Dome painted
"""
FIRST = NOTE.format(lead="- Project lead: Dana Whit\n")
EDITED = NOTE.format(lead="- Project lead: Kai Moss\n")
STRUCK = NOTE.format(lead="- ~~Project lead: Kai Moss~~ superseded 2026-04-20\n- Project lead: Sam Okafor\n")

COMMITS = (
    ("2025-11-02T09:00:00Z", "Dana Whit <dana@orion.example>", "orion: first notes", {"orion.md": FIRST}),
    ("2026-01-15T10:30:00Z", "Kai Moss <kai@orion.example>", "orion: new lead", {"orion.md": EDITED}),
    ("2026-04-20T08:15:00Z", "Sam Okafor <sam@orion.example>", "orion: handover", {"orion.md": STRUCK}),
    (
        "2026-08-14T16:45:00Z",
        "Ines Falk <ines@orion.example>",
        "log: August",
        {"orion.md": STRUCK, "log.md": LOG},
    ),
)
"""When, who, why, and all notes as they were then."""


def build(folder: Path) -> list[str]:
    """Makes the repository in the empty `folder`; the ids of its commits."""
    return build_repository(
        folder,
        (
            NewCommit({path: text.encode() for path, text in notes.items()}, author, parse_instant(when), why)
            for when, author, why, notes in COMMITS
        ),
    )


def tell(folder: Path) -> Iterator[str]:
    """The story as lines, every answer asked of the repository in `folder`."""
    memory = Memory(folder, now=NOW)
    yield from _what_is_true(memory)
    yield from _what_was(memory)
    yield from _then(memory)
    yield from _what_changed(memory)
    yield from _proof(memory, folder)


def _what_is_true(memory: Memory) -> Iterator[str]:
    yield "What is true?"
    for result in memory.search(QUESTION, k=2).results:
        by = f"   by {', '.join(result.superseded_by)}" if result.superseded_by else ""
        yield f"  {result.status.value:<10}  {result.cite:<10}  {result.text}{by}"


def _what_was(memory: Memory) -> Iterator[str]:
    yield "What was true, and how do we know?"
    fact = memory.explain(QUESTION).fact
    assert fact is not None
    for step in fact.steps:
        yield f"  {step.role.value:<6}  {step.value:<10}  {_span(step.from_, step.to)}   {_short(step.cite)}"
        yield f"          said by {step.origin.author} in {_id(step.origin.commit)}{_end(step)}"


def _end(step: StepShown) -> str:
    if step.role is StepRole.NOW:
        return ""
    kinds = ", ".join(dict.fromkeys(evidence.kind.value for evidence in step.evidence))
    commit = f" in {_id(step.ended_by.commit)}" if step.ended_by.commit else ""
    return f", ended{commit}: {kinds}"


def _then(memory: Memory) -> Iterator[str]:
    yield "Who led Orion on 2026-02-01, by all we know today?"
    yield f"  {_holding(memory, as_of='2026-02-01')}"
    yield "And whom did the notes name in November 2025, in March and in May 2026?"
    for day in ("2025-11-30", "2026-03-01", "2026-05-01"):
        yield f"  {day}: {_holding(memory, at=day)}"


def _holding(memory: Memory, *, at: str | None = None, as_of: str | None = None) -> str:
    fact = memory.explain(QUESTION, at=at, as_of=as_of).fact
    assert fact is not None
    return ", ".join(step.value for step in fact.steps if step.role is StepRole.NOW)


def _what_changed(memory: Memory) -> Iterator[str]:
    yield "What changed in the first half of 2026?"
    yield from _changes(memory.diff(since="2026-01-01", until="2026-06-30"))
    yield "And since then?"
    yield from _changes(memory.diff(since="2026-07-01"))


def _changes(response: DiffResponse) -> Iterator[str]:
    for change in response.changes:
        sides = " -> ".join(_side(side) for side in (change.before, change.after) if side is not None)
        instead = f", which supersedes {', '.join(change.supersedes)}" if change.supersedes else ""
        yield f"  {change.kind.value:<8}  {change.label}: {sides}{instead}"


def _side(side: FactSide) -> str:
    return f"{side.value} ({_short(side.cite)})"


def _proof(memory: Memory, folder: Path) -> Iterator[str]:
    yield "Can somebody else check that nobody ever noted a deputy?"
    receipt = memory.receipt("deputy")
    assert receipt.absence is not None
    yield f"  {receipt.absence}: {receipt.commits_searched} commits searched up to {_id(receipt.commit)}"
    with tempfile.TemporaryDirectory() as elsewhere:
        clone = Path(elsewhere) / "clone"
        shutil.copytree(folder / ".git", clone / ".git", ignore=shutil.ignore_patterns("gitmem"))
        verification = Memory(clone).verify_receipt(render_json("proof", receipt).encode())
    yield f"  asked again in another clone: {'the same' if verification.equal else 'something else'}"


def _span(since: date | None, until: date | None) -> str:
    return f"{since or 'unknown'} to {until or 'today'}"


def _id(oid: str | None) -> str:
    return oid[:7] if oid else "no commit"


def _short(cite: str) -> str:
    """A cite with its commit shortened for people."""
    revision, _, rest = cite.partition(":")
    return f"{revision[:7]}{'^' * revision.endswith('^')}:{rest}" if len(revision) >= 40 else cite


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="gitmem-story-") as place:
        build(Path(place))
        for line in tell(Path(place)):
            print(line)
