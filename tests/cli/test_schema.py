"""`git mem schema suggest` proposes only keys that nothing speaks against, as lines that can be pasted."""

from __future__ import annotations

import tomllib

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from gitmem import Memory
from gitmem.clock import parse_instant
from gitmem.config import load_settings
from gitmem.errors import UsageError
from tests.builder import RepoBuilder
from tests.reports.test_schemas import schema
from tests.running import NOW, Json, Mem

PLACES = ("Workshop", "Library", "Harbour", "Cellar", "Attic", "Garden")


def notes(line: str, places: tuple[str, ...] = PLACES) -> dict[str, str]:
    """A note for each place; `{}` in the line becomes a number of its own."""
    return {
        f"{place.lower()}.md": f"# {place}\n\n{line.replace('{}', str(number))}\n"
        for number, place in enumerate(places)
    }


def suggested(mem: Mem, *arguments: str) -> Json:
    """The JSON of a suggestion, which must be what its schema promises."""
    ran = mem("schema", "suggest", "--json", *arguments)
    assert ran.code == 0, ran.err
    validator = Draft202012Validator(schema("schema"), format_checker=FormatChecker())
    assert not [f"{error.json_path}: {error.message}" for error in validator.iter_errors(ran.json)]
    return ran.json


def single(mem: Mem, *arguments: str) -> list[str]:
    """The keys proposed as single-valued."""
    return [use["key"] for use in suggested(mem, *arguments)["single_valued"]]


def test_a_key_with_one_value_in_every_subject(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}\n- Colour: green"))
    repo.commit("2026-02-01", notes("- Door code: 55{}\n- Colour: green"))
    (first, second) = suggested(mem)["single_valued"]
    assert (first["key"], first["subjects"], first["values"], first["most"]) == ("colour", 6, 1, 1)
    assert (second["key"], second["subjects"], second["values"]) == ("door code", 6, 12)
    assert second["examples"][0] == "attic.md:3"


def test_what_is_printed_can_be_pasted(repo: RepoBuilder, mem: Mem) -> None:
    """Declared afterwards, the key is no longer proposed, and what was declared before still is."""
    repo.commit("2026-01-01", notes("- Door code: 44{}\n- Colour: green {}"))
    repo.write({".gitmem.toml": '[facts]\nsingle_valued = ["mooring \\"a\\""]\n'})
    shown = mem("schema", "suggest").out
    assert "# 6 subjects, 6 values" in shown
    pasted = load_settings(shown.encode()).facts
    assert pasted.single_valued == ('mooring "a"', "colour", "door code")
    assert set(tomllib.loads(shown)) == {"facts"}
    repo.write({".gitmem.toml": shown})
    assert single(mem) == []
    assert "nothing to suggest" in mem("schema", "suggest").out


def test_too_few_subjects(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}", PLACES[:4]))
    assert single(mem) == []
    assert single(mem, "--min-subjects", "4") == ["door code"]


def test_one_place_with_two_values_speaks_against_it(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}"))
    repo.write({"attic.md": "# Attic\n\n- Door code: 1\n- Door code: 2\n"})
    assert single(mem) == []


def test_two_values_that_stood_side_by_side_once_speak_against_it(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}"))
    repo.commit("2026-02-01", {"attic.md": "# Attic\n\n- Door code: 444\n- Door code: 2\n"})
    repo.commit("2026-03-01", {"attic.md": "# Attic\n\n- Door code: 2\n"})
    assert single(mem) == []


def test_replacing_and_striking_are_no_list(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}"))
    repo.commit("2026-02-01", {"attic.md": "# Attic\n\n- Door code: 2\n"})
    repo.commit("2026-03-01", {"attic.md": "# Attic\n\n- ~~Door code: 2~~\n- Door code: 3\n"})
    assert single(mem) == ["door code"]


def test_headings_and_days_keep_values_apart(repo: RepoBuilder, mem: Mem) -> None:
    line = "## Front\n\n- Door code: 44{}\n\n## Back\n\n- Door code: 55{}"
    repo.commit("2026-01-01", notes(line))
    assert single(mem) == ["door code"]


def test_built_in_keys_and_keys_of_texts_are_not_proposed(repo: RepoBuilder, mem: Mem) -> None:
    long = "because " * 12
    repo.commit(
        "2026-01-01",
        notes(
            f"- Status: open {{}}\n- Why: {long}{{}}\n- Title: T{{}}\n- Page: https://x.example/{{}}\n"
            "- Topic: a{}"
        ),
    )
    assert single(mem) == []


def test_keys_that_plainly_hold_many(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Likes: tea {}\n- Likes: boats {}\n- Likes: chess {}"))
    answer = suggested(mem)
    assert answer["single_valued"] == []
    (use,) = answer["multi_valued"]
    assert (use["key"], use["most"]) == ("likes", 3)
    assert load_settings(mem("schema", "suggest").out.encode()).facts.multi_valued == ("likes",)


def test_titles_that_many_notes_share_name_no_subject(repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", {f"{n}/recipe.md": f"# Recipe\n\n- Oven: {n} degrees\n" for n in range(9)})
    assert single(mem) == []


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("suggest", "--min-subjects", "1"),
        ("suggest", "--min-subjects", "x"),
        ("propose",),
        ("suggest", "x"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], repo: RepoBuilder, mem: Mem) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}"))
    ran = mem("schema", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_help(mem: Mem) -> None:
    assert "suggest" in mem("schema", "-h").out
    assert "--min-subjects" in mem("schema", "suggest", "-h").out
    assert "suggest" in mem("help", "schema").out


def test_the_library(repo: RepoBuilder) -> None:
    repo.commit("2026-01-01", notes("- Door code: 44{}"))
    memory = Memory(repo.path, now=parse_instant(NOW))
    assert [use.key for use in memory.suggest_schema().single_valued] == ["door code"]
    with pytest.raises(UsageError):
        memory.suggest_schema(1)
