"""The diff is one that the real git takes, whatever the names and bytes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.writing.consolidation.patch import patch_of
from tests.builder import clean_environment

NAMES = [
    "a.md",
    "two words.md",
    "a\tb.md",
    "a\nb.md",
    'say "hi".md',
    "back\\slash.md",
    "größe.md",
    "byte\udcff.md",
    "-dash.md",
    " edge .md",
    "folder b/x.md",
    "a\x07\x7f.md",
]


def applied(folder: Path, before: dict[str, bytes], patch: bytes) -> dict[str, bytes]:
    """The files of a folder after `git apply`."""
    for path, data in before.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    done = subprocess.run(
        ["git", "apply", "-"],
        cwd=folder,
        input=patch,
        capture_output=True,
        env=clean_environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = (Path(base) / name for base, _, names in os.walk(folder) for name in names)
    return {str(path.relative_to(folder)): path.read_bytes() for path in found if ".git" not in path.parts}


@pytest.mark.parametrize("name", NAMES)
def test_names_are_quoted_as_git_quotes_them(name: str, tmp_path: Path) -> None:
    """A name that git reads otherwise changes another file, or none."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], env=clean_environment(), check=True)
    before = {name: b"one\ntwo\n", f"old/{name}": b"stays\n"}
    after: dict[str, bytes | None] = {
        f"new/{name}": b"stays\n",
        f"made/{name}": b"fresh",
        name: b"one\n2\n",
        f"old/{name}": None,
    }
    found = applied(tmp_path, before, patch_of(before, after, {f"old/{name}": f"new/{name}"}))
    assert found == {path: data for path, data in after.items() if data is not None}


TEXTS = st.lists(
    st.sampled_from(
        [b"one", b"two\r", b"", b"\xff\xfe", b"---", b"+++ x", b"a\rb", b"\x0c", b"-- ", b"\\ No"]
    ),
    max_size=12,
).map(b"\n".join)


@settings(max_examples=40, deadline=None)
@given(TEXTS, TEXTS)
def test_any_bytes_arrive(tmp_path_factory: pytest.TempPathFactory, before: bytes, after: bytes) -> None:
    """A hunk that does not apply makes the whole proposal worthless."""
    patch = patch_of({"a.md": before}, {"a.md": after}, {})
    assert (patch == b"") == (before == after)
    if after != before and after and before:
        assert applied(tmp_path_factory.mktemp("apply"), {"a.md": before}, patch) == {"a.md": after}


def test_a_file_that_is_there_under_both_names_is_deleted_under_the_old_one(tmp_path: Path) -> None:
    """A move that was cut off left both; git refuses to rename onto a file that is there."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], env=clean_environment(), check=True)
    before = {"old.md": b"one\ntwo", "new.md": b"one\ntwo"}
    patch = patch_of(before, {"new.md": b"one\ntwo", "old.md": None}, {"old.md": "new.md"})
    assert applied(tmp_path, before, patch) == {"new.md": b"one\ntwo"}
