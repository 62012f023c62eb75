"""The layout, planned: what is there is only added to, and adding happens once."""

from __future__ import annotations

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from gitmem.checks.policy.places import places_of
from gitmem.config import DEFAULTS, load_settings
from gitmem.writing.layout.plan import plan_policy, plan_settings, with_instructions

PLACES = places_of(DEFAULTS)
DAY = date(2026, 11, 30)
_TOML = ("", "# mine", 'root = "n"', "[facts]", 'aliases = { "A" = ["b"] }', "[check]", "strict = true")
SETTINGS = st.builds(
    lambda mark, count, end, last: mark + end.join(line.encode() for line in _TOML[:count]) + last,
    st.sampled_from((b"", b"\xef\xbb\xbf")),
    st.integers(0, len(_TOML)),
    st.sampled_from((b"\n", b"\r\n")),
    st.sampled_from((b"", b"\n", b"\r\n", b"\n\n")),
)
TEXT = st.lists(st.sampled_from((b"# Rules", b"", b"\r", b"\n", b"\xff", b"```", b"<!--", b"- x"))).map(
    b"\n".join
)


@given(SETTINGS, st.booleans())
def test_settings_keep_every_byte_and_are_switched_on_once(there: bytes, policy: bool) -> None:
    """A person's settings would be lost, or the file broken by a table that is there twice."""
    after = plan_settings(there, None, policy=policy)
    assert after.startswith(there) and plan_settings(after, None, policy=policy) == after
    before, now = load_settings(there), load_settings(after)
    assert now == before._replace(policy=now.policy, check=now.check)
    assert now.policy.enabled is policy


@given(st.none() | st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1))
def test_new_settings_are_read_as_they_were_meant(name: str | None) -> None:
    """The first thing `init` writes would be refused by everything else."""
    root = None if name is None else "n" + "".join(each for each in name if each not in "/\\:.") + "x"
    for policy in (False, True):
        made = load_settings(plan_settings(None, root, policy=policy))
        assert made.root == root and made.policy.enabled is policy


@given(TEXT)
def test_instructions_are_added_once_below_what_is_there(there: bytes) -> None:
    """Rules that a team wrote for its agents would be lost, or the block would grow with each run."""
    after = with_instructions(there, PLACES)
    assert after.startswith(there) and after.count(b"<!-- gitmem:begin -->") == 1
    assert with_instructions(after, PLACES) == after


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ("MEMORY.md", "AGENTS.md", "memory/people/a.md", "memory/2026-01-01.md", "memory/x.md")
        ),
        TEXT,
    )
)
def test_nothing_that_is_there_is_written_but_to_add(there: dict[str, bytes]) -> None:
    """Notes from before `init` would be replaced by empty ones."""

    def held(files: dict[str, bytes], folder: str) -> tuple[str, ...]:
        return tuple(path.rpartition("/")[2] for path in files if path.rpartition("/")[0] == folder)

    made = plan_policy(PLACES, DAY, there.get, lambda folder: held(there, folder)).files
    assert made.keys() & there.keys() <= {"AGENTS.md"}
    assert all(made[path].startswith(there[path]) for path in made.keys() & there.keys())
    after = {**there, **made}
    again = plan_policy(PLACES, date(2027, 5, 5), after.get, lambda folder: held(after, folder))
    assert not again.files and "MEMORY.md" in again.kept
