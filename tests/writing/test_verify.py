"""`verify`: a line says when it was last checked, once.

Lost otherwise: facts that are re-checked for ever, or a mark that changes what the line says.
"""

from __future__ import annotations

import pytest

from tests.builder import RepoBuilder
from tests.running import Mem
from tests.writing.noted import diff_of, refused, write

TODAY = "[verified: 2026-10-01]"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- Berth: 7", f"- Berth: 7 {TODAY}"),
        ("- Berth: 7 [stated] [verified: 2026-01-05]", f"- Berth: 7 [stated] {TODAY}"),
        ("- Berth: 7 [Verified : 2026-01-05] [stated]", f"- Berth: 7 {TODAY} [stated]"),
        ("- Berth: 7 [verified: last week]", f"- Berth: 7 {TODAY}"),
        ("- Berth: 7 {explicit, user}", f"- Berth: 7 {TODAY} {{explicit, user}}"),
        ("- Berth: 7  ", f"- Berth: 7 {TODAY}  "),
        ("1. **Berth:** 7", f"1. **Berth:** 7 {TODAY}"),
        ("Berth: 7", f"Berth: 7 {TODAY}"),
        ("- Berth `[verified: 2026-01-01]`: 7", f"- Berth `[verified: 2026-01-01]`: 7 {TODAY}"),
        ("- 船席：七", f"- 船席：七 {TODAY}"),
        ("- She sails on Fridays", f"- She sails on Fridays {TODAY}"),
    ],
)
def test_the_tag_is_added_or_brought_up_to_date(old: str, new: str, repo: RepoBuilder, mem: Mem) -> None:
    """One tag with the day, where the reader finds it; a second call changes nothing."""
    repo.commit("2026-03-04", {"orca.md": f"# Orca\n\n{old}\n"})
    answer = write(mem, "verify", "orca.md:3")
    assert diff_of(repo) == ([old], [new])
    assert answer["cites"][0]["text"] == new
    again = write(mem, "verify", "orca.md:3")
    assert again["changes"] == []
    assert diff_of(repo) == ([old], [new])


def test_a_verified_line_is_fresh_again(repo: RepoBuilder, mem: Mem) -> None:
    """What was checked today need not be checked today."""
    repo.commit("2024-03-04", {"orca.md": "# Orca\n\n- Berth fee: $40\n"})
    before = mem("stale")
    assert before.code == 1, before.out
    write(mem, "verify", "orca.md:3")
    assert mem("stale").code == 0
    assert mem.search("berth fee").results[0]["as_of"] == "2026-10-01"


def test_one_line_of_many(repo: RepoBuilder, mem: Mem) -> None:
    """Only the line that was checked says so."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\nBerth: 7\nCrew: two\nFlag: red\n"})
    write(mem, "verify", "orca.md:4", "--date", "2026-09-30")
    assert diff_of(repo) == (["Crew: two"], ["Crew: two [verified: 2026-09-30]"])


def test_days_that_cannot_be(repo: RepoBuilder, mem: Mem) -> None:
    """Nothing was checked tomorrow, and an older check does not undo a younger one."""
    repo.commit("2026-03-04", {"orca.md": "# Orca\n\n- Berth: 7 [verified: 2026-09-01]\n"})
    refused(mem, ["verify", "orca.md:3", "--date", "2026-10-02"], "not come yet")
    refused(mem, ["verify", "orca.md:3", "--date", "2026-08-01"], "2026-09-01")
    refused(mem, ["verify", "orca.md:3", "--date", "soon"], "soon")
    assert repo.git("status", "--porcelain") == b""
