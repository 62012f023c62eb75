"""Facts are found again as they were read, by whatever is asked for; else a search judges by half of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitmem.config import FactSettings, Settings
from gitmem.facts.claim import Claim, Statement
from gitmem.facts.claims import ClaimReader
from gitmem.facts.edit import EditKind
from gitmem.history.origins import LineState
from gitmem.index.plan import RebuildReason
from gitmem.index.snapshot_facts import MOST_IN_TITLE, MOST_SHARING, SnapshotFacts
from gitmem.notes.markdown import read_note
from tests.index.fakes import Bench, DictView, ListEdits, ListLog, bench, candidate, commit, dump, said

ORION = """# Orion

- Project lead: Dana Whit [verified: 2026-01-02] [stated]
- ~~Budget: $40,000~~ superseded 2026-02-03
- Budget: $55,000 [from: 2026-02-03]
- [x] Kickoff date: 2026-01-05

## Accounts

### Staging

- Owner:
  - Host: db.example
"""
LOG = """# Log

## 2026-08-14

- 09:30 Orion project lead: Sam Okafor {supersedes project lead}
- Vega budget: $10,000
"""
PAGE = "page.md"


def everything(notes: Bench) -> list[Statement]:
    with notes.facts() as facts:
        return list(facts.everything().statements)


def read(path: str, text: str) -> list[Claim]:
    return ClaimReader(Settings()).read(read_note(path, text.encode()))


def told(facts: SnapshotFacts, *claims: str) -> set[str]:
    """Where that stands which may stand against the claims at these places."""
    chosen = [each.claim for each in facts.everything().statements if each.claim.cite in claims]
    assert len(chosen) == len(claims)
    return {each.claim.cite for each in facts.around(chosen).statements}


def test_claims_come_back_as_they_were_read(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"orion.md": ORION, "log.md": LOG})
    notes.refresh()
    back = [each.claim for each in everything(notes)]
    own = sorted(read("orion.md", ORION) + read("log.md", LOG), key=lambda each: (each.path, each.line))
    assert [each._replace(chunk=0) for each in back] == [each._replace(chunk=0) for each in own]
    assert any(each.strike for each in back)
    assert any(each.written for each in back)
    assert any(each.supersedes for each in back)
    with notes.facts() as facts:
        chunks = {facts.chunk_of(each) for each in facts.everything().statements}
        assert {chunk for chunk in chunks if chunk is not None} == chunks
        by_chunk = facts.in_chunks(chunk for chunk in chunks if chunk is not None)
        assert sum(map(len, by_chunk.values())) == len(back)


def test_a_claim_is_as_old_as_its_own_line(tmp_path: Path) -> None:
    old, new = said(commit("old", "2026-01-01")), said(commit("new", "2026-06-01"), moved_from="z.md")
    notes = bench(tmp_path, {"a.md": "# A\n\nOwner: Ana\nBudget: $10\n"})
    notes.view.dated["a.md"] = [old, old, old, new, new]
    notes.refresh()
    owner, budget = everything(notes)
    assert (owner.said, owner.moved_from, owner.state) == (old.said, None, LineState.COMMITTED)
    assert (budget.said, budget.moved_from) == (new.said, "z.md")


def test_two_clones_differ_as_soon_as_one_line_of_a_chunk_was_said_by_another_commit(tmp_path: Path) -> None:
    versions = []
    for number, first in enumerate(("2026-01-01", "2026-01-01", "2026-02-02")):
        old, new = said(commit("old", first)), said(commit("new", "2026-06-01"))
        notes = bench(tmp_path / str(number), {"a.md": "# A\n\nOwner: Ana\nBudget: $10\n"})
        notes.view.dated["a.md"] = [new, new, old, new, new]
        versions.append(notes.search("owner").index_version)
    assert versions[0] == versions[1] != versions[2]


def test_what_may_stand_against_a_claim_is_found_from_either_side(tmp_path: Path) -> None:
    notes = bench(
        tmp_path,
        {
            "orion.md": ORION,
            "log.md": LOG.replace(" {supersedes project lead}", ""),
            "vega.md": "# Vega\n\n- Project lead: Kim\n",
            "minutes.md": "# Minutes of May\n\n- Orion project lead: Lou\n",
        },
    )
    notes.refresh()
    with notes.facts() as facts:
        assert told(facts, "orion.md:3") == {"orion.md:3", "log.md:5", "minutes.md:3"}
        assert told(facts, "log.md:5") == {"orion.md:3", "log.md:5", "minutes.md:3"}
        assert "orion.md:3" in told(facts, "minutes.md:3")
        assert told(facts, "vega.md:3") == {"vega.md:3"}
        assert told(facts, "orion.md:5") == {"orion.md:4", "orion.md:5"}


def test_a_crowd_under_one_key_costs_nothing_and_hides_no_note_of_its_own(tmp_path: Path) -> None:
    crowd = {f"{number}/log.md": f"## 2026-01-01\n\n- Mood: {number}\n" for number in range(MOST_SHARING + 1)}
    notes = bench(
        tmp_path, {**crowd, "7/log.md": "## 2026-01-01\n\n- Mood: 7\n\n## 2026-01-02\n\n- Mood: 8\n"}
    )
    notes.refresh()
    with notes.facts() as facts:
        assert told(facts, "7/log.md:3") == {"7/log.md:3", "7/log.md:7"}
        assert len(facts.related([("mood",)]).statements) == MOST_SHARING + 2


def test_keys_are_found_by_the_words_of_a_question(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"orion.md": ORION, "log.md": LOG})
    notes.refresh()
    with notes.facts() as facts:
        found = facts.with_words({"orion", "project", "lead", "other"})
        assert found == [("lead", "orion", "project"), ("lead", "project")]
        assert facts.with_words({"project", "orion"}) == []
        assert facts.sharing({"lead", "vega"})[0] in {("lead", "project"), ("budget", "vega")}
        cites = {each.claim.cite for each in facts.related([("lead", "orion", "project")]).statements}
        assert cites == {"orion.md:3", "log.md:5"}
        assert [each.claim.line for each in facts.of_paths(["log.md", "gone.md"])] == [5, 6]


def test_a_key_is_forgotten_with_the_last_claim_that_has_it(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- Secret code: 4417\n", "b.md": "# B\n\n- Owner: Kim\n"})
    notes.refresh()
    notes.view = DictView.of({"b.md": "# B\n\n- Owner: Kim\n"})
    notes.refresh()
    with notes.facts() as facts:
        assert facts.with_words({"secret", "code", "a", "owner"}) == [("owner",)]


def test_subjects_are_known_by_every_name(tmp_path: Path) -> None:
    same = {f"{number}.md": "# Widget catalogue\n\n- Owner: Kim\n" for number in range(MOST_IN_TITLE + 1)}
    entity = "---\nentity: Vega\naliases: [vega-svc]\n---\n# Service\n\n- Owner: Kim\n"
    notes = bench(tmp_path, {**same, "vega.md": entity})
    notes.refresh()
    with notes.facts() as facts:
        subjects = facts.subjects
        assert subjects.knows(("vega",))
        assert not subjects.crowded(("vega",))
        (words,) = {each.claim.about.keys[0] for each in facts.of_paths(["0.md"])}
        assert subjects.crowded(words)
        assert not subjects.knows(("owner",))
    notes.view = DictView.of({"vega.md": entity, "0.md": "# Widget catalogue\n"})
    notes.refresh()
    with notes.facts() as facts:
        assert not facts.subjects.crowded(words)


BEFORE, AFTER = "# A\n\n- Owner: Ana Lind\n", "# A\n\n- Owner: Bo Berg\n"


def test_edits_of_commits_that_head_does_not_reach_are_left_out(tmp_path: Path) -> None:
    one, two = commit("one", "2026-01-01"), commit("two", "2026-02-02")
    notes = bench(tmp_path, {"a.md": AFTER})
    notes.edits = ListEdits()
    notes.edits.add(one, "a.md", BEFORE, AFTER)
    notes.edits.add(two, "a.md", "# A\n\n- Owner: Cy Dahl\n", AFTER)
    notes.log = ListLog(unreached=frozenset({two.oid}))
    notes.refresh()
    with notes.facts() as facts:
        (edit,) = facts.everything().edits
        assert (edit.kind, edit.commit, edit.old.value) == (EditKind.REPLACED, one, "Ana Lind")
        assert edit.cite == f"{one.oid}^:a.md:3"
        assert facts.removal_of(edit) == 1
        (claim,) = [each.claim for each in facts.everything().statements]
        assert facts.around([claim]).edits == (edit,)


def test_only_new_commits_are_read_unless_the_history_store_is_another(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": AFTER})
    notes.edits = ListEdits()
    notes.edits.add(commit("one", "2026-01-01"), "a.md", BEFORE, AFTER)
    notes.refresh()
    notes.edits.add(commit("two", "2026-02-02"), "b.md", BEFORE, "# A\n")
    notes.log = ListLog([(commit("two", "2026-02-02"), "b.md", ["- Owner: Ana Lind"])])
    notes.refresh()
    assert notes.edits.asked == [0, 1]
    with notes.facts() as facts:
        assert [edit.kind for edit in facts.everything().edits] == [EditKind.REPLACED, EditKind.REMOVED]
    notes.edits = ListEdits(notes.edits.candidates[1:], identity="another")
    notes.log = ListLog(identity="another")
    notes.refresh()
    with notes.facts() as facts:
        assert [edit.kind for edit in facts.everything().edits] == [EditKind.REMOVED]


def test_changes_that_are_not_committed_are_told_until_they_are_undone(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": AFTER})
    notes.edits = ListEdits(pending_=[candidate(None, "a.md", BEFORE, AFTER)])
    notes.refresh()
    with notes.facts() as facts:
        (edit,) = facts.everything().edits
        assert (edit.commit, edit.cite, facts.removal_of(edit)) == (None, "HEAD:a.md:3", None)
    notes.edits = ListEdits()
    notes.view = DictView.of({"a.md": BEFORE})
    notes.refresh()
    with notes.facts() as facts:
        assert facts.everything().edits == ()
        assert facts.with_words({"owner", "a"}) == [("owner",)]


def test_unchanged_claims_keep_their_rows_when_text_moves_above_them(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- Owner: Ana\n- Budget: $10\n"})
    notes.refresh()
    before = dump(notes.file)["claims"]
    notes.view = DictView.of({"a.md": "# A\n\nSome words first.\n\n- Owner: Ana\n- Budget: $10\n"})
    notes.refresh()
    assert [row[1:] for row in dump(notes.file)["claims"]] == [row[1:] for row in before]  # type: ignore[attr-defined]
    assert [each.claim.line for each in everything(notes)] == [5, 6]


def test_other_declarations_build_another_index(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- Door code: 4417\n"})
    first = notes.search("door").index_version
    notes.settings = Settings(facts=FactSettings(single_valued=("door code",)))
    assert notes.refresh().rebuilt is RebuildReason.RULES
    assert notes.ask("door").index_version != first
    assert everything(notes)[0].claim.tier is not None


NOTES = st.lists(
    st.sampled_from(
        ["# A", "- Owner: Ana", "- Owner: Bo", "- ~~Owner: Ana~~", "Budget: $10", "Owner is now Cy"]
    ),
    max_size=5,
).map("\n\n".join)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(steps=st.lists(st.tuples(NOTES, NOTES, st.booleans()), min_size=2, max_size=5))
@pytest.mark.stress
def test_a_grown_index_has_the_edits_of_one_that_is_built(
    tmp_path: Path, steps: list[tuple[str, str, bool]]
) -> None:
    grown = bench(tmp_path, {})
    edits = grown.edits = ListEdits()
    grown.refresh(rebuild=True)
    for number, (old, new, committed) in enumerate(steps):
        by = commit(str(number), "2026-01-01") if committed else None
        if by is not None:
            edits.add(by, "a.md", old, new)
            assert isinstance(grown.log, ListLog)
            grown.log.texts.append((by, "a.md", ["- Owner: Ana"]))
        edits.pending_ = [] if committed else [candidate(None, "a.md", old, new)]
        grown.view = DictView.of({"a.md": new, "head.md": str(number)})
        grown.refresh()
    built = Bench(tmp_path / "built.sqlite3", grown.view, grown.log, edits)
    built.refresh(rebuild=True)
    one, other = dump(grown.file), dump(built.file)
    assert {name: one[name] for name in one if name != "meta"} == {
        name: other[name] for name in other if name != "meta"
    }
