"""Whether a note that was written reads as it was meant, by the project's own reader. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from gitmem.facts.claim import Claim, Strike
from gitmem.facts.claims import ClaimReader
from gitmem.facts.reading.wholly_struck import wholly_struck
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.markdown import Chunk, Note
from gitmem.notes.visible import visible


class Reread(NamedTuple):
    """What was done to a note: lines `first` to `last`, which held `claims`, were struck on `day`, and after
    line `after` as many lines as `added` says were put, the last of which says `entry`."""

    first: int
    last: int
    claims: tuple[Claim, ...]
    day: date
    after: int
    added: int
    entry: str | None

    def moved(self, line: int) -> int:
        """Where a line of before is now."""
        return line + self.added if line > self.after else line

    @property
    def new(self) -> int:
        """The line that says `entry`."""
        return self.after + self.added


def reads_as_meant(
    before: Note, claims: Sequence[Claim], after: Note, reader: ClaimReader, done: Reread
) -> bool:
    """Whether the struck text is read as struck on the day, the new line as live, all else as before."""
    read = reader.read(after)
    if _others(before, done, now=False) != _others(after, done, now=True):
        return False
    kept = [
        _facts(claim, done.moved(claim.line)) for claim in claims if not done.first <= claim.line <= done.last
    ]
    fresh = range(done.after + 1, done.new + 1) if done.entry is not None else range(0)
    others = [
        claim for claim in read if not done.first <= claim.line <= done.last and claim.line not in fresh
    ]
    if kept != [_facts(claim, claim.line) for claim in others]:
        return False
    struck = [claim for claim in read if done.first <= claim.line <= done.last]
    if not _is_struck(struck, after, done):
        return False
    return done.entry is None or _is_live(
        [claim for claim in read if claim.line in fresh], after, reader, done
    )


def _others(note: Note, done: Reread, *, now: bool) -> list[tuple[ChunkKind, int, tuple[str, ...], int]]:
    """The pieces but those that were touched, as far as a strike must not change them."""
    found: list[tuple[ChunkKind, int, tuple[str, ...], int]] = []
    for chunk in note.chunks:
        line = chunk.line if now else done.moved(chunk.line)
        touched = line <= done.last and chunk.end_line >= done.first
        new = now and done.entry is not None and chunk.line <= done.new <= chunk.end_line
        if not touched and not new:
            found.append((chunk.kind, line, (chunk.text, *chunk.heading_path), len(chunk.parents)))
    return found


def _facts(claim: Claim, line: int) -> tuple[int, str, str, Strike | None]:
    return line, claim.literal, claim.norm, claim.strike


def _is_struck(read: Sequence[Claim], after: Note, done: Reread) -> bool:
    live = [claim for claim in done.claims if claim.strike is None]
    if any(claim.strike is None for claim in read):
        return False
    if not live:
        found = map(wholly_struck, _texts(after, done.first, done.last))
        return any(each is not None and not each.remark for each in found)
    wanted = {(claim.literal, claim.norm) for claim in live}
    return any(
        (claim.literal, claim.norm) in wanted
        and claim.strike is not None
        and (claim.strike.day, claim.strike.successor) == (done.day, None)
        for claim in read
    )


def _texts(note: Note, first: int, last: int) -> Iterator[str]:
    """The text on some lines, which stand in one piece; none where code or a comment joins them to others."""
    for chunk in note.chunks:
        if chunk.line <= first and last <= chunk.end_line:
            own = slice(first - chunk.line, last - chunk.line + 1)
            text = "\n".join(chunk.text.split("\n")[own])
            if visible(text) == "\n".join(visible(chunk.text).split("\n")[own]):
                yield text


def _is_live(read: Sequence[Claim], after: Note, reader: ClaimReader, done: Reread) -> bool:
    entry = done.entry or ""
    own = next((chunk for chunk in after.chunks if chunk.line <= done.new <= chunk.end_line), None)
    if own is None or not _holds_alone(own, done.new, entry):
        return False
    in_list = own.kind is ChunkKind.LIST_ITEM
    wanted = [each.label for each in reader.assertions(entry, in_list)]
    if not wanted and not in_list and (own.line, own.end_line) == (done.first, done.new):
        return False  # prose in one paragraph with what is struck would be shown as struck with it
    return [claim.label for claim in read] == wanted and all(claim.strike is None for claim in read)


def _holds_alone(chunk: Chunk, line: int, entry: str) -> bool:
    if chunk.kind is ChunkKind.LIST_ITEM:
        return chunk.text == entry and chunk.line == line
    at = line - chunk.line
    alone = visible(chunk.text).split("\n")[at] == visible(entry)
    return alone and chunk.kind is ChunkKind.PARAGRAPH and chunk.text.split("\n")[at] == entry
