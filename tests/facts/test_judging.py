"""What must hold of every judgement, on random statements: nothing hidden without a reason, no circles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.config import DatePreference
from gitmem.facts.claim import Statement, Strike
from gitmem.facts.edit import Edit, EditKind
from gitmem.facts.standing import Standing
from gitmem.facts.succession import Verdict, judge
from gitmem.facts.timeline import fact_histories
from gitmem.history.origins import Commit
from gitmem.notes.tags import Provenance
from tests.facts.statements import NOW, ORION, Order, Subjects, claim, commit, said, tag

KNOWN = Subjects("orion")
DAYS = ("2026-01-10", "2026-02-10", "2026-03-10")
VALUES = ("ash", "birch", "cedar")
# A fork of two branches, their merge, and clocks that run as they like.
COMMITS = (
    commit("root", "2026-02-01"),
    commit("left", "2026-03-01"),
    commit("right", "2026-01-01"),
    commit("merge", "2026-02-15"),
    commit("cut", "2026-01-01", boundary=True),
)
ORDER = Order(
    {"left": {"root"}, "right": {"root"}, "merge": {"root", "left", "right"}},
)


@st.composite
def statement(draw: st.DrawFn, number: int) -> Statement:
    """One line, in the subject's note, in another note or in a log, in any state."""
    value = draw(st.sampled_from(VALUES))
    declared = draw(st.booleans())
    day = draw(st.sampled_from(DAYS))
    where = draw(st.sampled_from(("note", "copy", "log", "other")))
    if where in ("note", "copy"):
        line = claim(f"{where}.md:{number}", "lead", value, about=ORION, declared=declared)
        line = line._replace(spot=line.spot._replace(section=draw(st.integers(0, 1))))
    else:
        dated = day if where == "log" else None
        line = claim(
            f"{where}.md:{number}", "lead orion", value, attribute="lead", day=dated, declared=declared
        )
    if draw(st.integers(0, 4)) == 0:
        line = line._replace(strike=Strike(successor=draw(st.sampled_from((None, "elm")))))
    if draw(st.integers(0, 4)) == 0:
        line = line._replace(written=(tag(draw(st.sampled_from(DAYS))), *line.written))
    if draw(st.integers(0, 5)) == 0:
        line = line._replace(supersedes=(("lead", "orion"),))
    if draw(st.integers(0, 5)) == 0:
        line = line._replace(former=draw(st.sampled_from(VALUES)))
    line = line._replace(provenance=draw(st.sampled_from((None, None, *Provenance))))
    line = line._replace(unmerged=draw(st.integers(0, 9)) == 0)
    by: Commit | None = draw(st.sampled_from((*COMMITS, None)))
    return said(line, by)


@st.composite
def statements(draw: st.DrawFn) -> list[Statement]:
    """Some lines that mostly speak of one fact."""
    count = draw(st.integers(1, 9))
    return [draw(statement(number)) for number in range(1, count + 1)]


@st.composite
def edits(draw: st.DrawFn) -> list[Edit]:
    """Replacements of the lead in places that may no longer exist."""
    found = []
    for _ in range(draw(st.integers(0, 3))):
        old, new = draw(st.permutations(VALUES))[:2]
        before = claim("note.md:1", "lead", old, about=ORION)
        after = claim("note.md:1", "lead", new, about=ORION)
        by = draw(st.sampled_from((*COMMITS[:4], None)))
        found.append(Edit(EditKind.REPLACED, by, before, after, retires=True))
    return found


def judged(given_statements: Sequence[Statement], given_edits: Sequence[Edit] = ()) -> Verdict:
    return judge(
        given_statements,
        given_edits,
        order=ORDER,
        subjects=KNOWN,
        now=NOW,
        prefer=DatePreference.AUTHOR,
    )


@settings(deadline=None)
@given(statements(), edits(), st.integers(0, 99))
def test_the_order_of_lines_and_edits_changes_nothing(
    lines: list[Statement], changes: list[Edit], seed: int
) -> None:
    """Two machines must never disagree about what is true."""
    expected = judged(lines, changes)
    shuffled, turned = list(lines), list(changes)
    Random(seed).shuffle(shuffled)
    Random(seed).shuffle(turned)
    assert judged(shuffled, turned) == expected


@settings(deadline=None)
@given(statements(), edits())
def test_nothing_is_hidden_without_a_reason_and_no_strike_is_current(
    lines: list[Statement], changes: list[Edit]
) -> None:
    """A live fact that vanishes without evidence cannot be argued with."""
    for each in judged(lines, changes).judged:
        claimed = each.statement.claim
        if claimed.strike is not None and not claimed.unmerged:
            assert each.standing in (Standing.SUPERSEDED, Standing.RETRACTED)
        if each.standing is not Standing.CURRENT:
            assert each.evidence or each.reason is not None
        if each.standing is Standing.CONTESTED:
            assert each.reason is not None
        if claimed.unmerged:
            assert each.standing is Standing.CONTESTED


@settings(deadline=None)
@given(statements(), edits())
def test_what_superseded_a_line_leads_to_one_that_stands(lines: list[Statement], changes: list[Edit]) -> None:
    """A circle would leave a question without any answer."""
    verdict = judged(lines, changes)
    by_cite = {each.statement.claim.cite: each for each in verdict.judged}
    for each in verdict.judged:
        for cite in (*each.superseded_by, *filter(None, [each.newer_reading])):
            winner = by_cite[cite]
            assert cite != each.statement.claim.cite
            assert not winner.superseded_by
            assert winner.standing in (Standing.CURRENT, Standing.CONTESTED)
            assert winner.statement.claim.norm != each.statement.claim.norm
        for cite in each.supersedes:
            assert each.statement.claim.cite in by_cite[cite].superseded_by


@settings(deadline=None)
@given(statements(), edits())
def test_equal_values_contest_nothing(lines: list[Statement], changes: list[Edit]) -> None:
    """Saying the same thing twice is no contradiction."""
    verdict = judged(lines, changes)
    for conflict in verdict.conflicts:
        assert conflict.first.claim.norm != conflict.second.claim.norm
    alike = [each._replace(claim=each.claim._replace(norm="ash", unmerged=False)) for each in lines]
    assert not judged(alike, changes).conflicts


@settings(deadline=None)
@given(statements())
def test_without_strikes_and_words_some_line_of_each_fact_stands(lines: list[Statement]) -> None:
    """Evidence of time may retire older values, never all of them."""
    plain = [
        each._replace(claim=each.claim._replace(strike=None, supersedes=(), former=None)) for each in lines
    ]
    verdict = judged(plain)
    for fact in verdict.facts:
        standings = {verdict.judged[index].standing for index in fact}
        assert standings & {Standing.CURRENT, Standing.CONTESTED}


@settings(max_examples=50, deadline=None)
@given(statements(), edits(), st.integers(0, 99))
def test_every_value_is_a_step_of_exactly_one_history(
    lines: list[Statement], changes: list[Edit], seed: int
) -> None:
    """A value that no history tells is lost; one told twice has two ends."""
    verdict = judged(lines, changes)
    turned = list(changes)
    Random(seed).shuffle(turned)
    told = [
        fact_histories(
            verdict,
            each,
            order=ORDER,
            subjects=KNOWN,
            now=NOW,
            prefer=DatePreference.AUTHOR,
            starts=lambda edit: None,
        )
        for each in (changes, turned)
    ]
    assert told[0] == told[1]
    values = [{step.value for step in fact.steps} for fact in told[0]]
    assert set().union(*values) >= {each.claim.value for each in lines}
    for fact in told[0]:
        for one, two in combinations([step.cite for step in fact.steps if step.statement], 2):
            assert one != two
