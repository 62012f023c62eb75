"""What is commented out is neither a heading nor the live text of a note.

Lost otherwise: a draft that nobody sees when reading is answered as a fact.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Json, Mem

PLOT = """\
# Plot

<!--
## Former part
- Plot tenant: Gro
-->

- Plot tenant: Hakon <!-- was Gro until June -->

%% Plot tenant: Ivar (draft) %%

## Water <!-- TODO: look again -->

- Well: north

`<!--` opens a comment.

- Plot editor: Jorid
"""


@pytest.fixture
def chunks(repo: RepoBuilder, mem: Mem) -> list[Json]:
    """The chunks of the note."""
    repo.commit("2026-09-04", {"plot.md": PLOT})
    return mem.chunks("plot.md")


def test_the_heading_in_the_comment_is_none(chunks: list[Json]) -> None:
    """No line stands below it."""
    paths = {tuple(chunk["heading_path"]) for chunk in chunks}
    assert not any("Former part" in heading for path in paths for heading in path)


def test_lines_stand_below_the_real_headings(chunks: list[Json]) -> None:
    """A comment behind a heading is no part of its name."""
    by_line = {chunk["line"]: chunk for chunk in chunks}
    assert by_line[8]["heading_path"] == ["Plot"]
    assert by_line[14]["heading_path"] == ["Plot", "Water"]


def test_a_comment_in_inline_code_opens_nothing(chunks: list[Json]) -> None:
    """Everything after it is still there."""
    by_line = {chunk["line"]: chunk for chunk in chunks}
    assert by_line[16]["kind"] == "paragraph"
    assert by_line[18]["text"] == "Plot editor: Jorid"


def test_a_comment_is_not_list_text(chunks: list[Json]) -> None:
    """The commented item is no list item."""
    items = [chunk["line"] for chunk in chunks if chunk["kind"] == "list_item"]
    assert items == [8, 14, 18]


def test_a_dated_heading_in_a_comment_dates_nothing(repo: RepoBuilder, mem: Mem) -> None:
    """Nor does front matter or a tag that is commented out."""
    commented = "<!--\n## 2019-01-01\n-->\n\n- Well: north\n\nRope: wet <!-- [verified: 2019-01-01] -->\n"
    repo.commit("2026-09-04", {"a.md": f"# A\n\n{commented}"})
    answer = mem.search("well rope")
    assert answer.at("a.md:7")["as_of"] == "2026-09-04"
    assert answer.at("a.md:9")["as_of"] == "2026-09-04"


def test_a_comment_with_blank_lines(repo: RepoBuilder, mem: Mem) -> None:
    """Blank lines and lists inside do not end it."""
    repo.commit("2026-09-04", {"a.md": "# A\n\n<!-- one\n\n## two\n\n- three\n\n-->\n\n- Well: north\n"})
    assert mem.search("well").at("a.md:11")["heading_path"] == ["A"]


def test_a_comment_that_is_never_closed(repo: RepoBuilder, mem: Mem) -> None:
    """CommonMark lets it run to the end; what it hides must not be denied."""
    repo.commit("2026-09-04", {"a.md": "# A\n\n<!-- open\n\n- Well: north\n"})
    assert mem.search("well").data["absence"] != "proven"


def test_text_in_a_comment_is_not_proven_absent(repo: RepoBuilder, mem: Mem) -> None:
    """It stands in the file: a search for it may find it or not be sure, never deny it."""
    repo.commit("2026-09-04", {"plot.md": PLOT})
    assert mem.search("former").data["absence"] != "proven"


def test_the_live_line_comes_before_what_is_commented_out(repo: RepoBuilder, mem: Mem) -> None:
    """Whoever asks for the tenant is told the one the page shows, and the drafts after it."""
    repo.commit("2026-09-04", {"plot.md": PLOT})
    assert mem.search("plot tenant").results[0]["line"] == 8
