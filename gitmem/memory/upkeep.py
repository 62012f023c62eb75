"""Keeping the stores: refreshing on request, counting what they hold, and looking for trouble in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from gitmem.clock import Instant
from gitmem.config import CONFIG_NAME, DatePreference, FreshnessSettings
from gitmem.database import (
    Mode,
    Schema,
    SchemaChangedError,
    Store,
    StoreMissingError,
    open_database,
    reading,
    verify_store,
)
from gitmem.errors import GitError, GitmemError
from gitmem.git.inspecting import inspect_setup
from gitmem.git.repository import IGNORE_REVS
from gitmem.history.reformatting import Reformatting, find_reformattings
from gitmem.history.store import SCHEMA as HISTORY_SCHEMA
from gitmem.history.store import Facts
from gitmem.index.candidates import load_candidates
from gitmem.index.proof import skipped_notes
from gitmem.index.response import SearchQuery, SkippedNote
from gitmem.index.results import show_result
from gitmem.index.scope import Scope
from gitmem.index.store import SCHEMA as INDEX_SCHEMA
from gitmem.index.store import open_index, read_meta
from gitmem.index.vector_store import VECTORS, vector_files
from gitmem.memory.doctor import (
    Check,
    CheckStatus,
    DoctorReport,
    guarded,
    installation_checks,
    report_of,
    repository_checks,
)
from gitmem.memory.place import Place
from gitmem.memory.session import Request, Session, open_session
from gitmem.memory.stats import ChunkFacts, IndexReport, StatsReport, count_chunks
from gitmem.memory.surroundings import refusal_check, surrounding_checks
from gitmem.memory.vector_checks import vector_checks
from gitmem.memory.vectors_kept import drop_damaged, vectors_folder, vectors_kept
from gitmem.notes.dating import Confidence

_BATCH = 2000
_NAMED = 10  # skipped files that are named


def refresh_stores(
    place: Place, request: Request, *, verify: bool = False, forget: bool = False
) -> tuple[IndexReport, tuple[str, ...]]:
    """Makes the index current; what was done, and warnings.

    `verify` checks every page of the stores before that; `forget` drops them, those of other worktrees and
    notes folders too, so that what is stored afterwards is only what HEAD reaches.
    """
    if verify:
        for path, schema in _stores(place):
            _verify(path, schema)
    if forget:
        for path in place.kept_files():
            path.unlink(missing_ok=True)
    if request.rebuild:
        drop_damaged(vectors_folder(place))
    with open_session(place, request) as session:
        if session.settings.semantic.provider is not None:
            from gitmem.memory.alike import fill, provider_named  # brings numpy and a model

            fill(session, provider_named(session.settings.semantic.provider))
        return _report(session), session.warnings


def _report(session: Session) -> IndexReport:
    plan = session.refreshed.plan if session.refreshed is not None else None
    with closing(open_index(session.index_file)) as store:
        meta = read_meta(store)
        skipped = _skipped(store)
    return IndexReport(
        head=session.place.head,
        index_version=str(meta["version"]),
        rebuilt=session.refreshed is not None and session.refreshed.rebuilt is not None,
        added=len(plan.added) if plan else 0,
        changed=len(plan.changed) + len(plan.redated) if plan else 0,
        removed=len(plan.removed) if plan else 0,
        files_indexed=int(meta["notes"]),
        chunks_indexed=int(meta["chunks"]),
        skipped=skipped,
        problems=session.refreshed.problems if session.refreshed is not None else (),
        commits_searched=session.commits_searched,
        history_complete=not session.notes.gaps,
        stored_in=str(session.index_file.parent),
    )


def count_memory(session: Session, now: Instant, prefer: DatePreference) -> StatsReport:
    """The memory in numbers at `now`."""
    with closing(open_index(session.index_file)) as store, reading(store):
        return count_store(session, store, now, prefer)


def count_store(session: Session, store: Store, now: Instant, prefer: DatePreference) -> StatsReport:
    """The memory in numbers at `now`, by the opened index of `session`."""
    meta = read_meta(store)
    counts = count_chunks(_chunk_facts(store, session.settings.freshness, now, prefer))
    return StatsReport(
        head=session.place.head,
        index_version=str(meta["version"]),
        files_indexed=int(meta["notes"]),
        chunks_indexed=int(meta["chunks"]),
        skipped=_skipped(store),
        chunks_by_kind=counts.by_kind,
        chunks_by_status=counts.by_status,
        chunks_by_date_source=counts.by_date_source,
        must_reverify=counts.must_reverify,
        low_confidence=counts.low_confidence,
        oldest=counts.oldest,
        newest=counts.newest,
        commits_searched=session.commits_searched,
        history_complete=not session.notes.gaps,
        index_bytes=session.index_file.stat().st_size,
        history_bytes=sum(path.stat().st_size for path in _history_files(session.place)),
        vectors=vectors_kept(session, store),
    )


def _chunk_facts(
    store: Store, settings: FreshnessSettings, now: Instant, prefer: DatePreference
) -> Iterator[ChunkFacts]:
    """Every chunk as it is counted, read in batches so that memory stays bounded."""
    question = SearchQuery("", now, prefer=prefer)
    last = -1
    while True:
        rows = store.execute("SELECT id FROM chunks WHERE id > ? ORDER BY id LIMIT ?", (last, _BATCH))
        ids = [int(row[0]) for row in rows]
        if not ids:
            return
        last = ids[-1]
        for candidate in load_candidates(store, ids, now, prefer):
            shown = show_result(candidate, question, settings, {})
            yield ChunkFacts(
                kind=shown.kind,
                status=shown.status,
                date_source=shown.date_source,
                as_of=shown.as_of,
                must_reverify=shown.must_reverify,
                low_confidence=shown.as_of is not None and shown.date_confidence is Confidence.LOW,
            )


def _skipped(store: Store) -> tuple[SkippedNote, ...]:
    return skipped_notes(store, read_meta(store), Scope())


def _history_files(place: Place) -> list[Path]:
    folder = place.store_folder()
    return [] if folder is None else sorted(folder.glob("history-*.sqlite"))


def _stores(place: Place) -> list[tuple[Path, Schema]]:
    """The files of this place's stores that exist, with the layout each should have."""
    indexes = [place.index_file(committed) for committed in (False, True)]
    found = [(path, INDEX_SCHEMA) for path in indexes if path.exists()]
    found += [(path, VECTORS) for path in vector_files(vectors_folder(place))]
    return found + [(path, HISTORY_SCHEMA) for path in _history_files(place)]


def _verify(path: Path, schema: Schema) -> None:
    try:
        store = open_database(path, schema, mode=Mode.READ)
    except (StoreMissingError, SchemaChangedError):
        return
    with closing(store):
        verify_store(store)


def examine(place: Place) -> DoctorReport:
    """Everything that could make answers wrong at this place."""
    return report_of(_checks(place))


def _checks(place: Place) -> Iterator[Check]:
    yield from installation_checks(place.top)
    if place.repository is None:
        yield Check(
            "repository",
            CheckStatus.WARNING,
            f"{place.top} is in no git repository: only dates written in the notes are known",
            "git init, then commit the notes",
        )
    else:
        setup = inspect_setup(place.repository.top, place.repository.git_dir, place.repository.common_dir)
        yield from repository_checks(place.repository, setup)
        yield from surrounding_checks(place.repository, setup, policy=_has_policy(place))
    yield guarded("settings", lambda: _settings(place))
    yield guarded("index", lambda: _index(place))
    yield guarded("reformatting", lambda: _reformatting(place))
    for path in _history_files(place):
        yield guarded("history-store", lambda path=path: _history_store(path))  # type: ignore[misc]
    yield from vector_checks(place)


def examine_refused(folder: Path, error: GitError) -> DoctorReport:
    """What can be said of a place where git reads no repository."""
    return report_of(iter((*installation_checks(folder), refusal_check(folder, error))))


def _has_policy(place: Place) -> bool:
    try:
        return place.settings().policy.enabled
    except GitmemError:
        return False  # a check of its own tells what is wrong with the settings


def _settings(place: Place) -> Check:
    settings = place.settings()
    where = f"notes in {settings.root}" if settings.root else "notes in the whole repository"
    kind = CONFIG_NAME if (place.top / CONFIG_NAME).exists() else "defaults"
    return Check("settings", CheckStatus.OK, f"{kind}: {where}, {', '.join(settings.include)}")


def _index(place: Place) -> Check:
    try:
        store = open_index(place.index_file(False))
    except StoreMissingError:
        return Check("index", CheckStatus.OK, "not built yet; the first search builds it")
    except SchemaChangedError as error:
        return Check("index", CheckStatus.WARNING, str(error), "the next search builds it again")
    with closing(store):
        verify_store(store)
        meta = read_meta(store)
        skipped = _skipped(store)
    if skipped:
        names = ", ".join(f"{note.path} ({note.reason})" for note in skipped[:_NAMED])
        more = f" and {len(skipped) - _NAMED} more" if len(skipped) > _NAMED else ""
        message = f"not searched: {names}{more}; absence cannot be proven"
        return Check("index", CheckStatus.WARNING, message, "make them readable, or exclude them")
    behind = json.loads(str(meta["state"])).get("head") != place.head
    state = "out of date, the next search refreshes it" if behind else "whole"
    return Check("index", CheckStatus.OK, f"{state}: {meta['chunks']} chunks of {meta['notes']} notes")


def _reformatting(place: Place) -> Check:
    """Commits that `git blame` names for text that they only reformatted; our dates look through them."""
    found: dict[str, Reformatting] = {}
    for path in _history_files(place):
        with closing(open_database(path, HISTORY_SCHEMA, mode=Mode.READ)) as store:
            found.update({each.oid: each for each in find_reformattings(Facts(store))})
    if not found or place.repository is None or place.repository.has_ignore_revs:
        return Check(
            "reformatting", CheckStatus.OK, "no commit that git blame should be told to look through"
        )
    largest = sorted(found.values(), key=lambda each: -each.lines)[:_NAMED]
    listed = ", ".join(f"{each.oid[:7]} ({each.lines} lines of {each.notes} notes)" for each in largest)
    return Check(
        "reformatting",
        CheckStatus.OK,
        f"only the looks of many notes changed in {listed}; gitmem looks through them, git blame does not",
        f"list their full ids in {IGNORE_REVS} and set blame.ignoreRevsFile to it",
    )


def _history_store(path: Path) -> Check:
    _verify(path, HISTORY_SCHEMA)
    return Check("history-store", CheckStatus.OK, f"{path.name} is whole")
