"""Of chunks that hold the whole question those that answer it come first."""

from __future__ import annotations

from pathlib import Path

from gitmem.index.response import SearchMode
from tests.index.fakes import bench, commit, said

OLD = said(commit("old", "2025-01-05"))
NEW = said(commit("new", "2026-09-20"))


def test_a_value_comes_before_small_talk_with_its_words(tmp_path: Path) -> None:
    """Lost otherwise: the phone number, below every line that only speaks of it."""
    notes = {
        "kai.md": "# Kai Moss\n\n## Notes\n\n- Phone: 555 0101, and the one at the office is 555 0102\n",
        "day.md": "- asked about the phone of Kai Moss\n- [ ] check the phone of Kai Moss\n",
    }
    found = bench(tmp_path, notes, kai=OLD, day=NEW)
    assert found.cites("phone Kai Moss", mode=SearchMode.BM25)[0] == "day.md:1"
    assert found.cites("phone Kai Moss")[:3] == ["kai.md:5", "day.md:1", "day.md:2"]


def test_the_newest_line_that_states_the_fact_comes_first(tmp_path: Path) -> None:
    """Lost otherwise: the present phone number, below an old copy in fewer words."""
    notes = {"list.md": "- Kai Moss phone: 1\n", "kai.md": "# Kai Moss\n\n- Phone: 2 (the one at work)\n"}
    assert bench(tmp_path / "a", notes, list=OLD, kai=NEW).cites("phone kai moss")[0] == "kai.md:3"
    assert bench(tmp_path / "b", notes, list=NEW, kai=OLD).cites("phone kai moss")[0] == "list.md:1"


def test_a_fact_comes_before_small_talk_where_only_the_subject_is_known(tmp_path: Path) -> None:
    """Lost otherwise: all that is known of somebody, below days on which the name was dropped."""
    notes = {
        "kai.md": "# Kai Moss\n\n- Drives: a red van\n",
        "day.md": "- Kai Moss came up\n- dreamt of Kai Moss\n",
    }
    assert bench(tmp_path, notes, kai=OLD, day=NEW).cites("vehicle kai moss")[0] == "kai.md:3"


def test_other_facts_of_the_subject_come_after_what_may_be_news(tmp_path: Path) -> None:
    """Lost otherwise: the line that tells in other words that the fact changed."""
    others = "".join(f"- {key}: {key} of his\n" for key in ("Diet", "Hobby", "Birthday", "Home town", "Car"))
    notes = {
        "kai.md": f"# Kai Moss\n\n- Employer: Brightwater\n{others}",
        "day.md": "Kai Moss handed in notice and starts elsewhere, as somebody told us at the long lunch\n",
    }
    assert bench(tmp_path, notes, kai=OLD, day=NEW).cites("employer kai moss")[:2] == ["kai.md:3", "day.md:1"]


def test_a_bare_heading_comes_after_what_stands_below_it(tmp_path: Path) -> None:
    """Lost otherwise: the answer, below a title that has the name and says nothing."""
    notes = {"kai.md": "# Kai Moss\n\n## Company\n\nWestfield Clinic, since the spring of that year\n"}
    assert bench(tmp_path, notes).cites("kai moss company")[0] == "kai.md:5"
    assert bench(tmp_path, notes).cites("kai moss nowhere")[0] == "kai.md:5"


def test_a_fact_under_a_day_stays_with_the_note_it_stands_in(tmp_path: Path) -> None:
    """Lost otherwise: the waiting time of one place, below the newer one of another place."""
    entry = "\n\n## {}\n\n- Waiting time: {} minutes\n"
    notes = {
        "isar.md": "# Garage Isar" + entry.format("2025-01-02", 85),
        "xenia.md": "# Sauna Xenia" + entry.format("2026-06-29", 20),
    }
    found = bench(tmp_path, notes, isar=OLD, xenia=NEW)
    assert found.cites("waiting time garage isar")[:2] == ["isar.md:5", "xenia.md:5"]


def test_the_same_fact_of_another_subject_is_not_the_one_asked_for(tmp_path: Path) -> None:
    """Lost otherwise: who leads Otter, below the newer line on who leads Heron that mentions Otter."""
    notes = {
        "otter.md": "# Otter\n\n- Project lead: Jonas\n",
        "heron.md": "# Heron\n\n- Budget: 1\n",
        "log.md": "# Log\n\n- Heron project lead: Aiko (Mara moves to Otter)\n",
    }
    found = bench(tmp_path, notes, otter=OLD, heron=OLD, log=NEW)
    assert found.cites("otter project lead")[:2] == ["otter.md:3", "log.md:3"]
