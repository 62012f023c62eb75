"""Which keys are declared to hold one value, by whom, and what their attribute is."""

from __future__ import annotations

import pytest

from gitmem.config import FactSettings, Settings
from gitmem.facts.claim import NO_SUBJECT, Subject, SubjectSource, Tier
from gitmem.facts.reading.forms import KeyReader, literal
from gitmem.facts.reading.schema import Declared, Schema

KEYS = KeyReader("english")


def declared(label: str, subject: str | None = None, **facts: tuple[str, ...]) -> Declared:
    """What the schema says of a label, in a note about `subject`."""
    about = Subject(subject, (KEYS.words(subject),), SubjectSource.TITLE) if subject else NO_SUBJECT
    schema = Schema(Settings(facts=FactSettings(**facts)), KEYS)
    return schema.declared(literal(label), KEYS.words(label), about)


@pytest.mark.parametrize(
    ("label", "subject", "tier", "attribute"),
    [
        ("Status", "Orion", Tier.BUILT_IN, "status"),
        ("Project lead", "Orion", Tier.BUILT_IN, "project lead"),
        ("Lead", "Project Orion", Tier.BUILT_IN, "lead"),
        ("Orion project lead", "Orion", Tier.BUILT_IN, "project lead"),
        ("Orion project lead", None, Tier.BUILT_IN, "project lead"),
        ("project lead of Orion", None, Tier.BUILT_IN, "project lead"),
        ("Orion project lead", "Plan", Tier.BUILT_IN, "orion project lead"),
        ("Manager", "Fund", Tier.BUILT_IN, "manager"),
        ("Fund manager", None, Tier.BUILT_IN, "manager"),
        ("Product manager", None, None, "product manager"),
        ("Product manager", "Ben", None, "product manager"),
        ("Repo", "Orion", Tier.IN_SECTION, "repo"),
        ("E-mail", "Mira", Tier.BUILT_IN, "email"),
        ("Name", "Orion", None, "name"),
        ("Date", "Release", None, "date"),
        ("Favourite team", "Ana", None, "favourite team"),
        ("Orion", "Orion", None, ""),
        ("Statuses of all", None, None, "statuses all"),
        ("Owners", "Orion", None, "owners"),
        ("Hours", "Shop", Tier.BUILT_IN, "hours"),
    ],
)
def test_built_in_keys(label: str, subject: str | None, tier: Tier | None, attribute: str) -> None:
    """A declared key may stop a commit: one too many cries wolf, one too few lets a contradiction in."""
    assert declared(label, subject)[:2] == (KEYS.words(attribute), tier)


def test_the_configuration_declares_and_comes_first() -> None:
    """A repository's own word for a thing has to count as much as a built-in one."""
    found = declared("Door code", "Office", single_valued=("door code",))
    assert found == Declared(KEYS.words("door code"), Tier.CONFIGURED)
    assert declared("Office door code", None, single_valued=("door code",)).tier is Tier.CONFIGURED
    assert declared("Status", "Office", single_valued=("status",)).tier is Tier.CONFIGURED
    assert declared("door_code", "Office", single_valued=("door code",)).tier is Tier.CONFIGURED


def test_a_key_declared_to_hold_several_values_is_single_nowhere() -> None:
    """The cure for a false alarm has to work for built-in keys too."""
    assert declared("Email", "Mira", multi_valued=("email",)) == Declared(("email",), None, True)
    assert declared("Mira's email", None, multi_valued=("email",)).many
