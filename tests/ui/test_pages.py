"""`git mem ui`: a real server asked as a browser asks, and looked at in one.

Lost otherwise: pages that other people or sites can read, that run what a note says, or that show the state
of an hour ago.
"""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.builder import RepoBuilder, clean_environment
from tests.page.conftest import browser
from tests.running import NOW

__all__ = ["browser"]

WAIT = 300
NOTES = {
    "orion.md": "# Orion\n\n- Lead: Ada\n- Budget: $9,000\n",
    "hostile <b>.md": "# <img src=x>\n\n- Owner: <script>alert(1)</script> `</style>` \u202e\x1b[31mred\n",
}


class Live(NamedTuple):
    """A running server: its notes, and where it is asked."""

    repo: RepoBuilder
    host: str
    port: int
    prefix: str

    @property
    def address(self) -> str:
        """Where the overview is."""
        return f"http://{self.host}:{self.port}{self.prefix}"

    def get(
        self, path: str, *, method: str = "GET", host: str | None = None, below: bool = True
    ) -> tuple[int, str]:
        """Status and text of an answer."""
        connection = HTTPConnection(self.host, self.port, timeout=WAIT)
        headers = {} if host is None else {"Host": host}
        connection.request(method, (self.prefix if below else "/") + path, headers=headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server of two notes, one of them hostile."""
    folder = tmp_path_factory.mktemp("live")
    repo = RepoBuilder.create(folder / "notes")
    repo.commit("2026-01-01", NOTES, "the beginning")
    repo.commit("2026-08-01", {"orion.md": NOTES["orion.md"].replace("Ada", "Bo")}, "Bo leads")
    environment = clean_environment({"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")})
    command = ["git-mem", "--now", NOW, "ui"]
    with subprocess.Popen(
        command, cwd=repo.path, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        assert address.hostname == "127.0.0.1" and address.port
        yield Live(repo, address.hostname, address.port, address.path)
        process.send_signal(signal.SIGINT)
        assert process.wait(WAIT) == 130


def test_what_the_verbs_tell_is_on_the_pages(live: Live) -> None:
    """A page that shows less than the command would be believed all the same."""
    status, page = live.get("")
    assert status == 200 and 'href="search"' in page and "Bo" in page
    status, page = live.get("search?q=orion+lead")
    assert status == 200 and "Lead: Bo" in page and "orion.md:3" in page and "Former values" in page
    status, page = live.get("explain?q=orion+lead")
    assert status == 200 and re.search(r"before\s+Ada", page) and "Bo leads" in page
    status, page = live.get("note?path=orion.md")
    assert status == 200 and "Budget: $9,000" in page and "2026-08-01" in page
    assert "note?path=orion.md" in live.get("note")[1]
    status, page = live.get("search?q=zyxxy")
    assert status == 200 and "not found: zyxxy (absence proven)" in page


def test_nobody_else_is_answered(live: Live) -> None:
    """Any site that this browser visits could read the memory."""
    assert live.get("", below=False)[0] == 404
    assert live.get("wrong/", below=False)[0] == 404
    assert live.get("", host="evil.example")[0] == 400
    assert live.get("search?q=lead", method="POST")[0] == 405
    assert live.get("%2e%2e/%2e%2e/etc/passwd")[0] == 404


def test_bad_questions_get_one_line(live: Live) -> None:
    """A traceback says nothing to a reader, and a blank page says that there is nothing."""
    for path in ("note?path=none.md", "note?path=..%2F..%2Fetc%2Fpasswd", "search?q=the", "explain?q=%3F"):
        status, page = live.get(path)
        assert status == 400 and 'role="alert"' in page and "Traceback" not in page, path


def test_a_look_shows_what_was_written_since(live: Live) -> None:
    """The page would be trusted more than the notes."""
    assert "Cleo" not in live.get("search?q=orion+deputy")[1]
    (live.repo.path / "orion.md").write_text(NOTES["orion.md"] + "- Deputy: Cleo\n")
    assert "Deputy: Cleo" in live.get("search?q=orion+deputy")[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_in_a_browser(live: Live, browser: Browser, scheme: str, tmp_path: Path) -> None:
    """A note must not run, and whoever uses a keyboard or a screen reader reads the pages too."""
    context = browser.new_context(color_scheme="light" if scheme == "light" else "dark")
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda asked: trouble.append(asked.url) if live.address not in asked.url else None)
    hostile = quote("hostile <b>.md")
    for path in ("", "search?q=owner", f"note?path={hostile}", "note", "explain?q=orion+lead", "note?path=x"):
        page.goto(live.address + path)
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not [each["id"] for each in found if each["impact"] in ("serious", "critical")], path
        foreign = page.evaluate("document.querySelectorAll('img').length + document.scripts.length")
        assert foreign <= (2 if path == "" else 0)  # the overview has a script of its own, and its data
    page.goto(live.address + "search")
    page.get_by_role("searchbox").fill("orion lead")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Lead: Bo")).to_be_visible()
    context.close()
    assert not [each for each in trouble if "400 (Bad Request)" not in each and not each.startswith("data:")]
