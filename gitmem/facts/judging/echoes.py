"""Where else a value is stated, so that evidence against one place is weighed against all of them.

Wider than kin on purpose: a value is protected by any live line that names the same fact in full.
"""

from __future__ import annotations

import re
from collections import defaultdict

from gitmem.facts.claim import Claim, KeyWords
from gitmem.facts.judging.survey import Survey

_WORD = re.compile(r"[^\W_]+")
_Address = tuple[KeyWords, str, tuple[str, ...], tuple[str, ...]]


class Echoes:
    """The live statements of a survey by what they say, those that no rival can beat among them."""

    def __init__(self, survey: Survey) -> None:
        self._claims = survey.claims
        self._fact_of = survey.fact_of
        self._in_fact: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        self._in_full: defaultdict[_Address, list[int]] = defaultdict(list)
        self._as_written: defaultdict[_Address, list[int]] = defaultdict(list)
        for index, claim in enumerate(survey.claims):
            if survey.live[index]:
                self._in_fact[survey.fact_of[index], claim.norm].append(index)
                self._as_written[_address(claim, claim.key)].append(index)
                for key in _full_keys(claim):
                    self._in_full[_address(claim, key)].append(index)

    def of(self, claim: Claim) -> list[int]:
        """The statements that say what `claim` says, by index; the claim itself too where it is live.

        One of the two names the fact in full: by its note's subject, or because neither has one. What is
        kin to those counts too, as where an alias is written.
        """
        found = set(self._in_full.get(_address(claim, claim.key), ()))
        if claim.about.keys:
            # A bare "Status: done" says nothing about the note of a subject, but in the subject's own log.
            found = {index for index in found if _may_mean(self._claims[index], claim)}
        for key in _full_keys(claim):
            address = _address(claim, key)
            found.update(self._in_full.get(address, ()), self._as_written.get(address, ()))
        for fact in {self._fact_of[index] for index in found}:
            found.update(self._in_fact[fact, claim.norm])
        return sorted(found)


def _may_mean(echo: Claim, claim: Claim) -> bool:
    if echo.about.keys:
        return True
    words = _WORD.findall(echo.entry.series.casefold())
    return any(
        all(any(word.startswith(stem) for word in words) for stem in name) for name in claim.about.keys
    )


def _full_keys(claim: Claim) -> tuple[KeyWords, ...]:
    return claim.keys[1:] if claim.about.keys else claim.keys


def _address(claim: Claim, key: KeyWords) -> _Address:
    return key, claim.norm, claim.spot.narrowing, claim.spot.parents
