"""Every version of every note of a history with its claims, and the notes of one commit as a choice of them.

Commits come parents first. A note is read once per version, and only the keys that somebody asks for are
looked up, so that judging a commit costs what its changes touch and not what its snapshot holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from bench.measure import run
from gitmem.clock import Instant
from gitmem.errors import NoteError
from gitmem.facts.claim import Claim, KeyWords, Subject, SubjectSource
from gitmem.facts.claims import ClaimReader
from gitmem.git.changes import unquote
from gitmem.notes.markdown import read_note

CROWD = 5
"""Notes of one title without `entity:` that still make it a subject; the same number as in the facts room."""

Place = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A path, the headings and the items above."""

_LOG = ("-c", "core.quotePath=false", "log", "--reverse", "--topo-order", "--raw", "--no-abbrev")
_HOW = ("--no-renames", "--diff-merges=first-parent", "--root", "--format=>%H %ct %P")


class Step(NamedTuple):
    """One commit: what it changed against its first parent, as path and blob, None where a note went."""

    oid: str
    committed: Instant
    parents: tuple[str, ...]
    changes: tuple[tuple[str, str | None], ...]


def read_steps(folder: Path, tip: str = "HEAD") -> list[Step]:
    """All commits that a commit reaches, parents first."""
    printed = run(["git", *_LOG, *_HOW, tip], folder).out
    steps: list[Step] = []
    for record in printed.split(b"\n>"):
        head, _, changes = record.strip(b"\n>").partition(b"\n")
        oid, seconds, *parents = head.decode("ascii").split(" ")
        found = tuple(_change(line) for line in changes.split(b"\n") if line.startswith(b":"))
        steps.append(Step(oid, Instant(int(seconds)), tuple(filter(None, parents)), found))
    return steps


def _change(line: bytes) -> tuple[str, str | None]:
    facts, path = line.split(b"\t", 1)
    _, mode, _, blob, _ = facts.decode("ascii").split(" ")
    return unquote(path).decode("utf-8", "surrogateescape"), blob if mode.startswith("100") else None


class _Version(NamedTuple):
    """A note's claims as numbers of what they share with other versions, with first and last line."""

    claims: tuple[tuple[int, int, int], ...]
    subject: Subject


class Shelf:
    """Versions of notes by number. Claims that differ in nothing but their lines are held once."""

    def __init__(self, reader: ClaimReader) -> None:
        self._reader = reader
        self._versions: list[_Version] = []
        self._shared: dict[Claim, int] = {}
        self._claims: list[Claim] = []
        self.bare: dict[KeyWords, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """Paths and versions by the words that a line itself has."""
        self.named: dict[KeyWords, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """The same by those words together with each name of the subject; lines without one are in both."""
        self.titled: dict[KeyWords, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """Paths and versions by the names of their subject."""

    def add(self, path: str, data: bytes) -> int:
        """The number of a version of a note; what is no text has no claims."""
        number = len(self._versions)
        try:
            note = read_note(path, data)
        except NoteError:
            self._versions.append(_Version((), Subject()))
            return number
        subject = self._reader.frame(note).subject
        kept = []
        for claim in self._reader.read(note):
            shared = claim._replace(line=0, end_line=0, chunk=0)
            at = self._shared.setdefault(shared, len(self._claims))
            if at == len(self._claims):
                self._claims.append(shared)
            kept.append((at, claim.line, claim.end_line))
            self.bare[claim.key][path].add(number)
            for key in named_keys(claim):
                self.named[key][path].add(number)
        for key in subject.keys:
            self.titled[key][path].add(number)
        self._versions.append(_Version(tuple(kept), subject))
        return number

    def claims(self, number: int) -> Iterator[Claim]:
        """The claims of a version in the order of their lines."""
        for at, line, end_line in self._versions[number].claims:
            yield self._claims[at]._replace(line=line, end_line=end_line, chunk=line)

    def subject(self, number: int) -> Subject:
        """What a version is about."""
        return self._versions[number].subject


def named_keys(claim: Claim) -> tuple[KeyWords, ...]:
    """The keys of a claim that tell of which thing it speaks; its own words where it has no subject."""
    return claim.keys[1:] if claim.about.keys else (claim.key,)


class Snapshot:
    """The notes of one commit: which version each path holds. Knows the subjects of them all."""

    def __init__(self, shelf: Shelf, notes: Mapping[str, int]) -> None:
        self.notes = notes
        self._shelf = shelf
        self._said: dict[KeyWords, list[Claim]] = {}

    def claims(self, path: str) -> list[Claim]:
        """The claims of a note."""
        return list(self._shelf.claims(self.notes[path]))

    def everything(self) -> Iterator[Claim]:
        """The claims of all notes."""
        for path in sorted(self.notes):
            yield from self.claims(path)

    def related(self, claim: Claim) -> Iterator[Claim]:
        """All claims under one of its keys, but for those of other notes that only share a bare key with it.

        No rule lets two notes differ about "status" when neither line says whose.
        """
        paths = {claim.path}
        for key in claim.keys:
            paths.update(self._holding(self._shelf.named, key))
        for key in named_keys(claim):
            paths.update(self._holding(self._shelf.bare, key))
        wanted = set(claim.keys)
        for path in sorted(paths):
            yield from (each for each in self.claims(path) if not wanted.isdisjoint(each.keys))

    def places(self, claim: Claim) -> frozenset[Place]:
        """Where lines stand that say the same of the same subject."""
        if claim.key not in self._said:
            self._said[claim.key] = [
                each
                for path in self._holding(self._shelf.bare, claim.key)
                for each in self.claims(path)
                if each.key == claim.key
            ]
        same = (claim.norm, claim.about.keys)
        return frozenset(
            place_of(each) for each in self._said[claim.key] if (each.norm, each.about.keys) == same
        )

    def knows(self, key: KeyWords) -> bool:
        """Whether a note is about what has exactly these words."""
        return any(True for _ in self._holding(self._shelf.titled, key))

    def crowded(self, key: KeyWords) -> bool:
        """Whether more than a few notes without `entity:` share a title."""
        subjects = (self._shelf.subject(self.notes[path]) for path in self._holding(self._shelf.titled, key))
        return sum(each.source is SubjectSource.TITLE for each in subjects) > CROWD

    def _holding(self, index: Mapping[KeyWords, Mapping[str, set[int]]], key: KeyWords) -> Iterator[str]:
        for path, versions in index.get(key, {}).items():
            if self.notes.get(path) in versions:
                yield path


def held_by(claim: Claim, snapshot: Snapshot, parent: Snapshot) -> bool:
    """Whether a parent of a snapshot holds one of its lines: there, or in a place that it has left since.

    The same words below another heading or item may be another line that was there already.
    """
    before = parent.places(claim)
    return place_of(claim) in before or bool(before - snapshot.places(claim))


def place_of(claim: Claim) -> Place:
    """Where a line stands, whatever its number."""
    return claim.path, claim.spot.headings, claim.spot.parents


def changed_paths(notes: Mapping[str, int], before: Mapping[str, int]) -> set[str]:
    """Paths of `notes` that hold something else than before."""
    return {path for path, _ in notes.items() - before.items()}


def parents_first(steps: Iterable[Step]) -> dict[str, int]:
    """How many of these commits have a commit as a parent: its notes are wanted so many times."""
    wanted: dict[str, int] = defaultdict(int)
    for step in steps:
        for parent in step.parents:
            wanted[parent] += 1
    return wanted
