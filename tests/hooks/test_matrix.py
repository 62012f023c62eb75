"""Every way to change a branch, with the shipped hooks in place.

Lost otherwise: a contradiction gets in by the one door nobody watches, or a hook leaves its own traces.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hooks.hooked import footprint
from tests.hooks.steps import CONTRADICTION, HARMLESS, LINES, STEPS, Heard, Step
from tests.hooks.taking import arranged, taken


@pytest.mark.parametrize("step", STEPS, ids=str)
@pytest.mark.representatives(5)
def test_a_harmless_change_passes(step: Step, tmp_path: Path) -> None:
    """Silently, and the repository is what it would be without hooks."""
    ours = arranged(step, HARMLESS, tmp_path / "ours").copy_hooks()
    bare = arranged(step, HARMLESS, tmp_path / "bare")
    done = taken(step, ours)
    plain = taken(step, bare)
    assert (done.code, done.raw, done.err) == (0, plain.raw, plain.err)
    assert footprint(ours.repo) == footprint(bare.repo)


STOPPED = [step for step in STEPS if step.heard is Heard.STOPPED]


@pytest.mark.parametrize("step", STOPPED, ids=str)
@pytest.mark.representatives(5)
def test_a_contradiction_is_stopped(step: Step, tmp_path: Path) -> None:
    """Both lines are named, and all is left as any refusal leaves it."""
    ours = arranged(step, CONTRADICTION, tmp_path / "ours").copy_hooks()
    bare = arranged(step, CONTRADICTION, tmp_path / "bare").refuse()
    done = taken(step, ours)
    assert done.code != 0
    assert "gitmem: 1 contradiction" in done.err
    assert all(cite in done.err for cite in LINES)
    assert taken(step, bare).code == done.code
    assert footprint(ours.repo) == footprint(bare.repo)


LATER = [step for step in STEPS if step.heard is not Heard.STOPPED]


@pytest.mark.parametrize("step", LATER, ids=str)
@pytest.mark.representatives(4)
def test_a_contradiction_that_no_hook_can_stop(step: Step, tmp_path: Path) -> None:
    """The step succeeds as without hooks; it is told where a hook runs, and the next check finds it."""
    ours = arranged(step, CONTRADICTION, tmp_path / "ours").copy_hooks()
    bare = arranged(step, CONTRADICTION, tmp_path / "bare")
    done, plain = taken(step, ours), taken(step, bare)
    assert (done.code, done.raw) == (0, plain.raw)
    assert footprint(ours.repo) == footprint(bare.repo)
    if step.heard is Heard.TOLD:
        assert all(cite in done.err for cite in LINES)
    else:
        assert done.err == plain.err
    checked = ours.ask("check", "--all")
    assert checked.code == 1
    assert all(cite in checked.out for cite in LINES)
