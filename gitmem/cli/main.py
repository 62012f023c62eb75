"""`git-mem`: options before the verb, and verbs that are imported only when they are called."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from gitmem import __version__
from gitmem.cli.exits import Exit, run
from gitmem.cli.options import Options
from gitmem.cli.output import say, tell

VERBS = {
    "demo": "Show gitmem at work on a small dated repository.",
    "search": "Search the notes: ranked, dated, cited answers with proof.",
    "annotate": "Date and judge places that another search found.",
    "diff": "Show which facts changed between two revisions or dates.",
    "proof": "Write a receipt of a search, or verify one.",
    "explain": "Explain one fact: its value, its former values, and the commit of each.",
    "history": "List former values and the commit that ended each.",
    "conflicts": "List facts with two live values that nothing orders.",
    "stale": "List what has to be checked again, the oldest first.",
    "check": "Check notes for contradictions, merge markers and impossible dates.",
    "lessons": "List inferred lessons and whether enough speaks for them.",
    "report": "Report the whole state: numbers, contradictions, what is stale, and who may help.",
    "add": "Add an entry to the log, or a line to a note.",
    "supersede": "Strike a line and write what holds now below it.",
    "retract": "Strike a line that holds no more; nothing comes instead.",
    "verify": "Say of a line that it was checked and still holds.",
    "consolidate": "Propose, as a diff to review, what of the notes could be put in order.",
    "blame": "Show a note piece by piece with dates, authors and standing.",
    "init": "Lay out settings and, with --policy, a memory with rules.",
    "import": "Copy the notes of another memory into this one.",
    "rotate": "Move old days of the log into an archive for each month.",
    "schema": "Suggest which keys hold one value and which many.",
    "index": "Build or refresh the index.",
    "stats": "Count notes, pieces, dates and ages.",
    "doctor": "Look for what could make answers wrong here, or stop an agent at work.",
    "mcp": "Serve the notes to an agent over the Model Context Protocol.",
    "ui": "Show the memory in a browser, live: overview, search, explain and blame.",
    "install-hooks": "Install gitmem's git hooks, or remove them.",
    "setup": "Set an agent up to use the memory of this repository.",
    "prime": "Print what an agent should know when a session begins.",
    "hook": "Do the work of a git hook.",
    "completion": "Print a completion script for a shell.",
    "help": "Show help for a verb.",
}
"""Verbs in the order of help; the text is also the first line of its help."""

HELP_OPTIONS = ["-h", "--help"]
HELP_WIDTH = 100
CONTEXT = {"help_option_names": HELP_OPTIONS, "max_content_width": HELP_WIDTH}
"""Settings of every command."""


class LazyVerbs(click.Group):
    """A group that knows its verbs' names and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All verbs, in the order of help."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one verb, None if there is no such verb."""
        if cmd_name not in VERBS:
            return None
        command = import_module(module_of(cmd_name)).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's, but a verb that does not exist is named, with the one that may be meant."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            raise click.UsageError(unknown_verb(args[0]))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs, without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def module_of(verb: str) -> str:
    """The module that holds a verb's command."""
    name = "import_notes" if verb == "import" else verb.replace("-", "_")  # a keyword names no module
    return f"gitmem.cli.{name}"


def unknown_verb(name: str) -> str:
    """One line about a verb that does not exist."""
    import difflib

    close = difflib.get_close_matches(name, VERBS, n=1)
    hint = f"did you mean {close[0]}?" if close else "git mem -h lists them"
    return f"{name!r} is not a verb of git-mem; {hint}"


@click.group(
    cls=LazyVerbs,
    context_settings=CONTEXT,
    invoke_without_command=True,
    options_metavar="[OPTIONS]",
    subcommand_metavar="VERB …",
    epilog="'git mem VERB -h' and 'git mem help VERB' tell about one verb. Exit codes: 0 yes, 1 no, "
    "2 could not do it, 3 index unusable, 4 nothing found but absence not proven, 130 interrupted.",
)
@click.option("-C", "start", metavar="DIR", multiple=True, help="Work as if started in DIR.")
@click.option("--root", metavar="DIR", help="Notes folder; its repository is the one that counts.")
@click.option("--now", metavar="INSTANT", help="Pretend it is this date or time (ISO 8601).")
@click.option(
    "--date-by", type=click.Choice(["author", "committer"]), help="Date of a commit that dates its lines."
)
@click.option("--allow-fetch", is_flag=True, help="Let git fetch what a partial clone left out.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour; auto also heeds NO_COLOR and git's color.mem.",
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing beside the answer.")
@click.option("-v", "--verbose", is_flag=True, help="Say more.")
@click.version_option(__version__, prog_name="git-mem", message="%(prog)s %(version)s")
@click.pass_context
def cli(
    context: click.Context,
    start: tuple[str, ...],
    root: str | None,
    now: str | None,
    date_by: str | None,
    allow_fetch: bool,
    color: str,
    quiet: bool,
    verbose: bool,
) -> int:
    """Memory for agents and people: Markdown notes in a git repository, searched with dates and proof."""
    folder = os.path.join(*start) if start else None
    context.obj = Options(folder, root, now, date_by, allow_fetch, color, quiet, verbose)
    if context.invoked_subcommand is None:
        tell(context.get_help())
        return Exit.FAILED
    return Exit.YES


def as_utf8(argument: str) -> str:
    """An argument as UTF-8 text whatever the locale; bytes that are not UTF-8 stay surrogates."""
    try:
        return os.fsencode(argument).decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return argument


def main() -> int:
    """Entry point of the console script; the exit code."""
    # git runs the script by the path it found; help should name what people type.
    return run(
        lambda: cli.main(
            args=[as_utf8(argument) for argument in sys.argv[1:]],
            prog_name="git mem",
            complete_var="_GIT_MEM_COMPLETE",
            standalone_mode=False,
        )
    )


def new_context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    """A context in which `command` can tell its help, without running it."""
    return click.Context(
        command, info_name=name, parent=parent, help_option_names=HELP_OPTIONS, max_content_width=HELP_WIDTH
    )


def show_help(context: click.Context) -> None:
    """Prints the help of a command to standard output."""
    say(context.get_help())
