"""A mistake in `.gitmem.toml` must be told with its line; it must never silently change answers."""

from __future__ import annotations

import pytest
import Stemmer

from gitmem.config import LANGUAGES, DatePreference, PolicySettings, Settings, is_note, load_settings
from gitmem.errors import ConfigError, UsageError
from gitmem.globs import compile_globs


def test_no_file_means_the_defaults() -> None:
    settings = load_settings(None)
    assert settings == Settings()
    assert settings.include == ("**/*.md",)
    assert settings.dates.prefer is DatePreference.AUTHOR
    assert (settings.freshness.fresh_days, settings.freshness.stale_days) == (90, 365)
    assert settings.agents.identities == ("*bot*", "claude*")


def test_the_policy_is_off_and_strict_when_it_is_on() -> None:
    """Nobody is bound by rules that nobody asked for; who asks for them has asked for no contradictions."""
    assert load_settings(b"[policy]\ncontext_days = 9\n").policy == PolicySettings(context_days=9)
    assert not load_settings(b"[policy]\nenabled = false\n").check.strict
    assert load_settings(b"[policy]\nenabled = true\n").check.strict
    assert load_settings(b"[policy]\nenabled = true\n[check]\nstrict = false\n").check.strict


def test_every_documented_key_is_read() -> None:
    settings = load_settings(
        b"""\xef\xbb\xbf
root = "notes/home/"
include = ["**/*.md", "*.txt"]
exclude = ["drafts/"]
language = "none"
[dates]
prefer = "committer"
bulk_import_files = 20
imports = ["from/*/**"]
strict_blame = true
[freshness]
fresh_days = 10
stale_days = 20
volatile_days = 5
volatile_patterns = ["rent"]
[facts]
single_valued = ["door code"]
multi_valued = ["likes"]
aliases = { "Orion" = ["Project Orion", "orion-svc"] }
[check]
strict = true
[policy]
enabled = true
index = "./INDEX.md"
index_characters = 900
folders = ["who/", "what"]
context = "now"
context_days = 7
[agents]
identities = ["robot"]
[semantic]
provider = "wordllama"
"""
    )
    assert settings.root == "notes/home"
    assert settings.exclude == ("drafts/",)
    assert settings.language == "none"
    assert settings.dates.prefer is DatePreference.COMMITTER
    assert settings.dates.bulk_import_files == 20
    assert settings.dates.imports == ("from/*/**",)
    assert settings.dates.strict_blame
    assert settings.freshness.volatile_patterns == ("rent",)
    assert settings.facts.aliases == (("Orion", ("Project Orion", "orion-svc")),)
    assert settings.check.strict
    assert settings.policy == PolicySettings(True, "INDEX.md", 900, ("who", "what"), "now", 7)
    assert settings.agents.identities == ("robot",)
    assert settings.semantic.provider == "wordllama"


FAULTS = [
    ("[freshness]\nfresh_days = 9\n\nstale_day = 4\n", "line 4: unknown key 'stale_day' under [freshness]"),
    ("[freshness]\nstale_day = 4\n", "did you mean stale_days?"),
    ("[freshness]\nx = 4\n", "(known: fresh_days, stale_days, volatile_days, volatile_patterns)"),
    ("\nlanguages = 'english'\n", "line 2: unknown key 'languages'; did you mean language?"),
    ("[policy]\nenable = true\n", "line 2: unknown key 'enable' under [policy]; did you mean enabled?"),
    ("[policy]\nenabled = 1\n", "line 2: policy.enabled must be true or false, not a number"),
    ("[policy]\nindex = '../MEMORY.md'\n", "line 2: policy.index must be a path inside the notes folder"),
    ("[policy]\nfolders = ['a', '/b']\n", "line 2: policy.folders must be a path inside the notes folder"),
    ("[policy]\ncontext = '.'\n", "line 2: policy.context must be a path inside the notes folder"),
    ("[policy]\nindex_characters = 0\n", "line 2: policy.index_characters must lie between 1"),
    ("\n[colour]\non = true\n", "line 2: unknown key 'colour'"),
    ("dates.prefers = 'author'\n", "line 1: unknown key 'prefers' under [dates]"),
    ("a = 1\n[facts\n", "line 2: not valid TOML"),
    ("include = [\n  '*.md'\n", "line 2: not valid TOML"),
    ("root = 'a'\nroot = 'b'\n", "line 2: not valid TOML"),
    ("\n\nroot = 4\n", "line 3: root must be text, not a number"),
    ("include = '*.md'\n", "line 1: include must be a list, not text"),
    ("include = [3]\n", "line 1: include must be a list of texts, not of a number"),
    ("[check]\nstrict = 1\n", "line 2: check.strict must be true or false, not a number"),
    ("[freshness]\nfresh_days = true\n", "line 2: freshness.fresh_days must be a number, not true or false"),
    ("[freshness]\nfresh_days = -1\n", "line 2: freshness.fresh_days must lie between"),
    ("[freshness]\nfresh_days = 400\n", "line 2: fresh_days is more than stale_days (365)"),
    ("[freshness]\nvolatile_patterns = ['(']\n", "line 2: freshness.volatile_patterns: '(' is no pattern"),
    ("facts = 3\n", "line 1: facts must be a table, not a number"),
    ("[facts.aliases]\nA = ['x']\nB = 2\n", "line 3: facts.aliases.B must be a list, not a number"),
    ("[dates]\nprefer = 'autor'\n", "line 2: dates.prefer cannot be 'autor'; did you mean author?"),
    ("language = 'klingon'\n", "line 1: language cannot be 'klingon'"),
    ("root = '../other'\n", "line 1: root must be a folder inside the repository"),
    ("root = '/etc'\n", "line 1: root must be a folder inside the repository"),
    ("include = ['/etc/*.md']\n", "line 1: include: glob '/etc/*.md' is absolute"),
    ("include = ['../*.md']\n", "line 1: include: glob '../*.md' leaves the notes folder"),
    ("exclude = ['']\n", "line 1: exclude holds an empty text"),
]


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_a_fault_is_one_line_that_names_file_line_and_cure(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings(text.encode())
    assert message in str(caught.value)
    assert str(caught.value).startswith(".gitmem.toml line ")
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_named_by_line() -> None:
    with pytest.raises(ConfigError, match=r"^\.gitmem\.toml line 2: not UTF-8 text$"):
        load_settings(b"root = 'a'\nlanguage = '\xff'\n")


def test_equal_settings_have_equal_digests_and_every_value_counts() -> None:
    assert load_settings(b"").digest == Settings().digest
    changed = [b"root='a'", b"exclude=['x']", b"[dates]\nprefer='committer'", b"[freshness]\nstale_days=366"]
    assert len({load_settings(one).digest for one in (b"", *changed)}) == 5


def test_languages_are_ones_the_stemmer_has() -> None:
    assert set(LANGUAGES) <= set(Stemmer.algorithms())


NOTES = [
    ("a.md", True),
    ("deep/er/a.md", True),
    ("a.txt", False),
    (".hidden/a.md", False),
    ("deep/.obsidian/a.md", False),
    ("node_modules/x/README.md", False),
    ("Templates/day.md", False),
    ("x/_templates/day.md", False),
    ("template.md", True),
    ("new\nline/ü.md", True),
    ("bad-\udcff.md", True),
]


@pytest.mark.parametrize(("path", "counts"), NOTES)
def test_what_counts_as_a_note(path: str, counts: bool) -> None:
    assert is_note(path, Settings()) is counts


def test_the_notes_folder_bounds_the_notes_and_the_globs() -> None:
    settings = load_settings(b"root = '.notes'\nexclude = ['drafts/', 'old-*.md']")
    assert is_note(".notes/a.md", settings)
    assert not is_note("a.md", settings)
    assert not is_note(".notes-b/a.md", settings)
    assert not is_note(".notes/drafts/deep/a.md", settings)
    assert not is_note(".notes/old-1.md", settings)
    assert is_note(".notes/deep/old-1.md", settings)


GLOBS = [
    ("*.md", "a.md", True),
    ("*.md", "d/a.md", False),
    ("**/*.md", "a.md", True),
    ("**/*.md", "d/e/a.md", True),
    ("d/**", "d/e/a.md", True),
    ("d/**", "d", False),
    ("d/**/a.md", "d/a.md", True),
    ("d/", "d/x/y.md", True),
    ("./a.md", "a.md", True),
    ("a?.md", "ab.md", True),
    ("a?.md", "a/.md", False),
    ("[ab].md", "b.md", True),
    ("[!ab].md", "b.md", False),
    ("[a-c]*.md", "bx.md", True),
    ("[z-a].md", "z.md", True),
    ("[x.md", "[x.md", True),
    ("a+(b).md", "a+(b).md", True),
    ("*-*-*.md", "2026-10-01.md", True),
    ("*ab*ab.md", "abab.md", True),
]


@pytest.mark.parametrize(("glob", "path", "matches"), GLOBS)
def test_globs(glob: str, path: str, matches: bool) -> None:
    assert bool(compile_globs((glob,)).fullmatch(path)) is matches


def test_a_hostile_glob_cannot_hang_a_search() -> None:
    assert not compile_globs(("*a" * 100 + "b",)).fullmatch("a" * 4000)
    with pytest.raises(UsageError, match="more than 4 times"):
        compile_globs(("**/a/" * 5 + "*.md",))
