"""Questions in addresses -> pages: overview, search, facts and notes. Reads only, below a secret prefix.

Every request opens the notes anew, so a reload shows what was written meanwhile. Pages load nothing; other
sites can neither frame them nor guess their address, and the name of another host is refused, so that a
page on the net cannot reach them through this browser.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from gitmem.errors import DateError, GitmemError, NoteError, RevisionError, UsageError
from gitmem.index.response import SearchResponse
from gitmem.memory.library import Memory
from gitmem.reports.layout import Style
from gitmem.reports.page.page import digest, environment, own_file, page_html
from gitmem.reports.page.texts import commit_words, page_cite, page_text
from gitmem.reports.safe import legal_text, uncontrolled
from gitmem.reports.standing_words import standing_words
from gitmem.reports.text_explain import explain_text
from gitmem.reports.wording import age_words

OpenMemory = Callable[[], Memory]
"""Makes the memory that one request asks."""

HOSTS = ("127.0.0.1", "localhost")
"""The names by which the pages may be asked for."""

MOST_HITS = 20
_WIDTH = 100
_ASKED_WRONGLY = (UsageError, DateError, NoteError, RevisionError)

Answer = Callable[[Memory, Request], str]


def site(open_memory: OpenMemory, token: str) -> Starlette:
    """The pages, below `/token/`; anything else is not found."""
    pages = {"/": overview, "/search": search, "/explain": explain, "/note": note}
    routes = [Route(path, _handler(answer, open_memory), methods=["GET"]) for path, answer in pages.items()]
    return Starlette(
        routes=[Mount(f"/{token}", routes=routes)],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))],
    )


def _handler(answer: Answer, open_memory: OpenMemory) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        status = 200
        try:
            html = await run_in_threadpool(lambda: answer(open_memory(), request))
        except GitmemError as error:
            status = 400 if isinstance(error, _ASKED_WRONGLY) else 500
            html = _render("error.html", "", error=str(error))
        return HTMLResponse(html, status, headers=dict(_HEADERS))

    return handle


_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer; what a page itself may do stands in its own policy."""

LINKS = (("search", "Search"), ("explain", "Explain"), ("note", "Notes"))
"""Where the overview leads, as paths beside it."""


def overview(memory: Memory, request: Request) -> str:
    """The page of the whole memory, as `git mem report --format html` writes it."""
    return page_html(memory.page(request.query_params.get("since")), LINKS)


def search(memory: Memory, request: Request) -> str:
    """Hits of `q`, dated and judged."""
    question = request.query_params.get("q", "").strip()
    response = memory.search(question, MOST_HITS, history=True) if question else None
    told = "" if response is None else _found(response)
    return _render("search.html", question, response=response, told=told)


def explain(memory: Memory, request: Request) -> str:
    """The fact that `q` is about, with its former values and the evidence of each step."""
    question = request.query_params.get("q", "").strip()
    text = explain_text(memory.explain(question), Style(_WIDTH)) if question else ""
    return _render("explain.html", question, text=legal_text(uncontrolled(text)))


def note(memory: Memory, request: Request) -> str:
    """A note piece by piece, with dates and standing; without `path` the list of notes."""
    path = request.query_params.get("path", "").strip()
    if path:
        return _render("note.html", "", note=memory.blame(path), notes=())
    return _render("note.html", "", note=None, notes=memory.page().freshness.notes)


def _found(response: SearchResponse) -> str:
    count = len(response.results)
    hits = "1 hit" if count == 1 else f"{count} hits"
    searched = f"{hits} in {response.files_indexed:,} notes and {response.commits_searched:,} commits"
    if not response.absent_terms:
        return searched
    verdict = response.absence.value if response.absence else "unproven"
    return f"{searched}; not found: {', '.join(response.absent_terms)} (absence {verdict})"


def _render(name: str, question: str, **values: object) -> str:
    templates = _templates()
    style = own_file("page.css", templates) + own_file("live.css", templates)
    page = templates.get_template(name)
    return page.render(question=question, style=Markup(style), style_hash=digest(style), **values)  # our own


@cache
def _templates() -> Environment:
    """The templates of the report, and those of the live pages beside them."""
    made = environment().overlay(
        loader=ChoiceLoader([PackageLoader("gitmem.ui"), PackageLoader("gitmem.reports.page")])
    )
    made.filters.update(
        text=page_text,
        cite=page_cite,
        commit=commit_words,
        age=age_words,
        standing=lambda hit: "; ".join(standing_words(hit.facts, hit.supersedes, hit.closed)),
    )
    return made
