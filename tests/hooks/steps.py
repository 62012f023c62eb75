"""The ways a change gets into a branch, each once with a change that contradicts and once with one that
does not.

A mill has one owner. One line of its note names Ada Ek; the change adds a line to the end of the same
section, so every merge of the two is clean for git: another owner, or the colour of the door.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from tests.builder import RepoBuilder

Command = tuple[str, ...]

PLAIN = "# Mill\n\n- Built in: 1840\n- Stones: two\n- Wheel: oak\n- Race: field stone\n- Place: Lund\n"
OWNED = PLAIN.replace("- Built", "- Owner: Ada Ek\n- Built")
CONTRADICTION = "- Owner: Bo Fry\n"
HARMLESS = "- Door: red\n"
LINES = ("mill.md:3", "mill.md:9")
"""Where the two owners stand afterwards."""


class Heard(Enum):
    """What a person hears of a contradiction at this step."""

    STOPPED = auto()
    TOLD = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Step:
    """Commands after a scene; all but the last succeed, whatever is in the change."""

    name: str
    arrange: Callable[[RepoBuilder, str], None]
    commands: tuple[Command, ...]
    heard: Heard

    def __str__(self) -> str:
        return self.name


# --- scenes: `line` is what the change adds ---------------------------------------------------------------


def on_disk(repo: RepoBuilder, line: str) -> None:
    """The change is written, not staged; another note is staged."""
    repo.commit("2024-03-01", {"mill.md": OWNED, "other.md": "# Other\n"})
    repo.stage({"other.md": "# Other\n\nSome more.\n"})
    repo.write({"mill.md": OWNED + line})


def staged(repo: RepoBuilder, line: str) -> None:
    """The change is staged."""
    repo.commit("2024-03-01", {"mill.md": OWNED})
    repo.stage({"mill.md": OWNED + line})


def staged_then_undone_on_disk(repo: RepoBuilder, line: str) -> None:
    """The change is staged, the file on disk is as before."""
    staged(repo, line)
    repo.write({"mill.md": OWNED})


def fork(repo: RepoBuilder, line: str) -> None:
    """`main` names the owner, `side` makes the change; git can merge them."""
    repo.commit("2024-03-01", {"mill.md": PLAIN})
    repo.switch("side", new=True)
    repo.commit("2024-04-01", {"mill.md": PLAIN + line})
    repo.switch("main")
    repo.commit("2024-04-02", {"mill.md": OWNED})


def fork_on_side(repo: RepoBuilder, line: str) -> None:
    """The same, standing on `side`."""
    fork(repo, line)
    repo.switch("side")


def ahead(repo: RepoBuilder, line: str) -> None:
    """`side` is one commit with the change ahead of `main`."""
    repo.commit("2024-03-01", {"mill.md": OWNED})
    repo.switch("side", new=True)
    repo.commit("2024-04-01", {"mill.md": OWNED + line})
    repo.switch("main")


def ahead_by_two(repo: RepoBuilder, line: str) -> None:
    """`side` is two commits ahead: the owner is named by the first, the change is in the second."""
    repo.commit("2024-03-01", {"mill.md": PLAIN})
    repo.switch("side", new=True)
    repo.commit("2024-04-01", {"mill.md": OWNED})
    repo.commit("2024-04-02", {"mill.md": OWNED + line})
    repo.switch("main")


def published(repo: RepoBuilder, line: str) -> None:
    """Somebody else has pushed the change; it can be pulled by fast-forward."""
    repo.commit("2024-03-01", {"mill.md": OWNED})
    origin = repo.clone(repo.path.parent / "origin.git", bare=True)
    mate = origin.clone(repo.path.parent / "mate")
    mate.commit("2024-04-01", {"mill.md": OWNED + line})
    mate.git("push", "-q", "origin", "main")
    repo.git("remote", "add", "origin", "../origin.git")
    repo.git("fetch", "-q", "origin")
    repo.git("branch", "-q", "--set-upstream-to=origin/main", "main")


def published_apart(repo: RepoBuilder, line: str) -> None:
    """Somebody else has pushed an owner, and the change is in a commit of one's own."""
    repo.commit("2024-03-01", {"mill.md": PLAIN})
    origin = repo.clone(repo.path.parent / "origin.git", bare=True)
    mate = origin.clone(repo.path.parent / "mate")
    mate.commit("2024-04-01", {"mill.md": OWNED})
    mate.git("push", "-q", "origin", "main")
    repo.git("remote", "add", "origin", "../origin.git")
    repo.git("fetch", "-q", "origin")
    repo.git("branch", "-q", "--set-upstream-to=origin/main", "main")
    repo.commit("2024-04-02", {"mill.md": PLAIN + line})


def taken_back(repo: RepoBuilder, line: str) -> None:
    """The change was committed and taken out again by the last commit."""
    repo.commit("2024-03-01", {"mill.md": OWNED})
    repo.commit("2024-04-01", {"mill.md": OWNED + line})
    repo.commit("2024-04-02", {"mill.md": OWNED})


def put_away(repo: RepoBuilder, line: str) -> None:
    """The change is in the stash."""
    staged(repo, line)
    who = {f"GIT_{role}_{part}": "O" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    dates = {f"GIT_{role}_DATE": "@1711963800 +0000" for role in ("AUTHOR", "COMMITTER")}
    repo.git("stash", "push", "-q", environment=who | dates)


def renamed(repo: RepoBuilder, line: str) -> None:
    """The note gets another name and the change in one commit."""
    repo.commit("2024-03-01", {"wheel.md": OWNED})
    repo.move("wheel.md", "mill.md")
    repo.stage({"mill.md": OWNED + line})


COMMIT: Command = ("commit", "-q", "-m", "change")

STEPS = (
    Step("commit", staged, (COMMIT,), Heard.STOPPED),
    Step("commit-all", on_disk, ((*COMMIT, "-a"),), Heard.STOPPED),
    Step("commit-by-path", on_disk, ((*COMMIT, "--", "mill.md"),), Heard.STOPPED),
    Step("commit-include", on_disk, ((*COMMIT, "-i", "--", "mill.md"),), Heard.STOPPED),
    Step("commit-staged-not-on-disk", staged_then_undone_on_disk, (COMMIT,), Heard.STOPPED),
    Step("commit-on-disk-not-staged", on_disk, (COMMIT,), Heard.NOTHING),
    Step("amend", staged, (("commit", "-q", "--amend", "-m", "again"),), Heard.STOPPED),
    Step("amend-all", on_disk, (("commit", "-q", "-a", "--amend", "-m", "again"),), Heard.STOPPED),
    Step("rename-and-edit", renamed, (COMMIT,), Heard.STOPPED),
    Step("no-verify", staged, ((*COMMIT, "--no-verify"),), Heard.NOTHING),
    Step("merge-fast-forward", ahead, (("merge", "-q", "side"),), Heard.TOLD),
    Step("merge-two-commits", ahead_by_two, (("merge", "-q", "side"),), Heard.TOLD),
    Step("merge", fork, (("merge", "-q", "--no-edit", "side"),), Heard.STOPPED),
    Step("merge-no-ff", ahead, (("merge", "-q", "--no-ff", "--no-edit", "side"),), Heard.TOLD),
    Step("merge-no-verify", fork, (("merge", "-q", "--no-edit", "--no-verify", "side"),), Heard.TOLD),
    Step(
        "merge-then-commit",
        fork,
        (("merge", "-q", "--no-commit", "side"), ("commit", "-q", "--no-edit")),
        Heard.STOPPED,
    ),
    Step("merge-squash", fork, (("merge", "-q", "--squash", "side"), COMMIT), Heard.STOPPED),
    Step("rebase", fork_on_side, (("rebase", "-q", "main"),), Heard.TOLD),
    Step("rebase-apply", fork_on_side, (("rebase", "-q", "--apply", "main"),), Heard.TOLD),
    Step("pull-fast-forward", published, (("pull", "-q"),), Heard.TOLD),
    Step(
        "pull-merge",
        published_apart,
        (("pull", "-q", "--no-rebase", "--no-edit"),),
        Heard.STOPPED,
    ),
    Step("pull-rebase", published_apart, (("pull", "-q", "--rebase"),), Heard.TOLD),
    Step("cherry-pick", fork, (("cherry-pick", "side"),), Heard.NOTHING),
    Step("revert", taken_back, (("revert", "--no-edit", "HEAD"),), Heard.NOTHING),
    Step("cherry-pick-no-commit", fork, (("cherry-pick", "-n", "side"), COMMIT), Heard.STOPPED),
    Step("revert-no-commit", taken_back, (("revert", "-n", "HEAD"), COMMIT), Heard.STOPPED),
    Step("switch", ahead, (("switch", "-q", "side"),), Heard.NOTHING),
    Step("reset", ahead, (("reset", "-q", "--hard", "side"),), Heard.NOTHING),
    Step("stash-pop", put_away, (("stash", "pop", "-q"),), Heard.NOTHING),
)
