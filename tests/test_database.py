"""Stores are caches: losing one costs nothing, a wrong answer does. So most of this is about refusing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitmem.database import (
    Mode,
    Schema,
    SchemaChangedError,
    Store,
    StoreMissingError,
    open_database,
    reading,
    replacing,
    transaction,
    try_lock,
    verify_store,
)
from gitmem.errors import IndexCorruptError, StoreBusyError, StoreError, StoreReadOnlyError
from gitmem.seal import parse_head

SCHEMA = Schema(0x7E57, 3, ("CREATE TABLE notes(text TEXT)", "CREATE INDEX by_text ON notes(text)"))
PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store with one note lies."""
    path = tmp_path / "store.sqlite3"
    with closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as store:
        add(store, "first")
    return path


def add(store: Store, text: str) -> None:
    with transaction(store):
        store.execute("INSERT INTO notes VALUES (?)", (text,))


def texts(path: Path) -> list[str]:
    with closing(open_database(path, SCHEMA, mode=Mode.READ)) as store:
        return texts_in(store)


def texts_in(store: Store) -> list[str]:
    with reading(store):
        return [row[0] for row in store.execute("SELECT text FROM notes ORDER BY rowid")]


def in_another_process(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
    )


KILLED = """
    import os, sys
    from pathlib import Path
    from gitmem.database import Mode, Schema, open_database, transaction
    schema = Schema(0x7E57, 3, ())
    store = open_database(Path(sys.argv[1]), schema, mode=Mode.WRITE)
    store.execute("PRAGMA cache_spill=ON")
    store.execute("PRAGMA cache_size=1")
    with transaction(store):
        store.executemany("INSERT INTO notes VALUES (?)", [("x" * 3000,)] * 200)
        os._exit(9)
"""


# --- what our own writing looks like --------------------------------------------------------------


def test_an_open_reader_sees_what_another_connection_commits(path: Path) -> None:
    with (
        closing(open_database(path, SCHEMA, mode=Mode.READ)) as reader,
        closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as writer,
    ):
        assert texts_in(reader) == ["first"]
        add(writer, "second")
        add(writer, "third")
        assert texts_in(reader) == ["first", "second", "third"]


def test_a_reader_neither_waits_nor_fails_while_somebody_writes(path: Path) -> None:
    with closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as writer:
        with transaction(writer):
            writer.executemany("INSERT INTO notes VALUES (?)", [("x" * 3000,)] * 2000)
            assert texts(path) == ["first"]
        assert len(texts(path)) == 2001


def test_a_failed_transaction_leaves_nothing(path: Path) -> None:
    with closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as store:
        with pytest.raises(ZeroDivisionError), transaction(store):
            store.execute("INSERT INTO notes VALUES ('half')")
            _ = 1 // 0
        add(store, "second")
    assert texts(path) == ["first", "second"]


def test_an_error_of_the_caller_is_not_blamed_on_the_store(path: Path) -> None:
    with (
        closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as store,
        pytest.raises(FileNotFoundError),
        transaction(store),
    ):
        (path.parent / "missing.md").read_bytes()


def test_a_reader_cannot_write(path: Path) -> None:
    with closing(open_database(path, SCHEMA, mode=Mode.READ)) as store, pytest.raises(StoreReadOnlyError):
        add(store, "no")


def test_no_file_is_left_beside_a_closed_store(path: Path) -> None:
    assert [each.name for each in path.parent.iterdir()] == [path.name]


# --- replacing a whole store ----------------------------------------------------------------------


def test_a_reader_keeps_the_old_store_until_it_opens_again(path: Path) -> None:
    with closing(open_database(path, SCHEMA, mode=Mode.READ)) as reader:
        with replacing(path, SCHEMA) as fresh:
            fresh.execute("INSERT INTO notes VALUES ('new')")
            assert texts(path) == ["first"]
        assert texts_in(reader) == ["first"]
    assert texts(path) == ["new"]


def test_a_failed_replacement_keeps_the_old_store_and_leaves_no_litter(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), replacing(path, SCHEMA):
        _ = 1 // 0
    assert texts(path) == ["first"]
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_the_journal_of_a_killed_writer_is_not_played_into_a_new_store(path: Path) -> None:
    assert in_another_process(KILLED, path).returncode == 9
    with replacing(path, SCHEMA) as fresh:
        fresh.execute("INSERT INTO notes VALUES ('new')")
    assert texts(path) == ["new"]


# --- what is refused ------------------------------------------------------------------------------


def edit_from_outside(path: Path) -> None:
    with closing(sqlite3.connect(path)) as foreign:
        foreign.execute("INSERT INTO notes VALUES ('forged')")
        foreign.commit()


@pytest.mark.parametrize("mode", Mode)
def test_an_edit_from_outside_is_noticed(path: Path, mode: Mode) -> None:
    edit_from_outside(path)
    with pytest.raises(IndexCorruptError, match="another program"):
        open_database(path, SCHEMA, mode=mode)


def test_an_edit_from_outside_is_noticed_by_who_has_the_store_open(path: Path) -> None:
    with (
        closing(open_database(path, SCHEMA, mode=Mode.READ)) as reader,
        closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as writer,
    ):
        edit_from_outside(path)
        with pytest.raises(IndexCorruptError):
            texts_in(reader)
        with pytest.raises(IndexCorruptError):
            add(writer, "on top of a forgery")


def test_looking_from_outside_does_no_harm(path: Path) -> None:
    with closing(sqlite3.connect(path)) as foreign:
        assert foreign.execute("SELECT count(*) FROM notes").fetchone() == (1,)
    assert texts(path) == ["first"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_truncated_store_answers_nothing(path: Path, data: st.DataObject) -> None:
    whole = path.read_bytes()
    length = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:length])
    try:
        for mode in Mode:
            with pytest.raises(IndexCorruptError):
                open_database(path, SCHEMA, mode=mode)
    finally:
        path.write_bytes(whole)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(start=st.integers(0, 8191), junk=st.binary(min_size=1, max_size=200))
def test_damage_is_an_error_of_ours_and_never_a_traceback(path: Path, start: int, junk: bytes) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:start] + junk + whole[start + len(junk) :])
    try:
        texts(path)
    except (IndexCorruptError, SchemaChangedError):
        pass
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize("content", [b"\0" * 4096, b"not a database at all" * 300, b"{}"])
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(IndexCorruptError):
        texts(path)


def test_the_store_of_another_program_is_refused(path: Path) -> None:
    with pytest.raises(IndexCorruptError, match="not made by gitmem"):
        open_database(path, Schema(1, 3, ()), mode=Mode.READ)


def test_another_layout_is_told_apart_from_damage(path: Path) -> None:
    with pytest.raises(SchemaChangedError, match="layout 3, now 4"):
        open_database(path, Schema(0x7E57, 4, ()), mode=Mode.WRITE)


def test_a_missing_store_is_no_damage(tmp_path: Path) -> None:
    with pytest.raises(StoreMissingError):
        open_database(tmp_path / "none.sqlite3", SCHEMA, mode=Mode.READ)


def test_a_damaged_page_that_nothing_reads_is_found_on_request(path: Path) -> None:
    with closing(open_database(path, SCHEMA, mode=Mode.READ)) as store:
        verify_store(store)
    whole = bytearray(path.read_bytes())
    root = len(whole) - 4096  # the index
    whole[root : root + 8] = bytes(8)
    path.write_bytes(whole)
    with closing(open_database(path, SCHEMA, mode=Mode.READ)) as store, pytest.raises(IndexCorruptError):
        verify_store(store)


@pytest.mark.parametrize("head", [b"", b"SQLite format 3\0", b"x" * 100])
def test_a_head_that_is_none_is_named(head: bytes) -> None:
    assert parse_head(head, len(head)).damage


# --- when things go wrong around it ---------------------------------------------------------------


def test_a_killed_writer_leaves_what_was_before(path: Path) -> None:
    assert in_another_process(KILLED, path).returncode == 9
    assert path.with_name(path.name + "-journal").exists()
    assert texts(path) == ["first"]
    assert texts(path) == ["first"]


def test_closing_one_connection_does_not_drop_the_locks_of_another(path: Path) -> None:
    """POSIX drops all locks of a process on a file when it closes any handle on it."""
    intrude = """
        import sqlite3, sys
        store = sqlite3.connect(sys.argv[1], timeout=0)
        store.execute("INSERT INTO notes VALUES ('intruder')")
        store.commit()
    """
    with closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as writer, transaction(writer):
        writer.execute("INSERT INTO notes VALUES ('second')")
        open_database(path, SCHEMA, mode=Mode.READ).close()
        assert "locked" in in_another_process(intrude, path).stderr
    assert texts(path) == ["first", "second"]


def test_a_full_disk_is_one_clear_line_and_changes_nothing(path: Path) -> None:
    with closing(open_database(path, SCHEMA, mode=Mode.WRITE)) as store:
        store.execute("PRAGMA max_page_count=5")
        with pytest.raises(StoreError, match="no space left") as error:
            add(store, "x" * 100_000)
        assert len(str(error.value).splitlines()) == 1
    assert texts(path) == ["first"]


def test_two_processes_do_not_refresh_at_once(tmp_path: Path) -> None:
    lock = tmp_path / "refresh.lock"
    hold = """
        import sys
        from pathlib import Path
        from gitmem.database import try_lock
        with try_lock(Path(sys.argv[1])):
            print("held")
    """
    with try_lock(lock):
        assert "StoreBusyError" in in_another_process(hold, lock).stderr
    assert in_another_process(hold, lock).stdout == "held\n"


def test_a_lock_dies_with_its_owner(tmp_path: Path) -> None:
    lock = tmp_path / "refresh.lock"
    die = """
        import os, sys
        from pathlib import Path
        from gitmem.database import try_lock
        with try_lock(Path(sys.argv[1])):
            os._exit(9)
    """
    assert in_another_process(die, lock).returncode == 9
    with try_lock(lock):
        pass


def test_a_lock_held_in_this_process_is_held(tmp_path: Path) -> None:
    with try_lock(tmp_path / "lock"), pytest.raises(StoreBusyError), try_lock(tmp_path / "lock"):
        pass


def test_handles_are_given_back(path: Path) -> None:
    texts(path)
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    for _ in range(5):
        texts(path)
        with pytest.raises(IndexCorruptError):
            open_database(path, Schema(1, 3, ()), mode=Mode.READ)
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert after == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(path: Path) -> None:
    path.parent.chmod(0o555)
    try:
        assert texts(path) == ["first"]
        with pytest.raises(StoreReadOnlyError), try_lock(path.parent / "lock"):
            pass
        with pytest.raises(StoreReadOnlyError), replacing(path, SCHEMA):
            pass
    finally:
        path.parent.chmod(0o755)
