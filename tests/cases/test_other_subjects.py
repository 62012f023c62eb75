"""The same key of two people, boats or projects is two facts.

Lost otherwise: whoever was written down last takes everybody's employer.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, live, present, statuses
from tests.hooks.hooked import Hooked
from tests.running import Mem

IDA = "# Ida\n\n- Favourite club: Otters\n- Employer: Lund Ltd\n"
JON = "# Jon\n\n- Favourite club: Herons\n- Employer: Brae AG\n"
DAY = "# Log\n\n## 2026-07-02\n\n"
LOG = DAY + "- Ida runs the books of Brae AG.\n- The sister of Ida has a favourite club: Owls\n"
CONFIGURED = '[facts]\nsingle_valued = ["favourite club"]\n'


@pytest.mark.parametrize("configured", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("order", list(permutations(("a", "b", "log"))), ids="-".join)
@pytest.mark.representatives(5)
def test_four_facts_stay_four(order: tuple[str, ...], configured: bool, repo: RepoBuilder, mem: Mem) -> None:
    """Whichever was written first, declared or not, nobody's club or employer is anybody else's."""
    notes = {"a": {"people/ida.md": IDA}, "b": {"people/jon.md": JON}, "log": {"log.md": LOG}}
    if configured:
        repo.commit("2026-04-01", {".gitmem.toml": CONFIGURED})
    for day, name in zip(("2026-05-02", "2026-06-03", "2026-07-02"), order, strict=True):
        repo.commit(day, notes[name])
    facts = ["people/ida.md:3", "people/ida.md:4", "people/jon.md:3", "people/jon.md:4"]
    found = [*live(mem, "favourite club"), *live(mem, "employer")]
    assert sorted(cite for cite in found if cite.startswith("people/")) == facts
    assert "SUPERSEDED" not in [*statuses(mem, "ida jon favourite club employer").values()]
    assert conflicts(mem) == []
    assert present(mem, "ida favourite club") == ["Otters"]
    assert present(mem, "jon employer") == ["Brae AG"]


SHAPES = {
    "items": "- Owner: {}\n",
    "bold": "**Owner:** {}\n",
    "paragraph": "Owner: {}\n",
    "sentence": "The owner is {}.\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_notes_of_different_titles(shape: str, repo: RepoBuilder, mem: Mem) -> None:
    """One commit, one key, two boats."""
    write = SHAPES[shape].format
    notes = {"tern.md": f"# Tern\n\n{write('Lise Vang')}", "puffin.md": f"# Puffin\n\n{write('Rolf Haug')}"}
    repo.commit("2026-06-01", notes)
    assert live(mem, "owner") == ["puffin.md:3", "tern.md:3"]
    assert conflicts(mem) == []


@pytest.mark.parametrize("headings", [("Staging", "Production"), ("Oslo", "Bergen"), ("Ida", "Jon")])
def test_headings_that_name_other_things(headings: tuple[str, str], repo: RepoBuilder, mem: Mem) -> None:
    """A host under one heading is not the host under the next."""
    one, other = headings
    note = f"# Servers\n\n## {one}\n\n- Host: alpha.example\n- Owner: Lise Vang\n"
    repo.commit("2026-05-01", {"servers.md": note})
    note += f"\n## {other}\n\n- Host: beta.example\n- Owner: Rolf Haug\n"
    repo.commit("2026-06-01", {"servers.md": note})
    assert live(mem, "host owner") == [f"servers.md:{line}" for line in (10, 11, 5, 6)]
    assert conflicts(mem) == []


def test_parent_items_that_name_other_things(repo: RepoBuilder, mem: Mem) -> None:
    """What hangs under two list items belongs to two things."""
    note = "# Crew\n\n- Mate\n  - Phone: 5550111\n- Cook\n  - Phone: 5550122\n"
    repo.commit("2026-05-01", {"crew.md": note})
    assert {"crew.md:4", "crew.md:6"} <= set(live(mem, "phone"))
    assert not any("crew.md" in cite for group in conflicts(mem) for cite in group)


@pytest.mark.parametrize("title", ["Notes", "README", "2026-08-01", "Summary"])
def test_titles_that_name_nothing(title: str, repo: RepoBuilder, mem: Mem) -> None:
    """Two notes called Notes are not about one thing called Notes."""
    repo.commit("2026-05-01", {"a/x.md": f"# {title}\n\n- Owner: Lise Vang\n"})
    repo.commit("2026-06-01", {"b/y.md": f"# {title}\n\n- Owner: Rolf Haug\n"})
    assert live(mem, "owner") == ["a/x.md:3", "b/y.md:3"]
    assert conflicts(mem) == []


def test_a_part_of_a_name_is_another_thing(repo: RepoBuilder, mem: Mem) -> None:
    """The harbour and the harbour ferry; Orion and Orion Nebula."""
    repo.commit("2026-05-01", {"harbour.md": "# Harbour\n\n- Owner: Lise Vang\n"})
    repo.commit("2026-06-01", {"log.md": "# Log\n\n## 2026-06-01\n\n- Harbour ferry owner: Rolf Haug\n"})
    assert live(mem, "harbour owner") == ["harbour.md:3", "log.md:5"]
    assert conflicts(mem) == []


@pytest.mark.parametrize("configured", [True, False], ids=["declared", "undeclared"])
@pytest.mark.representatives(1)
def test_they_may_be_committed(configured: bool, hooked: Hooked) -> None:
    """One after the other, and all at once."""
    notes = {"people/ida.md": IDA, "people/jon.md": JON, "log.md": LOG}
    if configured:
        hooked.commits({".gitmem.toml": CONFIGURED})
    for path, text in notes.items():
        hooked.commits({path: text})
    hooked.repo.switch("again", orphan=True)
    hooked.commits({**notes, ".gitmem.toml": CONFIGURED})
    assert hooked.ask("check", "--all").code == 0
