"""What notes say themselves of what is over: `supersedes KEY`, `X is no longer Y`, `moved from A to B`.

A line that says so ends only what it names, in its own note, of its own subject, or named in full, and
nothing that is evidently newer than itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitmem.facts.claim import Claim, KeyWords, Shape, SubjectSource
from gitmem.facts.judging.defeat import Defeat, Strength
from gitmem.facts.judging.order import Ordered
from gitmem.facts.judging.survey import Survey
from gitmem.facts.standing import ConflictReason, Evidence, EvidenceKind


def said(survey: Survey) -> Iterator[Defeat]:
    """The statements that another one says are over."""
    speakers = [
        index
        for index, claim in enumerate(survey.claims)
        if (claim.supersedes or claim.former or claim.shape is Shape.ENDS) and survey.live[index]
    ]
    if speakers:
        by_key = _by_keys(survey, speakers)
        for index in speakers:
            for other, mark in _named(survey, index, by_key):
                yield Defeat(other, mark, Strength.SAID, (_said_by(survey, index),), by=index)


def _by_keys(survey: Survey, speakers: Sequence[int]) -> dict[KeyWords, list[int]]:
    """The live statements under each key that a speaker names."""
    found: dict[KeyWords, list[int]] = {
        key: [] for index in speakers for key in _keys_named(survey.claims[index])
    }
    for index, claim in enumerate(survey.claims):
        if survey.live[index] and claim.shape is not Shape.ENDS:
            for key in claim.keys:
                if key in found:
                    found[key].append(index)
    return found


def _keys_named(claim: Claim) -> tuple[KeyWords, ...]:
    return (*claim.supersedes, *claim.keys)


def _named(survey: Survey, index: int, by_key: dict[KeyWords, list[int]]) -> Iterator[tuple[int, int | None]]:
    """The statements that statement `index` says are no longer so, with what came instead."""
    claim = survey.claims[index]
    for key in claim.supersedes:
        for other in by_key[key]:
            if survey.claims[other].norm != claim.norm and _within_reach(claim, survey.claims[other], key):
                yield from _unless_newer(survey, index, other, index)
    if claim.shape is Shape.ENDS:
        gone, instead = claim.norm, None
    elif claim.former and _normal(claim.former) != claim.norm:
        gone, instead = _normal(claim.former), index
    else:
        return
    for key in claim.keys:
        for other in by_key[key]:
            same = other != index and survey.claims[other].norm == gone
            if same and _one_subject(claim, survey.claims[other], key):
                yield from _unless_newer(survey, index, other, instead)


def _normal(former: str) -> str:
    from gitmem.facts.reading.forms import normal_value  # rarely needed; a search would pay for its patterns

    return normal_value(former)


def _within_reach(claim: Claim, other: Claim, key: KeyWords) -> bool:
    """Whether the key that `claim` says it supersedes can mean `other`: in its note, of its subject, or
    named in full."""
    return claim.path == other.path or _one_subject(claim, other, key)


def _one_subject(claim: Claim, other: Claim, key: KeyWords) -> bool:
    """Whether `key`, under which both are found, names the subject of both, under headings that make it
    no other thing."""
    if claim.spot.narrowing != other.spot.narrowing:
        return False
    if set(claim.about.keys) & set(other.about.keys):
        return True
    nobody = claim.about.source is SubjectSource.NONE and other.about.source is SubjectSource.NONE
    if nobody:
        return claim.path == other.path or len(key) > 1
    # One of the two has a subject: the key must name it.
    return any(set(name) < set(key) for name in (*claim.about.keys, *other.about.keys))


def _unless_newer(
    survey: Survey, index: int, other: int, instead: int | None
) -> Iterator[tuple[int, int | None]]:
    """`other` with its successor, unless it is evidently newer than the statement that ends it, or on
    another branch."""
    if other == index or survey.claims[other].allowed:
        return
    at, to = survey.positions[index], survey.positions[other]
    if to.written is None and survey.order.younger(to, at):
        return  # put there by somebody who knew: a later verification of the statement is no news
    found = survey.compare(index, other)
    if isinstance(found, Ordered):
        if found.first_newer:
            yield other, instead
    elif found is not ConflictReason.CONCURRENT:
        yield other, instead


def _said_by(survey: Survey, index: int) -> Evidence:
    at = survey.positions[index]
    day = at.written.day if at.written else (None if at.pending else at.day)
    oid = at.commit.oid if at.commit else None
    return Evidence(EvidenceKind.SAID, oid, day, survey.claims[index].cite)
