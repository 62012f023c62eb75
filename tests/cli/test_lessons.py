"""`lessons`: what was inferred, what speaks for it, and whether that is enough to make a rule of it.

Lost otherwise: one bad afternoon becomes a rule for ever, or a lesson learned three times stays unknown.
"""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.builder import RepoBuilder
from tests.reports.test_schemas import schema
from tests.running import Json, Mem

LESSON = "# Deploys\n\n- Friday deploys fail [inferred]\n"
PERSON = "Ann Beck <ann@people.example>"


def lessons(mem: Mem, *options: str) -> list[Json]:
    """The lessons; the exit code must agree with them."""
    ran = mem("lessons", "--json", *options)
    found: list[Json] = ran.json["lessons"]
    assert ran.code == (0 if found else 1), ran.err
    validator = Draft202012Validator(schema("lessons"), format_checker=FormatChecker())
    assert not [f"{error.json_path}: {error.message}" for error in validator.iter_errors(ran.json)]
    return found


def grow(repo: RepoBuilder, *days: str, text: str = LESSON) -> str:
    """A lesson with one signal from each day, each committed on its day; the note at the end."""
    for number, day in enumerate(days):
        text += f"  - Failed again, time {number + 1} [observed]\n"
        repo.commit(day, {"deploys.md": text})
    return text


def test_signals_of_three_days_pass(repo: RepoBuilder, mem: Mem) -> None:
    """Each with its day, its commit and what it weighs."""
    grow(repo, "2026-09-05", "2026-09-10", "2026-09-20")
    (found,) = lessons(mem)
    assert (found["cite"], found["text"]) == ("deploys.md:3", "Friday deploys fail")
    assert (found["weight"], found["sessions"], found["passes"]) == (3, 3, True)
    assert [(each["line"], each["day"], each["weight"]) for each in found["signals"]] == [
        (4, "2026-09-05", 1),
        (5, "2026-09-10", 1),
        (6, "2026-09-20", 1),
    ]
    assert found["signals"][2]["origin"]["commit"] == repo.head
    text = mem("lessons").out
    assert text.startswith("1 lesson, 1 passes (weight 3 from 2 days is needed)")
    assert "deploys.md:3   passes · weight 3 from 3 days" in text


def test_old_signals_count_half(repo: RepoBuilder, mem: Mem) -> None:
    """What was seen long ago may be over."""
    grow(repo, "2026-08-05", "2026-09-10", "2026-09-20")
    (found,) = lessons(mem)
    assert (found["weight"], found["sessions"], found["passes"]) == (2.5, 3, False)
    assert "does not pass · weight 2.5 from 3 days" in mem("lessons").out


def test_one_sitting_cannot_supply_three(repo: RepoBuilder, mem: Mem) -> None:
    """Neither in one commit, whatever days are written, nor in three commits of one day."""
    dated = "".join(f"  - 2026-09-0{day}: failed again [observed]\n" for day in range(1, 6))
    repo.commit("2026-09-10", {"deploys.md": LESSON + dated})
    (found,) = lessons(mem)
    assert (found["weight"], found["sessions"], found["passes"]) == (1, 1, False)
    assert [each["weight"] for each in found["signals"]] == [0, 0, 0, 0, 1]
    repo.commit("2026-09-11", {"deploys.md": None})
    grow(repo, "2026-09-20T09:00:00", "2026-09-20T12:00:00", "2026-09-20T15:00:00")
    (found,) = lessons(mem)
    assert (found["weight"], found["sessions"], found["passes"]) == (3, 1, False)


def test_what_is_not_committed_is_one_signal_of_today(repo: RepoBuilder, mem: Mem) -> None:
    """The third sighting counts before its commit, but only once."""
    text = grow(repo, "2026-09-10", "2026-09-20")
    repo.write({"deploys.md": text + "  - Failed today [observed]\n  - And again today [observed]\n"})
    (found,) = lessons(mem)
    assert (found["weight"], found["sessions"], found["passes"]) == (3, 3, True)


def test_equal_lines_elsewhere_are_signals(repo: RepoBuilder, mem: Mem) -> None:
    """A log that says the same on three days is what recurrence means."""
    log = "# Log\n"
    for day in ("2026-09-05", "2026-09-10", "2026-09-20"):
        log += f"\n## {day}\n\n- friday deploys **fail**\n- Friday deploys fail, but not always\n"
        repo.commit(day, {"log.md": log})
    repo.commit("2026-09-21", {"deploys.md": LESSON})
    (found,) = lessons(mem)
    assert (found["weight"], found["passes"]) == (3, True)
    assert [each["cite"] for each in found["signals"]] == ["log.md:5", "log.md:10", "log.md:15"]


def test_a_correction_by_the_operator_passes(repo: RepoBuilder, mem: Mem) -> None:
    """Who knows it need not wait for a third time."""
    repo.commit("2026-09-10", {"deploys.md": LESSON + "  - Ann: Fridays are closed [stated]\n"})
    (found,) = lessons(mem)
    assert (found["corrected"], found["passes"]) == (True, True)
    assert "corrected by the operator" in mem("lessons").out


def test_guesses_and_struck_items_are_no_signals(repo: RepoBuilder, mem: Mem) -> None:
    """A guess does not prove a guess, and what was taken back proves nothing."""
    text = LESSON
    for day, line in (
        ("2026-09-10", "  - Probably again [inferred]\n"),
        ("2026-09-15", "  - Maybe again [suggested]\n"),
        ("2026-09-20", "  - ~~Failed again [observed]~~ retracted 2026-09-21\n"),
    ):
        text += line
        repo.commit(day, {"deploys.md": text})
    found = next(each for each in lessons(mem) if each["line"] == 3)
    assert (found["weight"], found["signals"]) == (0, [])


def test_moving_a_lesson_keeps_its_days(repo: RepoBuilder, mem: Mem) -> None:
    """Tidying notes up must not make three sessions one."""
    text = grow(repo, "2026-09-05", "2026-09-10", "2026-09-20")
    repo.commit("2026-09-25", {"deploys.md": None, "rules.md": "# Rules\n\n" + text.split("\n\n", 1)[1]})
    (found,) = lessons(mem)
    assert (found["cite"], found["weight"], found["sessions"], found["as_rule"]) == ("rules.md:3", 3, 3, True)


def test_struck_lessons_are_listed_on_request(repo: RepoBuilder, mem: Mem) -> None:
    """What is over is not proposed again; nobody need forget it."""
    repo.commit(
        "2026-09-10", {"deploys.md": "# A\n\n- ~~Friday deploys fail [inferred]~~ retracted 2026-09-10\n"}
    )
    assert lessons(mem) == []
    assert mem("lessons").out.startswith("no inferred lessons")
    (found,) = lessons(mem, "--all")
    assert found["struck"] is True


def test_what_is_no_lesson(repo: RepoBuilder, mem: Mem) -> None:
    """Examples in code, prose, and what was stated."""
    repo.commit(
        "2026-09-10",
        {
            "a.md": "# A\n\n- Tag it `[inferred]`\n- Ann sings [stated]\n\nProse [inferred]\n\n"
            "```\n- x [inferred]\n```\n"
        },
    )
    assert lessons(mem) == []


def test_lessons_of_some_notes(repo: RepoBuilder, mem: Mem) -> None:
    """Those that pass come first; a glob keeps to one folder."""
    repo.commit("2026-09-10", {"a/x.md": LESSON, "b/y.md": LESSON.replace("Friday", "Monday")})
    assert [each["path"] for each in lessons(mem)] == ["a/x.md", "b/y.md"]
    assert [each["path"] for each in lessons(mem, "--path", "b/*")] == ["b/y.md"]
    ran = mem("lessons", "--path", "../*")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("name", ["caf\udce9.md", "-x.md", "a\nb.md"])
def test_odd_names(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """Any name is told on one line."""
    repo.commit("2026-09-10", {name: LESSON})
    assert [each["path"] for each in lessons(mem)] == [name]
    assert "\nb.md" not in mem("lessons").out


def test_a_rule_whose_signals_grew_old_is_a_warning(repo: RepoBuilder, mem: Mem) -> None:
    """Time alone must not stop a job; a lesson that never passed does."""
    repo.commit("2026-03-01", {".gitmem.toml": "[policy]\nenabled = true\n", "MEMORY.md": "# Index\n"})
    rules = LESSON.replace("# Deploys\n", "# Deploys\n\n## Rules\n")
    grow(repo, "2026-05-01", "2026-05-10", "2026-05-20", text=rules)
    told = [each for each in mem("check", "--all", "--json").json["findings"] if each["rule"] == "GM010"]
    assert [(each["severity"], each["breach"], each["weight"]) for each in told] == [
        ("warning", "faded", 1.5)
    ]
    told = mem("check", "--json", "HEAD~1..HEAD", now="2026-05-21").json["findings"]
    assert [each for each in told if each["rule"] == "GM010"] == []
