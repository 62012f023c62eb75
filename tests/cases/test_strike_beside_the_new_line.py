"""To strike the old line and write the new one beside it is how a fact is meant to be changed.

Lost otherwise: the recommended edit is reported as a contradiction.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, statuses, timeline
from tests.hooks.hooked import Hooked
from tests.running import Mem

BEFORE = "# Kelp\n\n- Status: resting [stated]\n- Sponsor: Vera Holt [stated]\n"
AFTER = (
    "# Kelp\n\n- ~~Status: resting~~ superseded 2026-08-13\n- Status: growing [observed]\n"
    "- ~~Sponsor: Vera Holt~~ superseded 2026-08-13 by Ned Lowe\n- Sponsor: Ned Lowe [stated]\n"
)
DECLARED = {".gitmem.toml": '[facts]\nsingle_valued = ["sponsor"]\n'}


@pytest.fixture(params=[True, False], ids=["declared", "undeclared"])
def changed(request: pytest.FixtureRequest, repo: RepoBuilder) -> None:
    """A note that was changed by the book, and a copy of it that came and went."""
    repo.commit("2026-03-02", {"kelp.md": BEFORE, **(DECLARED if request.param else {})})
    repo.commit("2026-08-14", {"kelp.md": AFTER})
    repo.commit("2026-08-15", {"kelp-copy.md": AFTER.replace("- Sponsor: Ned Lowe [stated]\n", "")})
    repo.commit("2026-08-16", {"kelp-copy.md": None})


@pytest.mark.usefixtures("changed")
def test_the_new_values_hold(mem: Mem) -> None:
    """The end is the day that was written; the start is the commit that first said it."""
    assert timeline(mem, "kelp status") == [
        ("now", "growing", "2026-08-14", None),
        ("before", "resting", "2026-03-02", "2026-08-13"),
    ]
    assert timeline(mem, "kelp sponsor") == [
        ("now", "Ned Lowe", "2026-08-14", None),
        ("before", "Vera Holt", "2026-03-02", "2026-08-13"),
    ]


@pytest.mark.usefixtures("changed")
def test_no_contradiction(mem: Mem) -> None:
    """Struck lines are over, and a copy that is gone has no say."""
    assert conflicts(mem) == []
    found = statuses(mem, "kelp status sponsor")
    assert found == {
        "kelp.md:3": "SUPERSEDED",
        "kelp.md:4": "FRESH",
        "kelp.md:5": "SUPERSEDED",
        "kelp.md:6": "FRESH",
    }


@pytest.mark.usefixtures("changed")
def test_tags_are_no_part_of_values(mem: Mem) -> None:
    """`growing`, not `growing [observed]`; the tag is told as what it is."""
    [fact] = mem.search("kelp status").at("kelp.md:4")["facts"]
    assert (fact["label"], fact["value"], fact["provenance"]) == ("Status", "growing", "observed")


WAYS = {
    "named-on-the-line": "- ~~Owner: Vera Holt~~ superseded by Ned Lowe\n- Owner: Ned Lowe\n",
    "no-day": "- ~~Owner: Vera Holt~~\n- Owner: Ned Lowe\n",
    "new-line-first": "- Owner: Ned Lowe\n- ~~Owner: Vera Holt~~ superseded 2026-08-14\n",
    "capitals-and-bold": "- ~~Owner: Vera Holt~~ **Superseded 2026-08-14**\n- Owner: Ned Lowe\n",
    "in-parentheses": "- ~~Owner: Vera Holt~~ (superseded 2026-08-14)\n- Owner: Ned Lowe\n",
    "bold-label": "- ~~**Owner:** Vera Holt~~ superseded 2026-08-14\n- **Owner:** Ned Lowe\n",
    "part-of-the-line": "- Owner: ~~Vera Holt~~ Ned Lowe\n",
    "arrow": "- ~~Owner: Vera Holt~~ → Ned Lowe\n",
    "paragraphs": "~~Owner: Vera Holt~~ superseded 2026-08-14\n\nOwner: Ned Lowe\n",
    "other-text-between": "- ~~Owner: Vera Holt~~\n- Berth: 4\n- Owner: Ned Lowe\n",
}


@pytest.mark.parametrize("way", WAYS)
def test_ways_to_strike(way: str, repo: RepoBuilder, mem: Mem) -> None:
    """However it is written, the new owner is the owner and the old one is not."""
    repo.commit("2026-03-02", {"kelp.md": "# Kelp\n\n- Owner: Vera Holt\n"})
    repo.commit("2026-08-14", {"kelp.md": f"# Kelp\n\n{WAYS[way]}"})
    assert present(mem, "kelp owner") == ["Ned Lowe"]
    assert conflicts(mem) == []
    steps = timeline(mem, "kelp owner")
    assert [step[1] for step in steps if step[0] == "before"] == ["Vera Holt"]


def test_struck_without_successor(repo: RepoBuilder, mem: Mem) -> None:
    """Struck and nothing instead: retracted, and the question has no present answer."""
    repo.commit("2026-03-02", {"kelp.md": "# Kelp\n\n- Owner: Vera Holt\n"})
    repo.commit("2026-08-14", {"kelp.md": "# Kelp\n\n- ~~Owner: Vera Holt~~\n"})
    assert present(mem, "kelp owner") == []
    assert statuses(mem, "kelp owner") == {"kelp.md:3": "RETRACTED"}
    assert timeline(mem, "kelp owner")[0][1:] == ("Vera Holt", "2026-03-02", "2026-08-14")


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
@pytest.mark.representatives(1)
def test_the_edit_may_be_committed(declared: bool, hooked: Hooked) -> None:
    """By the book, and so may a copy of the note that comes and goes."""
    after = AFTER.replace("2026", "2024")
    hooked.commits({"kelp.md": BEFORE, **(DECLARED if declared else {})}, "2024-03-02")
    hooked.commits({"kelp.md": after}, "2024-08-14")
    copy = after.replace("- Sponsor: Ned Lowe [stated]\n", "")
    assert hooked.commit({"kelp-copy.md": copy}, "2024-08-15").code == 0
    hooked.commits({"kelp-copy.md": None}, "2024-08-16")
