"""Headings underlined by signs are headings, rules are rules, and seven equals are no merge marker.

Lost otherwise: dates of underlined headings are missed, or a title is taken for a conflict.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.hooks.hooked import Hooked
from tests.running import Json, Mem

FARM = """\
Stables
=======

2026-08-03
----------

- Stable vet: Una

---

- Stable cook: Per

| a | b |
| - | - |
| Stable size | 12 |

* * *

Last line of stables
"""


@pytest.fixture
def chunks(repo: RepoBuilder, mem: Mem) -> dict[int, Json]:
    """The chunks of the note by line."""
    repo.commit("2025-09-08", {"farm.md": FARM})
    return {chunk["line"]: chunk for chunk in mem.chunks("farm.md")}


def test_underlined_headings_count(chunks: dict[int, Json]) -> None:
    """Both levels stand above the line, and the dated one dates it."""
    for line in (7, 11, 15, 19):
        assert chunks[line]["heading_path"] == ["Stables", "2026-08-03"]


def test_a_rule_ends_no_section(repo: RepoBuilder, mem: Mem) -> None:
    """Lines after a rule keep the date of the heading above it."""
    repo.commit("2025-09-08", {"farm.md": FARM})
    answer = mem.search("stable vet cook size last")
    for line in (7, 11, 15, 19):
        result = answer.at(f"farm.md:{line}")
        assert (result["as_of"], result["date_source"]) == ("2026-08-03", "heading")


def test_rules_are_no_headings_and_the_table_is_one(chunks: dict[int, Json]) -> None:
    """Nothing is promoted."""
    assert 9 not in chunks
    assert 17 not in chunks
    assert chunks[15]["kind"] == "table_row"


@pytest.mark.parametrize("signs", ["=", "==", "=======", "==========", "-", "--", "-------"])
def test_any_length_of_underline(signs: str, repo: RepoBuilder, mem: Mem) -> None:
    """One sign is enough, seven are not special."""
    repo.commit("2025-09-08", {"f.md": f"2026-08-03\n{signs}\n\nStable gate: open\n"})
    result = mem.search("stable gate").at("f.md:4")
    assert (result["as_of"], result["heading_path"]) == ("2026-08-03", ["2026-08-03"])


def test_a_real_conflict_makes_no_heading(repo: RepoBuilder, mem: Mem) -> None:
    """Between real markers seven equals separate two sides and underline nothing."""
    conflict = "<<<<<<< HEAD\nStable gate: open\n=======\nStable gate: shut\n>>>>>>> side\n"
    repo.commit("2025-09-08", {"f.md": f"# Farm\n\n{conflict}\nStable roof: tin\n"})
    answer = mem.search("stable gate roof")
    assert answer.at("f.md:9")["heading_path"] == ["Farm"]
    texts = " ".join(result["text"] for result in answer.results)
    assert "open" in texts
    assert "shut" in texts
    assert not any(
        "Stable gate" in heading for result in answer.results for heading in result["heading_path"]
    )


def test_an_underline_after_a_blank_line_is_a_rule(repo: RepoBuilder, mem: Mem) -> None:
    """Nothing to underline."""
    repo.commit("2025-09-08", {"f.md": "# Farm\n\n2026-08-03\n\n---\n\nStable gate: open\n"})
    assert mem.search("stable gate").at("f.md:7")["as_of"] == "2025-09-08"


@pytest.mark.parametrize("signs", [6, 7, 8])
@pytest.mark.representatives(1)
def test_an_underlined_title_may_be_committed(signs: int, hooked: Hooked) -> None:
    """Seven equals under a title are no leftover of a merge, nor are more or fewer."""
    hooked.commits({"farm.md": FARM.replace("=======", "=" * signs)})
    hooked.commits({"farm.md": FARM.replace("=======", "=" * signs) + "\nAnd one more.\n"})
    assert hooked.ask("check", "--all").code == 0
