"""Annotated places for people: each place with its date and standing, and the text that stands there."""

from __future__ import annotations

from collections import Counter

from gitmem.config import DatePreference
from gitmem.index.response import SearchResult
from gitmem.memory.annotate import AnnotateResponse, PlaceShown, Unknown
from gitmem.reports.fact_words import searched_words
from gitmem.reports.layout import Paint, Style, column_widths, plural
from gitmem.reports.safe import clean_path
from gitmem.reports.text_search import LIMITS, columns, result_lines

_UNKNOWN = {
    Unknown.NO_NOTE: "no note is called that",
    Unknown.UNREADABLE: "the note cannot be read",
    Unknown.NOTHING_THERE: "the note ends before that",
}


def annotate_text(response: AnnotateResponse, prefer: DatePreference, style: Style) -> str:
    """All places in their order, then what was read."""
    rows = {id(each): columns(each, style) for place in response.places for each in place.results}
    widths = column_widths(list(rows.values()), LIMITS)
    blocks: list[str] = []
    for place in response.places:
        lines = _head(place, style)
        for result in place.results if _in_full(place, style) else ():
            lines += result_lines(result, rows[id(result)], widths, prefer, style)
        blocks.append("\n".join(lines))
    return "\n\n".join([*blocks, style.paint(searched_words(response.answer), Paint.DIM)])


def unknown_words(place: PlaceShown) -> str:
    """Why nothing is known of a place."""
    assert place.unknown is not None
    return f"{clean_path(place.place or '')}: {_UNKNOWN[place.unknown]}"


def ambiguous_words(place: str) -> str:
    """How a place was read that means two notes."""
    return (
        f"{clean_path(place)} is read from the top; write ./{clean_path(place)} for the one below this folder"
    )


def _in_full(place: PlaceShown, style: Style) -> bool:
    return place.line is not None or style.verbose


def _head(place: PlaceShown, style: Style) -> list[str]:
    """What stands above the pieces of a place: nothing where the only one says it all."""
    if place.unknown is not None:
        return [unknown_words(place)]
    if place.place is None:
        return [style.paint("not among the places, but holds now:", Paint.DIM)]
    if place.line is None:
        name = style.paint(clean_path(place.place), Paint.STRONG)
        return [f"{name}   {_summary(place.results)}"]
    [first, *more] = place.results
    if more or f"{place.path}:{place.line}" != first.cite:
        return [style.paint(clean_path(place.place), Paint.STRONG)]
    return []


def _summary(results: tuple[SearchResult, ...]) -> str:
    """A whole note in one line: its pieces by standing, and the span of their dates."""
    if not results:
        return "nothing stands in it"
    counts = Counter(each.status.value for each in results)
    standing = ", ".join(f"{number} {status}" for status, number in counts.most_common())
    days = sorted(each.as_of.isoformat() for each in results if each.as_of is not None)
    span = "" if not days else f", {days[0]}" if days[0] == days[-1] else f", {days[0]} to {days[-1]}"
    return f"{plural(len(results), 'piece')}{span}: {standing}"
