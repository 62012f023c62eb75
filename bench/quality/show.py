"""Prints some questions of a generated memory with their answers: `python -m bench.quality.show [SEED]`."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.quality.chronicle import make_memory
from bench.quality.queries import NORMAL, SMALL, TUNING_SEEDS, Family, GeneratedMemory, Question


def main() -> None:
    """Make a memory and show a few questions of each family; `--keep` keeps the repository."""
    parser = argparse.ArgumentParser(prog="python -m bench.quality.show", description=main.__doc__)
    parser.add_argument("seed", nargs="?", type=int, default=TUNING_SEEDS[0])
    parser.add_argument("--family", choices=[family.name.lower() for family in Family])
    parser.add_argument("--each", type=int, default=3, help="questions of each family")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder that does not exist yet")
    chosen = parser.parse_args()
    families = [Family[chosen.family.upper()]] if chosen.family else list(Family)
    with tempfile.TemporaryDirectory(prefix="gitmem-quality-") as scratch:
        folder = chosen.keep or Path(scratch) / "notes"
        memory = make_memory(folder, chosen.seed, SMALL if chosen.small else NORMAL)
        print("\n".join(described(memory, families, chosen.each)))


def described(memory: GeneratedMemory, families: list[Family], each: int) -> Iterator[str]:
    """The lines to print."""
    yield f"seed {memory.seed}, asked on {memory.now}"
    yield "facts by how they are first written: " + ", ".join(
        f"{way} {count}" for way, count in sorted(memory.ways.items(), key=lambda item: -item[1])
    )
    for family in families:
        found = [question for question in memory.questions if question.family is family]
        yield f"\n{family.value}: {len(found)} questions, right is: {found[0].expects.value}"
        for question in found[:: max(len(found) // each, 1)][:each]:
            yield from _lines(question)


def _lines(question: Question) -> Iterator[str]:
    when = f" at {question.at}" if question.at else f" as of {question.as_of}" if question.as_of else ""
    yield f"  {question.text}{when}   [{question.way}]"
    for sign, lines in (("+", question.gold), ("-", question.stale)):
        for line in lines:
            yield f"    {sign} {line.path}: {line.text}{' (in history)' if line.in_history else ''}"


if __name__ == "__main__":
    main()
