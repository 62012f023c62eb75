"""Square brackets at the start of an item are a box to tick, a time, or a tag; the text follows.

Lost otherwise: a transcript becomes a list of facts about "00".
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import keys, values
from tests.running import Mem

BOXES = ["[x]", "[ ]", "[/]", "[>]", "[X]", "[-]", "[?]", "[!]"]


@pytest.mark.parametrize("box", BOXES)
def test_a_box_is_not_in_the_way(box: str, repo: RepoBuilder, mem: Mem) -> None:
    """The item is one chunk at its line, whatever stands in the box."""
    repo.commit(
        "2026-09-07", {"m.md": f"# Meeting\n\n- {box} Protocol: sent to all\n- {box} Hall: half done\n"}
    )
    chunks = mem.chunks("m.md")
    assert [(chunk["kind"], chunk["line"]) for chunk in chunks] == [("list_item", 3), ("list_item", 4)]
    assert "Protocol: sent to all" in mem.search("protocol").at("m.md:3")["text"]


def test_time_codes_are_text(repo: RepoBuilder, mem: Mem) -> None:
    """A transcript is found by what was said; its clock times are no dates."""
    repo.commit(
        "2026-09-07",
        {"m.md": "# Meeting\n\n[00:00:11] Pia: good evening\n- [00:01:30.500] Quist: the dues: five euros\n"},
    )
    answer = mem.search("evening dues euros")
    assert answer.at("m.md:3")["as_of"] == "2026-09-07"
    assert answer.at("m.md:4")["as_of"] == "2026-09-07"
    assert answer.at("m.md:4")["line"] == answer.at("m.md:4")["end_line"] == 4


def test_a_tag_in_front_dates_the_item(repo: RepoBuilder, mem: Mem) -> None:
    """`[verified: …]` counts wherever it stands in the line."""
    repo.commit(
        "2026-09-07", {"m.md": "# Meeting\n\n- [verified: 2026-09-01] Chair: Rut\n- Chair Vice: Sol\n"}
    )
    answer = mem.search("chair")
    assert (answer.at("m.md:3")["as_of"], answer.at("m.md:3")["date_source"]) == ("2026-09-01", "tag")
    assert answer.at("m.md:4")["date_source"] == "git"


def test_a_ticked_box_is_a_touch_of_one_line(repo: RepoBuilder, mem: Mem) -> None:
    """Ticking one box dates that item and no other."""
    repo.commit("2025-09-07", {"m.md": "# Meeting\n\n- [ ] Protocol: to send\n- [ ] Hall: to book\n"})
    repo.commit("2026-09-07", {"m.md": "# Meeting\n\n- [x] Protocol: to send\n- [ ] Hall: to book\n"})
    assert mem.search("hall").at("m.md:4")["as_of"] == "2025-09-07"


def test_a_link_definition_is_not_lost(repo: RepoBuilder, mem: Mem) -> None:
    """Brackets with a colon behind are Markdown's link definitions; their words can be asked for."""
    repo.commit(
        "2026-09-07", {"m.md": "# Meeting\n\nSee [the minutes][m].\n\n[m]: https://club.example/minutes-7\n"}
    )
    assert mem.search("minutes-7").data["absence"] != "proven"


@pytest.mark.parametrize("box", BOXES)
def test_the_box_is_no_key(box: str, repo: RepoBuilder, mem: Mem) -> None:
    """If a task is a fact at all, its key is what stands before the colon."""
    repo.commit("2026-09-07", {"m.md": f"# Meeting\n\n- {box} Protocol: sent to all\n"})
    assert keys(mem, "protocol sent") <= {"Protocol"}


@pytest.mark.parametrize(
    "line",
    ["[00:00:11] Pia: good evening", "- [00:01:30.500] Quist: the dues: five", "09:40 Rut: in", "- 7:05: up"],
)
def test_clock_times_are_no_keys(line: str, repo: RepoBuilder, mem: Mem) -> None:
    """Nothing is known about "00"."""
    repo.commit("2026-09-07", {"m.md": f"# Meeting\n\n{line}\n"})
    results = mem.search("meeting evening dues in up pia quist rut").results
    found = {fact["label"] for result in results for fact in result["facts"]}
    assert not any(key[:1].isdigit() or key.startswith("[") for key in found)


def test_a_tag_in_front_is_no_key(repo: RepoBuilder, mem: Mem) -> None:
    """The chair is Rut; `verified` is nobody's key."""
    repo.commit("2026-09-07", {"m.md": "# Meeting\n\n- [verified: 2026-09-01] Chair: Rut\n"})
    assert values(mem, "chair", "Chair") == ["Rut"]
    assert keys(mem, "chair verified") == {"Chair"}


@pytest.mark.parametrize("box", ["[x]", "[X]"])
def test_done_is_closed_not_superseded(box: str, repo: RepoBuilder, mem: Mem) -> None:
    """A ticked task is over because it was done."""
    repo.commit("2025-09-07", {"m.md": "# Meeting\n\n- [ ] Hall: Blue Room\n"})
    repo.commit("2026-09-07", {"m.md": f"# Meeting\n\n- {box} Hall: Blue Room\n"})
    result = mem.search("hall").at("m.md:3")
    assert result["closed"]
    assert result["status"] not in ("SUPERSEDED", "RETRACTED", "CONTESTED")
