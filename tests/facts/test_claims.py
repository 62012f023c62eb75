"""Claims: what a note asserts, on which line, and what its lines say about themselves."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.fuzz.markdown import WORDS
from gitmem.config import FactSettings, Settings
from gitmem.errors import NoteError
from gitmem.facts.claim import Bar, Shape, SubjectSource, Tier
from gitmem.facts.claims import ClaimReader
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import read_note
from tests.facts.reading import claims_in, describe
from tests.notes.cases import Case, load

CASES = [
    case
    for name in ("shapes", "strikes", "lines", "exclusions")
    for case in load(f"../../facts/fixtures/claims_{name}")
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_claims(case: Case) -> None:
    """A claim read wrongly makes a false conflict, and one not read is a fact that nobody is asked about."""
    assert ("\n".join(map(describe, claims_in(case.input))) or "none") == case.expected


def test_a_page_about_writing_notes_states_nothing() -> None:
    """The examples of a page that explains notes would contradict the real ones for ever."""
    text = (
        "# How to write facts\n\nWrite `Orion status: paused` or `Orion status: done`.\n\n"
        "```markdown\n- Orion status: cancelled\n~~Orion status: draft~~ superseded 2020-01-02\n```\n\n"
        "A struck line looks like `~~old~~ superseded 2020-01-01`.\n"
    )
    assert claims_in(text) == []


def test_fields_of_the_front_matter_that_the_configuration_names_are_claims() -> None:
    """A status kept in the front matter is a fact as well; the other fields are machinery."""
    declared = Settings(facts=FactSettings(single_valued=("project lead",), multi_valued=("likes",)))
    text = (
        "---\ntitle: Orion\nproject_lead: Sam\nlikes: [tea, rye]\ncolour: red\n---\n\n# Orion\n\n- Room: 1\n"
    )
    found = claims_in(text, settings=declared)
    assert [(each.line, each.shape, each.label, each.value) for each in found] == [
        (3, Shape.FIELD, "project_lead", "Sam"),
        (4, Shape.FIELD, "likes", "tea"),
        (4, Shape.FIELD, "likes", "rye"),
        (10, Shape.ITEM, "Room", "1"),
    ]
    assert found[0].tier is Tier.CONFIGURED and found[0].key == ("lead", "project")
    assert [each.many for each in found] == [False, True, True, False]


def test_rows_are_declared_only_by_a_column_that_the_configuration_names() -> None:
    """Rows look alike in every table; as rivals they raise false alarms only."""
    text = "| Boat | Owner | Berth |\n| - | - | - |\n| Tern | Ulf | 4 |\n"
    declared = Settings(facts=FactSettings(single_valued=("berth",)))
    assert [each.tier for each in claims_in(text, settings=declared)] == [None, Tier.CONFIGURED]


def test_one_value_in_other_spellings_is_one_value() -> None:
    """Markup, case and punctuation would otherwise count as contradictions."""
    note = (
        "# Orion\n\n- Project lead: **Sam Okafor**.\n- Repo: <https://example.org/orion>\n"
        "- Start: 2026-03-01\n- Room: Caf\u00e9\n"
    )
    log = (
        "# Log\n\n## 2026-08-14\n\n- Orion project lead: [[people/sam|Sam Okafor]]\n"
        "- Orion repo: https://example.org/orion\n- orion start:   `2026-03-01`\n- Orion room: cafe\u0301\n"
        "- Orion Project Lead:: sam okafor\n"
    )
    anchors = claims_in(note, "orion.md")
    others = claims_in(log, "log.md")
    assert [each.norm for each in others] == [each.norm for each in (*anchors, anchors[0])]
    named = [tuple(sorted({*anchor.attribute, "orion"})) for anchor in (*anchors, anchors[0])]
    assert [each.key for each in others] == named


def test_a_line_knows_its_subject_its_place_and_its_entry() -> None:
    """Facts of two things with equal keys would retire each other."""
    text = (
        "---\nentity: Orion\naliases: [orion-svc]\n---\n\n# Anything\n\n- Status: open\n\n## Accounts\n\n"
        "### Staging\n\n- Berlin\n  - Host: lark\n\n## 2026-08-14 10:30\n\n- Orion host: wren\n"
    )
    status, host, entry = claims_in(text, "projects/orion.md")
    assert status.about.source is SubjectSource.ENTITY
    assert status.about.keys == (("orion",), ("orion", "svc"))
    assert (host.spot.headings, host.spot.narrowing) == (("accounts", "staging"), ("accounts", "staging"))
    assert host.spot.parents == ("berlin",)
    assert host.keys == (("host",), ("host", "orion"), ("host", "orion", "svc"))
    assert entry.about.source is SubjectSource.NONE
    assert (entry.entry.day, entry.entry.time) == (date(2026, 8, 14), "10:30")
    assert entry.tier is Tier.BUILT_IN and entry.attribute == ("host",)


def test_the_lines_of_a_daily_note_name_their_subjects_themselves() -> None:
    """Every day has a title; as a subject it would make each day's facts strangers to all others."""
    (claim,) = claims_in("# Tuesday talks\n\n- Orion status: open\n", "journal/2026-08-14.md")
    assert claim.about.source is SubjectSource.NONE
    assert (claim.entry.series, claim.entry.day) == ("", date(2026, 8, 14))
    (claim,) = claims_in("# Orion\n\n- Status: open\n", "2026-08-14-orion.md")
    assert (claim.about.name, claim.entry.day, claim.entry.series) == ("Orion", date(2026, 8, 14), "orion")


def test_examples_and_reports_of_tools_are_told_by_path_and_words() -> None:
    """A template's values compete with real ones."""
    assert Bar.EXAMPLE in claims_in("- Owner: Ann\n", "docs/examples/boat.md")[0].bars
    assert Bar.EXAMPLE in claims_in("- Owner: Ann\n", "tests/boat.md")[0].bars
    assert claims_in("- Owner: Ann\n", "latest/attests.md")[0].bars is Bar.NONE
    assert Bar.MACHINE in claims_in("Generated by backup 3.\n\n- Owner: Ann\n")[0].bars
    assert claims_in("Heat is generated by the oven.\n\n- Owner: Ann\n")[0].bars is Bar.NONE


def test_a_reader_gives_the_same_for_chunks_alone() -> None:
    """Edits are read from parts of a note; what they find has to match the whole."""
    reader = ClaimReader(Settings())
    note = read_note("a.md", b"# A\n\n| Boat | Owner |\n| - | - |\n| Tern | Ulf |\n\n- Status: open\n")
    assert reader.of_chunks(reader.frame(note), note.chunks, note.sections) == reader.read(note)


_FRAGMENTS = st.sampled_from(
    (
        *(
            "Key",
            "Key: v",
            ": ",
            ":: ",
            "\uff1a",
            "**",
            "__",
            "~~",
            "~~Key: v~~",
            " superseded ",
            "2026-02-30",
        ),
        *(
            "2026-08-14",
            "[x] ",
            "[00:00:11] ",
            "10:30 ",
            "- ",
            "| ",
            "\\|",
            "`",
            "<!--",
            "-->",
            "%%",
            "\n",
            "\n\n",
        ),
        *(
            " is now ",
            " is ",
            " moved from ",
            " to ",
            " no longer ",
            " \u2192 ",
            "(was 3)",
            " by ",
            "{explicit}",
        ),
        *(
            "[multi]",
            "[until: 2026-01-01]",
            "负责人",
            "\u0301",
            "# ",
            "## 2026-01-01",
            "[[a|b]]",
            "[a](b)",
            "?",
        ),
        *(
            "| a | b |\n|-|-|\n",
            "1. ",
            "\U0001f389",
            "\\~~",
            " ",
            ".",
            "\u2014",
            "<https://a.b>",
            "<<<<<<< a\n",
        ),
    )
)
_NOTES = st.lists(st.sampled_from([word.decode() for word in WORDS]), max_size=60).map("".join)
TEXTS = st.one_of(_NOTES, st.lists(_FRAGMENTS, max_size=40).map("".join), st.text(max_size=200))


@given(TEXTS, st.sampled_from(("note.md", "log/2026-08-14.md", "tests/FAQ.md")))
@settings(max_examples=600, deadline=None)
def test_any_text_gives_claims_within_their_chunks(text: str, path: str) -> None:
    """A claim is cited by its line; a wrong one sends the reader to another fact."""
    try:
        note = read_note(path, text.encode("utf-8", "surrogatepass"))
    except NoteError:
        return
    reader = ClaimReader(Settings())
    found = reader.read(note)
    assert found == ClaimReader(Settings()).read(note)
    for claim in found:
        chunk = note.chunks[claim.chunk]
        assert chunk.line <= claim.line <= claim.end_line <= chunk.end_line
        assert chunk.kind in (ChunkKind.PARAGRAPH, ChunkKind.LIST_ITEM, ChunkKind.TABLE_ROW)
        assert claim.label and claim.value and claim.literal and claim.key and claim.norm
        assert set(claim.attribute) <= set(claim.key)
        assert "\n" not in claim.label + claim.value
