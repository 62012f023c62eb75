"""A search for people: the answers first, each with its date and standing, then what was searched."""

from __future__ import annotations

from gitmem.config import DatePreference
from gitmem.facts.edit import EditKind
from gitmem.index.response import (
    Absence,
    AbsenceReason,
    HistoryLine,
    MatchedBy,
    SearchMode,
    SearchResponse,
    SearchResult,
    TermState,
)
from gitmem.reports.layout import Paint, Style, column_widths, flow, pad, plural, shorten, wrap
from gitmem.reports.safe import clean_line, clean_lines, clean_path
from gitmem.reports.standing_words import standing_words
from gitmem.reports.wording import age_words, reason_words, short_id, source_words, status_paint

SHOWN_LINES = 6
"""Lines of a piece that are shown unless everything is asked for."""

SHOWN_HASH = 8
"""Digits of a hash that guards a cite; one may be given to a write with them."""

LIMITS = (44, 12, 12, 12)
"""The widest texts of `columns` that make their column wider."""

_INDENT = "  "
_FROM_GIT = ("git", "moved")
_WIDEST_NAME = 24
_NOTE_COLUMN = 56  # where a remark on a single line begins, if the line is not longer


def search_text(response: SearchResponse, prefer: DatePreference, style: Style) -> str:
    """The whole answer; `prefer` says which of git's dates was asked for."""
    rows = [columns(result, style) for result in response.results]
    widths = column_widths(rows, LIMITS)
    blocks = [
        "\n".join(result_lines(result, row, widths, prefer, style) + score_lines(result, response, style))
        for result, row in zip(response.results, rows, strict=True)
    ]
    if response.absent_terms or response.no_match:
        blocks.append("\n".join(_absence(response, style)))
    elif response.history:
        blocks.append("\n".join(former_lines(response, style)))
    spelled = spelled_words(response)
    if spelled:
        blocks.append("\n".join(wrap(spelled, style.width)))
    blocks.append(_proof(response, style))
    separator = "\n" if response.no_match else "\n\n"
    return separator.join(blocks)


def spelled_words(response: SearchResponse) -> str:
    """Which words of the question are written otherwise in the notes; empty where none is."""
    parts = (
        f"{clean_line(term.term)} is written {clean_line(' or '.join(term.spelled))} here"
        for term in response.terms
        if term.spelled
    )
    return "; ".join(parts)


def columns(result: SearchResult, style: Style) -> tuple[str, str, str, str]:
    """The first line of a result but for the source of its date: cite, day, age and status."""
    day = result.as_of.isoformat() if result.as_of else ""
    age = age_words(result.age_days) if result.as_of else ""
    guard = f"@{result.hash[:SHOWN_HASH]}" if style.verbose else ""
    return f"{clean_path(result.path)}:{result.line}{guard}", day, age, result.status.value


def result_lines(
    result: SearchResult,
    row: tuple[str, str, str, str],
    widths: list[int],
    prefer: DatePreference,
    style: Style,
) -> list[str]:
    """A result for people; `row` are its columns and `widths` theirs."""
    cite, day, age, status = row
    padded = [
        style.paint(pad(cite, widths[0]), Paint.STRONG),
        pad(day, widths[1]),
        pad(age, widths[2], right=True),
        style.paint(pad(status, widths[3]), status_paint(result.status)),
    ]
    shown = [cell for cell, width in zip(padded, widths, strict=True) if width]
    sources = [_source(result, prefer, name) for name in _names(result)]
    head = _head("   ".join(shown), sources, _remarks(result), style)
    heading = " > ".join(clean_line(part) for part in (*result.heading_path, *result.parents))
    lines = [style.paint(line, Paint.DIM) for line in wrap(heading, style.width, _INDENT) if heading]
    paint = Paint.DIM if status_paint(result.status) is Paint.DIM else Paint.PLAIN
    text = [style.paint(line, paint) for line in _text(result, style)]
    return [
        *head,
        *lines,
        *_beside(text, standing_words(result.facts, result.supersedes, result.closed), style),
    ]


def score_lines(result: SearchResult, response: SearchResponse, style: Style) -> list[str]:
    """How the score of a result came about, where that was asked for."""
    parts = result.score_parts
    if parts.terms is None:
        return []
    said = [f"score {result.score:.3f} = words {parts.words:.3f}"]
    if parts.blended is not None:
        blended = f"(words {parts.words:.3f} and likeness {parts.likeness or 0.0:.3f} as {parts.blended:.3f})"
        said = [f"score {result.score:.3f} = {blended}"]
    if response.mode is not SearchMode.BM25:
        said[0] += f" × note {parts.note:.3f} × recency {parts.recency:.3f}"
    if parts.terms:
        said.append(", ".join(f"{clean_line(word)} {share:.3f}" for word, share in parts.terms.items()))
    if _moved(result, response):
        said.append("its place is that of its facts")
    return [style.paint(line, Paint.DIM) for each in said for line in wrap(each, style.width, _INDENT * 2)]


def _moved(result: SearchResult, response: SearchResponse) -> bool:
    """Whether a result stands above a better or below a worse one."""
    at = response.results.index(result)
    above, below = response.results[:at], response.results[at + 1 :]
    return any(each.score < result.score for each in above) or any(
        each.score > result.score for each in below
    )


def _beside(text: list[str], notes: list[str], style: Style) -> list[str]:
    """The text with what is to be said of it: beside its only line where there is room, else below."""
    if not notes:
        return text
    note = " · ".join(notes)
    if len(text) == 1:
        room = _NOTE_COLUMN - style.cells(text[0])
        line = text[0] + " " * max(3, room) + style.paint(note, Paint.DIM)
        if style.width is None or style.cells(line) <= style.width:
            return [line]
    below = [line for each in notes for line in wrap(each, style.width, _INDENT * 2)]
    return [*text, *(style.paint(line, Paint.DIM) for line in below)]


def _head(row: str, sources: list[str], remarks: list[str], style: Style) -> list[str]:
    """The first line with source and remarks, or what has no room there below it; `sources` get shorter."""
    for line in (f"{row}   {source}" for source in sources):
        if style.width is None or style.cells(" · ".join([line, *remarks])) <= style.width:
            return [" · ".join([line, *remarks])]
    for line in (f"{row}   {source}" for source in sources):
        if remarks and style.cells(line) <= (style.width or 0):
            return [line, *wrap(" · ".join(remarks), style.width, _INDENT)]
    return [row.rstrip(), *wrap(" · ".join([sources[0], *remarks]), style.width, _INDENT)]


def _names(result: SearchResult) -> list[str]:
    """What the author is called, and that shorter; a commit's id tells people of one name apart."""
    name = clean_line(result.origin.author or "")
    return [shorten(each, _WIDEST_NAME) for each in (name, name.partition(" ")[0])]


def _source(result: SearchResult, prefer: DatePreference, name: str) -> str:
    words = source_words(result.date_source)
    if result.date_source in _FROM_GIT and prefer is DatePreference.COMMITTER:
        words += " (committer date)"
    if result.origin.commit and (result.date_source in _FROM_GIT or result.as_of is None):
        words += f" {short_id(result.origin.commit)} {name}"
    return words


def _remarks(result: SearchResult) -> list[str]:
    parts: list[str] = []
    if result.matched_by == (MatchedBy.LIKENESS,):
        parts.append("alike in meaning, no word of the question")
    if result.origin.boundary:
        parts.append("at least as old as this clone's first commit")
    if result.moved_from:
        parts.append(f"moved here from {clean_path(result.moved_from)}")
    if result.date_confidence.value == "low" and result.as_of is not None:
        parts.append("weak date")
    if result.must_reverify:
        parts.append("check before use")
    return parts


def _text(result: SearchResult, style: Style) -> list[str]:
    source = [line for line in clean_lines(result.text) if line.strip()]
    kept = source if style.verbose else source[:SHOWN_LINES]
    lines = [line for text in kept for line in wrap(text, style.width, _INDENT)]
    if len(kept) < len(source):
        lines.append(f"{_INDENT}… {plural(len(source) - len(kept), 'more line')}, to line {result.end_line}")
    return lines


def _absence(response: SearchResponse, style: Style) -> list[str]:
    words = ", ".join(clean_line(term) for term in response.absent_terms)
    if response.absence is Absence.REMOVED:
        head = "no match now" if response.no_match else f"no match now for: {words}"
        said = [f"{head}. It was recorded and removed:"]
        return said + [line for removed in response.history for line in _removed(removed, style)]
    if response.absence is Absence.PROVEN:
        said = _proven(response, words)
    else:
        reasons = ", ".join(reason_words(reason) for reason in response.absence_reasons)
        head = f"nothing found for: {words}"
        said = [f"{head}; that it is recorded nowhere is not proven: {reasons}"]
    wrapped = [line for text in said for line in wrap(text, style.width)]
    return wrapped + (former_lines(response, style) if response.history else [])


def _proven(response: SearchResponse, words: str) -> list[str]:
    """What is said of words that no text in scope holds, nor its history."""
    elsewhere = ", ".join(
        clean_line(term.term) for term in response.terms if term.state is TermState.ELSEWHERE
    )
    if elsewhere:
        where = f"not in what was asked for, but elsewhere in the notes: {elsewhere}"
        never = _never(response)
        return [where, f"nothing found for: {never} (also not in history)"] if never else [where]
    if not response.no_match:
        return [f"nothing found for: {words} (also not in history)"]
    return [f"no match, and history never held: {_never(response)}"]


def former_lines(response: SearchResponse, style: Style) -> list[str]:
    """What history held of the facts and words in question."""
    removed = all(line.kind is EditKind.REMOVED for line in response.history)
    head = "recorded and removed:" if removed else "held before:"
    return [head, *(line for each in response.history for line in _removed(each, style))]


def _never(response: SearchResponse) -> str:
    terms = [term.term for term in response.terms if term.state is TermState.NEVER]
    return ", ".join(map(clean_line, terms))


def _removed(line: HistoryLine, style: Style) -> list[str]:
    since = f"{line.from_.isoformat()} to " if line.from_ else "until "
    until = line.to.isoformat() if line.to else "now"
    did = line.kind.value
    if line.replaced_by is not None:
        did += f' by "{clean_line(line.replaced_by)}",'
    if line.removed_by is None:
        by = f"{did} in the work tree, not committed"
    else:
        author = clean_line(line.author or "")
        by = f'{did} by {author} in {short_id(line.removed_by)} "{clean_line(line.summary or "")}"'
    text = clean_line(line.text).strip()
    cite = _short_cite(line)
    return [
        style.paint(f"{_INDENT}{cite}", Paint.STRONG) + f'   "{text}"',
        *wrap(f"{since}{until}, {by}", style.width, _INDENT * 2),
    ]


def _short_cite(line: HistoryLine) -> str:
    revision, _, rest = line.cite.partition(":")
    path, _, number = rest.rpartition(":")
    oid = revision.rstrip("^")
    return f"{short_id(oid)}{revision[len(oid) :]}:{clean_path(path)}:{number}"


def _proof(response: SearchResponse, style: Style) -> str:
    if response.no_match:
        return "\n".join(wrap(_searched(response), style.width))
    shown = f"{len(response.results)} of {plural(response.chunks_indexed, 'chunk')}"
    parts = [shown, plural(response.files_indexed, "note"), _state(response)]
    if response.skipped:
        parts.append(f"{plural(len(response.skipped), 'file')} skipped")
    if response.semantic is not None:
        parts.append(f"likeness by {clean_line(response.semantic)}")
    parts.append(f"index {response.index_version[:8]}")
    return "\n".join(style.paint(line, Paint.DIM) for line in flow(parts, style.width))


def _searched(response: SearchResponse) -> str:
    moment = response.searched_at.isoformat()[:16].replace("T", " ")
    scope = response.scope
    what = f"searched {plural(response.chunks_indexed, 'chunk')} in {plural(response.files_indexed, 'note')}"
    if scope.path is not None:
        what += f", of which {scope.notes or 'none'} match{'es' if scope.notes == 1 else ''}"
        what += f" {clean_line(scope.path)}"
    if scope.since is not None or scope.until is not None:
        days = (("from", scope.since), ("to", scope.until))
        what += ", text dated " + " ".join(f"{word} {day}" for word, day in days if day is not None)
    where = f" at {_state(response)}, and {plural(response.commits_searched, 'commit')}"
    if response.head is None:
        where = f", {_state(response)}"
    skipped = f", {plural(len(response.skipped), 'file')} skipped" if response.skipped else ""
    return f"{what}{where}{skipped}, {moment} UTC · index {response.index_version[:8]}"


def _state(response: SearchResponse) -> str:
    if response.head is None:
        return "no commit" if AbsenceReason.NO_GIT not in response.absence_reasons else "no git"
    if response.scope.snapshot == "commit":
        return f"commit {short_id(response.head)}"
    if response.worktree_digest is not None:
        return f"HEAD {short_id(response.head)} plus uncommitted changes"
    return f"HEAD {short_id(response.head)}, clean"
