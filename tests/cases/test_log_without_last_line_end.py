"""A log whose last line has no end takes an entry on a line of its own.

Lost otherwise: the entry is glued to the last one, and blame says that that one was written today.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.noted import write

OPEN = "# Log\n\n## 2026-09-28\n\n- Quay light: checked"


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_last_line_stays_what_it_was(ending: str, repo: RepoBuilder, mem: Mem) -> None:
    """Every line is there, the file ends once, and a second entry makes no pile of blank lines."""
    text = OPEN.replace("\n", ending)
    repo.commit("2026-09-28", {"log.md": text.encode()})
    write(mem, "add", "Owl ring: A17")
    write(mem, "add", "Owl nest: spruce")
    added = ["", "## 2026-10-01", "", "- Owl ring: A17", "- Owl nest: spruce", ""]
    assert (repo.path / "log.md").read_bytes() == (text + ending.join(["", *added])).encode()


def test_git_sees_only_new_lines(repo: RepoBuilder, mem: Mem) -> None:
    """The line that got its end is still dated by the commit that wrote it."""
    repo.commit("2026-09-28", {"log.md": OPEN})
    write(mem, "add", "Owl ring: A17")
    repo.commit("2026-10-01", {"log.md": (repo.path / "log.md").read_text()})
    diff = repo.ask("diff", "--no-color", "HEAD~1", "HEAD", "--", "log.md").split("\n")
    gone = [line for line in diff if line.startswith("-") and not line.startswith("---")]
    assert gone == ["-- Quay light: checked"]
    assert "+- Quay light: checked" in diff
    found = mem.search("quay light").results[0]
    assert (found["line"], found["as_of"], found["origin"]["author_time"][:10]) == (
        5,
        "2026-09-28",
        "2026-09-28",
    )


def test_an_empty_log(repo: RepoBuilder, mem: Mem) -> None:
    """A file that was only touched becomes a log."""
    repo.commit("2026-09-28", {"log.md": "", "b.md": b"\xef\xbb\xbf"})
    write(mem, "add", "Owl ring: A17")
    assert (repo.path / "log.md").read_text() == "# Log\n\n## 2026-10-01\n\n- Owl ring: A17\n"
    write(mem, "add", "--to", "b.md", "Owl ring: A17")
    assert (repo.path / "b.md").read_bytes() == b"\xef\xbb\xbf# B\n\n- Owl ring: A17\n"
