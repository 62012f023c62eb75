"""What gitmem says of a modelled history, by two ways: by its pure parts alone, and by the whole product.

The pure way gives the readers the texts of every commit and tells them which commit said each line, so
that thousands of histories a minute can be judged. The whole way makes a real repository of the history.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from gitmem import Memory
from gitmem.clock import Instant
from gitmem.config import DatePreference, FactSettings, Settings
from gitmem.database import reading
from gitmem.facts.claim import Claim, KeyWords, Statement, Subject, SubjectSource
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.editing.settled import keeps_value, settle
from gitmem.facts.edits import EditReader
from gitmem.facts.standing import Judged
from gitmem.facts.succession import Verdict, judge
from gitmem.git.changes import FileChange, Hunk
from gitmem.history.edit_log import EditCandidate
from gitmem.history.first_said import find_repeats
from gitmem.history.lines import split_lines
from gitmem.history.origins import Commit, LineState
from gitmem.history.overlay import changed_stretches
from gitmem.index.store import open_index
from gitmem.memory.place import Start, open_place
from gitmem.memory.session import Request, open_session
from gitmem.notes.freshness import Status
from gitmem.notes.markdown import Note as ReadNote
from gitmem.notes.markdown import read_note
from tests.builder import PlannedCommit, RepoBuilder
from tests.facts.histories import History
from tests.facts.model import CONFIGURED, render
from tests.facts.oracle import Oracle

NOW = Instant(int(datetime(2026, 10, 1, 12, tzinfo=UTC).timestamp()))
SETTINGS = Settings(facts=FactSettings(single_valued=CONFIGURED))
CONFIGURATION = f"[facts]\nsingle_valued = [{', '.join(repr(name) for name in CONFIGURED)}]\n"
READER = ClaimReader(SETTINGS)
EDITS = EditReader(READER)


def commit_of(history: History, position: int) -> Commit:
    """A commit of the model as history would tell it."""
    day = history.day(position)
    noon = Instant(int(datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()))
    return Commit(f"{position:040x}", noon, noon)


class ModelOrder:
    """The order of a model's commits."""

    def __init__(self, oracle: Oracle) -> None:
        self._ancestors = oracle.ancestors

    def descends(self, newer: str, older: str) -> bool:
        """See `Ancestry`."""
        return int(older, 16) in self._ancestors[int(newer, 16)]


class ModelSubjects:
    """The subjects that the notes of a tree name."""

    def __init__(self, subjects: Sequence[Subject]) -> None:
        self._keys = {
            key for subject in subjects if subject.source is not SubjectSource.NONE for key in subject.keys
        }

    def knows(self, key: KeyWords) -> bool:
        """See `Subjects`."""
        return key in self._keys

    def crowded(self, key: KeyWords) -> bool:
        """See `Subjects`."""
        return False


@lru_cache(maxsize=4096)
def _read(path: str, text: str) -> tuple[ReadNote, Subject, tuple[Claim, ...]]:
    note = read_note(path, text.encode())
    return note, READER.frame(note).subject, tuple(READER.read(note))


class Pure:
    """Statements and edits of a history, made without git."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.history = oracle.history
        self.statements: list[Statement] = []
        subjects = []
        for path, note in self.history.steps[-1].tree.items():
            text, where = render(note)
            _, subject, claims = _read(path, text)
            subjects.append(subject)
            for claim in claims:
                said = commit_of(self.history, where[claim.line].put)
                self.statements.append(Statement(claim, LineState.COMMITTED, said))
        self.subjects = ModelSubjects(subjects)
        edits = [edit for position in sorted(oracle.reached) for edit in self._edits_of(position)]
        self.statements = settle(self.statements, edits)
        self.edits = [edit for edit in edits if edit.kind is not EditKind.KEPT]

    def verdict(self, statements: Sequence[Statement], edits: Sequence[Edit]) -> Verdict:
        """The judgement on statements and edits in the order given."""
        order = ModelOrder(self.oracle)
        return judge(
            statements, edits, order=order, subjects=self.subjects, now=NOW, prefer=DatePreference.AUTHOR
        )

    @property
    def judged(self) -> tuple[Judged, ...]:
        """What is said of every claim."""
        return self.verdict(self.statements, self.edits).judged

    def _edits_of(self, position: int) -> Iterator[Edit]:
        step = self.history.steps[position]
        if len(step.parents) != 1:
            return
        before = self.history.steps[step.parents[0]].tree
        changed = [path for path in before if before[path] != step.tree[path]]
        texts = [
            (path, render(before[path])[0].encode(), render(step.tree[path])[0].encode()) for path in changed
        ]
        files = [_file_change(path, old, new) for path, old, new in texts]
        moved: list[set[int]] = [set() for _ in files]
        for repeat in find_repeats(files):
            moved[repeat.source].add(repeat.old_line)
        commit = commit_of(self.history, position)
        for (path, old, new), lines in zip(texts, moved, strict=True):
            hunks = changed_stretches(old, new)
            if any(hunk.old_count for hunk in hunks):
                _, where = render(before[path])
                candidate = EditCandidate(
                    position + 1, commit, step.did, path, path, old, new, hunks, frozenset(lines)
                )
                for edit in EDITS.read_all(candidate):
                    said = commit_of(self.history, where[edit.old.line].put)
                    yield edit._replace(said=said) if keeps_value(edit) else edit


def _file_change(path: str, old: bytes, new: bytes) -> FileChange:
    before, after = split_lines(old), split_lines(new)
    hunks = [
        Hunk(
            *edit,
            before[max(edit.old_start - 1, 0) :][: edit.old_count],
            after[max(edit.new_start - 1, 0) :][: edit.new_count],
        )
        for edit in changed_stretches(old, new)
    ]
    mode = b"100644"
    return FileChange(b"M", mode, mode, b"", b"", path.encode(), path.encode(), hunks)


class Whole:
    """A real repository of a history, asked through the whole product."""

    def __init__(self, history: History, folder: Path) -> None:
        self.history = history
        self.repo = RepoBuilder.create(folder)
        self.oids = self.repo.fast_import(_planned(history))
        self.memory = Memory(folder, now=NOW)
        middle = history.steps[-1].parents[0]
        if history.seed % 2:  # Recorded and indexed in two goes, as it happens day by day.
            self.repo.reset(self.oids[middle])
            self.memory.search("owner")
            self.repo.reset(self.oids[-1])

    @property
    def judged(self) -> tuple[Judged, ...]:
        """What is said of every claim of the index."""
        place = open_place(Start(self.repo.path))
        with (
            open_session(place, Request()) as session,
            closing(open_index(session.index_file)) as store,
            reading(store),
        ):
            facts = session.facts(store)
            everything = facts.everything()
            return judge(
                everything.statements,
                everything.edits,
                order=session.order,
                subjects=facts.subjects,
                now=NOW,
                prefer=DatePreference.AUTHOR,
            ).judged

    def statuses(self) -> dict[tuple[str, int], Status]:
        """The status of every line that a search for any of the facts shows."""
        found: dict[tuple[str, int], Status] = {}
        for fact in self.history.facts:
            for result in self.memory.search(f"{fact.subject} {fact.key.label}", k=50).results:
                found[result.path, result.line] = result.status
        return found


def _planned(history: History) -> list[PlannedCommit]:
    """The history as `RepoBuilder.fast_import` takes it."""
    plan = []
    for position, step in enumerate(history.steps):
        first = history.steps[step.parents[0]].tree if step.parents else {}
        changes = {path: render(note)[0] for path, note in step.tree.items() if first.get(path) != note}
        if not step.parents:
            changes[".gitmem.toml"] = CONFIGURATION
        day = datetime(step.day.year, step.day.month, step.day.day, 12, tzinfo=UTC)
        plan.append(PlannedCommit(int(day.timestamp()) + position, changes, step.parents, message=step.did))
    return plan


def told(history: History) -> str:
    """A history in words, for whoever has to find out what went wrong."""
    rows = [f"history of seed {history.seed}"]
    for position, step in enumerate(history.steps):
        first = history.steps[step.parents[0]].tree if step.parents else {}
        rows.append(f"\n=== commit {position}, parents {list(step.parents)}, {step.day}: {step.did}")
        for path, note in step.tree.items():
            if first.get(path) != note and any(section.lines for section in note.sections):
                rows += [f"--- {path}", *(f"    {row}" for row in render(note)[0].split("\n") if row)]
    return "\n".join(rows)
