"""Days, times without a zone and times with one are compared without falling over.

Lost otherwise: one note with a time zone silences the whole memory.
"""

from __future__ import annotations

import time
from itertools import permutations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, statuses
from tests.running import Mem

DECLARED = {".gitmem.toml": '[facts]\nsingle_valued = ["winch driver"]\n'}
NOTES = {
    "one": "---\nverified: 2026-08-01T09:00:00Z\n---\n# Quay\n\n- Winch driver: Abe\n",
    "two": "---\nupdated: 2026-08-02 10:00\n---\n# Quay\n\n- Winch driver: Bo\n",
    "three": "# Quay\n\n- Winch driver: Cai [verified: 2026-08-04]\n",
    "four": "---\ndate: 2026-08-02T23:30:00-05:00\n---\n# Quay\n\n- Winch driver: Dot\n",
}


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Tokyo"])
@pytest.mark.parametrize("names", ["abcd", "dcba", "cadb"])
def test_the_newest_day_wins(
    names: str, zone: str, repo: RepoBuilder, mem: Mem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the zone of the reader and the order of the files."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    files = {f"{name}.md": text for name, text in zip(names, NOTES.values(), strict=True)}
    repo.commit("2026-07-01", {**DECLARED, **files})
    assert present(mem, "quay winch driver") == ["Cai"]
    found = statuses(mem, "winch driver")
    newest = names[2]
    for name in names:
        place = next(cite for cite in found if cite.startswith(f"{name}.md:"))
        assert (found[place] == "SUPERSEDED") == (name != newest), place
    assert conflicts(mem) == []


WAYS = ["2026-08-03", "2026-08-03T04:30:00Z", "2026-08-03 04:30", "2026-08-03T23:59:59+09:00"]


@pytest.mark.parametrize(("one", "other"), list(permutations(WAYS, 2)))
def test_one_day_in_two_ways(one: str, other: str, repo: RepoBuilder, mem: Mem) -> None:
    """Equal days order nothing: no error, nobody hidden."""
    repo.commit(
        "2026-07-01",
        {
            **DECLARED,
            "a.md": f"---\nverified: {one}\n---\n# Quay\n\n- Winch driver: Abe\n",
            "b.md": f"---\nupdated: {other}\n---\n# Quay\n\n- Winch driver: Bo\n",
        },
    )
    assert "SUPERSEDED" not in statuses(mem, "winch driver").values()


@pytest.mark.parametrize(
    "verb", [["conflicts"], ["stale"], ["history", "winch", "driver"], ["explain", "winch"]]
)
def test_no_verb_falls_over(verb: list[str], repo: RepoBuilder, mem: Mem) -> None:
    """Each answers in words of its own."""
    repo.commit("2026-07-01", {**DECLARED, **{f"{name}.md": text for name, text in NOTES.items()}})
    ran = mem(*verb)
    assert ran.code in (0, 1)
    assert ran.out
    assert "Error" not in ran.err
