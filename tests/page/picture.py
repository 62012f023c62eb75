"""Takes the picture of the page that the README shows: `python -m tests.page.picture`, after a change of it.

No test compares it, since browsers and their fonts differ; look at it before it is committed.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from gitmem import Memory
from gitmem.cli.demo import build_demo
from gitmem.clock import parse_instant
from gitmem.reports.page.page import page_html
from tests.page.conftest import launched
from tests.running import NOW

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "page.png"
_WIDTH, _HEIGHT = 1100, 612


def main() -> None:
    """Writes the picture from the example notes."""
    with tempfile.TemporaryDirectory() as folder:
        notes, file = Path(folder, "lantern"), Path(folder, "page.html")
        build_demo(notes)
        file.write_text(page_html(Memory(notes, now=parse_instant(NOW)).page()), encoding="utf-8")
        with sync_playwright() as playwright, launched(playwright) as browser:
            page = browser.new_page(color_scheme="light", viewport={"width": _WIDTH, "height": _HEIGHT})
            page.goto(file.as_uri())
            page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
