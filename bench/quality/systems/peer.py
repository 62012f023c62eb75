"""plainmem 0.2.0, through its public API, in all its modes.

It gets the same files; times of files are those of the last commits that touched them, as in the work tree
of somebody who writes there, since they are its last source of dates. Its index lies outside the notes.
Its words are taken at their value: SUPERSEDED and EXPIRED are former, `must_reverify` is stale. Its words for
age alone (FRESH, AGING, STALE) excuse nothing, as with gitmem; the mode `bm25` has none. Two values of one
day that its `conflicts` lists as unresolved are contested. `as_of` is given to it. For a revision it gets the
day of the commit as `as_of`, which its documentation calls "the notes as they stood then". An empty answer
(`no_match`) says that there is no record.

`explain` names one fact with its value and former values; what its search finds stands below, so that a
fact it does not know costs nothing. It is asked without looking for changed files at each question
(`refresh=False`), or each would read and write its whole index. In mode `hybrid` its vectors are multiplied
by numpy in place of its loops in Python: the same numbers, sooner.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from plainmem import Memory

from bench.quality.queries import Question
from bench.quality.systems.answer import Answer, Hit, Offer, plain_answer
from bench.quality.systems.reading import NoteLines

Embed = Callable[[list[str]], Any]


class Plainmem:
    """One of its modes; with `explain` the fact that it picks stands first."""

    def __init__(self, mode: str, *, explain: bool = False, embed: Callable[[], Embed] | None = None) -> None:
        self._mode = mode
        self._explain = explain
        self._embed = embed

    def build(self, repository: Path, now: date) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="plainmem-")
        embed = self._embed() if self._embed is not None else None
        self._memory = Memory(repository, self._scratch.name, embed=embed)
        self._memory.index()
        if self._mode == "hybrid":
            _multiply_by_numpy(self._memory.hybrid())
        self._notes = NoteLines(repository)
        self._ends = {chunk.cite: chunk.end_line for chunk in self._memory.engine.chunks}
        self._now = now
        unresolved = [each for each in self._memory.conflicts(refresh=False) if not each["resolved"]]
        self._contested = {
            side["cite"]
            for each in unresolved
            for side in (each["current"], *each["superseded"])
            if side["as_of"] == each["current"]["as_of"]
        }

    def ask(self, question: Question, k: int) -> Answer:
        as_of = self._day(question)
        found = self._memory.search(
            question.text, k, now=self._now, mode=self._mode, refresh=False, as_of=as_of
        )
        hits = [
            self._hit(hit.chunk.path, hit.chunk.start_line, hit.chunk.end_line, self._offer(hit))
            for hit in found.hits
        ]
        if self._explain:
            told = list(self._explained(question.text, as_of))
            places = {(hit.path, hit.first_line) for hit in told}
            hits = told + [hit for hit in hits if (hit.path, hit.first_line) not in places]
        return plain_answer(tuple(hits[:k]))

    def _day(self, question: Question) -> date | None:
        day = question.as_of or question.at
        if day is None:
            return None
        return date.fromisoformat(self._notes.day_of(day) if len(day) == 40 else day)

    def _hit(self, path: str, first: int, last: int, offer: Offer) -> Hit:
        return self._notes.hit(path, first, last, offer)

    def _offer(self, hit: Any) -> Offer:
        if hit.status in ("SUPERSEDED", "EXPIRED"):
            return Offer.FORMER
        if self._mode == "bm25":
            return Offer.UNKNOWN
        if hit.chunk.cite in self._contested:
            return Offer.CONTESTED
        return Offer.STALE if hit.must_reverify else Offer.CURRENT

    def _explained(self, text: str, as_of: date | None) -> Iterator[Hit]:
        answer = self._memory.explain(text, now=self._now, refresh=False, as_of=as_of, mode=self._mode)
        fact = answer["fact"]
        if not fact or not fact["current"]:
            return
        offer = Offer.STALE if fact["freshness"]["must_reverify"] else Offer.CURRENT
        if fact["status"] == "expired":
            offer = Offer.FORMER
        yield self._cited(fact["current"]["cite"], offer if fact["resolved"] else Offer.CONTESTED)
        for each in fact["superseded"]:
            rival = not fact["resolved"] and each["as_of"] == fact["current"]["as_of"]
            yield self._cited(each["cite"], Offer.CONTESTED if rival else Offer.FORMER)

    def _cited(self, cite: str, offer: Offer) -> Hit:
        path, _, line = cite.rpartition(":")
        return self._hit(path, int(line), self._ends[cite], offer)


def _multiply_by_numpy(hybrid: Any) -> None:
    import numpy as np

    vectors = np.asarray(hybrid.vectors, dtype=np.float64)

    def dense(query: str, allowed: set[int] | None) -> list[int]:
        (asked,) = np.asarray(hybrid.embed([query]), dtype=np.float64)
        likeness = vectors @ (asked / (np.linalg.norm(asked) or 1.0))
        order = np.argsort(-likeness, kind="stable")
        return [int(at) for at in order if allowed is None or int(at) in allowed][: hybrid.depth]

    hybrid._dense = dense
