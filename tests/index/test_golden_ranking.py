"""The order of answers on a fixed memory, written down: a change of ranking shows as a diff to review.

Write it anew with: python -m tests.index.test_golden_ranking
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from gitmem.clock import parse_instant
from gitmem.memory.library import Memory
from tests.index.golden_memory import build_memory
from tests.running import NOW

FOLDER = Path(__file__).parent / "golden"
QUERIES = FOLDER / "queries.txt"
RANKING = FOLDER / "ranking.txt"
"""Each query with the cite and status of its first five answers."""

_SHOWN = 5


def ranking(folder: Path) -> str:
    """What `RANKING` should say; `folder` is made and filled."""
    repo = build_memory(folder)
    memory = Memory(repo.path, now=parse_instant(NOW))
    blocks: list[str] = []
    for query in QUERIES.read_text(encoding="utf-8").splitlines():
        response = memory.search(query, _SHOWN)
        lines = [f"{result.status.value:<12}{result.cite}" for result in response.results]
        if response.absence is not None:
            lines.append(f"{response.absence.value:<12}{', '.join(response.absent_terms)}")
        blocks.append("\n".join([f"> {query}", *lines]))
    return "\n\n".join(blocks) + "\n"


def test_the_ranking_is_the_one_that_was_reviewed(tmp_path: Path) -> None:
    """Lost otherwise: answers change places and nobody looks whether that is better."""
    assert ranking(tmp_path / "memory") == RANKING.read_text(encoding="utf-8")


def main() -> None:
    """Writes the golden file."""
    with tempfile.TemporaryDirectory() as folder:
        RANKING.write_text(ranking(Path(folder) / "memory"), encoding="utf-8")


if __name__ == "__main__":
    main()
