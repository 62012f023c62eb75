"""A note saved by a Windows editor is the same note.

Lost otherwise: an invisible mark hides the front matter and the first heading.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

BOM = b"\xef\xbb\xbf"
NOTE = "---\nentity: Vega\nverified: 2026-08-13\nvolatile: true\n---\n# Scheme\n\n- Allowance: $52,000\n"


def encoded(note: str, bom: bool, crlf: bool) -> bytes:
    """The bytes an editor would save."""
    text = note.replace("\n", "\r\n") if crlf else note
    return (BOM if bom else b"") + text.encode()


WAYS = pytest.mark.parametrize(
    ("bom", "crlf"),
    [(False, False), (True, False), (False, True), (True, True)],
    ids=["plain", "bom", "crlf", "bom+crlf"],
)


@WAYS
def test_front_matter_counts(bom: bool, crlf: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Date, volatility, heading and line number are those of the plain note."""
    repo.commit("2025-06-05", {"vega.md": encoded(NOTE, bom, crlf)})
    result = mem.search("allowance").at("vega.md:8")
    assert result["text"] == "Allowance: $52,000"
    assert result["heading_path"] == ["Scheme"]
    assert (result["as_of"], result["date_source"]) == ("2026-08-13", "front-matter:verified")
    assert (result["volatile"], result["must_reverify"], result["age_days"]) == (True, True, 49)


@WAYS
def test_the_first_heading_counts(bom: bool, crlf: bool, repo: RepoBuilder, mem: Mem) -> None:
    """No invisible letter in the heading path."""
    repo.commit("2025-06-05", {"pier.md": encoded("# Pier\n\n- Pier warden: Siv Lund\n", bom, crlf)})
    chunks = mem.chunks("pier.md")
    assert [(chunk["line"], chunk["heading_path"]) for chunk in chunks] == [(3, ["Pier"])]
    assert "\ufeff" not in mem("search", "--json", "pier").out


@WAYS
def test_front_matter_is_no_heading(bom: bool, crlf: bool, repo: RepoBuilder, mem: Mem) -> None:
    """`verified: …` above `---` is not an underlined heading."""
    repo.commit("2025-06-05", {"vega.md": encoded(NOTE, bom, crlf)})
    for chunk in mem.chunks("vega.md"):
        assert not any("verified" in heading or "volatile" in heading for heading in chunk["heading_path"])


def test_a_mark_in_the_middle_is_text(repo: RepoBuilder, mem: Mem) -> None:
    """Two files joined by hand: the second mark stays where it is and hurts nobody."""
    note = BOM + b"# Pier\n\n- Pier warden: Siv Lund\n" + BOM + b"- Pier lamp: green\n"
    repo.commit("2025-06-05", {"pier.md": note})
    answer = mem.search("pier warden lamp")
    assert answer.at("pier.md:3")["text"].startswith("Pier warden: Siv Lund")
    assert any("green" in result["text"] for result in answer.results)


def test_nothing_but_a_mark(repo: RepoBuilder, mem: Mem) -> None:
    """An empty note saved with a mark is an empty note."""
    repo.commit("2025-06-05", {"empty.md": BOM, "pier.md": "# Pier\n\nPier lamp: green\n"})
    answer = mem.search("pier lamp")
    assert answer.data["skipped"] == []
    assert len(answer.results) == 1


def test_adding_the_mark_makes_nothing_new(repo: RepoBuilder, mem: Mem) -> None:
    """The editor put a mark before the first line; the other lines keep their commit."""
    repo.commit("2025-06-05", {"pier.md": "# Pier\n\n- Pier warden: Siv Lund\n"})
    repo.commit("2026-09-05", {"pier.md": BOM + b"# Pier\n\n- Pier warden: Siv Lund\n"})
    assert mem.search("pier warden").at("pier.md:3")["as_of"] == "2025-06-05"
