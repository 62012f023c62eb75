"""The bench holds edits against labelled lines as it says; a pair it failed to find would count as missed."""

from __future__ import annotations

import json
from pathlib import Path

from bench.edits import Label, Outcome, declared, judge_labels, load_labels, read_all
from gitmem.config import DEFAULTS
from tests.builder import RepoBuilder

BOAT = "# Boat\n\n- Skipper: Ines Moller\n- Hull: oak planks\n\n```\n- mast: pine\n```\n\nIt sails well.\n"


def test_labelled_pairs_are_found_by_path_and_text(repo: RepoBuilder) -> None:
    after = BOAT.replace("Ines Moller", "Bo Lindqvist").replace("oak planks", "oak planks and tar")
    repo.commit("2026-01-01", {"boat.md": BOAT})
    repo.commit("2026-02-01", {"boat.md": after.replace("pine", "fir").replace("sails well", "leaks")})
    pairs = {
        ("- Skipper: Ines Moller", "- Skipper: Bo Lindqvist"): Outcome.RETIRES,
        ("- Hull: oak planks", "- Hull: oak planks and tar"): Outcome.EDITED,
        ("- mast: pine", "- mast: fir"): Outcome.CODE,
        ("It sails well.", "It leaks."): Outcome.NO_KEY,
        ("- Sail: red", "- Sail: white"): Outcome.UNREAD,
    }
    labels = {Label("x", "boat.md", *pair, "value"): outcome for pair, outcome in pairs.items()}
    assert judge_labels(list(labels), read_all(repo.path, DEFAULTS)) == labels


def test_fields_of_front_matter_are_declared_when_several_notes_have_them(repo: RepoBuilder) -> None:
    def notes(status: str) -> dict[str, str | None]:
        return {f"{name}.md": f"---\nstatus: {status}\n---\n\n# {name}\n" for name in "abcde"}

    repo.commit("2026-01-01", {**notes("draft"), "f.md": "---\nrare: 1\n---\n\n# f\n"})
    repo.commit("2026-02-01", {**notes("done"), "f.md": "---\nrare: 2\n---\n\n# f\n"})
    assert declared(repo.path).facts.single_valued == ("status",)


def test_labels_name_repositories_as_their_bundles_do(tmp_path: Path) -> None:
    row = {"repo": "ada+notes", "path": "a.md", "old": " x ", "new": "y", "label": "typo", "commit": "0"}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert list(load_labels(tmp_path / "labels.jsonl")) == [Label("ada-notes", "a.md", "x", "y", "typo")]
