"""Past months of daily notes: summed up in a note of their own, and every day stays what and where it was."""

from __future__ import annotations

import pytest

from gitmem.writing.consolidation.plan import consolidate
from gitmem.writing.consolidation.values import KeptReason
from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.consolidations import again, consolidated, grounds

NOW = "2026-11-30T10:00:00Z"
SUMMARY = "memory/archive/days-2026-03.md"
LINE = "- Build time in 3 entries — 12 min (2026-03-02), 14 min (2026-03-09 to 2026-03-16)"
TEXT = f"# Daily notes 2026-03\n\n## Summary 2026-03\n\n### As of 2026-03-16\n\n{LINE}\n"


def day(text: str, name: str) -> dict[str, str]:
    """A daily note."""
    return {f"memory/{name}.md": f"# {name}\n\n- {text}\n"}


DAYS = (
    day("Build time: 12 min", "2026-03-02")
    | day("Build time: 14 min", "2026-03-09")
    | day("Build time: 14 min\n- Fog all day", "2026-03-16")
)


def planned(notes: dict[str, str]) -> dict[str, bytes]:
    """What consolidation would write."""
    data = {path: text.encode() for path, text in notes.items()}
    found = consolidate(grounds(data)._replace(daily="memory"))
    return {path: after for path, after in found.after.items() if after is not None}


def test_what_recurs_in_daily_notes_is_summed_up_beside_them() -> None:
    """Under the policy nothing else would ever sum up a month, since there is no log."""
    notes = {path: text.encode() for path, text in DAYS.items()}
    found = consolidate(grounds(notes)._replace(daily="memory"))
    assert found.after == {SUMMARY: TEXT.encode()}
    assert found.places == ((SUMMARY, 7),)
    assert [(each.into, each.into_line, each.entries) for each in found.proposals] == [(SUMMARY, 7, 3)]
    assert again(consolidated(notes, found)).after == {}


@pytest.mark.parametrize(
    "notes",
    [
        {path: text for path, text in DAYS.items() if "09" not in path},
        {path.replace("-03-", "-10-"): text.replace("-03-", "-10-") for path, text in DAYS.items()},
        {path.replace("memory/", "memory/people/"): text for path, text in DAYS.items()},
        {path.replace(".md", "-ada.md"): text for path, text in DAYS.items()},
        {path: text.replace("min", "min [multi]") for path, text in DAYS.items()},
        DAYS | {SUMMARY: "# Somebody's own\n"},
        {path: text.replace("- Build", "<<<<<<< a\n- Build").replace("min", "min\n=======\n>>>>>>> b")
         for path, text in DAYS.items()},
    ],
)  # fmt: skip
def test_what_does_not_surely_recur_in_past_days_is_left(notes: dict[str, str]) -> None:
    """Too few days, a month that is not past, other notes, a file that is there, a merge under way."""
    assert planned(notes) == {}


def test_where_no_note_may_be_written_none_is() -> None:
    """Settings or git may keep the archive out of the memory."""
    notes = {path: text.encode() for path, text in DAYS.items()}
    base = grounds(notes)._replace(daily="memory")
    assert consolidate(base._replace(blocked=lambda path: KeptReason.NO_NOTE_THERE)).after == {}
    assert consolidate(base._replace(taken=lambda path: path == SUMMARY)).after == {}


def test_a_log_and_daily_notes_are_summed_up_side_by_side() -> None:
    """Whoever went over to the policy has both."""
    log = "# Log\n" + "".join(f"\n## 2026-03-0{n}\n\n- Cost: {n} euros\n" for n in (1, 2, 3))
    after = planned(DAYS | {"log.md": log})
    assert list(after) == ["archive/log-2026-03.md", "log.md", SUMMARY]
    assert after[SUMMARY].decode() == TEXT


def test_the_days_keep_their_facts_and_the_check_is_clean(repo: RepoBuilder, mem: Mem) -> None:
    """The last value of a month stays the current one, with its date and its place."""
    repo.commit("2026-03-16", DAYS | {".gitmem.toml": "[policy]\nenabled = true\n", "MEMORY.md": "# Index\n"})
    before = mem("explain", "--json", "build time", now=NOW).json["fact"]
    ran = mem("consolidate", now=NOW)
    assert ran.code == 0 and SUMMARY in ran.err
    (repo.path / "p.diff").write_bytes(ran.raw)
    repo.git("apply", "p.diff")
    assert (repo.path / SUMMARY).read_text() == TEXT
    (repo.path / SUMMARY).unlink()
    assert mem("consolidate", "--write", now=NOW).code == 0
    assert (repo.path / SUMMARY).read_text() == TEXT
    assert all((repo.path / path).read_text() == text for path, text in DAYS.items())
    assert mem("explain", "--json", "build time", now=NOW).json["fact"] == before
    assert mem("check", "--fail-on", "warning", now=NOW).code == 0
    found = mem.search("build time entries", now=NOW).at(f"{SUMMARY}:7")
    assert found["as_of"] == "2026-03-16"
    assert mem("consolidate", now=NOW).code == 1


def test_rotation_leaves_daily_notes_alone_and_says_so(repo: RepoBuilder, mem: Mem) -> None:
    """Their names are their dates, and links to them would break."""
    repo.commit("2026-03-16", DAYS | {".gitmem.toml": "[policy]\nenabled = true\n"})
    assert mem("rotate", now=NOW).code == 0
    assert repo.ask("status", "--porcelain") == ""
    told = " ".join(mem("rotate", "-h").out.split())
    assert "Daily notes (memory/YYYY-MM-DD.md)" in told and "stay where they are" in told
