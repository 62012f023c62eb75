"""The action for GitHub and the examples for CI services: valid for those services, and shown to work.

Lost otherwise: a pull request whose branch name runs as a script, or a job green without having looked.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.builder import RepoBuilder, clean_environment
from tests.reports.test_formats_github import commands
from tests.running import PROJECT, Mem

ACTION = PROJECT / "action.yml"
WORKFLOW = PROJECT / "examples" / "github-workflow.yml"
GITLAB = PROJECT / "examples" / "gitlab-ci.yml"
Yaml = dict[str, Any]


def _load(path: Path) -> Yaml:
    loaded: Yaml = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize(
    ("schema", "path", "options"),
    [
        ("vendor.github-actions", ACTION, []),
        ("vendor.github-workflows", WORKFLOW, []),
        ("custom.github-workflows-require-timeout", WORKFLOW, []),
        ("vendor.gitlab-ci", GITLAB, ["--data-transform", "gitlab-ci"]),
    ],
)
def test_the_services_accept_the_files(schema: str, path: Path, options: list[str]) -> None:
    tool = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *options]
    done = subprocess.run([*tool, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [ACTION, WORKFLOW], ids=lambda path: path.name)
def test_no_script_has_anything_pasted_into_it(path: Path) -> None:
    """`${{ … }}` in a script is replaced before a shell sees it, so the title of a pull request would run."""
    text = path.read_text(encoding="utf-8")
    loaded = yaml.safe_load(text)
    jobs = loaded.get("jobs", {}).values() if "jobs" in loaded else [loaded["runs"]]
    scripts = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    assert scripts
    assert not any("${{" in script for script in scripts)


@pytest.mark.parametrize("path", [ACTION, WORKFLOW, GITLAB], ids=lambda path: path.name)
def test_the_whole_history_is_asked_for(path: Path) -> None:
    assert re.search(r'fetch-depth:? 0|GIT_DEPTH: "0"', path.read_text(encoding="utf-8"))


@dataclass
class Runner:
    """Runs the step of the action that checks, in the way GitHub does."""

    folder: Path
    mem: Mem
    temporary: Path

    def run(self, **variables: str) -> tuple[int, str, Yaml, str]:
        """Exit code, log, outputs and summary."""
        (step,) = [step for step in _load(ACTION)["runs"]["steps"] if step.get("id") == "check"]
        inputs = {name: str(each.get("default", "")) for name, each in _load(ACTION)["inputs"].items()}
        given = {
            name: "" if "github." in value else _input(value, inputs) for name, value in step["env"].items()
        }
        files = {name: self.temporary / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("")
        environment = {
            **clean_environment(),
            **given,
            **{name: str(file) for name, file in files.items()},
            "RUNNER_TEMP": str(self.temporary),
            "GITHUB_SHA": "",
            **variables,
        }
        script = self.temporary / "step.sh"
        script.write_text(step["run"])
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        outputs = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
        log = done.stdout.decode("utf-8", "replace")
        return done.returncode, log, outputs, files["GITHUB_STEP_SUMMARY"].read_text()


def _input(value: str, inputs: dict[str, str]) -> str:
    found = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", value)
    assert found, value
    return inputs[found[1]]


def _obeyed(log: str) -> list[str]:
    """The names of the commands that a runner obeys: none between stop-commands and its token."""
    names: list[str] = []
    token: str | None = None
    for command in commands(log):
        if token is None and command.name == "stop-commands":
            token = command.message
        elif command.name == token:
            token = None
        elif token is None:
            names.append(command.name)
    assert token is None
    return names


@pytest.fixture
def runner(repo: RepoBuilder, mem: Mem, tmp_path: Path) -> Runner:
    """The action beside a repository whose main branch is in order."""
    repo.commit("2026-09-01", {".gitmem.toml": '[facts]\nsingle_valued = ["phase"]\n', "a.md": "# Orion\n"})
    temporary = tmp_path / "runner"
    (temporary / "gitmem" / "bin").mkdir(parents=True)
    fixed = temporary / "gitmem" / "bin" / "git-mem"
    fixed.write_text(f'#!/bin/sh\nexec "{mem.script()}" --now 2026-10-01T12:00:00Z "$@"\n')
    fixed.chmod(0o755)
    return Runner(repo.path, mem, temporary)


BAD = "# Orion\n\n- Phase: pilot ::error::forged\n- Phase: rollout\n"


def test_everything_in_order(runner: Runner) -> None:
    code, log, outputs, summary = runner.run()
    assert (code, outputs) == (0, {"exit-code": "0"}), log
    assert "Nothing found." in summary
    assert _obeyed(log) == []


def test_a_contradiction_of_a_pull_request(runner: Runner, repo: RepoBuilder) -> None:
    """It fails the step, and stands at its line, in the summary and in the log for code scanning."""
    base = repo.head
    repo.commit("2026-09-02", {"a.md": BAD})
    code, log, outputs, summary = runner.run(BASE=base, SARIF_FILE="found.sarif")
    assert code == 1, log
    assert outputs == {"exit-code": "1", "sarif-file": str(repo.path / "found.sarif")}
    assert _obeyed(log) == ["error"]
    assert "### GM001 contradiction, error: 1" in summary
    assert (repo.path / "found.sarif").read_text().startswith("{")


def test_only_what_the_pull_request_adds_counts(runner: Runner, repo: RepoBuilder) -> None:
    base = repo.commit("2026-09-02", {"a.md": BAD})
    repo.commit("2026-09-03", {"b.md": "# Kite\n"})
    assert runner.run(BASE=base)[0] == 0
    assert runner.run(BASE=base, ALL="true")[0] == 1
    assert runner.run()[0] == 1


def test_the_merge_of_a_pull_request_is_judged_as_a_merge(runner: Runner, repo: RepoBuilder) -> None:
    """The base may have moved on since the event: what others added there is not this pull request's."""
    base = repo.head
    repo.branch("side")
    repo.commit("2026-09-02", {"a.md": BAD})
    repo.switch("side")
    repo.commit("2026-09-03", {"b.md": "# Kite\n"})
    repo.switch("main")
    merge = repo.merge("side", "2026-09-04")
    assert runner.run(BASE=base, GITHUB_SHA=merge)[0] == 0
    assert runner.run(BASE=base)[0] == 1


def test_a_shallow_checkout_is_never_green(runner: Runner, repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("2026-09-02", {"b.md": "# Kite\n"})
    runner.folder = repo.clone(tmp_path / "shallow", depth=1).path
    code, log, outputs, _ = runner.run()
    assert (code, outputs["exit-code"]) == (4, "4")
    assert "fetch-depth: 0" in log


@pytest.mark.parametrize(
    "hostile", ["$(touch forged)", "`touch forged`", "; touch forged", "--output=forged"]
)
def test_an_input_is_never_run(hostile: str, runner: Runner, repo: RepoBuilder) -> None:
    code, log, _, _ = runner.run(RANGE=hostile)
    assert code == 2, log
    assert not (repo.path / "forged").exists()
    assert _obeyed(log) == []


def test_a_file_of_that_name_is_no_report(runner: Runner, repo: RepoBuilder) -> None:
    """Else a pull request that makes the check fail could upload results of its own."""
    repo.commit("2026-09-02", {"found.sarif": "{}\n"})
    _, _, outputs, _ = runner.run(RANGE="nonsense..HEAD", SARIF_FILE="found.sarif")
    assert outputs == {"exit-code": "2"}
    code, log, outputs, _ = runner.run(SARIF_FILE="missing/found.sarif")
    assert (code, outputs) == (2, {"exit-code": "2"})
    assert "missing/found.sarif" in log


def test_a_name_of_a_file_gives_no_command(runner: Runner, repo: RepoBuilder) -> None:
    """Messages quote names; the runner is told not to listen while they are written."""
    repo.commit("2026-09-02", {"##[add-mask]x.md": b"\xff\xfe\0", "::add-mask::y.md": BAD})
    code, log, _, _ = runner.run()
    assert code == 1, log
    assert _obeyed(log) == ["error"]


def test_strict_and_fail_on(runner: Runner, repo: RepoBuilder) -> None:
    repo.commit("2026-05-01", {"b.md": "# Shop\n\n- Rent: $900\n"})
    assert runner.run()[0] == 0
    assert runner.run(FAIL_ON="warning")[0] == 1
    assert runner.run(FAIL_ON="nonsense")[0] == 2
    code, log, _, summary = runner.run(FAIL_ON="warning", ANNOTATIONS="false", SUMMARY="false")
    assert (code, _obeyed(log), summary) == (1, [], "")


def test_the_action_installs_from_its_own_folder() -> None:
    """And takes no module from the repository that it checks."""
    install = _load(ACTION)["runs"]["steps"][0]["run"]
    assert '"$GITHUB_ACTION_PATH"' in install
    assert re.findall(r"(\S+) -m", install) == ["-I", "-I"]
    assert os.access(ACTION, os.R_OK)


def test_the_job_for_gitlab(repo: RepoBuilder, mem: Mem) -> None:
    """Its lines run as they stand, and leave the reports that it names."""
    repo.commit("2026-09-01", {".gitmem.toml": '[facts]\nsingle_valued = ["phase"]\n', "a.md": BAD})
    job = _load(GITLAB)["gitmem"]
    path = f"{mem.script().parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", "\n".join(job["script"])],
        cwd=repo.path,
        env=clean_environment({"PATH": path}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    for report in job["artifacts"]["reports"].values():
        assert (repo.path / report).read_text()
