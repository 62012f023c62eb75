"""History as a stream: every commit once, oldest first, with the patches and answers a replay needs.

git walks newest first, which is where its delta cache works best, so its output is kept in a spool file
and handed on backwards. Merges bring no patch of their own; what they need is asked one by one.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from gitmem.git.calls import Git
from gitmem.git.changes import (
    HEADER,
    CombinedHunk,
    FileChange,
    parse_combined,
    parse_files,
    parse_raw_lists,
    unquote,
)

_DIFF = (
    "-r",
    "--raw",
    "--full-index",
    "--no-abbrev",
    "--text",
    "--no-textconv",
    "--no-ext-diff",
    "--no-color",
    "--diff-algorithm=myers",
    "--indent-heuristic",
    "--inter-hunk-context=0",
    "--ignore-submodules=none",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "-O/dev/null",
)
"""Everything a user's configuration could change about a patch, said outright."""

_PATCH = ("-p", "-U0", "-M", "-l1000")
_LOG = ("--topo-order", "--full-history", "--sparse", "--root", "--diff-merges=off", "--no-show-signature")
_NAMES = ("--no-notes", "--encoding=UTF-8", "--date=raw", f"--format={HEADER}")
_BLOCK = 1 << 20
_LONGEST_COMMAND = 100_000
_DONE = b"gitmem-done\n"


class History:
    """Questions about history, put to one repository.

    `pathspec` limits patches to notes; empty means every file, as `git blame` would see it.
    Use as a context manager, so that the processes it keeps end with it.
    """

    def __init__(self, git: Git, pathspec: Sequence[str] = ()) -> None:
        self._git = git
        self._pathspec = ("--", *pathspec) if pathspec else ()
        self._patterns = Git(
            git.folder, git.environment, tuple(o for o in git.options if o != "--literal-pathspecs")
        )
        self._copies = _Conversation(git, "-r", "--raw", "-C", "-l0", "--no-abbrev", "--root")
        self._merges = _Conversation(
            git, "-c", *(o for o in _DIFF if o != "--raw"), "-p", "-U1", "--no-renames"
        )

    def __enter__(self) -> History:
        return self

    def __exit__(self, *_: object) -> None:
        self._copies.close()
        self._merges.close()

    @contextmanager
    def commits(self, tips: Sequence[str], known: Iterable[str]) -> Iterator[Records]:
        """The commits that `tips` reach and `known` do not, as records, parents before children.

        A record is what `parse_commit` reads; it is parsed when it is its turn, to hold one at a time.
        """
        revisions = b"".join(tip.encode() + b"\n" for tip in tips)
        revisions += b"".join(b"^" + oid.encode() + b"\n" for oid in known)
        with tempfile.TemporaryFile() as wanted, tempfile.TemporaryFile() as spool:
            wanted.write(revisions)
            wanted.seek(0)
            call = ("log", "--ignore-missing", "--stdin", *_LOG, *_NAMES, *_DIFF, *_PATCH, *self._pathspec)
            with self._patterns.reading(*call, source=wanted) as output:
                starts = copy_records(output, spool)
            yield Records(spool, starts)

    def changes_of_merges(self, merges: Iterable[tuple[str, str]]) -> Iterator[tuple[str, list[FileChange]]]:
        """For each (merge, first parent) that differ: the paths that do, without patches."""
        with tempfile.TemporaryFile() as wanted:
            wanted.writelines(f"{merge} {parent}\n".encode() for merge, parent in merges)
            if not wanted.tell():
                return
            wanted.seek(0)
            call = ("diff-tree", "--stdin", "-r", "--raw", "--no-abbrev", "--no-renames", *self._pathspec)
            with self._patterns.reading(*call, source=wanted) as output:
                yield from parse_raw_lists(output)

    def merge_patch(self, merge: str) -> dict[bytes, list[CombinedHunk]]:
        """Per path that differs from every parent: how the merge was put together from them."""
        return parse_combined(self._merges.ask(merge))

    def copies(self, commit: str) -> dict[bytes, bytes]:
        """New paths of a commit that resemble some path of its parent, with that path: a quick sieve."""
        found: dict[bytes, bytes] = {}
        for line in self._copies.ask(commit):
            if line.startswith(b":"):
                fields = line.split(b"\t")
                if len(fields) > 2:
                    found[unquote(fields[2])] = unquote(fields[1])
        return found

    def renamed_from(
        self, parent: str, commit: str, path: bytes, gone: Sequence[bytes] | None
    ) -> FileChange | None:
        """Where `path` came from, judged for this path alone as `git blame` judges; None if from nowhere.

        `gone` are the paths that `commit` took away, None if unknown.
        """
        if gone is None:
            gone = self._gone(parent, commit)
        if not gone or sum(map(len, gone)) > _LONGEST_COMMAND:
            return None
        for change in self._between(parent, commit, "-M", (path, *gone)):
            if change.status == b"R" and change.path == path:
                return change
        return None

    def change(self, parent: str, commit: str, path: bytes) -> FileChange | None:
        """How one path differs between two commits; None if it does not."""
        return next(iter(self._between(parent, commit, "--no-renames", (path,))), None)

    def _between(self, parent: str, commit: str, renames: str, paths: Sequence[bytes]) -> list[FileChange]:
        printed = self._git.ask(
            "diff-tree", *_DIFF, "-p", "-U0", renames, "-l0", parent, commit, "--", *paths
        )
        return parse_files(printed.split(b"\n"))

    def _gone(self, parent: str, commit: str) -> list[bytes]:
        question = ("diff-tree", "-r", "-z", "--no-renames", "--diff-filter=D", "--name-only")
        return [path for path in self._git.ask(*question, parent, commit).split(b"\0") if path]

    def blob(self, blob: bytes) -> bytes:
        """The content of a blob."""
        return self._git.ask("cat-file", "blob", blob.decode("ascii"))

    def line_count(self, blob: bytes) -> int:
        """Number of lines of a blob, an unfinished last one included."""
        text = self.blob(blob)
        return text.count(b"\n") + (not text.endswith(b"\n") and bool(text))


class Records:
    """Commits of a spool file, the last one of the file first, each read when it is its turn."""

    def __init__(self, spool: IO[bytes], starts: array[int]) -> None:
        self._spool = spool
        self._ends = starts[1:]
        self._ends.append(spool.seek(0, os.SEEK_END))
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[bytes]:
        for start, end in zip(reversed(self._starts), reversed(self._ends), strict=True):
            self._spool.seek(start)
            yield self._spool.read(end - start)

    def heads(self) -> Iterator[bytes]:
        """The first line of each record, in the same order."""
        for start in reversed(self._starts):
            self._spool.seek(start)
            yield self._spool.readline()


def copy_records(output: IO[bytes], spool: IO[bytes], size: int = _BLOCK) -> array[int]:
    """Copies the stream in blocks of `size`; where each record starts: at a tilde that begins a line."""
    starts = array("Q")
    written = 0
    before = b"\n"
    while block := output.read(size):
        spool.write(block)
        searched = before + block
        at = searched.find(b"\n~")
        while at >= 0:
            starts.append(written + at)
            at = searched.find(b"\n~", at + 1)
        before = block[-1:]
        written += len(block)
    return starts


class _Conversation:
    """One long-lived `git diff-tree --stdin`, started when it is first asked."""

    def __init__(self, git: Git, *options: str) -> None:
        self._git = git
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, commit: str) -> list[bytes]:
        """What git prints for a commit, as lines without their end."""
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        # diff-tree copies a line that is no object id, so this one marks where the answer ends.
        process.stdin.write(commit.encode() + b"\n" + _DONE)
        process.stdin.flush()
        lines: list[bytes] = []
        for line in process.stdout:
            if line == _DONE:
                return lines
            lines.append(line[:-1])
        raise EOFError(commit)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = self._git.conversation("diff-tree", "--stdin", *self._options)
        return self._process

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate()
            self._process = None
