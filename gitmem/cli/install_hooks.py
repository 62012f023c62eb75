"""`git mem install-hooks`: gitmem's hooks where git looks for them, beside what is there or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import click

from gitmem.cli.exits import Exit
from gitmem.cli.main import CONTEXT
from gitmem.cli.options import Options, options_of
from gitmem.cli.output import say, say_bytes, warn
from gitmem.errors import NotARepositoryError, UsageError
from gitmem.git.hook_files import (
    ASIDE,
    FORCEABLE,
    Action,
    Change,
    Obstacle,
    Plan,
    Refusal,
    apply,
    look,
    plan_install,
    plan_uninstall,
    shipped_hooks,
)
from gitmem.git.hooks_folder import FolderFault, HooksFolder, find_hooks_folder
from gitmem.reports.safe import clean_line, clean_path


@click.command(name="install-hooks", context_settings=CONTEXT)
@click.option("--uninstall", is_flag=True, help="Take them out again and bring back what was there.")
@click.option("--print", "only_print", is_flag=True, help="Print what would be written; change nothing.")
@click.option("--force", is_flag=True, help="Move aside what gitmem cannot be added to; use any folder.")
@click.pass_context
def command(context: click.Context, uninstall: bool, only_print: bool, force: bool) -> int:
    """Install gitmem's git hooks, or remove them.

    pre-commit and pre-merge-commit stop a commit that makes notes contradict each other; post-merge and
    post-rewrite bring the index up to date. A shell hook of your own is kept and runs after gitmem's part,
    which is marked in it. Where a program such as pre-commit, prek, husky or lefthook owns the hooks nothing
    is written, and what to put into its configuration is printed. Exit codes: 0 done, 2 not done.
    """
    options = options_of(context)
    folder = _folder(options)
    texts, there = shipped_hooks(), look(folder.path) if folder.path.is_dir() else {}
    plan = (plan_uninstall if uninstall else plan_install)(folder.path, there, texts, force=force)
    # Where nothing of gitmem is, nothing is taken out, whatever speaks against the folder.
    in_the_way = folder.fault is not None and not (force and folder.forceable)
    if in_the_way and (plan != Plan((), ()) or not uninstall):
        raise UsageError(_folder_words(folder))
    if plan.refusals:
        return _refuse(plan.refusals, _force_words(force, uninstall))
    if only_print:
        _print(plan, options.folder)
        return Exit.YES
    apply(plan)
    _report(plan, uninstall, options.folder)
    if not uninstall:
        _warn_of_a_missing_program(options)
    return Exit.YES


def _folder(options: Options) -> HooksFolder:
    repository = options.place().repository
    if repository is None:
        raise NotARepositoryError("there is no git repository here, so there are no hooks")
    return find_hooks_folder(repository)


def _folder_words(folder: HooksFolder) -> str:
    """Why a folder is not written to, in one line."""
    where = clean_path(os.fspath(folder.path))
    words = {
        FolderFault.BARE: "nobody commits in a bare repository, so it needs no hooks",
        FolderFault.EMPTY_SETTING: "core.hooksPath is empty, so git finds no hooks; unset it",
        FolderFault.NO_FOLDER: f"hooks are switched off: git looks for them in {where}, which is no folder",
        FolderFault.SHARED: f"your git settings name {where} for all repositories; --force writes there",
        FolderFault.OUTSIDE: f"git looks for hooks in {where}, outside this repository; --force writes there",
    }
    assert folder.fault is not None
    return words[folder.fault]


def _refuse(refusals: tuple[Refusal, ...], way: str) -> int:
    """Says what stands in the way, and for hooks that a program owns what to do instead."""
    from gitmem.cli.hook_snippets import snippet

    managers = dict.fromkeys(each.manager for each in refusals if each.manager is not None)
    for manager in managers:
        say(snippet(manager).rstrip("\n"))
    for each in refusals:
        if each.manager is None:
            warn(_refusal_words(each, way))
    for manager in managers:
        names = ", ".join(each.path.name for each in refusals if each.manager is manager)
        warn(f"nothing was written: {manager.value} owns {names}; put the above into its configuration")
    return Exit.FAILED


_OBSTACLES = {
    Obstacle.HALF_BLOCK: "holds a damaged part of gitmem; remove what is between its marks by hand",
    Obstacle.KEPT_ALREADY: "exists already, so nothing can be kept under that name; move it away",
    Obstacle.NO_SHELL: "is no shell script, so gitmem cannot be added to it",
    Obstacle.LINK: "is a link or no file, so gitmem is not added to it",
    Obstacle.NOT_EXECUTABLE: "is not executable, so git passes over it and gitmem is not added to it",
    Obstacle.EDITED: "was written by gitmem and has been changed since",
}


def _refusal_words(refusal: Refusal, way: str) -> str:
    """Why one hook stands in the way, in one line that ends with the way out."""
    words = f"{clean_path(os.fspath(refusal.path))} {_OBSTACLES[refusal.obstacle]}"
    return words + (way if refusal.obstacle in FORCEABLE else "")


def _force_words(force: bool, uninstall: bool) -> str:
    if force:
        return ""
    return "; --force removes it" if uninstall else f"; --force keeps it, its name ending in {ASIDE}"


def _print(plan: Plan, start: Path) -> None:
    """Each file as it would be, below a line that names it."""
    for change in plan.changes:
        say(f"# {clean_line(_line(change, start))}")
        if change.data is not None:
            say_bytes(change.data)


def _report(plan: Plan, uninstall: bool, start: Path) -> None:
    for change in plan.changes:
        say(_line(change, start))
    if not plan.changes:
        say("no hooks of gitmem here" if uninstall else "the hooks are installed already")


_DONE = {
    Action.WRITE: "write",
    Action.ADD: "add to",
    Action.TAKE_OUT: "take out of",
    Action.REMOVE: "remove",
    Action.RESTORE: "restore",
}


def _line(change: Change, start: Path) -> str:
    """What is done to one file, its path as seen from `start`."""
    after = " (your own hook runs after it)" if change.action is Action.ADD else ""
    if change.action is Action.WRITE and change.aside is not None:
        after = f" (the hook that was there is kept as {clean_path(change.aside.name)} and runs no more)"
    return f"{_DONE[change.action]} {clean_path(_shown(change.path, start))}{after}"


def _shown(path: Path, start: Path) -> str:
    """A path as short as it can be said from `start`."""
    relative = os.path.relpath(path, os.path.realpath(start))
    return os.fspath(path) if relative.startswith(os.pardir) else relative


def _warn_of_a_missing_program(options: Options) -> None:
    import shutil

    if not options.quiet and shutil.which("git-mem") is None:
        warn("git-mem is not on PATH, and where it is not found the hooks do nothing")
