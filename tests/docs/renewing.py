"""All documents that show what the program does, as it does it now."""

from __future__ import annotations

import runpy
from pathlib import Path

from gitmem.cli import reference
from tests.running import PROJECT
from tests.transcripts import Demo, Reader, filled, followed, with_files, with_programs

README = PROJECT / "README.md"
DOCS = PROJECT / "docs"
TUTORIAL = DOCS / "tutorial.md"
MADE = DOCS / "reference"
PICTURES = DOCS / "pictures"
TOLD = (README, DOCS / "README.md", DOCS / "how-gitmem-decides.md", *sorted((DOCS / "how-to").glob("*.md")))
"""Documents whose transcripts are of the demonstration's notes."""

WRITTEN = (*TOLD, TUTORIAL)
"""Documents that people write; the others are made whole."""


def told(document: Path, demo: Demo) -> str:
    """A document of `TOLD` with what its commands and programs print, and with the files it shows."""
    text = with_files(filled(document.read_text(encoding="utf-8"), demo.run))
    return with_programs(text, demo.repository)


def tutorial(folder: Path) -> str:
    """The tutorial as it goes for a reader who begins in the empty `folder`."""
    return followed(TUTORIAL.read_text(encoding="utf-8"), Reader(folder))


def pictures() -> dict[str, str]:
    """The name and the text of each picture."""
    drawn = runpy.run_path(str(PICTURES / "draw.py"))["PICTURES"]
    return {name: draw() for name, draw in drawn.items()}


def renew(folder: Path) -> None:
    """Writes all of it anew; `folder` is empty and may be used."""
    reference.write(MADE)
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
    demo = Demo(folder)
    for document in TOLD:
        document.write_text(told(document, demo), encoding="utf-8")
    reader = folder / "reader"
    reader.mkdir()
    TUTORIAL.write_text(tutorial(reader), encoding="utf-8")
