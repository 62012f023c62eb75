"""Merge markers are found wherever git may have put them, and nowhere else."""

from __future__ import annotations

import pytest

from gitmem.checks.merges import left_markers

MERGE = "<<<<<<< HEAD\n- Lead: Ann\n=======\n- Lead: Bob\n>>>>>>> side\n"


def lines(text: str | bytes) -> list[tuple[int, int]]:
    """First and last line of each merge that is found."""
    data = text if isinstance(text, bytes) else text.encode()
    return [(each.line, each.end_line) for each in left_markers("a.md", data)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MERGE, [(1, 5)]),
        (f"# A\n\n{MERGE}\n{MERGE}", [(3, 7), (9, 13)]),
        (f"---\nupdated: 2026-01-01\n{MERGE}---\n# A\n", [(3, 7)]),
        (f"---\nupdated: 2026-01-01\n---\n# A\n\n{MERGE}", [(6, 10)]),
        (f"<div>\n{MERGE}</div>\n", [(2, 6)]),
        (f"<!--\n{MERGE}-->\n", [(2, 6)]),
        ("<<<<<<<\na\n|||||||\nb\n=======\nc\n>>>>>>>\n", [(1, 7)]),
        (MERGE.replace("\n", "\r\n"), [(1, 5)]),
        (b"\xef\xbb\xbf# A\n\n" + MERGE.encode(), [(3, 7)]),
        (f"> quote\n{MERGE}", [(2, 6)]),
        (f"- item\n{MERGE}", [(2, 6)]),
    ],
)
def test_markers_that_were_left(text: str | bytes, expected: list[tuple[int, int]]) -> None:
    """Lost otherwise: half of two versions is committed and read as one note."""
    assert lines(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{MERGE}```\n",
        f"~~~text\n{MERGE}~~~\n",
        "".join(f"    {line}\n" for line in MERGE.splitlines()),
        "Title\n=======\n",
        "<<<<<<< HEAD\n- Lead: Ann\n",
        ">>>>>>> side\n<<<<<<< HEAD\n",
        "text <<<<<<< HEAD\n=======\n>>>>>>> side\n",
        "<<<<<<<< eight\n>>>>>>>> eight\n",
        b"\xff\n" + MERGE.encode(),
        "",
    ],
)
def test_what_only_looks_like_markers(text: str | bytes) -> None:
    """Notes about git are notes as well; what is no text is named elsewhere."""
    assert lines(text) == []
