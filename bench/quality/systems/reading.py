"""Lines of notes as they stand in the work tree or in a commit, for hits that only name a place."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from bench.quality.systems.answer import Hit, Offer


class NoteLines:
    """Reads notes of one repository, each once."""

    def __init__(self, repository: Path) -> None:
        self._repository = repository
        self._lines = cache(self._read)

    def hit(self, path: str, first: int, last: int, offer: Offer, revision: str | None = None) -> Hit:
        """A place with its text."""
        return Hit(path, first, last, "\n".join(self._lines(revision, path)[first - 1 : last]), offer)

    def cited(self, cite: str, offer: Offer) -> Hit:
        """A place that is cited as `rev:path:line`."""
        revision, _, rest = cite.partition(":")
        path, _, line = rest.rpartition(":")
        return self.hit(path, int(line), int(line), offer, revision)

    def day_of(self, revision: str) -> str:
        """The UTC day of a commit."""
        return self._git("show", "-s", "--date=format-local:%Y-%m-%d", "--format=%cd", revision).strip()

    def _read(self, revision: str | None, path: str) -> list[str]:
        if revision is None:
            return (self._repository / path).read_text("utf-8").split("\n")
        return self._git("show", f"{revision}:{path}").split("\n")

    def _git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=self._repository,
            check=True,
            capture_output=True,
            env={"PATH": "/usr/bin:/bin:/usr/local/bin", "TZ": "UTC", "HOME": "/nonexistent"},
        )
        return done.stdout.decode()
