"""One note, piece by piece: the date of each, what gave it, who wrote it and how far it may be trusted."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from gitmem.clock import Instant
from gitmem.config import DatePreference, Settings
from gitmem.database import Store, reading
from gitmem.errors import UsageError
from gitmem.facts.standing import Judged
from gitmem.facts.succession import judge
from gitmem.git.repository import encode_path
from gitmem.history.origins import Commit, LineOrigin
from gitmem.index.fact_shown import chunk_facts
from gitmem.index.response import FactShown, OriginShown
from gitmem.index.results import show_origin
from gitmem.memory.place import Place
from gitmem.memory.session import Session, people_of
from gitmem.notes.blocks import Chunk
from gitmem.notes.dating import (
    Confidence,
    Dated,
    WrittenDate,
    choose_date,
    dated_lines,
    newest_line,
    written_dates,
)
from gitmem.notes.days import NoteWarning
from gitmem.notes.freshness import Freshness, Status, assess, compile_patterns, is_volatile
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Note, read_note


@dataclass(frozen=True, slots=True)
class BlameChunk:
    """One piece of a note with the facts it states; fields mean what they mean in a search result.

    `not_after` bounds a date that is not known; `flagged` are dates that cannot be right and were passed
    over.
    """

    cite: str
    path: str
    line: int
    end_line: int
    heading_path: tuple[str, ...]
    text: str
    kind: ChunkKind
    status: Status
    age_days: int | None
    as_of: date | None
    date_source: str
    date_confidence: Confidence
    not_after: date | None
    origin: OriginShown
    moved_from: str | None
    volatile: bool
    must_reverify: bool
    flagged: tuple[WrittenDate, ...]
    superseded_by: tuple[str, ...]
    supersedes: tuple[str, ...]
    newer_reading: str | None
    contested_with: tuple[str, ...]
    closed: str | None
    facts: tuple[FactShown, ...]


@dataclass(frozen=True, slots=True)
class BlameResponse:
    """A note and its pieces in order. `line` is the one that was asked for, None for the whole note."""

    path: str
    line: int | None
    head: str | None
    as_of: Instant
    history_complete: bool
    chunks: tuple[BlameChunk, ...]
    warnings: tuple[NoteWarning, ...]


@dataclass(frozen=True, slots=True)
class DatedChunk:
    """A chunk with its date and what follows from it."""

    chunk: Chunk
    dated: Dated
    volatile: bool
    freshness: Freshness

    @property
    def commit(self) -> Commit | None:
        """The commit that dates the chunk as far as git is concerned."""
        origin = self.dated.origin
        return None if origin is None else origin.said or origin.blamed


def date_chunks(
    note: Note, lines: Sequence[LineOrigin], settings: Settings, now: Instant, prefer: DatePreference
) -> list[DatedChunk]:
    """Every chunk of `note` with its date at `now`; `lines` are the origins of all its lines."""
    patterns = compile_patterns(settings.freshness.volatile_patterns)
    dated_chunks: list[DatedChunk] = []
    for chunk in note.chunks:
        own = [lines[line - 1] for line in dated_lines(chunk) if line <= len(lines)]
        dated = choose_date(written_dates(note, chunk), newest_line(own, prefer), now, prefer)
        volatile = is_volatile(chunk.text, chunk.kind, note.front_matter.volatile, chunk.tags, patterns)
        freshness = assess(
            dated, volatile, now, settings.freshness, chunk.tags, note.front_matter.stale_after
        )
        dated_chunks.append(DatedChunk(chunk, dated, volatile, freshness))
    return dated_chunks


def blame_chunks(
    path: str,
    chunks: Sequence[DatedChunk],
    origins: Mapping[str, OriginShown],
    facts: Sequence[Judged],
) -> tuple[BlameChunk, ...]:
    """The rows of a blame; `origins` tells of every commit that dates one of them, `facts` are those that
    the note states."""
    return tuple(_row(path, one, origins, facts) for one in chunks)


def _row(
    path: str, one: DatedChunk, origins: Mapping[str, OriginShown], facts: Sequence[Judged]
) -> BlameChunk:
    chunk, dated, commit = one.chunk, one.dated, one.commit
    own = [each for each in facts if chunk.line <= each.statement.claim.line <= chunk.end_line]
    stated = chunk_facts(own, chunk.tags.informant)
    return BlameChunk(
        cite=f"{path}:{chunk.line}",
        path=path,
        line=chunk.line,
        end_line=chunk.end_line,
        heading_path=chunk.heading_path,
        text=chunk.text,
        kind=chunk.kind,
        status=stated.status(one.freshness.status),
        age_days=one.freshness.age_days,
        as_of=dated.day,
        date_source=dated.source_name,
        date_confidence=dated.confidence,
        not_after=dated.not_after,
        origin=origins[commit.oid] if commit else OriginShown(),
        moved_from=dated.moved_from,
        volatile=one.volatile,
        must_reverify=one.freshness.must_reverify,
        flagged=dated.flagged,
        superseded_by=stated.superseded_by,
        supersedes=stated.supersedes,
        newer_reading=stated.newer_reading,
        contested_with=stated.contested_with,
        closed=stated.closed,
        facts=stated.facts,
    )


def at_line(chunks: Sequence[DatedChunk], line: int | None) -> list[DatedChunk]:
    """The chunks that stand on `line`; all of them for None."""
    if line is None:
        return list(chunks)
    return [one for one in chunks if one.chunk.line <= line <= one.chunk.end_line]


def blame_note(
    session: Session, store: Store, wanted: str, folder: Path, now: Instant, prefer: DatePreference
) -> BlameResponse:
    """The blame of the note that `wanted` means to somebody in `folder`; `store` is the session's index.

    Raises `UsageError` when there is no such note or line and `NoteError` when it is no text.
    """
    view, place = session.notes.view, session.place
    target = find_target(
        wanted,
        lambda text: path_spellings(text, os.fspath(place.top), os.fspath(folder)),
        lambda path: bool(view.keys([path])),
    )
    note = read_note(target.path, view.read(target.path))
    if target.line is not None and target.line > note.line_count:
        raise UsageError(f"{target.path} has {note.line_count} lines, not {target.line}")
    dated = date_chunks(note, view.origins(target.path), session.settings, now, prefer)
    chunks = at_line(dated, target.line)
    facts = [] if session.stale else _facts_of(target.path, session, store, now, prefer)
    return BlameResponse(
        path=target.path,
        line=target.line,
        head=place.head,
        as_of=now,
        history_complete=not session.notes.gaps,
        chunks=blame_chunks(target.path, chunks, _shown(place, session.settings, chunks), facts),
        warnings=note.warnings,
    )


def _facts_of(
    path: str, session: Session, store: Store, now: Instant, prefer: DatePreference
) -> list[Judged]:
    """The facts that a note states, judged among all others."""
    with reading(store):
        facts = session.facts(store)
        dossier = facts.around(each.claim for each in facts.of_paths([path]))
        order, subjects = session.order, facts.subjects
        verdict = judge(*dossier, order=order, subjects=subjects, now=now, prefer=prefer)
    return [each for each in verdict.judged if each.statement.claim.path == path]


def _shown(place: Place, settings: Settings, chunks: Sequence[DatedChunk]) -> dict[str, OriginShown]:
    commits = {one.commit.oid: one.commit for one in chunks if one.commit is not None}
    people = people_of(place, settings, list(commits))
    return {oid: show_origin(commit, people) for oid, commit in commits.items()}


@dataclass(frozen=True, slots=True)
class Target:
    """What a blame is asked about: a note and perhaps a line of it."""

    path: str
    line: int | None


def find_target(
    wanted: str, spellings: Callable[[str], Sequence[str]], exists: Callable[[str], bool]
) -> Target:
    """The note that `wanted` (`PATH` or `PATH:LINE`) means.

    `spellings` gives the paths that a text may stand for, the most likely first. Raises `UsageError`
    when none of them exists or the line is no number.
    """

    def first(text: str) -> str | None:
        return next((path for path in spellings(text) if exists(path)), None)

    whole = first(wanted)
    if whole is not None:
        return Target(whole, None)
    head, colon, tail = wanted.rpartition(":")
    note = first(head) if colon and head else None
    if note is None:
        raise UsageError(f"no such note: {wanted}")
    if not (tail.isascii() and tail.isdigit() and int(tail) > 0):
        raise UsageError(f"{tail!r} is not a line number")
    return Target(note, int(tail))


def path_spellings(text: str, top: str, folder: str) -> list[str]:
    """The paths relative to `top` that a text given in `folder` may mean: from the top, then from here.

    A text that begins with `./` or `../`, or is absolute, is always meant from here.
    """
    here = os.path.relpath(
        os.path.join(os.path.realpath(folder), os.fsdecode(encode_path(text))), os.path.realpath(top)
    )
    paths = [] if text.startswith(("./", "../", "/")) else [os.path.normpath(text)]
    return [*paths, os.fsencode(here).decode("utf-8", "surrogateescape")]
