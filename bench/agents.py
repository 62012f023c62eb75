"""The server for agents, beside a bare server of the same SDK and beside the library that it calls.

CPU of whole sessions, driven line by line as a client drives them; what one more call costs is the
difference between a long session and a short one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench import bare_server
from bench.generate import vocabulary
from bench.measure import Table, Target, metered, milliseconds, run, side_by_side
from bench.repositories import Repositories
from bench.search import DENSE, SPARSE

AS_LIBRARY = Target(2)
CALLS = 40
"""Calls of a long session beyond the first."""

_LIBRARY = """\
import sys
from gitmem import Memory
from gitmem.reports.json_output import render_json
memory, queries = Memory("."), sys.argv[2:]
for number in range(int(sys.argv[1])):
    render_json("search", memory.search(queries[number % len(queries)]))
"""
"""What a program does that uses the library and hands the answer on as JSON."""


def measure_agents(repositories: Repositories, rounds: int) -> list[Table]:
    """Two tables: start and first answer, then one more call on a server that is warm."""
    folder = repositories.notes(chunks=20_000, notes=2_000, commits=200)
    run(["git", "mem", "index"], folder)
    return [_starts(folder, rounds), _warm(folder, rounds)]


def _starts(folder: Path, rounds: int) -> Table:
    table = Table(
        "A server for agents, from its start",
        ("session", "bare SDK server", "git mem mcp", "more"),
        "CPU of the whole session, children included, index current. The bare server has one tool that "
        "does nothing, on the same SDK.",
    )
    query = _queries(SPARSE)[0]
    for name, asked in (
        ("start, greeting, list of tools, end", []),
        ("the same with one search", [query]),
    ):
        bare, served = side_by_side(
            3 * rounds, partial(session, bare_command(), folder, asked), partial(session, OWN, folder, asked)
        )
        table.add(name, milliseconds(bare), milliseconds(served), milliseconds(served - bare))
    return table


def _warm(folder: Path, rounds: int) -> Table:
    table = Table(
        "One more search on a warm server, beside the library",
        ("queries", "bare SDK server", "library, as JSON", "git mem mcp", "ratio", "target", "verdict"),
        f"CPU of one call, children included: a session of {CALLS + 1} calls less one of a single call. "
        "The library opens the repository anew for each call, as the server does.",
    )
    for name, ranks in (("sparse words", SPARSE), ("dense words", DENSE)):
        queries = _queries(ranks)
        works = (
            partial(session, bare_command(), folder),
            partial(library_calls, folder),
            partial(session, OWN, folder),
        )
        spent = side_by_side(3 * rounds, *(partial(_more, work, queries) for work in works))
        bare, library, served = (figure / CALLS for figure in spent)
        ratio = served / library
        cells = (milliseconds(bare), milliseconds(library), milliseconds(served), f"{ratio:.2f}")
        table.add(name, *cells, str(AS_LIBRARY), AS_LIBRARY.verdict(ratio))
    return table


def _more(asks: partial[float], queries: Sequence[str]) -> float:
    asked = [queries[number % len(queries)] for number in range(CALLS + 1)]
    return asks(asked) - asks(asked[:1])


def _queries(ranks: Sequence[Sequence[int]]) -> list[str]:
    words = vocabulary()
    return [" ".join(words.of_rank(rank) for rank in query) for query in ranks]


OWN = ("git-mem", "mcp")


def bare_command() -> tuple[str, ...]:
    """What starts the bare server."""
    return (sys.executable, str(Path(bare_server.__file__)))


def library_calls(folder: Path, asked: Sequence[str]) -> float:
    """CPU of a program that asks the library all of it, one after the other."""
    return run([sys.executable, "-c", _LIBRARY, str(len(asked)), *asked], folder).cpu


def session(command: Sequence[str], folder: Path, asked: Sequence[str]) -> float:
    """CPU of a server that is greeted, lists its tools, answers the searches and ends."""
    greeting: dict[str, object] = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    }
    with metered() as spent:
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        with process:
            _ask(process, 0, "initialize", greeting)
            _tell(process, {"jsonrpc": "2.0", "method": "notifications/initialized"})
            _ask(process, 1, "tools/list", {})
            for number, query in enumerate(asked, 2):
                result = _ask(
                    process, number, "tools/call", {"name": "search", "arguments": {"query": query}}
                )
                if result.get("isError"):
                    raise RuntimeError(f"{query}: {result}")
    return spent.children


def _ask(
    process: subprocess.Popen[bytes], number: int, method: str, params: dict[str, object]
) -> dict[str, object]:
    _tell(process, {"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    assert process.stdout is not None
    answer = json.loads(process.stdout.readline())
    result: dict[str, object] = answer["result"]
    return result


def _tell(process: subprocess.Popen[bytes], frame: dict[str, object]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(frame).encode() + b"\n")
    process.stdin.flush()
