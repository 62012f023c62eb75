"""A query is words, never syntax.

Lost otherwise: a hyphen or a colon, and the answer is an SQL error or a silent nothing.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

NOTE = (
    "# Kit\n\n- TODO: mend the pre-flight check\n- Disk speed: 14 GB/s\n"
    "- The multi-stage runner doesn't use C++ or F#.\n- Switch: --fail-on-drift\n- Fault code: E_503.2\n"
    "- Call [crew] (noon) about 100% of *moons*\n- path: src/kit/main_loop.py calls getHTTPResponse()\n"
)
FOUND = {
    "multi-stage": 5,
    "TODO: mend": 3,
    "pre-flight": 3,
    "GB/s": 4,
    "doesn't": 5,
    "doesn’t": 5,
    "C++": 5,
    "F#": 5,
    "--fail-on-drift": 6,
    "fail-on-drift": 6,
    "E_503.2": 7,
    "[crew]": 8,
    "(noon": 8,
    "100%": 8,
    "*moons*": 8,
    "^mend$": 3,
    '"multi-stage runner"': 5,
    'runner"': 5,
    "runner' OR 1=1 --": 5,
    "runner AND NOT multi": 5,
    "runner NEAR multi": 5,
    "NEAR(runner, 5)": 5,
    "heading:runner": 5,
    "text : runner": 5,
    "runn* runner": 5,
    "{runner}": 5,
    "runner\\": 5,
    "runner;": 5,
    "runner\ttab": 5,
    "main_loop.py": 9,
    "src/kit/main_loop.py": 9,
    "getHTTPResponse": 9,
    "http response": 9,
    "main loop": 9,
}


@pytest.fixture(scope="module")
def mem(tmp_path_factory: pytest.TempPathFactory) -> Mem:
    """One note full of signs; no test here changes it."""
    folder = tmp_path_factory.mktemp("signs")
    repo = RepoBuilder.create(folder / "repo")
    repo.commit("2026-09-02", {"kit.md": NOTE})
    return Mem(repo.path, folder)


@pytest.mark.parametrize("query", FOUND)
def test_the_line_is_found_first(query: str, mem: Mem) -> None:
    """Exit 0, and the line that holds the words on top."""
    answer = mem.search(query)
    assert answer.code == 0
    assert answer.cites[0] == f"kit.md:{FOUND[query]}"
    assert answer.data["query"] == query


@pytest.mark.parametrize(
    "query", ["a AND NOT b", "x OR", "NOT", "AND", "NEAR", '"', "zzyx:", "(zzyx", "-zzyx"]
)
def test_never_a_syntax_error(query: str, mem: Mem) -> None:
    """Whatever is typed, the run ends with one of the documented codes and no traceback."""
    ran = mem("search", "--json", "--", query)
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.err
    assert "sqlite" not in ran.err.lower()
    assert "syntax" not in ran.err.lower()


@pytest.mark.parametrize("query", ["", "   ", "???", "the of", "...", "—", "the", "\t"])
def test_nothing_to_search_is_an_error_not_an_absence(query: str, mem: Mem) -> None:
    """ "No record" may not be said when nothing was looked for."""
    ran = mem("search", "--json", "--", query)
    assert ran.code == 2
    assert ran.raw == b""
    assert len(ran.err.splitlines()) == 1


def test_no_words_at_all(mem: Mem) -> None:
    """`git mem search` alone says what is missing."""
    ran = mem("search")
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_an_option_by_mistake_is_explained(mem: Mem) -> None:
    """A word that begins with hyphens is taken for an option; the message names it."""
    ran = mem("search", "--fail-on-drift")
    assert ran.code == 2
    assert "--fail-on-drift" in ran.err


def test_words_may_come_as_one_or_as_many(mem: Mem) -> None:
    """Quoted or not, the query is the same."""
    assert mem("search", "--json", "disk speed").raw == mem("search", "--json", "disk", "speed").raw


def test_an_absent_word_with_signs(mem: Mem) -> None:
    """Absence is spoken of in the words that were typed."""
    answer = mem.search("warp-core")
    assert (answer.code, answer.data["absence"]) == (1, "proven")
    assert any("warp" in term for term in answer.data["absent_terms"])


@pytest.mark.parametrize("query", ["x" * 5000, "disk " * 2000, "\u0000disk", "disk\ud800"])
def test_unreasonable_queries(query: str, mem: Mem) -> None:
    """Very long or broken text gets an answer or one line, not a crash."""
    ran = mem("search", "--json", "--", query)
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.err
