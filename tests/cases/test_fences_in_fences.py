"""A fence is closed by its own kind and length, nothing shorter.

Lost otherwise: an example inside an example turns the rest of the note upside down.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, present, values
from tests.running import Json, Mem

MANUAL = """\
# Manual

````markdown
```sh
# No heading here
Host: within
```
Host: still within
````

- Host: without

~~~text
```
Host: in tildes
~~~

- step with code:

  ```yaml
  Host: in a step
  ```

## Real part

- Gate: 8443

Words between.

    ```
    # indented, opens nothing
    Gate: 1

- Gate note: the last line
"""


@pytest.fixture
def chunks(repo: RepoBuilder, mem: Mem) -> list[Json]:
    """The chunks of the manual."""
    repo.commit("2026-09-03", {"manual.md": MANUAL})
    return mem.chunks("manual.md")


def test_code_spans_the_right_lines(chunks: list[Json]) -> None:
    """Three fences and one indented block, each whole."""
    code = [(chunk["line"], chunk["end_line"]) for chunk in chunks if chunk["kind"] == "code"]
    assert code == [(3, 9), (13, 16), (20, 22), (30, 32)]


def test_text_outside_is_text(chunks: list[Json]) -> None:
    """What stands between and after the fences is found at its line, once."""
    found = {chunk["line"]: chunk for chunk in chunks if chunk["kind"] == "list_item"}
    assert found[11]["text"] == "Host: without"
    assert found[26]["text"] == "Gate: 8443"
    assert found[34]["text"] == "Gate note: the last line"


def test_headings_in_code_are_none(chunks: list[Json]) -> None:
    """Only the real headings appear above a line."""
    assert {tuple(chunk["heading_path"]) for chunk in chunks} == {("Manual",), ("Manual", "Real part")}
    assert next(chunk for chunk in chunks if chunk["line"] == 26)["heading_path"] == ["Manual", "Real part"]


@pytest.mark.parametrize(
    ("opened", "inside", "closed"),
    [
        ("```", "~~~", "```"),
        ("~~~", "```", "~~~"),
        ("````", "```", "`````"),
        ("~~~~~", "~~~", "~~~~~"),
        ("``` info", "``` not a closing line", "```"),
        ("   ```", "    ```", "  ```"),
    ],
)
def test_what_closes_a_fence(opened: str, inside: str, closed: str, repo: RepoBuilder, mem: Mem) -> None:
    """Same sign, at least as long, nothing behind it, indented by at most three."""
    repo.commit("2026-09-03", {"a.md": f"# A\n\n{opened}\n{inside}\n# x\n{closed}\n\nRudder: oak\n"})
    chunks = mem.chunks("a.md")
    assert [(chunk["kind"], chunk["line"], chunk["end_line"]) for chunk in chunks] == [
        ("code", 3, 6),
        ("paragraph", 8, 8),
    ]


def test_a_fence_that_is_never_closed(repo: RepoBuilder, mem: Mem) -> None:
    """It runs to the end of the note, and its text can still be found."""
    repo.commit("2026-09-03", {"a.md": "# A\n\n```\nRudder: oak\n\n# not a heading\n"})
    result = mem.search("rudder").results[0]
    assert (result["kind"], result["line"], result["end_line"]) == ("code", 3, 6)


def test_a_fence_in_a_quote_ends_with_the_quote(repo: RepoBuilder, mem: Mem) -> None:
    """An open fence inside a quote does not swallow what follows the quote."""
    repo.commit("2026-09-03", {"a.md": "# A\n\n> ```\n> Rudder: oak\n\n## B\n\nTiller: ash\n"})
    result = mem.search("tiller").at("a.md:8")
    assert result["heading_path"] == ["A", "B"]


def test_a_fence_in_a_list_ends_with_the_item(repo: RepoBuilder, mem: Mem) -> None:
    """The same for a list item."""
    repo.commit("2026-09-03", {"a.md": "# A\n\n- item\n\n  ```\n  Rudder: oak\n\n- Tiller: ash\n"})
    assert mem.search("tiller").at("a.md:8")["text"] == "Tiller: ash"


def test_inline_code_is_no_fence(repo: RepoBuilder, mem: Mem) -> None:
    """Three backticks with a fourth in the info string open nothing."""
    repo.commit("2026-09-03", {"a.md": "# A\n\n``` a`b\n\n## B\n\nTiller: ash\n"})
    assert mem.search("tiller").at("a.md:7")["heading_path"] == ["A", "B"]


@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
def test_only_what_stands_outside_is_a_fact(declared: bool, repo: RepoBuilder, mem: Mem) -> None:
    """One host and one gate; the examples contradict nothing."""
    extra = {".gitmem.toml": '[facts]\nsingle_valued = ["host", "gate"]\n'} if declared else {}
    repo.commit("2026-09-03", {"manual.md": MANUAL, **extra})
    assert values(mem, "host", "Host") == ["without"]
    assert values(mem, "gate", "Gate") == ["8443"]
    assert present(mem, "manual host") == ["without"]
    assert conflicts(mem) == []


def test_a_fact_that_was_fenced_in(repo: RepoBuilder, mem: Mem) -> None:
    """A line put into a fence is no fact any more; taken out again, it is one."""
    repo.commit("2026-07-03", {"a.md": "# Barge\n\nOwner: Vera Holt\n"})
    repo.commit("2026-08-03", {"a.md": "# Barge\n\n```\nOwner: Vera Holt\n```\n"})
    assert values(mem, "barge owner", "Owner") == []
    repo.commit("2026-09-03", {"a.md": "# Barge\n\nOwner: Vera Holt\n"})
    assert present(mem, "barge owner") == ["Vera Holt"]
