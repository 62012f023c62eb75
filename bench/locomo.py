"""LoCoMo: does a search find the turns of a dialogue that answer a question? Same systems, same judge.

The data (Maharana et al. 2024, CC BY-NC 4.0) is read where it lies; nothing of it is kept or shipped. A
conversation becomes a repository: a note a session with the day in front matter and heading, a turn a list
item `Speaker: text` with the caption of its photo, and a commit a session at its day. Questions whose
evidence names no turn are left out. Speaker and text are divided by a dash: with a colon every turn would
read as a key with a value.

The halves are made of questions by a hash of conversation and question, fixed before anything was tuned:
`tuning` may be looked at, `report` not. A system is asked on the day after the last session.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from bench.importing import Import, Signature
from bench.measure import Table, Target
from bench.quality.part import runnable
from bench.quality.queries import Expectation, Family, Gold, Question
from bench.quality.running import Job, date_files, run_all
from bench.quality.scores import Asked, covers
from bench.quality.systems.registry import SYSTEMS
from bench.quality.tables import figure_of

DEPTHS = (1, 5, 10)
_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_SESSION = re.compile(r"session_(\d+)")
_TURN = re.compile(r"D:?0*(\d+):0*(\d+)")
_MOMENT = "%I:%M %p on %d %B, %Y"


class Half(Enum):
    """Which half a question belongs to."""

    TUNING = "tuning"
    REPORT = "report"


def half_of(conversation: str, question: str) -> Half:
    """The half, by the first bit of a hash."""
    digest = hashlib.sha256(f"{conversation}\n{question}".encode()).digest()
    return Half.REPORT if digest[0] & 1 else Half.TUNING


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation written as notes, with its questions."""

    name: str
    folder: Path
    now: date
    questions: tuple[Question, ...]


def write_conversation(data: dict[str, Any], folder: Path) -> Conversation:
    """One conversation of the file as a repository in a new folder."""
    talk, turns = data["conversation"], dict[str, Gold]()
    numbers = sorted(int(found[1]) for name in talk if (found := _SESSION.fullmatch(name)))
    last, mark = date.min, 0
    with Import(folder) as out:
        for number in (each for each in numbers if talk[f"session_{each}"]):
            moment = datetime.strptime(talk[f"session_{number}_date_time"], _MOMENT).replace(tzinfo=UTC)
            last = max(last, moment.date())
            path = f"{moment:%Y-%m-%d}-s{number:02}.md"
            lines = ["---", f"date: {moment:%Y-%m-%d}", "---", f"# {moment:%Y-%m-%d}", ""]
            for turn in talk[f"session_{number}"]:
                lines.append(f"- {turn['speaker']} — {_said(turn)}")
                turns[turn["dia_id"]] = Gold(path, lines[-1])
            seconds = int(moment.timestamp())
            who = Signature("Memory", "memory@example.org", seconds, seconds)
            note = "\n".join(lines).encode() + b"\n"
            mark = out.commit("main", [mark] if mark else [], {path: note}, f"session {number}", signed=who)
    return Conversation(
        data["sample_id"], folder, last + timedelta(days=1), tuple(_questions(data["qa"], turns))
    )


def _said(turn: dict[str, Any]) -> str:
    text = " ".join(turn["text"].split())
    caption = " ".join((turn.get("blip_caption") or "").split())
    return f"{text} [photo: {caption}]" if caption else text


def _names(evidence: str) -> Iterator[str]:
    """The turns that a piece of evidence names: one, or several, and some are written a little otherwise."""
    yield from (f"D{session}:{turn}" for session, turn in _TURN.findall(evidence))


def _questions(asked: Sequence[dict[str, Any]], turns: dict[str, Gold]) -> Iterator[Question]:
    for each in asked:
        names = [name for told in each.get("evidence") or [] for name in _names(told)]
        gold = tuple(dict.fromkeys(turns[name] for name in names if name in turns))
        if gold:
            way = _CATEGORIES[each["category"]]
            yield Question(Family.LOOKUP, each["question"], gold, (), None, None, Expectation.CURRENT, way)


def found(asked: Asked, depth: int) -> float:
    """1 when a turn of the evidence is among the first `depth` hits, else 0."""
    hits = asked.answer.hits[:depth]
    return float(any(covers(hit, line) for hit in hits for line in asked.question.gold))


def read_conversations(file: Path, folder: Path) -> list[Conversation]:
    """All conversations of a file, each as a repository below a folder."""
    every = json.loads(file.read_text("utf-8"))
    conversations = [write_conversation(each, folder / each["sample_id"]) for each in every]
    for each in conversations:
        date_files(each.folder)
    return conversations


def share(asked: Asked, depth: int) -> float:
    """The share of the turns of the evidence that are among the first `depth` hits."""
    hits, gold = asked.answer.hits[:depth], asked.question.gold
    return sum(any(covers(hit, line) for hit in hits) for line in gold) / len(gold)


class Tried(NamedTuple):
    """A question with its answer and its half."""

    half: Half
    asked: Asked


def ask_all(conversations: Sequence[Conversation], systems: Sequence[str]) -> dict[str, list[Tried]]:
    """What each system answers to all questions; a system has each conversation for itself."""
    pairs = [(system, each) for system in systems for each in conversations]
    jobs = [Job(system, 0, each.folder, each.now, each.questions) for system, each in pairs]
    answers: dict[str, list[Tried]] = {system: [] for system in systems}
    runs = run_all(jobs, tell=lambda text: print(text, file=sys.stderr, flush=True))
    for (system, conversation), run in zip(pairs, runs, strict=True):
        for asked in run.answers:
            half = half_of(conversation.name, asked.question.text)
            answers[system].append(Tried(half, asked))
    return answers


def measure_locomo(file: Path, folder: Path, systems: Sequence[str] = ()) -> list[Table]:
    """The tables of both halves, and over all questions by category."""
    names = runnable(systems or list(SYSTEMS))
    answers = ask_all(read_conversations(file, folder), names)
    tables = [_half_table(answers, half) for half in Half]
    tables.append(_category_table(answers))
    tables.append(_targets(answers))
    return tables


def _half_table(answers: Mapping[str, Sequence[Tried]], half: Half) -> Table:
    counts = sum(each.half is half for each in next(iter(answers.values())))
    table = Table(
        f"LoCoMo, {half.value} half ({counts} questions)",
        (
            "system",
            *(f"recall@{depth}" for depth in DEPTHS),
            *(f"share of evidence@{depth}" for depth in DEPTHS),
        ),
        "A question is found when a turn of its evidence is among the hits; the share counts all its turns. "
        "In brackets the bootstrap interval of 95 %.",
    )
    for system, tried in answers.items():
        chosen = [each.asked for each in tried if each.half is half]
        recalls = (_cell([found(each, depth) for each in chosen]) for depth in DEPTHS)
        table.add(system, *recalls, *(_cell([share(each, depth) for each in chosen]) for depth in DEPTHS))
    return table


def _category_table(answers: Mapping[str, Sequence[Tried]]) -> Table:
    categories = [*_CATEGORIES.values()]
    first = next(iter(answers.values()))
    counts = {name: sum(each.asked.question.way == name for each in first) for name in categories}
    table = Table(
        "LoCoMo by category, both halves",
        ("system", *(f"{name} (n = {counts[name]})" for name in categories), f"all (n = {len(first)})"),
        f"Recall@{', @'.join(map(str, DEPTHS))}.",
    )
    for system, tried in answers.items():
        cells = []
        for name in (*categories, None):
            chosen = [each.asked for each in tried if name is None or each.asked.question.way == name]
            cells.append(
                " / ".join(f"{_mean([found(each, depth) for each in chosen]):.3f}" for depth in DEPTHS)
            )
        table.add(system, *cells)
    return table


LEXICAL_GAIN = (0.016, 0.012, 0.011)
"""What gitmem is to find more than plainmem, at each depth."""

SEMANTIC_GAIN = (0.015, 0.015, 0.015)
"""What wordllama is to add to that."""


WHY = {("gitmem hybrid, wordllama", 1): "it finds more lines, but not the first one more often than words do"}
"""Why a target is missed, by system and depth."""


def _targets(answers: Mapping[str, Sequence[Tried]]) -> Table:
    table = Table("LoCoMo: targets", ("what", "depth", "gain", "target", "verdict"), labels=2)
    for ours, theirs, gains in (
        ("gitmem", "plainmem", LEXICAL_GAIN),
        ("gitmem hybrid, wordllama", "gitmem", SEMANTIC_GAIN),
    ):
        if ours in answers and theirs in answers:
            for depth, gain in zip(DEPTHS, gains, strict=True):
                old, new = (
                    _mean([found(each.asked, depth) for each in answers[name]]) for name in (theirs, ours)
                )
                target = Target(gain, at_least=True, why=WHY.get((ours, depth), ""))
                verdict = target.verdict(round(new - old, 4))
                table.add(f"{ours} over {theirs}", f"@{depth}", f"{new - old:+.3f}", str(target), verdict)
    return table


def _cell(values: Sequence[float]) -> str:
    return str(figure_of(values) or "—")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(len(values), 1)
