"""Another search keeps its order and gains dates and standing.

Lost otherwise: whoever has a search of their own reads what no longer holds as if it did.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitmem.clock import parse_instant
from gitmem.memory.library import Memory
from gitmem.memory.places_given import GivenPlace, read_place, shown_place, split_places
from tests.builder import RepoBuilder
from tests.reports.test_schemas import SCHEMAS
from tests.running import NOW, Json, Mem

HARBOUR = """# Harbour

- Pilot: Enno Brandt
- Tide gauge: north pier

## Crane

The crane was oiled
and its rope renewed.

- Crane status: at work
"""
LOG = "# Log\n\n## 2026-08-02\n\n- Harbour pilot: Silke Ahrens\n"
FERRY = "# Ferry\n\n- Captain: Ruth Olsen\n- Captain: Olaf Berg\n"


@pytest.fixture(autouse=True)
def notes(repo: RepoBuilder) -> None:
    """A pilot replaced by an entry of the log, and two captains beside each other."""
    settings = '[facts]\nsingle_valued = ["pilot", "captain"]\n'
    repo.commit("2026-01-05", {".gitmem.toml": settings, "harbour.md": HARBOUR, "code.py": "pilot = 1\n"})
    repo.commit("2026-08-02", {"sub/log.md": LOG})
    repo.commit("2026-08-03", {"ferry.md": FERRY})


def annotated(mem: Mem, *arguments: str, given: str = "", cwd: Path | None = None) -> list[Json]:
    """The places that come back."""
    ran = mem("annotate", "--json", *arguments, stdin=given.encode(), cwd=cwd)
    assert ran.code in (0, 1), ran.err
    places: list[Json] = ran.json["places"]
    return places


def cites(places: list[Json]) -> list[list[str]]:
    return [[each["cite"] for each in place["results"]] for place in places]


def test_the_order_is_kept(mem: Mem) -> None:
    """The former value first, as the other search had it; what is said of it is the new part."""
    [former, current] = annotated(mem, given="harbour.md:3\nsub/log.md:5\n")
    assert former["place"] == "harbour.md:3"
    assert former["results"][0]["status"] == "SUPERSEDED"
    assert former["results"][0]["superseded_by"] == ["sub/log.md:5"]
    assert current["results"][0]["as_of"] == "2026-08-02"
    assert current["results"][0]["supersedes"] == ["harbour.md:3"]


def test_results_are_those_of_a_search(mem: Mem) -> None:
    """One reader of JSON serves both; only what tells of a query, of which there is none, differs."""
    [found] = [each for each in mem.search("pilot").results if each["cite"] == "harbour.md:3"]
    [place] = annotated(mem, "harbour.md:3")
    without = {"score", "score_parts", "matched_by"}
    [told] = place["results"]
    assert {k: v for k, v in told.items() if k not in without} == {
        k: v for k, v in found.items() if k not in without
    }
    schemas = [json.loads((SCHEMAS / f"{verb}.json").read_text()) for verb in ("search", "annotate")]
    assert (
        schemas[0]["properties"]["results"]["items"]
        == schemas[1]["properties"]["places"]["items"]["properties"]["results"]["items"]
    )


@pytest.mark.parametrize(
    "printed",
    [
        "harbour.md:3",
        "./harbour.md:3",
        "harbour.md:3:- Pilot: Enno Brandt",
        "harbour.md:3:7:- Pilot: Enno Brandt",
        "harbour.md\x003:- Pilot: Enno Brandt",
        "harbour.md:3\r",
        "harbour.md:3-3",
    ],
)
def test_as_other_programs_print_places(printed: str, mem: Mem) -> None:
    """grep -n, ripgrep with and without columns, NUL behind the path, and Windows line ends."""
    assert cites(annotated(mem, given=printed + "\n")) == [["harbour.md:3"]]


def test_lines_within_pieces(mem: Mem) -> None:
    """Any line of a piece means the piece; a heading or an empty line means what stands below it."""
    assert cites(annotated(mem, "harbour.md:9")) == [["harbour.md:8"]]
    assert cites(annotated(mem, "harbour.md:6")) == [["harbour.md:8"]]
    assert cites(annotated(mem, "harbour.md:3-4")) == [["harbour.md:3", "harbour.md:4"]]
    [whole] = annotated(mem, "harbour.md")
    assert (whole["line"], len(whole["results"])) == (None, len(mem.chunks("harbour.md")))


def test_what_is_no_place_stays_and_is_named(mem: Mem) -> None:
    """Hits in code are no notes; nothing is dropped without a word."""
    ran = mem("annotate", stdin=b"code.py:1:pilot = 1\nharbour.md:3\nharbour.md:900\n")
    assert ran.code == 0
    assert ran.err == (
        "git-mem: code.py:1: no note is called that\ngit-mem: harbour.md:900: the note ends before that\n"
    )
    assert ran.out.startswith("code.py:1: no note is called that\n\nharbour.md:3   ")
    assert mem("-q", "annotate", "code.py:1").err == ""
    assert mem("annotate", "code.py:1").code == 1


def test_thousands_of_hits_elsewhere_are_not_all_named(mem: Mem) -> None:
    given = "".join(f"src/{number}.c:1\n" for number in range(2000))
    ran = mem("annotate", "--json", stdin=given.encode())
    assert len(ran.json["places"]) == 2000
    assert len(ran.err.splitlines()) == 21
    assert ran.err.splitlines()[-1] == "git-mem: and so of 1,980 more places"


def test_nothing_given(mem: Mem) -> None:
    """The other search found nothing: no output, and the exit code of "no"."""
    ran = mem("annotate")
    assert (ran.code, ran.out, ran.err) == (1, "", "")
    assert annotated(mem) == []


def test_reranking_puts_what_holds_first(mem: Mem) -> None:
    given = "harbour.md:4\nharbour.md:3\ncode.py:1\nsub/log.md:5\n"
    places = annotated(mem, "--rerank", given=given)
    assert [place["place"] for place in places] == [
        *("harbour.md:4", "sub/log.md:5", "harbour.md:3", "code.py:1"),
    ]


def test_reranking_brings_what_holds(mem: Mem) -> None:
    """The other search found only the former value: the current one is added, and said to be added."""
    places = annotated(mem, "--rerank", "harbour.md:3")
    assert [place["place"] for place in places] == [None, "harbour.md:3"]
    assert cites(places) == [["sub/log.md:5"], ["harbour.md:3"]]
    assert "not among the places" in mem("annotate", "--rerank", "harbour.md:3").out


def test_contested_values_come_together(mem: Mem) -> None:
    places = annotated(mem, "--rerank", "ferry.md:4", "harbour.md:4", "ferry.md:3")
    assert cites(places) == [["ferry.md:4"], ["ferry.md:3"], ["harbour.md:4"]]
    assert places[0]["results"][0]["contested_with"] == ["ferry.md:3"]


def test_the_same_piece_twice(mem: Mem) -> None:
    """Two hits in one piece stay two."""
    for option in ([], ["--rerank"]):
        places = annotated(mem, *option, "harbour.md:8", "harbour.md:9")
        assert [place["place"] for place in places] == ["harbour.md:8", "harbour.md:9"]


def test_reranking_leaves_whole_notes_where_they_are(mem: Mem) -> None:
    places = annotated(mem, "--rerank", "harbour.md", "sub/log.md", "harbour.md:3-4")
    assert [place["place"] for place in places[:2]] == ["harbour.md", "sub/log.md"]
    assert cites(places[2:]) == [["sub/log.md:5"], ["harbour.md:3"], ["harbour.md:4"]]


def test_places_that_end_with_nul(repo: RepoBuilder, mem: Mem) -> None:
    """For names that hold a line end, in and out."""
    repo.commit("2026-08-09", {"odd\nname.md": "# Odd\n\n- Harbour bell: brass\n"})
    given = "harbour.md:3\0odd\nname.md:3\0sub/log.md:5\0"
    assert mem("annotate", "-z", stdin=given.encode()).raw == given.encode()
    order = mem("annotate", "-z", "--rerank", stdin=given.encode()).raw
    assert order == b"sub/log.md:5\0harbour.md:3\0odd\nname.md:3\0"


def test_paths_from_the_top_and_from_here(repo: RepoBuilder, mem: Mem) -> None:
    """As for blame; what means two notes is said."""
    below = repo.path / "sub"
    assert cites(annotated(mem, given="log.md:5\n", cwd=below)) == [["sub/log.md:5"]]
    assert cites(annotated(mem, given="../harbour.md:3\n", cwd=below)) == [["harbour.md:3"]]
    repo.commit("2026-08-09", {"log.md": LOG})
    ran = mem("annotate", "--json", "log.md:5", "./log.md:5", cwd=below)
    assert cites(ran.json["places"]) == [["log.md:5"], ["sub/log.md:5"]]
    assert ran.json["ambiguous"] == ["log.md:5"]
    assert ran.err.splitlines() == [
        "git-mem: log.md:5 is read from the top; write ./log.md:5 for the one below this folder"
    ]


def test_other_times(mem: Mem) -> None:
    """A search that was built on an older state is asked about that state."""
    [then] = annotated(mem, "--at", "2026-02-01", "harbour.md:3")
    assert then["results"][0]["status"] == "AGING"
    [held] = annotated(mem, "--as-of", "2026-02-01", "harbour.md:3")
    assert (held["results"][0]["status"], held["results"][0]["age_days"]) == ("FRESH", 27)
    [committed] = annotated(mem, "--committed", "harbour.md:3")
    assert committed["results"][0]["superseded_by"] == ["sub/log.md:5"]


def test_the_library_answers_the_same(repo: RepoBuilder, mem: Mem) -> None:
    memory = Memory(repo.path, now=parse_instant(NOW))
    response = memory.annotate(["harbour.md:3"], rerank=True)
    assert [place.results[0].cite for place in response.places] == ["sub/log.md:5", "harbour.md:3"]
    assert response.reranked


def test_a_whole_note_for_people(mem: Mem) -> None:
    """One line says how far the note may be trusted; all of it is told on request."""
    out = mem("annotate", "harbour.md").out
    assert out.startswith("harbour.md   4 pieces, 2026-01-05: 3 AGING, 1 SUPERSEDED\n")
    assert "Tide gauge" not in out
    assert "Tide gauge" in mem("-v", "annotate", "harbour.md").out


NOTES = {"a.md", "a", "b:3.md", "c.md:7", "-", "größe.md"}
_QUOTED = r'"gr\303\266\303\237e.md"'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.md", GivenPlace("a.md", "a.md", "a.md")),
        ("a.md:12", GivenPlace("a.md:12", "a.md", "a.md", 12, 12)),
        ("a.md:12-14", GivenPlace("a.md:12-14", "a.md", "a.md", 12, 14)),
        ("a.md:12-14:x", GivenPlace("a.md:12-14", "a.md", "a.md", 12, 14)),
        ("a.md:12:a.md:13", GivenPlace("a.md:12", "a.md", "a.md", 12, 12)),
        ("b:3.md:4", GivenPlace("b:3.md:4", "b:3.md", "b:3.md", 4, 4)),
        ("c.md:7", GivenPlace("c.md:7", "c.md:7", "c.md:7")),
        ("c.md:7:8", GivenPlace("c.md:7:8", "c.md:7", "c.md:7", 8, 8)),
        ("a\x005:text", GivenPlace("a:5", "a", "a", 5, 5)),
        ("a\0", GivenPlace("a", "a", "a")),
        (f"{_QUOTED}:3:text", GivenPlace(f"{_QUOTED}:3", _QUOTED, "größe.md", 3, 3)),
        (_QUOTED, GivenPlace(_QUOTED, _QUOTED, "größe.md")),
        (f"{_QUOTED}x", None),
        ('"a.md', None),
        ("a.md:x", None),
        ("a.md:12x", None),
        ("a.md:", None),
        ("a.md:99999999999999999999", None),
        (":3", None),
        ("z.md:3", None),
        ("z\x003", None),
    ],
)
def test_places_are_read(text: str, expected: GivenPlace | None) -> None:
    assert read_place(text, lambda path: path if path in NOTES else None) == expected


def test_what_is_shown_of_an_unknown_place() -> None:
    """The text of a line of code is not repeated."""
    assert shown_place("x.py:3:secret = 1") == "x.py:3"
    assert shown_place("x.py\x003:secret") == "x.py:3"
    assert shown_place("x.py") == "x.py"
    assert shown_place(":" * 10_000 + "3") == ":" * 10_000 + "3"


def test_input_is_split() -> None:
    assert split_places(b"a\r\n\nb:1\n\xff", null=False) == ["a", "b:1", "\udcff"]
    assert split_places(b"a\nb\0\0c", null=True) == ["a\nb", "c"]
