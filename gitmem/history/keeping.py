"""Where the history store lies, and bringing it up to a commit when somebody asks.

One store per way of judging renames, below the common git directory; below the user's cache directory
when the git directory cannot be written.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gitmem.database import Mode, SchemaChangedError, StoreMissingError, open_database, try_lock
from gitmem.git.repository import Repository
from gitmem.history.store import SCHEMA, Facts

if TYPE_CHECKING:
    from gitmem.history.refresh import Progress


def notes_pathspec(include: Sequence[str]) -> tuple[str, ...]:
    """The pathspec that covers all files these globs can name; empty when only every file covers them."""
    endings = [pattern.rsplit("/", 1)[-1] for pattern in include]
    if not all(ending.startswith("*.") and ending[2:].isalnum() for ending in endings):
        return ()
    return tuple(sorted({f":(glob,icase)**/{ending}" for ending in endings}))


def writable_folder(folder: Path) -> Path:
    """`folder`, or a folder of its own below the user's cache directory where `folder` cannot be written, or
    is a link that could lead into the folder of another repository."""
    if folder.is_symlink():
        return cache_folder(folder)
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if os.access(nearest, os.W_OK | os.X_OK):
        return folder
    return cache_folder(folder)


def cache_folder(folder: Path) -> Path:
    """A folder below the user's cache directory that belongs to `folder` alone."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "gitmem" / hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]


def open_history(
    repository: Repository,
    tip: str,
    *,
    include: Sequence[str] = ("**/*.md",),
    strict: bool = False,
    rebuild: bool = False,
    progress: Progress | None = None,
) -> Facts:
    """The facts of history up to `tip`, recorded first where they are not yet.

    Raises `GitError` when git cannot tell, `StoreBusyError` when another process is recording,
    `IndexCorruptError` when the store is damaged. Close the returned facts' store after use.
    """
    pathspec = () if strict else notes_pathspec(include)
    way = hashlib.sha256("\n".join((*pathspec, str(strict))).encode()).hexdigest()[:8]
    path = writable_folder(repository.store_folder()) / f"history-{SCHEMA.version}-{way}.sqlite"
    world = hashlib.sha256(repository.world().encode()).hexdigest()
    facts = None if rebuild else _current(path, world, Mode.READ)
    if facts is not None:
        if facts.place_of(tip) is not None:
            return facts
        facts.store.close()
    from gitmem.history.recording import Recording  # heavy, and most calls find a current store

    recording = Recording(repository, pathspec, strict, world, progress)
    with try_lock(path.with_name("history.lock")):
        # Opened again under the lock: another process may have recorded meanwhile.
        facts = None if rebuild else _current(path, world, Mode.WRITE)
        if facts is None:
            recording.build(path, tip)
        else:
            recording.update(facts, tip)
    return Facts(open_database(path, SCHEMA, mode=Mode.READ))


def _current(path: Path, world: str, mode: Mode) -> Facts | None:
    """The store if it was recorded by this version in this world."""
    if not path.exists():
        return None
    try:
        facts = Facts(open_database(path, SCHEMA, mode=mode))
    except (StoreMissingError, SchemaChangedError):
        return None
    if facts.fact("world") == world:
        return facts
    facts.store.close()
    return None
