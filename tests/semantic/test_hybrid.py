"""Hybrid search from the command line: what it finds, what it may say, and what it must not cost."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, PROJECT, Mem
from tests.semantic.fake import FakeVectors, fake

__all__ = ["fake"]

NOTES = {
    "pets.md": "# Household\n\nThe kitten eats fish twice.\n\nRent is due in May.\n",
    "harbour.md": "# Harbour\n\nThe ferry leaves at nine.\n\nThe bell is cracked.\n",
    "misc.md": "# Misc\n\nPaint the fence.\n\nCall the plumber.\n\nBuy stamps.\n",
}
SETTINGS = '[semantic]\nprovider = "fake"\n'


@pytest.fixture
def kept(repo: RepoBuilder, fake: type[FakeVectors]) -> RepoBuilder:
    """A repository whose settings name the fake."""
    repo.commit("2026-01-01", {**NOTES, ".gitmem.toml": SETTINGS})
    return repo


def test_a_line_is_found_by_meaning_beside_words(kept: RepoBuilder, mem: Mem) -> None:
    """A question in other words would not find its line."""
    assert "pets.md:3" not in mem.search("feline diet in May", "--mode", "lexical").cites
    found = mem.search("feline diet in May")
    assert found.data["mode"] == "hybrid"
    assert found.data["semantic"] == "fake:meanings"
    assert found.at("pets.md:3")["matched_by"] == ["likeness"]
    assert found.at("pets.md:3")["score_parts"]["likeness"] > 0.6
    assert "words" in found.at("pets.md:5")["matched_by"]


def test_an_answer_by_meaning_alone_proves_no_word(kept: RepoBuilder, mem: Mem) -> None:
    """Likeness would be taken for a record, or a proven absence would be hidden by it."""
    found = mem.search("feline diet")
    assert (found.code, found.data["no_match"]) == (0, False)
    assert found.cites == ["pets.md:3"]
    assert found.data["absent_terms"] == ["feline", "diet"]
    assert (found.data["absence"], found.data["coverage"]) == ("proven", 0.0)
    text = mem("search", "feline diet").out
    assert "alike in meaning, no word of the question" in text
    assert "nothing found for: feline, diet (also not in history)" in text
    assert "likeness by fake:meanings" in text


def test_what_is_only_a_little_alike_is_no_answer(kept: RepoBuilder, mem: Mem) -> None:
    """A question about nothing in the notes would always get some answer."""
    found = mem.search("zzyx quorl")
    assert (found.code, found.data["no_match"], found.data["absence"]) == (1, True, "proven")


def test_words_are_not_passed_by_likeness(kept: RepoBuilder, mem: Mem) -> None:
    """A line that answers word for word would sink below one that is merely alike."""
    kept.commit("2026-01-02", {"boats.md": "# Boats\n\nVessel, boat, vessel, boat.\n"})
    assert mem.search("ferry leaves at nine").cites[0] == "harbour.md:3"


def test_the_mode_can_be_chosen(kept: RepoBuilder, mem: Mem) -> None:
    """Settings that come with a repository would decide what a user gets."""
    lexical = mem.search("bell", "--mode", "lexical").data
    assert (lexical["mode"], lexical["semantic"]) == ("lexical", None)
    assert lexical["index_version"] != mem.search("bell").data["index_version"]
    assert FakeVectors.asked


def test_scope_holds_for_likeness_too(kept: RepoBuilder, mem: Mem) -> None:
    """Answers would come from notes or days that were not asked about."""
    kept.commit("2026-03-01", {"late.md": "# Late\n\nKitten food is here.\n"})
    assert mem.search("feline diet", "--path", "harbour.md").cites == []
    assert mem.search("feline diet", "--path", "p*.md").cites == ["pets.md:3"]
    assert mem.search("feline diet", "--since", "2026-02-01").cites == ["late.md:3"]
    assert mem.search("feline diet", "--until", "2026-02-01").cites == ["pets.md:3"]
    assert mem.search("feline diet", "--at", "HEAD^").cites == ["pets.md:3"]


def test_clones_agree_and_receipts_hold(kept: RepoBuilder, mem: Mem) -> None:
    """A receipt of a hybrid answer could be made nowhere else."""
    kept.commit("2026-03-01", {"pets.md": NOTES["pets.md"] + "\nThe cat sleeps.\n"})
    first = mem.search("feline diet in May")
    receipt = mem.scratch / "receipt.json"
    assert mem("proof", "--output", str(receipt), "feline", "diet", "in", "May").code == 0
    assert '"semantic": "fake:meanings"' in receipt.read_text()
    clone = kept.clone(mem.scratch / "clone")
    other = mem.search("feline diet in May", cwd=clone.path)
    assert other.data["index_version"] == first.data["index_version"]
    assert other.results == first.results
    assert mem("proof", "--verify", str(receipt), cwd=clone.path).code == 0


def test_older_notes_are_searched_as_those_of_today(
    repo: RepoBuilder, fake: type[FakeVectors], mem: Mem
) -> None:
    """Notes of a time before the settings named a provider would be searched in another way."""
    repo.commit("2026-01-01", NOTES)
    repo.commit("2026-01-02", {".gitmem.toml": SETTINGS})
    assert mem.search("feline diet", "--at", "HEAD^").cites == ["pets.md:3"]
    receipt = mem.scratch / "receipt.json"
    assert mem("proof", "--output", str(receipt), "--at", "HEAD^", "feline", "diet").code == 0
    repo.commit("2026-01-03", {".gitmem.toml": None})
    assert mem("proof", "--verify", str(receipt)).code == 0
    assert mem.search("feline diet", "--at", "HEAD~2").data["mode"] == "lexical"


def test_only_new_text_is_embedded(kept: RepoBuilder, mem: Mem) -> None:
    """Every search would wait for a model to read all notes."""
    mem.search("bell")
    for change, expected in (
        (lambda: None, []),
        (
            lambda: kept.write({"misc.md": NOTES["misc.md"] + "\nWater ferns.\n"}),
            ["Misc\nWater ferns."],
        ),
        (lambda: kept.write({"moved.md": NOTES["pets.md"], "pets.md": None}), []),
        (lambda: mem("index", "--rebuild"), []),
    ):
        FakeVectors.asked.clear()
        change()
        mem.search("bell")
        assert FakeVectors.asked == [*expected, "bell"]


def test_a_worktree_and_older_notes_share_vectors(kept: RepoBuilder, mem: Mem) -> None:
    """Each branch that is looked at would be embedded anew."""
    mem.search("bell")
    tree = kept.worktree(mem.scratch / "tree", "other")
    FakeVectors.asked.clear()
    mem.search("bell", cwd=tree.path)
    mem.search("bell", "--committed")
    assert FakeVectors.asked == ["bell", "bell"]


def test_incremental_filling_equals_a_new_one(kept: RepoBuilder, mem: Mem) -> None:
    """Lines that come, go and come back would be ranked by the meaning of others."""
    states = (
        {"pets.md": "# Household\n\nRent is due in May.\n"},
        {"pets.md": "# Household\n\nRent is due in May.\n\nThe kitten eats fish twice.\n", "misc.md": None},
        {"pets.md": NOTES["pets.md"], "harbour.md": "# Harbour\n\nThe bell is cracked.\n\nTea at four.\n"},
    )
    for number, state in enumerate(states):
        kept.write(state)
        if number != 1:
            mem.search("bell")
        mem("search", "--mode", "lexical", "bell")
    found = mem.search("feline diet, tea and chime in May")
    for path in (kept.git_path / "gitmem").glob("*.sqlite*"):
        path.unlink()
    assert mem.search("feline diet, tea and chime in May").data == found.data


def test_a_damaged_file_of_vectors_answers_nothing(kept: RepoBuilder, mem: Mem) -> None:
    """Answers would be ordered by chance, or a traceback would be the answer."""
    mem.search("bell")
    (file,) = kept.git_path.glob("gitmem/vectors-*.sqlite3")
    file.write_bytes(file.read_bytes()[:-100])
    ran = mem("search", "bell")
    assert (ran.code, ran.out) == (3, "")
    assert "git mem index --rebuild" in ran.err
    assert mem("search", "--mode", "lexical", "bell").code == 0
    assert mem("index", "--rebuild").code == 0
    assert mem("search", "bell").code == 0


def test_vectors_that_are_gone_are_made_again(kept: RepoBuilder, mem: Mem) -> None:
    """A cache that somebody clears would break every search after it."""
    before = mem.search("feline diet in May").data
    for file in kept.git_path.glob("gitmem/vectors-*"):
        file.unlink()
    assert mem.search("feline diet in May").data == before


def test_a_model_that_breaks_is_one_line(kept: RepoBuilder, mem: Mem) -> None:
    """A traceback, or a file that is never completed."""
    FakeVectors.fails = True
    ran = mem("search", "bell")
    assert (ran.code, ran.out) == (2, "")
    assert "the model broke" in ran.err
    FakeVectors.fails = False
    assert mem("search", "bell").code == 0


def test_index_makes_vectors_and_stats_tells_of_them(kept: RepoBuilder, mem: Mem) -> None:
    """Nobody could pay for a slow model ahead of time, or see what it keeps."""
    assert mem("index").code == 0
    assert len(FakeVectors.asked) == 7
    (kept_vectors,) = mem("stats", "--json").json["vectors"]
    assert kept_vectors["model"] == "fake:meanings"
    assert (kept_vectors["vectors"], kept_vectors["complete"]) == (7, True)
    assert "7 vectors of fake:meanings, one for each chunk" in mem("stats").out
    assert mem("index", "--verify").code == 0


def test_commits_and_lexical_searches_load_no_model(repo: RepoBuilder, mem: Mem) -> None:
    """Each commit would wait for a model."""
    repo.commit("2026-01-01", {**NOTES, ".gitmem.toml": '[semantic]\nprovider = "wordllama"\n'})
    repo.stage({"pets.md": NOTES["pets.md"] + "\nThe cat sleeps.\n"})
    code = (
        "import sys\nfrom gitmem.cli.main import main\nmain()\nprint('numpy' in sys.modules, file=sys.stderr)"
    )
    for arguments in (["hook", "check"], ["search", "--mode", "lexical", "cat"], ["explain", "rent"]):
        ran = _run(repo, code, arguments)
        assert ran.endswith("False\n"), ran


def _run(repo: RepoBuilder, code: str, arguments: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, "--now", NOW, *arguments],
        cwd=repo.path,
        env=clean_environment({"PYTHONPATH": str(PROJECT)}),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr


def test_wordllama_finds_a_paraphrase(repo: RepoBuilder, mem: Mem) -> None:
    """The provider that ships would find nothing that words do not."""
    repo.commit(
        "2026-01-01",
        {
            "ann.md": "# Ann\n\nShe is allergic to peanuts.\n\nHer dog sleeps a lot.\n",
            "bo.md": "# Bo\n\nThe heating engineer comes on Mondays.\n\nAnn borrowed the ladder.\n",
        },
    )
    asked = "Ann nut allergies"
    assert mem.search(asked, "--mode", "hybrid").cites[0] == "ann.md:3"
    assert mem.search(asked, "--mode", "hybrid").data["semantic"] == "wordllama:l2_supercat_256"


def test_an_unknown_provider_in_the_settings_is_one_line(repo: RepoBuilder, mem: Mem) -> None:
    """A search would fall back to words and nobody would notice."""
    repo.commit("2026-01-01", {**NOTES, ".gitmem.toml": '[semantic]\nprovider = "nosuch"\n'})
    ran = mem("search", "bell")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "'nosuch'" in ran.err
    assert mem("search", "--mode", "lexical", "bell").code == 0
