"""One fact for people: what holds now, what held before, the evidence under it, and how far to trust it."""

from __future__ import annotations

from gitmem.memory.explain import ExplainResponse, FactNamed, FactShown, FactState, StepRole, StepShown
from gitmem.reports.fact_words import (
    conflict_words,
    evidence_words,
    fact_name,
    has_drafts,
    held_words,
    name_lines,
    person_words,
    searched_words,
    short_place,
    value_words,
    volatile_words,
)
from gitmem.reports.layout import Paint, Style, cells, column_widths, pad, plural, wrap
from gitmem.reports.safe import clean_line
from gitmem.reports.wording import age_words, short_id, source_words

SHOWN_OTHERS = 5
"""Facts that match as well and are shown unless everything is asked for."""

_FROM_GIT = ("git", "moved")
_NOT_NOW = (StepRole.BEFORE, StepRole.PLANNED)
_INDENT = "  "
_LIMITS = (12, 30, 44, 24)
_ROLES = {
    StepRole.NOW: "now",
    StepRole.CONTESTED: "either",
    StepRole.PLANNED: "planned",
    StepRole.BEFORE: "before",
}
_PAINTS = {StepRole.CONTESTED: Paint.ALARM, StepRole.BEFORE: Paint.DIM}
_GONE = {
    FactState.ENDED: "nothing holds now: the last value ended and none took its place",
    FactState.REMOVED: "no longer in the notes; history has it",
    FactState.PLANNED: "nothing holds yet",
}


def explain_text(response: ExplainResponse, style: Style) -> str:
    """The whole answer, or what was searched and where else to look."""
    footer = wrap(searched_words(response.answer), style.width)
    if response.fact is None:
        lines = [f"no fact is recorded under: {clean_line(response.question)}"]
        lines += wrap(_elsewhere(response.question), style.width)
        return "\n".join([*lines, *footer])
    lines = []
    if response.unmatched:
        words = ", ".join(clean_line(word) for word in response.unmatched)
        lines += [*wrap(f"no fact names {words} as well; the nearest is", style.width), ""]
    lines += _fact(response.fact, response, style)
    if response.others:
        lines += ["", *_others(response.others, style)]
    return "\n".join([*lines, "", *(style.paint(line, Paint.DIM) for line in footer)])


def _elsewhere(question: str) -> str:
    return (
        "facts are lines such as 'Budget: $40'; other text may hold it: "
        f"git mem search {clean_line(question)}"
    )


def _fact(fact: FactShown, response: ExplainResponse, style: Style) -> list[str]:
    rows = [_columns(step, response, style) for step in fact.steps]
    if len([step for step in fact.steps if step.role is StepRole.CONTESTED]) > 1:
        rows = [_or(row, fact.steps[:number]) for number, row in enumerate(rows)]
    widths = column_widths(rows, _LIMITS)
    lines = name_lines(fact.subject, fact.label, style)
    for step, row in zip(fact.steps, rows, strict=True):
        lines += _step(step, row, widths, style, drafts=has_drafts(response.answer))
    for remark in _remarks(fact, response):
        lines += wrap(remark, style.width, _INDENT)
    return lines


def _or(row: tuple[str, str, str, str], above: tuple[StepShown, ...]) -> tuple[str, str, str, str]:
    role, *rest = row
    again = role == _ROLES[StepRole.CONTESTED] and any(step.role is StepRole.CONTESTED for step in above)
    return ("or" if again else role, rest[0], rest[1], rest[2])


def _columns(step: StepShown, response: ExplainResponse, style: Style) -> tuple[str, str, str, str]:
    role = _ROLES[step.role]
    if response.as_of is not None:
        role = {StepRole.NOW: response.as_of.isoformat(), StepRole.PLANNED: "later"}.get(step.role, role)
    return (
        role,
        value_words(step.value, style),
        short_place(step.cite),
        held_words(step.from_, step.to, step.origin, step.ended_by, over=step.role in _NOT_NOW),
    )


def _step(
    step: StepShown, row: tuple[str, str, str, str], widths: list[int], style: Style, *, drafts: bool
) -> list[str]:
    role, value, cite, span = row
    left = [
        pad(role, widths[0]),
        style.paint(pad(value, widths[1]), _PAINTS.get(step.role, Paint.PLAIN)),
        style.paint(pad(cite, widths[2]), Paint.STRONG),
        pad(span, widths[3]),
    ]
    why = _why(step, drafts=drafts)
    line = _INDENT + "   ".join(left).rstrip()
    if style.width is None or style.cells(line) + cells(why) + 3 <= style.width:
        return [f"{_INDENT}{'   '.join(left)}   {why}".rstrip() if why else line]
    indent = _INDENT + " " * (widths[0] + 3)
    if style.cells(line) <= style.width:
        return [line, *wrap(why, style.width, indent)]
    short = f"{_INDENT}{'   '.join(left[:3])}".rstrip()
    rest = " · ".join(part for part in (span, why) if part)
    if style.cells(short) > style.width:
        short = f"{_INDENT}{'   '.join(left[:2])}".rstrip()
        return [short, indent + style.paint(cite, Paint.STRONG), *wrap(rest, style.width, indent)]
    return [short, *wrap(rest, style.width, indent)]


def _why(step: StepShown, *, drafts: bool) -> str:
    """Who said it where it still holds, else what ended it."""
    parts: list[str] = []
    if step.closed:
        parts.append("done")
    if step.role is StepRole.BEFORE:
        parts += _ending(step, drafts=drafts)
    else:
        parts.append(person_words(step.origin, drafts=drafts))
    if step.provenance is not None:
        parts.append(step.provenance.value)
    if step.same_as:
        parts.append("also " + ", ".join(short_place(cite) for cite in step.same_as))
    return " · ".join(filter(None, parts))


def _ending(step: StepShown, *, drafts: bool) -> list[str]:
    """What ended a value, and who made that commit and why."""
    found = [evidence_words(each, drafts=drafts) for each in step.evidence]
    commit = step.ended_by.commit
    if commit is None:
        return list(dict.fromkeys(found))
    if step.edited:
        found = [f"edited in place by {short_id(commit)}"]
    found = [words for words in found if short_id(commit) in words] or [*found, short_id(commit)]
    person = clean_line(step.ended_by.author or "")
    said = f'{person} "{clean_line(step.ended_by.summary)}"' if step.ended_by.summary else person
    return [f"{', '.join(dict.fromkeys(found))}, {said}" if said else ", ".join(found)]


def _remarks(fact: FactShown, response: ExplainResponse) -> list[str]:
    if fact.state in _GONE:
        return [_GONE[fact.state]]
    if fact.status is None:
        return []
    if fact.reason is not None:
        words = f"{fact.status.value}: {conflict_words(fact.reason)}"
    else:
        words = ", ".join(part for part in (fact.status.value, age_words(fact.age_days)) if part)
        if fact.as_of is not None and fact.date_source is not None and fact.date_source not in _FROM_GIT:
            words += f" by {source_words(fact.date_source)}"
    if fact.must_reverify and response.as_of is None and fact.volatility is not None:
        words += f" · {volatile_words(fact.volatility)}, so check before stating it as current"
    return [words]


def _others(others: tuple[FactNamed, ...], style: Style) -> list[str]:
    shown = others if style.verbose else others[:SHOWN_OTHERS]
    lines = [f"{plural(len(others), 'other fact')} match as well:" if len(others) > 1 else "matches as well:"]
    for each in shown:
        words = f"{fact_name(each.subject, each.label)}: {value_words(each.value, style)}"
        lines += wrap(f"{words}   {short_place(each.cite)}", style.width, _INDENT)
    if len(shown) < len(others):
        lines.append(f"{_INDENT}… and {len(others) - len(shown)} more (git mem -v shows all)")
    return lines
