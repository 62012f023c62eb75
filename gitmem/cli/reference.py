"""The reference in `docs/reference`, made from the program, so that it says what the program does.

`python -m gitmem.cli.reference` writes it in a checkout; a test fails where it is behind.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from gitmem.checks.finding import Rule, Severity
from gitmem.cli.exits import Exit
from gitmem.cli.main import VERBS, cli, new_context
from gitmem.config import CONFIG_NAME, DEFAULTS, Settings
from gitmem.reports.finding_words import rule_help, rule_name
from gitmem.reports.sarif import GRAVEST

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
"""Where the pages lie in the source tree."""

_MADE = "<!-- Made from the program by `python -m gitmem.cli.reference`; edits here are lost. -->\n"

_EXITS = {
    Exit.YES: "Yes: a match, nothing to complain of, or the work is done.",
    Exit.NO: "No, and that is sure: proven absent, removed, or there are findings.",
    Exit.FAILED: "Wrong use, or the work could not be done. One line on standard error says why.",
    Exit.UNUSABLE: "The index cannot be used; `git mem index --rebuild` makes a new one. No note is touched.",
    Exit.UNPROVEN: "Nothing was found, but history is incomplete or a note was skipped: not proven.",
    Exit.INTERRUPTED: "Interrupted.",
}

_KEYS = {
    "root": "The notes folder, relative to the top of the repository; without it the whole repository.",
    "include": "Globs of the notes, relative to the notes folder. Ignored files, folders that begin with a "
    "dot, `template`, `templates`, `_templates` and `node_modules` never count.",
    "exclude": "Globs of what is no note although `include` names it.",
    "language": "The stemmer of the index, by its Snowball name, or `none`.",
    "dates.prefer": "Which date of a commit dates its lines: `author` or `committer`.",
    "dates.bulk_import_files": "A commit that adds this many notes or more dates them with low confidence.",
    "dates.imports": "A commit that brings in a note named by these globs dates it with low confidence.",
    "dates.strict_blame": "Follow renames exactly as `git blame` does, which takes longer.",
    "freshness.fresh_days": "Text is FRESH up to this age, then AGING.",
    "freshness.stale_days": "Text is AGING up to this age, then STALE.",
    "freshness.volatile_days": "What changes quickly (prices, status) is to be checked again after this.",
    "freshness.volatile_patterns": "Regular expressions of what else changes quickly.",
    "facts.single_valued": "Keys that hold one value, beside those built in: two live values contradict.",
    "facts.multi_valued": "Keys that list: two values never contradict.",
    "facts.aliases": 'Other names of a subject: `{ "Orion" = ["orion-svc"] }`.',
    "check.strict": "Warnings about contradictions count as errors.",
    "policy.enabled": "Apply the rules of the memory policy; `check.strict` is then true as well.",
    "policy.index": "The routing index.",
    "policy.index_characters": "The most characters it may have.",
    "policy.folders": "Folders in whose notes every line says how it is known.",
    "policy.context": "The folder of what may go to the archive when nobody touches it.",
    "policy.context_days": "After how many days it may.",
    "agents.identities": "Globs of author names and addresses that mean an agent wrote a commit.",
    "semantic.provider": "A provider of vectors such as `wordllama`; searches then rank by likeness too.",
}

_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.ADVICE: "advice"}


def pages() -> dict[str, str]:
    """The name and the text of each page."""
    return {
        "commands.md": _page("Commands", _commands()),
        "configuration.md": _page("Configuration", _configuration()),
        "rules.md": _page("Rules", _rules()),
        "json.md": _page("JSON", _schemas()),
    }


def _page(title: str, lines: Iterator[str]) -> str:
    return _MADE + "\n".join([f"# {title}", "", *lines]).rstrip() + "\n"


def _commands() -> Iterator[str]:
    context = new_context(cli, "git mem")
    yield from ("`git mem [OPTIONS] VERB …`. `git mem help VERB` tells the same on a terminal.", "")
    for name, told in VERBS.items():
        yield f"- [`{name}`](#git-mem-{name}) {_escaped(told)}"
    yield from ("", "## Options before the verb", "", *_options(cli, context))
    for name in VERBS:
        command = cli.get_command(context, name)
        assert command is not None
        yield from _command(command, name, context)
    yield from ("## Exit codes", "", "| code | meaning |", "|---|---|")
    yield from (f"| {code.value} | {_EXITS[code]} |" for code in Exit)


def _command(command: click.Command, name: str, parent: click.Context) -> Iterator[str]:
    context = new_context(command, name, parent)
    yield from (f"## git mem {name}", "", *_prose(command.help or ""), "")
    if isinstance(command, click.Group):
        for below in sorted(command.commands):
            found = command.commands[below]
            inner = new_context(found, f"{name} {below}", parent)
            usage = " ".join(found.collect_usage_pieces(inner))
            yield from (f"`git mem {name} {below} {usage}`", "", *_prose(found.help or ""), "")
            yield from _options(found, inner)
        return
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f"`git mem {name} {usage}`", "", *_options(command, context))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    yield from ("| option | effect |", "|---|---|")
    for record in records:
        if record is not None:
            yield f"| `{_cell(record[0])}` | {_escaped(' '.join(record[1].split()))} |"
    yield ""


def _prose(text: str) -> Iterator[str]:
    paragraphs = [" ".join(part.split()) for part in text.replace("\b", "").split("\n\n")]
    yield "\n\n".join(_escaped(paragraph) for paragraph in paragraphs if paragraph)


def _escaped(text: str) -> str:
    """Our own words in Markdown: nothing in them is markup."""
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", text)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _configuration() -> Iterator[str]:
    yield f"`{CONFIG_NAME}` at the top of the repository. It is data and nothing in it runs. A key that"
    yield "is not listed here is an error, and so is a value of another kind; the message names the line."
    yield from ("", "Without the file, or without a key, this holds:", "", "```toml")
    yield from (f"{name} = {_toml(value)}" for name, value in _top() if value is not None)
    for table, settings in _tables():
        yield f"[{table}]"
        for name, value in zip(settings._fields, settings, strict=True):
            if value is not None:
                yield f"{name} = {_default(f'{table}.{name}', value)}"
    yield from ("```", "", "| key | default | effect |", "|---|---|---|")
    for name, value in _keys():
        shown = "none" if value is None else f"`{_cell(_default(name, value))}`"
        yield f"| `{name}` | {shown} | {_cell(_KEYS[name])} |"


def _top() -> Iterator[tuple[str, object]]:
    for name in Settings._fields:
        if not hasattr(getattr(DEFAULTS, name), "_fields"):
            yield name, getattr(DEFAULTS, name)


def _tables() -> Iterator[tuple[str, Any]]:
    for name in Settings._fields:
        if hasattr(getattr(DEFAULTS, name), "_fields"):
            yield name, getattr(DEFAULTS, name)


def _keys() -> Iterator[tuple[str, object]]:
    yield from _top()
    for table, settings in _tables():
        for name, value in zip(settings._fields, settings, strict=True):
            yield f"{table}.{name}", value


def _default(key: str, value: object) -> str:
    """A default as the file has it; a table is kept as pairs, so an empty one is told by its key."""
    return "{}" if key == "facts.aliases" else _toml(value)


def _toml(value: object) -> str:
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value)


def _rules() -> Iterator[str]:
    yield "What `git mem check`, the hooks and `git mem report` tell, in every format. Only errors stop a"
    yield from ("commit; the table has the gravest severity of each rule.", "")
    yield from ("| rule | gravest | finds |", "|---|---|---|")
    for rule in Rule:
        name = rule_name(rule)
        yield f"| [{rule.value}](#{_anchor(rule, name)}) | {_severity(rule)} | {_escaped(name)} |"
    for rule in Rule:
        yield from ("", f"## {rule.value} {rule_name(rule)}", "", _escaped(rule_help(rule)))


def _severity(rule: Rule) -> str:
    return _SEVERITIES[GRAVEST.get(rule, Severity.WARNING)]


def _anchor(rule: Rule, name: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", f"{rule.value} {name}".lower()).replace(" ", "-")


def _schemas() -> Iterator[str]:
    yield "Answering verbs take `--json`: ASCII, one line, exact text of notes. `schema` names the form;"
    yield from (
        "forms only grow. [JSON schemas](../../gitmem/reports/schemas) come with the package.",
        "",
    )
    for entry in sorted(files("gitmem.reports").joinpath("schemas").iterdir(), key=lambda entry: entry.name):
        schema = json.loads(entry.read_text(encoding="utf-8"))
        yield from (f"## {schema['title'].split(':')[0]}", "", f"`{schema['$id']}`", "")
        yield from ("| field | type | meaning |", "|---|---|---|", *_fields(schema, ""), "")


def _fields(schema: dict[str, Any], before: str) -> Iterator[str]:
    for name, field in schema.get("properties", {}).items():
        kind = _cell(_kind(field))
        yield f"| `{before}{name}` | {kind} | {_escaped(field.get('description', ''))} |"
        inner = field.get("items", field)
        if isinstance(inner, dict) and not before.count("."):
            yield from _fields(inner, f"{before}{name}{'[]' if 'items' in field else ''}.")


def _kind(field: dict[str, Any]) -> str:
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return ", ".join("null" if one is None else f"`{one}`" for one in field["enum"])
    kind = field.get("type", "any")
    kinds = [kind] if isinstance(kind, str) else list(kind)
    return " or ".join(kinds)


def write(folder: Path = FOLDER) -> None:
    """Writes the pages into `folder`."""
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
