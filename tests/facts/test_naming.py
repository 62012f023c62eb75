"""Keys that name their subject by its whole title, whatever the title looks like.

A title is no neat noun: it has a number before it, a verb, a dozen words. Where a log repeats it before a
key that everybody knows, losing the line means that the newest value of a fact is never seen.
"""

from __future__ import annotations

import pytest

from gitmem.facts.claim import Bar, Shape, Tier
from tests.facts.reading import claims_in

_TITLES = (
    "Orion",
    "KEP-1440: kubectl events",
    "#12: the lift",
    "Running Docker on an M1 Mac",
    "Create a new environment",
    "Fix your app",
    "Baseline objectives for backend developers on site",
    "Get The Location And Size Of An Element",
)


def _in_note(title: str) -> tuple[str, ...]:
    (claim,) = claims_in(f"# {title}\n\n- Current version: 1.4\n")
    return claim.keys[-1]


@pytest.mark.parametrize("title", _TITLES)
@pytest.mark.parametrize("form", ["- {} current version: 2.0", "- **{} current version:** 2.0"])
def test_a_pair_may_name_any_title(title: str, form: str) -> None:
    (claim,) = claims_in(f"# Weekly round\n\n{form.format(title)}\n")
    assert (claim.key, claim.value, claim.tier) == (_in_note(title), "2.0", Tier.BUILT_IN)
    assert Bar.LONG_KEY not in claim.bars


@pytest.mark.parametrize("title", _TITLES)
@pytest.mark.parametrize(
    "form", ["{}'s current version is now 2.0.", "The current version of {} is now 2.0."]
)
def test_a_sentence_that_tells_a_change_may_name_any_title(title: str, form: str) -> None:
    (claim,) = claims_in(f"# Weekly round\n\n{form.format(title)}\n")
    assert (claim.key, claim.value, claim.shape) == (_in_note(title), "2.0", Shape.BECOMES)


@pytest.mark.parametrize(
    "line",
    [
        "- Create a new environment like this: make env",
        "- Use the following: status",
        "Using it in your app: see below",
        "We think that the app's owner is now gone for good, which is sad.",
    ],
)
def test_prose_stays_prose(line: str) -> None:
    """Or every how-to would be full of facts."""
    assert not [claim for claim in claims_in(f"# Notes\n\n{line}\n") if claim.tier is not None]


@pytest.mark.parametrize(
    ("line", "label", "value"),
    [("- Phase 2: done", "Phase 2", "done"), ("- KEP-12: approved", "KEP-12", "approved")],
)
def test_a_number_in_a_series_alone_is_the_key(line: str, label: str, value: str) -> None:
    (claim,) = claims_in(f"# Plan\n\n{line}\n")
    assert (claim.label, claim.value) == (label, value)


@pytest.mark.parametrize(
    ("path", "barred"),
    [
        ("tests/plan.md", True),
        ("spec/fixtures/plan.md", True),
        ("notes/test.md", True),
        ("python/start-the-debugger-when-a-test-errors.md", False),
        ("react/test-that-it-renders.md", False),
    ],
)
def test_the_word_test_in_a_name_makes_no_test(path: str, barred: bool) -> None:
    """A note about testing asserts things like any other."""
    (claim,) = claims_in("# Plan\n\n- Owner: Ana\n", path)
    assert (Bar.EXAMPLE in claim.bars) == barred


def test_what_hangs_under_two_items_of_one_text_is_told_apart() -> None:
    text = "# Set up\n\n- Server\n  - Port: 1\n- Server\n  - Port: 2\n\n## More\n\n- Server\n  - Port: 3\n"
    assert [claim.spot.parents for claim in claims_in(text)] == [("server",), ("server #2",), ("server",)]
