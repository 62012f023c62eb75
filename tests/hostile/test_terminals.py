"""No text of a repository reaches a terminal, a log or a report with its controls.

Lost otherwise: a note, a path, an author or a branch paints over what the reader sees, or types for them.
"""

from __future__ import annotations

import re

import pytest

from tests.builder import RepoBuilder, Symlink
from tests.running import Mem

EVIL = "\x1b[31m\x1b]8;;http://x\x07\u202e\u2066\x9b31m\u200f\x7f\x08\x1b"
NAME = "\x1b[31mX\u202e\x9b"
PATH = f"{NAME}p\nq.md"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
VERBS = (
    *(["-v", "search", "lab"], ["search", "--explain-score", "--history", "lab"], ["search", f"zz{EVIL}"]),
    *(["explain", "lab head"], ["explain", f"q{EVIL}"], ["blame", PATH], ["blame", "merge.md"], ["stats"]),
    *(["blame", f"no{EVIL}.md"], ["-v", "diff", "HEAD~2..HEAD"], ["diff", f"{EVIL}..x"], ["history", "lab"]),
    *(["conflicts", "--all"], ["stale", "--all"], ["-v", "check", "--all"], ["check", "HEAD~1..HEAD"]),
    *(["report"], ["lessons"], ["consolidate"], ["schema", "suggest"], ["doctor"], ["index", "--rebuild"]),
    *(["search", "--at", f"r{EVIL}", "x"], ["search", "--path", f"{EVIL}/**", "x"], ["hook", "check"]),
    *(["add", f"Lab {EVIL}dog: x", "--to", f"n{NAME}.md"], ["verify", f"{PATH}:9"], ["verify", f"x{EVIL}"]),
    *(["retract", "log.md:6"], ["supersede", "log.md:5", f"Lab h{EVIL}ead: y"], [f"ve{EVIL}rb"], ["prime"]),
    *(["search", f"--o{EVIL}"], ["-C", f"d{EVIL}", "search", "x"], ["--root", f"d{NAME}", "search", "lab"]),
    *(["--now", f"x{EVIL}", "stale"], ["init", "--policy"], ["install-hooks", "--print"]),
)
FORMS = ("json", "text", "markdown", "github", "gitlab", "sarif", "junit", "rdjsonl")
SETTINGS = (
    *(f"bad{NAME}key = 1\n", 'root = "\\u001b[31m"\n', 'language = "\\u202e"\n', f'x = "{NAME}\n'),
    *('include = ["\\u001b/../"]\n', '[freshness]\nvolatile_patterns = ["\\u001b("]\n', '"\\u001b" = 1\n'),
    '[policy]\nenabled = true\nindex = "\\u001b.md"\nfolders = ["\\u202e"]\n',
)


def note(value: int) -> str:
    """A note of controls in every place that gitmem reads something from."""
    return (
        f"---\nentity: L{NAME}ab\naliases: [a{NAME}b]\nverified: 2026-{NAME}\n---\n\n# H{EVIL}ead\n\n"
        f"- La{EVIL}b head: U{EVIL}te{value} [verified: 2027-09-{NAME}01]\n"
        f"- Lab r{EVIL}oom: available {value}\n"
        f"- [inferred] Lab {EVIL}x: b{EVIL} {{explicit, supersedes {EVIL}k}}\n\n"
        f"| k{EVIL} | v{EVIL} |\n|---|---|\n| a{EVIL} | b{EVIL}{value} |\n"
    )


@pytest.fixture(autouse=True)
def hostile(repo: RepoBuilder) -> None:
    """Controls in texts, paths, authors, subjects, trailers and a branch."""
    author = f"Ev{NAME}il <e{NAME}@x>"
    log = (
        f"# Log\n\n## 2025-01-01\n\n- Lab h{EVIL}ead: x\n- ~~Lab {EVIL}old: z{EVIL}~~ superseded by {EVIL}\n"
    )
    repo.commit("2025-01-01", {PATH: note(1), "log.md": log}, f"su{EVIL}bject", author=author)
    trailer = f"su{EVIL}bject 2\n\nCo-authored-by: claude{EVIL} <c@x>"
    repo.commit("2025-02-01", {PATH: note(2)}, trailer, author=author)
    repo.switch("br\u202eanch", new=True)
    marked = f"<<<<<<< {EVIL}\n- a: b\n=======\n- a: c{EVIL}\n>>>>>>> br{EVIL}\n"
    more = {PATH: note(3), f"d{NAME}/n.md": note(4), f"l{NAME}.md": Symlink("x"), "merge.md": marked}
    repo.commit("2025-03-01", more, f"su{EVIL}bject 3", author=author)
    repo.write({"un.md": f"- Lab head: {EVIL} uncommitted\n"})


def harmless(mem: Mem, *verb: str) -> str:
    """Runs a verb; what it printed, which may hold no control."""
    ran = mem(*verb)
    for stream in (ran.out, ran.err):
        found = CONTROLS.search(stream)
        assert found is None, (verb, ascii(stream[max(0, found.start() - 80) :][:120]))
    assert "internal error" not in ran.err, (verb, ran.err)
    return ran.out


def test_every_verb_in_text(mem: Mem) -> None:
    """Answers and errors alike, and the text itself is still there."""
    assert "uncommitted" in harmless(mem, "search", "lab")
    for verb in VERBS:
        harmless(mem, *verb)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.representatives(3)
def test_every_format(form: str, mem: Mem) -> None:
    """JSON escapes what it keeps, so that no control of it reaches a terminal either."""
    for verb in ("check", "conflicts", "stale", "report"):
        printed = harmless(mem, verb, *(["--all"] if verb != "report" else []), "--format", form)
        assert printed or verb == "conflicts"


def test_faults_of_the_settings(repo: RepoBuilder, mem: Mem) -> None:
    """A message quotes the key, the value and the line that are wrong."""
    for text in SETTINGS:
        repo.write({".gitmem.toml": text})
        for verb in (["search", "lab"], ["check", "--all"], ["doctor"]):
            harmless(mem, *verb)
