"""YAML makes dates, numbers and truth values of what people write as text.

Lost otherwise: a title that looks like a date, or a number for a name, ends in a traceback.
"""

from __future__ import annotations

import json

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem

GIT_DAY = "2026-07-06"
FRONTS = {
    "title-like-a-date": ("title: 2026-05-26\nupdated: 2026-08-02\ntags: 2024\n", "2026-08-02"),
    "moment-with-zone": ("updated: 2026-08-02T09:00:00+02:00\nentity: 42\n", "2026-08-02"),
    "moment-late-in-a-zone": ("updated: 2026-08-02T23:30:00-05:00\n", "2026-08-02"),
    "moment-with-blank": ("updated: 2026-08-02 09:00:00\n", "2026-08-02"),
    "quoted": ('updated: "2026-08-02"\ntags: {a: 1}\n', "2026-08-02"),
    "single-quoted": ("updated: '2026-08-02'\nentity: true\n", "2026-08-02"),
    "comment-behind": ("updated: 2026-08-02 # checked by phone\n", "2026-08-02"),
    "numbers-and-null": ("entity: 0x1F\naliases: ~\nversion: 1.10\nupdated: 2026-08-02\n", "2026-08-02"),
    "binary-and-set": ("k: !!binary aGVsbG8=\ns: !!set {a, b}\nupdated: 2026-08-02\n", "2026-08-02"),
    "infinity": ("k: .inf\nn: .nan\no: 0o17\nsex: 12:30:45\nupdated: 2026-08-02\n", "2026-08-02"),
    "keys-that-are-no-text": ("2026: x\ntrue: y\n? [a, b]\n: z\nupdated: 2026-08-02\n", "2026-08-02"),
    "duplicate-key": ("updated: 2026-08-02\nupdated: 2026-08-02\n", "2026-08-02"),
    "nested": ("meta:\n  updated: 2019-01-01\nupdated: 2026-08-02\n", "2026-08-02"),
}


@pytest.mark.parametrize("kind", FRONTS)
def test_dates_are_read_and_json_is_printed(kind: str, repo: RepoBuilder, mem: Mem) -> None:
    """Whatever else stands in the block, the date is that day and the answer is JSON."""
    front, day = FRONTS[kind]
    repo.commit(GIT_DAY, {"mast.md": f"---\n{front}---\n# Mast\n\nMast rigger: Bo Falk\n"})
    assert mem("index").code == 0
    answer = mem.search("mast rigger")
    found = [result for result in answer.results if result["text"] == "Mast rigger: Bo Falk"]
    assert [result["as_of"] for result in found] == [day]
    assert found[0]["date_source"] == "front-matter:updated"
    assert json.loads(json.dumps(answer.data)) == answer.data


def test_a_heading_that_is_a_date_stands_before_front_matter(repo: RepoBuilder, mem: Mem) -> None:
    """The documented order: heading, then front matter."""
    repo.commit(GIT_DAY, {"mast.md": "---\nupdated: 2026-08-02\n---\n# 2026-05-26\n\nMast rigger: Bo Falk\n"})
    result = mem.search("mast rigger").at("mast.md:6")
    assert (result["as_of"], result["date_source"]) == ("2026-05-26", "heading")


def test_a_list_where_a_date_is_due(repo: RepoBuilder, mem: Mem) -> None:
    """Its one item, or a warning and the next field; no crash and no git date."""
    front = 'updated: "2026-08-02"\nverified: [2026-08-03]\n'
    repo.commit(GIT_DAY, {"mast.md": f"---\n{front}---\n# Mast\n\nMast rigger: Bo Falk\n"})
    ran = mem("index")
    day = mem.search("mast rigger").at("mast.md:7")["as_of"]
    assert day == "2026-08-03" or (day == "2026-08-02" and "mast.md:3" in ran.out + ran.err)


def test_a_block_that_is_a_list_is_no_front_matter(repo: RepoBuilder, mem: Mem) -> None:
    """The note falls back to git and keeps all its lines."""
    repo.commit(GIT_DAY, {"mast.md": "---\n- just\n- a list\n---\n# Mast\n\n- Mast berth: 9\n"})
    result = mem.search("mast berth").at("mast.md:7")
    assert (result["as_of"], result["date_source"]) == (GIT_DAY, "git")


@pytest.mark.parametrize(
    ("written", "volatile"),
    [("true", True), ('"true"', True), ("yes", True), ("false", False), ('"false"', False), ("no", False)],
)
def test_truth_values(written: str, volatile: bool, repo: RepoBuilder, mem: Mem) -> None:
    """`volatile: "true"` means the same with and without quotes."""
    repo.commit(GIT_DAY, {"mast.md": f"---\nvolatile: {written}\n---\n# Mast\n\nMast rigger: Bo Falk\n"})
    assert mem.search("mast rigger").at("mast.md:6")["volatile"] is volatile


@pytest.mark.parametrize(
    "front",
    [
        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        "k: " + "[" * 3000 + "\n",
        "k: " + "x" * 200_000 + "\n",
        "<<: {updated: 2019-01-01}\n",
        "k: !!python/object/apply:os.system ['true']\n",
        "k: !<tag:yaml.org,2002:int> x\n",
    ],
    ids=["alias-bomb", "deep", "huge", "merge-key", "python-tag", "bad-tag"],
)
def test_hostile_blocks(front: str, repo: RepoBuilder, mem: Mem) -> None:
    """The note is found and dated by git; nothing runs, nothing hangs, nobody else is hurt."""
    repo.commit(
        GIT_DAY,
        {"mast.md": f"---\n{front}---\n# Mast\n\nMast rigger: Bo Falk\n", "b.md": "# B\n\nMast flag: red\n"},
    )
    assert mem("index").code == 0
    answer = mem.search("mast rigger flag")
    assert {result["as_of"] for result in answer.results} == {GIT_DAY}
    assert {result["path"] for result in answer.results} == {"mast.md", "b.md"}
