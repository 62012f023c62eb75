"""Properties of reading what git prints: content never passes for structure, and broken output is refused.

Changes are made up from the input and printed as git prints them; reading has to give the same changes. The
input is read as git's output as well, which it hardly ever is.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from bench.fuzz.target import Choices, Target, refusal
from gitmem.clock import Instant
from gitmem.errors import GitError
from gitmem.git.changes import (
    CombinedHunk,
    CommitChanges,
    FileChange,
    Hunk,
    parse_combined,
    parse_commit,
    parse_files,
    parse_header,
    parse_raw_date,
    parse_raw_lists,
    unquote,
)
from gitmem.git.log import Records, copy_records

_MODES = (b"100644", b"100755", b"120000", b"160000")
_STATUS = (b"M", b"A", b"D", b"R", b"T", b"C")
_SIGNS = {
    b"\n": b"\\n",
    b"\t": b"\\t",
    b"\r": b"\\r",
    b"\a": b"\\a",
    b"\b": b"\\b",
    b"\f": b"\\f",
    b"\v": b"\\v",
}


def check_output(data: bytes) -> None:
    """Made-up changes are read back, and the input as output ends in values or in one line."""
    commits = list(_commits(Choices(data)))
    printed = [print_commit(commit) for commit in commits]
    assert [parse_commit(record) for record in printed] == commits
    assert [parse_header(record.split(b"\n", 1)[0])[0] for record in printed] == [
        each.oid for each in commits
    ]
    records_are_parted(printed)
    combined_patches_are_counted(Choices(data))
    lists_are_read(commits)
    assert unquote(_quoted(data[:200])) == data[:200]
    anything_is_read_or_refused(data)


def records_are_parted(printed: Sequence[bytes]) -> None:
    """A stream of commits is cut between them only, wherever the blocks end in which it comes."""
    for size in (1, 7, 1 << 20):
        spool = io.BytesIO()
        starts = copy_records(io.BytesIO(b"".join(printed)), spool, size)
        records = Records(spool, starts)
        assert list(records) == list(reversed(printed))
        assert [head.split(b"\n")[0] for head in records.heads()] == [
            each.split(b"\n")[0] for each in reversed(printed)
        ]


def combined_patches_are_counted(choices: Choices) -> None:
    """Rows of a merge's patch are those that were printed, whatever they hold."""
    parents = 2 + choices.number(2)
    path = b"notes/%s.md" % choices.piece()[:20].replace(b"\n", b" ")
    rows: list[tuple[bytes, bytes]] = []
    for line in choices.rest.split(b"\n")[:12]:
        mark = (b"-", b"+")[line[:1] > b"m"]
        columns = bytes((mark + b" ")[byte % 2] for byte in line[:parents].ljust(parents, mark))
        rows.append((columns if columns.strip() or mark == b"+" else mark * parents, line))
    lines = _combined(path, rows, parents)
    expected = {path: [CombinedHunk(1, [columns for columns, _ in rows])]}
    assert parse_combined(lines) == expected
    assert parse_combined([*lines, *lines[1:]]) == {path: expected[path] * 2}


def _combined(path: bytes, rows: Sequence[tuple[bytes, bytes]], parents: int) -> list[bytes]:
    def count(parent: int) -> int:
        shown = (columns for columns, _ in rows)
        return sum(c[parent : parent + 1] == (b"-" if b"-" in c else b" ") for c in shown)

    new = sum(b"-" not in columns for columns, _ in rows)
    ranges = b" ".join(b"-1,%d" % count(parent) for parent in range(parents))
    fence = b"@" * (parents + 1)
    header = b"%s %s +1,%d %s" % (fence, ranges, new, fence)
    body: list[bytes] = []
    for columns, text in rows:
        body.append(columns + text)
        if text.endswith(b"$"):
            body.append(b"\\ No newline at end of file")
    return [b"diff --combined " + _quoted(path), b"index 1,2..3", header, *body]


def lists_are_read(commits: Sequence[CommitChanges]) -> None:
    """Raw lists, one commit after the other."""
    lines: list[bytes] = []
    for commit in commits:
        lines += [commit.oid.encode() + b"\n", *(_raw(change) + b"\n" for change in commit.files)]
    bare = [(each.oid, [change._replace(hunks=[]) for change in each.files]) for each in commits]
    assert list(parse_raw_lists(lines)) == bare


def anything_is_read_or_refused(data: bytes) -> None:
    """Output that is cut off or not git's is refused in one line; a day is found in any date."""
    lines = data.split(b"\n")
    for attempt in (
        lambda: parse_files(lines),
        lambda: parse_commit(data),
        lambda: parse_header(lines[0]),
        lambda: parse_combined(lines),
        lambda: list(parse_raw_lists(line + b"\n" for line in lines)),
    ):
        try:
            attempt()
        except GitError as refused:
            refusal(refused)
    unquote(data)
    for line in lines[:3]:
        instant = parse_raw_date(line)
        assert instant.day and instant.utc_day and instant.isoformat()


def print_commit(commit: CommitChanges) -> bytes:
    """A commit as `git log --format=HEADER --date=raw --raw -p -U0` prints it."""
    dates = b"\t".join(map(_raw_date, (commit.authored, commit.committed)))
    lines = [b"~%s\t%s\t%s" % (commit.oid.encode(), " ".join(commit.parents).encode(), dates)]
    if commit.files:
        lines += [b"", *map(_raw, commit.files), b""]
    for change in commit.files:
        lines += _patch(change)
    return b"".join(line + b"\n" for line in lines)


def _raw_date(instant: Instant) -> bytes:
    hours, minutes = divmod(abs(instant.offset), 60)
    return b"%d %s%02d%02d" % (instant.seconds, b"-" if instant.offset < 0 else b"+", hours, minutes)


def _raw(change: FileChange) -> bytes:
    score = b"090" if change.status in b"RC" else b""
    fields = (change.old_mode, change.mode, change.old_blob, change.blob, change.status + score)
    paths = [change.source, change.path] if change.source != change.path else [change.path]
    return b"\t".join([b":" + b" ".join(fields), *map(_quoted, paths)])


def _quoted(path: bytes) -> bytes:
    """A path as git prints it with core.quotePath off: quoted when it holds a sign that would end it."""
    if not any(byte < 32 or byte == 127 or byte in b'"\\' for byte in path):
        return path
    parts = []
    for byte in path:
        sign = bytes([byte])
        if sign in (b'"', b"\\"):
            parts.append(b"\\" + sign)
        elif byte < 32 or byte == 127:
            parts.append(_SIGNS.get(sign, b"\\%03o" % byte))
        else:
            parts.append(sign)
    return b'"%s"' % b"".join(parts)


def _patch(change: FileChange) -> Iterator[bytes]:
    header = b"diff --git %s %s" % (_quoted(b"a/" + change.source), _quoted(b"b/" + change.path))
    if change.status == b"T":
        yield from (
            header,
            b"deleted file mode 120000",
            b"@@ -1 +0,0 @@",
            b"-gone",
            b"\\ No newline at end of file",
        )
    yield from (header, b"index 1..2 100644")
    for hunk in change.hunks:
        old, new = _range(hunk.old_start, hunk.old_count), _range(hunk.new_start, hunk.new_count)
        yield b"@@ -%s +%s @@ %s" % (old, new, b"@@ some heading")
        yield from (b"-" + line for line in hunk.removed)
        if hunk.removed and hunk.removed[-1].endswith(b"$"):
            yield b"\\ No newline at end of file"
        yield from (b"+" + line for line in hunk.added)
        if hunk.added and hunk.added[-1].endswith(b"$"):
            yield b"\\ No newline at end of file"


def _range(start: int, count: int) -> bytes:
    return b"%d" % start if count == 1 else b"%d,%d" % (start, count)


def _commits(choices: Choices) -> Iterator[CommitChanges]:
    for number in range(1 + choices.number(3)):
        oid = f"{number:040x}"
        parents = tuple(f"{number + 1 + each:040x}" for each in range(choices.number(3)))
        seconds = choices.number(256) * 10_000_019 - 500_000_000
        offset = choices.number(60) * 15 - 450
        files = list(_files(choices)) if len(parents) < 2 else []
        yield CommitChanges(oid, parents, Instant(seconds, offset), Instant(seconds + 60), files)


def _files(choices: Choices) -> Iterator[FileChange]:
    for number in range(choices.number(4)):
        status = _STATUS[choices.number(len(_STATUS))]
        path = choices.piece()[:40] or b"a.md"
        source = b"old " + path if status in b"RC" else path
        hunks: list[Hunk] = []
        for at in range(choices.number(3)):
            lines = choices.piece().split(b"\n")
            cut = choices.number(len(lines) + 1) if len(lines) > 1 else 0
            removed, added = lines[:cut], lines[cut:]
            hunks.append(Hunk(at, len(removed), at, len(added), removed, added))
        mode = _MODES[choices.number(len(_MODES))]
        yield FileChange(status, b"100644", mode, b"%040x" % number, b"%040d" % number, source, path, hunks)


def streams() -> Iterator[bytes]:
    """Streams as git prints them, and inputs that make some up."""
    files = [
        FileChange(
            b"M",
            b"100644",
            b"100644",
            b"1" * 40,
            b"2" * 40,
            b"a.md",
            b"a.md",
            [Hunk(1, 1, 1, 1, [b"x"], [b"y$"])],
        ),
        FileChange(b"R", b"100644", b"100644", b"1" * 40, b"2" * 40, b"b\n.md", b"c.md", []),
    ]
    commit = CommitChanges("a" * 40, ("b" * 40,), Instant(1_700_000_000, 120), Instant(1_700_000_000), files)
    yield print_commit(commit)
    yield print_commit(commit)[:150]
    yield b"\n".join(_combined(b"a.md", [(b"- ", b"old"), (b"++", b"new$"), (b"  ", b"same")], 2))
    yield b"\x02\x01\x10\x20\x02\x00a.md\0\x02@@ -1 +1 @@\n~tilde\ndiff --git a/a b/a\0\x01\x00:100644\0"
    yield b"1700000000 +0200"


_TEXTS = (
    *(
        "\n",
        "\n",
        "\0",
        "\0",
        "~",
        "\n~",
        ":",
        "@@ -1,2 +3 @@",
        "@@@ -1 -1 +1,2 @@@",
        "@@ ",
        "diff --git ",
        "+",
        "-",
    ),
    *(
        "diff --combined ",
        "diff --cc ",
        "\\ No newline at end of file",
        " ",
        "\t",
        "$",
        '"',
        "\\",
        "\\303",
        "\\n",
        "a/",
    ),
    *(
        ":100644 100644 ",
        "a" * 40,
        "0" * 40,
        " M\t",
        " R090\t",
        " T\t",
        "a.md",
        "1700000000 +0200",
        "-1",
        ",",
        "\r",
    ),
    *("\x01", "\x02", "\x03", "é", "++", "--", "- ", " -", "  ", "--- a/x", "+++ b/x", "index 1..2"),
)

DIFF = Target(
    "diff-stream",
    "changes printed as git prints them are read back; broken output is refused",
    check_output,
    (*(text.encode() for text in _TEXTS), b"\xff", b"99999999999999999999"),
    streams,
)
