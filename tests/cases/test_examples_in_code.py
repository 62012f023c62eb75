"""Notes about how to write notes show facts; they state none.

Lost otherwise: the page that explains the format stands against the real notes for ever.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.cases.asking import conflicts, live, present, values
from tests.hooks.hooked import Hooked
from tests.running import Mem

GUIDE = """\
# How we write things down

A line such as `Heron status: sold` or `Heron status: in dock` is a fact; add `[verified: 2019-02-02]`.

```markdown
## 2019-02-02
- Heron status: sunk
~~Heron status: planned~~ superseded 2019-02-03
```

Strike with two tildes: `~~like this~~ superseded 2019-02-03`, and `[volatile]` says to look again.
"""
BOAT = "# Heron\n\n- Status: afloat\n"


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/format.md", "AGENTS.md"])
def test_the_guide_states_nothing(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """One value, wherever the guide lies and whichever note was read first."""
    repo.commit("2026-09-09", {name: GUIDE, "heron.md": BOAT})
    assert present(mem, "heron status") == ["afloat"]
    assert "heron.md:3" in live(mem, "heron status")
    assert conflicts(mem) == []


def test_tags_in_code_date_nothing(repo: RepoBuilder, mem: Mem) -> None:
    """The guide is as old as its commit, and nothing in it has to be looked at again."""
    repo.commit("2026-09-09", {"guide.md": GUIDE, "heron.md": BOAT})
    chunks = {chunk["line"]: chunk for chunk in mem.chunks("guide.md")}
    for line in (3, 5, 11):
        assert chunks[line]["as_of"] == "2026-09-09"
        assert not chunks[line]["volatile"]
    cites = [item["cite"] for item in mem("stale", "--json").json["items"]]
    assert not any(cite.startswith("guide.md") for cite in cites)


def test_code_can_still_be_found(repo: RepoBuilder, mem: Mem) -> None:
    """No fact, but text: whoever looks for the example finds it, live and whole."""
    repo.commit("2026-09-09", {"guide.md": GUIDE, "heron.md": BOAT})
    result = mem.search("heron sunk planned").at("guide.md:5")
    assert (result["kind"], result["status"], result["facts"]) == ("code", "FRESH", [])


FORMS = {
    "fence": "```\nOwner: Kim Hall\n```\n",
    "tilde-fence": "~~~yaml\nOwner: Kim Hall\n~~~\n",
    "indented": "Text:\n\n    Owner: Kim Hall\n",
    "inline": "Write `Owner: Kim Hall` there.\n",
    "comment": "<!-- Owner: Kim Hall -->\n",
    "quoted": "> Owner: Kim Hall\n",
    "in-a-list": "- like this:\n\n  ```\n  Owner: Kim Hall\n  ```\n",
    "placeholder": "- Owner: <name>\n",
    "to-be-filled": "- Owner: TBD\n",
    "in-an-example": "## Example\n\n- Owner: Kim Hall\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_whatever_shows_but_does_not_say(form: str, repo: RepoBuilder, mem: Mem) -> None:
    """Code, comments, quotes, blanks to be filled in and examples stand against no real line."""
    repo.commit("2026-09-09", {"heron.md": f"# Heron\n\n- Owner: Ada Lund\n\n{FORMS[form]}"})
    assert conflicts(mem) == []
    assert present(mem, "heron owner") == ["Ada Lund"]


def test_a_key_in_code_is_no_key_a_value_in_code_is_a_value(repo: RepoBuilder, mem: Mem) -> None:
    """`main` in backticks is how branches are written; `--flag` before a colon is documentation."""
    repo.commit("2026-09-09", {"heron.md": "# Heron\n\n- Branch: `main`\n- `--owner`: who pays\n"})
    assert present(mem, "heron branch") == ["main"]
    assert values(mem, "owner", "--owner") == []


def test_the_guide_may_be_committed(hooked: Hooked) -> None:
    """With the note it takes its examples from, and so may every other form of example."""
    owned = {f"{form}.md": f"# Heron {form}\n\n- Owner: Lise Vang\n" for form in FORMS}
    hooked.commits({"heron.md": BOAT, "guide.md": GUIDE, **owned})
    hooked.commits({path: f"{text}\n{FORMS[path[:-3]]}" for path, text in owned.items()})
    assert hooked.ask("check", "--all").code == 0
