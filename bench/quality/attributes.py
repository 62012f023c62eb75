"""What can be known of a subject: how it is called, said, asked, asked in other words, and replaced.

All sentences were written by hand. Of every four in a tuple the first and the last are for the tuning half
and those between for the held-out half, so that no report is made on a wording that anybody tuned on.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from bench.quality.queries import Split

Item = TypeVar("Item")


class Attribute(NamedTuple):
    """One kind of fact. In sentences `{n}` is the subject, `{v}` the value and `{old}` the one before.

    `free` has sentences of the subject's own note, each with a question in its words; `paraphrases` ask
    without them; `news` tells a new value without any of the `labels`. `volatile`: it changes quickly.
    """

    name: str
    labels: tuple[str, ...]
    values: tuple[str, ...]
    free: tuple[tuple[str, str], ...]
    paraphrases: tuple[str, ...]
    news: tuple[str, ...] = ()
    volatile: bool = False


def half(items: tuple[Item, ...], split: Split) -> tuple[Item, ...]:
    """The items of one half, all of them where there is only one."""
    tuning = (0, 3)
    return (
        tuple(each for at, each in enumerate(items) if (at % 4 in tuning) is (split is Split.TUNING)) or items
    )


def first_names(values: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Full names out of given and family names, every family name several times."""
    return tuple(f"{given} {others[(3 * at + 1) % len(others)]}" for at, given in enumerate(values))
