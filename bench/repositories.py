"""The repositories that are measured: clones of bundles, and generated ones, kept for the next run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.generate import SEED, generate_history, generate_notes
from bench.measure import run


@dataclass(frozen=True, slots=True)
class Subject:
    """A repository under a name; `large` ones are measured fewer times."""

    name: str
    folder: Path
    large: bool = False


class Repositories:
    """Makes repositories in a folder, each the first time it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def bundle(self, bundle: Path) -> Subject:
        """A clone of a bundle."""
        made = self._made(bundle.stem, lambda folder: _clone(bundle.resolve(), folder))
        return Subject(bundle.stem, made)

    def history(self, name: str, *, commits: int, merges: int, notes: int, large: bool = False) -> Subject:
        """A generated history."""
        key = f"history-{commits}-{merges}-{notes}-{SEED}"

        def make(folder: Path) -> None:
            generate_history(folder, commits=commits, merges=merges, notes=notes)

        return Subject(name, self._made(key, make), large)

    def notes(self, *, chunks: int, notes: int, commits: int) -> Path:
        """Generated notes."""
        key = f"notes-{chunks}-{notes}-{commits}-{SEED}"
        return self._made(
            key, lambda folder: generate_notes(folder, chunks=chunks, notes=notes, commits=commits)
        )

    def copy(self, subject: Subject, name: str) -> Path:
        """A clone to be thrown away; its objects are those of the original."""
        run(["rm", "-rf", self._folder / name])
        _clone(subject.folder, self._folder / name)
        return self._folder / name

    def _made(self, name: str, make: Callable[[Path], None]) -> Path:
        folder = self._folder / name
        if not folder.exists():
            # Made beside its place, so that what was interrupted is not taken for the whole.
            partial = self._folder / f"{name}.partial"
            run(["rm", "-rf", partial])
            make(partial)
            partial.rename(folder)
        return folder


def _clone(source: Path, folder: Path) -> None:
    run(["git", "clone", "--quiet", source, folder])
    # Never behind a measurement's back.
    run(["git", "config", "gc.auto", "0"], folder)


def git(folder: Path, *arguments: str) -> str:
    """What git answers in a repository."""
    return run(["git", *arguments], folder).out.decode("utf-8", "surrogateescape").strip()
