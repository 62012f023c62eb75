"""Text that mixes scripts, widths, accents, signs and names of programs is found by any part of it.

Lost otherwise: "no record" is proven of what is plainly there, only written without a space or with one.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

LINES = {
    "jwt": "認証システムはJWTトークンを使用します",
    "half": "ｻｰﾊﾞｰ名はﾎﾟﾁ",
    "width": "ＡＰＩ鍵は金庫の中　電話：０３－１２３４－５６７８",
    "migrate": "请在数据库迁移之前备份Kubernetes集群",
    "traditional": "資料庫在週日",
    "mixed": "会议室305的iPhone15用中文English混排test文本",
    "seoul": "서울특별시에서 GitHub Actions로 배포합니다",
    "thai": "ระบบยืนยันตัวตนใช้โทเค็น",
    "lao": "ລະຫັດປະຕູ 4711",
    "burmese": "မြန်မာစာ စာအုပ်",
    "hindi": "पासवर्ड दराज में है",
    "hebrew": "מַפְתֵּחַ הַדֶּלֶת",
    "arabic": "كلمة السرّ تحت السجادة",
    "russian": "Ёлка стоит у входа",
    "vietnamese": "Đặng Văn Lâm quản lý máy chủ",
    "polish": "Łódź hosts Ångström unit",
    "danish": "smørrebrød på fredag",
    "french": "crème brûlée, coöperate, Zoë’s café",
    "turkish": "İstanbul ofisi IŞIK sokak",
    "ligature": "ﬁle and ﬂow, x² plus 5㎏",
    "rare": "𠮷野家で昼食",
    "snake": "user_id and maxRetries, parseJSONFile2Map, getHTTPSResponseCode",
    "path": "src/app/main_window.py and C:\\Users\\ann\\agenda.txt",
    "version": "v2.10.3-rc.1 for python>=3.11",
    "numbered": "MariaDB10.6 and Vue3 and UTF8 on a 14GB disk",
    "standard": "RFC3339, ISO-8601 and JIRA-1234",
    "signs": "std::vector<int> in C++20, .NET and Node.js",
    "address": "192.168.10.24 is https://example.org/docs/api-v2?x=1#top",
    "apostrophe": "O'Brien plays rock'n'roll",
    "emoji": "🚀 on ⏰, 👩‍💻 too ⭐",
}
FOUND = {
    "jwt": ["認証", "jwt", "JWTトークン", "トークン", "使用"],
    "half": ["サーバー名", "ポチ", "ﾎﾟﾁ"],
    "width": ["API鍵", "金庫", "03-1234-5678", "電話"],
    "migrate": ["迁移", "数据库迁移", "kubernetes集群", "集群"],
    "traditional": ["資料庫", "週日"],
    "mixed": ["会议室305", "305", "iphone", "iPhone15", "iPhone 15", "混排", "English混排", "test文本"],
    "seoul": ["서울", "특별시", "github", "배포", "github actions"],
    "thai": ["ยืนยันตัวตน", "โทเค็น"],
    "lao": ["ລະຫັດ", "4711"],
    "burmese": ["မြန်မာ", "စာအုပ်"],
    "hindi": ["पासवर्ड"],
    "hebrew": ["מפתח", "הדלת"],
    "arabic": ["السر", "السجادة"],
    "russian": ["ёлка", "ЕЛКА", "елка"],
    "vietnamese": ["dang van lam", "Đặng", "may chu"],
    "polish": ["lodz", "ŁÓDŹ", "angstrom"],
    "danish": ["smorrebrod", "SMØRREBRØD"],
    "french": ["creme brulee", "cooperate", "zoe's", "zoes", "cafe"],
    "turkish": ["istanbul", "ışık", "isik"],
    "ligature": ["file flow", "x2", "kg", "5 kg"],
    "rare": ["𠮷野家", "昼食"],
    "snake": [
        *("user_id", "userId", "USER_ID", "userid", "user id", "max_retries", "MaxRetries", "json file"),
        *("gethttpsresponsecode", "https response", "response code"),
    ],
    "path": ["main_window.py", "src/app", "main window", "agenda.txt", "C:\\Users\\ann", "app/main_window"],
    "version": ["2.10.3", "v2.10.3", "v2.10", "2.10", "rc.1", "python 3.11", "python>=3.11", "3.11"],
    "numbered": ["mariadb", "MariaDB 10.6", "10.6", "vue", "Vue 3", "utf-8", "UTF 8", "14 GB", "14GB", "14"],
    "standard": ["RFC 3339", "rfc3339", "rfc-3339", "ISO 8601", "iso8601", "jira 1234", "JIRA1234"],
    "signs": ["std::vector", "c++", "C++20", ".net", "node.js", "nodejs", "node"],
    "address": ["192.168.10.24", "192.168.10", "example.org", "api-v2", "https://example.org/docs"],
    "apostrophe": ["obrien", "O’Brien", "brien", "rocknroll", "rock n roll"],
    "emoji": ["🚀", "⏰", "👩‍💻", "⭐"],
}
ABSENT = {
    "タワー": "a word of another script than all that is there",
    "量子": "characters that stand nowhere",
    "証認": "the characters of a word the other way round",
    "비행기": "Hangul",
    "рояль": "Cyrillic",
    "iPhone16": "another number behind the same name",
    "RFC 3330": "a number that only begins alike",
    "v3.10": "another version of parts that all stand somewhere",
    "userhandler": "a name of two parts, one of which is there",
    "15GB": "another number before the same unit",
    "🎉": "an emoji",
}


@pytest.fixture(scope="module")
def mem(tmp_path_factory: pytest.TempPathFactory) -> Mem:
    """One line of each kind; no test here changes them."""
    folder = tmp_path_factory.mktemp("mixed")
    repo = RepoBuilder.create(folder / "repo")
    repo.commit("2026-09-02", {"n.md": "# Kinds\n\n" + "\n\n".join(LINES.values()) + "\n"})
    return Mem(repo.path, folder)


@pytest.mark.parametrize("kind", FOUND)
@pytest.mark.representatives(15)
def test_the_line_is_found_first(kind: str, mem: Mem) -> None:
    """Also in the other spelling: joined or apart, narrow or wide, with accents or without."""
    line = 3 + 2 * list(LINES).index(kind)
    for query in FOUND[kind]:
        answer = mem.search(query)
        assert (answer.code, answer.data["absent_terms"]) == (0, []), query
        assert answer.cites[0] == f"n.md:{line}", query


@pytest.mark.parametrize("query", ABSENT)
def test_what_is_not_there_is_absent(query: str, mem: Mem) -> None:
    """Parts that stand somewhere do not make a record of the whole."""
    answer = mem.search(query)
    assert answer.data["absence"] == "proven"
    assert answer.data["absent_terms"]


def test_the_text_comes_back_as_it_is_written(mem: Mem) -> None:
    """Folding is for finding; an answer quotes the note."""
    for kind, query in (("half", "ポチ"), ("width", "api鍵"), ("hebrew", "מפתח"), ("emoji", "👩‍💻")):
        assert mem.search(query).results[0]["text"] == LINES[kind]
