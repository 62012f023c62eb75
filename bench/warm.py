"""What asking about facts costs beside a search, as commands on an index that is current."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bench.measure import Table, Target, all_met, milliseconds, run, side_by_side
from bench.repositories import Subject

_QUESTION = ("release", "status")
"""Words that real notes hold; what they find does not matter here."""

_COMMANDS = (("search", *_QUESTION), ("explain", *_QUESTION), ("conflicts",))

AS_SEARCH = Target(2)


def warm_table(subjects: Sequence[Subject], rounds: int) -> Table:
    """CPU of whole processes, children included, in turn."""
    table = Table(
        "Asking about facts, beside a search",
        ("repository", "search", "explain", "conflicts", "ratio", "target", "verdict"),
        "CPU of the commands on a current index, children included.",
    )
    for subject in subjects:
        run(["git", "mem", "index"], subject.folder)
        spent = side_by_side(5 * rounds, *(partial(_cpu, subject, words) for words in _COMMANDS))
        search, *others = spent
        ratios = [each / search for each in others]
        verdict = all_met(*map(AS_SEARCH.verdict, ratios))
        cells = (*map(milliseconds, spent), " and ".join(f"{each:.2f}" for each in ratios))
        table.add(subject.name, *cells, str(AS_SEARCH), verdict)
    return table


def _cpu(subject: Subject, words: Sequence[str]) -> float:
    return run(["git", "mem", *words], subject.folder, codes=(0, 1)).cpu
