"""Other ways to write a word. Without them a search says that nothing was recorded of what is there."""

from __future__ import annotations

import pytest

from gitmem.spellings import spellings, typed


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("color", "colour"),
        ("colours", "colors"),
        ("behavioural", "behavioral"),
        ("organization", "organisation"),
        ("analyse", "analyze"),
        ("center", "centre"),
        ("metres", "meters"),
        ("dialogue", "dialog"),
        ("catalog", "catalogue"),
        ("travelling", "traveling"),
        ("labeled", "labelled"),
        ("paediatric", "pediatric"),
        ("licenses", "licence"),
        ("grey", "gray"),
    ],
)
def test_british_and_american_words_are_one(asked: str, written: str) -> None:
    assert written in spellings(asked, english=True)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("child", "children"),
        ("analyses", "analysis"),
        ("buy", "bought"),
        ("buying", "bought"),
        ("wrote", "write"),
        ("writing", "wrote"),
        ("running", "ran"),
        ("chose", "choose"),
        ("january", "jan"),
        ("thu", "thursday"),
    ],
)
def test_irregular_forms_are_one_word(asked: str, written: str) -> None:
    assert written in spellings(asked, english=True)


def test_a_version_and_a_verb_with_its_particle() -> None:
    """`2.4` in a note would be called never recorded by who asks for v2.4, and "set up" for the setup."""
    assert spellings("v2.4.1", english=False) == ("2.4.1",)
    assert spellings("v2", english=False) == ("version 2",)
    assert "set up" in spellings("setup", english=True)
    assert "back up" in spellings("backups", english=True)


@pytest.mark.parametrize(
    ("asked", "written"), [("mueller", "muller"), ("kuendigung", "kundigung"), ("aarhus", "arhus")]
)
def test_umlauts_may_be_typed(asked: str, written: str) -> None:
    """In every language: a colleague's name is typed by who has no such key."""
    assert written in spellings(asked, english=False)


def test_a_text_is_typed_without_umlauts_however_they_are_encoded() -> None:
    assert typed("Jürgen Müller") == "Juergen Mueller" == typed("Ju\u0308rgen Mu\u0308ller")
    assert typed("plain") == "plain" and typed("日本") == "日本"


@pytest.mark.parametrize("word", ["tour", "for", "sun", "mar", "filling", "calling", "rose", "left", "water"])
def test_what_would_become_another_word_stays_as_it_is(word: str) -> None:
    """Something else would be told as found: a tower for a tour, a rising price for a rose."""
    others = set(spellings(word, english=True))
    assert others.isdisjoint(
        {"tor", "four", "sunday", "march", "filing", "caling", "rise", "leave", "walter"}
    )


@pytest.mark.parametrize("word", ["", "東京", "x9", "front_matter", "naïve", "l'eau"])
def test_what_is_no_plain_word_has_no_other_spelling(word: str) -> None:
    assert spellings(word, english=True) == ()


def test_rules_of_english_are_left_to_english() -> None:
    assert spellings("colour", english=False) == () == spellings("january", english=False)


def test_a_word_without_end_costs_nothing() -> None:
    """A hostile question would ask the index for each of its vowels."""
    assert spellings("ae" * 50_000, english=True) == ()
