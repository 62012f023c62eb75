"""A framework gives some stages no file names, and splits long lists for others.

Lost otherwise: the hook is "skipped" where it was needed, or each part of a list is clean by itself.
"""

from __future__ import annotations

import pytest
import yaml

from tests.builder import RepoBuilder
from tests.hooks.framework import HOOKS, Framework
from tests.hooks.hooked import DAY, Hooked
from tests.running import PROJECT, Json

NOW = f"{DAY}T12:00:00Z"


@pytest.fixture(scope="module")
def offered() -> dict[str, Json]:
    """The hooks as the project offers them, by id."""
    return {hook["id"]: hook for hook in yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())}


def test_what_the_project_offers(offered: dict[str, Json]) -> None:
    """Both run without file names, and the one that may fail does not run after the fact."""
    assert set(offered) == set(HOOKS)
    for hook in offered.values():
        assert (hook["always_run"], hook["pass_filenames"], hook["require_serial"]) == (True, False, True)
    assert {"pre-commit", "pre-merge-commit"} <= set(offered["gitmem-check"]["stages"])
    assert {"post-merge", "post-rewrite"} <= set(offered["gitmem-index"]["stages"])
    assert not [stage for stage in offered["gitmem-check"]["stages"] if stage.startswith("post-")]
    assert not [stage for stage in offered["gitmem-index"]["stages"] if stage.startswith("pre-")]


@pytest.mark.stress
def test_the_manifest_is_valid(framework: Framework) -> None:
    """By the framework's own judgement."""
    ran = framework.run(PROJECT, "validate-manifest", str(PROJECT / ".pre-commit-hooks.yaml"))
    assert (ran.code, ran.out) == (0, "")


def test_after_a_merge(hooked: Hooked, framework: Framework) -> None:
    """The rebuild runs, and a search gives the merged value."""
    repo = hooked.repo
    repo.commit("2024-02-01", {"yard.md": "# Yard\n\n- Manager: Lee Holt\n"})
    repo.switch("side", new=True)
    repo.commit("2024-02-20", {"yard.md": "# Yard\n\n- Manager: Moe Tangen\n"})
    repo.switch("main")
    assert hooked.ask("index").code == 0
    framework.install(hooked)
    done = hooked.git("merge", "-q", "side")
    assert done.code == 0, done.err
    output = done.out + done.err
    assert "no files to check" not in output
    assert "Passed" in output
    assert [r["text"] for r in hooked.mem.search("yard manager", now=NOW).results] == ["Manager: Moe Tangen"]


@pytest.fixture
def many(repo: RepoBuilder) -> RepoBuilder:
    """Names so long that no command line holds them all; the first and the last note disagree."""
    pad = "a" * 200
    notes = {f"notes/{pad}-{i:04}.md": f"# Topic number {i}\n\nText.\n" for i in range(900)}
    names = sorted(notes)
    notes[names[0]] = "# Shed\n\n- Manager: Kim Dahl\n"
    notes[names[-1]] = "# Rounds\n\n- Shed manager: Jan Rud\n"
    repo.commit("2024-02-01", {**notes})
    return repo


@pytest.mark.stress
def test_a_list_that_is_split(many: RepoBuilder, hooked: Hooked, framework: Framework) -> None:
    """The two halves of one contradiction are found whoever is asked about which files."""
    framework.install(hooked)
    configuration = str(many.path.parent / "pre-commit-config.yaml")
    names = many.ask("ls-files", "*.md").splitlines()
    outputs = set()
    for files in (["--all-files"], ["--files", names[0]], ["--files", *names[1:4]]):
        ran = framework.run(many.path, "run", "-c", configuration, *files)
        assert ran.code == 1
        outputs.add(ran.out)
    assert len(outputs) == 1
    assert outputs.pop().count("1 contradiction") == 1
