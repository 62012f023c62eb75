"""Chinese, Japanese and Korean are written without spaces, and are searched by their words.

Lost otherwise: a whole sentence is one word, and "no record" is said of text that is plainly there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, statuses, timeline, values
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


@pytest.mark.parametrize(
    ("query", "label", "value"),
    [
        ("工程负责人", "工程负责人", "王芳"),
        ("連絡係", "連絡係", "鈴木"),
        ("담당자", "담당자", "김민수입니다"),
        ("пчеловод", "Пчеловод", "Иван"),
        ("κηπουρος", "Κηπουρός", "Νίκος"),
        ("strassenwärter", "Straßenwärter", "Jörg"),
    ],
)
def test_facts_in_any_script(query: str, label: str, value: str, mem: Mem) -> None:
    """Key and value, also with the wide colon of Japanese."""
    assert values(mem, query, label) == [value]


CHANGES = {
    "chinese": ("# 工程\n\n- 负责人: {}\n", "工程 负责人", "负责人", ("王芳", "李雷")),
    "japanese": ("# 計画\n\n- 連絡係：{}\n", "計画 連絡係", "連絡係", ("鈴木", "佐藤")),
    "korean": ("# 회의\n\n- 담당자: {}\n", "회의 담당자", "담당자", ("김민수", "박지영")),
    "russian": ("# Сад\n\n- Пчеловод: {}\n", "сад пчеловод", "пчеловод", ("Иван", "Ольга")),
    "hebrew": ("# גן\n\n- גנן: {}\n", "גן גנן", "גנן", ("דוד", "רות")),
}


@pytest.mark.parametrize("script", CHANGES)
def test_a_value_changes_in_any_script(script: str, tmp_path: Path) -> None:
    """Overwritten in place: the new one holds, the old one is its history."""
    note, question, _, (old, new) = CHANGES[script]
    repo = RepoBuilder.create(tmp_path / "repo")
    repo.commit("2026-03-02", {"n.md": note.format(old)})
    repo.commit("2026-09-02", {"n.md": note.format(new)})
    assert timeline(Mem(repo.path, tmp_path), question) == [
        ("now", new, "2026-09-02", None),
        ("before", old, "2026-03-02", "2026-09-02"),
    ]


@pytest.mark.parametrize("script", CHANGES)
def test_a_contradiction_in_any_script(script: str, tmp_path: Path) -> None:
    """Declared in its own script, two values beside each other are contested."""
    note, question, label, names = CHANGES[script]
    repo = RepoBuilder.create(tmp_path / "repo")
    line = note.split("\n")[2]
    repo.commit(
        "2026-03-02",
        {
            ".gitmem.toml": f'[facts]\nsingle_valued = ["{label}"]\n',
            "n.md": note.format(names[0]) + line.format(names[1]) + "\n",
        },
    )
    mem = Mem(repo.path, tmp_path)
    assert conflicts(mem) == [["n.md:3", "n.md:4"]]
    assert sorted(present(mem, question)) == sorted(names)
    assert set(statuses(mem, question).values()) == {"CONTESTED"}
