"""What was believed before stands nowhere in the notes; git still has it.

Lost otherwise: a value overwritten in its place has never been, or the neighbour's value is taken for it.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, ended, explained, present, statuses, timeline
from tests.running import Mem


@pytest.fixture
def person(repo: RepoBuilder) -> list[str]:
    """Moved house, changed project, lost the phone; lines were reordered on the way."""
    return [
        repo.commit(day, {"tove.md": f"# Tove\n\n{body}"})
        for day, body in (
            ("2025-03-02", "- Home: Lerwick\n- Project: Heron\n- Phone: 5550155\n"),
            ("2026-04-02", "Moved flat.\n\n- Project: Heron\n- Home: Quarry Lane\n- Phone: 5550155\n"),
            ("2026-08-02", "Moved flat.\n\n- Home: Quarry Lane\n- Phone: 5550155\n- Project: Vela\n"),
            ("2026-09-02", "Moved flat.\n\n- Home: Quarry Lane\n- Project: Vela\n"),
        )
    ]


def test_paired_by_key(person: list[str], mem: Mem) -> None:
    """Home follows home and project follows project, wherever in the note they stood."""
    assert timeline(mem, "tove home") == [
        ("now", "Quarry Lane", "2026-04-02", None),
        ("before", "Lerwick", "2025-03-02", "2026-04-02"),
    ]
    assert timeline(mem, "tove project") == [
        ("now", "Vela", "2026-08-02", None),
        ("before", "Heron", "2025-03-02", "2026-08-02"),
    ]
    assert conflicts(mem) == []


def test_the_former_value_can_be_looked_at(person: list[str], repo: RepoBuilder, mem: Mem) -> None:
    """Its cite is a place that git resolves, and the line there is the one that was meant."""
    former = next(step for step in explained(mem, "tove home")["steps"] if step["role"] == "before")
    revision, path, line = former["cite"].rsplit(":", 2)
    assert former["ended_by"]["commit"] == person[1]
    assert repo.ask("show", f"{revision}:{path}").split("\n")[int(line) - 1] == "- Home: Lerwick"


def test_a_value_that_went_is_history(person: list[str], mem: Mem) -> None:
    """No phone is known now; there was one until September."""
    assert present(mem, "tove phone") == []
    assert timeline(mem, "tove phone") == [("before", "5550155", "2025-03-02", "2026-09-02")]
    assert ended(mem, "tove", "phone") == [("5550155", "removed", "2026-09-02")]


@pytest.mark.parametrize(
    ("question", "value"), [("tove home", "Lerwick"), ("tove project", "Heron"), ("tove phone", "5550155")]
)
def test_what_was_believed_then(question: str, value: str, person: list[str], mem: Mem) -> None:
    """On the last day of 2025, asked by day or by the commit of that time."""
    assert present(mem, question, "--as-of", "2025-12-31") == [value]
    assert present(mem, question, "--at", "2025-12-31") == [value]
    assert present(mem, question, "--at", person[0]) == [value]


def test_a_remark_replaces_nothing(person: list[str], mem: Mem) -> None:
    """`Moved flat.` came into the place of the first line and is no home."""
    assert all("Moved" not in value for value, _, _ in ended(mem, "tove", "home"))
    assert statuses(mem, "tove moved flat")["tove.md:3"] == "AGING"


def test_searching_for_the_old_value(person: list[str], mem: Mem) -> None:
    """Whoever asks for the old house is told that it was, and what came instead."""
    answer = mem.search("tove home Lerwick")
    assert any("Lerwick" in line["text"] for line in answer.data["history"])
    assert answer.cites[0] == "tove.md:5"


SHAPES = {
    "items": "- Owner: {}\n- Berth master: Kai Moe\n",
    "bold": "**Owner:** {}\n",
    "paragraph": "Owner: {}\n",
    "nested": "- Papers\n  - Owner: {}\n",
    "under-a-heading": "## Papers\n\n- Owner: {}\n",
    "with-tags": "- Owner: {} [stated]\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str, repo: RepoBuilder, mem: Mem) -> None:
    """Whatever the line looks like, its former value is known."""
    for day, name in (("2026-03-02", "Vera Holt"), ("2026-08-02", "Ned Lowe")):
        repo.commit(day, {"barge.md": f"# Barge\n\n{SHAPES[shape].format(name)}"})
    assert timeline(mem, "barge owner") == [
        ("now", "Ned Lowe", "2026-08-02", None),
        ("before", "Vera Holt", "2026-03-02", "2026-08-02"),
    ]


def test_a_section_written_anew(repo: RepoBuilder, mem: Mem) -> None:
    """Everything around it changed too; the key tells which value followed which."""
    repo.commit(
        "2026-03-02", {"barge.md": "# Barge\n\n## Papers\n\nOld words.\n\n- Owner: Vera Holt\n- Berth: 4\n"}
    )
    repo.commit(
        "2026-08-02",
        {"barge.md": "# Barge\n\n## Papers\n\n- Flag: red\n- Owner: Ned Lowe\n\nNew words all over.\n"},
    )
    assert [step[1] for step in timeline(mem, "barge owner")] == ["Ned Lowe", "Vera Holt"]
    assert ended(mem, "barge", "berth") == [("4", "removed", "2026-08-02")]


def test_the_note_was_renamed_in_between(repo: RepoBuilder, mem: Mem) -> None:
    """A note that moves takes its history along."""
    text = "# Barge\n\n- Owner: Vera Holt\n\n" + "".join(f"Plank {n} is of oak.\n\n" for n in range(9))
    repo.commit("2026-03-02", {"barge.md": text})
    repo.move("barge.md", "boats/barge.md")
    repo.commit("2026-05-02")
    repo.commit("2026-08-02", {"boats/barge.md": text.replace("Vera Holt", "Ned Lowe")})
    assert timeline(mem, "barge owner") == [
        ("now", "Ned Lowe", "2026-08-02", None),
        ("before", "Vera Holt", "2026-03-02", "2026-08-02"),
    ]


def test_an_untouched_copy_is_over_too(repo: RepoBuilder, mem: Mem) -> None:
    """The old owner, replaced in the boat's note, still stands in a list nobody opened."""
    repo.commit(
        "2026-03-02",
        {"barge.md": "# Barge\n\n- Owner: Vera Holt\n", "list.md": "# Boats\n\n- Barge owner: Vera Holt\n"},
    )
    repo.commit("2026-08-02", {"barge.md": "# Barge\n\n- Owner: Ned Lowe\n"})
    assert statuses(mem, "barge owner") == {"barge.md:3": "FRESH", "list.md:3": "SUPERSEDED"}
    assert mem.search("barge owner").at("list.md:3")["superseded_by"] == ["barge.md:3"]


def test_a_copy_of_another_boat_is_not(repo: RepoBuilder, mem: Mem) -> None:
    """Vera sold the barge and kept the tern."""
    repo.commit(
        "2026-03-02",
        {"barge.md": "# Barge\n\n- Owner: Vera Holt\n", "tern.md": "# Tern\n\n- Owner: Vera Holt\n"},
    )
    repo.commit("2026-08-02", {"barge.md": "# Barge\n\n- Owner: Ned Lowe\n"})
    assert statuses(mem, "tern owner")["tern.md:3"] == "AGING"
