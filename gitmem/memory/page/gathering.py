"""Gathers what a page shows from one opened state of the notes; every part is worked out once."""

from __future__ import annotations

from collections import Counter
from datetime import date

from gitmem.memory.conflicts import conflicts_of
from gitmem.memory.due import day_due, find_due
from gitmem.memory.explain import FactState, fact_steps
from gitmem.memory.fact_file import FactFile
from gitmem.memory.page.counting import changes_since, count_authors, count_due, days_ahead
from gitmem.memory.page.freshness import read_freshness
from gitmem.memory.page.values import MOST_ROWS, FactOnPage, PageData, ToCheck
from gitmem.memory.shown import Ground, answered, fact_subject
from gitmem.memory.stale import show_due

SINCE_DAYS = 90
"""How many days back changes are told where no day was asked for."""

MOST_LOOKED_UP = 100
"""Edits up to which history is asked when each former value began that no other edit tells of: one takes
some 50 ms in a large history. Beyond that the page says only when such a value ended, as `explain` tells
the rest of one fact."""


def gather_page(ground: Ground, since: date | None = None) -> PageData:
    """The state of the notes of `ground`, with what changed since a day."""
    today = ground.now.utc_day
    since = since or date.fromordinal(max(today.toordinal() - SINCE_DAYS, 1))
    known = ground.facts()
    dossier = known.everything()
    file = FactFile(ground, known, dossier, complete=len(dossier.edits) <= MOST_LOOKED_UP)
    facts = _facts(file)
    return PageData(
        title=ground.session.place.top.name,
        answer=answered(ground),
        since=since,
        facts=facts,
        states=Counter(fact.state for fact in facts),
        conflicts=conflicts_of(ground, file.verdict.conflicts),
        freshness=read_freshness(ground),
        to_check=_to_check(file),
        changes=changes_since(facts, since),
        authors=count_authors(facts),
    )


def _to_check(file: FactFile) -> ToCheck:
    """What is due in the weeks shown, by the day on which it is."""
    ground = file.ground
    today = ground.now.utc_day
    found = find_due(ground, within=days_ahead(today), file=file)
    due = [(day_due(each.reasons), each) for each in found]
    due.sort(key=lambda one: (one[0] or date.min, one[1].chunk.path, one[1].chunk.row.line))
    overdue, weeks = count_due([day for day, _ in due], today)
    shown = show_due(ground, [each for _, each in due[:MOST_ROWS]], file)
    return ToCheck(overdue, weeks, len(due), tuple(shown))


def _facts(file: FactFile) -> tuple[FactOnPage, ...]:
    """All facts, those that need a decision first, then those with a history, then by name."""
    found: list[FactOnPage] = []
    for history in file.all():
        state, reason, steps = fact_steps(history, file)
        found.append(FactOnPage(fact_subject(history), history.label, state, reason, steps))
    return tuple(sorted(found, key=_importance))


_STATES = (FactState.CONTESTED, FactState.CURRENT, FactState.PLANNED, FactState.ENDED, FactState.REMOVED)


def _importance(fact: FactOnPage) -> tuple[bool, bool, int, int, str, str, str]:
    newest = max((step.from_.toordinal() for step in fact.steps if step.from_ is not None), default=0)
    contested = fact.state is FactState.CONTESTED
    single, state = len(fact.steps) == 1, _STATES.index(fact.state)
    return not contested, single, state, -newest, fact.subject, fact.label, fact.steps[0].cite
