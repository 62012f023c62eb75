"""Answers as Markdown, for the summary of a CI job or a comment.

Whatever comes from a note, a path, an author or a message stands in a code span, outside of tables. There it
can be no markup, HTML, link, mention, table cell or formula, in any dialect; nothing else would be as sure.
What is not in a code span is our own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from gitmem.checks.finding import Rule, Severity
from gitmem.memory.conflicts import ConflictShown, ConflictsResponse, ResolvedShown
from gitmem.memory.shown import Answered, StatementShown
from gitmem.memory.stale import StaleItem, StaleResponse
from gitmem.reports.diagnostic import Diagnostic
from gitmem.reports.fact_words import conflict_words, fact_name, has_drafts, person_words, short_place
from gitmem.reports.finding_words import first_line, rule_help, rule_name
from gitmem.reports.layout import plural
from gitmem.reports.safe import bare_path, clean_line
from gitmem.reports.text_stale import stale_age, stale_groups, stale_why
from gitmem.reports.wording import reason_words, short_id

MOST = 100
"""Entries of one list; a summary is cut off where it grows too long, and nobody reads on anyway."""

_MOST_SIGNS = 500
_TICKS = re.compile("`+")
_SIGNS = re.compile(r"[\\`*_{}\[\]<>()#+!|~&$@:.-]")
_SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.ADVICE)


def code(text: str) -> str:
    """`text` as a code span on one line; what is empty shows as an empty quotation."""
    shown = clean_line(text)
    if len(shown) > _MOST_SIGNS:
        shown = shown[: _MOST_SIGNS - 1] + "…"
    if not shown.strip():
        shown = '""'
    ticks = "`" * (1 + max(map(len, _TICKS.findall(shown)), default=0))
    # One space is taken off each end of a span that has one at both; a tick at an end would join the fence.
    pad = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def plain(text: str) -> str:
    """Our own words, in which no sign is to be markup."""
    return _SIGNS.sub(lambda sign: f"\\{sign[0]}" if sign[0] not in ":.-" else sign[0], text)


def findings_markdown(diagnostics: Sequence[Diagnostic], heading: str, answer: Answered) -> str:
    """Findings by severity and rule, each with its place, and how each rule is answered."""
    blocks = [f"## {heading}", _count_line(diagnostics)]
    blocks += list(findings_sections(diagnostics, "###"))
    blocks.append(searched_markdown(answer))
    return "\n\n".join(blocks)


def findings_sections(diagnostics: Sequence[Diagnostic], level: str) -> Iterator[str]:
    """One section for each severity and rule: a heading, the findings, and what to do."""
    for severity in _SEVERITIES:
        for rule in Rule:
            found = [each for each in diagnostics if (each.severity, each.rule) == (severity, rule)]
            if found:
                yield f"{level} {rule.value} {plain(rule_name(rule))}, {severity.value}: {len(found):,}"
                yield "\n".join(_listed(found))
                yield plain(rule_help(rule))


def _count_line(diagnostics: Sequence[Diagnostic]) -> str:
    counts = [(sum(each.severity is severity for each in diagnostics), severity) for severity in _SEVERITIES]
    said = [_counted(count, severity) for count, severity in counts if count]
    return ", ".join(said) if said else "Nothing found."


def _counted(count: int, severity: Severity) -> str:
    return f"{count:,} advice" if severity is Severity.ADVICE else plural(count, severity.value)


def _listed(found: Sequence[Diagnostic]) -> Iterator[str]:
    for each in found[:MOST]:
        place = f"{code(_cite(each))} " if each.path is not None else ""
        yield f"- {place}{code(each.message)}"
        yield from (
            f"  - {code(f'{bare_path(other.path)}:{other.line}')} {code(other.message)}"
            for other in each.related
        )
    yield from more_line(len(found))


def more_line(count: int) -> Iterator[str]:
    """A last entry on what a list leaves out."""
    if count > MOST:
        yield f"- and {count - MOST:,} more"


def _cite(diagnostic: Diagnostic) -> str:
    line = "" if diagnostic.line is None else f":{diagnostic.line}"
    return f"{bare_path(diagnostic.path or '')}{line}"


def conflicts_markdown(response: ConflictsResponse) -> str:
    """All contradictions with their sides, the reasons and the ways out."""
    blocks = ["## Contradictions", *conflict_blocks(response.conflicts, response.answer, "###")]
    if response.resolved:
        blocks.append(f"### {plural(len(response.resolved), 'older value')} that evidence orders")
        blocks.append("\n".join(map(_resolved, response.resolved)))
    return "\n\n".join([*blocks, searched_markdown(response.answer)])


def conflict_blocks(conflicts: Sequence[ConflictShown], answer: Answered, level: str) -> Iterator[str]:
    """One block for each contradiction, then what to do about them."""
    if not conflicts:
        yield "No contradiction found."
        return
    drafts = has_drafts(answer)
    for each in conflicts[:MOST]:
        why = [plain(conflict_words(reason)) for reason in each.reasons]
        sides = [_side(side, drafts) for side in each.sides]
        yield f"{level} {code(fact_name(each.subject, each.label))}"
        yield "\n".join([*sides, "", *why])
    if len(conflicts) > MOST:
        yield "\n".join(more_line(len(conflicts)))
    yield plain(rule_help(Rule.CONFLICT))


def _side(side: StatementShown, drafts: bool) -> str:
    person = person_words(side.origin, drafts=drafts)
    parts = [code(side.value), code(f"{bare_path(side.path)}:{side.line}")]
    parts += [side.as_of.isoformat()] if side.as_of else []
    return f"- {' · '.join([*parts, *([code(person)] if person else [])])}"


def _resolved(each: ResolvedShown) -> str:
    name, older, newer = fact_name(each.subject, each.label), each.older.cite, each.newer_cite
    places = f"at {code(short_place(older))}; newer at {code(short_place(newer))}"
    return f"- {code(name)} {code(each.older.value)} {places}"


def stale_markdown(response: StaleResponse) -> str:
    """What to check again by note and author, the oldest first, and what to do."""
    today = response.answer.searched_at.utc_day
    blocks = ["## To check again", *stale_blocks(response.items, today, "###")]
    return "\n\n".join([*blocks, searched_markdown(response.answer)])


def stale_blocks(items: Sequence[StaleItem], today: date, level: str) -> Iterator[str]:
    """A task list for each note and author, then how an entry is answered."""
    if not items:
        yield "Nothing to check again."
        return
    yield f"{plural(len(items), 'entry')} to check again, the oldest first."
    for (path, author), found in stale_groups(items[:MOST]).items():
        yield f"{level} {' · '.join(code(part) for part in (bare_path(path), author) if part)}"
        yield "\n".join(_task(item, today) for item in found)
    if len(items) > MOST:
        yield "\n".join(more_line(len(items)))
    yield (
        f"Still true? Add `[verified: {today.isoformat()}]` to the line. "
        "Changed? Strike it and write the new value beside it."
    )


def _task(item: StaleItem, today: date) -> str:
    why = "; ".join(stale_why(reason, item.cite, today) for reason in item.reasons)
    told = ", ".join(part for part in (stale_age(item), why) if part)
    return f"- [ ] {code(f'{bare_path(item.path)}:{item.line}')} {code(first_line(item.text))} {code(told)}"


def counts_table(rows: Iterable[tuple[str, int]]) -> str:
    """A table of our own words and numbers."""
    lines = ["| what | count |", "|---|---:|"]
    return "\n".join([*lines, *(f"| {plain(what)} | {count:,} |" for what, count in rows)])


def searched_markdown(answer: Answered) -> str:
    """Where an answer comes from, and what is missing there."""
    parts = [plural(answer.files_indexed, "note")]
    if answer.path is not None:
        parts.append(f"of them those matching {code(answer.path)}")
    if answer.head is not None:
        parts.append(f"commit {code(short_id(answer.head))}")
    if has_drafts(answer):
        parts.append("with changes that are not committed")
    if answer.incomplete:
        missing = ", ".join(map(reason_words, answer.incomplete))
        parts.append(f"**incomplete**: {plain(missing)}")
    return f"Looked at {', '.join(parts)}."
