"""Notes to claims: every assertion with its subject, key, value, place and what its line says about it.

Depends on the text and the configuration alone, so the same note gives the same claims in every commit.
Judges nothing: which claim is current is for others to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gitmem.config import Settings
from gitmem.facts.claim import NO_SUBJECT, Bar, Claim, Entry, KeyWords, Shape, Spot, Subject, Tier
from gitmem.facts.reading.exclusions import bars_of, heading_bars
from gitmem.facts.reading.forms import KeyReader, literal, normal_form
from gitmem.facts.reading.prefixes import NO_PREFIX
from gitmem.facts.reading.rows import headers_of, read_row
from gitmem.facts.reading.schema import Declared, Schema
from gitmem.facts.reading.shapes import Assertion, may_assert, read_assertions
from gitmem.facts.reading.subjects import (
    Frame,
    aliases_by_words,
    frame_of,
    narrowing,
    time_in,
    without_days,
)
from gitmem.facts.reading.twins import Twins
from gitmem.facts.reading.values import read_value
from gitmem.notes.chunks import Chunk, Section
from gitmem.notes.days import find_days
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import NO_TAGS, InlineTags, inline_tags
from gitmem.notes.written import DateSource, WrittenDate, dates_of

if TYPE_CHECKING:
    from gitmem.notes.markdown import Note

_LIST_ITEM, _PARAGRAPH = ChunkKind.LIST_ITEM, ChunkKind.PARAGRAPH
_MEMORY = 50_000
_LEFT_IF_CONFIGURED = ~(Bar.LIST_LIKE | Bar.ENTRY_FIELD | Bar.GENERIC_KEY | Bar.LONG_KEY | Bar.NUMBERED)
"""Bars that stay when the configuration declares the key."""

_LEFT_IF_BUILT_IN = ~(Bar.LIST_LIKE | Bar.GENERIC_KEY | Bar.LONG_KEY)
"""Bars that stay when a built-in list declares it."""


class _Place(NamedTuple):
    """What all claims of one chunk share."""

    frame: Frame
    chunk: Chunk
    number: int
    about: Subject
    spot: Spot
    dated: date | None
    time: str | None
    section: Section
    bars: Bar


class ClaimReader:
    """Reads notes under one configuration. Remembers texts it has read, so use one for many notes."""

    def __init__(self, settings: Settings) -> None:
        self.keys = KeyReader(settings.language)
        self.schema = Schema(settings, self.keys)
        self._aliases = aliases_by_words(settings.facts.aliases, self.keys)
        self._known: dict[tuple[str, bool], tuple[Assertion, ...]] = {}

    def frame(self, note: Note) -> Frame:
        """What the note tells about each of its claims."""
        return frame_of(note, self.keys, self._aliases)

    def read(self, note: Note) -> list[Claim]:
        """The claims of a note, in the order of their lines."""
        frame = self.frame(note)
        fields = list(self._fields(note, frame)) if note.front_matter.fields else []
        return fields + self.of_chunks(frame, note.chunks, note.sections)

    def of_chunks(self, frame: Frame, chunks: Sequence[Chunk], sections: Sequence[Section]) -> list[Claim]:
        """The claims of the chunks of a note, front matter aside.

        A claim's `chunk` is the place of its chunk in `chunks`. The header of a table has to be among them
        for its rows to be read.
        """
        claims: list[Claim] = []
        headers: tuple[str, ...] = ()
        twins = Twins()
        for number, chunk in enumerate(chunks):
            kind = chunk.kind
            if kind is _LIST_ITEM or kind is _PARAGRAPH:
                if kind is _LIST_ITEM:
                    twins.meet(chunk)
                if may_assert(chunk.text):
                    found = self.assertions(chunk.text, kind is _LIST_ITEM)
                    if found:
                        place = self._place(frame, chunk, number, sections[chunk.section])
                        if chunk.parents:
                            place = place._replace(spot=twins.told_apart(chunk, place.spot))
                        claims += [self._claim(place, each) for each in found]
            elif kind is ChunkKind.TABLE_HEADER:
                headers = headers_of(chunk.text)
            elif kind is ChunkKind.TABLE_ROW and headers:
                claims += self._row(frame, chunk, number, sections[chunk.section], headers)
        return claims

    def assertions(self, text: str, in_list: bool) -> tuple[Assertion, ...]:
        """The assertions of a text, which in many repositories is repeated from note to note."""
        known = self._known.get((text, in_list))
        if known is None:
            if len(self._known) >= _MEMORY:
                self._known.clear()
            known = self._known[text, in_list] = tuple(read_assertions(text, in_list))
        return known

    # Places

    def _place(self, frame: Frame, chunk: Chunk, number: int, section: Section) -> _Place:
        headings, narrow, bars = _headings(chunk.heading_path, frame.title)
        parents, day, time = _parents(chunk.parents)
        entry = section.dated is not None or frame.daily
        if section.dated is not None:
            day = day or section.dated.day
            time = time or _time_of(section.path)
        else:
            day = day or frame.day
        return _Place(
            frame=frame,
            chunk=chunk,
            number=number,
            about=NO_SUBJECT if entry else frame.subject,
            spot=Spot(chunk.section, headings, narrow, parents),
            dated=day,
            time=time,
            section=section,
            bars=_joined(frame.bars, bars, Bar.NUMBERED if chunk.numbered else Bar.NONE),
        )

    # Claims

    def _claim(self, place: _Place, said: Assertion) -> Claim:
        chunk = place.chunk
        label = literal(said.label)
        key = self.keys.words(said.label)
        known = self.schema.declared(label, key, place.about)
        tags, text = chunk.tags, chunk.text
        if said.first or said.last != chunk.end_line - chunk.line:
            text = said.source
            tags = inline_tags(text, chunk.kind, chunk.line + said.first) if tags is not NO_TAGS else NO_TAGS
        shape = said.shape
        if shape is Shape.LINE and chunk.kind is ChunkKind.LIST_ITEM:
            shape = Shape.ITEM
        return self._made(
            place,
            shape=shape,
            said=said,
            literal_label=label,
            key=key,
            known=known,
            tags=tags,
            text=text,
        )

    def _made(
        self,
        place: _Place,
        *,
        shape: Shape,
        said: Assertion,
        literal_label: str,
        key: KeyWords,
        known: Declared,
        tags: InlineTags,
        text: str,
    ) -> Claim:
        frame, chunk = place.frame, place.chunk
        line = chunk.line + said.first
        day = said.prefix.day or place.dated
        bars = _joined(bars_of(literal_label, said.value), place.bars, said.bars)
        if known.tier is not None and bars is not Bar.NONE:
            bars &= _LEFT_IF_CONFIGURED if known.tier is Tier.CONFIGURED else _LEFT_IF_BUILT_IN
        return Claim(
            path=frame.path,
            line=line,
            end_line=chunk.line + said.last,
            chunk=place.number,
            shape=shape,
            label=said.label,
            value=said.value,
            literal=literal_label,
            key=key,
            attribute=known.attribute,
            norm=normal_form(said.value),
            about=place.about,
            spot=place.spot,
            entry=Entry(frame.series, day, said.prefix.time or place.time),
            tier=known.tier,
            many=known.many or tags.multi,
            bars=bars,
            strike=said.strike,
            task=said.prefix.task,
            former=said.former,
            provenance=tags.provenance,
            allowed=tags.allow,
            since=tags.since,
            until=tags.until,
            supersedes=tuple(self.keys.words(each) for each in tags.supersedes),
            written=_written(place, tags, text, line, said.prefix.day or _own_day(chunk.parents)),
            unmerged=bool(frame.unmerged) and any(a <= line <= b for a, b in frame.unmerged),
        )

    # Tables and front matter

    def _row(
        self, frame: Frame, chunk: Chunk, number: int, section: Section, headers: tuple[str, ...]
    ) -> Iterator[Claim]:
        place: _Place | None = None
        for cell in read_row(chunk.text, headers):
            place = place or self._place(frame, chunk, number, section)
            said = Assertion(
                Shape.ROW, cell.label, cell.value, chunk.text, 0, 0, NO_PREFIX, cell.strike, cell.former
            )
            label, key = literal(cell.label), self.keys.words(cell.label)
            known = self.schema.declared(label, key, place.about)
            tier = Tier.CONFIGURED if self.schema.names_column(cell.header) else None
            yield self._made(
                place,
                shape=Shape.ROW,
                said=said,
                literal_label=label,
                key=key,
                known=known._replace(tier=tier),
                tags=chunk.tags,
                text=chunk.text,
            )

    def _fields(self, note: Note, frame: Frame) -> Iterator[Claim]:
        chunk = note.chunks[0]
        place: _Place | None = None
        for field in note.front_matter.fields:
            if not self.schema.names_field(field.name):
                continue
            place = place or self._place(frame, chunk, 0, note.sections[0])
            value = read_value(field.value)
            said = Assertion(
                Shape.FIELD,
                field.name,
                value.text,
                "",
                field.line - chunk.line,
                field.line - chunk.line,
                NO_PREFIX,
                None,
                value.former,
            )
            label, key = literal(field.name), self.keys.words(field.name)
            yield self._made(
                place,
                shape=Shape.FIELD,
                said=said,
                literal_label=label,
                key=key,
                known=self.schema.declared(label, key, place.about),
                tags=NO_TAGS,
                text="",
            )


@lru_cache(maxsize=2)
def claim_reader(settings: Settings) -> ClaimReader:
    """The reader for some settings; one that is asked for again still knows the texts it has read."""
    return ClaimReader(settings)


@lru_cache(maxsize=4096)
def _joined(one: Bar, two: Bar, three: Bar) -> Bar:
    return one | two | three  # remembered, because flags are slow to join


@lru_cache(maxsize=20_000)
def _headings(path: tuple[str, ...], title: str | None) -> tuple[tuple[str, ...], tuple[str, ...], Bar]:
    """The headings below the title in literal form, those that narrow, and what they bar."""
    below = path[1:] if path and path[0] == title else path
    headings = tuple(map(literal, below))
    bars = Bar.NONE
    for each in path:
        bars |= heading_bars(each)
    return headings, narrowing(headings), bars


@lru_cache(maxsize=20_000)
def _parents(parents: tuple[str, ...]) -> tuple[tuple[str, ...], date | None, str | None]:
    """The list items above in literal form without days and times, and the day and time they give."""
    if not parents:
        return (), None, None
    kept = (without_days(literal(each)) for each in parents)
    return tuple(each for each in kept if each), _own_day(parents), _time_of(parents)


@lru_cache(maxsize=20_000)
def _own_day(parents: tuple[str, ...]) -> date | None:
    """The day with which the innermost dated of some list items begins."""
    for parent in reversed(parents):
        days = find_days(parent[:40])
        if days and not parent[: days[0].start].strip(" *_[("):
            return days[0].day
    return None


@lru_cache(maxsize=20_000)
def _time_of(texts: tuple[str, ...]) -> str | None:
    """The time that the innermost of some headings or list items gives."""

    return next((time for each in reversed(texts) if (time := time_in(each))), None)


def _written(
    place: _Place, tags: InlineTags, text: str, line: int, day: date | None
) -> tuple[WrittenDate, ...]:
    """The dates that the note gives for a claim, the day of its own entry right after its tags."""
    chunk = place.chunk
    if text is not chunk.text or tags is not chunk.tags:
        chunk = chunk._replace(line=line, text=text, tags=tags)
    dates = dates_of(place.frame.dates, place.section.dated, chunk)
    if day is not None:
        own = WrittenDate(DateSource.HEADING, None, day, line)
        tagged = sum(each.source is DateSource.TAG for each in dates)
        dates = (*dates[:tagged], own, *dates[tagged:])
    return dates
