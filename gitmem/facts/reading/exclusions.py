"""What looks like `key: value` and is none, and what is a claim but stands against no other.

Works on plain text. Precision comes before completeness: a line that only might assert something is left
to full-text search, which finds it anyway.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gitmem.facts.claim import Bar
from gitmem.facts.reading.values import is_long
from gitmem.facts.reading.wordlists import (
    ADVERBS,
    CLAUSE_STARTS,
    ENTRY_FIELDS,
    FINITE_VERBS,
    FIRST_WORDS,
    GENERIC_KEYS,
    LIST_LIKE,
    NOT_KEYS,
    PROSE_WORDS,
    SINGLE_EVERYWHERE,
    SINGULAR_S,
    SPEAKERS,
    TITLE_WORDS,
)

LONGEST_LABEL = 12
"""Words of a key. Above six real conflicts become rare; above twelve a key is a sentence."""

_LONG_LABEL = 6

_CONVENTIONAL = re.compile(
    r"(?:feat|fix|chore|docs?|refactor|tests?|ci|build|perf|style|revert|wip|deps)(?:\([^()]*\))?!?"
)
_PLACEHOLDER = re.compile(
    r"(?:tb[dac]|todo|fixme|n/?a|x{2,}|\?+|-+|–|—|\.{2,}|…|_{2,}|\*+|#+|<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\}|\(\)|"
    r"(?:to be|not yet) (?:determined|decided|defined|done|confirmed|announced|added|filled in)|"
    r"your[ -].*|(?:your|my|insert|enter|some|the)[ _-]?\w* ?here|lorem ipsum.*|placeholder|foo|bar|baz|"
    r"yyyy-mm-dd|unset|fill (?:me )?in|"
    r"unchanged|no change|(?:the )?same|(?:same )?as (?:before|above|usual)|ditto|"
    r"not (?:discussed|decided|known)|see .*|unver\u00e4ndert)",
    re.IGNORECASE | re.DOTALL,
)
_OPEN_ENDS = (
    ":",
    " --",
    "\u2014",
    "\u2013",
    "{",
    ",",
    "=",
    "\\",
    " and",
    " or",
    " is",
    " are",
    " the",
    " of",
    " a",
)
_TEMPLATE_SIGNS = ("{{", "}}", "<%", "%>", "${", "{%")
_SIGNS = frozenset(',;~?!=<>{}[]"|\\@\u2192\u2026\u201c\u201d')
_SOME_SIGNS = _SIGNS | frozenset("/$")
_DECLARED_END = re.compile(rf" (?:{'|'.join(map(re.escape, SINGLE_EVERYWHERE))})$")
"""What a title may stand before, and the whole is a key."""

_SERIES_NUMBER = re.compile(r"(?:[^\W\d_]{1,12}[- ]?\d[\w.]*|#\d+)(?=:|$)")
_SERIES_END = re.compile(r"(?<![^\s])(?:[^\W\d_]{1,12}[- ]?\d[\w.]*|#\d+)$")
_SERIES_COLON = re.compile(r"((?<![^\s])(?:[^\W\d_]{1,12}[- ]?\d[\w.]*|#\d+)):(?=\s)")
_URL = re.compile(r"(?:\w{2,12}://|www\.|mailto:)\S", re.IGNORECASE)
_ONLY_NUMBERS = re.compile(r"[\W\d_]*")
_ENUMERATION = re.compile(r"(?:\(?\d{1,3}[.)]|[a-z][.)]|[ivx]{1,4}[.)]|step \d+|#\d+)\s*", re.IGNORECASE)
_EXAMPLE_WORD = re.compile(
    r"(?<![^\W_])(?:examples?|templates?|samples?|change ?logs?|release notes|faqs?|boilerplate|"
    r"placeholders?|cheat ?sheets?|frequently asked questions)(?![^\W_])",
    re.IGNORECASE,
)
_TEST_FOLDER = re.compile(
    r"(?:^|/)(?:tests?|fixtures?|testdata)(?=[/.])|[_.]tests?(?=\.)|(?:^|/)tests?_", re.IGNORECASE
)
_SESSION_WORD = re.compile(
    r"(?<![^\W_])(?:transcripts?|conversations?|chat ?logs?|dialogues?|interview|"
    r"session (?:\d+|[0-9a-f]{6,}|log|transcript|notes|summary))(?![^\W_])",
    re.IGNORECASE,
)
_TOOL_MADE = re.compile(
    r"^[\W_]{0,20}(?:this (?:file|report|page|document) (?:is|was|has been) )?(?:auto[- ]?|automatically )?"
    r"generated (?:by|with|from|on|at|automatically)\b|\bauto-?generated\b[^.\n]{0,60}\bdo not edit\b",
    re.IGNORECASE | re.MULTILINE,
)


@lru_cache(maxsize=20_000)
def is_key(label: str) -> bool:
    """Whether the plain text before a separator can be a key."""
    if not label or len(label) > 120 or "://" in label or label.find(":", series_number(label) + 1) >= 0:
        return False
    if not _SOME_SIGNS.isdisjoint(label) and not _harmless(label):
        return False
    low = label.casefold().rstrip(".")
    if (
        low.removeprefix("the ") in NOT_KEYS
        or _ONLY_NUMBERS.fullmatch(label)
        or _CONVENTIONAL.fullmatch(label)
    ):
        return False
    if (len(label) == 1 and label.isascii()) or label.count("(") != label.count(")"):
        return False
    if " -- " in label or " \u2014 " in label or " \u2013 " in label:
        return False
    words = low.replace("\u2019", "'").split()
    if len(words) > LONGEST_LABEL or words[-1] in ADVERBS or ". " in label:
        return False
    prose = PROSE_WORDS.intersection(words)
    if len(words) > 1 and _DECLARED_END.search(low):
        return prose <= TITLE_WORDS
    return not prose and (words[0] not in FIRST_WORDS or len(words) == 1)


def series_number(text: str) -> int:
    """Where the number in a series ends with which a name begins (`RFC 12: the name`), else 0. The colon
    behind it separates no value."""
    found = _SERIES_NUMBER.match(text)
    return found.end() if found else 0


def ends_in_series_number(text: str) -> bool:
    """Whether a text ends in such a number (`the status of RFC 12`)."""
    return _SERIES_END.search(text) is not None


def without_series_colon(text: str) -> str:
    """A text without the colons behind such numbers."""
    return _SERIES_COLON.sub(r"\1", text)


def _harmless(label: str) -> bool:
    """Whether the signs in a label are a slash between words (`Start/end date`) or a currency."""
    return bool(_SIGNS.isdisjoint(label)) and (
        "/" not in label
        or (label.count("/") <= 2 and not label.startswith(("/", "~", ".")) and "." not in label)
    )


@lru_cache(maxsize=20_000)
def is_value(value: str) -> bool:
    """Whether a plain text can be a value: not empty, no placeholder, no clause, nothing left open."""
    if not any(map(str.isalnum, value)) or _PLACEHOLDER.fullmatch(value):
        return False
    if value.endswith(_OPEN_ENDS) or (value[0] == "(" and value[-1] == ")"):
        return False
    if any(value.count(a) != value.count(b) for a, b in ("[]", "{}", "()")) or "](" in value:
        return False
    if any(sign in value for sign in _TEMPLATE_SIGNS):
        return False
    if value in ("the", "a", "an", "to"):
        return False
    first, _, rest = value.partition(" ")
    return not (rest and first.casefold().replace("\u2019", "'") in CLAUSE_STARTS)


def key_bars(literal: str) -> Bar:
    """Why a key, in literal form, stands against no other."""
    bars = Bar.NONE
    if literal in ENTRY_FIELDS:
        bars |= Bar.ENTRY_FIELD
    if literal in SPEAKERS or literal.startswith(("speaker ", "user ", "assistant ")):
        bars |= Bar.MACHINE
    if literal in GENERIC_KEYS:
        bars |= Bar.GENERIC_KEY
    if literal[-1:].isdigit() or _ENUMERATION.match(literal):
        bars |= Bar.NUMBERED
    if literal.count(" ") >= _LONG_LABEL:
        bars |= Bar.LONG_KEY
    if literal in LIST_LIKE:
        bars |= Bar.LIST_LIKE
    return bars


@lru_cache(maxsize=20_000)
def bars_of(literal: str, value: str) -> Bar:
    """Why a claim with this key (in literal form) and this value (plain) stands against no other."""
    bars = key_bars(literal) | value_bars(value)
    if is_plural(literal) and not value.lstrip("~<>$€£ ")[:1].isdigit():
        bars |= Bar.LIST_LIKE  # several things, unless it is their number
    return bars


def is_plural(literal: str) -> bool:
    """Whether a key in literal form ends in a plural."""
    last = literal.rsplit(" ", 1)[-1].rstrip(")")
    return (
        len(last) > 3
        and last.endswith("s")
        and not last.endswith(("ss", "us", "is", "'s"))
        and last not in SINGULAR_S
    )


def value_bars(value: str) -> Bar:
    """Why a value, in plain text, stands against no other."""
    bars = Bar.LONG_VALUE if is_long(value) or _is_sentence(value) else Bar.NONE
    if _URL.search(value):
        bars |= Bar.URL_VALUE
    if value.endswith("?"):
        bars |= Bar.QUESTION
    if value.count(",") >= 2:
        bars |= Bar.LIST_LIKE
    return bars


def _is_sentence(value: str) -> bool:
    """Whether a value has a verb after its first word: a description, however short."""
    return value.count(" ") > 1 and not FINITE_VERBS.isdisjoint(value.split()[1:])


@lru_cache(maxsize=4096)
def heading_bars(heading: str) -> Bar:
    """What a heading makes of everything under it: an example, or a transcript."""
    bars = Bar.EXAMPLE if _EXAMPLE_WORD.search(heading) else Bar.NONE
    return bars | (Bar.MACHINE if _SESSION_WORD.search(heading) else Bar.NONE)


def path_bars(path: str) -> Bar:
    """The same from the folders and the name of a file; tests are examples too."""
    bars = heading_bars(re.sub(r"[_./-]+", " ", path))
    return bars | Bar.EXAMPLE if _TEST_FOLDER.search(path) else bars


def is_tool_made(text: str) -> bool:
    """Whether the beginning of a note says that a program wrote it."""
    return _TOOL_MADE.search(text) is not None
