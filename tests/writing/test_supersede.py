"""`supersede` and `retract`: the old line stays, struck and dated; the new one stands beside it.

Lost otherwise: facts that are overwritten, two live versions of one, or a line that is struck by mistake.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.noted import diff_of, refused, write

NOTE = "# Orca\n\n- Berth: 7\n- Crew: two\n"


def test_one_call_replaces_a_fact(repo: RepoBuilder, mem: Mem) -> None:
    """The old value stays readable with its end, the new one counts, and nothing is contested."""
    repo.commit("2026-03-04", {"orca.md": NOTE})
    ran = mem("supersede", "orca.md:3", "9")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split("   ")[1] for line in ran.out.splitlines()] == [
        *("- Berth: 9", "- ~~Berth: 7~~ superseded 2026-10-01"),
    ]
    assert diff_of(repo) == (["- Berth: 7"], ["- ~~Berth: 7~~ superseded 2026-10-01", "- Berth: 9"])
    fact = mem("explain", "--json", "orca berth").json
    assert [step["value"] for step in fact["fact"]["steps"]] == ["9", "7"]
    told = {result["cite"]: result["status"] for result in mem.search("orca berth").results}
    assert told == {"orca.md:3": "SUPERSEDED", "orca.md:4": "FRESH", "orca.md:5": "AGING"}
    assert mem("conflicts").code == 0


def test_a_retracted_line_has_no_successor(repo: RepoBuilder, mem: Mem) -> None:
    """What was wrong is no older version of anything."""
    repo.commit("2026-03-04", {"orca.md": NOTE})
    answer = write(mem, "retract", "orca.md:3")
    assert diff_of(repo) == (["- Berth: 7"], ["- ~~Berth: 7~~ retracted 2026-10-01"])
    assert answer["changes"][0]["changed"] == [
        {"line": 3, "before": "- Berth: 7", "text": "- ~~Berth: 7~~ retracted 2026-10-01"}
    ]
    found = mem.search("orca berth").at("orca.md:3")
    assert (found["status"], found["superseded_by"]) == ("RETRACTED", [])


SHAPES = [
    ("- Berth: 7", "- ~~Berth: 7~~ {}", "- Berth: 9"),
    ("* Berth: 7", "* ~~Berth: 7~~ {}", "* Berth: 9"),
    ("3. Berth: 7", "3. ~~Berth: 7~~ {}", "3. Berth: 9"),
    ("- **Berth:** 7", "- ~~**Berth:** 7~~ {}", "- **Berth:** 9"),
    ("- **Berth**: 7", "- ~~**Berth**: 7~~ {}", "- **Berth**: 9"),
    ("- [ ] Berth: 7", "- [ ] ~~Berth: 7~~ {}", "- [ ] Berth: 9"),
    ("- [x] Berth: 7", "- [x] ~~Berth: 7~~ {}", "- [ ] Berth: 9"),
    ("- Berth: 7 [stated]", "- ~~Berth: 7 [stated]~~ {}", "- Berth: 9"),
    ("- [stated] Berth: 7", "- [stated] ~~Berth: 7~~ {}", "- Berth: 9"),
    ("- Berth: 7 {explicit, user}", "- ~~Berth: 7~~ {} {{explicit, user}}", "- Berth: 9"),
    ("- 2026-08-01: Berth: 7", "- 2026-08-01: ~~Berth: 7~~ {}", "- Berth: 9"),
    ("- Berth: 7 (was 6)", "- ~~Berth: 7 (was 6)~~ {}", "- Berth: 9"),
    ("- Berth: ~~6~~ 7", "- Berth: ~~6~~ ~~7~~ {}", "- Berth: 9"),
    ("- Berth: `7`", "- ~~Berth: `7`~~ {}", "- Berth: 9"),
    ("- Berth: [7](http://quay.example/7)", "- ~~Berth: [7](http://quay.example/7)~~ {}", "- Berth: 9"),
    ('- Berth: "7"', '- ~~Berth: "7"~~ {}', "- Berth: 9"),
    ("- 船席: 七", "- ~~船席: 七~~ {}", "- 船席: 9"),
    ("- 船席：七", "- ~~船席：七~~ {}", "- 船席：9"),
    ("Berth: 7", "~~Berth: 7~~ {}", "Berth: 9"),
    ("- Berth: 7  ", "- ~~Berth: 7~~ {}  ", "- Berth: 9"),
    ("- Berth: ~7 m", "- ~~Berth: ~7 m~~ {}", "- Berth: 9"),
    ("-\tBerth: 7", "-\t~~Berth: 7~~ {}", "-\tBerth: 9"),
    ("  - Berth: 7", "  - ~~Berth: 7~~ {}", "  - Berth: 9"),
]


@pytest.mark.parametrize(("old", "struck", "new"), SHAPES)
@pytest.mark.representatives(8)
def test_every_shape_of_a_line(old: str, struck: str, new: str, repo: RepoBuilder, mem: Mem) -> None:
    """Marker, box, tags and key stay what they are, whatever the line looks like."""
    repo.commit("2026-03-04", {"orca.md": f"# Orca\n\n{old}\n"})
    write(mem, "supersede", "orca.md:3", "9")
    assert diff_of(repo) == ([old], [struck.format("superseded 2026-10-01"), new])
    repo.reset("HEAD")
    write(mem, "retract", "orca.md:3")
    assert diff_of(repo) == ([old], [struck.format("retracted 2026-10-01")])
    status = mem.search("berth 船席").at("orca.md:3")["status"]
    assert status == ("SUPERSEDED" if "~~" in old else "RETRACTED")  # 6 was superseded by 7 before


def test_words_with_their_own_key_stay_as_they_are(repo: RepoBuilder, mem: Mem) -> None:
    """A key is only put in front of words that have none."""
    repo.commit("2026-03-04", {"orca.md": NOTE})
    write(mem, "supersede", "orca.md:3", "Berth:", "9", "--provenance", "observed")
    assert diff_of(repo).new[1] == "- Berth: 9 [observed]"
    refused(mem, ["supersede", "orca.md:5", "Crew: two"], "says so already")


def test_prose_is_replaced_by_prose(repo: RepoBuilder, mem: Mem) -> None:
    """Lines without a key are struck as a whole, over all their lines."""
    text = "# Orca\n\n- She sails on Fridays\n  and comes back\n  on Sundays\n- Crew: two\n"
    repo.commit("2026-03-04", {"orca.md": text})
    write(mem, "supersede", "orca.md:4", "She sails on Mondays")
    assert (repo.path / "orca.md").read_text() == (
        "# Orca\n\n- ~~She sails on Fridays\n  and comes back\n  on Sundays~~ superseded 2026-10-01\n"
        "- She sails on Mondays\n- Crew: two\n"
    )


def test_a_paragraph_of_prose_gets_one_of_its_own_below_it(repo: RepoBuilder, mem: Mem) -> None:
    """In one paragraph with the struck words the new ones would be found as SUPERSEDED."""
    repo.commit("2026-09-01", {"a.md": "# Club\n\nWe meet in the old hall.\n"})
    write(mem, "supersede", "a.md:3", "We gather at the lighthouse.")
    text = (repo.path / "a.md").read_text()
    assert (
        text
        == "# Club\n\n~~We meet in the old hall.~~ superseded 2026-10-01\n\nWe gather at the lighthouse.\n"
    )
    assert [result["status"] for result in mem.search("lighthouse").results] == ["FRESH"]


@pytest.mark.parametrize(
    "text", ["2026-08-01: She sailed", "~~Tea~~ and coffee are served", "[x] Paint the mast"]
)
def test_prose_with_something_before_it(text: str, repo: RepoBuilder, mem: Mem) -> None:
    """A day before it, a box, or a word that is struck already: struck once, rightly, or not at all."""
    repo.commit("2026-03-04", {"orca.md": f"# Orca\n\n- {text}\n"})
    ran = mem("retract", "orca.md:3")
    if ran.code == 0:
        assert diff_of(repo).new[0].endswith("~~ retracted 2026-10-01")
        refused(mem, ["retract", "orca.md:3"], "struck already")
    else:
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert diff_of(repo) == ([], [])


def test_one_line_of_a_paragraph(repo: RepoBuilder, mem: Mem) -> None:
    """The facts above and below stay as they were."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\nBerth: 7\nCrew: two\nFlag: red\n"})
    write(mem, "supersede", "orca.md:4", "three")
    assert diff_of(repo) == (["Crew: two"], ["~~Crew: two~~ superseded 2026-10-01", "Crew: three"])
    for key, value in (("berth", "7"), ("crew", "three"), ("flag", "red")):
        assert mem("explain", "--json", f"orca {key}").json["fact"]["steps"][0]["value"] == value


def test_what_hangs_below_stays_with_the_old_line(repo: RepoBuilder, mem: Mem) -> None:
    """Details are not handed to the new value; that they still stand is said."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\n- Berth: 7\n  - Depth: 4 m\n- Crew: two\n"})
    answer = write(mem, "supersede", "orca.md:3", "9")
    assert (repo.path / "orca.md").read_text() == (
        "# Orca\n\n- ~~Berth: 7~~ superseded 2026-10-01\n  - Depth: 4 m\n- Berth: 9\n- Crew: two\n"
    )
    assert answer["warnings"] == ["orca.md: what stands below it stays as it is (line 4)"]


def test_a_nested_line_keeps_its_depth(repo: RepoBuilder, mem: Mem) -> None:
    """The successor hangs under the same item."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\n- Port\n  - Berth: 7\n  - Crew: two\n"})
    write(mem, "supersede", "orca.md:4", "9")
    assert diff_of(repo).new == ["  - ~~Berth: 7~~ superseded 2026-10-01", "  - Berth: 9"]
    repo.commit("2026-03-05", {"orca.md": "# Orca\n\n- - Berth: 7\n"})
    write(mem, "supersede", "orca.md:3", "9")
    assert diff_of(repo).new == ["- - ~~Berth: 7~~ superseded 2026-10-01", "  - Berth: 9"]


def test_under_an_old_day_the_new_line_is_of_today(repo: RepoBuilder, mem: Mem) -> None:
    """A value of today is not dated by the heading of last month."""
    repo.commit("2026-08-14", {"log.md": "# Log\n\n## 2026-08-14\n\n- Orca berth: 7\n"})
    write(mem, "supersede", "log.md:5", "9")
    assert diff_of(repo).new[1] == "- Orca berth: 9 [verified: 2026-10-01]"
    assert mem.search("orca berth").at("log.md:6")["as_of"] == "2026-10-01"


@pytest.mark.parametrize("verb", [["supersede"], ["retract"], ["verify"]])
@pytest.mark.parametrize(
    ("line", "why"),
    [
        *((1, "front matter"), (5, "heading"), (9, "table"), (13, "code"), (16, "quotation"), (18, "struck")),
        *((6, "no text"), (99, "end of the note"), (21, "merge")),
    ],
)
def test_lines_that_state_nothing_are_refused(
    verb: list[str], line: int, why: str, repo: RepoBuilder, mem: Mem
) -> None:
    """A mark where no reader looks for one would be lost; the reason is told."""
    text = (
        "---\nentity: Orca\n---\n\n# Orca\n\n| a | b |\n|---|---|\n| Berth | 7 |\n\n```\n\nBerth: 7\n```\n\n"
        "> Berth: 7\n\n- ~~Berth: 7~~ superseded 2026-01-01\n\n<<<<<<< one\n- Berth: 7\n=======\n- Berth: 8\n"
        ">>>>>>> two\n"
    )
    repo.commit("2026-03-04", {"orca.md": text})
    refused(mem, [*verb, f"orca.md:{line}", *(["9"] if verb == ["supersede"] else [])], why)
    assert repo.git("status", "--porcelain") == b""


def test_a_line_that_cannot_be_struck_rightly_is_refused(repo: RepoBuilder, mem: Mem) -> None:
    """Rather no strike than one that is read as something else."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\n- Motto: we ~~never~~ sail\n"})
    refused(mem, ["retract", "orca.md:3"], "orca.md:3", "by hand")
    refused(mem, ["supersede", "orca.md", "x"], "PATH:LINE")
    refused(mem, ["supersede", "gull.md:3", "x"], "gull.md")
    refused(mem, ["supersede", "orca.md:3", ""], "empty")
    assert repo.git("status", "--porcelain") == b""


def test_the_hash_that_was_shown_guards_a_write(repo: RepoBuilder, mem: Mem) -> None:
    """A line that moved is found, one that was changed is refused, twins are not guessed between."""
    repo.commit("2026-03-04", {"orca.md": NOTE})
    shown = mem("-v", "search", "berth").out.split()[0]
    place, _, guard = shown.partition("@")
    assert (place, len(guard)) == ("orca.md:3", 8)
    assert mem.search("berth").results[0]["hash"].startswith(guard)
    repo.write({"orca.md": "# Orca\n\n- Flag: red\n- Port: Hull\n- Berth: 7\n"})
    answer = write(mem, "supersede", shown, "9")
    assert answer["cites"][0]["cite"] == "orca.md:6"
    repo.write({"orca.md": "# Orca\n\n- Berth: 8\n- Crew: two\n"})
    refused(mem, ["supersede", shown, "9"], "does not say any more")
    repo.write({"orca.md": "# Orca\n\n- Flag: red\n- Berth: 7\n\n## Old\n\n- Berth: 7\n"})
    refused(mem, ["retract", shown], "4", "8")
    assert "~~" not in (repo.path / "orca.md").read_text()


def test_a_cite_from_where_one_stands(repo: RepoBuilder, mem: Mem) -> None:
    """Paths as they are printed, and paths from here."""
    repo.commit("2026-03-04", {"boats/orca.md": NOTE, "a:1.md": "# A\n\n- Berth: 7\n"})
    for cite in ("boats/orca.md:3", "orca.md:3", "./orca.md:3"):
        ran = mem("retract", cite, cwd=repo.path / "boats")
        assert ran.code == 0, ran.err
        assert ran.out.startswith("boats/orca.md:3@")
        repo.reset("HEAD")
    assert write(mem, "retract", "a:1.md:3")["cites"][0]["path"] == "a:1.md"


def test_several_values_on_one_line(repo: RepoBuilder, mem: Mem) -> None:
    """A word alone does not say which of them it replaces, and no strike of the line would be read as one of
    both."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\n- Berth: Seven | Crew: two\n"})
    refused(mem, ["supersede", "orca.md:3", "Nine"], "several values")
    refused(mem, ["supersede", "orca.md:3", "Berth: Nine | Crew: two"], "by hand")


@pytest.mark.parametrize(("provenance", "told"), [("inferred", True), ("observed", False)])
def test_a_guess_in_the_place_of_what_was_stated_is_told(
    provenance: str, told: bool, repo: RepoBuilder, mem: Mem
) -> None:
    """Lost otherwise: what somebody said gives way to a conclusion, and nobody notices."""
    repo.commit("2026-01-01", {"a.md": "# Ada\n\n- Phone: 31 [stated]\n"})
    ran = mem("supersede", "a.md:3", "44", "--provenance", provenance)
    assert ran.code == 0
    assert ("was stated" in ran.err) is told


def test_equal_lines_are_not_told_apart_by_their_hash(repo: RepoBuilder, mem: Mem) -> None:
    """Lost otherwise: lines shift, an equal line comes to the cited place, and is struck instead."""
    twins = "# N\n\n## A\n\n- x: 1\n\n## B\n\n- x: 1\n"
    repo.commit("2026-01-01", {"n.md": twins})
    (shown,) = {result["hash"] for result in mem.search("x 1").results}
    ran = mem("retract", f"n.md:9@{shown[:8]}")
    assert (ran.code, (repo.path / "n.md").read_text()) == (2, twins)
    assert "lines 5, 9 of n.md" in ran.err
    assert mem("retract", "n.md:9").code == 0
    assert (repo.path / "n.md").read_text().startswith(twins[:-8])
