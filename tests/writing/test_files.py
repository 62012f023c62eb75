"""How bytes reach the disk: several files together, as wholes, and nothing beside them.

Lost otherwise: a rotation that fills the disk half-way, an editor's change that is overwritten, a private
note that becomes readable, and files of dead processes that pile up.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import gitmem.writing.files as files
from gitmem.errors import NoteError
from gitmem.writing.files import NoteChange, apply
from tests.writing.interruptions import Failure, Killed, failing, tree

ONE = NoteChange("a.md", b"old a\n", b"new a\n")
TWO = NoteChange("b/c.md", None, b"new c\n")
GONE = NoteChange("d.md", b"old d\n", None)
BEFORE = {"a.md": b"old a\n", "d.md": b"old d\n"}
AFTER = {"a.md": b"new a\n", "b": None, "b/c.md": b"new c\n"}


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A folder with two notes; unfinished files lie elsewhere."""
    top = tmp_path / "notes"
    top.mkdir()
    for path, data in BEFORE.items():
        (top / path).write_bytes(data)
    return top


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """Where unfinished files lie."""
    return tmp_path / "store" / "scratch"


def test_all_changes_are_made(top: Path, scratch: Path) -> None:
    apply(top, [ONE, TWO, GONE], scratch)
    assert tree(top) == AFTER
    assert list(scratch.iterdir()) == []


def test_no_note_changes_before_all_new_text_is_on_the_disk(top: Path, scratch: Path) -> None:
    """A disk that is full is found out about while every note still is as it was."""
    with failing(None) as system:
        apply(top, [ONE, TWO, GONE], scratch)
    last_write = max(place for place, name in enumerate(system.calls) if name == "write")
    first_change = min(place for place, name in enumerate(system.calls) if name in ("replace", "unlink"))
    assert "fsync" in system.calls[last_write:first_change]


def test_each_change_is_on_the_disk_before_the_next(top: Path, scratch: Path) -> None:
    """An archive must outlast a power cut that the shorter log outlasts."""
    with failing(None) as system:
        apply(top, [ONE, TWO, GONE], scratch)
    calls = system.calls[system.calls.index("replace") :]
    steps = [name for name in calls if name in ("replace", "unlink", "fsync")]
    assert steps[:6] == ["replace", "fsync", "replace", "fsync", "unlink", "fsync"]


def test_a_note_that_somebody_changed_meanwhile_stays_as_they_left_it(top: Path, scratch: Path) -> None:
    """Nothing else is written either."""
    (top / "d.md").write_bytes(b"by an editor\n")
    with pytest.raises(NoteError, match=r"d\.md: was changed by another program"):
        apply(top, [ONE, TWO, GONE], scratch)
    assert tree(top) == BEFORE | {"d.md": b"by an editor\n"}


def test_a_note_that_is_changed_between_two_changes_stays_too(
    top: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was written before it is taken back, but not over what an editor saved there since."""
    replace = os.replace

    def replace_and_edit(old: bytes, new: bytes) -> None:
        replace(old, new)
        if new.endswith(b"c.md"):
            (top / "d.md").write_bytes(b"by an editor\n")

    monkeypatch.setattr(files.os, "replace", replace_and_edit)
    with pytest.raises(NoteError, match=r"d\.md: was changed by another program"):
        apply(top, [ONE, TWO, GONE], scratch)
    assert tree(top) == BEFORE | {"d.md": b"by an editor\n"}


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_permissions_of_a_note_stay(mode: int, top: Path, scratch: Path) -> None:
    (top / "a.md").chmod(mode)
    apply(top, [ONE], scratch)
    assert (top / "a.md").stat().st_mode & 0o777 == mode


def test_a_new_note_is_as_readable_as_any_new_file(top: Path, scratch: Path) -> None:
    mask = os.umask(0o027)
    try:
        apply(top, [TWO], scratch)
    finally:
        os.umask(mask)
    assert (top / "b/c.md").stat().st_mode & 0o777 == 0o640


def test_what_a_killed_writer_left_is_removed_by_the_next(top: Path, scratch: Path) -> None:
    scratch.mkdir(parents=True)
    for name in ("write-1", "write-77-3", "write.lock", "history.sqlite"):
        (scratch / name).write_bytes(b"x")
    apply(top, [ONE], scratch)
    assert sorted(each.name for each in scratch.iterdir()) == ["history.sqlite", "write.lock"]


class TestTwoDisks:
    """A work tree on another disk than the repository: nothing can be moved from one to the other."""

    @pytest.fixture(autouse=True)
    def another_disk(self, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Refuses to move files out of the scratch folder."""
        replace = os.replace

        def refuse(old: bytes, new: bytes) -> None:
            if os.fsdecode(old).startswith(os.fspath(scratch)):
                raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
            replace(old, new)

        monkeypatch.setattr(os, "replace", refuse)

    def test_all_changes_are_made(self, top: Path, scratch: Path) -> None:
        apply(top, [ONE, TWO, GONE], scratch)
        assert tree(top) == AFTER
        assert list(scratch.iterdir()) == []

    def test_whatever_fails_nothing_changes(self, top: Path, scratch: Path) -> None:
        with failing(None) as system:
            apply(top, [ONE, TWO, GONE], scratch)
        for place in range(len(system.calls)):
            for path, data in {**BEFORE, "b/c.md": None}.items():
                (top / path).unlink(missing_ok=True)
                if data is not None:
                    (top / path).write_bytes(data)
            if (top / "b").exists():
                (top / "b").rmdir()
            with failing(place, Failure.REFUSED):
                try:
                    apply(top, [ONE, TWO, GONE], scratch)
                except NoteError:
                    assert tree(top) == BEFORE
                else:
                    assert system.calls[place] == "unlink", "only what is left lying about may stay"
                    assert tree(top) == AFTER

    def test_what_a_killed_writer_left_beside_a_note_is_removed_by_the_next(
        self, top: Path, scratch: Path
    ) -> None:
        with failing(None) as system:
            apply(top, [ONE], scratch)
        (top / "a.md").write_bytes(BEFORE["a.md"])
        last = max(place for place, name in enumerate(system.calls) if name == "write")
        with failing(last, Failure.KILLED_WITHIN), pytest.raises(Killed):
            apply(top, [ONE], scratch)
        assert any(path.startswith(".gitmem-") for path in tree(top))
        apply(top, [ONE], scratch)
        assert tree(top) == BEFORE | {"a.md": b"new a\n"}
