"""A removed line is told when the question is about it, though every word of it still stands somewhere."""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

OTHERS = (
    "# Azimuth\n\nThe screens are drawn by Lotte Berg.\n\n| What | Value |\n|---|---|\n| Car | a Leaf |\n\n"
    "### Employer\n\nTidewater Bank\n\n- Married to: Ines Sand\n- Usual order at present: tea\n"
)


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("The screens are drawn by Lotte Berg.\n", "by whom are the screens of Cold Harbour drawn"),
        ("| What | Value |\n|---|---|\n| Car | a black Yaris |\n", "car Cold Harbour"),
        ("### Employer\n\nRidgeline (see mail)\n", "Cold Harbour: employer?"),
        ("- Married to: Henk Vidal\n", "Cold Harbour married to"),
        ("- Usual order at present: water\n", "Cold Harbour usual order"),
    ],
)
def test_removed_lines(repo: RepoBuilder, mem: Mem, line: str, question: str) -> None:
    """Lost otherwise: the answer shows other subjects' lines and is silent about what was taken out."""
    stays = "# Cold Harbour\n\nStarted on a napkin.\n"
    repo.commit("2025-01-10", {"cold-harbour.md": f"{stays}\n{line}", "azimuth.md": OTHERS})
    repo.commit("2026-01-10", {"cold-harbour.md": stays})
    history = mem.search(question).data["history"]
    told = line.strip().rpartition("\n")[2].strip("-| ").replace(" | ", ": ")
    assert [each["text"].removeprefix("- ") for each in history] == [told]
    assert history[0]["cite"].startswith(history[0]["removed_by"])


def test_a_deleted_note_is_told_by_the_line_that_was_asked_for(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: only the title of the note, which does not answer."""
    repo.commit("2025-01-10", {"nutmeg.md": "# Nutmeg\n\n- Wim Walsh sketches the pages\n", "a.md": OTHERS})
    repo.commit("2026-01-10", {"nutmeg.md": None})
    assert (
        mem.search("who sketches the pages of Nutmeg").data["history"][0]["text"]
        == "- Wim Walsh sketches the pages"
    )


def test_moved_lines_are_not_removed(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: a line that went to another note is called removed."""
    line = "The screens are drawn by Lotte Berg and nobody else.\n"
    repo.commit(
        "2025-01-10", {"cold-harbour.md": f"# Project\n\nText.\n\n{line}", "b.md": "# Screens\n\nText.\n"}
    )
    repo.commit(
        "2026-01-10", {"cold-harbour.md": "# Project\n\nText.\n", "b.md": f"# Screens\n\nText.\n\n{line}"}
    )
    assert mem.search("Cold Harbour screens drawn").data["history"] == []


def test_what_still_stands_is_not_told_as_removed(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: old wordings in the history of every answer."""
    repo.commit("2025-01-10", {"h.md": "# Harbour\n\nThe screens are drawn by Lotte.\n"})
    repo.commit("2026-01-10", {"h.md": "# Harbour\n\nThe screens are drawn by Lotte Berg these days.\n"})
    assert mem.search("screens Harbour drawn").data["history"] == []


def test_what_was_removed_of_another_subject_is_not_told(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: asked for the budget of one project, the answer tells what another one once had."""
    repo.commit(
        "2025-01-10", {"osprey.md": "# Osprey\n\n- Budget: 27,000\n", "a.md": "# Gannet\n\nA budget.\n"}
    )
    repo.commit("2026-01-10", {"osprey.md": "# Osprey\n\nQuiet.\n"})
    assert mem.search("Gannet budget").data["history"] == []
    assert [each["text"] for each in mem.search("budget").data["history"]] == ["Budget: 27,000"]
