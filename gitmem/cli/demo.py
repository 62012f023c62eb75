"""`git mem demo`: a year of notes in a temporary repository, and real answers from it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from gitmem.cli.main import CONTEXT, cli
from gitmem.cli.options import options_of
from gitmem.cli.output import say
from gitmem.cli.story import AGENT, CONTRADICTION, STORY, STORY_NOW, UNCOMMITTED, tell
from gitmem.errors import GitmemError

EXAMPLES = (
    (
        "Each answer is cited and dated by the commit that wrote its line; money is to be checked.",
        ("search", "lantern", "budget", "-k", "1"),
    ),
    (
        "A value that was struck stays readable beside the entry that replaced it.",
        ("search", "lantern", "lead", "-k", "2"),
    ),
    (
        "One fact with its former values, the commit of each and how they ended: edited in place here,",
        ("explain", "lantern", "budget"),
    ),
    ("struck in the note and followed by an entry in the log here.", ("explain", "lantern", "lead")),
    (
        "Two values that nothing orders: an agent added one beside the other (exit 1).",
        ("conflicts",),
    ),
    (
        "What changed in a summer, whatever was moved and renamed meanwhile.",
        ("diff", "--since", "2026-06-01", "--until", "2026-08-31"),
    ),
    (
        "What was deleted is told, with the commit that removed it (exit 1).",
        ("search", "door", "code"),
    ),
    (
        "What was never written down is proven absent (exit 1).",
        ("search", "fax"),
    ),
    (
        "A line that moved keeps its date, and one that nobody committed says so.",
        ("blame", "archive/places.md"),
    ),
    ("", ("blame", "places.md")),
)
"""What is shown: why, and the command."""


@click.command(name="demo", context_settings=CONTEXT)
@click.option("--keep", is_flag=True, help="Keep the repository and say where it is.")
@click.pass_context
def command(context: click.Context, keep: bool) -> None:
    """Show gitmem at work on a small dated repository.

    Builds it in a temporary folder, asks it a few questions with the same code as the other verbs, and
    removes it. Nothing else is read or changed.
    """
    options = options_of(context)
    folder = Path(tempfile.mkdtemp(prefix="gitmem-demo-"))
    try:
        build_demo(folder)
        now = options.now or STORY_NOW
        say(f"A year of notes in {len(STORY)} commits, in a temporary repository, asked as of {now[:10]}.")
        for reason, arguments in EXAMPLES:
            _show(folder, reason, ("--now", now, "--color", options.color), arguments)
        _show_hook(folder)
        if keep:
            say(f"\nThe repository is in {folder}; try: git mem -C {folder} search lens")
    finally:
        if not keep:
            shutil.rmtree(folder)


def _show(folder: Path, reason: str, before: tuple[str, ...], arguments: tuple[str, ...]) -> None:
    say(f"\n# {reason}" if reason else "")
    say(f"$ git mem {' '.join(arguments)}")
    cli.main(args=["-C", str(folder), *before, *arguments], prog_name="git mem", standalone_mode=False)


def _show_hook(folder: Path) -> None:
    """Installs the hooks and lets a real commit run into them."""
    from gitmem.git.making import commit_with_hooks

    _show(
        folder, "With its hooks a commit that contradicts a note does not come about.", (), ("install-hooks",)
    )
    path, message = CONTRADICTION.path, "lantern: budget as discussed"
    note = folder / path
    note.write_bytes(CONTRADICTION.do(note.read_text("utf-8")).encode())
    say(f"\n# An agent has added a line: {CONTRADICTION.after.strip()}")
    say(f"$ git commit -m '{message}' -- {path}")
    say(commit_with_hooks(folder, path, AGENT, message, Path(sys.argv[0]).absolute().parent)[1])


def build_demo(folder: Path) -> list[str]:
    """Makes the repository of the story in the empty `folder`; the ids of its commits."""
    from gitmem.clock import parse_instant
    from gitmem.git.making import NewCommit, build_repository

    commits = (
        NewCommit(
            {path: text.encode() for path, text in state.items()},
            step.author,
            parse_instant(step.moment),
            step.summary,
        )
        for step, state in tell(example_notes())
    )
    made = build_repository(folder, commits)
    path, line = UNCOMMITTED
    with (folder / path).open("a", encoding="utf-8", newline="") as note:
        note.write(line)
    return made


def example_notes() -> dict[str, str]:
    """The example notes as they are now; in a checkout they lie beside the package, else inside it."""
    for place in (files("gitmem") / "example_notes", Path(__file__).parents[2] / "examples" / "notes"):
        if place.is_dir():
            return dict(_notes_in(place, ""))
    raise GitmemError("the example notes are not installed; reinstall gitmem-notes")


def _notes_in(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _notes_in(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".md"):
            yield prefix + entry.name, entry.read_text(encoding="utf-8")
