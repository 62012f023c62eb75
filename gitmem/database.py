"""SQLite files of ours: create, open, seal, lock. Knows no tables but its own and stores nothing itself.

Every file is a cache, so the room prefers refusing to guessing: what is truncated, foreign or was changed by
another program raises `IndexCorruptError` and answers nothing, and what was made elsewhere is built again.

Decisions, with their reasons:
* Rollback journal, not WAL. WAL cannot be read from a read-only folder, leaves files beside the store and
  does not maintain the change counter on which noticing outside edits rests. Readers see one snapshot and
  a writer makes them wait only for the milliseconds of its commit, because it never spills before that.
* Whole builds happen in a new file that replaces the old one at the end, so a reader never waits for one.
* `synchronous=NORMAL` for changes in place: after a power cut a cache that mixes old and new pages would
  still answer, which is worse than being slow by one flush. New files are flushed once, before the rename.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from gitmem.errors import IndexCorruptError, StoreBusyError, StoreError, StoreReadOnlyError
from gitmem.seal import SharedHeader, is_made_here, made_here

_BUSY_SECONDS = 10.0
_BUILD_CACHE_KIB = 16_000  # while a whole store is written
_KINDS = "SELECT sum(type IN ('view', 'trigger')), sum(name = 'made') FROM sqlite_schema"
_CURE = "`git mem index --rebuild` makes a new one"


class SchemaChangedError(StoreError):
    """The file is ours, but another version of the program or somebody else wrote it: build it again."""


class StoreMissingError(StoreError):
    """There is no file yet."""


class Mode(Enum):
    """What a connection may do."""

    READ = "ro"
    WRITE = "rw"


class Schema(NamedTuple):
    """Whose file it is (`application_id`), which layout (`version`), and how to make it (`statements`)."""

    application_id: int
    version: int
    statements: tuple[str, ...]


class Store(sqlite3.Connection):
    """A connection that knows its file; open one with `open_database` or `replacing`."""

    path: Path
    schema: Schema
    header: SharedHeader | None = None

    def close(self) -> None:
        """Close the file and then the handle its header is read through, in this order."""
        super().close()
        if self.header is not None:
            self.header.release()
            self.header = None


def open_database(path: Path, schema: Schema, *, mode: Mode) -> Store:
    """Open the store at `path` and check that it is ours and whole.

    `Mode.WRITE` makes a new store when there is none; hold `try_lock` meanwhile.
    Raises `StoreMissingError`, `SchemaChangedError` or a `StoreError` of another kind.
    """
    if mode is Mode.WRITE and not path.exists():
        with replacing(path, schema):
            pass
    try:
        return _open_checked(path, schema, mode)
    except StoreReadOnlyError:
        if mode is Mode.WRITE or not _journal(path).exists():
            raise
    # A writer was killed: its journal has to be played back once, which a read-only connection cannot do.
    _open_checked(path, schema, Mode.WRITE).close()
    return _open_checked(path, schema, mode)


@contextmanager
def transaction(store: Store) -> Iterator[None]:
    """Run the body as one write transaction; all of it counts or nothing. Its commit is sealed."""
    with translated(store.path):
        store.execute("BEGIN IMMEDIATE")
        try:
            _check_seal(store)
            yield
            _seal(store)
            store.execute("COMMIT")
        except BaseException:
            if store.in_transaction:
                store.execute("ROLLBACK")
            raise


@contextmanager
def reading(store: Store) -> Iterator[None]:
    """Run the body on one unchanging state of the store, after checking that nobody else changed it."""
    with translated(store.path):
        store.execute("BEGIN")
        try:
            _check_seal(store)
            yield
        finally:
            if store.in_transaction:
                store.execute("ROLLBACK")


@contextmanager
def replacing(path: Path, schema: Schema) -> Iterator[Store]:
    """A new, empty store that takes the place of `path` when the body ends without an error.

    The body runs inside one transaction. Until the end readers keep the old file. Hold `try_lock`.
    """
    fresh = path.with_name(path.name + ".new")
    with _file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove(fresh)
    try:
        with translated(path):
            store = _connect(fresh, schema, "rwc")
            try:
                _create(store)
                yield store
                _seal(store)
                store.execute("COMMIT")
            finally:
                store.close()
        with _file_errors(path):
            _flush(fresh)
            # A journal of the old file must not be played back into the new one.
            _journal(path).unlink(missing_ok=True)
            os.replace(fresh, path)
    except BaseException:
        with suppress(OSError):
            _remove(fresh)
        raise


@contextmanager
def try_lock(path: Path) -> Iterator[None]:
    """Hold the lock file at `path` for the body; it ends with its owner, however the owner ends.

    Raises `StoreBusyError` at once when another process holds it, `StoreReadOnlyError` where it must not.
    """
    from filelock import FileLock, Timeout  # not needed by a search that has nothing to refresh

    lock = FileLock(path, timeout=0, is_singleton=False)
    with _file_errors(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            raise StoreBusyError(f"another process is refreshing {path.parent}") from None
        except NotImplementedError as error:
            raise StoreError(f"{path.parent}: no file locks here ({error})") from None
    try:
        yield
    finally:
        lock.release()


def verify_store(store: Store) -> None:
    """Read every page and compare tables with their indexes; raises `IndexCorruptError`. Slow on purpose."""
    with reading(store):
        found = [str(row[0]) for row in store.execute("PRAGMA integrity_check(1)")]
    if found != ["ok"]:
        raise _corrupt(store.path, found[0].splitlines()[0])


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors inside the body into ours, naming `path`; any other error passes through."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translate(path, error) from error
    except UnicodeDecodeError as error:  # of SQLite's message, which quotes a damaged schema
        raise _corrupt(path, "its schema is no text") from error


@contextmanager
def _file_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _translate_os(path, error) from error


def _open_checked(path: Path, schema: Schema, mode: Mode) -> Store:
    with _file_errors(path), translated(path):
        store = _connect(path, schema, mode.value)
        try:
            if mode is Mode.READ:
                store.execute("PRAGMA query_only=ON")
            else:
                store.execute("PRAGMA cache_spill=OFF")
                store.execute("PRAGMA synchronous=NORMAL")
            with reading(store):
                _check_owner(store)
        except BaseException:
            store.close()
            raise
        return store


def _connect(path: Path, schema: Schema, mode: str) -> Store:
    header = None if mode == "rwc" else _header(path)
    try:
        store = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            factory=Store,
        )
    except BaseException:
        if header:
            header.release()
        raise
    store.path, store.schema, store.header = path, schema, header
    if header and not header.is_of(path):
        # The file was replaced between the two openings; the handles must be on the same one.
        store.close()
        return _connect(path, schema, mode)
    store.execute("PRAGMA trusted_schema=OFF")
    store.execute("PRAGMA temp_store=MEMORY")
    return store


def _header(path: Path) -> SharedHeader:
    if path.is_symlink():
        raise _corrupt(path, "a symbolic link stands in its place")
    if not path.is_file():
        raise StoreMissingError(f"{path}: no such store; `git mem index` builds it")
    return SharedHeader.of(path)


def _create(store: Store) -> None:
    store.execute("PRAGMA synchronous=OFF")
    store.execute(f"PRAGMA cache_size=-{_BUILD_CACHE_KIB}")
    # Nothing reads the new file before the rename; without a journal a failed build just goes away.
    store.execute("PRAGMA journal_mode=OFF")
    store.execute("BEGIN IMMEDIATE")
    store.execute(f"PRAGMA application_id={store.schema.application_id}")
    store.execute(f"PRAGMA user_version={store.schema.version}")
    store.execute("CREATE TABLE seal(counter INTEGER NOT NULL)")
    store.execute("INSERT INTO seal VALUES (-1)")
    store.execute("CREATE TABLE made(number TEXT, mark BLOB)")
    store.execute("INSERT INTO made VALUES (NULL, NULL)")
    for statement in store.schema.statements:
        store.execute(statement)


def _check_owner(store: Store) -> None:
    """Whether the file is ours and of the layout that the caller knows."""
    owner = int(store.execute("PRAGMA application_id").fetchone()[0])
    version = int(store.execute("PRAGMA user_version").fetchone()[0])
    if owner != store.schema.application_id:
        raise _corrupt(store.path, "it was not made by gitmem")
    if version != store.schema.version:
        layouts = f"layout {version}, now {store.schema.version}"
        raise SchemaChangedError(f"{store.path}: written by another version of gitmem ({layouts})")


def _check_seal(store: Store) -> None:
    """Raise unless the store is as our own last commit left it. Runs inside a transaction."""
    if store.header is None:
        return
    # Takes the shared lock (and plays back a killed writer's journal). A view could stand for any table.
    programs, made = store.execute(_KINDS).fetchone()
    head = store.header.read()
    if head.damage:
        raise _corrupt(store.path, head.damage)
    _check_owner(store)
    if programs or store.execute("SELECT counter FROM seal").fetchmany(2) != [(head.counter,)]:
        raise _corrupt(store.path, "another program changed it")
    rows = store.execute("SELECT number, mark FROM made").fetchmany(2) if made else []
    if not is_made_here(rows, *_file(store)):
        raise SchemaChangedError(f"{store.path}: it was made somewhere else; {_CURE}")


def _seal(store: Store) -> None:
    """Write down the change counter the file will have after this commit, and that we made it here."""
    place, number, counter = _file(store)
    counter = (counter + 1) & 0xFFFFFFFF
    store.execute("UPDATE seal SET counter=?", (counter,))
    store.execute("UPDATE made SET number=?, mark=?", made_here(place, number, counter))


def _file(store: Store) -> tuple[Path, int, int]:
    """Path, number and change counter of a store's file."""
    if store.header is None:
        return store.path, store.path.stat().st_ino, 0
    return store.path, store.header.number, store.header.read().counter


def _journal(path: Path) -> Path:
    return path.with_name(path.name + "-journal")


def _remove(path: Path) -> None:
    for each in (path, _journal(path)):
        each.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _corrupt(path: Path, reason: str) -> IndexCorruptError:
    return IndexCorruptError(f"{path}: the store cannot be trusted, {reason}; {_CURE}")


def _translate(path: Path, error: sqlite3.Error) -> StoreError:
    primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreReadOnlyError(f"{path}: the store cannot be written ({error})")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(f"{path}: another process keeps the store busy ({error})")
    if primary == sqlite3.SQLITE_FULL:
        return StoreError(f"{path}: no space left on the disk; nothing was changed")
    if primary in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT):
        return StoreError(f"{path}: the store cannot be read or written ({error})")
    return _corrupt(path, str(error))


def _translate_os(path: Path, error: OSError) -> StoreError:
    reason = error.strerror or str(error)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StoreReadOnlyError(f"{path}: the store cannot be written ({reason})")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreError(f"{path}: no space left on the disk; nothing was changed")
    return StoreError(f"{path}: the store cannot be read or written ({reason})")
