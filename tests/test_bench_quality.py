"""The generated memories say what their questions say they say.

Every figure about quality stands on these labels: a gold line that is not there, or an "absent" fact that is,
would make a right answer wrong and nobody would notice.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from bench.quality.absent import RARE, UNHEARD
from bench.quality.attributes import Attribute, half
from bench.quality.chronicle import make_memory
from bench.quality.contact_attributes import CONTACT_ATTRIBUTES
from bench.quality.jottings import JOTTINGS
from bench.quality.likeness import share_nothing
from bench.quality.names import UNHEARD_FAMILY, UNHEARD_GIVEN, UNHEARD_PLACES, UNHEARD_PROJECTS
from bench.quality.place_attributes import PLACE_ATTRIBUTES
from bench.quality.project_attributes import PROJECT_ATTRIBUTES
from bench.quality.queries import (
    HELD_OUT_SEEDS,
    NORMAL,
    SMALL,
    TUNING_SEEDS,
    Expectation,
    Family,
    GeneratedMemory,
    Gold,
    Question,
    Split,
    line_of,
    split_of,
)
from gitmem.words import Analyzer

ATTRIBUTES = CONTACT_ATTRIBUTES + PROJECT_ATTRIBUTES + PLACE_ATTRIBUTES
FOUND = (Expectation.CURRENT, Expectation.FLAGGED_STALE, Expectation.FRESH_CONTROL, Expectation.CONTESTED)


class Notes:
    """A generated repository, read with git alone."""

    def __init__(self, memory: GeneratedMemory) -> None:
        self.memory = memory
        self._read = cache(self._show)
        self.everything = self.git("log", "-p", "--format=", "--unified=0", "--diff-merges=first-parent")

    def git(self, *arguments: str) -> str:
        command = ["git", "-c", "core.quotePath=false", *arguments]
        done = subprocess.run(command, cwd=self.memory.folder, check=True, capture_output=True)
        return done.stdout.decode()

    def _show(self, revision: str, path: str) -> str | None:
        command = ["git", "show", f"{revision}:{path}"]
        done = subprocess.run(command, cwd=self.memory.folder, capture_output=True, check=False)
        return done.stdout.decode() if not done.returncode else None

    @cache  # noqa: B019
    def commit(self, at: str | None) -> str:
        """The commit that is asked about: HEAD, an id, or the last one of a day."""
        if at is None:
            return "HEAD"
        if len(at) == 40:
            return at
        chain = self.git("log", "--first-parent", "--format=%H %ct", "HEAD").split("\n")
        end = (date.fromisoformat(at) - date(1970, 1, 1)).days * 86_400 + 86_400
        return next(line.split()[0] for line in chain if int(line.split()[1]) < end)

    def stands(self, gold: Gold, at: str | None) -> bool:
        """Whether a line stands in its note, once."""
        text = self._read(self.commit(at), gold.path)
        return text is not None and line_of(gold, text) is not None

    def stood(self, gold: Gold) -> bool:
        """Whether a line was ever written."""
        return f"\n+{gold.text}\n" in self.everything

    def first_said(self, gold: Gold) -> tuple[str, str]:
        """The commit and the day that first had a line in a note of this file name, whatever its bullets."""
        return self._first()[_file(gold.path), _bare(gold.text)]

    @cache  # noqa: B019
    def _first(self) -> dict[tuple[str, str], tuple[str, str]]:
        options = ("--reverse", "--topo-order", "--no-merges", "-p", "--unified=0", "--format=commit %H %cs")
        first: dict[tuple[str, str], tuple[str, str]] = {}
        commit, day, path = "", "", ""
        for line in self.git("log", *options).split("\n"):
            if line.startswith("commit "):
                _, commit, day = line.split(" ")
            elif line.startswith("+++ "):
                path = _file(line.rstrip("\t"))
            elif line.startswith("+"):
                first.setdefault((path, _bare(line[1:])), (commit, day))
        return first

    def of(self, *families: Family) -> list[Question]:
        return [each for each in self.memory.questions if each.family in families]


def _file(path: str) -> str:
    return path.rpartition("/")[2]


def _bare(line: str) -> str:
    return re.sub(r"\W+", " ", re.sub(r"\[verified: \S+\]", "", line)).strip()


@pytest.fixture(scope="module", params=[TUNING_SEEDS[0], HELD_OUT_SEEDS[0]], ids=["tuning", "held-out"])
def notes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Notes:
    folder = tmp_path_factory.mktemp("quality") / "notes"
    return Notes(make_memory(folder, request.param, SMALL))


def test_every_family_has_as_many_questions_as_were_asked_for(notes: Notes) -> None:
    counts = Counter(each.family for each in notes.memory.questions)
    assert counts == dict.fromkeys(Family, SMALL.questions)
    assert NORMAL.questions >= 40


def test_gold_lines_stand_once_in_the_state_that_is_asked_about(notes: Notes) -> None:
    for question in notes.memory.questions:
        assert bool(question.gold) is (question.expects in FOUND), question
        for gold in question.gold:
            if gold.in_history:
                assert question.family is Family.AS_OF and notes.stood(gold), question
                assert not notes.stands(gold, None), question
            else:
                assert notes.stands(gold, question.at), question


def test_stale_lines_were_written_and_stand_where_they_are_said_to(notes: Notes) -> None:
    for question in notes.memory.questions:
        for stale in question.stale:
            assert notes.stood(stale), (question, stale)
            assert stale not in question.gold
            if question.family is not Family.AT_REVISION:
                assert notes.stands(stale, None) is not stale.in_history, (question, stale)


def test_families_of_changes_have_something_stale_to_be_fooled_by(notes: Notes) -> None:
    changed = (Family.LATER_ENTRY, Family.REWORDED, Family.EDITED, Family.AS_OF, Family.AT_REVISION)
    assert all(question.stale for question in notes.of(*changed))
    for question in notes.of(Family.LATER_ENTRY, Family.REWORDED):
        assert not any(stale.in_history for stale in question.stale)
    assert all(question.stale[0].in_history for question in notes.of(Family.REMOVED))


def test_removed_facts_stand_nowhere_any_more(notes: Notes) -> None:
    for question in notes.of(Family.REMOVED):
        (gone,) = question.stale
        assert not notes.stands(gone, None)
        if question.way.startswith("note deleted"):
            assert not (notes.memory.folder / gone.path).exists()
    now = "\n".join(path.read_text("utf-8") for path in notes.memory.folder.rglob("*.md")).casefold()
    rare = [attribute.labels[0].casefold() for attributes in RARE.values() for attribute in attributes]
    assert not [label for label in rare if label in now]


def test_what_was_never_recorded_stands_in_no_version_of_any_note(notes: Notes) -> None:
    known = set(re.findall(r"\w+", notes.everything.casefold()))
    names = (*UNHEARD_FAMILY, *UNHEARD_GIVEN, *UNHEARD_PLACES, *UNHEARD_PROJECTS)
    for each in (*names, *(label for labels in UNHEARD.values() for label in labels)):
        assert set(re.findall(r"\w+", each.casefold())) - known, each
    for question in notes.of(Family.NEVER_RECORDED):
        assert set(re.findall(r"\w+", question.text.casefold())) - known, question


def test_facts_that_nobody_recorded_have_words_that_somebody_did(notes: Notes) -> None:
    known = notes.everything.casefold()
    for question in notes.of(Family.NO_SUCH_FACT):
        asked = question.text.casefold()
        labels = [label.casefold() for each in ATTRIBUTES for label in each.labels]
        assert any(label in asked and label in known for label in labels), question


def test_a_paraphrase_shares_no_stem_with_its_line_but_names(notes: Notes) -> None:
    analyzer = Analyzer()
    for question in notes.of(Family.PARAPHRASE):
        (gold,) = question.gold
        text = (notes.memory.folder / gold.path).read_text("utf-8")
        title = next(line for line in text.split("\n") if line.startswith("# "))
        assert share_nothing(question.text, gold.text, title), question
        asked = {term for each in analyzer.query(question.text) for term in each.terms}
        shared = (asked & analyzer.distinct(gold.text)) - analyzer.distinct(title)
        assert not shared, (question, shared)


def test_old_and_fresh_volatile_lines_differ_by_when_they_were_looked_at(notes: Notes) -> None:
    """`git blame` is not asked: a note may have been moved or reformatted since."""
    for question in notes.of(Family.FRESH):
        (gold,) = question.gold
        since = re.search(r"\[verified: (\S+)\]", gold.text)
        told = date.fromisoformat(since[1] if since else notes.first_said(gold)[1])
        assert (notes.memory.now - told).days <= 14 or question.way == "edited in place", question
    for question in notes.of(Family.STALENESS):
        (gold,) = question.gold
        told = date.fromisoformat(notes.first_said(gold)[1])
        assert (notes.memory.now - told).days > 100 or question.way == "imported with its date", question


def test_asked_revisions_and_days_lie_in_the_history(notes: Notes) -> None:
    kinds = {len(question.at or "") for question in notes.of(Family.AT_REVISION)}
    assert kinds == {40, 10}
    for question in notes.of(Family.AS_OF):
        assert question.as_of is not None
        assert date(2024, 5, 6) < date.fromisoformat(question.as_of) < notes.memory.now
    assert not [each for each in notes.memory.questions if each.at and each.family is not Family.AT_REVISION]


def test_contested_lines_come_from_one_commit_or_from_branches_that_do_not_know_each_other(
    notes: Notes,
) -> None:
    apart = 0
    for question in notes.of(Family.CONTESTED):
        one, two = (notes.first_said(gold)[0] for gold in question.gold)
        if question.way.startswith("two"):
            assert notes.git("merge-base", one, two).strip() not in (one, two), question
            apart += 1
        else:
            assert one == two, question
    assert apart


def test_the_same_seed_makes_the_same_commits_and_questions(tmp_path: Path) -> None:
    made = [make_memory(tmp_path / name, seed, SMALL) for name, seed in (("a", 3), ("b", 3), ("c", 4))]
    heads = [Notes(memory).git("rev-parse", "HEAD") for memory in made]
    assert heads[0] == heads[1] != heads[2]
    assert made[0].questions == made[1].questions != made[2].questions


def test_seeds_of_reports_are_worded_otherwise_than_those_of_tuning() -> None:
    assert {split_of(seed) for seed in TUNING_SEEDS} == {Split.TUNING}
    assert {split_of(seed) for seed in HELD_OUT_SEEDS} == {Split.HELD_OUT}
    for attribute in ATTRIBUTES:
        for items in (attribute.paraphrases, attribute.news, attribute.free):
            if items:
                one, two = half(items, Split.TUNING), half(items, Split.HELD_OUT)
                assert set(one) | set(two) == set(items) and not set(one) & set(two)


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda attribute: attribute.name)
def test_sentences_of_an_attribute_say_what_they_must(attribute: Attribute) -> None:
    assert len(set(attribute.values)) == len(attribute.values) >= 7
    for sentence, ask in attribute.free:
        assert sentence.count("{v}") == 1 and "{n}" not in sentence
        assert "{n}" in ask and "{v}" not in ask
    assert all("{n}" in each and "{v}" not in each for each in attribute.paraphrases)
    for news in attribute.news:
        assert "{n}" in news and "{v}" in news
        bare = re.sub(r"\{\w+\}", "", news).casefold()
        assert not [label for label in attribute.labels if re.search(rf"\b{label.casefold()}\b", bare)], news


def test_jottings_are_paraphrased_without_their_words() -> None:
    for jotting in JOTTINGS:
        for question in jotting.paraphrases:
            assert share_nothing(question, jotting.line, ""), question
