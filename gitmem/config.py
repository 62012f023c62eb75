"""`.gitmem.toml` as values: defaults, types and limits, with every fault named by its line.

The file is data. Nothing in it runs, nothing in it can point outside the notes folder, and a key that
means nothing here is an error, so a typing mistake never silently changes an answer. This room reads
no files; it is given bytes.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gitmem.errors import ConfigError
from gitmem.globs import compile_globs

if TYPE_CHECKING:
    from gitmem.toml_table import Table

CONFIG_NAME = ".gitmem.toml"

LARGEST_CONFIG = 64 * 1024
"""Bytes of a configuration file."""

MOST_DOTS = 500
"""Dots in one line of it; reading a dotted key takes the square of its parts."""

LANGUAGES = (
    *("arabic", "armenian", "basque", "catalan", "danish", "dutch", "english", "finnish", "french"),
    *("german", "greek", "hindi", "hungarian", "indonesian", "irish", "italian", "lithuanian"),
    *("nepali", "norwegian", "porter", "portuguese", "romanian", "russian", "serbian", "spanish"),
    *("swedish", "tamil", "turkish", "yiddish"),
)
"""Stemmers that the Snowball project ships; `none` switches stemming off."""

_IGNORED = re.compile(r"(?:.*/)?(?:\.[^/]*|(?i:node_modules|_?templates|template))/", re.DOTALL)


class DatePreference(Enum):
    """Which of the two dates of a commit dates its lines."""

    AUTHOR = "author"
    COMMITTER = "committer"


class DateSettings(NamedTuple):
    """`[dates]`: the preferred date, and which commits only brought in what was written elsewhere before.

    These are commits that add `bulk_import_files` notes or more, or any note that a glob of `imports` names.
    Their lines are dated with low confidence until they are edited.
    """

    prefer: DatePreference = DatePreference.AUTHOR
    bulk_import_files: int = 50
    imports: tuple[str, ...] = ("imported/**",)
    strict_blame: bool = False


class FreshnessSettings(NamedTuple):
    """`[freshness]`: ages in days at which text stops being FRESH, becomes STALE, must be verified."""

    fresh_days: int = 90
    stale_days: int = 365
    volatile_days: int = 30
    volatile_patterns: tuple[str, ...] = ()


class FactSettings(NamedTuple):
    """`[facts]`: keys that hold one value or many, and other names of one thing."""

    single_valued: tuple[str, ...] = ()
    multi_valued: tuple[str, ...] = ()
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()


class CheckSettings(NamedTuple):
    """`[check]`: whether warnings count as errors."""

    strict: bool = False


class PolicySettings(NamedTuple):
    """`[policy]`: the rules of the memory policy; enabled, they also make `[check] strict` true.

    Paths are relative to the notes folder, as globs are. `index` is the routing index, of at most
    `index_characters`. `folders` hold what is known of people, projects and decisions, whose every line says
    how it came to be known. Notes in the folder `context` that nobody touches for `context_days` may go.
    """

    enabled: bool = False
    index: str = "MEMORY.md"  # type: ignore[assignment]
    index_characters: int = 15_000
    folders: tuple[str, ...] = ("memory/people", "memory/projects", "memory/decisions")
    context: str = "memory/context"
    context_days: int = 90


class AgentSettings(NamedTuple):
    """`[agents]`: globs over author names and addresses that mean an agent wrote the commit."""

    identities: tuple[str, ...] = ("*bot*", "claude*")


class SemanticSettings(NamedTuple):
    """`[semantic]`: the provider of vectors, none by default."""

    provider: str | None = None


class Settings(NamedTuple):
    """The whole configuration. `root` is the notes folder relative to the repository's top, None: all.

    Globs are relative to the notes folder; `*` stays within one folder, `**` crosses folders.
    """

    root: str | None = None
    include: tuple[str, ...] = ("**/*.md",)
    exclude: tuple[str, ...] = ()
    language: str = "english"
    dates: DateSettings = DateSettings()
    freshness: FreshnessSettings = FreshnessSettings()
    facts: FactSettings = FactSettings()
    check: CheckSettings = CheckSettings()
    policy: PolicySettings = PolicySettings()
    agents: AgentSettings = AgentSettings()
    semantic: SemanticSettings = SemanticSettings()

    @property
    def digest(self) -> str:
        """SHA-256 of every value, in hexadecimal: equal settings, equal digest, on any machine."""
        import hashlib

        return hashlib.sha256(_canonical(self).encode("utf-8", "surrogateescape")).hexdigest()


DEFAULTS = Settings()
"""What holds without a configuration file."""


def _canonical(value: object) -> str:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        named = zip(value._fields, value, strict=True)
        return f"({','.join(f'{name}={_canonical(item)}' for name, item in named)})"
    if isinstance(value, tuple):
        return f"[{','.join(_canonical(item) for item in value)}]"
    return repr(value.value if isinstance(value, Enum) else value)


def load_settings(data: bytes | None, source: str = CONFIG_NAME) -> Settings:
    """The settings in `data`; the defaults for None. `source` names the file in messages.

    Raises `ConfigError` with the line for broken TOML, unknown keys, wrong types and illegal values.
    """
    if data is None:
        return DEFAULTS
    from gitmem.toml_table import Table  # only where there is a file

    text = _decode(data, source)
    top = Table(_parse(text, source), (), text, source)
    policy = _policy(top.table("policy"))
    settings = Settings(
        root=top.folder("root"),
        include=top.globs("include", DEFAULTS.include),
        exclude=top.globs("exclude", ()),
        language=top.choice("language", "english", ("none", *LANGUAGES)),
        dates=_dates(top.table("dates")),
        freshness=_freshness(top.table("freshness")),
        facts=_facts(top.table("facts")),
        check=_check(top.table("check"), strict=policy.enabled),
        policy=policy,
        agents=_agents(top.table("agents")),
        semantic=_semantic(top.table("semantic")),
    )
    top.refuse_unknown()
    return settings


def is_note(path: str, settings: Settings) -> bool:
    """Whether the file at `path` counts as a note: inside the notes folder, included, not excluded.

    Folders that begin with a dot, `node_modules`, `template`, `templates` and `_templates` never hold
    notes; this is judged below the notes folder, so a notes folder of such a name works.
    """
    below = _below_root(path, settings)
    if below is None:
        return False
    included, excluded = _filters(settings.include, settings.exclude)
    return bool(included.fullmatch(below)) and not excluded.fullmatch(below) and not _IGNORED.match(below)


def is_import(path: str, settings: Settings) -> bool:
    """Whether the file at `path` is a note that `dates.imports` names."""
    below = _below_root(path, settings)
    named = _filters(settings.dates.imports, ())[0]
    return below is not None and bool(named.fullmatch(below)) and is_note(path, settings)


def _below_root(path: str, settings: Settings) -> str | None:
    """A path relative to the notes folder; None when it lies outside."""
    if settings.root is None:
        return path
    prefix = settings.root + "/"
    return path[len(prefix) :] if path.startswith(prefix) else None


@lru_cache(maxsize=64)
def _filters(include: tuple[str, ...], exclude: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return compile_globs(include), compile_globs(exclude)


def _decode(data: bytes, source: str) -> str:
    if len(data) > LARGEST_CONFIG:
        raise ConfigError(f"{source} line 1: the file is larger than {LARGEST_CONFIG // 1024} KiB")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{source} line {line}: not UTF-8 text") from None


def _parse(text: str, source: str) -> dict[str, object]:
    import tomllib

    for number, row in enumerate(text.split("\n"), 1):
        if row.count(".") > MOST_DOTS:
            raise ConfigError(f"{source} line {number}: more than {MOST_DOTS} dots in one line")
    try:
        return tomllib.loads(text)
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):  # it gives no place then
            raise ConfigError(f"{source} line 1: not valid TOML: a number has too many digits") from None
        found = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        line = int(found[1]) if found else max(1, text.rstrip("\n").count("\n") + 1)
        reason = str(error)[: found.start()] if found else str(error).removesuffix(" (at end of document)")
        raise ConfigError(f"{source} line {line}: not valid TOML: {reason}") from None
    except RecursionError:
        raise ConfigError(f"{source} line 1: not valid TOML: too many lists within lists") from None


def _dates(table: Table) -> DateSettings:
    default = DateSettings()
    settings = DateSettings(
        prefer=DatePreference(table.choice("prefer", "author", [one.value for one in DatePreference])),
        bulk_import_files=table.number("bulk_import_files", default.bulk_import_files, least=2),
        imports=table.globs("imports", default.imports),
        strict_blame=table.flag("strict_blame", default.strict_blame),
    )
    table.refuse_unknown()
    return settings


def _freshness(table: Table) -> FreshnessSettings:
    default = FreshnessSettings()
    settings = FreshnessSettings(
        fresh_days=table.number("fresh_days", default.fresh_days),
        stale_days=table.number("stale_days", default.stale_days),
        volatile_days=table.number("volatile_days", default.volatile_days),
        volatile_patterns=table.patterns("volatile_patterns"),
    )
    table.refuse_unknown()
    if settings.fresh_days > settings.stale_days:
        raise table.fault("fresh_days", f"fresh_days is more than stale_days ({settings.stale_days})")
    return settings


def _facts(table: Table) -> FactSettings:
    settings = FactSettings(
        single_valued=table.texts("single_valued", ()),
        multi_valued=table.texts("multi_valued", ()),
        aliases=table.groups("aliases"),
    )
    table.refuse_unknown()
    return settings


def _check(table: Table, *, strict: bool) -> CheckSettings:
    """`strict` tells that something else demands it."""
    settings = CheckSettings(strict=table.flag("strict", False) or strict)
    table.refuse_unknown()
    return settings


def _policy(table: Table) -> PolicySettings:
    default = PolicySettings()
    settings = PolicySettings(
        enabled=table.flag("enabled", default.enabled),
        index=table.inner_path("index", default.index),
        index_characters=table.number("index_characters", default.index_characters, least=1),
        folders=table.inner_paths("folders", default.folders),
        context=table.inner_path("context", default.context),
        context_days=table.number("context_days", default.context_days, least=1),
    )
    table.refuse_unknown()
    return settings


def _agents(table: Table) -> AgentSettings:
    settings = AgentSettings(identities=table.texts("identities", AgentSettings().identities))
    table.refuse_unknown()
    return settings


def _semantic(table: Table) -> SemanticSettings:
    settings = SemanticSettings(provider=table.text("provider", None))
    table.refuse_unknown()
    return settings
