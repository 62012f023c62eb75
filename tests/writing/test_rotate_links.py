"""Links of days that move to an archive, and links to those days.

Lost otherwise: a link in the archive that leads nowhere, or a line that is as young as its rotation.
"""

from __future__ import annotations

import pytest

from gitmem.history.first_said import normalise
from gitmem.notes.links import leading_link, links, one_folder_deeper, relative_links, without_links
from tests.builder import RepoBuilder
from tests.running import Mem

DAY = (
    "## 2026-06-09\n\n- Keel laid, see [Orion](projects/orion.md#keel) and ![plan](<my plan.png>)\n"
    "- Tide table at [site](https://tides.example/a) [1]\n\n[1]: ./sources.md 'Sources'\n"
)
MOVED = (
    "## 2026-06-09\n\n- Keel laid, see [Orion](../projects/orion.md#keel) and ![plan](<../my plan.png>)\n"
    "- Tide table at [site](https://tides.example/a) [1]\n\n[1]: ../sources.md 'Sources'\n"
)
NEW = "## 2026-09-29\n\n- As on [that day](#2026-06-09) and [now](#2026-09-29)\n"
ARCHIVE = "archive/log-2026-06.md"


def rotated(repo: RepoBuilder, mem: Mem, files: dict[str, str]) -> str:
    """What a rotation of these notes says on standard error."""
    repo.commit("2026-06-09", files)
    ran = mem("rotate")
    assert ran.code == 0, ran.err
    return ran.err


def test_links_of_a_moved_day_lead_where_they_led(repo: RepoBuilder, mem: Mem) -> None:
    assert rotated(repo, mem, {"log.md": f"# Log\n\n{DAY}", "projects/orion.md": "# Orion\n"}) == ""
    assert (repo.path / ARCHIVE).read_text() == f"# Log archive 2026-06\n\n{MOVED}"


def test_lines_with_links_keep_their_dates(repo: RepoBuilder, mem: Mem) -> None:
    """History follows a line whose links only begin a folder further up."""
    rotated(repo, mem, {"log.md": f"# Log\n\n{DAY}"})
    repo.commit("2026-09-30", {"log.md": "# Log\n", ARCHIVE: (repo.path / ARCHIVE).read_text()})
    chunks = mem("blame", ARCHIVE, "--json").json["chunks"]
    assert len(chunks) > 2
    assert {each["moved_from"] for each in chunks[1:]} == {"log.md"}
    assert {each["origin"]["author_time"][:10] for each in chunks[1:]} == {"2026-06-09"}


def test_a_rotation_that_is_done_again_doubles_nothing(repo: RepoBuilder, mem: Mem) -> None:
    """Whether the archive was written with links as they are now or as they were in the log."""
    for text in (MOVED, DAY):
        archive = f"# Log archive 2026-06\n\n{text}"
        rotated(repo, mem, {"log.md": f"# Log\n\n{DAY}", ARCHIVE: archive})
        assert (repo.path / ARCHIVE).read_text() == archive


def test_links_to_a_moved_day_are_told(repo: RepoBuilder, mem: Mem) -> None:
    err = rotated(
        repo,
        mem,
        {
            "log.md": f"# Log\n\n{DAY}\n{NEW}",
            "projects/orion.md": "# Orion\n\n- Keel: [laid](../log.md#2026-06-09), [log](../log.md)\n",
            "other/log.md": "# Other\n\n- [x](#2026-06-09), `[y](../log.md#2026-06-09)`\n",
        },
    )
    told = "links to {}, a day that is in archive/log-2026-06.md now"
    assert told.format("../log.md#2026-06-09") in err
    assert "projects/orion.md:3" in err
    assert "log.md:5 " + told.format("#2026-06-09") in err
    assert err.count("links to") == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[a](b.md) ![c](d.png) [e](<f g.md> \"t\") [h](i_(j).md 'k')",
            ["b.md", "d.png", "f g.md", "i_(j).md"],
        ),
        ("[a](https://a.example) [b](/c.md) [d](#e) [f](?g) <h.md>", []),
        ("[![a](b.png)](c.md)", ["b.png", "c.md"]),
        ("[a](b%20c.md#d)", ["b c.md"]),
        ("`[a](b.md)` <!-- [c](d.md) -->", []),
        ("```\n[a](b.md)\n```\n[c](d.md)", ["d.md"]),
        ("~~~~\n[a](b.md)\n~~~\n[c](d.md)\n~~~~", []),
        ("- stray ` sign\n\n[a](b.md)\n\n- stray ` sign", ["b.md"]),
        ("[a]: b.md\n[c]: <d e.md> 'f'\n[^g]: h.md\n[i]: two words", ["b.md", "d e.md"]),
    ],
)
def test_links(text: str, expected: list[str]) -> None:
    """Examples in code are no links, and neither are footnotes."""
    assert relative_links(text) == expected
    for link in links(text):
        assert text[link.start : link.end] == link.target


def test_texts_with_links() -> None:
    assert leading_link("[ ] **[a](b.md)** c") == "b.md"
    assert leading_link("see [a](b.md)") is None
    assert without_links("see [a](b.md), [c](https://d.example)").split() == ["see", ","]
    assert one_folder_deeper("[a](./b.md) [c](../d.md) [e](#f)") == "[a](../b.md) [c](../../d.md) [e](#f)"
    first, second, third = normalise([b"- [a](b/c.md)", b"- [a](../b/c.md)", b"- [a](c.md)"])
    assert first == second != third
