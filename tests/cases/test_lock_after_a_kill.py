"""A writer that was killed blocks nobody, and one that lives is not robbed.

Lost otherwise: after one crash every later write waits for ever, or two writers at once mix their lines.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import gitmem.writing.locks
from tests.builder import RepoBuilder, clean_environment
from tests.running import PROJECT, Mem
from tests.writing.noted import refused, write

LOG = "# Log\n\n## 2026-09-29\n\n- Dock crane: repaired\n"
HOLDER = """
import sys
from pathlib import Path
from gitmem.writing.files import NoteChange, apply
from gitmem.writing.locks import writing_alone
folder, top = Path(sys.argv[1]), Path(sys.argv[2])
with writing_alone(folder):
    print("held", flush=True)
    sys.stdin.readline()
    before = (top / "log.md").read_bytes()
    apply(top, [NoteChange("log.md", before, before + b"- Holder: was here\\n")], folder)
print("written", flush=True)
"""


@contextmanager
def holder(repo: RepoBuilder) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the lock until it is told to write, or killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(repo.git_path / "gitmem"), str(repo.path)],
        env=clean_environment({"PYTHONPATH": str(PROJECT)}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(autouse=True)
def log(repo: RepoBuilder) -> None:
    repo.commit("2026-09-29", {"log.md": LOG})


def test_the_lock_of_a_killed_writer_is_free_at_once(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No waiting, nothing to remove by hand, no half line."""
    monkeypatch.setattr(gitmem.writing.locks.writing_alone.__wrapped__, "__defaults__", (0.0,))  # type: ignore[attr-defined]
    with holder(repo) as process:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert (repo.git_path / "gitmem" / "write.owner").exists()
        write(mem, "add", "Owl ring: A17")
    assert (repo.path / "log.md").read_text() == LOG + "\n## 2026-10-01\n\n- Owl ring: A17\n"
    assert [path.name for path in repo.path.iterdir() if path.name != ".git"] == ["log.md"]


def test_a_living_writer_is_named_and_not_robbed(
    repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever cannot wait any longer learns which process and which file; the other one's write is whole."""
    monkeypatch.setattr(gitmem.writing.locks.writing_alone.__wrapped__, "__defaults__", (0.05,))  # type: ignore[attr-defined]
    with holder(repo) as process:
        for call in (["add", "Owl ring: A17"], ["retract", "log.md:5"], ["verify", "log.md:5"]):
            refused(mem, call, f"process {process.pid}", "write.lock", "nothing was written")
        assert (repo.path / "log.md").read_text() == LOG
        written, _ = process.communicate(b"\n")
        assert written == b"written\n"
    write(mem, "add", "Owl ring: A17")
    lines = (repo.path / "log.md").read_text().split("\n")
    assert {"- Holder: was here", "- Owl ring: A17"} <= set(lines)


def test_a_living_writer_is_waited_for(repo: RepoBuilder, mem: Mem) -> None:
    """Two writers at once: the second one's entry comes after the first one's, both whole."""
    with holder(repo) as process:
        command = [str(mem.script()), "--now", "2026-10-01", "add", "Owl ring: A17"]
        second = subprocess.Popen(command, cwd=repo.path, env=clean_environment(), stdout=subprocess.PIPE)
        process.communicate(b"\n")
        out, _ = second.communicate()
    assert (second.returncode, b"- Owl ring: A17" in out) == (0, True)
    assert (repo.path / "log.md").read_text() == (
        LOG + "- Holder: was here\n\n## 2026-10-01\n\n- Owl ring: A17\n"
    ) or "- Holder: was here\n" in (repo.path / "log.md").read_text()


@pytest.mark.parametrize("verb", [["search", "crane"], ["stats"], ["blame", "log.md"], ["check", "--all"]])
def test_reading_goes_on_meanwhile(verb: list[str], repo: RepoBuilder, mem: Mem) -> None:
    """Questions are answered while somebody writes."""
    with holder(repo):
        ran = mem(*verb)
        assert (ran.code, ran.err) == (0, "")


def test_a_folder_without_git_has_a_lock_too(
    mem: Mem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notes without a repository are guarded in the same way, and nothing of it lies among them."""
    folder = tmp_path / "plain"
    folder.mkdir()
    write(Mem(folder, tmp_path), "add", "Owl ring: A17")
    assert [path.name for path in folder.iterdir()] == ["log.md"]
