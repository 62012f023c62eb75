"""A real browser, and pages opened in it that must neither complain nor ask anybody for anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = "no browser: install Debian's package chromium, or name one with GITMEM_BROWSER"


def browser_path() -> str:
    """The browser of this machine; without one the tests are skipped, but in CI they fail."""
    named = os.environ.get("GITMEM_BROWSER") or next(filter(None, map(shutil.which, _NAMES)), None)
    if named is None and os.environ.get("CI"):
        pytest.fail(_MISSING)
    if named is None:
        pytest.skip(_MISSING)
    return named


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser without a window, for the tests of a module."""
    with sync_playwright() as playwright, launched(playwright) as found:
        yield found


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """The browser of this machine, without a window."""
    sandbox = [] if os.geteuid() else ["--no-sandbox"]  # root may not have one
    found = playwright.chromium.launch(executable_path=browser_path(), args=sandbox)
    try:
        yield found
    finally:
        found.close()


@contextmanager
def looking(browser: Browser, file: Path, scheme: str = "light", width: int = 1200) -> Iterator[Page]:
    """A page from disk; in the end nothing may stand on the console or have been asked for."""
    colours: Any = scheme
    context = browser.new_context(color_scheme=colours, viewport={"width": width, "height": 900})
    page = context.new_page()
    page.set_default_timeout(5_000)
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: trouble.append(request.url))
    page.goto(file.as_uri())
    try:
        yield page
        assert trouble == [file.as_uri()]
    finally:
        context.close()
