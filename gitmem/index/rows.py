"""A chunk of a note and its dates <-> a row of the index. Reads no file, asks no git, ranks nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple, Protocol

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.history.origins import Commit, LineOrigin, LineState
from gitmem.index.store import NOT_COMMITTED_DAY, ChunkRow, decode_path, encode_path
from gitmem.notes.dating import DateSource, WrittenDate, choose_date
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import NO_TAGS, Informant, InlineTags, Provenance

KINDS = tuple(ChunkKind)
STATES = tuple(LineState)
# By value: hashing a member of an Enum runs Python code, and this is done for every chunk.
_KIND_NUMBER = {kind.value: number for number, kind in enumerate(KINDS)}
_STATE_NUMBER = {state.value: number for number, state in enumerate(STATES)}
_SOURCES = {source.value: source for source in DateSource}
_PROVENANCES = {provenance.value: provenance for provenance in Provenance}
_INFORMANTS = {informant.value: informant for informant in Informant}

_LAST_MOMENT = Instant(int((date(9999, 12, 28) - date(1970, 1, 1)).total_seconds()))
"""A `now` after everything, for the days stored in the index; a search checks those in its own future."""


class CommitTable(Protocol):
    """The commits that rows refer to."""

    def number(self, commit: Commit) -> int:
        """Its id in the index."""

    def days(self, commit: Commit) -> tuple[int | None, int | None]:
        """What `commit_days` says of it."""


class Origins(NamedTuple):
    """The newest line of a chunk by author date and by committer date; nearly always the same."""

    author: LineOrigin
    committer: LineOrigin


class ReadChunk(NamedTuple):
    """What a note says of one chunk, ready to be stored: everything that no commit decides."""

    line: int
    end_line: int
    kind: ChunkKind
    volatile: bool
    hash: bytes
    written: tuple[WrittenDate, ...]
    tags: InlineTags
    text: str


def state_number(state: LineState) -> int:
    """A state as rows have it."""
    return _STATE_NUMBER[state._value_]


def pack_row(chunk: ReadChunk, context: int, origins: Origins, path: str, commits: CommitTable) -> ChunkRow:
    """The row for a chunk of the note at `path` under the heading path stored as `context`."""
    origin = origins.author
    author_day, committer_day = _days(chunk.written, origins, commits)
    other = None if origins.committer is origin else _pack_origin(origins.committer, commits)
    said = commits.number(origin.said) if origin.said else None
    blamed = commits.number(origin.blamed) if origin.blamed else None
    return ChunkRow(
        author_day,
        committer_day,
        chunk.line,
        chunk.end_line,
        _KIND_NUMBER[chunk.kind._value_],
        context,
        state_number(origin.state),
        said,
        None if blamed == said else blamed,
        int(chunk.volatile),
        chunk.hash,
        encode_path(origin.path) if origin.path is not None and origin.path != path else None,
        encode_path(origin.moved_from) if origin.moved_from is not None else None,
        other,
        pack_written(chunk.written),
        pack_tags(chunk.tags),
        chunk.text,
    )


def unpack_origin(
    row: ChunkRow, path: str, commits: Mapping[int, Commit], prefer: DatePreference
) -> LineOrigin:
    """The origin of the newest line of a row, by the preferred date."""
    if prefer is DatePreference.COMMITTER and row.committer_origin is not None:
        state, said, blamed, blamed_path, moved_from = json.loads(row.committer_origin)
        return LineOrigin(STATES[state], commits.get(blamed), commits.get(said), blamed_path, moved_from)
    said_commit = None if row.said is None else commits[row.said]
    blamed_commit = said_commit if row.blamed is None else commits[row.blamed]
    own = path if blamed_commit is not None else None
    blamed_path = own if row.blamed_path is None else decode_path(row.blamed_path)
    moved_from = None if row.moved_from is None else decode_path(row.moved_from)
    return LineOrigin(STATES[row.state], blamed_commit, said_commit, blamed_path, moved_from)


def commit_ids(row: ChunkRow) -> set[int]:
    """Ids of all commits a row refers to."""
    ids = {row.said, row.blamed}
    if row.committer_origin is not None:
        ids.update(json.loads(row.committer_origin)[1:3])
    return {commit for commit in ids if commit is not None}


def unpack_written(row: ChunkRow) -> tuple[WrittenDate, ...]:
    """The dates the note gives for a row, in order of precedence."""
    return decode_written(row.written)


def decode_written(data: str | None) -> tuple[WrittenDate, ...]:
    """Written dates as `pack_written` stored them."""
    if data is None:
        return ()
    return tuple(
        WrittenDate(_SOURCES[source], field, date.fromordinal(day), line)
        for source, field, day, line in json.loads(data)
    )


def unpack_tags(row: ChunkRow) -> InlineTags:
    """The inline tags of a row that matter when it is read: its bounds, and how and from whom it is known."""
    if row.tags is None:
        return NO_TAGS
    since, until, provenance, informant = json.loads(row.tags)
    return InlineTags(
        since=date.fromordinal(since) if since else None,
        until=date.fromordinal(until) if until else None,
        provenance=_PROVENANCES[provenance] if provenance else None,
        informant=_INFORMANTS[informant] if informant else None,
    )


def describe_origins(origins: Origins) -> str:
    """All that an index answer can depend on of a chunk's origin, equal in every clone."""
    first = describe_origin(origins.author)
    return first if origins.committer is origins.author else f"{first}|{describe_origin(origins.committer)}"


def commit_days(commit: Commit) -> tuple[int | None, int | None]:
    """The days of text that a commit said, by author and by committer date, if nothing lies in the future."""
    origin = LineOrigin(LineState.COMMITTED, commit, commit)
    return _chosen((), origin, DatePreference.AUTHOR), _chosen((), origin, DatePreference.COMMITTER)


def _days(
    written: tuple[WrittenDate, ...], origins: Origins, commits: CommitTable
) -> tuple[int | None, int | None]:
    if written and written[0].source is not DateSource.TEXT:
        day = written[0].day.toordinal()
        return day, day
    if not written and origins.author is origins.committer:
        return commits.days(origins.author.said) if origins.author.said else _undated(origins.author)
    author = _chosen(written, origins.author, DatePreference.AUTHOR)
    return author, _chosen(written, origins.committer, DatePreference.COMMITTER)


def _chosen(written: tuple[WrittenDate, ...], origin: LineOrigin, prefer: DatePreference) -> int | None:
    dated = choose_date(written, origin, _LAST_MOMENT, prefer)
    if dated.day is not None:
        return dated.day.toordinal()
    return NOT_COMMITTED_DAY if dated.age_days == 0 else None


def _undated(origin: LineOrigin) -> tuple[int | None, int | None]:
    day = None if origin.state is LineState.UNDATED else NOT_COMMITTED_DAY
    return day, day


def _pack_origin(origin: LineOrigin, commits: CommitTable) -> str:
    numbers = [commits.number(commit) if commit else None for commit in (origin.said, origin.blamed)]
    return json.dumps([_STATE_NUMBER[origin.state._value_], *numbers, origin.path, origin.moved_from])


def pack_written(written: tuple[WrittenDate, ...]) -> str | None:
    """Written dates as `unpack_written` takes them."""
    if not written:
        return None
    rows = [[each.source.value, each.field, each.day.toordinal(), each.line] for each in written]
    return json.dumps(rows, separators=(",", ":"))


def pack_tags(tags: InlineTags) -> str | None:
    """Tags as `unpack_tags` takes them."""
    named = (tags.provenance, tags.informant)
    if tags is NO_TAGS or (tags.since is None and tags.until is None and named == (None, None)):
        return None
    days = [day.toordinal() if day else None for day in (tags.since, tags.until)]
    return json.dumps([*days, *(each.value if each else None for each in named)])


def describe_origin(origin: LineOrigin) -> str:
    """The same of one line."""
    commits = " ".join(
        f"{commit.oid}{commit.boundary:d}{commit.bulk:d}" if commit else "-"
        for commit in (origin.said, origin.blamed)
    )
    return f"{origin.state.value} {commits} {origin.path!r} {origin.moved_from!r}"
