"""Lessons for people: what each weighs, from how many days, whether it passes, and its signals below it."""

from __future__ import annotations

from gitmem.memory.lessons import LessonShown, LessonsResponse, SignalShown
from gitmem.reports.fact_words import searched_words
from gitmem.reports.layout import Paint, Style, plural, wrap
from gitmem.reports.policy_words import weight_words
from gitmem.reports.safe import clean_line, clean_path
from gitmem.reports.wording import short_id

SHOWN_SIGNALS = 10
"""Signals of a lesson that are shown unless everything is asked for."""

_INDENT = "  "


def lessons_text(response: LessonsResponse, style: Style) -> str:
    """All lessons, and what the gate asks for."""
    foot = "\n".join(wrap(searched_words(response.answer), style.width))
    if not response.lessons:
        return "\n".join(["no inferred lessons", foot])
    passing = sum(each.passes for each in response.lessons)
    needs = f"{weight_words(response.needed_weight)} from {plural(response.needed_sessions, 'day')}"
    verb = "passes" if passing == 1 else "pass"
    head = f"{plural(len(response.lessons), 'lesson')}, {passing} {verb} (weight {needs} is needed)"
    return "\n\n".join(
        ["\n".join(wrap(head, style.width)), *(_lesson(e, style) for e in response.lessons), foot]
    )


def _lesson(lesson: LessonShown, style: Style) -> str:
    lines = [
        _INDENT + style.paint(line, Paint.STRONG if lesson.passes else Paint.PLAIN)
        for line in wrap(clean_line(lesson.text), None if style.width is None else style.width - len(_INDENT))
    ]
    lines += wrap(f"{clean_path(lesson.path)}:{lesson.line}   {_standing(lesson)}", style.width, _INDENT * 2)
    shown = lesson.signals if style.verbose else lesson.signals[:SHOWN_SIGNALS]
    for signal in shown:
        lines += wrap(_signal(signal), style.width, _INDENT * 3)
    if len(shown) < len(lesson.signals):
        lines.append(f"{_INDENT * 3}… and {len(lesson.signals) - len(shown)} more (git mem -v lessons)")
    return "\n".join(lines)


def _standing(lesson: LessonShown) -> str:
    parts = [
        "passes" if lesson.passes else "does not pass",
        f"weight {weight_words(lesson.weight)} from {plural(lesson.sessions, 'day')}",
    ]
    if lesson.corrected:
        parts.append("corrected by the operator")
    if lesson.struck:
        parts.append("struck")
    if lesson.as_rule and not lesson.passes and not lesson.struck:
        parts.append("written as a rule all the same")
    if lesson.as_order:
        parts.append("phrased as an order")
    return " · ".join(parts)


def _signal(signal: SignalShown) -> str:
    day = signal.day.isoformat() if signal.day is not None else "no date"
    commit = short_id(signal.origin.commit) if signal.origin.commit else "not committed"
    weight = f"counts {weight_words(signal.weight)}" if signal.weight else "does not count"
    place = f"{clean_path(signal.path)}:{signal.line}"
    return f"{day} · {weight} · {commit} · {place}   {clean_line(signal.text)}"
