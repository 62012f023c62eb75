"""Notes that earn warnings must not put a word between the frames of the server.

Lost otherwise: one `warning:` on standard output and the client drops the connection.
"""

from __future__ import annotations

import json

import pytest

from tests.agents.serving import call, text_of, wired
from tests.builder import RepoBuilder
from tests.running import Mem

BROKEN = "---\ndate: 2026-13-45\ntags: [never closed\n---\n# Broken\n\n- Broken gauge keeper: Ann\n"
LATIN = b"# Letters\n\n- Letter writer: Andr" + b"\xe9\n"
BREAKS = "# Breaks\n\none\ntwo\u2028three\x85four\n"

CALLS = {
    "search": {"query": "keeper"},
    "explain": {"question": "gauge keeper"},
    "blame": {"place": "breaks.md"},
    "diff": {},
    "conflicts": {},
    "stale": {"all": True},
    "history": {"key": "keeper"},
    "add": {"text": "Gauge smith: Dov"},
    "supersede": {"cite": "pair.md:3", "text": "Eve"},
    "verify": {"cite": "pair.md:4"},
    "retract": {"cite": "pair.md:9"},
}


@pytest.fixture
def noisy(repo: RepoBuilder) -> RepoBuilder:
    """Everything that makes gitmem, git or a parser speak up."""
    notes = {
        "broken.md": BROKEN,
        "fence.md": "# Fence\n\n```\nnobody closed this\n",
        "pair.md": "# Pair\n\n- Pair owner: Bea\n\n## Later\n\n- Pair owner: Cid\n",
        "latin.md": LATIN,
        "breaks.md": BREAKS,
    }
    repo.commit("2026-09-01", notes, "noise")
    repo.write({"pair.md": "# Pair\n\n- Pair owner: Bea\n- Pair age: old\n\n## Later\n\n- Pair owner: Cid\n"})
    return repo


def test_every_line_is_a_frame(noisy: RepoBuilder, mem: Mem) -> None:
    """Every tool once: each line of the output is one JSON object, nothing comes before the first answer,
    dates are text, and the server ends by itself when its input does."""
    with wired(mem, "--allow-write") as wire:
        wire.greet()
        wire.send({"jsonrpc": "2.0", "id": "list", "method": "tools/list"})
        listed = wire.take()["result"]["tools"]
        assert [tool["name"] for tool in listed] == list(CALLS)
        answers = {tool: wire.ask(call(tool, tool, **given))["result"] for tool, given in CALLS.items()}
        rest, code, errors = wire.hang_up()
    assert (rest, code, errors) == ([], 0, "")
    assert [text_of(answer) for answer in answers.values() if answer["isError"]] == []
    pieces = answers["blame"]["structuredContent"]["chunks"]
    assert [piece["text"] for piece in pieces] == ["one\ntwo\u2028three\x85four"]
    assert answers["search"]["structuredContent"]["results"][0]["as_of"] == "2026-09-01"
    assert "latin.md" in json.dumps(answers["search"]["structuredContent"]["skipped"])
