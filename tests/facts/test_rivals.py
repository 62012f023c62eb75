"""Which claims speak of one fact, and which pairs count as one fact with two values."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gitmem.facts.claim import Bar, Claim, Shape, Spot, Subject, SubjectSource, Task, Tier
from gitmem.facts.judging.rivals import Kinship, barred, kin_of
from gitmem.facts.judging.rules import applies, contests, plural_facts
from gitmem.facts.standing import Rule
from tests.facts.statements import ORION, Subjects, claim

MARS = Subject("Mars", (("mars",),), SubjectSource.TITLE)
LEAD = claim("orion.md:3", "lead", "Dana", about=ORION)
IN_LOG = claim("log.md:5", "orion lead", "Sam", attribute="lead", day="2026-08-14")
KNOWN = Subjects("orion")


def ways(*claims: Claim, subjects: Subjects = KNOWN) -> set[Kinship]:
    """In which ways claims are kin."""
    kin = kin_of(claims, subjects)
    return {group.kinship for group in kin.groups} | {Kinship.LOG for each in kin.joins if each.strict}


def rules(*claims: Claim) -> list[Rule]:
    """The rules that pairs of claims satisfy, weak hints left out."""
    live = [True] * len(claims)
    kin = kin_of(claims, KNOWN)
    fact_of = [next(n for n, fact in enumerate(kin.facts) if i in fact) for i in range(len(claims))]
    pairs = contests(claims, live, kin, plural_facts(claims, live, kin, fact_of))
    return [each.rule for each in pairs if each.declared]


def test_the_subjects_note_and_a_log_that_names_it_speak_of_one_fact() -> None:
    """Without this a new lead in the log would leave the old one in the note current."""
    assert ways(LEAD, IN_LOG) == {Kinship.LOG}
    assert rules(LEAD, IN_LOG) == [Rule.X0]


@pytest.mark.parametrize(
    "other",
    [
        claim("log.md:5", "mars lead", "Sam", attribute="lead", day="2026-08-14"),
        claim("log.md:5", "orion x lead", "Sam", attribute="lead", day="2026-08-14"),
        claim("log.md:5", "lead", "Sam", day="2026-08-14"),
        claim("mars.md:3", "lead", "Sam", about=MARS),
        IN_LOG._replace(spot=Spot(1, parents=("venus",))),
    ],
)
def test_another_subject_or_a_part_of_the_name_is_no_kin(other: Claim) -> None:
    """Facts of two projects would retire each other."""
    assert ways(LEAD, other) == set()


def test_an_alias_names_the_subject_too() -> None:
    """People write the short name in logs."""
    about = ORION._replace(keys=(("orion",), ("orn", "svc")))
    other = claim("log.md:5", "orn svc lead", "Sam", attribute="lead", day="2026-08-14")
    assert ways(LEAD._replace(about=about), other) == {Kinship.LOG}


def test_a_label_that_holds_the_subject_is_each_notes_own() -> None:
    """ "Stall number" in the notes Stall and Market are two numbers."""
    stall = Subject("Stall", (("stall",),), SubjectSource.TITLE)
    own = claim("stall.md:3", "stall number", "8", about=stall, attribute="number")
    market = claim("mars.md:3", "stall number", "9", about=MARS)
    assert ways(own, market) == set()
    assert ways(own, claim("log.md:3", "stall number", "9")) == {Kinship.LOG}


def test_a_title_that_many_notes_share_names_nothing() -> None:
    """Hundreds of notes called "Design" are not about one thing."""
    crowded = Subjects("orion", crowded=[("orion",)])
    assert ways(LEAD, IN_LOG, subjects=crowded) == set()
    assert ways(LEAD, LEAD._replace(path="copy.md"), subjects=crowded) == set()
    entity = LEAD._replace(about=ORION._replace(source=SubjectSource.ENTITY))
    assert ways(entity, IN_LOG, subjects=crowded) == {Kinship.LOG}


def test_a_narrowing_heading_in_the_subjects_note_is_another_thing() -> None:
    """The host of staging is not the host that the log names."""
    staging = LEAD._replace(spot=Spot(1, ("staging",), ("staging",)))
    assert ways(staging, IN_LOG) == set()
    assert rules(staging, IN_LOG) == []


def test_under_any_heading_elsewhere_a_full_name_is_compared_but_not_ordered() -> None:
    """A contradiction in minutes is worth stopping for; a mark needs equal headings."""
    minutes = IN_LOG._replace(spot=Spot(2, ("venue",), ("venue",)))
    assert ways(LEAD, minutes) == set()
    assert rules(LEAD, minutes) == [Rule.X0]


def test_dated_entries_are_kin_in_one_series_or_by_a_known_subject() -> None:
    """Two agents' logs about one project speak of one fact; two unknown names do not."""
    one = claim("log.md:3", "orion count", "5", day="2026-01-01", declared=False)
    other = claim("other.md:3", "orion count", "9", day="2026-02-01", declared=False)
    assert ways(one, other) == {Kinship.ENTRIES}
    assert ways(one, other, subjects=Subjects()) == set()
    assert ways(one, other._replace(entry=one.entry), subjects=Subjects()) == {Kinship.ENTRIES}


@pytest.mark.parametrize(
    "change",
    [
        {"bars": Bar.NUMBERED},
        {"bars": Bar.MACHINE},
        {"bars": Bar.EXAMPLE},
        {"bars": Bar.LONG_VALUE},
        {"bars": Bar.ENTRY_FIELD},
        {"bars": Bar.GENERIC_KEY},
        {"many": True},
        {"allowed": True},
        {"task": Task.CLOSED},
        {"shape": Shape.ROW},
        {"shape": Shape.ENDS},
        {"shape": Shape.IS, "tier": None},
        {"key": tuple(f"w{n}" for n in range(13))},
    ],
    ids=str,
)
def test_what_stands_against_no_other(change: dict[str, object]) -> None:
    """Each of these raised false alarms on real notes."""
    assert not barred(LEAD)
    assert barred(LEAD._replace(**change))  # type: ignore[arg-type]


def test_a_configured_key_may_be_a_field_or_generic() -> None:
    """Who names `topic` in the configuration means it."""
    meant = LEAD._replace(tier=Tier.CONFIGURED, bars=Bar.ENTRY_FIELD | Bar.GENERIC_KEY)
    assert not barred(meant)


BESIDE = LEAD._replace(line=4, norm="sam")


def both(**change: object) -> tuple[Claim, Claim]:
    """Two lines side by side, both changed."""
    return LEAD._replace(**change), BESIDE._replace(**change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (both(), Rule.E),
        (both(tier=Tier.IN_SECTION), Rule.E),
        (both(tier=None), Rule.S),
        (both(tier=None, bars=Bar.LIST_LIKE), None),
        (both(tier=None, bars=Bar.URL_VALUE), None),
        (both(bars=Bar.URL_VALUE), Rule.E),
        (both(norm="one"), None),
    ],
)
def test_two_values_in_one_section(pair: tuple[Claim, Claim], expected: Rule | None) -> None:
    """The heart of the gate: declared keys conflict, lists do not."""
    assert applies(*pair, Kinship.SECTION) is expected


def test_three_values_in_one_section_are_a_list() -> None:
    """Phones, hosts and owners come in lists."""
    third = LEAD._replace(line=5, norm="kim")
    assert rules(LEAD, BESIDE) == [Rule.E]
    assert rules(LEAD, BESIDE, third) == []
    assert rules(LEAD, BESIDE, third, IN_LOG) == []


def test_a_key_tagged_as_a_list_anywhere_is_one_everywhere() -> None:
    """One `[multi]` has to be enough."""
    assert rules(LEAD._replace(many=True), IN_LOG, BESIDE) == []


def test_only_a_configured_key_conflicts_across_sections_of_a_note() -> None:
    """The same key under sibling headings is mostly two things."""
    apart: Callable[[Tier], list[Rule]] = lambda tier: rules(  # noqa: E731
        LEAD._replace(tier=tier), BESIDE._replace(tier=tier, spot=Spot(2, ("people",)))
    )
    assert apart(Tier.BUILT_IN) == []
    assert apart(Tier.CONFIGURED) == [Rule.C]


def test_copies_of_a_note_are_no_conflict() -> None:
    """A translated README states other values of the same keys."""
    one = claim("readme.md:3", "orion lead", "Dana", about=ORION, attribute="lead")
    other = one._replace(path="readme.de.md", norm="sam")
    assert ways(one, other) == {Kinship.LOG, Kinship.SUBJECT}
    assert rules(one, other) == []
