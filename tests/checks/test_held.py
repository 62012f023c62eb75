"""Which parent holds a line: the ground on which a change is blamed for a contradiction or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gitmem.checks.held import HeldLines
from gitmem.clock import parse_instant
from gitmem.config import DEFAULTS
from gitmem.facts.claim import Claim, Statement
from gitmem.facts.claims import ClaimReader
from gitmem.history.origins import LineState
from gitmem.notes.markdown import read_note

NOW = parse_instant("2026-10-01T12:00:00Z")
READER = ClaimReader(DEFAULTS)
Notes = Mapping[str, str]


def claims(notes: Notes, path: str) -> tuple[Claim, ...]:
    """The claims of one note."""
    return tuple(READER.read(read_note(path, notes[path].encode()))) if path in notes else ()


class Before:
    """A parent in memory that counts how often it is read."""

    def __init__(self, notes: Notes, now: Notes) -> None:
        self._notes = notes
        self.differing = frozenset(path for path in {*notes, *now} if notes.get(path) != now.get(path))
        self.reads = 0

    def claims(self, path: str) -> tuple[Claim, ...]:
        self.reads += 1
        return claims(self._notes, path)

    def all_claims(self) -> Iterable[Claim]:
        return [claim for path in sorted(self.differing) for claim in self.claims(path)]


def held(now: Notes, *parents: Notes) -> list[set[int]]:
    """For each line of the notes judged, by path and line, the parents that hold it."""
    lines = HeldLines(
        [Before(parent, now) for parent in parents],
        lambda paths: [claim for path in paths for claim in claims(now, path)],
        NOW,
    )
    found = [claim for path in sorted(now) for claim in claims(now, path)]
    return [set(lines(Statement(claim, LineState.COMMITTED))) for claim in found]


HEAD = "# Orion\n\n- Budget: $40\n"


def test_a_line_that_stands_where_it_stood_is_held() -> None:
    """Whatever else of its note changed, and however the line is written now."""
    now = "# Orion\n\nMore text.\n\n* **Budget:** $40\n- Lead: Ann\n"
    assert held({"a.md": now}, {"a.md": HEAD}) == [{0}, set()]


def test_another_value_is_new() -> None:
    """What was edited in place is the change's own."""
    assert held({"a.md": HEAD}, {"a.md": HEAD.replace("$40", "$55")}) == [set()]


def test_a_line_that_moved_is_held() -> None:
    """To another note, heading or item: rearranging notes must never stop a commit."""
    assert held({"b.md": HEAD}, {"a.md": HEAD}) == [{0}]
    below = "# Orion\n\n## Money\n\n- Budget: $40\n"
    assert held({"a.md": below}, {"a.md": HEAD}) == [{0}]


def test_a_copied_line_is_new() -> None:
    """The same words in another section may be another fact."""
    both = HEAD + "\n## Money\n\n- Budget: $40\n"
    assert held({"a.md": both}, {"a.md": HEAD}) == [{0}, set()]


def test_a_line_that_was_struck_is_new_when_it_is_not() -> None:
    """Who takes a strike away brings the contradiction back."""
    struck = "# Orion\n\n- ~~Budget: $40~~ superseded 2026-09-01\n"
    assert held({"a.md": HEAD}, {"a.md": struck}) == [set()]


def test_a_line_whose_excuse_was_taken_away_is_new() -> None:
    """[allow] and [multi] end with the line that carries them."""
    for tag in ("[allow]", "[multi]"):
        assert held({"a.md": HEAD}, {"a.md": HEAD.replace("$40", f"$40 {tag}")}) == [set()]


def test_a_line_that_stood_between_markers_is_new() -> None:
    """Taking only the markers away is no decision."""
    marked = "# Orion\n\n<<<<<<< ours\n- Budget: $40\n=======\n- Budget: $55\n>>>>>>> theirs\n"
    now = "# Orion\n\n- Budget: $40\n- Budget: $55\n"
    assert held({"a.md": now}, {"a.md": marked}) == [set(), set()]


def test_a_line_that_had_ended_is_new_when_it_goes_on() -> None:
    """Who takes its end away makes it stand against others again."""
    over = HEAD.replace("$40", "$40 [until: 2026-01-01]")
    assert held({"a.md": HEAD}, {"a.md": over}) == [set()]


def test_each_parent_is_asked() -> None:
    """A merge adds nothing that one of its parents has."""
    assert held(
        {"a.md": HEAD, "b.md": "# B\n\n- Lead: Ann\n"}, {"a.md": HEAD}, {"b.md": "# B\n\n- Lead: Ann\n"}
    ) == [
        {0},
        {1},
    ]


def test_a_parent_whose_note_is_the_same_is_not_read() -> None:
    """A hook costs what the change touches, not what the notes hold."""
    now = {"a.md": HEAD, "b.md": "# B\n\n- Lead: Ann\n"}
    parent = Before({"a.md": HEAD}, now)
    lines = HeldLines([parent], lambda paths: [], NOW)
    (claim,) = claims(now, "a.md")
    assert lines(Statement(claim, LineState.COMMITTED)) == {0}
    assert parent.reads == 0


def test_only_so_many_parents_are_asked_as_wanted() -> None:
    """The other side of a merge may be large; it is read only where it decides something."""
    now = {"a.md": HEAD}
    first, second = Before({}, now), Before({}, now)
    lines = HeldLines([first, second], lambda paths: [], NOW)
    (claim,) = claims(now, "a.md")
    assert lines.by(Statement(claim, LineState.COMMITTED), 1) == frozenset()
    assert second.reads == 0
