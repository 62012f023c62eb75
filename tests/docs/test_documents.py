"""Documentation says what the program does today; `python -m tests.docs` writes what is behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from gitmem.cli import reference
from gitmem.config import DEFAULTS, load_settings
from tests.docs import renewing
from tests.running import PROJECT
from tests.transcripts import Demo

_LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+?)\s*$", re.MULTILINE)
_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
DOCUMENTS = (renewing.README, *sorted(renewing.DOCS.rglob("*.md")))


def _name(document: Path) -> str:
    return document.relative_to(PROJECT).as_posix()


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    return Demo(tmp_path_factory.mktemp("demo"))


@pytest.mark.parametrize("document", renewing.TOLD, ids=_name)
def test_what_a_document_shows_is_what_happens(document: Path, demo: Demo) -> None:
    """Otherwise a reader sees answers that the program does not give."""
    assert renewing.told(document, demo) == document.read_text(encoding="utf-8")


@pytest.mark.stress
def test_who_follows_the_tutorial_gets_a_gate(tmp_path: Path) -> None:
    """Otherwise a newcomer ends in an error, or without a hook that stops a contradiction."""
    text = renewing.TUTORIAL.read_text(encoding="utf-8")
    assert renewing.tutorial(tmp_path) == text
    assert "commit stopped" in text and "merge commit stopped" in text


@pytest.mark.parametrize("name", reference.pages())
def test_the_reference_is_not_behind(name: str) -> None:
    """Otherwise options, settings, rules or fields are looked up that are no more."""
    assert (renewing.MADE / name).read_text(encoding="utf-8") == reference.pages()[name]


def test_nothing_else_lies_in_the_reference() -> None:
    """Otherwise a page of a verb that is gone stays."""
    assert {path.name for path in renewing.MADE.iterdir()} == reference.pages().keys()


def test_the_settings_of_the_reference_are_the_defaults() -> None:
    """Otherwise who copies them changes what gitmem does."""
    shown = re.search(r"```toml\n(.*?)```", reference.pages()["configuration.md"], re.DOTALL)
    assert shown is not None
    assert load_settings(shown[1].encode()) == DEFAULTS


def test_the_pictures_are_as_drawn_and_say_what_they_show() -> None:
    """Otherwise who cannot see them learns nothing, or a change of the script is not seen."""
    shown = renewing.pictures()
    assert {path.name for path in renewing.PICTURES.glob("*.svg")} == shown.keys()
    for name, text in shown.items():
        assert (renewing.PICTURES / name).read_text(encoding="utf-8") == text
        svg = ElementTree.fromstring(text)
        told = {child.tag.rpartition("}")[2]: child.text for child in svg}
        assert told["title"] and told["desc"] and "prefers-color-scheme: dark" in text


@pytest.mark.parametrize("document", DOCUMENTS, ids=_name)
def test_links_lead_to_a_file_and_a_heading(document: Path) -> None:
    """Otherwise a reader ends nowhere."""
    for target in _links(document):
        path, _, anchor = target.partition("#")
        place = (document.parent / unquote(path)).resolve() if path else document
        assert place.exists() and place.is_relative_to(PROJECT), target
        assert not anchor or anchor in _anchors(place), target


def test_every_document_is_reached_from_readme() -> None:
    """Otherwise nobody finds it."""
    reached, waiting = set[Path](), [renewing.README]
    while waiting:
        document = waiting.pop()
        if document.suffix == ".md" and document not in reached:
            reached.add(document)
            waiting += [(document.parent / link.partition("#")[0]).resolve() for link in _links(document)]
    assert set(DOCUMENTS) <= reached


def _links(document: Path) -> Iterator[str]:
    text = _CODE.sub(lambda code: "x" * len(code[0]), _prose(document))
    yield from (link for link in _LINK.findall(text) if not re.match(r"[a-z]+:", link))


def _prose(document: Path) -> str:
    return _FENCED.sub("", document.read_text(encoding="utf-8"))


def _anchors(document: Path) -> set[str]:
    """The names that code hosts give to headings; a heading that comes again gets a number."""
    anchors: set[str] = set()
    for heading in _HEADING.findall(_prose(document)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        number = 0
        while (unique := f"{name}-{number}" if number else name) in anchors:
            number += 1
        anchors.add(unique)
    return anchors
