"""git merges text; two branches may contradict each other in different notes without any conflict.

Lost otherwise: the merge is done, nothing is said, and the next search has two answers.
"""

from __future__ import annotations

import pytest

from tests.builder import Changes, RepoBuilder
from tests.hooks.hooked import Hooked

SHED = "# Shed\n\nBehind the barn.\n"
KEEPER = {"shed.md": SHED + "\n- Caretaker: Kim Dahl\n"}
OTHER = {"log.md": "# Log\n\n## 2024-04-05\n\n- Shed caretaker: Jan Rud\n"}
DECLARED = '[facts]\nsingle_valued = ["caretaker"]\n'
PLACES = ("shed.md:5", "log.md:5")


def branches(repo: RepoBuilder, side: Changes, main: Changes) -> None:
    """Two branches that know nothing of each other."""
    repo.commit("2024-03-01", {".gitmem.toml": DECLARED, "shed.md": SHED, "log.md": "# Log\n"})
    repo.switch("side", new=True)
    repo.commit("2024-04-05", side)
    repo.switch("main")
    repo.commit("2024-04-05T10:00:00", main)


def brought(text: str) -> bool:
    """Whether somebody is told of both places and both people."""
    return all(part in text for part in (*PLACES, "Kim Dahl", "Jan Rud"))


def test_the_merge_commit_is_stopped(hooked: Hooked) -> None:
    """Before it exists; git leaves the merge to be finished or aborted, as after any refusal."""
    branches(hooked.repo, KEEPER, OTHER)
    before = hooked.repo.head
    done = hooked.git("merge", "-q", "--no-edit", "side")
    assert done.code != 0
    assert "merge commit stopped" in done.err
    assert brought(done.err)
    assert hooked.repo.head == before
    hooked.repo.git("merge", "--abort")
    assert hooked.repo.ask("status", "--porcelain") == ""


def test_settled_while_the_merge_is_stopped(hooked: Hooked) -> None:
    """One line struck and staged, and the merge may be committed."""
    branches(hooked.repo, KEEPER, OTHER)
    hooked.git("merge", "-q", "--no-edit", "side")
    hooked.repo.stage({"shed.md": SHED + "\n- ~~Caretaker: Kim Dahl~~ superseded 2024-04-06\n"})
    done = hooked.git("commit", "-q", "--no-edit")
    assert (done.code, done.err) == (0, "")
    assert hooked.repo.ask("rev-list", "--parents", "-n1", "HEAD").count(" ") == 2
    assert hooked.ask("check", "--all").code == 0


def test_the_other_way_round(hooked: Hooked) -> None:
    """Whichever branch is merged into which."""
    branches(hooked.repo, OTHER, KEEPER)
    done = hooked.git("merge", "-q", "--no-edit", "side")
    assert done.code != 0
    assert brought(done.err)


def test_merged_all_the_same(hooked: Hooked) -> None:
    """With `--no-verify` it is told after the fact, and the gate of the pipeline still fails."""
    branches(hooked.repo, KEEPER, OTHER)
    before = hooked.repo.head
    done = hooked.git("merge", "-q", "--no-edit", "--no-verify", "side")
    assert done.code == 0
    assert brought(done.err)
    assert hooked.ask("conflicts").code == 1
    for scope in ("--all", f"{before}..HEAD"):
        ran = hooked.ask("check", scope)
        assert ran.code == 1
        assert brought(ran.out)


def test_the_index_has_both_lines(hooked: Hooked) -> None:
    """The next search shows both and ranks neither above the other by its standing."""
    branches(hooked.repo, KEEPER, OTHER)
    hooked.git("merge", "-q", "--no-edit", "--no-verify", "side")
    found = {r["cite"]: r["status"] for r in hooked.mem.search("shed caretaker").results}
    assert [found[place] for place in PLACES] == ["CONTESTED", "CONTESTED"]


def test_pulled(hooked: Hooked) -> None:
    """A colleague's branch, by `git pull`: a true merge is stopped."""
    branches(hooked.repo, KEEPER, OTHER)
    hooked.repo.git("remote", "add", "mate", ".")
    done = hooked.git("pull", "-q", "--no-rebase", "--no-edit", "mate", "side")
    assert done.code != 0
    assert brought(done.err)


@pytest.mark.parametrize("command", ["merge", "pull"])
def test_fast_forward(command: str, hooked: Hooked) -> None:
    """Somebody else has merged it past the hook; who takes it over is told, and the command succeeds."""
    branches(hooked.repo, KEEPER, OTHER)
    hooked.repo.branch("mine")
    hooked.repo.merge("side", "2024-04-06")
    hooked.repo.switch("mine")
    where = ("side-by-side",)
    hooked.repo.git("branch", "-m", "main", *where)
    done = hooked.git(command, "-q", *((".",) if command == "pull" else ()), *where)
    assert done.code == 0
    assert brought(done.err)
    assert "Traceback" not in done.err


def test_three_branches_at_once(hooked: Hooked) -> None:
    """An octopus merge brings what two of the others disagree about."""
    branches(hooked.repo, KEEPER, {"yard.md": "# Yard\n\nBig.\n"})
    hooked.repo.git("switch", "-q", "-c", "third", "HEAD~1")
    hooked.repo.commit("2024-04-05T11:00:00", OTHER)
    hooked.repo.switch("main")
    done = hooked.git("merge", "-q", "--no-edit", "side", "third")
    assert brought(done.err)
    assert hooked.ask("conflicts").code == 1 or done.code != 0


def test_nothing_is_said_twice(hooked: Hooked) -> None:
    """The next commit and the next merge have nothing to do with it."""
    branches(hooked.repo, KEEPER, OTHER)
    hooked.git("merge", "-q", "--no-edit", "--no-verify", "side")
    hooked.commits({"yard.md": "# Yard\n\nBig.\n"})
    hooked.repo.switch("more", new=True)
    hooked.commits({"barn.md": "# Barn\n\nRed.\n"})
    hooked.repo.switch("main")
    hooked.commits({"gate.md": "# Gate\n\nOpen.\n"})
    done = hooked.git("merge", "-q", "--no-edit", "more")
    assert (done.code, done.err) == (0, "")
