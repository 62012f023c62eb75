"""Properties of `.gitmem.toml` and its globs: a value or one line with its place, and no way out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.fuzz.target import Target, refusal
from gitmem.checks.policy.places import places_of
from gitmem.config import is_note, load_settings
from gitmem.errors import ConfigError, UsageError
from gitmem.facts.claims import ClaimReader
from gitmem.globs import compile_globs, glob_fault
from gitmem.notes.freshness import compile_patterns
from gitmem.notes.markdown import read_note
from gitmem.words import Analyzer

_PLACE = re.compile(r"\.gitmem\.toml line (\d+): \S")
_NOTE = read_note("n.md", b"# N\n\n- Lead: Ada\n- Price is $3\n")
_PATHS = (
    "n.md",
    "a/b.md",
    "a b/.c/d.md",
    "node_modules/x.md",
    "x",
    "é/\n.md",
    "a" * 300 + "/" + "b/" * 50 + "c.md",
)


def check_settings(data: bytes) -> None:
    """Bytes as a configuration file, and their parts as a glob and a path."""
    try:
        settings = load_settings(data)
    except ConfigError as refused:
        refusal(refused)
        found = _PLACE.match(str(refused))
        assert found and 1 <= int(found[1]) <= data.count(b"\n") + 1, refused
    else:
        assert settings == load_settings(data)
        assert re.fullmatch("[0-9a-f]{64}", settings.digest)
        assert settings.root is None or _is_inside(settings.root)
        places = places_of(settings)
        assert all(map(_is_inside, (places.index, *places.folders, places.context)))
        assert all(is_note(path, settings) in (True, False) for path in _PATHS)
        compile_patterns(settings.freshness.volatile_patterns)
        ClaimReader(settings).read(_NOTE)
        Analyzer(settings.language).document("some words")
    _globs(data)


def _is_inside(path: str) -> bool:
    return bool(path) and not path.startswith("/") and ".." not in path.split("/")


def _globs(data: bytes) -> None:
    """A glob matches what its signs mean, and is compiled or refused."""
    glob, _, path = data.decode("utf-8", "replace").partition("\0")
    glob, path = glob[-300:], path[:300]
    try:
        pattern = compile_globs((glob,))
    except UsageError as refused:
        refusal(refused)
        assert glob_fault(glob)
        return
    assert not glob_fault(glob)
    pattern.fullmatch("a/" * 200 + path)
    if not set(glob) & set("*?[") and glob.strip("/."):
        whole = glob.removeprefix("./")
        assert whole.endswith("/") or pattern.fullmatch(whole), glob
        assert bool(pattern.fullmatch(path)) == (
            path == whole or (whole.endswith("/") and path.startswith(whole) and len(path) > len(whole))
        )


def configurations() -> Iterator[bytes]:
    """Files that say something to everything, and globs with paths."""
    yield (
        b'root = "notes"\ninclude = ["**/*.md"]\nexclude = ["old/"]\nlanguage = "german"\n[dates]\n'
        b'prefer = "committer"\nbulk_import_files = 9\nstrict_blame = true\n[freshness]\nfresh_days = 1\n'
        b'stale_days = 2\nvolatile_days = 3\nvolatile_patterns = ["price \\\\d+"]\n'
    )
    yield (
        b'[facts]\nsingle_valued = ["lead"]\nmulti_valued = ["crew"]\n[facts.aliases]\nada = ["A. L."]\n'
        b'[check]\nstrict = true\n[agents]\nidentities = ["*bot*"]\n[semantic]\nprovider = "x"\n'
    )
    yield (
        b'[policy]\nenabled = true\nindex = "MEMORY.md"\nindex_characters = 100\nfolders = ["a", "b/c"]\n'
        b'context = "d"\ncontext_days = 4\n'
    )
    yield b"**/[!a-c]?*.md\0a/b/d1.md"
    yield b"a/*x*y*/**/z.md\0a/xy/q/z.md"
    yield b"fresh_days = 1\n"


_TEXTS = (
    *(
        "\n",
        "\n",
        " = ",
        "=",
        '"',
        "'",
        '"""',
        "'''",
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        ",",
        ".",
        "#",
        "\\",
        "\\u0041",
    ),
    *(
        "root",
        "include",
        "exclude",
        "language",
        "dates",
        "freshness",
        "facts",
        "check",
        "policy",
        "agents",
        "semantic",
    ),
    *(
        "prefer",
        "bulk_import_files",
        "strict_blame",
        "fresh_days",
        "stale_days",
        "volatile_patterns",
        "aliases",
        "index",
    ),
    *(
        "folders",
        "context",
        "enabled",
        "true",
        "false",
        "1",
        "-1",
        "1e9",
        "inf",
        "0x",
        "1979-05-27T07:32:00Z",
        "é",
        "\t",
    ),
    *(
        "..",
        "../",
        "/",
        "~",
        "C:",
        "**",
        "**/",
        "*",
        "?",
        "[!a]",
        "[a-z]",
        ".md",
        "english",
        "german",
        "none",
        "\r\n",
    ),
    *(
        "(",
        "(?:",
        "a{9}",
        "a{9999999999}",
        "(?P<n>",
        "\\\\1",
        "+",
        "notes",
        "\ufeff",
        "\x0b",
        "0" * 20,
        "[policy]\n",
    ),
    *('volatile_patterns = ["', "[facts.aliases]\n", "[freshness]\n", "\\n", "\u2028", "x"),
)

SETTINGS = Target(
    "settings",
    "configuration and globs: a value or one line with its place",
    check_settings,
    (*(text.encode() for text in _TEXTS), b"\0", b"\xff"),
    configurations,
)
