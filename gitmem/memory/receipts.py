"""Receipts: what was asked of one commit and what came of it, to be asked again anywhere.

A receipt is made of committed notes only and holds nothing of the machine, so every clone that has the
commit can repeat it. Its digest shows accidents; whether it tells the truth only shows when it is run
again (`gitmem.memory.verifying`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import date
from hashlib import sha256
from typing import NamedTuple

import gitmem
from gitmem.config import DatePreference
from gitmem.errors import RevisionError, UsageError
from gitmem.index.response import SearchMode, SearchQuery, SearchResponse
from gitmem.index.store import SCHEMA, open_index
from gitmem.memory.answering import answer, settled
from gitmem.memory.place import Place
from gitmem.memory.session import Progress, Request, Session, dates_strictly, open_notes, open_session

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""

RECEIPT = "gitmem.proof/1"
"""The schema that a receipt names."""

TOP = "."
"""How a receipt writes that the whole repository was to be read, whatever its configuration says."""


class Code(NamedTuple):
    """Which gitmem gave the answer: the version of the program and of the layout of its index."""

    version: str
    layout: int


THIS_CODE = Code(gitmem.__version__, SCHEMA.version)


class Asked(NamedTuple):
    """The options of a question. `at` is what the caller wrote; `root` a notes folder below the top."""

    k: int
    mode: str
    path: str | None
    since: str | None
    until: str | None
    as_of: str | None
    at: str | None
    history: bool
    date_by: str
    root: str | None
    strict_blame: bool
    provider: str | None


class SkippedFile(NamedTuple):
    """A file that was not searched, and why."""

    path: str
    reason: str


class Term(NamedTuple):
    """A word of the query, in how many chunks it was found, and what is known of it."""

    term: str
    matched: int
    state: str


class RemovedLine(NamedTuple):
    """What no longer stands: where it last stood, a hash of its text, what became of it, by what and when."""

    cite: str
    hash: str
    kind: str
    removed_by: str | None
    from_: str | None
    to: str | None


class Answer(NamedTuple):
    """One result: its place, the hash of its lines, its standing and what that rests on."""

    cite: str
    hash: str
    status: str
    as_of: str | None
    date_source: str
    commit: str | None
    must_reverify: bool
    superseded_by: tuple[str, ...]
    supersedes: tuple[str, ...]
    newer_reading: str | None
    contested_with: tuple[str, ...]


class Receipt(NamedTuple):
    """A question to a commit and its answer; equal in every clone that has the commit.

    `configuration` is a digest of all settings, `digest` one of everything else in the receipt. `semantic` is
    the model of a hybrid search.
    """

    query: str
    searched_at: str
    options: Asked
    commit: str
    tree: str | None
    index_version: str
    code: Code
    configuration: str
    files_indexed: int
    chunks_indexed: int
    commits_searched: int
    history_complete: bool
    skipped: tuple[SkippedFile, ...]
    terms: tuple[Term, ...]
    coverage: float
    no_match: bool
    absence: str | None
    absent_terms: tuple[str, ...]
    absence_reasons: tuple[str, ...]
    history: tuple[RemovedLine, ...]
    results: tuple[Answer, ...]
    semantic: str | None = None
    digest: str = ""


class Question(NamedTuple):
    """Everything that decides an answer, besides the commit that is asked."""

    query: SearchQuery
    strict: bool = False


def committed_state(place: Place, progress: Progress | None) -> str:
    """The commit that the notes are, as they lie here.

    Raises `UsageError` when something that takes part in answers is not committed, and `RevisionError`
    where there is no commit.
    """
    if place.repository is None:
        raise RevisionError(
            f"{place.top} is in no git repository, so there is no commit to prove anything of"
        )
    if place.head is None:
        raise RevisionError("nothing is committed yet, and a receipt speaks of a commit")
    if place.repository.top is not None:
        with open_notes(place, Request(progress=progress)) as (settings, notes):
            if notes.digest is not None or settings != place.settings(place.head):
                raise UsageError(
                    "the notes or their settings hold changes that are not committed, and a receipt "
                    "speaks of a commit: commit them, or ask with --committed"
                )
    return place.head


def make_receipt(
    place: Place, commit: str, question: Question, prefer: DatePreference | None, progress: Progress | None
) -> tuple[Receipt, tuple[str, ...]]:
    """The receipt of a question to a commit (full id), and what there is to say beside it.

    `prefer` is the caller's choice of a commit's date, None to leave it to the configuration.
    """
    request = Request(commit=commit, strict=question.strict, current=True, progress=progress)
    with open_session(place, request) as session:
        query = settled(session, question.query)
        query = query._replace(prefer=prefer or session.settings.dates.prefer)
        response = answer(session, query, commit)
        return _seal(_receipt(session, commit, query, response)), session.warnings


def _receipt(session: Session, commit: str, query: SearchQuery, response: SearchResponse) -> Receipt:
    with closing(open_index(session.index_file)) as store:
        strict = dates_strictly(store, session.settings)
    return Receipt(
        query=query.text,
        searched_at=query.now.isoformat(),
        options=_asked(session.place, query, strict),
        commit=commit,
        tree=response.tree,
        index_version=response.index_version,
        code=THIS_CODE,
        configuration=session.settings.digest,
        files_indexed=response.files_indexed,
        chunks_indexed=response.chunks_indexed,
        commits_searched=response.commits_searched,
        history_complete=response.history_complete,
        skipped=tuple(SkippedFile(note.path, note.reason) for note in response.skipped),
        terms=tuple(Term(each.term, each.matched, each.state.value) for each in response.terms),
        coverage=response.coverage,
        no_match=response.no_match,
        absence=response.absence.value if response.absence else None,
        absent_terms=response.absent_terms,
        absence_reasons=tuple(reason.value for reason in response.absence_reasons),
        history=tuple(_removed(response)),
        results=tuple(_answers(response)),
        semantic=response.semantic,
    )


def _asked(place: Place, query: SearchQuery, strict: bool) -> Asked:
    return Asked(
        k=query.k,
        mode=(query.mode or SearchMode.LEXICAL).value,
        path=query.path,
        since=_day(query.since),
        until=_day(query.until),
        as_of=_day(query.as_of),
        at=query.at,
        history=query.history,
        date_by=query.prefer.value,
        root=(place.root or TOP) if place.rooted else None,
        strict_blame=strict,
        provider=query.provider,
    )


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _removed(response: SearchResponse) -> Iterator[RemovedLine]:
    for line in response.history:
        digest = sha256(line.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        yield RemovedLine(
            line.cite, digest, line.kind.value, line.removed_by, _day(line.from_), _day(line.to)
        )


def _answers(response: SearchResponse) -> Iterator[Answer]:
    for each in response.results:
        yield Answer(
            cite=each.cite,
            hash=each.hash,
            status=each.status.value,
            as_of=_day(each.as_of),
            date_source=each.date_source,
            commit=each.origin.commit,
            must_reverify=each.must_reverify,
            superseded_by=each.superseded_by,
            supersedes=each.supersedes,
            newer_reading=each.newer_reading,
            contested_with=each.contested_with,
        )


def plain(value: object) -> dict[str, Plain]:
    """A named tuple of this room as JSON holds it."""
    found = _plain(value)
    assert isinstance(found, dict)
    return found


def _plain(value: object) -> Plain:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    assert isinstance(value, tuple)
    names: tuple[str, ...] | None = getattr(value, "_fields", None)
    if names is None:
        return [_plain(item) for item in value]
    return {name.rstrip("_"): _plain(item) for name, item in zip(names, value, strict=True)}


def digest_of(content: Mapping[str, Plain]) -> str:
    """A digest of all fields but the schema and the digest itself, whatever their order."""
    kept = {name: value for name, value in content.items() if name not in ("schema", "digest")}
    text = json.dumps(kept, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def _seal(receipt: Receipt) -> Receipt:
    return receipt._replace(digest=digest_of(plain(receipt)))
