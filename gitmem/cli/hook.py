"""`git mem hook`: what the shell hooks and the pre-commit framework call.

A hook that may stop git says nothing when all is well. One that runs after the fact never fails: whatever
happens is told in one line, and git goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

import click

from gitmem.cli.exits import Exit, run
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import tell
from gitmem.errors import IndexCorruptError

if TYPE_CHECKING:
    from gitmem.memory.checking.findings import CheckResponse
    from gitmem.memory.library import Memory
    from gitmem.reports.layout import Style

T = TypeVar("T")

BEFORE = ("pre-commit", "pre-merge-commit", "check")
"""Hooks that may stop git; `check` is the one of the pre-commit framework."""

AFTER = ("post-merge", "post-rewrite", "index")
"""Hooks that run when all is done; `index` is the one of the pre-commit framework."""


@click.command(name="hook", context_settings={**CONTEXT, "allow_interspersed_args": False})
@click.argument("name", type=click.Choice([*BEFORE, *AFTER]))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(context: click.Context, name: str, arguments: tuple[str, ...]) -> int:
    """Do the work of a git hook.

    The hooks that 'git mem install-hooks' writes call this with their own name; 'check' and 'index' are for
    the pre-commit framework. File names after the name are not looked at. pre-commit, pre-merge-commit and
    check judge what is being committed (check also a range to be pushed, and everything where nothing is
    staged) and exit as 'git mem check' does. The others bring the index up to date, tell which
    contradictions a merge or a rebase brought, and never fail.
    """
    options = options_of(context)
    if name in BEFORE:
        return _before(options, name)
    run(lambda: _after(options, name, arguments))
    return Exit.YES


def _before(options: Options, name: str) -> int:
    memory, framework = options.open(), name == "check"
    response = _on_a_sound_index(memory, lambda: memory.check_for_hook(os.environ, framework=framework))
    if response is None:
        return Exit.YES
    everything = response.scope.value == "all"
    if everything or options.verbose:
        options.pass_on(memory)
    if response.findings and _tell_findings(response, options.style(memory), _stopped(name)):
        return Exit.NO
    return Exit.UNPROVEN if everything and response.answer.unproven else Exit.YES


def _on_a_sound_index(memory: Memory, work: Callable[[], T]) -> T:
    """Does `work`; a damaged index is built again first, since nobody should wait for that with a commit."""
    try:
        return work()
    except IndexCorruptError:
        tell("gitmem: the index was damaged and is built again")
        memory.refresh(rebuild=True)
        return work()


def _stopped(name: str) -> str | None:
    """What a hook stops that fails; None where it is run by hand."""
    if name == "check" and os.environ.get("PRE_COMMIT_REMOTE_NAME"):
        return "push"
    if name == "check" and not os.environ.get("GIT_INDEX_FILE"):
        return None
    merging = name == "pre-merge-commit" or any(known.startswith("GITHEAD_") for known in os.environ)
    return "merge commit" if merging else "commit"


def _tell_findings(response: CheckResponse, style: Style, stopped: str | None) -> bool:
    """Says what was found; whether something is an error."""
    from gitmem.checks.finding import Severity, reaches
    from gitmem.reports.text_hook import errors_text, warnings_text

    failing = any(reaches(each.severity, Severity.ERROR) for each in response.findings)
    text = errors_text(response, style, stopped) if failing else warnings_text(response, style)
    if text:
        tell(text)
    return failing


def _after(options: Options, name: str, arguments: tuple[str, ...]) -> None:
    from gitmem.git.unfinished import work_under_way
    from gitmem.memory.checking.hook_scope import brought

    place, what = options.place(), _what_was_done(name, arguments, os.environ)
    if what == "amend" and place.repository and work_under_way(place.repository.git_dir):
        return  # one of many steps of a rebase; the last one is followed by a call of its own
    memory = options.open()
    _on_a_sound_index(memory, memory.refresh)
    span = brought(place) if what in ("merge", "rebase") else None
    if span is not None:
        from gitmem.memory.checking.findings import CheckScope

        _tell_brought(memory.check(span, scope=CheckScope.RANGE), options.style(memory), str(what))


def _what_was_done(name: str, arguments: tuple[str, ...], environment: Mapping[str, str]) -> str | None:
    """`merge`, `squash`, `rebase` or `amend`; None where nobody says."""
    first = arguments[0] if arguments and name != "index" else None
    if name == "post-merge" or (name == "index" and "PRE_COMMIT_IS_SQUASH_MERGE" in environment):
        return "squash" if (first or environment.get("PRE_COMMIT_IS_SQUASH_MERGE")) == "1" else "merge"
    return first if name == "post-rewrite" else environment.get("PRE_COMMIT_REWRITE_COMMAND")


def _tell_brought(response: CheckResponse, style: Style, what: str) -> None:
    """Says which contradictions and unfinished merges a merge or rebase brought."""
    if not response.findings:
        return
    from dataclasses import replace

    from gitmem.checks.finding import Rule, Severity
    from gitmem.reports.text_hook import brought_text

    rules = (Rule.CONFLICT, Rule.MERGE_MARKERS)
    told = [each for each in response.findings if each.rule in rules and each.severity is Severity.ERROR]
    if told:
        tell(brought_text(replace(response, findings=tuple(told)), style, what))
