"""A work tree checked out with Windows line ends holds the same lines as the repository.

Lost otherwise: on Windows every line of every note is "not committed yet".
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

LF = "# Choir\n\n- Choir bursar: Lena Holm\n- Choir dues: $45\n"
CRLF = LF.replace("\n", "\r\n")


def by_attribute(repo: RepoBuilder) -> None:
    """`eol=crlf` for all notes."""
    repo.stage({".gitattributes": "*.md text eol=crlf\n"})


def by_auto_attribute(repo: RepoBuilder) -> None:
    """git decides what is text."""
    repo.stage({".gitattributes": "* text=auto eol=crlf\n"})


def by_configuration(repo: RepoBuilder) -> None:
    """The usual setting on Windows."""
    repo.config("core.autocrlf", "true")


def by_info_attributes(repo: RepoBuilder) -> None:
    """Attributes nobody sees in the tree."""
    info = repo.git_path / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text("*.md text eol=crlf\n")


WAYS = pytest.mark.parametrize(
    "convert",
    [by_attribute, by_auto_attribute, by_configuration, by_info_attributes],
    ids=lambda way: way.__name__,
)


def checked_out(repo: RepoBuilder, convert: object) -> None:
    """LF in the repository, CRLF in the work tree, and git sees no difference."""
    assert callable(convert)
    convert(repo)
    repo.stage({"choir.md": LF})
    repo.commit("2026-07-18")
    (repo.path / "choir.md").write_bytes(CRLF.encode())
    # What git itself would say here with this repository's own settings, not with the builder's.
    repo.git("-c", f"core.autocrlf={autocrlf(repo)}", "add", "choir.md")
    assert repo.git("show", "HEAD:choir.md") == LF.encode()


def autocrlf(repo: RepoBuilder) -> str:
    """The repository's own setting."""
    return repo.run("config", "--local", "core.autocrlf").stdout.decode().strip() or "false"


def status(repo: RepoBuilder) -> bytes:
    """What git calls changed."""
    return repo.git("-c", f"core.autocrlf={autocrlf(repo)}", "status", "--porcelain")


@WAYS
def test_lines_keep_their_commit(convert: object, repo: RepoBuilder, mem: Mem) -> None:
    """Date, source and text are those of the commit, without a carriage return."""
    checked_out(repo, convert)
    before = status(repo)
    answer = mem.search("choir bursar dues")
    for line, text in ((3, "Choir bursar: Lena Holm"), (4, "Choir dues: $45")):
        result = answer.at(f"choir.md:{line}")
        assert (result["as_of"], result["date_source"]) == ("2026-07-18", "git")
        assert (result["status"], result["age_days"]) == ("FRESH", 75)
        assert result["text"] == text
    assert answer.at("choir.md:4")["must_reverify"] is True
    assert b"\r" not in mem("search", "choir").raw
    assert status(repo) == before == b""


@WAYS
def test_only_the_edited_line_is_uncommitted(convert: object, repo: RepoBuilder, mem: Mem) -> None:
    """An edit in a CRLF work tree touches one line, not all."""
    checked_out(repo, convert)
    (repo.path / "choir.md").write_bytes(CRLF.replace("Lena Holm", "Per Dahl").encode())
    answer = mem.search("choir bursar dues")
    assert answer.at("choir.md:3")["date_source"] == "uncommitted"
    assert answer.at("choir.md:4")["date_source"] == "git"


def test_crlf_in_the_repository_too(repo: RepoBuilder, mem: Mem) -> None:
    """No conversion anywhere: the bytes are the same on both sides."""
    repo.commit("2026-07-18", {"choir.md": CRLF})
    result = mem.search("bursar").at("choir.md:3")
    assert (result["as_of"], result["text"]) == ("2026-07-18", "Choir bursar: Lena Holm")


def test_mixed_line_ends(repo: RepoBuilder, mem: Mem) -> None:
    """Editors leave such notes behind; lines are counted as git counts them."""
    repo.commit("2026-07-18", {"choir.md": "# Choir\r\n\r\n- Choir bursar: Lena\n- Choir dues: $45\r\n"})
    answer = mem.search("choir bursar dues")
    assert answer.at("choir.md:3")["text"] == "Choir bursar: Lena"
    assert answer.at("choir.md:4")["text"] == "Choir dues: $45"


def test_an_editor_that_only_changed_line_ends(repo: RepoBuilder, mem: Mem) -> None:
    """git calls the note modified, but no line says anything new."""
    repo.commit("2026-07-18", {"choir.md": LF})
    (repo.path / "choir.md").write_bytes(CRLF.encode())
    result = mem.search("bursar").at("choir.md:3")
    assert (result["as_of"], result["date_source"]) == ("2026-07-18", "git")
