"""What held on a day, told by lines that were struck, overwritten or moved only later."""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem


def test_a_line_struck_later_held_since_it_was_said(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: the value of that day is called PLANNED, as if it had begun when it was struck."""
    repo.commit("2025-01-10", {"una.md": "# Una Berg\n\n- Partner: Jo Alm\n"})
    repo.commit(
        "2026-06-05",
        {"una.md": "# Una Berg\n\n- ~~Partner: Jo Alm~~ (until 2026-06-05)\n- Partner: Ida Haas\n"},
    )
    answer = mem.search("partner Una Berg", "--as-of", "2025-09-07")
    first = answer.results[0]
    assert (first["line"], first["status"], first["as_of"]) == (3, "AGING", "2025-01-10")
    assert answer.results[1]["status"] == "PLANNED"
    ended = mem.search("partner Una Berg", "--as-of", "2026-07-01")
    assert ended.results[0]["text"] == "Partner: Ida Haas"


def test_prose_struck_later_and_moved(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: sentences that are no facts vanish from the past with their strike."""
    before = "# Monsoon\n\nBoxes come from the harbour.\n\n## Later\n\nMore.\n"
    after = (
        "# Monsoon\n\nThey come by rail.\n\n## Later\n\nMore.\n\n## Old\n\n~~Boxes come from the harbour.~~\n"
    )
    repo.commit("2025-01-10", {"m.md": before})
    repo.commit("2026-02-01", {"m.md": after})
    held = mem.search("Monsoon boxes come", "--as-of", "2025-06-01").results[0]
    assert held["text"] == "~~Boxes come from the harbour.~~"
    assert held["as_of"] == "2025-01-10"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## Stack\n\nPHP\n", "## Stack\n\nElixir\n"),
        ("The stack: see the wiki\n", "The stack is a long story nobody tells\n"),
    ],
)
def test_what_stood_in_the_place_of_a_line(repo: RepoBuilder, mem: Mem, old: str, new: str) -> None:
    """Lost otherwise: the later text is shown as planned, and nothing tells what it replaced."""
    repo.commit("2025-01-10", {"t.md": f"# Turnstone\n\n{old}"})
    repo.commit("2026-05-04", {"t.md": f"# Turnstone\n\n{new}"})
    answer = mem.search("stack Turnstone", "--as-of", "2025-12-13")
    said = [(line["text"], line["from"], line["to"]) for line in answer.data["history"]]
    assert said == [(old.strip().rpartition("\n")[2], "2025-01-10", "2026-05-04")]


def test_part_of_a_paragraph_held(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: one sentence added later makes a whole paragraph look planned."""
    repo.commit("2025-01-10", {"h.md": "# Harrier\n\nSources are kept in the vault.\nMoney is short.\n"})
    repo.commit("2026-01-10", {"h.md": "# Harrier\n\nSources are kept in the vault.\nMoney is plenty.\n"})
    held = mem.search("Harrier sources vault", "--as-of", "2025-06-01").results[0]
    assert (held["status"], held["as_of"]) == ("AGING", "2025-01-10")


def test_former_values_of_others_are_not_told(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: a value of that day, but of another subject with the same key."""
    repo.commit(
        "2025-01-10", {"v.md": "# Vellum\n\n- Stack: TypeScript\n", "t.md": "# Turnstone\n\nA project.\n"}
    )
    repo.commit("2026-01-10", {"v.md": "# Vellum\n\n- Stack: Ruby\n"})
    assert mem.search("stack Turnstone", "--as-of", "2025-06-01").data["history"] == []
    told = mem.search("stack Vellum", "--as-of", "2025-06-01").data["history"]
    assert [line["text"] for line in told] == ["Stack: TypeScript"]
