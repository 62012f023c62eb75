"""What is written can be found, and words that were not written are not claimed to be there."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitmem.errors import ConfigError, UsageError
from gitmem.words import TERM_SIGNS, Analyzer

ENGLISH = Analyzer()


def finds(query: str, text: str, analyzer: Analyzer = ENGLISH) -> bool:
    """Whether every word of the query counts as found in the text."""
    terms = set(analyzer.document(text).split())
    return all(any(terms.issuperset(way) for way in term.ways) for term in analyzer.query(query))


def touches(query: str, text: str) -> bool:
    """Whether the text is worth ranking for the query."""
    terms = set(ENGLISH.document(text).split())
    return any(terms.issuperset(clue) for term in ENGLISH.query(query) for clue in term.clues)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        # As it is written, whatever the case and the accents.
        ("cafe", "the Café"),
        ("CAFÉ", "cafe"),
        ("strasse", "Straße"),
        ("lodz", "Łódź"),
        ("JWT", "ＪＷＴ"),
        ("office", "the o\ufb03ce"),
        ("садовник", "Садовник: Оля"),
        ("елка", "Ёлка"),
        ("σοφος", "Σοφός"),
        # Forms of one word.
        ("running", "she runs daily"),
        ("berries", "one berry"),
        ("Ana", "Ana's desk"),
        ("PDF", "two PDFs"),
        # Negations and contractions are kept, whatever the apostrophe.
        ("doesn't", "it doesn\u2019t start"),
        ("not", "do not start"),
        ("no", "no sugar"),
        ("she'll", "she'll come"),
        ("o'r", "read o'r me"),
        # Signs that belong to words.
        ("C++", "written in C++."),
        ("c++", "(C++)"),
        ("C#", "C# and F#"),
        ("GB/s", "12 GB/s"),
        ("100%", "about 100% of it"),
        ("$40,000", "Budget: $40,000"),
        ("40000", "Budget: $40,000"),
        ("--error-on-warnings", "Flag: --error-on-warnings"),
        ("E_404.1", "code E_404.1 again"),
        ("E_404", "code E\\_404"),
        ("2026-03-01", "since 2026-03-01"),
        ("v1.2.3", "release v1.2.3"),
        # Identifiers by their parts and whole, however they are joined.
        ("front matter", "parse_front_matter()"),
        ("front_matter", "the front matter"),
        ("frontmatter", "front_matter"),
        ("request handler", "HttpRequestHandler"),
        ("HttpRequestHandler", "http_request_handler"),
        ("multi-agent", "multiagent"),
        ("email", "e-mail"),
        ("gpt4", "GPT-4"),
        ("loader", "gitmem.index.loader"),
        # A number and its name or unit, joined or apart.
        ("iphone", "an iPhone15"),
        ("iPhone 15", "an iPhone15"),
        ("rfc3339", "see RFC 3339"),
        ("RFC 3339", "see rfc3339"),
        ("2.10", "v2.10.3"),
        ("14 GB", "14GB"),
        ("14GB", "14 GB"),
        ("c++", "C++20"),
        ("obrien", "O'Brien"),
        ("init", "__init__"),
        # Scripts without spaces: words, single characters, and Hangul with particles attached.
        ("认证", "认证系统使用JWT令牌。"),
        ("JWT", "认证系统使用JWT令牌。"),
        ("负责人", "项目负责人: 李雷"),
        ("李", "项目负责人: 李雷"),
        ("国際標準化", "国際標準化に関する動向"),
        ("佐藤", "担当者：佐藤"),
        ("データ", "ﾃﾞｰﾀの移行"),
        ("東京都", "彼女は東京都に住んでいます"),
        ("서울", "서울특별시에 살아요"),
        ("서", "서울특별시"),
        ("ภาษา", "ฉันพูดภาษาไทย"),
        ("हिन्दी", "मेरी हिन्दी पुस्तक"),
        ("🎉", "shipped 🎉"),
        # Words that only look like a common word.
        ("IT", "the IT desk"),
        ("WHO", "a WHO report"),
    ],
)
def test_it_is_found(query: str, text: str) -> None:
    assert finds(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("C++", "C is enough"),
        ("E_404.1", "line 1 of 404 pages"),
        ("multi-agent", "one agent"),
        ("15", "it is 1.5 m"),
        ("v3.10", "v2.10.3"),
        ("iPhone16", "an iPhone15"),
        ("b2", "b and 2"),
        ("5.5", "55"),
        ("量子", "认证系统使用JWT令牌。"),
        ("京東", "東京"),
        ("does", "doesn't"),
        ("shell", "she'll"),
        ("й", "и"),
    ],
)
def test_it_is_not_there(query: str, text: str) -> None:
    try:
        assert not finds(query, text)
    except UsageError:
        assert query == "does"


def test_part_of_an_unspaced_run_is_worth_ranking_but_not_found() -> None:
    assert touches("量子力学", "力学の本")
    assert not finds("量子力学", "力学の本")


def test_part_of_an_identifier_is_not_worth_ranking() -> None:
    """`E_404.1` must not bring up every line with a 1 in it."""
    assert not touches("E_404.1", "chapter 1")


def test_a_query_names_its_words_as_they_were_written_and_once() -> None:
    names = [term.text for term in ENGLISH.query("Who owns Multi-Agent, E_404.1 and multi-agent 100%?")]
    assert names == ["owns", "Multi-Agent", "E_404.1", "100"]


@pytest.mark.parametrize("query", ["", "   ", "the of", "???", "… — ·", "who is the"])
def test_a_query_with_nothing_to_search_is_an_error_and_no_absence(query: str) -> None:
    with pytest.raises(UsageError, match="nothing to search for"):
        ENGLISH.query(query)


@pytest.mark.parametrize(
    "query", ['don"t', "a AND NOT b", '"x', "f:x", "x*", "^fix$", "(night", "NEAR(a b)", "x\0y"]
)
def test_nothing_in_a_query_is_syntax(query: str) -> None:
    assert ENGLISH.query(query)


def test_without_a_language_nothing_is_stemmed_and_no_word_is_too_common() -> None:
    plain = Analyzer("none")
    assert plain.document("The running").split() == ["the", "running"]
    assert not finds("run", "running", plain)


def test_other_languages_have_their_own_stems() -> None:
    assert finds("Häuser", "das Haus der Hauser", Analyzer("german"))


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ConfigError, match="klingon"):
        Analyzer("klingon")


def test_encoded_data_does_not_bloat_the_index_and_is_still_found_exactly() -> None:
    data = "QUJD" * 1000
    (term,) = ENGLISH.document(data).split()
    assert len(term) < 70
    assert finds(data, f"key: {data}")
    assert not finds(data + "x", f"key: {data}")


ANY_TEXT = st.text(st.characters(codec="utf-8"))


@given(ANY_TEXT)
def test_terms_hold_nothing_that_the_full_text_table_would_split_or_fold(text: str) -> None:
    allowed = set(string.ascii_lowercase + string.digits + TERM_SIGNS)
    for term in ENGLISH.document(text).split(" "):
        assert all(sign in allowed or not sign.isascii() for sign in term)
        assert not any(sign.isspace() for sign in term)


@given(
    st.lists(st.sampled_from(["orion", "x_y", "北京", "doesn't", "C++", "É", "🎉", "한국어", "1.5", "the"]))
)
def test_every_word_of_a_text_is_found_in_it(words: list[str]) -> None:
    text = " ".join(words)
    for word in set(words) - {"the"}:
        assert finds(word, text)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("tell me the door code for the gym", ["door", "code", "gym"]),
        ("Can you please tell me where Bob lives, please?", ["Bob", "lives"]),
        ("do you know Kaia's hobby", ["Kaia's", "hobby"]),
        ("I\u2019d like to know the price", ["price"]),
        ("what do we know about Orion?", ["Orion"]),
        ("William Tell", ["William", "Tell"]),
        ("lessons: tell the boss", ["lessons", "tell", "boss"]),
        ("please", ["please"]),
    ],
)
def test_words_that_only_ask_are_not_searched_for(question: str, asked: list[str]) -> None:
    """Lost otherwise: the proof that something is absent, which is none if only `tell` is missing."""
    assert [term.text for term in ENGLISH.query(question)] == asked


def test_other_languages_keep_all_their_words() -> None:
    """Lost otherwise: words of another language that look like an English question."""
    assert [term.text for term in Analyzer("none").query("please tell me")] == ["please", "tell", "me"]
