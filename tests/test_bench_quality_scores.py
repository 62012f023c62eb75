"""The judge of all searches is right: a wrong one would praise or blame every system by the same mistake."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("bm25s", reason="needs the extra `bench`")

from bench.importing import Import
from bench.locomo import Half, half_of, share, write_conversation
from bench.quality.chronicle import make_memory
from bench.quality.part import runnable
from bench.quality.queries import SMALL, Expectation, Family, Gold, Question
from bench.quality.running import Cost, Run, ask, clone_of, date_files, jobs_of
from bench.quality.scores import MEANINGS, MEASURES, Asked, Metric, covers, values_of
from bench.quality.systems.answer import Answer, Hit, Offer, Verdict
from bench.quality.tables import as_data, family_tables, figure_of, metric_tables, scores_of

GOLD = Gold("people/ada.md", "- City: Oslo")
OTHER = Gold("journal/a.md", "Ada's city: Bergen")
OLD = Gold("people/ada.md", "- City: Rome")


def asked(
    expects: Expectation,
    hits: tuple[Hit, ...],
    *,
    verdict: Verdict = Verdict.FOUND,
    removed: tuple[Hit, ...] = (),
    doubts: bool = False,
    gold: tuple[Gold, ...] = (GOLD,),
    stale: tuple[Gold, ...] = (OLD,),
) -> Asked:
    question = Question(Family.LOOKUP, "city of Ada", gold, stale, None, None, expects)
    return Asked(question, Answer(hits, verdict, removed, doubts))


def hit(line: Gold, offer: Offer = Offer.CURRENT, *, around: str = "") -> Hit:
    return Hit(line.path, 3, 3, f"{around}{line.text}", offer)


NOISE = Hit("people/ada.md", 1, 1, "# Ada", Offer.CURRENT)
CURRENT, CONTESTED = Expectation.CURRENT, Expectation.CONTESTED
PAIR = (GOLD, OTHER)

CASES: list[tuple[Metric, Asked, float]] = [
    (Metric.FIRST, asked(CURRENT, (hit(GOLD), NOISE)), 1),
    (Metric.FIRST, asked(CURRENT, (NOISE, hit(GOLD))), 0),
    (Metric.FIRST, asked(CURRENT, ()), 0),
    (Metric.FIVE, asked(CURRENT, (*[NOISE] * 4, hit(GOLD))), 1),
    (Metric.FIVE, asked(CURRENT, (*[NOISE] * 5, hit(GOLD))), 0),
    (Metric.FIVE, asked(CONTESTED, (hit(GOLD), hit(OTHER)), gold=PAIR), 1),
    (Metric.FIVE, asked(CONTESTED, (hit(GOLD), NOISE), gold=PAIR), 0),
    (Metric.RANK, asked(CURRENT, (hit(GOLD),)), 1),
    (Metric.RANK, asked(CURRENT, (*[NOISE] * 9, hit(GOLD))), 0.1),
    (Metric.RANK, asked(CURRENT, (*[NOISE] * 10, hit(GOLD))), 0),
    (Metric.STALE_ANSWER, asked(CURRENT, (hit(OLD), hit(GOLD))), 1),
    (Metric.STALE_ANSWER, asked(CURRENT, (NOISE, hit(OLD, Offer.UNKNOWN))), 1),
    (Metric.STALE_ANSWER, asked(CURRENT, (hit(GOLD), hit(OLD))), 0),
    (Metric.STALE_ANSWER, asked(CURRENT, (hit(OLD, Offer.FORMER), hit(GOLD))), 0),
    (Metric.STALE_ANSWER, asked(CURRENT, (hit(OLD, around=f"{GOLD.text}\n"),)), 0),
    (Metric.STALE_ANSWER, asked(CURRENT, (*[NOISE] * 5, hit(OLD))), 0),
    (Metric.STALE_FIRST, asked(CURRENT, (hit(OLD), hit(GOLD))), 1),
    (Metric.STALE_FIRST, asked(CURRENT, (NOISE, hit(OLD))), 0),
    (Metric.DENIED, asked(CURRENT, (NOISE, hit(GOLD, Offer.FORMER))), 1),
    (Metric.DENIED, asked(CURRENT, (hit(GOLD),)), 0),
    (Metric.DENIED, asked(CURRENT, (NOISE,)), 0),
    (Metric.FALSE_FRESH, asked(Expectation.FLAGGED_STALE, (hit(GOLD),)), 1),
    (Metric.FALSE_FRESH, asked(Expectation.FLAGGED_STALE, (hit(GOLD, Offer.UNKNOWN),)), 1),
    (Metric.FALSE_FRESH, asked(Expectation.FLAGGED_STALE, (hit(GOLD, Offer.STALE),)), 0),
    (Metric.FALSE_FRESH, asked(Expectation.FLAGGED_STALE, (NOISE,)), 0),
    (Metric.OVER_FLAG, asked(Expectation.FRESH_CONTROL, (hit(GOLD, Offer.STALE),)), 1),
    (Metric.OVER_FLAG, asked(Expectation.FRESH_CONTROL, (hit(GOLD, Offer.UNKNOWN),)), 0),
    (Metric.WRONG_ABSENCE, asked(CURRENT, (), verdict=Verdict.ABSENT), 1),
    (Metric.WRONG_ABSENCE, asked(Expectation.REMOVED, (), verdict=Verdict.ABSENT, gold=()), 1),
    (Metric.WRONG_ABSENCE, asked(Expectation.REMOVED, (), verdict=Verdict.REMOVED, gold=()), 0),
    (Metric.WRONG_ABSENCE, asked(CURRENT, (), verdict=Verdict.NOTHING), 0),
    (Metric.DOUBT, asked(CURRENT, (hit(GOLD),), doubts=True), 1),
    (Metric.DOUBT, asked(CURRENT, (hit(GOLD),)), 0),
    (Metric.FALSE_FIND, asked(Expectation.ABSENT, (NOISE,), gold=()), 1),
    (Metric.FALSE_FIND, asked(Expectation.ABSENT, (NOISE,), gold=(), doubts=True), 0),
    (Metric.FALSE_FIND, asked(Expectation.ABSENT, (), gold=(), verdict=Verdict.ABSENT), 0),
    (Metric.REMOVAL_TOLD, asked(Expectation.REMOVED, (), gold=(), removed=(hit(OLD),)), 1),
    (Metric.REMOVAL_TOLD, asked(Expectation.REMOVED, (), gold=(), removed=(hit(OTHER),)), 0),
    (
        Metric.CONTEST_TOLD,
        asked(CONTESTED, (hit(GOLD, Offer.CONTESTED), hit(OTHER, Offer.CONTESTED)), gold=PAIR),
        1,
    ),
    (Metric.CONTEST_TOLD, asked(CONTESTED, (hit(GOLD, Offer.CONTESTED), hit(OTHER)), gold=PAIR), 0),
]


@pytest.mark.parametrize(("metric", "answer", "value"), CASES)
def test_each_metric_on_answers_made_by_hand(metric: Metric, answer: Asked, value: float) -> None:
    """A metric that counts the wrong thing makes every table wrong."""
    assert values_of(metric, [answer]) == [value]


def test_each_metric_is_seen_at_both_ends_and_explained() -> None:
    """A metric nobody has seen at 0 and at 1 may never move."""
    for metric in Metric:
        values = {value for each, _, value in CASES if each is metric}
        assert {0, 1} <= values, metric
    assert set(MEANINGS) == set(MEASURES) == set(Metric)


def test_a_metric_looks_only_at_its_questions() -> None:
    """Counted over other questions too, a rate would look small."""
    lookup = asked(CURRENT, (hit(GOLD, Offer.STALE),), stale=())
    about = {metric for metric in Metric if values_of(metric, [lookup])}
    never = {
        Metric.STALE_ANSWER,
        Metric.STALE_FIRST,
        Metric.FALSE_FRESH,
        Metric.OVER_FLAG,
        Metric.FALSE_FIND,
        Metric.REMOVAL_TOLD,
        Metric.CONTEST_TOLD,
    }
    assert about == set(Metric) - never


def test_a_hit_covers_a_line_of_its_own_note_only() -> None:
    """The same line in another note is another fact."""
    wide = Hit(GOLD.path, 2, 4, "- Name: Ada\n  - City: Oslo\n- Age: 40")
    assert covers(wide, GOLD)
    assert not covers(wide._replace(path="people/bo.md"), GOLD)
    assert not covers(wide._replace(text="- City: Oslo, Norway"), GOLD)


def test_intervals_hold_their_mean_and_repeat() -> None:
    """A table that differs from run to run cannot be checked."""
    figure = figure_of([1.0] * 30 + [0.0] * 10)
    assert figure is not None
    assert figure == figure_of([1.0] * 30 + [0.0] * 10)
    assert figure.low < figure.mean == 0.75 < figure.high
    assert figure.questions == 40
    assert figure_of([]) is None


def test_tables_have_a_row_for_each_system() -> None:
    """Somebody compares systems line by line."""
    cost = Cost(1.0, 0.001, 5_000_000)
    answers = tuple(each for _, each, _ in CASES)
    scores = scores_of(
        [Run("one", 11, answers, cost), Run("two", 11, answers, cost), Run("one", 12, answers, cost)]
    )
    assert [each.system for each in scores] == ["one", "two"]
    assert all(len(table.rows) == 2 for table in metric_tables(scores))
    assert [row[0] for row in family_tables(scores)[0].rows] == [Family.LOOKUP.value]
    found = as_data(scores)[0]["overall"]
    asked_once = len(values_of(Metric.FIRST, answers))
    assert isinstance(found, dict)
    assert found["recall@1"][3] == 2 * asked_once


@pytest.mark.stress
def test_systems_answer_a_small_memory(tmp_path: Path) -> None:
    """A system that breaks, or is judged by places that are not there, would score nothing and look bad."""
    memory = make_memory(tmp_path / "notes", 11, SMALL)
    date_files(memory.folder)
    names = ["grep", "BM25", "BM25, stemmed", "FTS5", "gitmem"]
    assert runnable(names) == names
    scores = {each.system: each for each in scores_of([ask(job) for job in jobs_of(memory, names)])}
    questions = sum(bool(each.gold) for each in memory.questions)
    for each in scores.values():
        assert each.overall[Metric.FIRST].questions == questions
        assert each.families[Family.IDENTIFIERS][Metric.FIVE].mean > 0.5, each.system
    assert scores["gitmem"].overall[Metric.FIVE].mean > scores["grep"].overall[Metric.FIVE].mean
    assert scores["grep"].overall[Metric.DENIED].mean == 0
    assert scores["gitmem"].overall[Metric.REMOVAL_TOLD].mean > 0


def test_files_are_dated_as_written_and_a_clone_as_cloned(tmp_path: Path) -> None:
    """The peer dates text by the times of files: wrong ones would be held against it."""
    with Import(tmp_path / "notes") as out:
        first = out.commit("main", [], {"a.md": b"one\n", "b c.md": b"two\n"}, "both", pause=3600)
        out.commit("main", [first], {"a.md": b"three\n"}, "one", pause=86_400)
    folder = tmp_path / "notes"
    date_files(folder)
    times = {path.name: path.stat().st_mtime for path in folder.glob("*.md")}
    assert times["a.md"] - times["b c.md"] == 86_400
    clone = clone_of(folder, date(2026, 1, 2))
    assert {path.stat().st_mtime for path in clone.glob("*.md")} == {1_767_355_200}


def test_conversations_become_notes_with_their_evidence(tmp_path: Path) -> None:
    """A turn that is not where its question says makes a right answer wrong."""
    data = {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ada",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I moved\nto Oslo."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a red  house"},
            ],
            "session_2_date_time": "9:00 am on 1 June, 2023",
            "session_2": [],
        },
        "qa": [
            {"question": "Where is Ada?", "answer": "Oslo", "evidence": ["D1:1; D:1:02"], "category": 1},
            {"question": "Who?", "evidence": [], "category": 5},
        ],
    }
    found = write_conversation(data, tmp_path / "conv-1")
    (question,) = found.questions
    assert question.way == "multi-hop"
    assert [line.text for line in question.gold] == [
        "- Ada — I moved to Oslo.",
        "- Bo — Look! [photo: a red house]",
    ]
    note = (found.folder / question.gold[0].path).read_text("utf-8").split("\n")
    assert all(line.text in note for line in question.gold)
    assert str(found.now) == "2023-05-09"
    half = Asked(question, Answer((hit(question.gold[1]),), Verdict.FOUND))
    assert share(half, 1) == 0.5
    assert half_of("conv-1", "Where is Ada?") in Half
