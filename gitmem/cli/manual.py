"""The man page, made from the commands, so that it says what the program does.

`python -m gitmem.cli.manual` writes it beside this file; the wheel installs it, and git shows it for
`git mem --help`.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from gitmem import __version__
from gitmem.cli.main import VERBS, cli, new_context

PAGE = Path(__file__).with_name("git-mem.1")
"""Where the page lies in the source tree."""

_EXITS = (
    ("0", "Yes: a match, or the work is done."),
    ("1", "No: the notes do not hold it now, which is proven for the scope and history that were searched."),
    ("2", "Wrong use, or the work could not be done; one line on standard error says why."),
    ("3", "The index cannot be used; 'git mem index --rebuild' makes a new one. Notes are never touched."),
    ("4", "Nothing was found, but absence is not proven; the answer says why."),
    ("130", "Interrupted."),
)
_FILES = (
    (".gitmem.toml", "Configuration, at the top of the repository. Unknown keys are errors."),
    (
        "gitmem/ in the git directory",
        "The index and what was learned from history. It can be deleted at any time; where the git "
        "directory cannot be written it is kept below $XDG_CACHE_HOME or ~/.cache.",
    ),
)
_VARIABLES = (
    ("NO_COLOR", "No colours, unless --color always."),
    ("COLUMNS", "Width of text on a terminal."),
)


def manual() -> str:
    """The page in the man macros."""
    context = new_context(cli, "git mem")
    parts = [
        f'.TH GIT-MEM 1 "" "gitmem {__version__}" "Git Manual"',
        ".SH NAME",
        "git-mem \\- memory for agents and people in Markdown notes, dated by git",
        ".SH SYNOPSIS",
        ".B git mem",
        "[OPTIONS] VERB \\&...",
        ".SH DESCRIPTION",
        _prose(cli.help or ""),
        ".SH OPTIONS",
        "These stand before the verb.",
        *_options(cli, context),
        ".SH VERBS",
        *(line for name in VERBS for line in _verb(name, context)),
        ".SH EXIT STATUS",
        *_items(_EXITS),
        ".SH FILES",
        *_items(_FILES),
        ".SH ENVIRONMENT",
        *_items(_VARIABLES),
        ".SH SEE ALSO",
        ".BR git (1),",
        ".BR git-blame (1)",
    ]
    return "\n".join(parts) + "\n"


def _verb(name: str, parent: click.Context) -> list[str]:
    command = cli.get_command(parent, name)
    assert command is not None
    return _command(command, name, parent)


def _command(command: click.Command, name: str, parent: click.Context) -> list[str]:
    """The part of a verb; one that has verbs of its own is told by theirs."""
    context = new_context(command, name, parent)
    if isinstance(command, click.Group):
        return [
            line
            for below in sorted(command.commands)
            for line in _command(command.commands[below], f"{name} {below}", context)
        ]
    usage = " ".join(command.collect_usage_pieces(context))
    return [f'.SS "git mem {name} {_text(usage)}"', _prose(command.help or ""), *_options(command, context)]


def _options(command: click.Command, context: click.Context) -> list[str]:
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    return _items([record for record in records if record is not None])


def _items(items: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> list[str]:
    return [line for term, text in items for line in (".TP", f"\\fB{_text(term)}\\fR", _prose(text))]


def _prose(text: str) -> str:
    paragraphs = [" ".join(part.split()) for part in text.replace("\b", "").split("\n\n")]
    return "\n.PP\n".join(_text(paragraph) for paragraph in paragraphs if paragraph)


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "\\&...")
    return re.sub(r"^([.'])", r"\\&\1", escaped)


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
