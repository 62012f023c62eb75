"""Why an answer stands where it stands, told on request.

Lost otherwise: whoever finds a poor answer first can only guess which word put it there.
"""

from __future__ import annotations

import re

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem


@pytest.fixture(autouse=True)
def orion(repo: RepoBuilder) -> None:
    """A lead who is followed in a log, and a line with a word of many parts."""
    note = "# Orion\n\n- Project lead: Dana Whit\n- Orion's lead-in: two weeks\n"
    repo.commit("2025-11-03", {"orion.md": note})
    repo.commit("2026-08-14", {"log.md": "# Log\n\n## 2026-08-14\n\nOrion project lead: Sam Okafor\n"})


def test_a_score_is_explained_word_by_word(mem: Mem) -> None:
    """The shares add up to the words' part, and the parts make the score."""
    for mode in ("lexical", "bm25"):
        results = mem.search("orion's lead-in lead owner", "--explain-score", "--mode", mode).results
        assert results
        for result in results:
            parts = result["score_parts"]
            assert sum(parts["terms"].values()) == pytest.approx(parts["words"], abs=1e-5)
            assert parts["words"] * parts["note"] * parts["recency"] == pytest.approx(
                result["score"], abs=1e-4
            )
            assert set(parts["terms"]) <= {"orion's", "lead-in", "lead", "owner"}
    assert all(result["score_parts"]["terms"] is None for result in mem.search("orion lead").results)


def test_a_score_is_explained_to_people(mem: Mem) -> None:
    """Also that facts and not the score decide the place of a result."""
    out = mem("search", "--explain-score", "orion", "lead").out
    assert re.search(r"\n    score \d+\.\d{3} = words \d+\.\d{3} × note \d\.\d{3} × recency \d\.\d{3}\n", out)
    assert re.search(r"\n    orion \d\.\d{3}, lead \d\.\d{3}\n", out)
    assert "its place is that of its facts" in mem("search", "--explain-score", "dana", "lead").out
    assert "score" not in mem("search", "orion", "lead").out
    assert (
        "note" not in mem("search", "--explain-score", "--mode", "bm25", "-k", "1", "lead").out.split("·")[0]
    )
