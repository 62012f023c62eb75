"""Who wrote what under the memory policy: agents that strike or replace what a person stated, or state it
themselves. People are told by the authors of commits, and for what is not committed by git's settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from gitmem.checks.finding import Breach, Finding, PolicyBreach, Rule, Severity
from gitmem.checks.policy.lines import SAYING, Line, read_lines
from gitmem.config import is_note
from gitmem.errors import GitError, MissingObjectError, NoteError
from gitmem.git.identity import agent_committing
from gitmem.git.objects import Objects
from gitmem.git.repository import decode_path
from gitmem.git.snapshot import CommitSnapshot
from gitmem.history.origins import Commit, LineState
from gitmem.index.response import CommitPerson
from gitmem.memory.checking.policy.notes import PolicyNotes
from gitmem.memory.shown import Ground
from gitmem.notes.tags import Provenance

_GUESSES = (Provenance.INFERRED, Provenance.SUGGESTED)


class Authors:
    """Answers for the lines of `notes`; asks history only about lines that are in question."""

    def __init__(self, ground: Ground, notes: PolicyNotes) -> None:
        self._ground = ground
        self._notes = notes
        self._people: dict[str, CommitPerson] = {}

    # Rules

    def stated(self, lines: Iterable[Line]) -> Iterator[Finding]:
        """Advice about each line tagged [stated] that an agent wrote."""
        asked = [
            line
            for line in lines
            if line.kind in SAYING and line.provenance is Provenance.STATED and not line.struck
        ]
        for line, agent in self._by_agents(asked, first=True):
            detail = PolicyBreach(Breach.AGENT_STATED, line.words, agent=agent)
            yield _finding(Rule.AGENT_STATED, Severity.ADVICE, line, detail)

    def struck(self, lines: Iterable[Line]) -> Iterator[Finding]:
        """An error for each [stated] line of a person that an agent struck."""
        asked = [line for line in lines if line.kind in SAYING and line.struck]
        for line, agent in self._by_agents(asked, first=False):
            person = self._person_before(line, line.folded, line.provenance is Provenance.STATED)
            if person is not None:
                detail = PolicyBreach(Breach.STRUCK_STATED, line.words, person=person, agent=agent)
                yield _finding(Rule.AGENT_STRIKE, Severity.ERROR, line, detail)

    def replaced(self, lines: Iterable[Line], before: Sequence[Line], after: set[str]) -> Iterator[Finding]:
        """An error for each guess that an agent put where a person's [stated] line of the same key stood.

        `before` are the lines of the notes as they were, `after` the folded texts of those that are left.
        """
        stated = {
            (each.path, claim.key, claim.spot.headings): each
            for each in before
            if each.provenance is Provenance.STATED and not each.struck and each.folded not in after
            for claim in each.claims
        }
        asked = [
            line
            for line in lines
            if line.provenance in _GUESSES and not line.struck and _former(line, stated) is not None
        ]
        for line, agent in self._by_agents(asked, first=False):
            former = _former(line, stated)
            person = self._person_before(line, former.folded, True) if former is not None else None
            if person is not None:
                detail = PolicyBreach(Breach.REPLACED_STATED, line.words, person=person, agent=agent)
                yield _finding(Rule.AGENT_STRIKE, Severity.ERROR, line, detail)

    # People

    def _by_agents(self, lines: Sequence[Line], *, first: bool) -> Iterator[tuple[Line, str]]:
        """Those lines that an agent wrote as they stand, or with `first` said first, and which agent."""
        made: list[tuple[Line, Commit | None]] = []
        for line in lines:
            origin = self._notes.origin(line)
            if origin.state is not LineState.UNDATED:
                made.append((line, origin.said if first else origin.blamed))
        self._meet(commit for _, commit in made if commit is not None)
        for line, commit in made:
            if commit is not None and commit.boundary:
                continue
            agent = self._pending_agent if commit is None else self._agent_of(commit)
            if agent is not None:
                yield line, agent

    def _meet(self, commits: Iterable[Commit]) -> None:
        wanted = [commit for commit in commits if commit.oid not in self._people]
        if wanted:
            self._people.update(self._ground.people(wanted))

    def _agent_of(self, commit: Commit) -> str | None:
        person = self._people.get(commit.oid)
        return person.agent if person is not None else None

    @cached_property
    def _pending_agent(self) -> str | None:
        """The agent that is about to commit what is not committed yet; None for a person."""
        repository = self._ground.session.place.repository
        if repository is None:
            return None
        return agent_committing(repository.files, self._notes.settings.agents.identities)

    def _person_before(self, line: Line, folded: str, stated: bool) -> str | None:
        """The person who first said what stood before a line was written as it stands.

        None if that was an agent, is not known, or was never tagged [stated]; `stated` tells that the tag is
        on the line as it stands.
        """
        origin = self._notes.origin(line)
        path = origin.path or line.path
        former = self._line_before(origin.blamed, path, folded)
        if former is None or not (stated or former.provenance is Provenance.STATED):
            return None
        removals = self._ground.session.notes.removals
        if removals is None:
            return None
        commit = removals.said_before(
            origin.blamed.oid if origin.blamed is not None else None, former.path, former.line
        )
        if commit is None or commit.boundary:
            return None
        self._meet([commit])
        person = self._people.get(commit.oid)
        return person.author if person is not None and person.agent is None else None

    def _line_before(self, commit: Commit | None, path: str, folded: str) -> Line | None:
        """The live line of a folded text just before a commit (None: in HEAD), at a path or near it."""
        place = self._ground.session.place
        repository = place.repository
        if repository is None:
            return None
        try:
            parent = place.head if commit is None else repository.resolve(f"{commit.oid}^")
        except GitError:
            return None
        if parent is None:
            return None
        with Objects(repository.objects) as objects:
            snapshot = CommitSnapshot(repository.objects, objects, parent)
            for each in (path, *self._changed_with(commit, path)):
                if not snapshot.entries([each]):
                    continue
                try:
                    lines = read_lines(each, snapshot.read(each), self._notes.reader)
                except (NoteError, MissingObjectError):
                    continue
                for line in lines:
                    if line.folded == folded and not line.struck:
                        return line
        return None

    def _changed_with(self, commit: Commit | None, path: str) -> list[str]:
        """Other notes that a commit changed, or that differ from HEAD: a line may have moved from there."""
        place = self._ground.session.place
        assert place.repository is not None
        if commit is None:
            head = place.head
            found = self._notes.view.differing_from(head) if head is not None else None
            return sorted((found or frozenset()) - {path})
        call = ("diff-tree", "-r", "-z", "--name-only", "--no-commit-id", commit.oid)
        listed = place.repository.objects.ask(*call).split(b"\0")
        paths = [decode_path(each) for each in listed if each]
        return [each for each in paths if each != path and is_note(each, self._notes.settings)]


def _former(line: Line, stated: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Line]) -> Line | None:
    for claim in line.claims:
        found = stated.get((line.path, claim.key, claim.spot.headings))
        if found is not None and all(each.norm != claim.norm for each in found.claims):
            return found
    return None


def _finding(rule: Rule, severity: Severity, line: Line, detail: PolicyBreach) -> Finding:
    return Finding(rule, severity, line.path, line.line, line.end_line, detail)
