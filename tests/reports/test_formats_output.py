"""`--format` and `--output`: every form of every verb, and the file it goes to.

Lost otherwise: a job that reads half a report, loses the old one to an error, or takes a failure for success.
"""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sarif_kit.validate import validation_errors

from gitmem.cli.formats import FORMS
from tests.builder import RepoBuilder
from tests.reports.test_formats_github import commands
from tests.reports.test_formats_markdown import spans
from tests.running import Mem

CALLS = (("check", "--all"), ("conflicts",), ("stale",), ("report",))
HOSTILE = (
    "# Shop\n\n"
    "- Status: open | `x` <b>@bob</b> ::error::forged\n"
    "- Rent: $900 %0A::error::forged\n\n"
    "## Orion\n\n"
    "- Phase: pilot, ::error::forged\n"
    "- Phase: rollout <script>\n"
)
EXITS = {"check": 1, "conflicts": 1, "stale": 1, "report": 0}


@pytest.fixture
def shop(repo: RepoBuilder) -> RepoBuilder:
    """A repository with a contradiction and stale text, both hostile, in notes with odd names."""
    config = '[facts]\nsingle_valued = ["phase"]\n'
    repo.commit("2026-05-01", {".gitmem.toml": config, "caf\udce9.md": HOSTILE, "a,b::error::.md": HOSTILE})
    return repo


def _read(form: str, text: str) -> None:
    """Reads a report as whoever wants that form would."""
    if form == "json" or form == "gitlab":
        json.loads(text)
    elif form == "sarif":
        assert not validation_errors(json.loads(text))
    elif form == "junit":
        ElementTree.fromstring(text)
    elif form == "rdjsonl":
        assert all(isinstance(json.loads(line), dict) for line in text.splitlines())
    elif form == "markdown":
        assert spans(text)
    elif form == "github":
        read = commands(text)
        assert len(read) == len(text.splitlines())
        assert all(each.name in ("error", "warning") and "title" in each.properties for each in read)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.representatives(11)
def test_every_form_of_every_verb(call: tuple[str, ...], form: str, shop: RepoBuilder, mem: Mem) -> None:
    """Each form is legal, the exit code is the same in all, and a file holds what standard output would."""
    ran = mem(*call, "--format", form)
    assert ran.code == EXITS[call[0]], ran.err
    text = ran.raw.decode("utf-8")
    _read(form, text)
    assert text.endswith("\n")
    written = mem(*call, "--format", form, "--output", "out/report", cwd=_folder(shop.path / "out").parent)
    assert (written.code, written.raw, written.err) == (ran.code, b"", ran.err)
    assert (shop.path / "out" / "report").read_bytes() == ran.raw


def _folder(path: Path) -> Path:
    path.mkdir(exist_ok=True)
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.representatives(8)
def test_every_form_when_nothing_is_found(
    call: tuple[str, ...], form: str, repo: RepoBuilder, mem: Mem
) -> None:
    """A clean run writes a report too; only formats of lines may be empty."""
    repo.commit("2026-09-20", {"a.md": "# Shop\n\n- Sign: green\n"})
    ran = mem(*call, "--format", form)
    assert ran.code == 0, ran.err
    if form in ("github", "rdjsonl"):
        assert ran.raw == b""
    else:
        _read(form, ran.out)


@pytest.mark.parametrize("form", ["github", "sarif", "gitlab", "junit", "rdjsonl"])
def test_two_clones_report_the_same(form: str, shop: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    clone = shop.clone(tmp_path / "clone")
    reports = [mem("check", "--all", "--format", form, cwd=path).raw for path in (shop.path, clone.path)]
    assert reports[0] == reports[1]


def test_fingerprints_of_a_real_note_stay_when_lines_come_above(shop: RepoBuilder, mem: Mem) -> None:
    def fingerprints() -> set[str]:
        return {issue["fingerprint"] for issue in json.loads(mem("check", "--all", "--format", "gitlab").out)}

    before = fingerprints()
    above = HOSTILE.replace("# Shop\n", "# Shop\n\nSome words that came later.\n\n- Sign: green\n")
    shop.commit("2026-06-01", {"caf\udce9.md": above, "a,b::error::.md": above})
    assert fingerprints() == before


def test_json_is_the_json_of_the_verb(shop: RepoBuilder, mem: Mem) -> None:
    for call in CALLS:
        assert mem(*call, "--json").raw == mem(*call, "--format", "json").raw


def test_a_dash_is_standard_output(shop: RepoBuilder, mem: Mem) -> None:
    assert mem("stale", "--output", "-").out == mem("stale").out
    assert not (shop.path / "-").exists()


def test_a_file_is_replaced_and_keeps_its_permissions(shop: RepoBuilder, mem: Mem) -> None:
    """No temporary file stays behind, and a longer old report leaves no tail."""
    file = shop.path / "report.txt"
    file.write_text("x" * 100_000)
    file.chmod(0o640)
    mem("stale", "--output", "report.txt")
    assert file.read_text() == mem("stale").out
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(path.name for path in shop.path.iterdir() if "report" in path.name) == ["report.txt"]


def test_a_new_file_can_be_read_by_others(shop: RepoBuilder, mem: Mem) -> None:
    """A later step of a job may run as somebody else."""
    before = os.umask(0o022)
    try:
        mem("stale", "--output", "report.txt")
    finally:
        os.umask(before)
    assert stat.S_IMODE((shop.path / "report.txt").stat().st_mode) == 0o644


def test_a_link_stays_a_link(shop: RepoBuilder, mem: Mem, tmp_path: Path) -> None:
    (shop.path / "link").symlink_to(tmp_path / "elsewhere")
    mem("stale", "--output", "link")
    assert (shop.path / "link").is_symlink()
    assert (tmp_path / "elsewhere").read_text() == mem("stale").out


def test_a_device_is_written_to(shop: RepoBuilder, mem: Mem) -> None:
    ran = mem("stale", "--output", os.devnull)
    assert (ran.code, ran.out, ran.err) == (1, "", "")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("file", ["missing/report.txt", ".", "note.md/x"])
@pytest.mark.parametrize("verb", ["stale", "conflicts", "check", "report"])
def test_a_file_that_cannot_be_written(verb: str, file: str, shop: RepoBuilder, mem: Mem) -> None:
    """One line, exit 2 and not the 1 of findings: a job must not go on with a report that is not there."""
    shop.write({"note.md": "x\n"})
    ran = mem(verb, "--output", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("git-mem: ") and ran.err.count("\n") == 1
    assert file.rstrip("./x") in ran.err


def test_a_file_without_the_right_to_write(shop: RepoBuilder, mem: Mem) -> None:
    (shop.path / "report.txt").write_text("old\n")
    (shop.path / "report.txt").chmod(0o444)
    ran = mem.process("stale", "--output", "report.txt", bound=True)
    assert ran.code == 2
    assert ran.err == "git-mem: report.txt: Permission denied\n"
    assert (shop.path / "report.txt").read_text() == "old\n"


def test_an_unknown_form_names_the_known_ones(shop: RepoBuilder, mem: Mem) -> None:
    ran = mem("stale", "--format", "xml")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "'junit'" in ran.err


def test_colours_stay_out_of_files_unless_they_are_asked_for(shop: RepoBuilder, mem: Mem) -> None:
    mem("conflicts", "--output", "plain")
    mem("--color", "always", "conflicts", "--output", "painted")
    assert b"\x1b" not in (shop.path / "plain").read_bytes()
    assert b"\x1b[" in (shop.path / "painted").read_bytes()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.representatives(2)
def test_an_encoding_that_knows_no_letters(form: str, shop: RepoBuilder, mem: Mem) -> None:
    """Forms for programs are ASCII where they can be, so that no locale damages them."""
    ran = mem.process("check", "--all", "--format", form, environment={"PYTHONIOENCODING": "ascii"})
    assert ran.code == 1, ran.err
    assert ran.raw.isascii()
    if form not in ("text", "markdown"):
        _read(form, ran.out)
