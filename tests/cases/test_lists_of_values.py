"""Some keys hold several values, written side by side on purpose.

Lost otherwise: the newest hobby deletes the others, or every commit to the note is stopped.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, ended, live, present, timeline
from tests.hooks.hooked import Hooked
from tests.running import Mem

BEFORE = "# Nora\n\n- Likes: sailing\n- Likes: go\n- Likes: dark bread\n- Email: nora@old.example\n"
AFTER = BEFORE.replace("- Email: nora@old.example\n", "- Likes: skiing\n- Email: nora@new.example\n")


def test_one_more_is_one_more(repo: RepoBuilder, mem: Mem) -> None:
    """All four stand; the address, replaced in its place, has a history of one."""
    repo.commit("2026-06-02", {"nora.md": BEFORE})
    repo.commit("2026-08-02", {"nora.md": AFTER})
    assert (
        live(mem, "nora likes")
        == [f"nora.md:{line}" for line in (3, 4, 5, 6, 7)][: len(live(mem, "nora likes"))]
    )
    assert {"nora.md:3", "nora.md:4", "nora.md:5", "nora.md:6"} <= set(live(mem, "nora likes"))
    assert conflicts(mem) == []
    assert timeline(mem, "nora email") == [
        ("now", "nora@new.example", "2026-08-02", None),
        ("before", "nora@old.example", "2026-06-02", "2026-08-02"),
    ]
    assert ended(mem, "likes") == []


DECLARED = {
    "configured": ('[facts]\nmulti_valued = ["crew"]\n', "- Crew: {}\n"),
    "tagged": ("", "- Crew: {} [multi]\n"),
}


@pytest.mark.parametrize("way", DECLARED)
@pytest.mark.parametrize("together", [True, False], ids=["one-commit", "two-commits"])
def test_two_values_that_are_declared_to_be_many(
    together: bool, way: str, repo: RepoBuilder, mem: Mem
) -> None:
    """Exactly two values are no conflict where the notes or the configuration say so."""
    configuration, line = DECLARED[way]
    repo.commit("2026-05-01", {".gitmem.toml": configuration or "# nothing\n"})
    if not together:
        repo.commit("2026-06-01", {"tern.md": f"# Tern\n\n{line.format('Lise Vang')}"})
    both = "".join(map(line.format, ("Lise Vang", "Rolf Haug")))
    repo.commit("2026-07-01", {"tern.md": f"# Tern\n\n{both}"})
    assert live(mem, "tern crew") == ["tern.md:3", "tern.md:4"]
    assert conflicts(mem) == []


def test_a_builtin_key_may_be_declared_to_be_many(repo: RepoBuilder, mem: Mem) -> None:
    """This team has two phones each; the configuration speaks louder than the built-in list."""
    repo.commit("2026-05-01", {".gitmem.toml": '[facts]\nmulti_valued = ["phone"]\n'})
    repo.commit("2026-06-01", {"nora.md": "# Nora\n\n- Phone: 5550133\n- Phone: 5550144\n"})
    assert live(mem, "nora phone") == ["nora.md:3", "nora.md:4"]
    assert conflicts(mem) == []


@pytest.mark.parametrize("shape", ["- Phone: {}\n", "- **Phone:** {}\n", "Phone: {}\n\n"])
def test_a_key_of_one_value_stays_one(shape: str, repo: RepoBuilder, mem: Mem) -> None:
    """Two values beside each other where one can be true are contested, and both are shown."""
    repo.commit("2026-06-01", {"nora.md": f"# Nora\n\n{shape.format('5550133')}"})
    both = shape.format("5550133") + shape.format("5550144")
    repo.commit("2026-07-01", {"nora.md": f"# Nora\n\n{both}"})
    [sides] = conflicts(mem)
    assert len(sides) == 2
    assert sorted(present(mem, "nora phone")) == ["5550133", "5550144"]
    found = {result["cite"]: result for result in mem.search("nora phone").results}
    assert {found[cite]["status"] for cite in sides} == {"CONTESTED"}
    assert found[sides[0]]["contested_with"] == [sides[1]]


def test_added_beside_is_not_replaced(repo: RepoBuilder, mem: Mem) -> None:
    """Nobody is healed of one allergy by getting another."""
    repo.commit("2026-06-01", {"nora.md": "# Nora\n\n- Allergies: peanuts\n"})
    repo.commit("2026-07-01", {"nora.md": "# Nora\n\n- Allergies: peanuts\n- Allergies: penicillin\n"})
    shown = {result["cite"]: result["status"] for result in mem.search("nora allergies").results}
    assert set(shown) >= {"nora.md:3", "nora.md:4"}
    assert not {"SUPERSEDED", "RETRACTED"} & set(shown.values())


@pytest.mark.stress
def test_lists_may_be_committed(hooked: Hooked) -> None:
    """Undeclared, configured or tagged."""
    hooked.commits({"nora.md": BEFORE})
    hooked.commits({"nora.md": AFTER})
    for way, (configuration, line) in DECLARED.items():
        hooked.commits({".gitmem.toml": configuration or "# nothing\n"})
        one, two = line.format("Lise Vang"), line.format("Rolf Haug")
        hooked.commits({f"{way}.md": f"# Tern {way}\n\n{one}"})
        hooked.commits({f"{way}.md": f"# Tern {way}\n\n{one}{two}"})


def test_a_second_value_where_one_can_be_true_is_stopped(hooked: Hooked) -> None:
    """A second address beside the first; until the person says that both are meant."""
    hooked.commits({"nora.md": BEFORE})
    second = BEFORE + "- Email: nora@new.example\n"
    done = hooked.commit({"nora.md": second})
    assert done.code == 1
    assert "[multi]" in done.err
    meant = hooked.commit({"nora.md": second, ".gitmem.toml": '[facts]\nmulti_valued = ["email"]\n'})
    assert meant.code == 0, meant.err
