"""`PageData` -> one HTML page: nothing is loaded, nothing is sent, and nothing in notes is markup.

Templates escape everything; the style and the script are ours, named by their digests in the page's
Content-Security-Policy, so that nothing else could run even if it came into the page.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gitmem.memory.due import day_due
from gitmem.memory.explain import FactState
from gitmem.memory.page.values import MOST_ROWS, PageData
from gitmem.reports.fact_words import conflict_words, searched_words
from gitmem.reports.finding_words import stale_words
from gitmem.reports.page.charts import Bar, bars
from gitmem.reports.page.packing import pack_facts
from gitmem.reports.page.texts import CHANGE_WORDS, STATE_WORDS, commit_words, page_cite, page_text
from gitmem.reports.wording import reason_words

if TYPE_CHECKING:
    from gitmem.memory.stale import StaleItem


@cache
def environment() -> Environment:
    """The templates."""
    made = Environment(
        loader=PackageLoader("gitmem.reports.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        text=page_text,
        cite=page_cite,
        commit=commit_words,
        why=_why,
        due=_due,
        reason=conflict_words,
        count=lambda number: f"{number:,}",
    )
    return made


def _why(item: StaleItem) -> str:
    return page_text("; ".join(dict.fromkeys(stale_words(each) for each in item.reasons)))


def _due(item: StaleItem) -> str:
    day = day_due(item.reasons)
    return day.isoformat() if day is not None else "now"


def page_html(data: PageData, links: Sequence[tuple[str, str]] = ()) -> str:
    """The whole page; `links` are addresses beside it with their names, where it is served."""
    style, script = own_file("page.css"), own_file("page.js")
    packed = pack_facts(data.facts)
    page = environment().get_template("page.html")
    return page.render(
        data=data,
        links=links,
        today=data.answer.searched_at.utc_day,
        searched=page_text(searched_words(data.answer)),
        missing=[reason_words(each) for each in data.answer.incomplete],
        most=MOST_ROWS,
        states=[(STATE_WORDS[state], data.states.get(state, 0)) for state in FactState],
        change_words=CHANGE_WORDS,
        age_bars=_age_bars(data),
        week_bars=_week_bars(data),
        packed=Markup(packed.json),  # escaped for a script element by `script_json`
        shown=packed.facts,
        style=Markup(style),
        script=Markup(script),
        style_hash=digest(style),
        script_hash=digest(script),
    )


def own_file(name: str, templates: Environment | None = None) -> str:
    """The text of a file of ours, from these templates or those of the page."""
    templates = templates or environment()
    assert templates.loader is not None
    return templates.loader.get_source(templates, name)[0].strip()


def digest(text: str) -> str:
    """The name of a style or a script in a Content-Security-Policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _age_bars(data: PageData) -> list[Bar]:
    known = data.freshness
    before = 0
    parts: list[tuple[str, int, str]] = []
    for group in known.ages:
        if group.days is None:
            parts.append((f"over {_years(before)}", group.pieces, _kind(before + 1, data)))
        else:
            parts.append((f"to {_years(group.days)}", group.pieces, _kind(group.days, data)))
            before = group.days
    if known.unknown:
        parts.append(("no date", known.unknown, "unknown"))
    return bars(parts)


def _years(days: int) -> str:
    if days < 365:
        return f"{days} days"
    return "1 year" if days == 365 else f"{days // 365} years"


def _kind(days: int, data: PageData) -> str:
    if days <= data.freshness.fresh_days:
        return "fresh"
    return "aging" if days <= data.freshness.stale_days else "stale"


def _week_bars(data: PageData) -> list[Bar]:
    parts: list[tuple[str, Any, str]] = [("due now", data.to_check.overdue, "stale")]
    parts += [(f"{week.monday:%d %b}", week.due, "aging") for week in data.to_check.weeks]
    return bars(parts)
