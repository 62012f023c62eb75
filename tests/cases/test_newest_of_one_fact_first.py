"""Lines of one fact that no rule may mark are shown with the newest first."""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem


@pytest.mark.parametrize(
    ("older", "entry"),
    [
        ("| What | Value |\n|---|---|\n| Client | Fjord |\n", "Juniper's client is now Kestrel."),
        ("The client is Fjord.\n", "The client of Juniper is now Kestrel."),
        ("Client at present: Fjord.\n", "- Juniper client: Kestrel"),
    ],
)
def test_a_later_entry_comes_before_the_older_line(
    repo: RepoBuilder, mem: Mem, older: str, entry: str
) -> None:
    """Lost otherwise: the first answer is what held a year ago, with nothing that says so."""
    repo.commit("2025-06-01", {"juniper.md": f"# Juniper\n\n{older}"})
    repo.commit("2026-06-01", {"journal/2026-06-01.md": f"# 2026-06-01\n\n{entry}\n"})
    results = mem.search("client Juniper").results
    assert "Kestrel" in results[0]["text"]
    assert [each["superseded_by"] for each in results if "Fjord" in each["text"]] == [[]]


def test_entries_that_put_the_key_otherwise(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: the older of two entries comes first, as their keys are not written alike."""
    repo.commit("2024-12-20", {"journal/2024-12-20.md": "# 2024-12-20\n\n- Edda Lang's car: a white Zoe\n"})
    repo.commit(
        "2025-10-19", {"journal/2025-10-19.md": "# 2025-10-19\n\nThe car of Edda Lang is now a Yaris.\n"}
    )
    assert mem.search("car Edda Lang").results[0]["path"] == "journal/2025-10-19.md"


def test_a_copy_in_a_list_comes_after_the_line_that_was_changed(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: an untouched copy of the old value, naming the subject, is the first answer."""
    note, copies = (
        "# Ines Lund\n\n- Hobby: chess\n- Mobile: {}\n",
        "# Mobile of everyone\n\n- Ines Lund: 55 11 22\n",
    )
    repo.commit("2025-01-01", {"ines.md": note.format("55 11 22"), "lists/mobile.md": copies})
    repo.commit("2026-01-01", {"ines.md": note.format("55 99 88")})
    results = [each["path"] for each in mem.search("mobile Ines Lund").results if "55" in each["text"]]
    assert results == ["ines.md", "lists/mobile.md"]


def test_other_facts_keep_their_order(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: what is younger comes before what was asked for."""
    repo.commit("2025-01-01", {"o.md": "# Orion\n\n- Budget lead: Ada Wren\n"})
    repo.commit(
        "2026-01-01", {"p.md": "# Vela\n\n- Budget lead: Max Roe\n", "q.md": "# Orion log\n\n- Budget: 5\n"}
    )
    assert mem.search("Orion budget lead").results[0]["path"] == "o.md"
