"""What the hooks add to a commit, beside the same commit without a hook, as whole commands."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from bench.measure import Table, Target, milliseconds, run, side_by_side
from bench.repositories import Repositories, Subject

HOOKS = Path(__file__).resolve().parent.parent / "hooks"

NO_NOTE = Target(30, " ms")
ONE_NOTE = Target(150, " ms")

_IDENTITY = ("-c", "user.name=bench", "-c", "user.email=bench@notes.example")
_ROUNDS = 5


def measure_hooks(repositories: Repositories, rounds: int) -> list[Table]:
    """One table: commits that touch no note and one note, in memories of 2,000 and 10,000 notes."""
    table = Table(
        "A commit with the hooks",
        ("notes, what is committed", "git commit", "with hooks", "more", "target", "verdict"),
        "CPU of the whole command, children included; the index is current before each commit, and as the "
        "last hook left it where that is said. The commits are real ones, one after the other.",
    )
    for notes in (2_000, 10_000):
        source = repositories.notes(chunks=10 * notes, notes=notes, commits=notes // 10)
        folder = repositories.copy(Subject("hooks", source), f"hooks-{notes}")
        run(["git", "mem", "index"], folder)
        commits = _Commits(folder)
        targets = (NO_NOTE, ONE_NOTE) if notes == 2_000 else (None, None)
        _row(table, f"{notes:,}, no note", targets[0], commits, rounds, "figures.csv")
        _row(table, f"{notes:,}, one note", targets[1], commits, rounds, commits.note)
        _row(table, f"{notes:,}, one note, index as the last hook left it", None, commits, rounds, None)
    return [table]


def _row(
    table: Table, name: str, target: Target | None, commits: _Commits, rounds: int, path: str | None
) -> None:
    fresh = path is not None
    written = path or commits.note
    bare, hooked = side_by_side(
        _ROUNDS * rounds,
        lambda: commits.cpu(written, Path(os.devnull), fresh=fresh),
        lambda: commits.cpu(written, HOOKS, fresh=fresh),
    )
    more = (hooked - bare) * 1000
    verdict = ("", "") if target is None else (str(target), target.verdict(more))
    table.add(name, milliseconds(bare), milliseconds(hooked), f"{more:.1f} ms", *verdict)


class _Commits:
    """Commits of one line each in one repository; `note` is the note that they change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        listed = run(["git", "ls-files", "-z", "*.md"], folder).out.split(b"\0")
        self.note = os.fsdecode(listed[len(listed) // 2])

    def cpu(self, path: str, hooks: Path, *, fresh: bool) -> float:
        """Changes the value in the last line of a file and commits that."""
        file = self._folder / path
        before = _without_ours(file.read_text("utf-8").splitlines()) if file.exists() else []
        text = "\n".join([*before, f"- Status: {next(self._numbers)} of many"]) + "\n"
        file.write_text(text, "utf-8")
        run(["git", "add", "--", path], self._folder)
        if fresh:
            run(["git", "mem", "index"], self._folder)
        command = ["git", *_IDENTITY, "-c", f"core.hooksPath={hooks}", "commit", "-q", "-m", "one line"]
        return run(command, self._folder).cpu


def _without_ours(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if not line.endswith(" of many")]
