"""A receipt of somebody else -> asked again at its commit, and what is not as it says.

A receipt that cannot be judged here (damaged, made by another version, its commit missing) is an error and
never a difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple, TypeVar

from gitmem.clock import Instant, parse_day, parse_instant
from gitmem.config import DatePreference
from gitmem.errors import DateError, RevisionError, UsageError
from gitmem.index.response import SearchMode, SearchQuery
from gitmem.memory.place import Place
from gitmem.memory.receipts import RECEIPT, THIS_CODE, TOP, Plain, Question, digest_of, make_receipt, plain
from gitmem.memory.session import Progress

Choice = TypeVar("Choice", DatePreference, SearchMode)

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Difference(NamedTuple):
    """A field that is not as recorded; both sides as JSON, empty where there is nothing."""

    field: str
    recorded: str
    found: str


class Verification(NamedTuple):
    """What came of asking again. `digest` is the receipt's, `found` that of the new answer."""

    equal: bool
    query: str
    commit: str
    searched_at: str
    digest: str
    found: str
    differences: tuple[Difference, ...]


def verify_receipt(
    place: Place, data: bytes, source: str, progress: Progress | None
) -> tuple[Verification, tuple[str, ...]]:
    """Asks again what a receipt says was asked, with its time and options, and compares.

    `source` names it in messages; beside the answer come lines for people. Raises `UsageError` for what is
    no whole receipt or of another version of gitmem, and `RevisionError` when its commit is not here.
    """
    recorded = _read(data, source)
    fields = _Fields(recorded, source)
    commit = _commit_here(place, fields)
    options = fields.below("options")
    root = options.text_or_none("root")
    place = place._replace(root=None if root == TOP else root, rooted=root is not None)
    question, prefer = _question(fields, options), options.choice("date_by", DatePreference)
    found, warnings = make_receipt(place, commit, question, prefer, progress)
    differences = tuple(_compare(recorded, {"schema": RECEIPT, **plain(found)}))
    verification = Verification(
        equal=not differences,
        query=question.query.text,
        commit=commit,
        searched_at=question.query.now.isoformat(),
        digest=fields.text("digest"),
        found=found.digest,
        differences=differences,
    )
    return verification, warnings


def _read(data: bytes, source: str) -> dict[str, Plain]:
    """The fields of a receipt that is whole and of this version of gitmem."""
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        raise UsageError(f"{source} is no receipt of gitmem: it is not JSON") from None
    if not isinstance(content, dict) or content.get("schema") != RECEIPT:
        raise UsageError(f"{source} is no receipt of gitmem: its schema is not {RECEIPT}")
    code = content.get("code")
    if code != plain(THIS_CODE) and isinstance(code, dict):
        raise UsageError(
            f"{source} was made by gitmem {code.get('version')} (index layout {code.get('layout')}), and "
            f"only that can verify it; this is gitmem {THIS_CODE.version} (index layout {THIS_CODE.layout})"
        )
    if content.get("digest") != digest_of(content):
        raise UsageError(f"{source} was changed after it was made: its digest does not fit what it says")
    return content


def _commit_here(place: Place, fields: _Fields) -> str:
    commit = fields.text("commit")
    if not _COMMIT.fullmatch(commit):
        raise fields.fault("commit")
    if place.repository is None:
        raise RevisionError(f"{place.top} is in no git repository, so the receipt cannot be verified here")
    try:
        return place.repository.resolve(commit)
    except RevisionError:
        raise RevisionError(f"commit {commit} of {fields.source} is not in this repository") from None


def _question(fields: _Fields, options: _Fields) -> Question:
    query = SearchQuery(
        fields.text("query"),
        fields.moment("searched_at"),
        k=options.number("k"),
        mode=options.choice("mode", SearchMode),
        path=options.text_or_none("path"),
        since=options.day_or_none("since"),
        until=options.day_or_none("until"),
        at=options.text_or_none("at"),
        as_of=options.day_or_none("as_of"),
        history=options.values.get("history") is True,
        provider=options.text_or_none("provider"),
    )
    return Question(query, strict=options.values.get("strict_blame") is True)


class _Fields:
    """The fields of a JSON object, each read as the type it must have; `UsageError` names one that is not."""

    def __init__(self, values: Mapping[str, Plain], source: str) -> None:
        self.values = values
        self.source = source

    def fault(self, name: str) -> UsageError:
        """What to raise for a field that makes no sense."""
        return UsageError(f"{self.source} is no receipt of gitmem: {name} is missing or makes no sense")

    def below(self, name: str) -> _Fields:
        """The object in a field."""
        value = self.values.get(name)
        if not isinstance(value, dict):
            raise self.fault(name)
        return _Fields(value, self.source)

    def text(self, name: str) -> str:
        """A text."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise self.fault(name)
        return value

    def text_or_none(self, name: str) -> str | None:
        """A text, or nothing."""
        return None if self.values.get(name) is None else self.text(name)

    def number(self, name: str) -> int:
        """A whole number."""
        value = self.values.get(name)
        if not isinstance(value, int):
            raise self.fault(name)
        return value

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """One of the values of an enumeration."""
        try:
            return kind(self.text(name))
        except ValueError:
            raise self.fault(name) from None

    def moment(self, name: str) -> Instant:
        """A point in time."""
        try:
            return parse_instant(self.text(name))
        except DateError:
            raise self.fault(name) from None

    def day_or_none(self, name: str) -> date | None:
        """A day, or nothing."""
        text = self.text_or_none(name)
        day = None if text is None else parse_day(text)
        if text is not None and day is None:
            raise self.fault(name)
        return day


def _compare(recorded: Plain, found: Plain) -> Iterator[Difference]:
    """Every field that differs, the digest aside: it differs whenever anything does."""
    sides = dict(_leaves(recorded)), dict(_leaves(found))
    for name in dict.fromkeys((*sides[0], *sides[1])):
        then, now = (side.get(name, "") for side in sides)
        if then != now and name != "digest":
            yield Difference(name, then, now)


def _leaves(value: Plain, name: str = "") -> Iterator[tuple[str, str]]:
    """All values that hold no others, by the way that leads to them, each as JSON."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and value:
        for number, item in enumerate(value):
            yield from _leaves(item, f"{name}[{number}]")
    else:
        yield name, json.dumps(value)
