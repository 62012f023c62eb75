"""The tables that `bench.history` fills: what each column means, and what counts as met."""

from __future__ import annotations

from bench.measure import Table, Target
from bench.steps import STEPS

REPLAY = Target(
    2.25,
    why="removed text, repeats and what merges left behind are found in Python, over a third of the time",
)
REPLAY_COUNTS_FROM = 1.0
"""Seconds of git from which reading history counts for more than starting Python."""

INDEX = Target(6.5, " s", why="two thirds are chunks read, analysed and dated one by one in Python")
INDEX_WITH_FACTS = Target(10, " s", why="the rest is what facts add")
FACTS_OF_INDEX = Target(
    0.6, why="two notes are parsed, in part, for each of the removals that may have been facts"
)
FACTS_OF_UPDATE = Target(0.005, why="all claims of a changed note are read anew, before and after")
INDEX_COUNTS_FROM = 100_000
"""Chunks from which a repository is of the size that the target of a whole build speaks of."""

LOOP = Target(10, at_least=True, why="few notes for a long history, so the loop has little to do")
BLOOM_LOOP = Target(2, at_least=True)
LOOP_COUNTS_FROM = 500
"""Notes from which a loop of blames is worth comparing with."""

UPDATE = Target(0.015, why="a changed note is read and compared whole, line numbers of all its chunks move")
MERGE_UPDATE = Target(0.1)
MEMORY = Target(200_000_000)
STRICT = Target(0, " lines")
DEFAULT = Target(0.0001)


class HistoryTables:
    """The tables of one run, filled repository by repository."""

    def __init__(self) -> None:
        self.subjects = Table("Repositories", ("repository", "commits", "merges", "notes"))
        self.replay = Table(
            "History read from nothing",
            ("repository", "`git log -p -U0 -M`", "gitmem's history", "ratio", "target", "verdict"),
            "CPU of whole processes, children included. gitmem reads the same patches, dates every line, "
            "keeps the text of removed ones and writes all of it to SQLite. Under a second of git no target "
            "is set: starting Python counts for too much.",
        )
        self.index = Table(
            "History and index built from nothing",
            (
                "repository",
                "chunks",
                "CPU",
                "of that history",
                "of that facts",
                "facts to the rest",
                "peak memory of Python",
                "target",
                "verdict",
            ),
            "The target is for building without facts, and for building with them where two are given.",
        )
        self.updates = Table(
            "One commit more",
            (
                "repository",
                "kind",
                "steps",
                "history",
                "history and index",
                "of that facts",
                "work tree and all",
                "target",
                "verdict",
            ),
            f"Medians over the last {STEPS} first-parent steps, in process; in brackets what of it git's "
            "processes took. A merge brings its side branch along. The targets speak of history and "
            "index without facts, and of facts. "
            "The last figure is all of `Memory.refresh()` in a work tree: it opens the repository and asks "
            "git what differs from HEAD as well.",
            labels=2,
        )
        self.loop = Table(
            "A loop of `git blame` over all notes, against gitmem's history",
            (
                "repository",
                "blamed",
                "blame loop",
                "with Bloom filters",
                "ratio",
                "ratio with Bloom",
                "target",
                "verdict",
            ),
            "The loops are reckoned from the sample that was blamed to all notes. Bloom filters: `git "
            "commit-graph write --reachable --changed-paths` in a throw-away clone; writing is not counted.",
        )
        self.blame = Table(
            "Lines that differ from `git blame`",
            ("repository", "mode", "notes", "lines", "different", "in the commit", "target", "verdict"),
            "Different means another commit, another path there, or another line number there.",
            labels=2,
        )
        self.equal = Table(
            "Updated equals built from nothing",
            ("repository", "steps", "steps that differ", "index after the last", "target", "verdict"),
            "After every step: commit, path and number of every line of every note; after the last one the "
            "digest of all that the index holds.",
        )

    def all(self) -> list[Table]:
        """In the order to be printed."""
        return [self.subjects, self.replay, self.index, self.updates, self.loop, self.blame, self.equal]
