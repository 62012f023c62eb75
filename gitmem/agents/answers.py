"""What a tool answers, for a model: a verdict in gitmem's own words, then what notes say, fenced.

The structured answer is the JSON of the command line and has everything; this text is short. Whatever
comes from a repository stands inside a fence under `REFERENCE`, but for paths, which are cleaned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from gitmem.reports.fenced import REFERENCE, fence, line_for_model
from gitmem.reports.json_output import Json, to_json
from gitmem.reports.layout import Style, plural
from gitmem.reports.safe import clean_path, legal_text

if TYPE_CHECKING:
    from gitmem.index.response import SearchResponse, SearchResult
    from gitmem.memory.blame import BlameResponse
    from gitmem.memory.conflicts import ConflictsResponse
    from gitmem.memory.diff import DiffResponse
    from gitmem.memory.explain import ExplainResponse
    from gitmem.memory.fact_history import HistoryResponse
    from gitmem.memory.shown import Answered
    from gitmem.memory.stale import StaleResponse
    from gitmem.memory.writing.frame import WriteResponse

LONGEST_PIECE = 2000
"""Characters of a piece that the text shows."""

LONGEST_REPORT = 12_000
"""Characters of a report that the text shows; it is cut at a line."""

_CUT = "(cut here; the structured answer has all of it)"
_PLAIN = Style()


class Told(NamedTuple):
    """An answer: the document of the command line, the text for a model, and whether it tells a failure."""

    document: dict[str, Json]
    text: str
    failed: bool = False


def tell(verb: str, response: object, warnings: Sequence[str] = ()) -> Told:
    """The answer of `verb`; `warnings` are what the command line says beside it."""
    body = to_json(response)
    assert isinstance(body, dict)
    document = {"schema": f"gitmem.{verb}/1", **body}
    blocks = [*_TELLERS.get(verb, _write)(response)]
    if warnings:
        blocks.append("\n".join(f"warning: {_line(each)}" for each in warnings))
    failed = bool(getattr(response, "refused", None))
    return Told(_legal(document), legal_text("\n\n".join(filter(None, blocks))), failed)


def _legal(value: dict[str, Json]) -> dict[str, Json]:
    """`value` with bytes that are not UTF-8 shown as `\\xff`: what the protocol carries is Unicode."""
    return cast("dict[str, Json]", _legal_value(value))


def _legal_value(value: Json) -> Json:
    if isinstance(value, str):
        return value if value.isascii() else legal_text(value)
    if isinstance(value, list):
        return [_legal_value(each) for each in value]
    if isinstance(value, dict):
        return {name: _legal_value(each) for name, each in value.items()}
    return value


def _line(text: str) -> str:
    return line_for_model(text)


def _report(verdict: str, text: str) -> list[str]:
    """A verdict and the report of the command line, whose lines hold words of notes."""
    if len(text) > LONGEST_REPORT:
        text = text[:LONGEST_REPORT].rpartition("\n")[0] + f"\n{_CUT}"
    return [verdict, f"{REFERENCE}\n{fence(text)}"]


def _gaps(answer: Answered) -> str:
    """What keeps an answer about facts from being the whole truth."""
    from gitmem.reports.wording import reason_words

    if not answer.unproven:
        return ""
    reasons = ", ".join(reason_words(reason) for reason in answer.incomplete)
    return f" History is incomplete ({reasons}), so this may not be everything."


def _search(response: object) -> list[str]:
    found = cast("SearchResponse", response)
    blocks = []
    if found.results:
        shown = f"{len(found.results)} of {plural(found.chunks_indexed, 'piece')} in "
        blocks.append(f"{shown}{plural(found.files_indexed, 'note')}. {REFERENCE}")
        blocks += [_result(number, result) for number, result in enumerate(found.results, 1)]
    if found.no_match or found.absent_terms:
        blocks.append(_absence(found))
    if any(term.spelled for term in found.terms):
        from gitmem.reports.text_search import spelled_words

        blocks.append(f"{_line(spelled_words(found))}.")
    if found.history:
        from gitmem.reports.text_search import former_lines

        blocks += _report("What history held:", "\n".join(former_lines(found, _PLAIN)))
    return blocks


def _result(number: int, result: SearchResult) -> str:
    from gitmem.reports.standing_words import standing_words
    from gitmem.reports.text_search import SHOWN_HASH
    from gitmem.reports.wording import age_words, source_words

    cite = f"{_line(clean_path(result.path))}:{result.line}@{result.hash[:SHOWN_HASH]}"
    parts = [f"{number}. {cite}", result.status.value]
    if result.as_of is not None:
        parts += [result.as_of.isoformat(), age_words(result.age_days)]
    parts.append(source_words(result.date_source))
    parts += [f"provenance {result.provenance.value}"] if result.provenance else []
    parts += standing_words(result.facts, result.supersedes, result.closed)
    parts += ["must_reverify: check before use"] if result.must_reverify else []
    text = result.text
    if len(text) > LONGEST_PIECE:
        text = f"{text[:LONGEST_PIECE]}\n{_CUT}"
    heading = " > ".join((*result.heading_path, *result.parents))
    quoted = "\n".join(filter(None, (heading, text)))
    return f"{_line(' · '.join(filter(None, parts)))}\n{fence(quoted)}"


def _absence(found: SearchResponse) -> str:
    """What may be said of words that were not found."""
    from gitmem.index.response import Absence, TermState
    from gitmem.reports.wording import reason_words

    words = ", ".join(f'"{_line(term)}"' for term in found.absent_terms)
    head = "No match." if found.no_match else f"Nothing above holds {words}."
    if found.absence is Absence.PROVEN:
        elsewhere, never = (
            ", ".join(f'"{_line(term.term)}"' for term in found.terms if term.state is state)
            for state in (TermState.ELSEWHERE, TermState.NEVER)
        )
        if elsewhere:
            held = f"Other notes or days than those asked for hold {elsewhere}: search without path and days."
            return f"{head} {held}" + (f" No record of {never} was found there either." if never else "")
        told = f'absence is "proven": neither the notes nor their history hold a record of {words}.'
        if found.no_match and found.scope[2:] != (None, None, None):
            told += " This speaks only of the notes and days that were asked for."
        return f"{head} {told}"
    if found.absence is Absence.REMOVED:
        return f'{head} absence is "removed": it was recorded once and no longer stands in the notes.'
    reasons = ", ".join(reason_words(reason) for reason in found.absence_reasons)
    return (
        f'{head} absence is "unproven" ({reasons}): say that you found nothing, not that there is no '
        f"record of {words}."
    )


def _explain(response: object) -> list[str]:
    from gitmem.memory.explain import FactState
    from gitmem.reports.text_explain import explain_text

    found = cast("ExplainResponse", response)
    if found.fact is None:
        verdict = "No fact has such a key; other text may hold it: search for it."
        return [verdict + _gaps(found.answer)]
    told = {
        FactState.CURRENT: "One value holds now.",
        FactState.CONTESTED: "CONTESTED: several values stand, and nothing says which is true. Show all.",
        FactState.PLANNED: "Nothing holds yet; a value is planned.",
        FactState.ENDED: "Nothing holds now: the last value ended.",
        FactState.REMOVED: "No longer in the notes; history has it.",
    }[found.fact.state]
    status = f" {found.fact.status.value}." if found.fact.status is not None else ""
    check = " must_reverify: check before use." if found.fact.must_reverify else ""
    return _report(told + status + check + _gaps(found.answer), explain_text(found, _PLAIN))


def _blame(response: object) -> list[str]:
    from gitmem.reports.text_blame import blame_text

    found = cast("BlameResponse", response)
    verdict = f"{plural(len(found.chunks), 'piece')} of {_line(clean_path(found.path))}, by line:"
    return _report(verdict, blame_text(found, _PLAIN))


def _diff(response: object) -> list[str]:
    from gitmem.reports.text_diff import diff_text

    found = cast("DiffResponse", response)
    verdict = plural(len(found.changes), "fact") + " changed"
    verdict += f", {len(found.contested)} became contested." if found.contested else "."
    return _report(verdict, diff_text(found, _PLAIN))


def _conflicts(response: object) -> list[str]:
    from gitmem.reports.text_conflicts import conflicts_text

    found = cast("ConflictsResponse", response)
    verdict = "No contradiction found." + _gaps(found.answer)
    if found.conflicts:
        verdict = f"{plural(len(found.conflicts), 'contradiction')}: show both sides, choose none."
    return _report(verdict, conflicts_text(found, _PLAIN)) if found.conflicts or found.resolved else [verdict]


def _stale(response: object) -> list[str]:
    from gitmem.reports.text_stale import stale_text

    found = cast("StaleResponse", response)
    if not found.items:
        return ["Nothing has to be checked again." + _gaps(found.answer)]
    verdict = f"{plural(len(found.items), 'piece')} to check before use, the oldest first."
    return _report(verdict, stale_text(found, _PLAIN))


def _history(response: object) -> list[str]:
    from gitmem.reports.text_history import history_text

    found = cast("HistoryResponse", response)
    if not found.values:
        return ["No former value under these words." + _gaps(found.answer)]
    return _report(plural(len(found.values), "former value") + ".", history_text(found, _PLAIN))


def _write(response: object) -> list[str]:
    from gitmem.reports.text_write import write_text
    from gitmem.reports.wording import short_id

    found = cast("WriteResponse", response)
    verdict = "Written." if found.changes else "Nothing had to be changed."
    if found.commit is not None:
        verdict += f" Committed as {short_id(found.commit)}."
    if found.refused is None:
        return _report(verdict, write_text(found, _PLAIN))
    verdict += " NOT committed: git or a hook refused. The change stands in the work tree; mend what is told."
    return _report(verdict, f"{write_text(found, _PLAIN)}\n\n{found.refused}")


_TELLERS: dict[str, Callable[[object], list[str]]] = {
    "search": _search,
    "explain": _explain,
    "blame": _blame,
    "diff": _diff,
    "conflicts": _conflicts,
    "stale": _stale,
    "history": _history,
}
