"""Chinese, Japanese and Korean are written without spaces, and are searched by their words.

Lost otherwise: a whole sentence is one word, and "no record" is said of text that is plainly there.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

NOTES = {
    "zh.md": "# 工程\n\n- 工程负责人: 王芳\n\n登录模块采用OAuth协议。\n",
    "ja.md": "# 計画\n\n環境保護活動に関する報告\n\n- 連絡係：鈴木\n- メモ: ｶﾀｶﾅとカタカナ\n",
    "ko.md": "# 회의\n\n- 담당자: 김민수입니다\n",
    "ru.md": "# Сад\n\n- Пчеловод: Иван\n",
    "el.md": "# Κήπος\n\n- Κηπουρός: Νίκος\n",
    "tr.md": "# Bahçe\n\n- BAHÇIVAN: Işıl\n",
    "fr.md": "# Été\n\n- Propriétaire: Zoé œuvre\n",
    "de.md": "# Straße\n\n- Straßenwärter: Jörg\n",
}


@pytest.fixture(scope="module")
def mem(tmp_path_factory: pytest.TempPathFactory) -> Mem:
    """One note a language; no test here changes them."""
    folder = tmp_path_factory.mktemp("scripts")
    repo = RepoBuilder.create(folder / "repo")
    repo.commit("2026-09-02", NOTES)
    return Mem(repo.path, folder)


@pytest.mark.parametrize(
    ("query", "cite"),
    [
        ("登录", "zh.md:5"),
        ("OAuth", "zh.md:5"),
        ("oauth", "zh.md:5"),
        ("模块", "zh.md:5"),
        ("负责人", "zh.md:3"),
        ("王", "zh.md:3"),
        ("工程负责人", "zh.md:3"),
        ("環境保護", "ja.md:3"),
        ("保護活動", "ja.md:3"),
        ("鈴木", "ja.md:5"),
        ("連絡係", "ja.md:5"),
        ("カタカナ", "ja.md:6"),
        ("담당자", "ko.md:3"),
        ("김민수", "ko.md:3"),
        ("пчеловод", "ru.md:3"),
        ("ПЧЕЛОВОД", "ru.md:3"),
        ("κηπουρος", "el.md:3"),
        ("νίκος", "el.md:3"),
        ("proprietaire", "fr.md:3"),
        ("ZOÉ", "fr.md:3"),
        ("strassenwärter", "de.md:3"),
        ("jorg", "de.md:3"),
        ("bahçıvan", "tr.md:3"),
    ],
)
def test_found_first(query: str, cite: str, mem: Mem) -> None:
    """The line that holds the word comes first, and nothing says that there is none."""
    answer = mem.search(query)
    assert answer.code == 0
    assert answer.data["no_match"] is False
    assert answer.cites[0] == cite


@pytest.mark.parametrize("query", ["量子", "天文台", "비행기", "самолёт", "负工"])
def test_truly_absent(query: str, mem: Mem) -> None:
    """Absence is still proven, also for signs that occur, but not beside each other."""
    answer = mem.search(query)
    assert answer.data["no_match"] is True
    assert (answer.code, answer.data["absence"]) == (1, "proven")


def test_terms_are_the_words_of_the_query(mem: Mem) -> None:
    """The proof names what the person typed."""
    terms = {term["term"]: term["matched"] for term in mem.search("量子 负责人").data["terms"]}
    assert len(terms) >= 2
    assert any(matched == 0 for matched in terms.values())
    assert mem.search("量子 负责人").data["no_match"] is False


def test_a_sentence_as_query(mem: Mem) -> None:
    """People paste whole questions."""
    assert mem.search("谁是工程负责人？").cites[0] == "zh.md:3"
    assert mem.search("環境保護活動の報告はどこ").cites[0] == "ja.md:3"
