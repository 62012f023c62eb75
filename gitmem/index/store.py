"""The tables of the index and the plain values in them. Decides nothing about notes, dates or ranking.

Chunk ids begin with the id of their note (`chunk_id`), so all chunks of a note lie together and a note
can be told from a row of the full-text table alone; ids of claims begin with that of their chunk. Ids say
nothing outside their own file: two clones number the same notes differently, so no answer may depend on
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.database import Mode, Schema, Store, open_database
from gitmem.errors import NoteError
from gitmem.history.origins import Commit
from gitmem.words import TERM_SIGNS

_SIGNS = TERM_SIGNS.replace("'", "''")

SCHEMA = Schema(
    application_id=0x676D6978,  # "gmix"
    version=3,
    statements=(
        "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        """CREATE TABLE notes(
            id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, content TEXT NOT NULL, dates TEXT NOT NULL,
            chunks INTEGER NOT NULL, digest BLOB NOT NULL, stale_after TEXT, problem TEXT)""",
        "CREATE INDEX problems ON notes(id) WHERE problem IS NOT NULL",
        "CREATE TABLE contexts(id INTEGER PRIMARY KEY, headings TEXT NOT NULL, parents TEXT NOT NULL)",
        """CREATE TABLE chunks(
            id INTEGER PRIMARY KEY, author_day INTEGER, committer_day INTEGER, line INTEGER NOT NULL,
            end_line INTEGER NOT NULL, kind INTEGER NOT NULL, context INTEGER NOT NULL,
            state INTEGER NOT NULL, said INTEGER, blamed INTEGER, volatile INTEGER NOT NULL,
            hash BLOB NOT NULL, blamed_path BLOB, moved_from BLOB, committer_origin TEXT, written TEXT,
            tags TEXT, text TEXT NOT NULL)""",
        """CREATE TABLE commits(
            id INTEGER PRIMARY KEY, oid BLOB NOT NULL UNIQUE, authored INTEGER NOT NULL,
            author_offset INTEGER NOT NULL, committed INTEGER NOT NULL, committer_offset INTEGER NOT NULL,
            boundary INTEGER NOT NULL, bulk INTEGER NOT NULL, author_day INTEGER, committer_day INTEGER)""",
        # A claim counts its lines from those of its chunk, so that it stays as it is when its chunk moves.
        """CREATE TABLE claims(
            id INTEGER PRIMARY KEY, line INTEGER NOT NULL, end_line INTEGER NOT NULL, state INTEGER NOT NULL,
            said INTEGER, moved_from BLOB, rival_value INTEGER, data TEXT NOT NULL)""",
        """CREATE TABLE claim_keys(
            address INTEGER NOT NULL, claim INTEGER NOT NULL, PRIMARY KEY(address, claim)) WITHOUT ROWID""",
        """CREATE TABLE edits(
            id INTEGER PRIMARY KEY, number INTEGER NOT NULL, made_by INTEGER, kind INTEGER NOT NULL,
            retires INTEGER NOT NULL, old TEXT NOT NULL, new TEXT, said INTEGER)""",
        """CREATE TABLE edit_keys(
            address INTEGER NOT NULL, edit INTEGER NOT NULL, PRIMARY KEY(address, edit)) WITHOUT ROWID""",
        "CREATE TABLE keys(id INTEGER PRIMARY KEY, lead TEXT NOT NULL, words TEXT NOT NULL)",
        "CREATE INDEX keys_by_lead ON keys(lead)",
        """CREATE TABLE subjects(
            note INTEGER NOT NULL, name INTEGER NOT NULL, main INTEGER NOT NULL, source INTEGER NOT NULL,
            PRIMARY KEY(note, name)) WITHOUT ROWID""",
        "CREATE INDEX subjects_by_name ON subjects(name, main, source)",
        "CREATE TABLE frequencies(term TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE gone(term TEXT PRIMARY KEY, removals BLOB NOT NULL) WITHOUT ROWID",
        # Which vectors the chunks have, in a file beside this one; filled by `gitmem.index.vector_filling`. A
        # note that is written anew loses its row, and any change the summary of all.
        "CREATE TABLE vector_rows(note INTEGER PRIMARY KEY, chunks BLOB NOT NULL, rows BLOB NOT NULL)",
        """CREATE TABLE vectors(
            file TEXT NOT NULL, model TEXT NOT NULL, centre BLOB NOT NULL, scale REAL NOT NULL)""",
        # Terms come analysed: the tokenizer is told to split at blanks alone and has no capitals to fold.
        # Contentless with detail=full: SQLite 3.40 ranks nothing with less, and cannot delete without terms.
        f"""CREATE VIRTUAL TABLE words USING fts5(
            text, context, content='', detail=full, tokenize="ascii tokenchars '{_SIGNS}'")""",
    ),
)
"""Application id and layout of an index file; a new version makes a new file beside the old one."""

NOTE_SHIFT = 20
MOST_CHUNKS = 1 << NOTE_SHIFT
"""More chunks than this in one note are refused with that note."""

CLAIM_SHIFT = 12
MOST_CLAIMS = 1 << CLAIM_SHIFT
"""Claims of one chunk that are kept; a chunk of more lines than this is no text that states facts."""

NOT_COMMITTED_DAY = 10_000_000
"""Stands in the day columns for text that is newer than every commit."""


class ClaimRow(NamedTuple):
    """A row of `claims` without its id, in the order of the columns.

    `line` and `end_line` count from the first line of the chunk. `state`, `said` and `moved_from` are those
    of the claim's own line; `said` is an id in `commits`. `rival_value` tells values apart, None where
    the claim can stand against no other. `data` is made by `gitmem.index.claim_rows`.
    """

    line: int
    end_line: int
    state: int
    said: int | None
    moved_from: bytes | None
    rival_value: int | None
    data: str


class ChunkRow(NamedTuple):
    """A row of `chunks` without its id, in the order of the columns.

    The day columns hold the ordinal of the day that counts if nothing lies in the future, by author and by
    committer date; None when it is unknown. `said` and `blamed` are ids in `commits`, `blamed` None when it
    is the same; `blamed_path` None when it is the note's own.
    """

    author_day: int | None
    committer_day: int | None
    line: int
    end_line: int
    kind: int
    context: int
    state: int
    said: int | None
    blamed: int | None
    volatile: int
    hash: bytes
    blamed_path: bytes | None
    moved_from: bytes | None
    committer_origin: str | None
    written: str | None
    tags: str | None
    text: str


CHUNK_COLUMNS = ", ".join(ChunkRow._fields)


def index_path(folder: Path) -> Path:
    """Where the index of this version lies in the folder that git keeps for us."""
    return folder / f"index-{SCHEMA.version}.sqlite3"


def open_index(path: Path, mode: Mode = Mode.READ) -> Store:
    """Open an index; errors as in `gitmem.database.open_database`."""
    return open_database(path, SCHEMA, mode=mode)


def chunk_id(note: int, sequence: int) -> int:
    """The id of a note's chunk. Raises `NoteError` when the note has too many."""
    if sequence >= MOST_CHUNKS:
        raise NoteError(f"more than {MOST_CHUNKS} chunks")
    return note << NOTE_SHIFT | sequence


def id_range(note: int) -> tuple[int, int]:
    """First and last id that chunks (and contexts) of a note can have."""
    return note << NOTE_SHIFT, (note << NOTE_SHIFT) + MOST_CHUNKS - 1


def claim_id(chunk: int, sequence: int) -> int:
    """The id of a chunk's claim; `sequence` is below `MOST_CLAIMS`."""
    return chunk << CLAIM_SHIFT | sequence


def claim_range(note: int) -> tuple[int, int]:
    """First and last id that claims of a note can have."""
    first, last = id_range(note)
    return first << CLAIM_SHIFT, (last << CLAIM_SHIFT) + MOST_CLAIMS - 1


def encode_path(path: str) -> bytes:
    """A path as it is stored: the bytes git knows it by."""
    return path.encode("utf-8", "surrogateescape")


def decode_path(data: bytes) -> str:
    """The path of `encode_path`."""
    return data.decode("utf-8", "surrogateescape")


def read_meta(store: Store) -> dict[str, str | int]:
    """Everything in `meta`."""
    return dict(store.execute("SELECT key, value FROM meta"))


def write_meta(store: Store, values: dict[str, str | int]) -> None:
    """Set some values in `meta`."""
    store.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", values.items())


def load_commits(store: Store, ids: Iterable[int]) -> dict[int, Commit]:
    """The commits with these ids."""
    rows = store.execute(
        "SELECT id, oid, authored, author_offset, committed, committer_offset, boundary, bulk FROM commits"
        " WHERE id IN (SELECT value FROM json_each(?))",
        (json_ids(ids),),
    )
    return {
        row[0]: Commit(
            row[1].hex(), Instant(row[2], row[3]), Instant(row[4], row[5]), bool(row[6]), bool(row[7])
        )
        for row in rows
    }


def commit_row(commit: Commit) -> tuple[bytes, int, int, int, int, int, int]:
    """A commit as the columns of `commits` after the id."""
    authored, committed = commit.authored, commit.committed
    times = (authored.seconds, authored.offset, committed.seconds, committed.offset)
    return (bytes.fromhex(commit.oid), *times, int(commit.boundary), int(commit.bulk))


def json_ids(ids: Iterable[int]) -> str:
    """Ids as SQLite's `json_each` reads them."""
    return f"[{','.join(map(str, ids))}]"
