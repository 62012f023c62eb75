"""The bench measures what it says: generators keep their promises, figures and tables say what they mean.

Nothing is timed here. A wrong bench would call a slow gitmem fast, and nobody would look again.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from bench.generate import generate_history, generate_notes, vocabulary
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
from bench.steps import middle
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
