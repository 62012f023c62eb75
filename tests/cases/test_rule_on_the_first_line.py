"""Three hyphens at the top are often just a rule.

Lost otherwise: half the note is taken for front matter and is never found.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

DAY = "2026-09-08"
NOTES = {
    "rule-never-closed": ("---\n\n# Band\n\n- Band leader: Kim Ost\n", 5),
    "prose-between-rules": (
        "---\nThis page is about the band.\n\n- Band leader: Kim Ost\n\n---\n\nMore.\n",
        4,
    ),
    "list-between-rules": ("---\n- just\n- a list\n---\n\n- Band leader: Kim Ost\n", 6),
    "rule-later-on": ("# Band\n\n---\nverified: 2019-01-01\n---\n\n- Band leader: Kim Ost\n", 7),
    "blank-line-first": ("\n---\nverified: 2019-01-01\n---\n\n- Band leader: Kim Ost\n", 6),
    "in-a-fence": ("# How\n\n```\n---\nverified: 2019-01-01\n---\n```\n\n- Band leader: Kim Ost\n", 9),
    "fence-on-line-one": ("```yaml\n---\nverified: 2019-01-01\n---\n```\n\n- Band leader: Kim Ost\n", 7),
    "four-hyphens": ("----\nverified: 2019-01-01\n----\n\n- Band leader: Kim Ost\n", 5),
    "indented": ("  ---\n  verified: 2019-01-01\n  ---\n\n- Band leader: Kim Ost\n", 5),
    "stars": ("***\nverified: 2019-01-01\n***\n\n- Band leader: Kim Ost\n", 5),
    "closed-by-nothing": ("---\nverified: 2019-01-01\n\n- Band leader: Kim Ost\n", 4),
}


@pytest.mark.parametrize("kind", NOTES)
def test_the_text_is_found_with_its_line_and_date(kind: str, repo: RepoBuilder, mem: Mem) -> None:
    """What is no front matter is body text: found, at its line, and dated by git."""
    content, line = NOTES[kind]
    repo.commit("2025-01-01", {"other.md": "# Other\n"})
    repo.commit(DAY, {"band.md": content})
    result = mem.search("band leader Kim Ost").at(f"band.md:{line}")
    assert (result["as_of"], result["date_source"]) == (DAY, "git")
    assert "Kim Ost" in result["text"]


def test_text_between_two_rules_can_be_found(repo: RepoBuilder, mem: Mem) -> None:
    """Not only what stands after the second rule."""
    repo.commit(DAY, {"band.md": NOTES["prose-between-rules"][0]})
    assert mem.search("page about").data["no_match"] is False


@pytest.mark.parametrize("closing", ["---", "..."])
def test_real_front_matter_still_counts(closing: str, repo: RepoBuilder, mem: Mem) -> None:
    """Either of YAML's ways to end the block."""
    repo.commit(DAY, {"band.md": f"---\nverified: 2025-01-09\n{closing}\n\n- Band leader: Kim Ost\n"})
    assert mem.search("band leader").at("band.md:5")["as_of"] == "2025-01-09"


def test_front_matter_can_be_searched(repo: RepoBuilder, mem: Mem) -> None:
    """Words that stand only in the front matter exist, so their absence must not be proven."""
    repo.commit(DAY, {"band.md": "---\nentity: Quartz\ntags: [brass, choir]\n---\n# Band\n\nText.\n"})
    assert mem.search("quartz").data["no_match"] is False
    assert mem.search("brass").data["no_match"] is False
