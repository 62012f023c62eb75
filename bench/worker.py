"""One cold build in a process of its own, so that its CPU and memory are nobody else's.

Prints what came of it as JSON; its CPU is for whoever started it to read.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bench.measure import peak_memory


def build_history(folder: Path, *, strict: bool) -> dict[str, object]:
    """Reads all history into a new store."""
    from gitmem.git.repository import Repository
    from gitmem.history.keeping import open_history

    repository = Repository.open(folder)
    assert repository.head is not None
    open_history(repository, repository.head, strict=strict, rebuild=True).store.close()
    return {}


def build_index(folder: Path) -> dict[str, object]:
    """Makes history and index anew."""
    from bench.share import facts_share
    from gitmem import Memory

    with facts_share() as facts:
        report = Memory(folder).refresh(rebuild=True)
    return {"version": report.index_version, "chunks": report.chunks_indexed, "facts": facts.cpu}


def main() -> None:
    """Build one thing and say how much memory that took."""
    parser = argparse.ArgumentParser(prog="python -m bench.worker", description=main.__doc__)
    parser.add_argument("work", choices=("history", "strict-history", "index"))
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    if chosen.work == "index":
        found = build_index(chosen.folder)
    else:
        found = build_history(chosen.folder, strict=chosen.work == "strict-history")
    print(json.dumps({**found, "peak": peak_memory()}))


if __name__ == "__main__":
    main()
