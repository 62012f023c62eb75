"""Small histories as text: commits with the notes they leave, read without git.

    single valued: door code
    == a 2026-03-01
    --- office.md
    # Office

    - Door code: 4417
    == b 2026-06-30 after a
    --- office.md
    …

`== NAME DAY [after NAME …]` begins a commit, whose parent is the one before it unless `after` names its
parents (`after nothing` for none). `--- PATH` is followed by the whole text of a note, or by nothing when
the commit deletes it. Notes that are not named stay as they are in the first parent. `== pending` is a
change that is not committed, `== cut NAME DAY` a commit at which a shallow clone is cut off. Lines before
the first commit set `single valued:`, `multi valued:`, `now:` and `as of:`.

A line was said by the oldest commit from which it can be followed down unchanged, in any note.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from gitmem.clock import Instant
from gitmem.config import FactSettings, Settings
from gitmem.facts.claim import Claim, KeyWords, Statement, Subject, SubjectSource
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import Edit, EditKind
from gitmem.history.origins import Commit, LineState
from gitmem.notes.markdown import read_note

Tree = dict[str, list[str]]


@dataclass(slots=True)
class State:
    """One commit, or the change that is not committed (`commit` None), with the notes it leaves."""

    commit: Commit | None
    parents: list[str]
    tree: Tree
    said: dict[tuple[str, int], Commit | None] = field(default_factory=dict)


@dataclass(slots=True)
class Known:
    """The subjects of some notes, and the order of some commits."""

    subjects: list[Subject]
    ancestors: dict[str, set[str]]

    def knows(self, key: KeyWords) -> bool:
        """See `Subjects`."""
        return any(key in each.keys for each in self.subjects)

    def crowded(self, key: KeyWords) -> bool:
        """See `Subjects`."""
        titles = [each for each in self.subjects if each.source is SubjectSource.TITLE]
        return sum(key in each.keys for each in titles) > 5

    def descends(self, newer: str, older: str) -> bool:
        """See `Ancestry`."""
        return older in self.ancestors[newer]


class SmallHistory:
    """A history read from its text; what `judge`, `fact_histories` and `alarms` are given."""

    def __init__(self, text: str) -> None:
        head, *rest = ("\n" + text.strip("\n")).split("\n== ")
        options = dict(line.split(": ", 1) for line in head.split("\n") if line)
        self.now = _noon(options.pop("now", "2026-10-01"))
        as_of = options.pop("as of", None)
        self.as_of = date.fromisoformat(as_of) if as_of else None
        facts = FactSettings(
            single_valued=_names(options.pop("single valued", "")),
            multi_valued=_names(options.pop("multi valued", "")),
        )
        assert not options, options
        self._reader = ClaimReader(Settings(facts=facts))
        self.states: dict[str, State] = {}
        for part in rest:
            self._add(part)
        self.last = list(self.states.values())[-1]
        committed = {name: each.commit.oid for name, each in self.states.items() if each.commit}
        ancestors = {oid: self._ancestors(name) for name, oid in committed.items()}
        notes = [read_note(path, _bytes(lines)) for path, lines in self.last.tree.items()]
        self.known = Known([self._reader.frame(note).subject for note in notes], ancestors)
        self.statements = list(self._statements())
        self.edits = [edit for name in self._history() for edit in self._edits(self.states[name])]
        self.names = {oid: name for name, oid in committed.items()}

    def held(self, statement: Statement) -> frozenset[int]:
        """The parents of the last state that hold what a statement says."""
        claim = statement.claim
        return frozenset(
            number
            for number, parent in enumerate(self.last.parents)
            for each in self._claims(self.states[parent].tree)
            if (each.key, each.norm, each.strike) == (claim.key, claim.norm, claim.strike)
        )

    def first_said(self, edit: Edit) -> Commit | None:
        """The commit that first stated the old value of an edit."""
        for name in self._history():
            state = self.states[name]
            if state.commit is edit.commit and state.parents:
                return self.states[state.parents[0]].said[edit.old.path, edit.old.line]
        return None

    def _add(self, part: str) -> None:
        title, _, body = part.partition("\n")
        words = title.split()
        parents = list(self.states)[-1:]
        if "after" in words:
            at = words.index("after")
            words, parents = words[:at], [each for each in words[at + 1 :] if each != "nothing"]
        cut = words[0] == "cut"
        name = words[1] if cut else words[0]
        commit = None
        if name != "pending":
            when = _noon(words[-1])
            oid = f"{len(self.states) + 1:040x}"
            commit = Commit(oid, when, when, boundary=cut)
        tree = dict(self.states[parents[0]].tree) if parents else {}
        for note in ("\n" + body).split("\n--- ")[1:]:
            path, _, text = note.partition("\n")
            tree[path] = text.rstrip("\n").split("\n") if text.strip() else []
            if not tree[path]:
                del tree[path]
        state = State(commit, parents, tree)
        self._date(state)
        self.states[name] = state

    def _date(self, state: State) -> None:
        """Finds each line in a parent, its own note first; what no parent has is new here."""
        for path, lines in state.tree.items():
            for number, line in enumerate(lines, 1):
                before = list(self._in_parents(state, path, line)) if line.strip() else []
                state.said[path, number] = before[0] if before else state.commit

    def _in_parents(self, state: State, path: str, line: str) -> Iterator[Commit | None]:
        for same_note in (True, False):
            for parent in state.parents:
                known = self.states[parent]
                for (other, number), commit in known.said.items():
                    if (other == path) is same_note and known.tree[other][number - 1] == line:
                        yield commit

    def _ancestors(self, name: str) -> set[str]:
        found: set[str] = set()
        for parent in self.states[name].parents:
            commit = self.states[parent].commit
            found |= {commit.oid} if commit else set()
            found |= self._ancestors(parent)
        return found

    def _history(self) -> list[str]:
        """The states that the last one comes from, and itself."""
        last = list(self.states)[-1]
        reached = self._ancestors(last)
        return [
            n for n, each in self.states.items() if n == last or (each.commit and each.commit.oid in reached)
        ]

    def _claims(self, tree: Tree) -> list[Claim]:
        return [c for path, lines in tree.items() for c in self._reader.read(read_note(path, _bytes(lines)))]

    def _statements(self) -> Iterator[Statement]:
        for claim in self._claims(self.last.tree):
            said = self.last.said[claim.path, claim.line]
            yield Statement(claim, LineState.COMMITTED if said else LineState.UNCOMMITTED, said)

    def _edits(self, state: State) -> Iterator[Edit]:
        """What a commit with one parent did to claims that are unique in their place."""
        if len(state.parents) != 1:
            return
        before = _unique(self._claims(self.states[state.parents[0]].tree))
        after = _unique(self._claims(state.tree))
        for place, old in before.items():
            new = after.get(place)
            if new is None:
                yield Edit(EditKind.REMOVED, state.commit, old, None)
            elif new.strike != old.strike:
                said = self.states[state.parents[0]].said[old.path, old.line]
                yield Edit(EditKind.STRUCK, state.commit, old, new, said=said)
            elif new.norm != old.norm:
                yield Edit(EditKind.REPLACED, state.commit, old, new, retires=True)


def _unique(claims: list[Claim]) -> dict[tuple[object, ...], Claim]:
    """Claims by place; struck ones by their value too, so that a line struck beside its successor pairs."""
    found: dict[tuple[object, ...], list[Claim]] = {}
    for each in claims:
        place = (each.path, each.spot.headings, each.spot.parents, each.literal)
        found.setdefault(place, []).append(each)
    return {place: _struck_first(members) for place, members in found.items() if _alone(members)}


def _alone(members: list[Claim]) -> bool:
    return len(members) == 1 or len([each for each in members if each.strike]) == len(members) - 1 == 1


def _struck_first(members: list[Claim]) -> Claim:
    return next((each for each in members if each.strike), members[0])


def _names(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def _bytes(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _noon(text: str) -> Instant:
    moment = datetime.fromisoformat(text if "T" in text else f"{text}T12:00").replace(tzinfo=UTC)
    return Instant(int(moment.timestamp()))
