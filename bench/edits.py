"""What commits did to facts, read from real histories and held against pairs of lines labelled by hand.

A label says of one line that took another's place whether the value really changed. Labels come in a file
of JSON lines (`repo`, `path`, `old`, `new`, `label`) that is given as an argument. Pairs are found in the
history by path and text, since a bundle need not have the commit ids of the original repository.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from bench.measure import Table, Target, metered, seconds
from bench.repositories import Repositories, Subject
from gitmem.config import DEFAULTS, FactSettings, Settings
from gitmem.errors import NoteError
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.edits import EditReader
from gitmem.git.repository import Repository
from gitmem.history.edit_log import EditCandidate
from gitmem.history.lines import split_lines
from gitmem.history.opening import Wanted, open_commit
from gitmem.notes.front_matter import parse_front_matter
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import read_note

TRUE_CHANGE = "value"
"""The label of a pair whose value really changed."""

COMMON_FIELD = 5
"""Notes in which a front matter field has to occur to be declared for this measurement."""

PRECISION = Target(0.97, at_least=True)
RECALL = Target(0.2, at_least=True)
FORMER = Target(0.9, at_least=True)
COST = Target(4.0, " s")
COST_COUNTS_FROM = 100_000_000
"""Bytes of text before and after edits from which the cost is that of a large repository."""

_KEY_VALUE = re.compile(
    r"(?:(?:[-*+]|\d+[.)]) +)?(?:\*\*|__)?(?P<key>[^:|]{1,60}?)(?:\*\*|__)?::?(?:\*\*|__)? +\S"
)


class Label(NamedTuple):
    """A line of a note, the line that took its place, and what a person called the pair."""

    repo: str
    path: str
    old: str
    new: str
    label: str


class Outcome(Enum):
    """What gitmem makes of a labelled pair, or why it makes nothing of it."""

    RETIRES = "retires"
    REPLACED = "replaced"
    EDITED = "edited"
    UNPAIRED = "read, not paired"
    CODE = "in code"
    NO_KEY = "no `key: value`"
    UNREAD = "not read as a claim"


def measure_edits(repositories: Repositories, bundles: Sequence[Path], labels: Path | None) -> list[Table]:
    """Edits of all bundles, and what they say of the labelled pairs where there are any."""
    read = Table(
        "Edits read from history",
        (
            "repository",
            "candidates",
            "CPU",
            *(kind.value for kind in EditKind),
            "retiring",
            "target",
            "verdict",
        ),
        "All edits of all commits, texts read from git included. Front matter fields that "
        f"{COMMON_FIELD} notes or more ever had are declared as single-valued.",
    )
    known = list(load_labels(labels)) if labels is not None else []
    outcomes: dict[Label, Outcome] = {}
    for bundle in bundles:
        subject = repositories.bundle(bundle)
        mine = [label for label in known if label.repo == subject.name]
        outcomes |= _measure(subject, mine, read)
    if not outcomes:
        return [read]
    return [read, _by_label(outcomes), _figures(outcomes)]


def load_labels(path: Path) -> Iterator[Label]:
    """The labelled pairs of a file; repositories are named as their bundles are."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        old, new = (str(row[name]).strip() for name in ("old", "new"))
        yield Label(str(row["repo"]).replace("+", "-").replace("/", "-"), row["path"], old, new, row["label"])


def read_all(folder: Path, settings: Settings) -> Iterator[tuple[EditCandidate, list[Edit]]]:
    """Every candidate of HEAD's history with its edits."""
    repository = Repository.open(folder)
    assert repository.head is not None
    reader = EditReader(ClaimReader(settings))
    with open_commit(repository, repository.head, settings, Wanted()) as notes:
        log = notes.edits
        assert log is not None
        for candidate in log.since(0):
            yield candidate, reader.read(candidate)


def declared(folder: Path) -> Settings:
    """Settings that declare the front matter fields this repository uses, or once used."""
    repository = Repository.open(folder)
    assert repository.head is not None
    holders: dict[str, set[str]] = {}
    with open_commit(repository, repository.head, DEFAULTS, Wanted()) as notes:
        log = notes.edits
        assert log is not None
        for candidate in log.since(0):
            for field in parse_front_matter(candidate.old.decode("utf-8", "replace")).fields:
                holders.setdefault(field.name, set()).add(candidate.old_path)
    fields = sorted(name for name, paths in holders.items() if len(paths) >= COMMON_FIELD)
    return DEFAULTS._replace(facts=FactSettings(single_valued=tuple(fields)))


def _measure(subject: Subject, labels: Sequence[Label], table: Table) -> dict[Label, Outcome]:
    settings = declared(subject.folder)
    counts: Counter[EditKind] = Counter()
    candidates = retiring = size = 0
    with metered() as spent:
        for candidate, edits in read_all(subject.folder, settings):
            candidates += 1
            size += len(candidate.old) + len(candidate.new)
            counts.update(edit.kind for edit in edits)
            retiring += sum(edit.retires for edit in edits)
    verdict = (str(COST), COST.verdict(spent.cpu)) if size >= COST_COUNTS_FROM else ("—", "—")
    kinds = (f"{counts[kind]:,}" for kind in EditKind)
    table.add(subject.name, f"{candidates:,}", seconds(spent.cpu), *kinds, f"{retiring:,}", *verdict)
    return judge_labels(labels, read_all(subject.folder, settings)) if labels else {}


def judge_labels(
    labels: Sequence[Label], history: Iterable[tuple[EditCandidate, list[Edit]]]
) -> dict[Label, Outcome]:
    """What became of each pair; the strongest outcome where several commits made it."""
    order = list(Outcome)
    found = {label: Outcome.UNREAD if _has_key(label) else Outcome.NO_KEY for label in labels}
    by_path: dict[str, list[Label]] = {}
    for label in labels:
        by_path.setdefault(label.path, []).append(label)
    for candidate, edits in history:
        paths = {candidate.old_path, candidate.new_path}
        for label in (label for path in paths for label in by_path.get(path or "", ())):
            outcome = _outcome(label, candidate, edits)
            if outcome is not None and order.index(outcome) < order.index(found[label]):
                found[label] = outcome
    return found


def _has_key(label: Label) -> bool:
    old, new = _KEY_VALUE.match(label.old), _KEY_VALUE.match(label.new)
    return old is not None and new is not None and old["key"].casefold() == new["key"].casefold()


def _outcome(label: Label, candidate: EditCandidate, edits: Sequence[Edit]) -> Outcome | None:
    """What a candidate says of a pair; None when it does not make it."""
    old_lines = _numbers(candidate.old, label.old, [hunk[:2] for hunk in candidate.hunks])
    new_lines = _numbers(candidate.new, label.new, [hunk[2:] for hunk in candidate.hunks])
    if not old_lines or not new_lines:
        return None
    if not _KEY_VALUE.match(label.old):
        return Outcome.NO_KEY
    if all(line in _code_lines(candidate.old) for line in old_lines):
        return Outcome.CODE
    outcomes = [
        _named(edit)
        for edit in edits
        if not old_lines.isdisjoint(range(edit.old.line, edit.old.end_line + 1))
        and (edit.new is None or not new_lines.isdisjoint(range(edit.new.line, edit.new.end_line + 1)))
    ]
    return min(outcomes, key=list(Outcome).index, default=None)


def _named(edit: Edit) -> Outcome:
    if edit.kind is EditKind.REPLACED:
        return Outcome.RETIRES if edit.retires else Outcome.REPLACED
    return Outcome.EDITED if edit.kind is EditKind.EDITED else Outcome.UNPAIRED


def _numbers(text: bytes, wanted: str, spans: Iterable[tuple[int, int]]) -> set[int]:
    lines = split_lines(text)
    numbers = (at for start, count in spans for at in range(start, start + count))
    return {at for at in numbers if lines[at - 1].decode("utf-8", "replace").strip() == wanted}


def _code_lines(text: bytes) -> set[int]:
    try:
        chunks = read_note("note.md", text).chunks
    except NoteError:
        return set()
    code = (chunk for chunk in chunks if chunk.kind is ChunkKind.CODE)
    return {line for chunk in code for line in range(chunk.line, chunk.end_line + 1)}


def _by_label(outcomes: dict[Label, Outcome]) -> Table:
    table = Table(
        "Labelled pairs of lines by what gitmem makes of them",
        ("label", "pairs", *(outcome.value for outcome in Outcome)),
        f"`{TRUE_CHANGE}` is a true change; every other label is none. Lines in code, and lines that are not "
        "`key: value` with one key on both sides, are no claims, so nothing is said of them.",
    )
    for name, pairs in Counter(label.label for label in outcomes).most_common():
        counts = Counter(outcome for label, outcome in outcomes.items() if label.label == name)
        table.add(name, str(pairs), *(str(counts[outcome]) for outcome in Outcome))
    return table


def _figures(outcomes: dict[Label, Outcome]) -> Table:
    table = Table(
        "Replacement on the labelled pairs",
        ("what", "of", "figure", "target", "verdict"),
        "A retiring pair ends copies of the old value that nobody touched; a former value is only shown in "
        "the timeline of its fact.",
    )
    true = {label: outcome for label, outcome in outcomes.items() if label.label == TRUE_CHANGE}
    retiring = [label for label, outcome in outcomes.items() if outcome is Outcome.RETIRES]
    claims = {
        label: outcome for label, outcome in true.items() if outcome not in (Outcome.CODE, Outcome.NO_KEY)
    }
    right = [label for label in retiring if label in true]
    former = [each for each in claims.values() if each in _FORMER]
    _add(table, "precision of retiring pairs", len(right), len(retiring), PRECISION)
    _add(table, "true changes that retire", len(right), len(true), RECALL)
    _add(table, "true changes of `key: value` lines known as former values", len(former), len(claims), FORMER)
    table.add(
        "the same of all true changes",
        f"{len(former)} of {len(true)}",
        f"{len(former) / max(len(true), 1):.3f}",
        "—",
        "—",
    )
    return table


_FORMER = frozenset((Outcome.RETIRES, Outcome.REPLACED, Outcome.EDITED))


def _add(table: Table, what: str, part: int, whole: int, target: Target) -> None:
    figure = part / whole if whole else 0.0
    table.add(what, f"{part} of {whole}", f"{figure:.3f}", str(target), target.verdict(figure))
