"""How quiet and how right the judgement of facts is on real history, and what of planted conflicts it finds.

Every commit of the bundles is judged as a hook would have judged it; all errors are listed with both lines.
Precision comes from labels by hand (`bench.judgements`): what nobody has read counts as not labelled.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.generate import SEED
from bench.judgements import Pair, Verdict, pair, quote, read_labels, share, verdict_of
from bench.measure import Table, Target, all_met, run, tool
from bench.memories import generate_memory
from bench.planting import Kind
from bench.recall import Field, Found, plantings
from bench.replay import Raised, replay
from bench.repositories import Repositories, Subject, git
from bench.standing import standing_tables
from bench.warm import warm_table
from gitmem.config import DEFAULTS, is_note
from gitmem.facts.severity import Severity
from gitmem.facts.standing import Rule
from gitmem.git.repository import encode_path

ERRORS = Target(0.2, " per 1,000 commits")
WRONG_ERRORS = Target(2, " wrong")
WARNINGS_READ = 40
PEER_PAIRS = 30
MEMORIES = 3
PLANTED = 30
"""Notes of each repository that every kind is planted in."""

AS_ERRORS = {
    Kind.NEXT_LINE: Target(0.95, at_least=True),
    Kind.SECTION_END: Target(0.6, at_least=True),
    Kind.LOG: Target(0.8, at_least=True),
    Kind.LOG_ALIAS: Target(0.8, at_least=True),
    Kind.NOTE: Target(0.8, at_least=True),
    Kind.LOG_ENTITY: Target(0.95, at_least=True),
    Kind.NOTE_ENTITY: Target(0.95, at_least=True),
}
AT_ALL = Target(0.95, at_least=True)
PROSE_AT_ALL = Target(0.9, at_least=True)
_REASONS = 4


class Listed(NamedTuple):
    """An alarm of one repository with both lines as they stood in its commit."""

    repository: str
    raised: Raised
    lines: tuple[str, str]

    @property
    def key(self) -> Pair:
        """What its label is found by."""
        alarm = self.raised.alarm
        first, second = alarm.first.claim.cite, alarm.second.claim.cite
        return pair(self.repository, first, second, self.raised.commit)


def measure_conflicts(
    repositories: Repositories, bundles: Sequence[Path], scratch: Path, rounds: int
) -> list[Table]:
    """All tables about conflicts and standing."""
    subjects = [repositories.bundle(bundle) for bundle in bundles]
    folders = [scratch / f"memory-{number}" for number in range(MEMORIES)]
    truths = [generate_memory(folder, seed=SEED + number) for number, folder in enumerate(folders)]
    memories = [Subject(f"generated {folder.name}", folder) for folder in folders]
    alarm_tables = AlarmTables()
    for subject in subjects:
        alarm_tables.measure(subject)
    planted = planted_table([*subjects, memories[0]])
    standing = standing_tables(subjects, list(zip(memories, truths, strict=True)))
    tables = [*alarm_tables.all(), planted, *standing, peer_table(subjects, scratch)]
    return [*tables, warm_table(subjects, rounds)]


class AlarmTables:
    """What histories raise: how often, and whether rightly."""

    def __init__(self) -> None:
        self._commits = 0
        self._listed: list[Listed] = []
        self.counts = Table(
            "Alarms over whole histories",
            ("repository", "commits", "merges", "rule", "severity", "alarms", "commits alarmed", "per 1,000"),
            "Every commit and merge, judged against each of its parents with the facts of its own snapshot. "
            "Kinds of faults that showed here were mended, so notes from elsewhere are the stricter judge.",
            labels=1,
        )

    def measure(self, subject: Subject) -> None:
        """One repository."""
        print(f"-- {subject.name}", file=sys.stderr, flush=True)
        found = replay(subject.folder)
        self._commits += found.commits
        self._listed += [Listed(subject.name, each, _lines(subject, each)) for each in found.raised]
        head = (subject.name, f"{found.commits:,}", f"{found.merges:,}")
        _count(self.counts, head, found.raised, found.commits)

    def all(self) -> list[Table]:
        """In the order to be printed."""
        head = ("all", f"{self._commits:,}", "")
        _count(self.counts, head, [each.raised for each in self._listed], self._commits)
        return [self.counts, self._errors(), self._precision(), self._list_errors(), self._list_warnings()]

    def of(self, severity: Severity) -> list[Listed]:
        """The alarms of one severity."""
        return [each for each in self._listed if each.raised.alarm.severity is severity]

    def _errors(self) -> Table:
        table = Table(
            "Errors, the alarms that stop a commit",
            ("commits", "commits alarmed", "per 1,000", "wrong", "not labelled", "target", "verdict"),
        )
        errors = self.of(Severity.ERROR)
        verdicts = [verdict_of("alarms", each.key).verdict for each in errors]
        alarmed = len({(each.repository, each.raised.commit) for each in errors})
        rate = 1000 * alarmed / max(self._commits, 1)
        wrong, unread = verdicts.count(Verdict.WRONG), verdicts.count(Verdict.OPEN)
        verdict = all_met(ERRORS.verdict(rate), WRONG_ERRORS.verdict(wrong + unread))
        target = f"{ERRORS}, {WRONG_ERRORS}"
        table.add(f"{self._commits:,}", str(alarmed), f"{rate:.2f}", str(wrong), str(unread), target, verdict)
        return table

    def _precision(self) -> Table:
        table = Table(
            "Alarms read by hand",
            ("severity", "rule", "alarms", "read", "right", "harmless", "wrong"),
            f"All errors, and a sample of at most {WARNINGS_READ} warnings. Right: two values of one fact, "
            "and the notes do not say which holds. Harmless: a hint worth reading all the same.",
            labels=2,
        )
        for severity in Severity:
            for rule in Rule:
                chosen = [each for each in self.of(severity) if each.raised.alarm.rule is rule]
                verdicts = [verdict_of("alarms", each.key).verdict for each in chosen]
                if not chosen:
                    continue
                right, read = share(verdicts, Verdict.RIGHT)
                harmless, wrong = verdicts.count(Verdict.HARMLESS), verdicts.count(Verdict.WRONG)
                figures = (str(len(chosen)), str(read), str(right), str(harmless), str(wrong))
                table.add(severity.value, rule.value, *figures)
        return table

    def _list_errors(self) -> Table:
        return _listing("Every error", self.of(Severity.ERROR))

    def _list_warnings(self) -> Table:
        warnings = self.of(Severity.WARNING)
        return _listing("Warnings, a sample", sampled(warnings, WARNINGS_READ))


def sampled(listed: Sequence[Listed], size: int) -> list[Listed]:
    """Some alarms, the same for the same history; all where there are no more."""
    if len(listed) <= size:
        return list(listed)
    places = sorted(random.Random(SEED).sample(range(len(listed)), size))
    return [listed[at] for at in places]


def _listing(title: str, listed: Iterable[Listed]) -> Table:
    columns = ("repository", "commit", "rule", "first line", "second line", "by hand")
    table = Table(title, columns, labels=2)
    for each in listed:
        alarm = each.raised.alarm
        sides = zip((alarm.first, alarm.second), each.lines, strict=True)
        told = (f"`{side.claim.cite}` {quote(line)}" for side, line in sides)
        judged = verdict_of("alarms", each.key)
        by_hand = judged.verdict.value + (f": {judged.reason}" if judged.reason else "")
        table.add(each.repository, each.raised.commit[:12], alarm.rule.value, *told, by_hand)
    return table


def _count(table: Table, head: tuple[str, str, str], raised: Sequence[Raised], commits: int) -> None:
    kinds = Counter((each.alarm.rule, each.alarm.severity) for each in raised)
    for rule in Rule:
        for severity in Severity:
            if not kinds[rule, severity]:
                continue
            alarmed = {
                each.commit for each in raised if (each.alarm.rule, each.alarm.severity) == (rule, severity)
            }
            rate = 1000 * len(alarmed) / max(commits, 1)
            count = kinds[rule, severity]
            table.add(*head, rule.value, severity.value, str(count), str(len(alarmed)), f"{rate:.2f}")
    if not kinds:
        table.add(*head, "—", "—", "0", "0", "0.00")


def _lines(subject: Subject, raised: Raised) -> tuple[str, str]:
    found = []
    for side in (raised.alarm.first.claim, raised.alarm.second.claim):
        text = git(subject.folder, "cat-file", "blob", f"{raised.commit}:{side.path}")
        found.append(text.split("\n")[side.line - 1])
    return found[0], found[1]


def planted_table(subjects: Sequence[Subject], count: int = PLANTED) -> Table:
    """Recall on planted conflicts by kind of planting."""
    table = Table(
        "Planted conflicts of declared keys",
        (
            "kind",
            "nothing orders them",
            "as errors",
            "target",
            "all",
            "at any severity or marked",
            "target",
            "lost",
            "verdict",
        ),
        "Planted into notes of the bundles and of a generated memory by a later commit, in one commit and "
        "on two branches. Within a section nothing orders two live lines but a strike; elsewhere a later "
        "commit does, and the pair counts as found when it raises any alarm or the older line is shown as "
        "superseded, with a newer reading, or contested.",
    )
    found: list[Found] = []
    for subject in subjects:
        texts = _texts(subject)
        plain = [kind for kind in Kind if not kind.configured]
        found += plantings(Field(texts), texts, count, plain)
        found += plantings(
            Field(texts, configured=True), texts, count, [kind for kind in Kind if kind.configured]
        )
    for kind in Kind:
        _add_planted(table, kind, [each for each in found if each.kind is kind])
    return table


def _add_planted(table: Table, kind: Kind, found: Sequence[Found]) -> None:
    unordered = [each for each in found if each.order in kind.unordered]
    errors = sum(each.error for each in unordered) / max(len(unordered), 1)
    every = sum(each.at_all for each in found) / max(len(found), 1)
    wanted, any_target = AS_ERRORS.get(kind), PROSE_AT_ALL if kind.prose else AT_ALL
    verdicts = [wanted.verdict(errors)] if wanted else []
    verdict = all_met(*verdicts, any_target.verdict(every)) if kind is not Kind.LONG_TITLE else "—"
    lost = Counter(why for _, why in {(each.place, each.why) for each in found if each.why})
    places = len({each.place for each in found})
    told = "; ".join(f"{number} of {places} places: {why}" for why, number in lost.most_common(_REASONS))
    targets = (f"{wanted.limit:.0%}" if wanted else "—", f"{any_target.limit:.0%}")
    as_errors = "—" if kind.prose else f"{errors:.1%}"
    figures = (str(len(unordered)), as_errors, targets[0], str(len(found)), f"{every:.1%}", targets[1])
    table.add(kind.value, *figures, told or "—", verdict)


def _texts(subject: Subject) -> dict[str, bytes]:
    names = git(subject.folder, "ls-files", "-z").split("\0")
    folder = subject.folder
    paths = (path for path in names if is_note(path, DEFAULTS) and (folder / path).is_file())
    return {path: (folder / path).read_bytes() for path in paths if encode_path(path)}


def peer_table(subjects: Sequence[Subject], scratch: Path) -> Table:
    """What plainmem lists as conflicts on the same checkouts."""
    table = Table(
        "plainmem's list of conflicts on the same checkouts",
        ("repository", "conflicts", "pairs", "read", "true", "partly", "wrong"),
        f"A sample of {PEER_PAIRS} pairs over all repositories, read by hand.",
    )
    if tool("plainmem") is None:
        table.note += " plainmem is not installed, so nothing was asked."
        return table
    labels = read_labels("plainmem")
    for subject in subjects:
        command = ("plainmem", "--root", subject.folder, "--index-dir", scratch / f"peer-{subject.name}")
        listed = json.loads(run([*command, "conflicts", "--json"]).out)
        pairs = {
            pair(subject.name, each["current"]["cite"], older["cite"])
            for each in listed
            for older in each["superseded"]
        }
        verdicts = [labels[each].verdict for each in pairs if each in labels]
        counts = (verdicts.count(each) for each in (Verdict.RIGHT, Verdict.PARTLY, Verdict.WRONG))
        table.add(subject.name, str(len(listed)), str(len(pairs)), str(len(verdicts)), *map(str, counts))
    return table
