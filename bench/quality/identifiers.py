"""Run books full of names from code, and questions that have such a name whole or in its words."""

from __future__ import annotations

import random

from bench.quality.queries import Family
from bench.quality.sheets import Asked, Sheet

_ONE = ("retry", "order", "invoice", "session", "cache", "upload", "ledger", "queue", "token", "report")
_TWO = ("backoff", "limit", "window", "index", "worker", "digest", "batch", "mirror", "lease", "schema")
_SERVICES = ("gateway", "billing", "search", "mailer", "archive", "scheduler", "auth", "import")
_FOUND = ("twice in May", "only under load", "after the upgrade", "on the old nodes", "with empty files")


def identifier_sheets(chance: random.Random, second: int) -> list[Sheet]:
    """Run books of eight services; `second` chooses between two ways to ask."""
    pairs = [(one, two) for one in _ONE for two in _TWO]
    chance.shuffle(pairs)
    sheets: list[Sheet] = []
    for number, service in enumerate(_SERVICES):
        path = f"runbooks/{service}.md"
        lines, asked = [f"# {service.title()} run book", ""], []
        for at, (one, two) in enumerate(pairs[number * 9 : number * 9 + 9]):
            line, whole, apart = _line(at, one, two, number * 9 + at, chance)
            lines.append(line)
            in_words = (at + second) % 2 == 1
            way = "in its words" if in_words else "whole"
            asked.append(Asked(Family.IDENTIFIERS, apart if in_words else whole, line, way))
            if at % 3 == 2:
                lines += ["", f"Seen {chance.choice(_FOUND)}, see the dashboard.", ""]
        lines += ["## Commands", "", "```sh", f"svc restart {service} --drain", "```"]
        sheets.append(Sheet(path, lines, asked))
    return sheets


def _line(at: int, one: str, two: str, number: int, chance: random.Random) -> tuple[str, str, str]:
    """A line with an identifier, the identifier, and a question with its words."""
    ticket, code, amount = (
        f"OPS-{1100 + 7 * number}",
        f"E{4000 + 13 * number}",
        chance.choice((3, 15, 60, 250)),
    )
    upper, camel = f"{one}_{two}_ms".upper(), f"{one}{two.title()}"
    dotted, dashed = f"{one}s.v2.{two}", f"{one}-{two}-{number}"
    kinds = (
        (f"- `{upper}` is {amount} in staging, the default hurts.", upper, f"{one} {two} ms staging"),
        (f"- {camel}() must never run on the leader.", camel, f"{one} {two} function leader"),
        (f"- topic `{dotted}` has {amount} partitions", dotted, f"{one}s {two} topic partitions"),
        (f"- {ticket}: {chance.choice(_FOUND)}, fixed by a restart", ticket, f"ticket {ticket.lower()}"),
        (f"- error {code} means the disk of the {one} store is full", code, f"error {code.lower()} disk"),
        (f"- bucket {dashed} keeps {amount} days", dashed, f"{one} {two} bucket {number}"),
        (
            f"- `{one}/{two}.toml` wins over the environment",
            f"{one}/{two}.toml",
            f"{one} {two} toml environment",
        ),
        (f"- `x-{one}-{two}` header is stripped by the proxy", f"x-{one}-{two}", f"{one} {two} header proxy"),
        (
            f"- release {one.title()}{two.title()}V{at} broke {amount} jobs",
            f"{one.title()}{two.title()}V{at}",
            "",
        ),
    )
    line, whole, apart = kinds[at]
    return line, whole, apart or f"release {one} {two} jobs broke"
