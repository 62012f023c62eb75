"""What a commit did to facts. Read wrongly, a value that was only moved is history, or a former value is
told of another fact."""

from __future__ import annotations

import random

import pytest

from gitmem.config import DEFAULTS, FactSettings
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.editing.skeleton import keep_sections
from gitmem.facts.edits import EditReader
from gitmem.history.edit_log import EditCandidate
from gitmem.history.overlay import changed_stretches
from gitmem.notes.markdown import read_note
from tests.builder import RepoBuilder
from tests.facts.fixture_cases import Case, load
from tests.history.candidates import candidates, pending

READER = EditReader(ClaimReader(DEFAULTS))


def _candidate(old: str, new: str, moved: frozenset[int] = frozenset()) -> EditCandidate:
    before, after = old.encode(), new.encode()
    hunks = changed_stretches(before, after)
    return EditCandidate(1, None, "change", "boat.md", "boat.md", before, after, hunks, moved)


def _told(edit: Edit) -> str:
    kind = edit.kind.value + (", retires" if edit.retires else "")
    new = "" if edit.new is None else f" -> {edit.new.line}: {edit.new.value}"
    return f"{kind}: {edit.old.line}: {edit.old.label}: {edit.old.value}{new}"


@pytest.mark.parametrize("case", load("edits"), ids=lambda case: case.title)
def test_edits_of_one_commit(case: Case) -> None:
    old, _, new = case.input.partition("=>\n")
    edits = READER.read(_candidate(old, new + "\n"))
    assert "\n".join(map(_told, edits) if edits else ["nothing"]) == case.expected


def test_moved_lines_are_not_removed_but_may_be_replaced() -> None:
    """The old value may be kept under another heading while its place got a new one."""
    old = "# Boat\n\n- Skipper: Ines Moller\n- Berth: 12\n"
    (edit,) = READER.read(_candidate(old, "# Boat\n\n- Skipper: Bo Lindqvist\n", frozenset((3, 4))))
    assert _told(edit) == "replaced: 3: Skipper: Ines Moller -> 3: Bo Lindqvist"


def test_front_matter_fields_count_when_the_configuration_names_them() -> None:
    old, new = "---\nstatus: draft\n---\n\n# Plan\n", "---\nstatus: accepted\n---\n\n# Plan\n"
    assert READER.read(_candidate(old, new)) == []
    settings = DEFAULTS._replace(facts=FactSettings(single_valued=("status",)))
    (edit,) = EditReader(ClaimReader(settings)).read(_candidate(old, new))
    assert _told(edit) == "replaced, retires: 2: status: draft -> 2: accepted"


def test_text_that_is_no_text_has_no_edits() -> None:
    candidate = _candidate("# Boat\n\n- Berth: 12\n", "# Boat\n")
    assert READER.read(candidate._replace(old=b"# Boat\n\n- Berth: \xff\n")) == []


# Whole histories


def _edits(repo: RepoBuilder) -> list[Edit]:
    return [edit for candidate in candidates(repo) for edit in READER.read(candidate)]


def test_a_value_that_returns_was_replaced_twice(repo: RepoBuilder) -> None:
    """There and back again is two changes; told as none, the value would seem to have held all along."""
    note = "# Lift\n\n- Lift status: broken\n"
    repo.commit("2026-08-01", {"lift.md": note})
    working = repo.commit("2026-08-10", {"lift.md": note.replace("broken", "working")})
    reverted = repo.revert(working, "2026-08-20")
    first, second = _edits(repo)
    assert (first.commit and first.commit.oid, first.old.value, first.new and first.new.value) == (
        working,
        "broken",
        "working",
    )
    assert (second.commit and second.commit.oid, second.new and second.new.value) == (reverted, "broken")
    assert {first.kind, second.kind} == {EditKind.REPLACED}
    assert second.cite == f"{reverted}^:lift.md:3"


def test_two_edits_of_one_day_keep_their_order(repo: RepoBuilder) -> None:
    repo.commit("2026-09-12T09:00:00", {"stall.md": "# Stall\n\n- Stall number: 3\n"})
    repo.commit("2026-09-12T15:00:00", {"stall.md": "# Stall\n\n- Stall number: 8\n"})
    repo.commit("2026-09-12T17:00:00", {"market.md": "# Market\n\n- Stall number: 9\n"})
    (edit,) = _edits(repo)
    assert _told(edit) == "replaced, retires: 3: Stall number: 3 -> 3: 8"
    assert edit.commit is not None
    assert edit.commit.authored.seconds % 86_400 == 15 * 3600


def test_what_is_rotated_into_an_archive_is_not_removed(repo: RepoBuilder) -> None:
    old = "## 2026-03-01\n\n- Orion project lead: Dana Whit\n"
    new = "## 2026-08-14\n\n- Orion project lead: Sam Okafor\n"
    repo.commit("2026-08-14", {"log.md": f"# Log\n\n{old}\n{new}"})
    repo.commit("2026-09-28", {"log.md": f"# Log\n\n{new}", "old/log.md": f"# Log archive\n\n{old}"})
    assert _edits(repo) == []


def test_a_note_that_is_renamed_and_edited(repo: RepoBuilder) -> None:
    rest = "".join(f"\nPlank {number} was planed.\n" for number in range(9))
    repo.commit("2026-01-01", {"boat.md": f"# Boat\n\n- Berth: 12\n- Sail: red\n{rest}"})
    repo.move("boat.md", "ship.md")
    repo.commit("2026-02-01", {"ship.md": f"# Boat\n\n- Berth: 31\n- Sail: red\n{rest}"})
    (edit,) = _edits(repo)
    assert edit.new is not None
    assert (edit.old.cite, edit.new.cite) == ("boat.md:3", "ship.md:3")


def test_the_claims_of_a_deleted_note_are_removed(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", {"boat.md": "# Boat\n\n- Berth: 12\n- Sail: red\n"})
    gone = repo.commit("2026-02-01", {"boat.md": None})
    edits = _edits(repo)
    assert [_told(edit) for edit in edits] == ["removed: 3: Berth: 12", "removed: 4: Sail: red"]
    assert edits[0].cite == f"{gone}^:boat.md:3"


def test_a_value_overwritten_and_not_committed(repo: RepoBuilder) -> None:
    """The desk was given another number a minute ago: the old one is history all the same."""
    repo.commit("2025-11-03", {"desk.md": "# Desk\n\n- Desk number: 14\n- Desk phone: 5550100\n"})
    repo.write(
        {
            "desk.md": "# Desk\n\n- Desk number: 22\n- Desk phone: 5550100\n",
            "key.md": "# Key\n\n- Safe: hall\n",
        }
    )
    (edit,) = (edit for candidate in pending(repo) for edit in READER.read(candidate))
    assert _told(edit) == "replaced, retires: 3: Desk number: 14 -> 3: 22"
    assert (edit.commit, edit.cite) == (None, "HEAD:desk.md:3")


# The part of a note that is read


def _note(chance: random.Random) -> bytes:
    pieces = (
        "# Top\n",
        "## Sub\n",
        "### Deep\n",
        "Set\n===\n",
        "Under\n---\n",
        "- a: 1\n  - b: 2\n\n  text of a\n- b: 2\n",
        "* c: 3\n\n  ## in the item\n",
        "1. d: 4\n2. d: 5\n",
        "key: five\nlazy: six\n",
        "```\n# no heading\n\n- e: 6\n```\n",
        "<!--\n# none\n\n- g: 1\n-->\n",
        "a: 1 <!-- one\n\n## two -->\n",
        "| f | g |\n|---|---|\n| 1 | 2 |\n",
        "    # indented\n",
        "~~~~\n```\n## none\n~~~~\n",
        "- x\n\n  ```\n  # in a list\n  ```\n",
        "> # quoted\n",
    )
    front = "---\nstatus: x\n---\n\n" if chance.random() < 0.3 else ""
    return (front + "\n".join(chance.choice(pieces) for _ in range(chance.randint(1, 18)))).encode()


@pytest.mark.parametrize("seed", range(60))
def test_a_part_of_a_note_reads_as_in_the_whole(seed: int) -> None:
    """Same lines, headings and parents, or claims would be paired under headings that are not theirs."""
    chance = random.Random(seed)
    for _ in range(10):
        text = _note(chance)
        count = text.count(b"\n")
        lines = {chance.randint(1, count) for _ in range(chance.randint(1, 3))}
        whole = read_note("note.md", text)
        for words in (None, (b"zz",)):
            kept = keep_sections(text, lines, words)
            assert kept.count(b"\n") == count
            part = {(each.line, each.text): each for each in read_note("note.md", kept).chunks}
            for chunk in whole.chunks:
                if chunk.line in lines and chunk.line > whole.front_matter.end_line:
                    mine = part[chunk.line, chunk.text]
                    assert (mine.heading_path, mine.parents) == (chunk.heading_path, chunk.parents), text
