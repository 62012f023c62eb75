"""The bench measures what it says: generators keep their promises, figures and tables say what they mean.

Nothing is timed here. A wrong bench would call a slow gitmem fast, and nobody would look again.
"""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

from bench import conflicts, judgements
from bench.conflicts import AlarmTables, measure_conflicts, peer_table
from bench.generate import generate_history, generate_notes, vocabulary
from bench.judgements import Verdict, pair, read_labels, share, verdict_of
from bench.lines import Source, different, parse_blame, sample
from bench.measure import (
    Spent,
    Table,
    Target,
    all_met,
    megabytes,
    metered,
    milliseconds,
    run,
    seconds,
    side_by_side,
)
from bench.memories import Told, Truth, generate_memory
from bench.page import measure_page
from bench.planting import Kind, Order, plant
from bench.recall import Field, plantings
from bench.replay import replay
from bench.repositories import Repositories, Subject
from bench.standing import Kind as MarkKind
from bench.standing import Mark, marks_of, true_verdict
from bench.steps import middle
from gitmem.facts.severity import Severity
from gitmem.facts.standing import Rule
from gitmem.notes.markdown import read_note


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_generated_history_is_as_long_as_was_asked_for_and_does_what_people_do(tmp_path: Path) -> None:
    made = tmp_path / "made"
    generate_history(made, commits=500, merges=30, notes=60)
    assert _git(made, "rev-list", "--count", "HEAD") == _git(made, "rev-list", "--count", "--all") == "500"
    assert _git(made, "rev-list", "--count", "--merges", "HEAD") == "30"
    assert 55 <= len(_git(made, "ls-files").split("\n")) <= 65
    printed = _git(made, "log", "-M", "-p", "--raw", "--format=", "--diff-merges=off").split("\n")
    changes = [line.split("\t") for line in printed if line.startswith(":")]
    assert {facts.split(" ")[-1][0] for facts, *_ in changes} == {"A", "M", "D", "R"}
    assert any(path.startswith("archive/") for _, path, *_ in changes)
    assert any(line.startswith("+- ~~") for line in printed)
    # Both sides of some merges changed one note, so that its lines come from both.
    assert "@@@" in _git(made, "log", "--merges", "-c", "-p", "--format=")


def test_the_same_seed_makes_the_same_commits(tmp_path: Path) -> None:
    heads = set()
    for name, seed in (("one", 1), ("two", 1), ("three", 2)):
        generate_history(tmp_path / name, commits=40, merges=3, notes=10, seed=seed)
        heads.add(_git(tmp_path / name, "rev-parse", "HEAD"))
    assert len(heads) == 2


@pytest.mark.parametrize(("chunks", "notes", "commits"), [(200, 30, 1), (333, 17, 5)])
def test_generated_notes_hold_the_chunks_that_were_asked_for(
    tmp_path: Path, chunks: int, notes: int, commits: int
) -> None:
    folder = tmp_path / "made"
    generate_notes(folder, chunks=chunks, notes=notes, commits=commits)
    paths = sorted(folder.rglob("*.md"))
    assert len(paths) == notes
    assert sum(len(read_note(path.name, path.read_bytes()).chunks) for path in paths) == chunks
    assert _git(folder, "rev-list", "--count", "HEAD") == str(commits)


def test_words_of_low_rank_are_common_and_others_rare(tmp_path: Path) -> None:
    generate_notes(tmp_path / "made", chunks=1000, notes=50)
    text = " ".join(path.read_text("utf-8") for path in (tmp_path / "made").rglob("*.md")).split()
    common, middling, rare = (text.count(vocabulary().of_rank(rank)) for rank in (2, 20, 2000))
    assert common > 4 * middling > 4 * rare


def test_impossible_repositories_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two commits"):
        generate_history(tmp_path / "made", commits=10, merges=9, notes=5)
    with pytest.raises(ValueError, match="note"):
        generate_notes(tmp_path / "made", chunks=5, notes=9)


def test_cpu_of_children_is_counted_apart_from_our_own() -> None:
    burn = ["git", "hash-object", "--stdin-paths"]
    with metered() as spent:
        ran = run(burn)
    assert spent.children == pytest.approx(ran.cpu, abs=0.005)
    assert ran.cpu > 0
    assert spent.cpu == spent.own + spent.children


def test_a_command_that_fails_is_no_figure() -> None:
    with pytest.raises(RuntimeError, match="exit 128"):
        run(["git", "log", "--no-such-option"])


def test_peers_are_measured_in_turn_and_their_middle_counts() -> None:
    order: list[str] = []
    figures = {"one": [3.0, 1.0, 2.0], "two": [9.0, 9.0, 1.0]}

    def work(name: str) -> float:
        order.append(name)
        return figures[name].pop()

    assert side_by_side(3, lambda: work("one"), lambda: work("two")) == [2.0, 9.0]
    assert order == ["one", "two"] * 3
    assert middle([Spent(1, 5), Spent(2, 6), Spent(9, 7)]) == Spent(2, 6)


def test_a_table_prints_as_markdown_and_names_what_was_missed() -> None:
    table = Table("Things", ("what", "figure", "verdict"), "A note.")
    table.add("a|b", seconds(0.5), Target(1, " s").verdict(0.5))
    table.add("c", seconds(2), Target(1, " s").verdict(2))
    assert table.render() == (
        "## Things\n\nA note.\n\n| what | figure | verdict |\n| --- | --- | --- |\n"
        "| a&#124;b | 0.500 s | met |\n| c | 2.00 s | missed: 2.00 times off |\n"
    )
    assert table.missed == ["Things: c: missed: 2.00 times off"]
    with pytest.raises(ValueError, match="2 cells"):
        table.add("too", "few")


def test_targets_look_the_right_way() -> None:
    assert str(Target(10, at_least=True)) == "≥ 10"
    assert Target(10, at_least=True).verdict(12) == "met"
    assert Target(10, at_least=True).verdict(5) == "missed: 2.00 times off"
    assert Target(0, " lines").verdict(3) == "missed: 3 instead of 0"
    assert all_met("met", "met") == "met"
    assert all_met("met", "missed: slow", "missed: large") == "missed: slow; large"


def test_figures_are_printed_with_their_unit() -> None:
    assert [milliseconds(value) for value in (0.0123, 0.5, 11)] == ["12.3 ms", "500 ms", "11,000 ms"]
    assert [seconds(value) for value in (0.1234, 6.5, 123.4)] == ["0.123 s", "6.50 s", "123 s"]
    assert megabytes(59_527_168) == "59.5 MB"


def test_blame_is_read_line_by_line() -> None:
    printed = b'aaaa 7 2 1\nauthor A\nfilename old.md\nbbbb 1 1 1\nauthor B\nfilename "t\\tb.md"\n'
    assert parse_blame(printed) == [Source("bbbb", b"t\tb.md", 1), Source("aaaa", b"old.md", 7)]
    assert different([1, 2, 3], [1, 9]) == 2


def test_a_sample_is_the_same_every_time_and_all_where_there_are_few() -> None:
    paths = [f"{number}.md" for number in range(50)]
    assert sample(paths, 10, 1) == sample(paths[::-1], 10, 1)
    assert len(set(sample(paths, 10, 1))) == 10
    assert sample(paths, 300, 1) == sorted(paths)


def _commit_notes(folder: Path, **notes: str) -> str:
    for name, text in notes.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    _git(folder, "add", "--all")
    _git(folder, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "notes")
    return _git(folder, "rev-parse", "HEAD")


def _two_owners(folder: Path) -> str:
    """A history in which the second commit contradicts the first, and a merge follows."""
    folder.mkdir()
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _commit_notes(folder, orion="# Orion\n\n- Owner: Ana\n", tern="# Tern\n\n- Phase: trial\n")
    _git(folder, "branch", "side")
    guilty = _commit_notes(folder, orion="# Orion\n\n- Owner: Ana\n- Owner: Bo\n")
    _git(folder, "switch", "--quiet", "side")
    _commit_notes(folder, tern="# Tern\n\n- Phase: trial\n\nMore.\n")
    _git(folder, "switch", "--quiet", "main")
    person = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    _git(folder, *person, "merge", "--quiet", "--no-edit", "side")
    return guilty


def test_a_replay_names_the_commit_that_contradicts_and_no_later_one(tmp_path: Path) -> None:
    guilty = _two_owners(tmp_path / "made")
    found = replay(tmp_path / "made")
    assert (found.commits, found.merges) == (4, 1)
    (raised,) = found.raised
    assert (raised.commit, raised.alarm.rule, raised.alarm.severity) == (guilty, Rule.E, Severity.ERROR)
    assert [side.claim.line for side in (raised.alarm.first, raised.alarm.second)] == [3, 4]


def test_an_error_that_nobody_has_read_counts_as_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guilty = _two_owners(tmp_path / "made")
    (tmp_path / "alarms.jsonl").touch()
    monkeypatch.setattr(judgements, "LABELS", tmp_path)
    for label, wrong, unread in (("", "0", "1"), ("wrong", "1", "0"), ("right", "0", "0")):
        if label:
            entry = {"repository": "made", "commit": guilty, "first": "orion.md:4", "second": "orion.md:3"}
            line = json.dumps({**entry, "verdict": label, "reason": "read"})
            (tmp_path / "alarms.jsonl").write_text(f"{line}\n", "utf-8")
        read_labels.cache_clear()
        tables = AlarmTables()
        tables.measure(Subject("made", tmp_path / "made"))
        errors = next(table for table in tables.all() if table.title.startswith("Errors"))
        assert errors.rows[0][:5] == ("4", "1", "250.00", wrong, unread)
    read_labels.cache_clear()


def test_labels_are_kept_whole() -> None:
    for name in ("alarms", "standing", "plainmem"):
        path = judgements.LABELS / f"{name}.jsonl"
        entries = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
        keys = [
            pair(each["repository"], each["first"], each["second"], each.get("commit", ""))
            for each in entries
        ]
        assert len(set(keys)) == len(keys)
        assert all(
            verdict_of(name, key).verdict is not Verdict.OPEN and verdict_of(name, key).reason for key in keys
        )
    assert verdict_of("alarms", pair("nowhere", "a.md:1", "a.md:2")).verdict is Verdict.OPEN
    assert share([Verdict.RIGHT, Verdict.OPEN, Verdict.WRONG], Verdict.RIGHT) == (1, 2)


def test_a_generated_memory_knows_what_its_lines_say(tmp_path: Path) -> None:
    heads = set()
    for name in ("one", "two"):
        truth = generate_memory(tmp_path / name, subjects=6, days=60, seed=3)
        heads.add(_git(tmp_path / name, "rev-parse", "HEAD"))
    assert len(heads) == 1
    paths = sorted((tmp_path / "two").rglob("*.md"))
    lines = {
        (path.relative_to(tmp_path / "two").as_posix(), number): text
        for path in paths
        for number, text in enumerate(path.read_text("utf-8").split("\n")[:-1], 1)
    }
    assert {place: line.text for place, line in truth.lines.items()} == lines
    told = [line for line in truth.lines.values() if line.told is Told.FACT]
    assert told and all(line.value in line.text for line in told)
    assert {line.fact for line in told} <= truth.current.keys()


def test_marks_in_a_generated_memory_are_judged_by_its_truth(tmp_path: Path) -> None:
    truth = generate_memory(tmp_path / "made", subjects=6, days=60, seed=3)
    (_, number), holding = next(
        (place, line)
        for place, line in truth.lines.items()
        if line.told is Told.FACT
        and truth.current[line.fact] == line.value
        and place[0].startswith("projects/")
    )
    path = next(place[0] for place, line in truth.lines.items() if line is holding)
    mark = Mark(MarkKind.SUPERSEDED, "written-dates", f"{path}:{number}", f"{path}:{number}")
    assert true_verdict(truth, mark).verdict is Verdict.WRONG
    marked = marks_of(tmp_path / "made")
    assert marked.claims > 30
    assert any(true_verdict(truth, mark).verdict is Verdict.RIGHT for mark in marked.marks)


_PLANTED_IN = "# Blue Heron\n\nA boat.\n\n- Length: 12 m\n\n## Details\n\n- Colour: grey\n\nBuilt of oak.\n"


@pytest.mark.parametrize("kind", list(Kind))
def test_planted_lines_stand_where_they_are_said_to_stand(kind: Kind) -> None:
    note = read_note("boat.md", _PLANTED_IN.encode())
    planted = plant(kind, note, _PLANTED_IN, 9, random.Random(1))
    sides = []
    for place in (planted.anchor, planted.rival):
        path, _, number = place.rpartition(":")
        sides.append(planted.both[path].split("\n")[int(number) - 1])
    assert sides[0] != sides[1]
    whole = "\n".join(planted.without.values())
    assert not any(side in whole for side in sides)
    assert sides[0] in "\n".join(planted.first.values()) and sides[1] in "\n".join(planted.second.values())


def test_what_is_planted_is_found_and_what_is_lost_says_why() -> None:
    texts = {"boat.md": _PLANTED_IN.encode()}
    found = list(plantings(Field(texts), texts, 1, [Kind.NEXT_LINE, Kind.NOTE]))
    assert [each.order for each in found] == [*Order, *Order]
    assert all(each.at_all for each in found)
    assert all(bool(each.why) != each.error for each in found if each.order in each.kind.unordered)


@pytest.mark.stress
def test_the_whole_part_runs_on_a_small_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _two_owners(tmp_path / "made")
    _git(tmp_path / "made", "bundle", "create", "--quiet", str(tmp_path / "made.bundle"), "HEAD", "main")
    monkeypatch.setattr(conflicts, "tool", lambda name: None)
    monkeypatch.setattr(conflicts, "generate_memory", _small_memory)
    tables = measure_conflicts(Repositories(tmp_path / "work"), [tmp_path / "made.bundle"], tmp_path, 1)
    titles = [table.title for table in tables]
    assert len(set(titles)) == len(titles)
    assert all(table.render().startswith("## ") for table in tables)
    by_title = {table.title: table for table in tables}
    peer = by_title[peer_table([], tmp_path).title]
    assert "not installed" in peer.note and not peer.rows


def _small_memory(folder: Path, *, seed: int) -> Truth:
    return generate_memory(folder, subjects=3, days=20, seed=seed)


def test_the_peer_is_asked_where_it_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [{"current": {"cite": "a.md:1"}, "superseded": [{"cite": "b.md:2"}, {"cite": "c.md:3"}]}]
    monkeypatch.setattr(conflicts, "tool", lambda name: name)
    monkeypatch.setattr(conflicts, "run", lambda command: type("Ran", (), {"out": json.dumps(listed)}))
    table = peer_table([Subject("made", tmp_path)], tmp_path)
    assert table.rows == [("made", "1", "2", "0", "0", "0", "0")]


@pytest.mark.stress
def test_the_page_is_weighed_beside_the_conflicts(tmp_path: Path) -> None:
    """A page of another size, or of other notes, would be called small enough."""
    _two_owners(tmp_path / "made")
    _git(tmp_path / "made", "bundle", "create", "--quiet", str(tmp_path / "made.bundle"), "HEAD", "main")
    [table] = measure_page(Repositories(tmp_path / "work"), [tmp_path / "made.bundle"], tmp_path, 1)
    [(name, conflicts_cpu, page_cpu, ratio, weight, *_)] = table.rows
    assert name == "made" and (tmp_path / "made.html").read_text().count("<html") == 1
    assert float(ratio) > 0 and conflicts_cpu.endswith(" s") and page_cpu.endswith(" s")
    assert weight == f"{(tmp_path / 'made.html').stat().st_size / 1e6:.1f} MB"
