"""Everything that fuzzing ever found, each with its smallest input: the properties of its target hold."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bench.fuzz.target import LONGEST_INPUT, holds
from bench.fuzz.targets import TARGETS

_LONG = LONGEST_INPUT


class Found(NamedTuple):
    """An input that broke a property of a target once, and what was wrong."""

    what: str
    target: str
    data: bytes


FOUND = (
    Found(
        "a field after a line separator was cited a line too low", "front-matter", "a: \u2028\nb: c".encode()
    ),
    Found("a next-line sign too", "front-matter", "a: \x85\nverified: 2026-01-01".encode()),
    Found(
        "a marker was seen in a line cut at the limit",
        "front-matter",
        b"---\na: b\n" + b"#" * (_LONG - 9) + b"\n---x",
    ),
    Found("a long word that is no link took minutes", "policy", b"a 2026" + b"-05-01" * (_LONG // 6)),
    Found("brackets before no link took minutes", "policy", b"x " + b")" * _LONG),
    Found("blanks between words took minutes", "policy", b"| a |\n|---|\n| web" + b" " * _LONG + b"[[x]] |"),
    Found(
        "quotes that are only opened took minutes",
        "policy",
        "- [inferred] “a".encode() + "“it ".encode() * (_LONG // 6),
    ),
    Found("comments that are only opened took minutes", "tags", b"a" + b"<!--" * (_LONG // 4)),
    Found("a separator of ASCII was a chunk of blanks", "markdown", b"\x1c"),
    Found("what was read before changed a claim", "markdown", b"- startDate: 1\n- startdate: 2\n"),
    Found("such comments in a heading too", "markdown", b"# " + b"&amp;_<!--" * (3 * _LONG // 10)),
    Found("strikes over many lines took minutes", "markdown", b"`" + b"?~~---\n" * (3 * _LONG // 7)),
    Found("blanks before no group took minutes", "writes", b"\2\0x\0Lead: Ada" + b" " * _LONG + b"2026\n"),
    Found("tags before no end took minutes", "writes", b"\2\0x\0Lead: " + b"[a]" * (_LONG // 3) + b"b\n"),
    Found(
        "blanks in a line that is verified took minutes",
        "writes",
        b"\4\0x\0Lead: Ada" + b" " * _LONG + b"2026\n",
    ),
    Found("a strike of many lines took minutes", "writes", b"\2\0x\0" + b"~!\n" * (_LONG // 3)),
    Found("a line within a strike was struck again", "writes", b"\2\0# seven\0Term\n: meaning"),
    Found("a new line closed a comment of the struck one", "writes", b"\2\3x%%\0```\n\n```\n%%\n```"),
    Found("two dashes became a rule", "tags", b"--"),
    Found(
        "code within a tag was lost",
        "writes",
        b"\4\1\0- Crew: two [verified: 202`5 b [verified: 202`5-01-01]N\n",
    ),
    Found("prose joined the struck one and was struck with it", "writes", b"\2\0x) ~~old~~ ~5\0d"),
    Found(
        "a strike within a strike left words alive",
        "writes",
        b"\2\0Lead: Bo\0atlas.Lead: | a~~Lead| a | b |\n: Bo~~ superseded 2026-01-02o now",
    ),
    Found("a mark of byte order left two blanks", "tags", "W\x0c\ufeff\x0crite".encode()),
    Found("a vertical tab was dropped", "writes", b"\4\0x\0\x0b026"),
    Found("words that are one group began with a blank", "tags", b"{imptdero, document}"),
    Found("a tag over two lines took the line break along", "tags", b"x [from\n: 2026-01-02] y"),
    Found("a letter below an accent was another word", "asking", "ǽ ǿ".encode()),
    Found("a tag before a group made a list of a plus sign", "tags", "+{eáW}".encode()),
    Found("a tag was put into code", "tags", b"a `b {explicit,> inferre`d}"),
    Found("blanks before the end of a question took minutes", "asking", b"moved" + b" " * _LONG + b"May"),
    Found("a record without its fields", "diff-stream", b"1700000000 +0200"),
    Found("a raw line that is cut off", "diff-stream", b"~a\tb\t1 +0000\t1 +0000\n\n:100644 1"),
    Found("a hunk that is cut off", "diff-stream", b":1 1 1 1 M\ta\n\ndiff --git a b\n@@ -1,2 +1 @@\n-x"),
    Found(
        "a hunk of less than no lines never ended",
        "diff-stream",
        b":1 1 1 1 M\ta\ndiff --git a b\n@@ -1,-5 +1 @@\n",
    ),
    Found("a hunk before its file", "diff-stream", b":1 1 1 1 M\ta\n@@ -1 +0,0 @@\n-x"),
    Found("a name of a commit that is no ASCII", "diff-stream", b"\xff\n"),
    Found("a number of many digits", "settings", b"x = 1" + b"0" * 5000),
    Found("lists within lists", "settings", b"a = " + b"[" * 5000),
    Found("a key of many parts took minutes", "settings", b"a" + b".b" * 30_000 + b" = 1"),
    Found("a large file", "settings", b"#" * (_LONG + 1)),
    Found("a line break in a key", "settings", b'[facts.aliases]\n"a\\nb" = 1\n'),
    Found(
        "a pattern of too many repetitions",
        "settings",
        b'[freshness]\nvolatile_patterns = ["a{99999999999}"]',
    ),
    Found(
        "a pattern of many groups", "settings", b'[freshness]\nvolatile_patterns = ["' + b"(" * 20_000 + b'"]'
    ),
    Found("a pattern that Python warns of", "settings", b'[freshness]\nvolatile_patterns = ["[[a]"]'),
)


@pytest.mark.parametrize("found", FOUND, ids=lambda found: found.what.replace(" ", "-"))
def test_what_was_found_stays_mended(found: Found) -> None:
    """Each of these crashed, hung, or told a wrong place."""
    holds(TARGETS[found.target], found.data)
