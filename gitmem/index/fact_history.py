"""What history knows of the facts that were asked about: values that were replaced, struck or removed.

A removed fact is told even where its words live on in other lines. Other former values are told when they
were asked for, and with a day only those that held on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.clock import Instant
from gitmem.config import DatePreference
from gitmem.facts.claim import Claim, KeyWords
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.editing.settled import keeps_value
from gitmem.facts.judging.order import commit_day
from gitmem.facts.judging.validity import written_start
from gitmem.facts.standing import Judged
from gitmem.history.origins import Commit
from gitmem.index.claim_rows import named_keys
from gitmem.index.snapshot_facts import Dossier, SnapshotFacts

MOST_TOLD = 5
"""Removed facts that are told unasked, the newest first."""

MOST_FORMER = 20
"""Former values that are told when they were asked for."""

_MOST_KEYS = 40

_OF_NOW = frozenset(("present", "current", "now", "today", "moment"))
"""Words of a key, as they are compared, that do not say which fact it is."""

_STILL_THERE = (EditKind.STRUCK, EditKind.EDITED)

FirstSaid = Callable[[Edit], Commit | None]
"""The commit that first said the old value of an edit; None when that is not known."""


class FormerFact(NamedTuple):
    """A value that was true once. `since` and `until` are the days from and to which it held, if known."""

    edit: Edit
    since: date | None
    until: date | None


class HistoryQuestion(NamedTuple):
    """What is asked of former values: the terms of the query, whether all are wanted, and the time."""

    terms: frozenset[str]
    now: Instant
    prefer: DatePreference
    everything: bool = False
    as_of: date | None = None


def former_facts(
    facts: SnapshotFacts, question: HistoryQuestion, shown: Sequence[Judged], first_said: FirstSaid
) -> list[FormerFact]:
    """The former values to be told beside an answer that shows the facts `shown`; the newest first."""
    keys = topic_keys(facts, question.terms)
    wide = question.everything or question.as_of is not None
    claims = [each.statement.claim for each in shown if _is_about(question, each.statement.claim)]
    if question.as_of is not None:
        keys = keys or _nearest_keys(facts, question.terms)
        claims = _closest(claims, keys, question.terms)
    dossier = facts.related(keys, bounded=True) if facts.edited(keys) else Dossier()
    wanted = {*keys}
    if wide:
        wanted.update(key for claim in claims for key in named_keys(claim))
        around = facts.around(claims)
        dossier = Dossier(dossier.statements + around.statements, dossier.edits + around.edits)
    return list(_chosen(dossier, wanted, question, first_said))


def _is_about(question: HistoryQuestion, claim: Claim) -> bool:
    """Whether a question shares a word with the key of a claim or with the name of its subject."""
    return any(not question.terms.isdisjoint(key) for key in claim.keys)


def _closest(claims: Sequence[Claim], keys: Sequence[KeyWords], terms: frozenset[str]) -> list[Claim]:
    """Those of some claims that share most words with a question; none that share fewer than `keys` do.

    What else was true of the same subject, or of another with the same key, is another fact.
    """
    shared = [max(len(terms.intersection(key)) for key in claim.keys) for claim in claims]
    most = max((*shared, *(len(terms.intersection(key)) for key in keys)), default=0)
    return [claim for claim, share in zip(claims, shared, strict=True) if share == most]


def _speaks_of(claim: Claim, terms: frozenset[str]) -> bool:
    """Whether a fact may be the one that was asked for: the question names its subject as a whole, or no
    subject at all."""
    named = [key for key in claim.about.keys if not terms.isdisjoint(key)]
    rest = max(len(terms.intersection(key)) for key in claim.keys)
    return any(terms.issuperset(key) for key in named) or (not named and 2 * rest > len(terms))


def _nearest_keys(facts: SnapshotFacts, terms: frozenset[str]) -> list[KeyWords]:
    """The keys that share most words with a question, for what was true of a subject on a day."""
    keys = facts.sharing(terms)[:_MOST_KEYS]
    most = len(terms.intersection(keys[0])) if keys else 0
    return [key for key in keys if len(terms.intersection(key)) == most]


def topic_keys(facts: SnapshotFacts, terms: frozenset[str]) -> list[KeyWords]:
    """The keys that a question names: those of most words, if these are at least half of the question.

    A key may say besides that it speaks of the present (`Owner at present`).
    """
    whole = tuple(sorted(terms))  # of a key with the name of its subject, which no line may say together
    if facts.edited((whole,)):
        return [whole]
    keys = facts.with_words(terms | _OF_NOW) if terms else []
    shared = {key: len(terms.intersection(key)) for key in keys}
    most = max(shared.values(), default=0)
    if not most or 2 * most < len(terms):
        return []
    return [key for key, share in shared.items() if share == most][:_MOST_KEYS]


def _chosen(
    dossier: Dossier, wanted: set[KeyWords], question: HistoryQuestion, first_said: FirstSaid
) -> Iterable[FormerFact]:
    wide = question.everything or question.as_of is not None
    live = {place for each in dossier.statements if each.claim.strike is None for place in _facts(each.claim)}
    said = {(place, each.claim.norm) for each in dossier.statements for place in _facts(each.claim)}
    struck = {_as_written(each.claim) for each in dossier.statements if each.claim.strike is not None}
    told: set[tuple[KeyWords, str, date | None]] = set()
    for edit in _newest_first(dossier.edits):
        old = edit.old
        if wanted.isdisjoint(old.keys) or (edit.kind is not EditKind.STRUCK and keeps_value(edit)):
            continue
        if edit.kind is EditKind.REMOVED and any((place, old.norm) in said for place in _facts(old)):
            continue  # it stands somewhere else now
        if not wide and (edit.kind in _STILL_THERE or not live.isdisjoint(_facts(old))):
            continue
        listed = question.everything and question.as_of is None
        if not listed and not _speaks_of(old, question.terms):
            continue  # it was true of something else
        if question.as_of is not None and _still_told(edit, struck):
            continue
        former = _dated(edit, question, first_said)
        mark = (named_keys(old)[0], old.norm, former.until)
        if mark in told or (question.as_of is not None and not _held(former, question.as_of)):
            continue
        told.add(mark)
        yield former
        if len(told) == (MOST_FORMER if wide else MOST_TOLD):
            return


def _still_told(edit: Edit, struck: set[tuple[str, str, str]]) -> bool:
    """Whether a struck line that still stands tells a former value itself."""
    return edit.kind is EditKind.STRUCK and edit.new is not None and _as_written(edit.new) in struck


def _as_written(claim: Claim) -> tuple[str, str, str]:
    return claim.path, claim.literal, claim.norm


def _facts(claim: Claim) -> set[KeyWords]:
    """Which facts a claim may be a value of."""
    return set(named_keys(claim))


def _newest_first(edits: Iterable[Edit]) -> list[Edit]:
    distinct = {id(edit): edit for edit in edits}.values()
    return sorted(distinct, key=_recency, reverse=True)


def _recency(edit: Edit) -> tuple[int, int, int, str, int]:
    """Newest last; what is not committed comes after every commit."""
    commit = edit.commit
    if commit is None:
        return 1, 0, 0, edit.old.path, -edit.old.line
    return 0, commit.committed.seconds, commit.authored.seconds, edit.old.path, -edit.old.line


def _dated(edit: Edit, question: HistoryQuestion, first_said: FirstSaid) -> FormerFact:
    since = written_start(edit.old)
    if since is None:
        commit = edit.said or first_said(edit)
        known = commit is not None and not commit.boundary
        since = commit_day(commit, question.now, question.prefer) if commit is not None and known else None
    until = edit.new.strike.day if edit.new is not None and edit.new.strike is not None else None
    if until is None and edit.commit is not None:
        until = commit_day(edit.commit, question.now, question.prefer)
    return FormerFact(edit, since, until)


def _held(former: FormerFact, day: date) -> bool:
    """Whether a value held on a day; it ends on the day another one begins."""
    begun = former.since is None or former.since <= day
    return begun and (former.until is None or day < former.until)
