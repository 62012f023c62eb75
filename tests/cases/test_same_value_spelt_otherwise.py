"""The same value in other letters is the same value.

Lost otherwise: bold type, a full stop or a link makes a contradiction of two lines that agree.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, explained, present, statuses
from tests.hooks.hooked import Hooked
from tests.running import Mem

DECLARED = '[facts]\nsingle_valued = ["room", "repo", "start"]\n'
PAIRS = {
    "emphasis": ("Project lead", "**Runa Dahl**.", "Runa Dahl"),
    "wiki-link": ("Project lead", "Runa Dahl", "[[staff/runa|Runa Dahl]]"),
    "link": ("Project lead", "Runa Dahl", "[Runa Dahl](staff/runa.md)"),
    "case": ("Project lead", "runa dahl", "Runa Dahl"),
    "code": ("Start", "2026-03-02", "`2026-03-02`"),
    "date": ("Start", "2026-03-02", "2 March 2026"),
    "angle-brackets": ("Repo", "<https://git.example/vela>", "https://git.example/vela"),
    "accents": ("Room", "Caf\u00e9", "cafe\u0301"),
    "quotes": ("Room", '"Blue Room"', "Blue Room"),
    "tag": ("Project lead", "Runa Dahl [stated]", "Runa Dahl [observed]"),
    "commentary": ("Project lead", "Runa Dahl (since May)", "Runa Dahl"),
    "thousands": ("Budget", "$40,000", "$40000"),
    "wide-letters": ("Room", "ＡＢ１２", "AB12"),
    "blanks": ("Room", "Blue  Room", "Blue Room"),
}


@pytest.mark.parametrize("where", ["log", "same-section"])
@pytest.mark.parametrize("kind", PAIRS)
def test_no_contradiction(kind: str, where: str, repo: RepoBuilder, mem: Mem) -> None:
    """Both places state one value; neither replaces the other."""
    label, one, other = PAIRS[kind]
    notes = {".gitmem.toml": DECLARED, "vela.md": f"# Vela\n\n- {label}: {one}\n"}
    second = "log.md:5" if where == "log" else "vela.md:4"
    if where == "log":
        notes["log.md"] = f"# Log\n\n## 2026-08-15\n\n- Vela {label.lower()}: {other}\n"
    else:
        notes["vela.md"] += f"- {label}: {other}\n"
    repo.commit("2026-08-15", notes)
    assert conflicts(mem) == []
    found = statuses(mem, f"vela {label}")
    assert (found["vela.md:3"], found[second]) == ("FRESH", "FRESH")


def test_every_place_is_named(repo: RepoBuilder, mem: Mem) -> None:
    """One value, three places: whoever strikes one knows of the others."""
    log = "# Log\n\n## 2026-08-15\n\n- Vela project lead: [[staff/runa|Runa Dahl]]\n"
    log += "- Vela Project Lead:: runa dahl\n"
    repo.commit("2026-08-15", {"vela.md": "# Vela\n\n- Project lead: **Runa Dahl**.\n", "log.md": log})
    fact = explained(mem, "vela project lead")
    assert fact["state"] == "current"
    places = {place for step in fact["steps"] for place in (step["cite"], *step["same_as"])}
    assert places == {"vela.md:3", "log.md:5", "log.md:6"}


def test_respelt_in_place_is_no_change(repo: RepoBuilder, mem: Mem) -> None:
    """A full stop that goes ends nothing and begins nothing."""
    repo.commit("2026-03-02", {"vela.md": "# Vela\n\n- Project lead: Runa Dahl.\n"})
    repo.commit("2026-08-15", {"vela.md": "# Vela\n\n- Project lead: `Runa Dahl`\n"})
    assert present(mem, "vela project lead") == ["Runa Dahl"]
    assert len(explained(mem, "vela project lead")["steps"]) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("40", "41"), ("Runa Dahl", "Runa Dahle"), ("2026-03-02", "2026-02-03"), ("C", "C++"), ("-3", "3")],
)
def test_what_only_looks_alike_is_different(one: str, other: str, repo: RepoBuilder, mem: Mem) -> None:
    """Nothing that means something is taken away before comparing."""
    repo.commit("2026-08-15", {"vela.md": f"# Vela\n\n- Rate: {one}\n- Rate: {other}\n"})
    assert conflicts(mem) == [["vela.md:3", "vela.md:4"]]


def test_all_may_be_committed(hooked: Hooked) -> None:
    """The first place, then a second one in a log and a third one in the same section."""
    first, then = {".gitmem.toml": DECLARED}, {}
    for kind, (label, one, other) in PAIRS.items():
        boat = f"Vela {kind.replace('-', ' ')}"
        first[f"{kind}.md"] = f"# {boat}\n\n- {label}: {one}\n"
        then[f"{kind}.md"] = first[f"{kind}.md"] + f"- {label}: {other}\n"
        then[f"log-{kind}.md"] = f"# Log\n\n## 2024-05-15\n\n- {boat} {label.lower()}: {other}\n"
    hooked.commits(first)
    hooked.commits(then)
