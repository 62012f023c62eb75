"""A search shows what holds now, and what held before right under it; a stale value never stands alone."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from gitmem.facts.standing import ConflictReason, EvidenceKind, Standing
from gitmem.history.origins import UNCOMMITTED
from gitmem.index.response import SearchMode
from gitmem.notes.freshness import Status
from gitmem.notes.tags import Informant
from tests.index.fakes import Bench, DictView, Line, ListEdits, bench, commit, said

ONE, TWO = commit("first", "2026-01-05"), commit("second", "2026-08-14")
FIRST, SECOND = said(ONE), said(TWO)
ORION = "# Orion\n\n## People\n\n- Project lead: Dana Whit\n- Designer: Kai Moss\n"
LOG = "# Log\n\n## 2026-08-14\n\nOrion project lead: Sam Okafor\n"


def orion(folder: Path, **others: str) -> Bench:
    notes = {"orion.md": ORION, "log.md": LOG, **{f"{name}.md": text for name, text in others.items()}}
    view = DictView.of(notes, log=SECOND, **dict.fromkeys(("orion", *others), FIRST))
    return Bench(folder / "index.sqlite3", view, order=Line((ONE, TWO)))


def test_the_current_value_comes_first_and_the_former_right_under_it(tmp_path: Path) -> None:
    filler = "".join(f"- Orion project lead meeting number {number}\n" for number in range(4))
    response = orion(tmp_path, minutes=f"# Minutes\n\n{filler}").search("dana whit orion project lead")
    assert response.facts_judged
    first, second = response.results[:2]
    assert (first.cite, first.status, first.supersedes) == ("log.md:5", Status.FRESH, ("orion.md:5",))
    assert (second.cite, second.status, second.superseded_by) == (
        "orion.md:5",
        Status.SUPERSEDED,
        ("log.md:5",),
    )
    (fact,) = second.facts
    assert (fact.label, fact.value, fact.standing) == ("Project lead", "Dana Whit", Standing.SUPERSEDED)
    assert fact.evidence[0].kind is EvidenceKind.WRITTEN
    assert (fact.valid_from, fact.valid_until) == (date(2026, 1, 5), date(2026, 8, 14))
    assert (second.age_days, second.as_of) == (269, date(2026, 1, 5))
    assert (first.keys, second.keys) == (("orion project lead",), ("orion project lead",))


def test_the_current_value_is_brought_in_when_the_words_lead_only_to_the_former(tmp_path: Path) -> None:
    notes = orion(tmp_path)
    notes.view.notes["log.md"] = (
        b"# Log\n\n## 2026-08-14\n\nThe pl of Orion: nobody\n\nOrion project lead: Sam\n"
    )
    notes.view.notes["orion.md"] = b"# Orion\n\n- Project lead: Dana Whit, of the project lead circle\n"
    best = notes.search("project lead dana circle", k=1).results
    assert [result.cite for result in best] == ["log.md:7"]


def test_a_former_value_off_topic_goes_below_what_holds(tmp_path: Path) -> None:
    response = orion(tmp_path, guests="# Guests\n\nDana brought her dog, and so did everybody else\n").search(
        "dana"
    )
    assert [result.cite for result in response.results] == ["guests.md:3", "orion.md:5"]
    assert response.results[1].superseded_by == ("log.md:5",)


def test_only_notes_that_were_asked_about_are_brought_in(tmp_path: Path) -> None:
    response = orion(tmp_path).search("orion project lead", path="orion.md")
    assert response.results[0].cite == "orion.md:5"
    assert {result.path for result in response.results} == {"orion.md"}
    assert response.results[0].superseded_by == ("log.md:5",)


def test_words_alone_order_when_that_was_asked_for(tmp_path: Path) -> None:
    response = orion(tmp_path).search("project lead dana whit", mode=SearchMode.BM25)
    assert response.results[0].cite == "orion.md:5"
    assert response.results[0].status is Status.SUPERSEDED


def test_contested_values_stand_side_by_side(tmp_path: Path) -> None:
    note = "# Orion\n\n- Phase: pilot\n- The phase of Orion is told on Mondays\n- Phase: full rollout\n"
    notes = bench(tmp_path, {"orion.md": note}, orion=FIRST)
    results = notes.search("phase of orion").results
    cites = [each.cite for each in results]
    assert abs(cites.index("orion.md:3") - cites.index("orion.md:5")) == 1
    first, second = (each for each in results if each.cite != "orion.md:4")
    assert {first.status, second.status} == {Status.CONTESTED}
    assert first.contested_with == (second.cite,)
    assert first.facts[0].reason in {ConflictReason.SIMULTANEOUS, ConflictReason.BESIDE}


def test_struck_lines_are_never_current(tmp_path: Path) -> None:
    note = "# Atlas\n\n- ~~Status: paused~~ superseded 2026-08-14\n- Status: active\n- ~~Sponsor: Lena Vo~~\n"
    notes = bench(tmp_path, {"atlas.md": note}, atlas=FIRST)
    status = notes.search("status").results
    assert [(each.cite, each.status) for each in status] == [
        ("atlas.md:4", Status.FRESH if status[0].status is Status.FRESH else Status.AGING),
        ("atlas.md:3", Status.SUPERSEDED),
    ]
    assert status[1].valid_until == date(2026, 8, 14)
    (sponsor,) = notes.ask("sponsor").results
    assert (sponsor.status, sponsor.superseded_by) == (Status.RETRACTED, ())


def test_a_piece_with_several_facts_shows_the_worst_and_each_of_its_own(tmp_path: Path) -> None:
    notes = orion(tmp_path)
    notes.view.notes["orion.md"] = b"# Orion\n\nProject lead: Dana Whit\nDesigner: Kai Moss\n"
    (found,) = [each for each in notes.search("orion designer").results if each.cite == "orion.md:3"]
    assert found.status is Status.SUPERSEDED
    assert [(each.label, each.standing, each.line) for each in found.facts] == [
        ("Project lead", Standing.SUPERSEDED, 3),
        ("Designer", Standing.CURRENT, 4),
    ]
    assert notes.ask("designer", k=1).results[0].cite == "orion.md:3"


def test_ticked_tasks_are_closed_and_no_longer_open_questions(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- [x] Venue: booked\n- [ ] Caterer: open\n"}, a=FIRST)
    assert {each.cite: each.closed for each in notes.search("venue caterer").results} == {
        "a.md:3": "done",
        "a.md:4": None,
    }


def test_who_said_a_fact_is_told(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- Owner: Ana {explicit, user}\n"}, a=FIRST)
    (fact,) = notes.search("owner").results[0].facts
    assert fact.provenance is not None
    assert (fact.provenance.value, fact.source) == ("stated", Informant.USER)


def test_a_day_is_asked_about(tmp_path: Path) -> None:
    notes = orion(tmp_path)
    then = notes.search("orion project lead", as_of=date(2026, 5, 1))
    assert then.as_of == date(2026, 5, 1)
    by_cite = {each.cite: each for each in then.results}
    assert (by_cite["orion.md:5"].status, by_cite["orion.md:5"].age_days) == (Status.AGING, 116)
    assert (by_cite["log.md:5"].status, by_cite["log.md:5"].age_days) == (Status.PLANNED, None)
    assert then.results[0].cite == "orion.md:5"
    before = notes.ask("designer", as_of=date(2025, 5, 1)).results[0]
    assert (before.status, before.as_of) == (Status.PLANNED, date(2026, 1, 5))
    later = notes.ask("orion project lead", as_of=date(2027, 8, 14)).results[0]
    assert (later.cite, later.age_days, later.status) == ("log.md:5", 365, Status.AGING)


def test_what_is_not_committed_was_not_said_before_today(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\nSome words\n"}, a=UNCOMMITTED)
    assert notes.search("words", as_of=date(2026, 9, 30)).results[0].status is Status.PLANNED
    assert notes.ask("words", as_of=date(2026, 10, 1)).results[0].status is Status.FRESH


def test_a_confirmation_does_not_make_text_younger(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "# A\n\n- Owner: Ana [verified: 2026-08-01]\n"}, a=FIRST)
    (found,) = notes.search("owner", as_of=date(2026, 3, 1)).results
    assert (found.status, found.age_days) == (Status.FRESH, 55)


OFFICE = "# Office\n\n- Front door: oak\n- Door code: 4417\n- Area code: 555\n"
WITHOUT = "# Office\n\n- Front door: oak\n- Area code: 555\n"


def removed(folder: Path) -> Bench:
    notes = bench(folder, {"office.md": WITHOUT}, office=FIRST)
    notes.edits = ListEdits()
    notes.edits.add(commit("clean up", "2026-06-30"), "office.md", OFFICE, WITHOUT)
    return notes


def test_a_removed_fact_is_told_though_its_words_stand_elsewhere(tmp_path: Path) -> None:
    response = removed(tmp_path).search("what is the door code")
    assert not response.no_match
    (line,) = response.history
    assert (line.text, line.kind.value, line.to) == ("Door code: 4417", "removed", date(2026, 6, 30))
    assert line.cite == f"{commit('clean up', '2026-06-30').oid}^:office.md:4"


def test_a_removed_fact_is_not_told_to_who_asks_for_something_else(tmp_path: Path) -> None:
    notes = removed(tmp_path)
    for query in ("front door", "code", "colour of the door of the code review room"):
        assert notes.search(query).history == ()
    assert notes.ask("door code", path="other/*").history == ()


def test_a_fact_that_stands_elsewhere_was_not_removed(tmp_path: Path) -> None:
    notes = removed(tmp_path)
    notes.view.notes["office.md"] = b"# Office\n\n## Entrance\n\n- Door code: 4417\n"
    assert notes.search("door code").history == ()


def replaced(folder: Path) -> Bench:
    texts = [f"# Orion\n\n- Budget: {value}\n" for value in ("$40,000", "$48,500", "$55,000")]
    notes = bench(folder, {"orion.md": texts[-1]}, orion=said(commit("two", "2026-06-01")))
    notes.edits = ListEdits()
    notes.edits.add(commit("one", "2026-03-01"), "orion.md", texts[0], texts[1])
    notes.edits.add(commit("two", "2026-06-01"), "orion.md", texts[1], texts[2])
    return notes


def test_former_values_are_told_when_they_are_asked_for(tmp_path: Path) -> None:
    notes = replaced(tmp_path)
    assert notes.search("orion budget").history == ()
    told = notes.ask("orion budget", history=True).history
    assert [(each.value, each.replaced_by, each.to) for each in told] == [
        ("$48,500", "$55,000", date(2026, 6, 1)),
        ("$40,000", "$48,500", date(2026, 3, 1)),
    ]
    assert all(each.author == "Ada" for each in told)


def test_on_a_day_only_the_value_that_held_is_told(tmp_path: Path) -> None:
    notes = replaced(tmp_path)
    assert isinstance(notes.edits, ListEdits)
    response = notes.search("orion budget", as_of=date(2026, 2, 1))
    assert [each.value for each in response.history] == ["$48,500", "$40,000"]  # since when is not known
    assert notes.ask("orion budget", as_of=date(2026, 6, 1)).history == ()
    assert response.results[0].status is Status.PLANNED


def test_an_answer_without_facts_is_as_it_was(tmp_path: Path) -> None:
    notes = bench(tmp_path, {"a.md": "Nothing here is a fact\n"}, a=FIRST)
    (found,) = notes.search("nothing fact").results
    assert (found.facts, found.keys, found.superseded_by, found.status) == ((), (), (), Status.AGING)
