"""What can go wrong, as types.

Every error a user can meet is a `GitmemError` with one clear line as its text. Exit codes are not
decided here: `gitmem.cli.exits` maps these types to them, and nothing else does.
"""

from __future__ import annotations


class GitmemError(Exception):
    """Base of all errors that gitmem raises on purpose; `str(error)` is one line for people."""


class UsageError(GitmemError):
    """The caller asked for something that cannot be asked (empty query, bad glob, bad option)."""


class DateError(UsageError):
    """A text that should be a day or an instant is neither."""


class ConfigError(GitmemError):
    """`.gitmem.toml` is broken, holds an unknown key or a value of the wrong type."""


class ProviderError(GitmemError):
    """A semantic search was asked for and its provider of vectors is unknown here or lacks something."""


class RootError(GitmemError):
    """The notes folder or start folder does not exist, is no folder, or leaves its repository."""


class GitError(GitmemError):
    """git could not do what was asked; the text holds git's own first line."""


class GitMissingError(GitError):
    """There is no git on PATH, or it is older than `gitmem.git.repository.MINIMUM_GIT`."""


class NotARepositoryError(GitError):
    """The folder belongs to no git repository."""


class RevisionError(GitError):
    """A revision does not exist or is ambiguous."""


class MissingObjectError(GitError):
    """An object is not there: a partial clone left it out, or the repository is damaged."""


class NoteError(GitmemError):
    """One note cannot be read as text; it is named as skipped and stops no other."""


class WriteError(GitmemError):
    """Notes could not be written now: another write holds the lock, or there can be none."""


class StoreError(GitmemError):
    """A SQLite file of ours cannot be used."""


class IndexCorruptError(StoreError):
    """A store is truncated, foreign or was edited from outside; nothing is answered from it."""


class StoreReadOnlyError(StoreError):
    """A store has to be written and its folder, file or disk does not allow it."""


class StoreBusyError(StoreError):
    """Another process is refreshing the same store."""
