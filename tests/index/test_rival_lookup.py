"""Which lines may be contradicted is known from the index alone; none that is may be left out."""

from __future__ import annotations

from contextlib import closing

import pytest

from gitmem.database import reading
from gitmem.index.rival_lookup import opposed
from gitmem.index.store import open_index
from gitmem.memory.place import Start, open_place
from gitmem.memory.session import Request, open_session
from tests.builder import RepoBuilder

PAIRS = [
    {"a.md": "# Orion\n\n- Lead: Ann\n- Lead: Bob\n"},
    {"a.md": "# Orion\n\n## One\n\n- Mascot: fox\n\n## Two\n\n- Mascot: owl\n"},
    {"a.md": "# Orion\n\n- Project lead: Ann\n", "log.md": "# Log\n\n- Orion project lead: Bob\n"},
    {"a.md": "# Orion\n\n- Lead: Ann\n", "b.md": "# Other things\n\n- Orion lead: Bob\n"},
    {
        "a.md": "---\nentity: Orion\naliases: [Apollo]\n---\n# X\n\n- Lead: Ann\n",
        "b.md": "# Log\n\n- Apollo lead: Bob\n",
    },
    {"a.md": "# Orion\n\n- One\n  - Status: open\n- Two\n  - Status: closed\n"},
]
ALONE = [
    {"a.md": "# Orion\n\n- Lead: Ann\n- Status: open\n"},
    {"a.md": "# Orion\n\n- Lead: Ann\n", "b.md": "# Vega\n\n- Lead: Bob\n"},
    {"a.md": "# Orion\n\n- Lead: Ann\n- ~~Lead: Bob~~\n"},
    {"a.md": "# Orion\n\n- Lead: Ann\n", "log.md": "# Log\n\n- Orion lead: Ann\n"},
]


def found(repo: RepoBuilder, notes: dict[str, str]) -> list[tuple[str, str]]:
    """Path and value of the lines that may be contradicted."""
    repo.commit("2026-01-01", notes)
    with (
        open_session(open_place(Start(repo.path)), Request()) as session,
        closing(open_index(session.index_file)) as store,
        reading(store),
    ):
        statements = session.facts(store).of_paths(sorted(notes))
        return [(each.path, each.value) for each in opposed(store, (one.claim for one in statements))]


@pytest.mark.parametrize("notes", PAIRS)
def test_both_lines_of_a_pair_are_found(notes: dict[str, str], repo: RepoBuilder) -> None:
    """Lost otherwise: a contradiction is not even looked at, whichever side was written last."""
    assert len(found(repo, notes)) == 2


@pytest.mark.parametrize("notes", ALONE)
def test_what_nothing_contradicts_is_left_out(notes: dict[str, str], repo: RepoBuilder) -> None:
    """A harmless commit must not wait."""
    assert found(repo, notes) == []
