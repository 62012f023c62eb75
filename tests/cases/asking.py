"""Asks the command line about facts and reads its JSON, in the words the tests of facts use."""

from __future__ import annotations

from tests.running import Json, Mem

LIVE = ("FRESH", "AGING", "STALE", "UNKNOWN")
"""Statuses that only tell an age: the line is what its writer believes."""


def statuses(mem: Mem, query: str, *options: str) -> dict[str, str]:
    """The status of every result of a search by its cite."""
    return {result["cite"]: result["status"] for result in mem.search(query, *options).results}


def live(mem: Mem, query: str, *options: str) -> list[str]:
    """The cites of all results whose line is what its writer believes, by place."""
    return sorted(cite for cite, status in statuses(mem, query, *options).items() if status in LIVE)


def keys(mem: Mem, query: str) -> set[str]:
    """The keys of all facts that a search shows."""
    return {fact["label"] for result in mem.search(query).results for fact in result["facts"]}


def values(mem: Mem, query: str, label: str) -> list[str]:
    """The values that a search shows under one key, best first."""
    results = mem.search(query).results
    return [fact["value"] for result in results for fact in result["facts"] if fact["label"] == label]


def conflicts(mem: Mem) -> list[list[str]]:
    """The places of each unresolved conflict; the exit code agrees with them."""
    ran = mem("conflicts", "--json")
    found = [[side["cite"] for side in each["sides"]] for each in ran.json["conflicts"]]
    assert ran.code == (1 if found else 0), ran.err
    return found


def explained(mem: Mem, question: str, *options: str) -> Json:
    """The fact that a question is about."""
    ran = mem("explain", "--json", *options, *question.split())
    assert ran.code in (0, 1), ran.err
    fact: Json = ran.json["fact"]
    assert fact is not None, f"nothing is known of {question}"
    return fact


def timeline(mem: Mem, question: str, *options: str) -> list[tuple[str, str, str | None, str | None]]:
    """The steps of a fact, newest first: what each is, its value, from when and to when."""
    steps = explained(mem, question, *options)["steps"]
    return [(step["role"], step["value"], step["from"], step["to"]) for step in steps]


def present(mem: Mem, question: str, *options: str) -> list[str]:
    """The values that hold, or that stand against each other."""
    return [step[1] for step in timeline(mem, question, *options) if step[0] in ("now", "contested")]


def ended(mem: Mem, *words: str) -> list[tuple[str, str, str | None]]:
    """What `history` tells under some words: each value that holds no more, how it ended and when."""
    ran = mem("history", "--json", *words)
    found = [(each["value"], each["ending"], each["to"]) for each in ran.json["values"]]
    assert ran.code == (0 if found else 1), ran.err
    return found
