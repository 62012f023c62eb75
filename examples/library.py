"""Asks a notes repository a question from Python.

    python examples/library.py [FOLDER] [QUESTION]

Without arguments it asks the repository you are in about opening hours.
"""

from __future__ import annotations

import sys

from gitmem import Memory


def answer(folder: str, question: str) -> str:
    """The best answer with its place, date and standing, or why there is none."""
    memory = Memory(folder)
    response = memory.search(question, k=3)
    if response.no_match:
        assert response.absence is not None
        return f"nothing about {question!r}: {response.absence.value}"
    best = response.results[0]
    dated = best.as_of.isoformat() if best.as_of else "not dated"
    check = ", check before use" if best.must_reverify else ""
    return f"{best.text}\n  {best.cite}, {dated} ({best.date_source}), {best.status.value}{check}"


def dates(folder: str, path: str) -> list[str]:
    """Every piece of a note with its date."""
    return [
        f"{chunk.line}: {chunk.as_of or chunk.date_source}" for chunk in Memory(folder).blame(path).chunks
    ]


if __name__ == "__main__":
    folder, question = [*sys.argv[1:3], *([".", "opening hours"][len(sys.argv) - 1 :])][:2]
    print(answer(folder, question))
