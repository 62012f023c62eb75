"""Which lines surely say the same, and what is written when they do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.writing.consolidation.plan import consolidate
from tests.writing.consolidations import again, consolidated, grounds, said

MARKED = "superseded 2026-11-30, see x.md"


def merged(body: str, days: dict[int, str] | None = None, path: str = "x.md") -> list[str]:
    """The lines of a note after consolidation."""
    found = consolidate(grounds({path: body.encode()}, {path: days or {}}))
    return consolidated({path: body.encode()}, found)[path].decode().split("\n")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Owner: Ines Vale", "Owner: Ines Vale"),
        ("Owner: Ines Vale", "**Owner:** ines vale."),
        ("The boat needs paint", "the boat needs *paint*"),
        ("Owner: Ines [stated]", "Owner: Ines [stated]"),
        ("Owner: Ines {explicit, user}", "Owner: Ines {explicit, user}"),
        ("See `make Test` first", "See `make Test` first"),
        ("Größe: 5 m", "größe: 5 m"),
    ],
)
def test_the_older_of_equal_lines_is_struck(first: str, second: str) -> None:
    """Lost otherwise: which of two lines to keep up to date; the younger is the one that stays."""
    lines = merged(f"# Orion\n\n- {first}\n- {second}\n", {4: "2026-06-01"})
    assert lines[3] == f"- {second}"
    assert lines[2].startswith("- ~~") and f"~~ {MARKED}:4" in lines[2]
    older = merged(f"# Orion\n\n- {first}\n- {second}\n", {3: "2026-06-01"})
    assert older[2] == f"- {first}" and f"~~ {MARKED}:3" in older[3]


def test_tags_in_braces_stay_at_the_end() -> None:
    """They are read only there, so a strike must not swallow who said it."""
    lines = merged("# A\n\n- Owner: Ines {explicit, user}\n- Owner: Ines {explicit, user}\n")
    assert lines[3] == f"- ~~Owner: Ines~~ {MARKED}:3 {{explicit, user}}"


def test_a_line_that_only_adds_a_remark_replaces_the_shorter_one() -> None:
    """One fact, one value, said more fully by the younger line."""
    lines = merged("# A\n\n- Phase: beta\n- Phase: beta (agreed with the board)\n", {4: "2026-06-01"})
    assert lines[2:4] == [f"- ~~Phase: beta~~ {MARKED}:4", "- Phase: beta (agreed with the board)"]


def test_the_younger_line_is_never_struck_for_a_longer_older_one() -> None:
    """Whoever wrote the shorter line last may have left the remark out on purpose."""
    body = "# A\n\n- Phase: beta\n- Phase: beta (agreed with the board)\n"
    assert "\n".join(merged(body, {3: "2026-06-01"})) == body


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Seats: 3", "Seats: 4"),
        ("Seats: 3", "Seats: 3.5"),
        ("Moved on 2026-01-02", "Moved on 2026-01-03"),
        ("Ines likes tea", "Ines likes no tea"),
        ("Ines likes tea", "Ines likes tea and cake"),
        ("Phase: beta", "Phase: beta (not agreed)"),
        ("Phase: beta", "Phase: beta (was alpha)"),
        ("Phase: beta", "Phase: beta (since 2026-04-01)"),
        ("Phase: beta", "Phase: beta?"),
        ("Phase: beta", "Phase: beta, gamma"),
        ("Phase: beta", "Phase: beta (until spring)"),
        ("Owner: Ines [stated]", "Owner: Ines [inferred]"),
        ("Owner: Ines", "Owner: Ines [stated]"),
        ("Owner: Ines [verified: 2026-01-01]", "Owner: Ines [verified: 2026-02-01]"),
        ("Likes: tea [multi]", "Likes: tea [multi]"),
        ("Owner: Ines [allow]", "Owner: Ines [allow]"),
        ("[ ] call Bo", "[ ] call Bo"),
        ("[x] call Bo", "[ ] call Bo"),
        ("TODO: call Bo", "TODO: call Bo"),
        ("Run `make -v`", "Run `make -V`"),
        ("See [it](a.md)", "See [it](b.md)"),
        ("Flag: US", "Flag: us"),
        ("Owner Ines", "Owner: Ines"),
        ("Size < 5", "Size > 5"),
        ("~~Owner: Ines~~", "Owner: Ines"),
        ("Cost: $5", "Cost: €5"),
        ("Owner: Ines <!-- a -->", "Owner: Ines <!-- a -->"),
    ],
)
def test_whatever_may_differ_in_meaning_stays(first: str, second: str) -> None:
    """A fact that was struck wrongly is lost to every later reader."""
    body = f"# Orion\n\n- {first}\n- {second}\n"
    assert "\n".join(merged(body, {4: "2026-06-01"})) == body


@pytest.mark.parametrize(
    "body",
    [
        "# A\n\n- Owner: Ines\n\n## B\n\n- Owner: Ines\n",
        "# A\n\nStaging:\n\n- Owner: Ines\n\nProduction:\n\n- Owner: Ines\n",
        "# A\n\n- Staging\n  - Owner: Ines\n- Production\n  - Owner: Ines\n",
        "# A\n\n- Server\n  - Owner: Ines\n- Server\n  - Owner: Ines\n",
        "# A\n\n1. Owner: Ines\n2. Owner: Ines\n",
        "# A\n\n- Owner: Ines\n  - asked twice\n- Owner: Ines\n  - asked again\n",
        "# A\n\n- Owner: Ines\n  and Bo\n- Owner: Ines\n  and Cy\n",
        "# A\n\n```\n- Owner: Ines\n- Owner: Ines\n```\n",
        "# A\n\n| a | b |\n|---|---|\n| x | y |\n| x | y |\n",
        "---\na: 1\na: 1\n---\n\nOwner: Ines\n\nOwner: Ines\n",
        "> - Owner: Ines\n> - Owner: Ines\n",
        "# A\n\n<<<<<<< a\n- Owner: Ines\n=======\n- Owner: Ines\n>>>>>>> b\n",
    ],
)
def test_equal_lines_of_other_things_stay(body: str) -> None:
    """The same words under another heading, item or lead-in speak of something else."""
    assert "\n".join(merged(body)) == body


@pytest.mark.parametrize(
    "body",
    [
        "# A\n\n- Name: one\n- Kind: boat\n- Name: two\n- Kind: boat\n",
        "# A\n\n- Metric: `one`\n- Exposed by: the server\n- Metric: `two`\n- Exposed by: the server\n",
        "# A\n\n1. Start\n- Kind: boat\n2. Stop\n- Kind: boat\n",
        "# A\n\n- Restart the server\n- Turn the gate off\n- Restart the server\n",
    ],
)
def test_records_and_steps_stay(body: str) -> None:
    """In a list of records or of steps an equal line belongs to another record, or is done again."""
    assert "\n".join(merged(body)) == body


def test_a_sentence_said_again_later_or_twice_in_a_row_is_one() -> None:
    """Steps are written at one time; what is added months later, or doubled by a merge, repeats."""
    body = "# A\n\n- The boat needs paint\n- Fog at noon\n- The boat needs paint\n"
    assert MARKED in merged(body, {5: "2026-06-01"})[2]
    assert MARKED in merged("# A\n\n- The boat needs paint\n- The boat needs paint\n")[3]


def test_times_of_a_day_are_no_keys_of_records() -> None:
    """A log with times may still say a thing twice."""
    body = "# A\n\n- 10:30 call\n- 10:45 lunch\n- Owner: Ines\n- Owner: Ines\n"
    assert MARKED in merged(body)[5]


def test_three_equal_lines_point_at_the_one_that_stays() -> None:
    """A mark that leads to a struck line leads nowhere."""
    body = "# A\n\n- Phase: beta\n- phase: beta\n- Phase: beta\n- Phase: beta (agreed)\n"
    lines = merged(body, {4: "2026-05-01", 6: "2026-06-01"})
    assert [line.partition(", see ")[2] for line in lines[2:6]] == ["x.md:6", "x.md:6", "x.md:6", ""]


def test_a_name_that_markdown_could_misread_is_not_written_into_the_mark() -> None:
    """A name with tildes would end the strike at another place."""
    lines = merged("# A\n\n- Owner: Ines\n- Owner: Ines\n", path="a~~b.md")
    assert lines[3] == "- ~~Owner: Ines~~ superseded 2026-11-30, see line 3"


def test_archived_notes_are_left_as_they_are() -> None:
    """What lies in an archive is a record of its time."""
    body = "# A\n\n- Owner: Ines\n- Owner: Ines\n"
    assert "\n".join(merged(body, path="archive/x.md")) == body


LINES = st.sampled_from(
    [
        *(
            "- Owner: Ines",
            "- owner: ines.",
            "- **Owner:** Ines",
            "- Owner: Ines (for the boat yard)",
            "  - Owner: Ines",
        ),
        *(
            "- Seats: 3",
            "- Seats: 4",
            "- the boat needs paint",
            "- The boat needs paint",
            "## B",
            "Some text.",
            "",
        ),
        *(
            "- Phase: beta [stated]",
            "- Phase: beta [stated] ",
            "* Phase: beta [stated]",
            "```",
            "- [ ] task",
            "> q",
        ),
        *(
            "- ~~Owner: Ines~~ superseded 2026-01-01",
            "- Likes: tea {explicit, user}",
            "- Likes: tea {explicit, user}",
        ),
        *(
            "<!--",
            "-->",
            "%%",
            "1. Owner: Ines",
            "| a | b |",
            "|---|---|",
            "- a  ",
            "- \\",
            "- ~",
            "- é\u2028x",
        ),
    ]
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(LINES, max_size=14),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
    st.dictionaries(st.integers(1, 14), st.sampled_from(["2026-03-01", "2026-06-01", "2026-02-01"])),
)
@pytest.mark.stress
def test_no_line_is_lost_and_a_second_time_changes_nothing(
    lines: list[str], ending: str, bom: bool, closed: bool, days: dict[int, str]
) -> None:
    """Whatever the note: taking the marks away gives it back byte for byte."""
    text = ending.join(lines) + (ending if closed and lines else "")
    notes = {"x.md": b"\xef\xbb\xbf" * bom + text.encode()}
    after = consolidated(notes, consolidate(grounds(notes, {"x.md": days})))
    assert said(after) == said(notes)
    assert len(after["x.md"].split(b"\n")) == len(notes["x.md"].split(b"\n"))
    assert after["x.md"].endswith(b"\n") == notes["x.md"].endswith(b"\n")
    assert after["x.md"].count(b"\r\n") == notes["x.md"].count(b"\r\n")
    assert consolidate(grounds(after, {"x.md": days})).after == {}
    assert set(again(after).after) == set()
