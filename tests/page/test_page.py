"""`report --format html` in a browser.

Lost otherwise: a page that is blank, that talks to somebody, that runs what a note says, or that somebody
who uses a keyboard or a screen reader cannot read.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from gitmem.cli.demo import build_demo
from gitmem.cli.story import STORY_NOW
from tests.builder import RepoBuilder
from tests.page.conftest import looking
from tests.running import NOW, Mem

HOSTILE = (
    "# <img src=x onerror=alert(1)>\n\n"
    "- Owner: `<script>alert(1)</script>`\n"
    "- Owner: `</script><script>alert(2)</script>`\n"
    "- Status: <script>alert(3)</script> `{{ 7 * 7 }}` `<!--` `]]>`\n"
    "- Site: [a](javascript:alert(3))\n"
    "- Colour: \u202egnp.exe \x1b[31mred\x1b[0m \u2066x\u2069\n"
    "- Price: $9 `&lt;b&gt;` \u2028 &lt;b&gt;\n"
    "- Long: " + "x" * 50_000 + "\n"
    '- Rent: ~~$900~~ $950 "onmouseover=alert(4)\n'
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the demo notes."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / "notes").mkdir()
    build_demo(folder / "notes")
    ran = Mem(folder / "notes", folder)(
        "--now", STORY_NOW, "report", "--format", "html", "--output", "../p.html"
    )
    assert ran.code == 0, ran.err
    return folder / "p.html"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a stranger's notes."""
    folder = tmp_path_factory.mktemp("hostile")
    repo = RepoBuilder.create(folder / "repo")
    name = "<b>&'\".md"
    repo.commit("2026-01-01", {name: "# Old\n\n- Owner: </script>\n"}, author="<i>Eve</i> <e@x.example>")
    repo.commit("2026-09-01", {name: HOSTILE})
    ran = Mem(repo.path, folder)("report", "--format", "html", "--output", "../p.html")
    assert ran.code == 0, ran.err
    return folder / "p.html"


def serious(page: Page) -> list[str]:
    """What axe finds that keeps people from reading."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {each['nodes']}" for each in found if each["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(demo: Path, browser: Browser, scheme: str) -> None:
    """In both colours nothing serious keeps anybody out, with a timeline open and every section there."""
    with looking(browser, demo, scheme) as page:
        page.locator("#list summary").first.press("Enter")
        headings = page.locator("h2").all_inner_texts()
        assert [each.split(" 2026")[0] for each in headings] == [
            "Summary",
            "Contested facts",
            "To check again",
            "Changed since",
            "Freshness",
            "Authors and agents",
            "Facts and how they came to be",
        ]
        assert serious(page) == []


def test_search_and_timeline(demo: Path, browser: Browser) -> None:
    """Words narrow the facts, the count is said, and a fact opens to its values with their evidence."""
    with looking(browser, demo) as page:
        page.keyboard.press("/")
        page.keyboard.type("catalogue print")
        expect(page.locator("#count")).to_have_text(re.compile(r"^1 of \d+ facts$"))
        page.locator("#list summary").press("Enter")
        steps = page.locator(".timeline li")
        expect(steps).to_have_count(2)
        expect(steps.nth(0)).to_contain_text("Fjord Press")
        expect(steps.nth(1)).to_contain_text("evidence: ")
        expect(steps.nth(1)).to_contain_text("ended by Mira Solberg")
        page.locator("#query").fill("zeppelin")
        expect(page.locator("#count")).to_have_text(re.compile("^No fact of"))
        page.locator("#query").fill("")
        page.locator("#state").select_option(label="contested (1)")
        expect(page.locator("#list > li")).to_have_count(1)


def test_notes_are_only_text(hostile: Path, browser: Browser) -> None:
    """Markup, scripts, links and controls of notes, paths and names are shown as text and do nothing."""
    with looking(browser, hostile) as page:
        for summary in page.locator("#list summary").all():
            summary.click()
        assert page.locator("a:not([href^='#']), img, iframe, i, b").count() == 0
        assert page.locator("script").count() == 2
        text = page.locator("body").inner_text()
        assert "<script>alert(1)</script>" in text
        assert "{{ 7 * 7 }}" in text
        assert not set("\x1b\u202e\u2066\u2028") & set(hostile.read_text("utf-8") + text)
        assert serious(page) == []


def test_equal_bytes_for_equal_states(hostile: Path) -> None:
    """A page is an artefact: the same notes at the same time give the same file, on standard output too."""
    ran = Mem(hostile.parent / "repo", hostile.parent)("--now", NOW, "report", "--format", "html")
    assert ran.raw == hostile.read_bytes()


def test_what_does_not_go_together(repo: RepoBuilder, mem: Mem) -> None:
    """A day that would be passed over in silence, or is none, is a mistake that is told."""
    repo.commit("2026-01-01", {"a.md": "- Owner: Ann\n"})
    assert mem("report", "--since", "2026-01-01").code == 2
    assert mem("report", "--format", "html", "--strict").code == 2
    ran = mem("report", "--format", "html", "--since", "someday")
    assert ran.code == 2 and "someday" in ran.err
