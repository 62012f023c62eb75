"""How far a chunk may still be trusted: its status by age, and whether it changes quickly.

Volatile text (prices, opening hours, availability, "currently") has to be verified again after a short
window, whatever its status. The word lists err on the side of saying so: the cost is a look.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from enum import Enum
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import FreshnessSettings
from gitmem.errors import ConfigError
from gitmem.notes.dating import Dated, DateSource
from gitmem.notes.kinds import UNTAGGED, ChunkKind
from gitmem.notes.tags import NO_TAGS, InlineTags
from gitmem.notes.visible import visible


class Status(Enum):
    """The standing of a result. SUPERSEDED, RETRACTED and CONTESTED are given where facts are judged."""

    FRESH = "FRESH"
    AGING = "AGING"
    STALE = "STALE"
    SUPERSEDED = "SUPERSEDED"
    RETRACTED = "RETRACTED"
    EXPIRED = "EXPIRED"
    PLANNED = "PLANNED"
    CONTESTED = "CONTESTED"
    UNKNOWN = "UNKNOWN"


class Volatility(Enum):
    """Why text changes quickly; the value is the name in JSON."""

    MONEY = "money"
    HOURS = "opening-hours"
    STATUS = "status"
    STOCK = "availability"
    WORDING = "wording"
    """It dates itself: currently, as of …"""
    MARKED = "marked"
    """Its tag, its note or the configuration says so."""


class Freshness(NamedTuple):
    """A judgement of one chunk at one time; `age_days` is None when the date is unknown."""

    status: Status
    age_days: int | None
    must_reverify: bool


_MONEY = re.compile(r"[$€£¥₹] ?\d|\d ?[€£¥₹]")
_CURRENCY = re.compile(r"\b(?:usd|eur|gbp) ?\d|\d ?(?:usd|eur|gbp|dollars|euros)\b")
_CODES = ("jpy", "chf", "aud", "cad", "nzd", "cny", "inr", "pln")
_NAMES = ("francs", "rupees", "yen", "yuan")
_OTHER_CURRENCY = re.compile(rf"\b(?:{'|'.join(_CODES)}) \d|\d ?(?:{'|'.join((*_CODES, *_NAMES))})\b")
_CLOCK = r"\d{1,2}[:.]\d\d"
_OPEN_FROM = re.compile(
    rf"\b(?:hours|open)\b\W{{0,12}}(?:is |are |from )?{_CLOCK} ?(?:[-\u2013\u2014]|to) ?{_CLOCK}"
)
_MINUTES = r"\W{1,12}(?:is |are |of )?(?:about |around |~ ?)?\d+ ?(?:minutes|mins?)\b"
_FOR_NOW = (
    *("at the moment", "at present", "these days", "these weeks", "nowadays"),
    *("for the time being", "until further notice"),
)
_WORDING = (
    (Volatility.MONEY, "$", _MONEY),
    *((Volatility.MONEY, name, _CURRENCY) for name in ("usd", "eur", "gbp", "dollars")),
    *((Volatility.MONEY, name, _OTHER_CURRENCY) for name in (*_CODES, *_NAMES)),
    (Volatility.MONEY, "price", re.compile(r"\bprice[sd]?\b")),
    (Volatility.MONEY, "cost", re.compile(r"\bcosts?\b")),
    (
        Volatility.HOURS,
        "open",
        re.compile(r"\bopen (?:until|till|from|daily|now|every|\d|at \d)|\bopens (?:at )?\d"),
    ),
    (Volatility.HOURS, "close", re.compile(r"\bcloses? (?:at )?\d|\bclosed (?:on|until|for)\b")),
    (Volatility.HOURS, "hours", re.compile(r"\bhours\** ?:|\b(?:opening|business) hours\b")),
    (Volatility.HOURS, "hours", _OPEN_FROM),
    (Volatility.HOURS, "open", _OPEN_FROM),
    (Volatility.STATUS, "on ", re.compile(r"\bon (?:duty|call)\** *[:|]")),
    (Volatility.STATUS, "on-call", re.compile(r"\bon-call\** *[:|]")),
    (Volatility.STATUS, "status", re.compile(r"\bstatus\** ?:")),
    (Volatility.STOCK, "availab", re.compile(r"\bavailab(?:le|ility)\b")),
    (Volatility.STOCK, "stock", re.compile(r"\b(?:in|out of) stock\b")),
    (Volatility.STOCK, "wait", re.compile(r"\bwait ?list\b")),
    (Volatility.STOCK, "wait", re.compile(rf"\bwait(?:ing times?| times?|:){_MINUTES}")),
    (Volatility.STOCK, "queue", re.compile(rf"\bqueues?\b{_MINUTES}")),
    (Volatility.WORDING, "currently", re.compile(r"\bcurrently\b")),
    (Volatility.WORDING, "right now", re.compile(r"\bright now\b")),
    (Volatility.WORDING, "as of ", re.compile(r"\bas of\b")),
    *((Volatility.WORDING, words, re.compile(rf"(?<!one of )\b{words}\b")) for words in _FOR_NOW),
)
"""What marks volatile text: why, a string that is looked for first because that is cheap, and the pattern
that decides. Both are applied to lower case on one line; signs of money beyond ASCII need no string."""

_WITHOUT_WORDING = UNTAGGED | {ChunkKind.TABLE_HEADER}
_LONGEST_PATTERN = 200
_WINDOW, _STEP = 300, 200
_REPEATED_GROUP = re.compile(r"(?<!\\)(?:\\\\)*\)[*+{]")
_BACK_REFERENCE = re.compile(r"\\[1-9]|\(\?P=")


def compile_patterns(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    """The configured patterns of volatile text, compiled, ignoring case.

    Raises `ConfigError` for one that is broken, or that could run for ages on a hostile note: long ones,
    repeated groups and back references are refused.
    """
    compiled: list[re.Pattern[str]] = []
    for pattern in patterns:
        if len(pattern) > _LONGEST_PATTERN:
            raise ConfigError(f"volatile_patterns: {pattern[:40]!r}… is longer than {_LONGEST_PATTERN}")
        if _REPEATED_GROUP.search(pattern) or _BACK_REFERENCE.search(pattern):
            raise ConfigError(f"volatile_patterns: {pattern!r} repeats a group or refers back to one")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of sets that a later Python may read otherwise
                compiled.append(re.compile(pattern, re.IGNORECASE))
        except (re.error, OverflowError, RecursionError) as error:
            raise ConfigError(f"volatile_patterns: {pattern!r} is no pattern: {error}") from None
    return tuple(compiled)


def is_volatile(
    text: str,
    kind: ChunkKind,
    note_volatile: bool,
    tags: InlineTags,
    patterns: Sequence[re.Pattern[str]] = (),
) -> bool:
    """Whether a chunk changes quickly: by its tag, its note's front matter, or its wording.

    `patterns` come from `compile_patterns` and are added to the built-in ones. Words in code and in
    comments do not count.
    """
    if note_volatile or tags.volatile:
        return True
    if kind in _WITHOUT_WORDING:
        return False
    if next(_volatile_wording(text), None) is not None:
        return True
    if not patterns:
        return False
    return any(pattern.search(window) for window in _windows(visible(text)) for pattern in patterns)


def volatility(text: str) -> Volatility:
    """Why a chunk that is volatile is so: the first of its words that tells, else that it is marked."""
    return next(_volatile_wording(text), Volatility.MARKED)


def _volatile_wording(text: str) -> Iterator[Volatility]:
    lowered = text.lower().replace("\n", " ")
    patterns = [(why, pattern) for why, hint, pattern in _WORDING if hint in lowered]
    if not lowered.isascii():
        patterns.append((Volatility.MONEY, _MONEY))
    if not any(pattern.search(lowered) for _, pattern in patterns):
        return
    shown = visible(lowered)
    yield from (why for why, pattern in patterns if pattern.search(shown))


def _windows(text: str) -> Iterator[str]:
    """The lines of `text` in overlapping pieces, which bounds what one search can cost."""
    for line in text.split("\n"):
        for start in range(0, max(len(line) - (_WINDOW - _STEP), 1), _STEP):
            yield line[start : start + _WINDOW]


def assess(
    dated: Dated,
    volatile: bool,
    now: Instant,
    settings: FreshnessSettings,
    tags: InlineTags = NO_TAGS,
    stale_after: date | int | None = None,
) -> Freshness:
    """The freshness of a chunk at `now`.

    `tags` bound when it holds ([from:], [until:]); `stale_after` comes from the note's front matter.
    A date too far in the future in a heading or file name makes the chunk PLANNED.
    """
    age = dated.age_days
    must_reverify = volatile and (age is None or age > settings.volatile_days)
    return Freshness(_status(dated, now, settings, tags, stale_after), age, must_reverify)


def _status(
    dated: Dated,
    now: Instant,
    settings: FreshnessSettings,
    tags: InlineTags,
    stale_after: date | int | None,
) -> Status:
    today = now.utc_day
    if tags.until is not None and tags.until < today:
        return Status.EXPIRED
    if tags.since is not None and tags.since > today:
        return Status.PLANNED
    if any(each.source in (DateSource.HEADING, DateSource.FILENAME) for each in dated.flagged):
        return Status.PLANNED
    if _is_past(stale_after, dated, today):
        return Status.STALE
    if dated.age_days is None:
        return Status.UNKNOWN
    if dated.age_days > settings.stale_days:
        return Status.STALE
    return Status.AGING if dated.age_days > settings.fresh_days else Status.FRESH


def _is_past(stale_after: date | int | None, dated: Dated, today: date) -> bool:
    if stale_after is None:
        return False
    if isinstance(stale_after, date):
        return stale_after < today
    if dated.day is None:
        return False
    return dated.day + timedelta(days=min(stale_after, 100_000)) < today
