"""Years of notes brought in by one commit were not all written that day.

Lost otherwise: on the day after the import everything is fresh, and nothing can be told apart.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, explained, keys, present, statuses
from tests.running import Mem

JOURNAL = (
    "# Journal\n\n## 2024-03-12 (Tue)\n\n- 09:40 Barge berth: 3\n\n### Evening\n\n- Barge insurer: Holt\n\n"
    "## 2026-07-17\n\n- Barge berth: 8\n"
)


def many(count: int) -> dict[str, str]:
    """Small notes, all different."""
    return {f"n/{i}.md": f"# Topic {i}\n\n- Ferry {i}: rope number {i * 7}\n" for i in range(count)}


def test_headings_and_names_speak_first(repo: RepoBuilder, mem: Mem) -> None:
    """What the notes say about their days beats the day of the import."""
    repo.commit("2026-09-27", {"journal.md": JOURNAL, "daily/2025-01-08.md": "- Barge survey: in spring\n"})
    answer = mem.search("barge")
    for cite, day, source in (
        ("journal.md:5", "2024-03-12", "heading"),
        ("journal.md:9", "2024-03-12", "heading"),
        ("journal.md:13", "2026-07-17", "heading"),
        ("daily/2025-01-08.md:1", "2025-01-08", "filename"),
    ):
        assert (answer.at(cite)["as_of"], answer.at(cite)["date_source"]) == (day, source)
    assert answer.at("journal.md:9")["heading_path"] == ["Journal", "2024-03-12 (Tue)", "Evening"]


@pytest.mark.parametrize(
    "heading",
    [
        "2024-03-12",
        "2024-03-12 (Tue)",
        "2024-03-12 Tuesday",
        "2024-03-12: a wet day",
        "2024-03-12 - a wet day",
        "**2024-03-12**",
        "[2024-03-12]",
        "Tuesday, 2024-03-12",
    ],
)
def test_ways_to_write_a_dated_heading(heading: str, repo: RepoBuilder, mem: Mem) -> None:
    """A day with a weekday or a few words beside it is still that day."""
    repo.commit("2026-09-27", {"log.md": f"# Log\n\n## {heading}\n\n- Barge bell: cracked\n"})
    result = mem.search("barge bell").at("log.md:5")
    assert (result["as_of"], result["date_source"]) == ("2024-03-12", "heading")


def test_a_sibling_heading_without_a_day_ends_the_day(repo: RepoBuilder, mem: Mem) -> None:
    """Only headings above date a line, not the neighbour's."""
    repo.commit(
        "2026-09-27", {"log.md": "# Log\n\n## 2024-03-12\n\n- Barge a: 1\n\n## Notes\n\n- Barge b: 2\n"}
    )
    answer = mem.search("barge")
    assert answer.at("log.md:5")["as_of"] == "2024-03-12"
    assert answer.at("log.md:9")["as_of"] == "2026-09-27"


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2025-01-08.md", "2025-01-08"),
        ("daily/2025-01-08.md", "2025-01-08"),
        ("posts/2025-01-08-a-title.md", "2025-01-08"),
        ("posts/meeting 2025-01-08.md", "2025-01-08"),
    ],
)
def test_days_in_names(path: str, day: str, repo: RepoBuilder, mem: Mem) -> None:
    """Daily notes carry their day in the name only."""
    repo.commit("2026-09-27", {path: "# Barge\n\nBarge paint is due.\n"})
    result = mem.search("barge paint").at(f"{path}:3")
    assert (result["as_of"], result["date_source"]) == (day, "filename")


@pytest.mark.parametrize("name", ["2025-13-08.md", "12025-01-081.md", "part-2025-01.md"])
def test_names_that_are_no_day(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """Digits that are no date leave git to speak."""
    repo.commit("2026-09-27", {name: "# Barge\n\nBarge paint is due.\n"})
    assert mem.search("barge paint").at(f"{name}:3")["date_source"] == "git"


def test_a_bulk_commit_dates_with_low_confidence(repo: RepoBuilder, mem: Mem) -> None:
    """Sixty notes at once is an import; the day is shown, and so is that it is a weak one."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.commit("2026-09-27", many(60))
    repo.commit("2026-09-28", {"n/3.md": "# Topic 3\n\n- Ferry 3: rope number 21\n- Ferry bell: new\n"})
    answer = mem.search("ferry 3 bell")
    assert answer.at("n/3.md:3")["date_confidence"] == "low"
    assert answer.at("n/3.md:3")["as_of"] == "2026-09-27"
    assert answer.at("n/3.md:4")["date_confidence"] == "high"


def test_a_few_notes_are_no_import(repo: RepoBuilder, mem: Mem) -> None:
    """Ordinary work of a day stays trusted."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.commit("2026-09-27", many(5))
    assert mem.search("ferry 3").at("n/3.md:3")["date_confidence"] == "high"


def test_editing_many_notes_is_no_import(repo: RepoBuilder, mem: Mem) -> None:
    """Only notes that a commit brings in count, not those it changes."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    for start in range(0, 60, 20):
        repo.commit("2025-02-01", dict(list(many(60).items())[start : start + 20]))
    repo.commit("2026-09-27", {path: f"{text}- Ferry crew: {path}\n" for path, text in many(60).items()})
    assert mem.search("ferry crew").results[0]["date_confidence"] == "high"


def test_the_limit_can_be_set(repo: RepoBuilder, mem: Mem) -> None:
    """`dates.bulk_import_files` decides what counts as many."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.commit("2026-09-27", many(5))
    repo.write({".gitmem.toml": "[dates]\nbulk_import_files = 3\n"})
    assert mem.search("ferry 3").at("n/3.md:3")["date_confidence"] == "low"


@pytest.mark.parametrize(
    ("settings", "confidence"), [(None, "low"), ("[dates]\nimports = []\n", "high")], ids=["default", "off"]
)
def test_what_is_copied_into_the_folder_of_imports_is_an_import(
    settings: str | None, confidence: str, repo: RepoBuilder, mem: Mem
) -> None:
    """A few old notes, copied by hand into a history, would look as young as their commit."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n", ".gitmem.toml": settings})
    repo.commit("2026-09-26", {"imported/old.md": "# Old\n\nFerry horn: loud\n"})
    repo.commit("2026-09-27", {"imported/old.md": "# Old\n\nFerry horn: loud\n\nFerry bell: new\n"})
    answer = mem.search("ferry horn bell")
    assert answer.at("imported/old.md:3")["date_confidence"] == confidence
    assert answer.at("imported/old.md:5")["date_confidence"] == "high"


def test_imports_are_named_from_the_notes_folder(repo: RepoBuilder, mem: Mem) -> None:
    """Settings of one repository would mean another folder in the next."""
    settings = 'root = "notes"\n[dates]\nimports = ["from/**"]\n'
    repo.commit("2025-01-01", {"notes/readme.md": "# Shop\n", ".gitmem.toml": settings})
    repo.commit("2026-09-26", {"notes/from/old.md": "# Old\n\nFerry horn: loud\n"})
    repo.commit("2026-09-27", {"notes/own.md": "# Own\n\nFerry bell: new\n", "from/x.md": "# X\n"})
    answer = mem.search("ferry horn bell")
    assert answer.at("notes/from/old.md:3")["date_confidence"] == "low"
    assert answer.at("notes/own.md:3")["date_confidence"] == "high"


def test_the_first_commit_is_weak_evidence(repo: RepoBuilder, mem: Mem) -> None:
    """A repository often begins with notes that are older than it; that changes no status."""
    repo.commit("2026-09-27", {"a.md": "# A\n\nFerry toll: paid\n"})
    result = mem.search("ferry toll").at("a.md:3")
    assert (result["date_confidence"], result["as_of"], result["status"]) == ("low", "2026-09-27", "FRESH")


def test_a_second_root_is_judged_by_itself(repo: RepoBuilder, mem: Mem) -> None:
    """An unrelated history that was merged in brings its own first commit."""
    repo.commit("2025-01-01", {"readme.md": "# Shop\n"})
    repo.switch("import", orphan=True)
    repo.commit("2026-09-20", {"old.md": "# Old\n\nFerry horn: loud\n"})
    repo.switch("main")
    repo.merge("import", "2026-09-27", unrelated=True)
    result = mem.search("ferry horn").at("old.md:3")
    assert (result["as_of"], result["date_confidence"]) == ("2026-09-20", "low")


BERTHS = '[facts]\nsingle_valued = ["barge berth"]\n'


def test_headings_order_what_one_commit_brought(repo: RepoBuilder, mem: Mem) -> None:
    """Both berths came on one day; the days of their headings say which is the berth."""
    repo.commit("2026-09-27", {"journal.md": JOURNAL, ".gitmem.toml": BERTHS})
    assert present(mem, "barge berth") == ["8"]
    found = statuses(mem, "barge berth")
    assert (found["journal.md:13"], found["journal.md:5"]) == ("FRESH", "SUPERSEDED")
    assert mem.search("barge berth").at("journal.md:5")["superseded_by"] == ["journal.md:13"]
    assert conflicts(mem) == []


def test_a_key_nobody_declared_has_readings(repo: RepoBuilder, mem: Mem) -> None:
    """Both may have been true on their day: the older keeps its age and points to the newer."""
    repo.commit("2026-09-27", {"journal.md": JOURNAL})
    answer = mem.search("barge berth")
    older = answer.at("journal.md:5")
    assert (older["status"], older["newer_reading"]) == ("STALE", "journal.md:13")
    assert answer.cites.index("journal.md:13") < answer.cites.index("journal.md:5")
    assert conflicts(mem) == []


def test_the_time_of_day_is_no_key(repo: RepoBuilder, mem: Mem) -> None:
    """`09:40 Barge berth: 3` is about the berth."""
    repo.commit("2026-09-27", {"journal.md": JOURNAL, ".gitmem.toml": BERTHS})
    labels = keys(mem, "barge berth")
    assert "Barge berth" in labels
    assert not any(label[0].isdigit() for label in labels)


@pytest.mark.parametrize("order", [1, -1], ids=["old-first", "new-first"])
@pytest.mark.parametrize(
    "paths", [("2024-03-12.md", "2026-07-17.md"), ("logs/2024-03-12.md", "logs/2026-07-17.md")]
)
def test_daily_notes_of_one_import(paths: tuple[str, str], order: int, repo: RepoBuilder, mem: Mem) -> None:
    """One file a day, all from one commit."""
    repo.commit("2026-09-26", {".gitmem.toml": BERTHS})
    notes = [(paths[0], "- Barge berth: 3\n"), (paths[1], "- Barge berth: 8\n")]
    repo.commit("2026-09-27", dict(notes[::order]))
    assert statuses(mem, "barge berth") == {f"{paths[0]}:1": "SUPERSEDED", f"{paths[1]}:1": "FRESH"}
    assert explained(mem, "barge berth")["steps"][0]["from"] == "2026-07-17"
