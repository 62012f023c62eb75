"""Times that people write into notes in any form, also those that name no day that could be read."""

from __future__ import annotations

import re

from gitmem.notes.days import MONTH, find_days

_YEAR = r"(?:19|20)\d{2}"
_NAMED = rf"(?!(?-i:may)){MONTH}"
_TIME = re.compile(
    rf"(?<![\w$€£#])(?<!\d[.,/])(?<!(?-i:[A-Z0-9])-){_YEAR}(?!\w|[.,]\d)"  # 2026, 2026-W48, 2026/27
    rf"|{_YEAR}(?=年)"
    rf"|(?<![\w.,]){_YEAR}(?:\.(?:0[1-9]|1[0-2])|-?W[0-5]\d|-?[QH][1-4])(?!\w)"  # 2026.11, 2026W48, 2026Q3
    rf"|(?<!\w){_YEAR}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?:T\d|(?!\w))"  # 20261101
    rf"|(?<![\w.,/-])[0-3]?\d([./-])[0-3]?\d\1(?:{_YEAR}|\d{{2}})(?![\w/-]|[.,]\d)"  # 01.11.2026, 1/11/26
    rf"|(?<![\w.,/-])(?:0?[1-9]|1[0-2])[./-]{_YEAR}(?![\w/-]|[.,]\d)"  # 11/2026
    rf"|\b(?:(?:[KC]?W|week) ?[0-5]?\d|[QH][1-4])[ /,-]{{0,2}}{_YEAR}(?!\w)"  # KW 48/2026, Q3/2026
    rf"|\b(?:{_NAMED}|[QH][1-4])[ /-]?['’]?\d{{2}}(?!\w)"  # Nov '26, Q3/26
    rf"|\b[FC]Y ?['’]?(?:{_YEAR}|\d{{2}})(?!\w)"  # FY26
    rf"|\b{_NAMED} ?[0-3]?\d(?:st|nd|rd|th)?(?!\w|[.,]\d)"  # Nov 1
    rf"|(?<![\w.,])[0-3]?\d(?:st|nd|rd|th|\.)? {_NAMED}(?!\w)",  # 1 Nov
    re.IGNORECASE,
)


def names_time(text: str) -> bool:
    """Whether a text names a day, week, month, quarter or year, even one that cannot be read as a day.

    `01.11.2026` tells a reader well enough when a figure was right, though not which of two days it is.
    """
    return bool(_TIME.search(text)) or bool(find_days(text))
