"""Writes keep every byte they do not have to change: line ends, marks, odd bytes, the last line end.

Lost otherwise: a diff of the whole note for one line, blame that is gone, or a damaged note.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.noted import refused, write

LINES = ["# Orca", "", "## 2026-09-30", "", "- Berth: 7", "- Crew: two"]
ODD = [
    b"# Orca\n\n## 2026-09-30\n\n- Berth: 7\n- Crew: two\n",
    b"# Orca\r\n\r\n## 2026-09-30\r\n\r\n- Berth: 7\r\n- Crew: two\r\n",
    b"\xef\xbb\xbf# Orca\r\n\r\n## 2026-09-30\r\n\r\n- Berth: 7\r\n- Crew: two",
    b"\xef\xbb\xbf# Orca\n\n## 2026-09-30\n\n- Berth: 7\n- Crew: two\n",
    b"# Orca\n\n## 2026-09-30\n\n- Berth: 7\n- Crew: two",
    b"# Orca\n\n## 2026-09-30\n\n- Berth: 7\r\n- Crew: two\n",
    b"# Orca\n\n## 2026-09-30\n\f\n\n- Berth: 7\n- Crew:\ttwo\n",
    b"# Orca\n\n## 2026-09-30\n\n- Berth: 7\n- Crew: two\rand a cat\n",
    b"# Orca\n\n## 2026-09-30\n\n- Berth: 7\n- Crew: two\n\n\n\n",
    b"# Orca\n\n## 2026-09-30\n\n-\tBerth: 7\n-\tCrew: two \xe2\x80\xa8 \xc2\x85 x\n",
    "# Orca\n\n## 2026-09-30\n\n- Berth: 7\n- Crew: zwölf 🐋\n".encode(),
]


def pieces(data: bytes) -> list[bytes]:
    return data.split(b"\n")


def check_added(before: bytes, after: bytes, lines: int) -> None:
    """All lines of before are there in their order; the number of new ones is right."""
    old, new = pieces(before.removesuffix(b"\n")), pieces(after.removesuffix(b"\n"))
    if len(old[-1]) and old[-1] not in new:  # the last line got the end it had not
        old[-1] += b"\r"
    rest = iter(new)
    assert all(line in rest for line in old), (old, new)
    assert len(new) - len(old) == lines


@pytest.mark.parametrize("data", ODD)
@pytest.mark.representatives(4)
def test_an_entry_only_adds_lines(data: bytes, repo: RepoBuilder, mem: Mem) -> None:
    """Whatever the note is made of, all its lines stay, and the new ones end as they do."""
    repo.commit("2026-09-30", {"log.md": data})
    write(mem, "add", "Owl ring: A17")
    after = (repo.path / "log.md").read_bytes()
    check_added(data, after, 4 - (b"\f" in data))  # a form feed is no blank line below the heading
    ending = b"\r\n" if data.count(b"\r\n") > 1 else b"\n"
    assert ending + b"- Owl ring: A17" + ending in after
    write(mem, "add", "--date", "2026-09-30", "Owl box: oak")
    check_added(after, (repo.path / "log.md").read_bytes(), 1)
    assert mem.search("owl ring box").cites


@pytest.mark.stress
@pytest.mark.parametrize("data", ODD)
@pytest.mark.parametrize("verb", ["supersede", "retract", "verify"])
def test_a_mark_changes_one_line(data: bytes, verb: str, repo: RepoBuilder, mem: Mem) -> None:
    """The diff is one line, or one and its successor; the line's own end stays, or is missing, as it was."""
    line = next(number for number, text in enumerate(pieces(data), 1) if b"Crew" in text)
    repo.commit("2026-09-30", {"log.md": data})
    write(mem, verb, f"log.md:{line}", *(["three"] if verb == "supersede" else []))
    before, after = pieces(data), pieces((repo.path / "log.md").read_bytes())
    added = int(verb == "supersede")
    assert len(after) - len(before) == added
    assert after[: line - 1] == before[: line - 1]
    tail = before[line:]
    assert after[len(after) - len(tail) :] == tail
    old, new = before[line - 1], after[line - 1]
    marks = {b"~~", b" [verified: 2026-10-01]", b" retracted 2026-10-01", b" superseded 2026-10-01"}
    for mark in sorted(marks, key=len, reverse=True):
        new = new.replace(mark, b"")
    assert new.removesuffix(b"\r") == old.removesuffix(b"\r")
    assert data.endswith(b"\n") == (repo.path / "log.md").read_bytes().endswith(b"\n")
    assert mem("search", "crew").code == 0


@pytest.mark.parametrize(
    ("data", "why"), [(b"# Caf\xe9\n\n- Berth: 7\n", "UTF-8"), (b"- a\0b\n- Berth: 7\n", "NUL")]
)
def test_what_is_no_text_is_refused(data: bytes, why: str, repo: RepoBuilder, mem: Mem) -> None:
    """A note in another encoding is not half rewritten in UTF-8."""
    repo.commit("2026-09-30", {"log.md": data})
    for call in (
        ["add", "x: y"],
        ["supersede", "log.md:2", "9"],
        ["retract", "log.md:2"],
        ["verify", "log.md:2"],
    ):
        refused(mem, call, why, "log.md")
    assert (repo.path / "log.md").read_bytes() == data


NAMES = ["zoë – 港.md", "a b:3.md", "-dash.md", "'q\".md", "tab\there.md", "\udcff.md", ":(glob)x.md", "*.md"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.representatives(3)
def test_notes_of_any_name(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """Every name that git takes can be written to, and committed."""
    repo.commit("2026-09-30", {name: "# Orca\n\n- Berth: 7\n", "x.md": "# X\n"})
    repo.config("user.name", "Iris Vale")
    repo.config("user.email", "iris@notes.example")
    repo.write({"x.md": "# X\n\nnot to be committed\n"})
    answer = write(mem, "add", "--commit", f"--to={name}", "Crew: two")
    assert answer["cites"][0]["path"] == name
    assert write(mem, "supersede", "--commit", "--", f"{name}:3", "9")["commit"] == repo.head
    assert (repo.path / name).read_text() == (
        "# Orca\n\n- ~~Berth: 7~~ superseded 2026-10-01\n- Berth: 9\n- Crew: two\n"
    )
    assert repo.git("show", "--name-only", "--format=", "-z", "HEAD") == os.fsencode(name) + b"\0"


def test_permissions_stay(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    """A private note stays private."""
    repo.commit("2026-09-30", {"log.md": "# Log\n"})
    (repo.path / "log.md").chmod(0o600)
    write(mem, "add", "Berth: 7")
    assert stat.S_IMODE((repo.path / "log.md").stat().st_mode) == 0o600
    assert [path.name for path in repo.path.iterdir() if path.name != ".git"] == ["log.md"]
