"""The facts of a page as compact JSON for its script: strings once, facts as short arrays.

Facts come in the order of importance and fill a page up to `MOST_BYTES`; how many are left out is told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from gitmem.index.response import OriginShown
from gitmem.memory.explain import FactState, StepRole, StepShown
from gitmem.memory.page.values import FactOnPage
from gitmem.reports.fact_words import conflict_words, evidence_words
from gitmem.reports.page.texts import commit_words, held_from_to, page_cite, page_text

MOST_BYTES = 2_500_000
"""What the facts of a page may weigh; the rest of it takes less than half a megabyte."""

STATES = tuple(FactState)
ROLES = tuple(StepRole)
_ENCODE = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
_ESCAPES = [(sign, f"\\u{ord(sign):04x}") for sign in "<>&"]  # the encoder escapes all but ASCII itself


class Packed(NamedTuple):
    """The JSON, safe inside a script element, and how many facts it holds."""

    json: str
    facts: int


class _Texts:
    """A table in which each text stands once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.weight = 0
        self._numbers: dict[str, int] = {}
        self._commits: dict[OriginShown, int] = {}

    def commit(self, origin: OriginShown) -> int:
        """The number of the words for a commit."""
        if origin not in self._commits:
            self._commits[origin] = self.number(commit_words(origin))
        return self._commits[origin]

    def number(self, text: str) -> int:
        """The number of a text in the table."""
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
            self.weight += len(script_json(text)) + 1
        return self._numbers[text]


def pack_facts(facts: Sequence[FactOnPage], most: int = MOST_BYTES) -> Packed:
    """As many facts as fit."""
    texts, rows, weight = _Texts(), list[str](), 0
    for fact in facts:
        row = script_json(_row(fact, texts))
        weight += len(row) + 1
        if weight + texts.weight > most:
            break
        rows.append(row)
    table = script_json(texts.texts)
    return Packed(f'{{"texts":{table},"facts":[{",".join(rows)}]}}', len(rows))


def script_json(value: object) -> str:
    """JSON that ends no script element and opens no comment in one."""
    text = _ENCODE(value)
    for sign, escape in _ESCAPES:
        text = text.replace(sign, escape)
    return text


def _row(fact: FactOnPage, texts: _Texts) -> list[Any]:
    reason = "" if fact.reason is None else conflict_words(fact.reason)
    return [
        texts.number(page_text(fact.subject, 200)),
        page_text(fact.label, 200),
        STATES.index(fact.state),
        texts.number(reason),
        [_step(step, texts) for step in fact.steps],
    ]


def _step(step: StepShown, texts: _Texts) -> list[Any]:
    cite, _, line = page_cite(step.cite).rpartition(":")
    row: list[Any] = [
        ROLES.index(step.role),
        page_text(step.value),
        texts.number(cite),
        int(line) if line.isascii() and line.isdigit() else line,
        texts.number(held_from_to(step)),
        texts.commit(step.origin),
    ]
    how = _how(step)
    if how or step.ended_by.commit is not None:
        row += [texts.number(how), texts.commit(step.ended_by)]
    return row


def _how(step: StepShown) -> str:
    """What kind of evidence there is for a step, and whatever else has to be known of it."""
    words = [page_text(evidence_words(each)) for each in step.evidence]
    if step.edited:
        words.append("only put in other words, as far as can be told")
    if step.closed:
        words.append("done")
    if step.provenance is not None:
        words.append(f"marked {step.provenance.value}")
    if step.same_as:
        words.append("also at " + ", ".join(page_cite(cite) for cite in step.same_as[:3]))
    return "; ".join(words)
