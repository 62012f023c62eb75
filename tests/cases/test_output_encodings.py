"""No terminal, pipe or locale can make gitmem stumble over a letter.

Lost otherwise: one emoji in a note, and every search ends in UnicodeEncodeError.
"""

from __future__ import annotations

import json
import shlex
import subprocess

import pytest

from tests.builder import RepoBuilder, clean_environment
from tests.running import NOW, Mem

OWNER = "Crêperie owner: 王芳 🥞"
NOTE = f"# Crêperie ☕\n\n- {OWNER}\n- שעות: דנה\n- Crêperie cook: Noël\n"
SURROUNDINGS = {
    "ascii": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    "c-locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1-strict": {"PYTHONIOENCODING": "latin-1:strict"},
    "utf-16": {"PYTHONIOENCODING": "utf-16"},
    "utf-8": {"LC_ALL": "C.UTF-8"},
}

VERBS = (
    *(["search", "owner"], ["stats"], ["blame", "crêperie.md"], ["conflicts"], ["conflicts", "--all"]),
    *(["stale"], ["stale", "--all"], ["history", "owner"], ["explain", "owner"], ["diff", "HEAD~1..HEAD"]),
    *(
        ["-v", "check"],
        ["-v", "check", "--all"],
        ["check", "HEAD~1..HEAD"],
        ["report"],
        ["lessons"],
        ["prime"],
    ),
    *(["report", "--format", "markdown"], ["check", "--all", "--format", "junit"], ["schema", "suggest"]),
    *(["consolidate"], ["doctor"], ["index", "--rebuild"], ["setup", "agents", "--print"], ["hook", "check"]),
    *(["check", "--all", "--format", form] for form in ("github", "gitlab", "sarif", "rdjsonl")),
)
WRITING = (
    *(["add", "[stated] Crêperie: кот 🐈", "--to", "журнал.md"], ["verify", "crêperie.md:3"]),
    *(["supersede", "crêperie.md:4", "שעות: נעה"], ["retract", "crêperie.md:5"], ["rotate"], ["init"]),
)


@pytest.fixture(autouse=True)
def note(repo: RepoBuilder) -> None:
    """A note in four scripts, with a former owner, a second one, and a status to look at again."""
    repo.commit("2026-03-02", {"crêperie.md": NOTE.replace("王芳", "李雷 🎉")}, "début ☕")
    more = "- Crêperie owner: Zoë\n- Crêperie status: geöffnet 🥞\n"
    repo.commit("2026-07-02", {"crêperie.md": NOTE + more}, "naïve 変更")


@pytest.mark.stress
@pytest.mark.parametrize("name", SURROUNDINGS)
def test_text_ends_normally(name: str, mem: Mem) -> None:
    """Letters may be replaced; the run may not fail."""
    for verb in VERBS:
        ran = mem.process(*verb, environment=SURROUNDINGS[name])
        assert ran.code in (0, 1), ran.err
        assert ran.raw or ran.err or verb[0] in ("check", "hook")
        assert "Traceback" not in ran.err
        assert "Error" not in ran.err


@pytest.mark.stress
@pytest.mark.parametrize("name", SURROUNDINGS)
def test_what_is_written_is_utf_8(name: str, repo: RepoBuilder, mem: Mem) -> None:
    """Words of the command line come into a note as they were typed, and nothing else in it changes."""
    for verb in WRITING:
        ran = mem.process(*verb, environment=SURROUNDINGS[name])
        assert ran.code == 0, (verb, ran.err)
        assert "Error" not in ran.err
    text = (repo.path / "crêperie.md").read_text("utf-8")
    assert "кот 🐈" in (repo.path / "журнал.md").read_text("utf-8")
    for kept in (OWNER, "שעות: דנה", "שעות: נעה", "Crêperie cook: Noël", "geöffnet 🥞"):
        assert kept in text


@pytest.mark.parametrize("name", [name for name in SURROUNDINGS if name != "utf-16"])
@pytest.mark.representatives(2)
def test_json_holds_the_exact_text(name: str, mem: Mem) -> None:
    """Also when the index was built under that locale."""
    ran = mem.process("search", "--json", "owner", environment=SURROUNDINGS[name])
    [result] = [each for each in json.loads(ran.raw)["results"] if each["line"] == 3]
    assert result["text"] == OWNER
    assert result["path"] == "crêperie.md"
    assert result["heading_path"] == ["Crêperie ☕"]


@pytest.mark.parametrize("name", [name for name in SURROUNDINGS if name != "utf-16"])
@pytest.mark.representatives(2)
def test_facts_are_told_in_the_exact_text(name: str, mem: Mem) -> None:
    """Values, former values and labels come back as they were written."""
    places = SURROUNDINGS[name]
    ran = mem.process("conflicts", "--json", environment=places)
    sides = [side["value"] for each in json.loads(ran.raw)["conflicts"] for side in each["sides"]]
    assert sides == ["王芳 🥞", "Zoë"]
    ran = mem.process("history", "--json", "owner", environment=places)
    assert "李雷 🎉 🥞" in [each["value"] for each in json.loads(ran.raw)["values"]]
    ran = mem.process("stale", "--json", environment=places)
    assert "geöffnet 🥞" in json.loads(ran.raw)["items"][0]["text"]


@pytest.mark.parametrize("name", ["ascii", "c-locale"])
def test_an_index_built_anywhere_reads_everywhere(name: str, mem: Mem) -> None:
    """What is stored does not depend on the locale of whoever stored it."""
    assert mem.process("index", environment=SURROUNDINGS[name]).code == 0
    assert mem.search("owner").at("crêperie.md:3")["text"] == OWNER
    assert mem.search("王芳").cites == ["crêperie.md:3"]


@pytest.mark.parametrize("name", ["ascii", "c-locale", "utf-8"])
def test_queries_in_any_script(name: str, mem: Mem) -> None:
    """The words of the command line are read as UTF-8 whatever the locale says."""
    ran = mem.process("search", "--json", "王芳", environment=SURROUNDINGS[name])
    assert ran.code == 0, ran.err
    assert json.loads(ran.raw)["query"] == "王芳"


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_a_reader_that_goes_away(form: list[str], repo: RepoBuilder, mem: Mem) -> None:
    """`| head -1` is no reason for a traceback."""
    body = "".join(f"- Crêperie line {i}: {'x' * 200}\n" for i in range(400))
    repo.commit("2026-09-03", {"long.md": f"# Long\n\n{body}"})
    words = [str(mem.script()), "--now", NOW, "search", *form, "-k", "400", "crêperie"]
    for reader in ("head -1", "true"):
        done = subprocess.run(
            ["bash", "-c", f"{shlex.join(words)} | {reader} >/dev/null"],
            cwd=repo.path,
            capture_output=True,
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
        )
        assert done.stderr == b""


def test_a_closed_standard_output(mem: Mem, repo: RepoBuilder) -> None:
    """`>&-` is rude, but no reason for a traceback."""
    words = [str(mem.script()), "--now", NOW, "search", "crêperie"]
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(words)} >&-"],
        cwd=repo.path,
        capture_output=True,
        env=clean_environment(),
    )
    assert b"Traceback" not in done.stderr


def test_terminal_controls_are_taken_out(repo: RepoBuilder, mem: Mem) -> None:
    """Text of a note cannot colour the screen, hide itself or turn the line round."""
    bad = "\x1b[31m\x1b]8;;http://x\x07\x07\u202e\r\x9b"
    repo.commit("2026-09-03", {"evil.md": f"# Evil\n\n- Evil {bad} thing: {bad}yes\n"}, f"evil {bad}")
    for verb in (["search", "evil"], ["blame", "evil.md"]):
        out = mem(*verb).out
        assert not any(sign in out for sign in bad if sign.isprintable() is False)
