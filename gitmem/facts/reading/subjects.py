"""What a note and its sections speak of: the subject, the headings that narrow it, the series it belongs to.

A title or heading that says only what kind of text follows (Notes, Status, a date) names nothing. The lists
of such words are here, documented and complete; nothing is learned.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gitmem.facts.claim import NO_SUBJECT, Bar, KeyWords, Subject, SubjectSource
from gitmem.facts.reading.exclusions import is_tool_made, path_bars
from gitmem.facts.reading.forms import KeyReader, literal, plain
from gitmem.notes.days import find_days
from gitmem.notes.written import DateSource, WrittenDate, note_dates

if TYPE_CHECKING:  # The parsers are not loaded where only names are compared.
    from gitmem.notes.markdown import Note

GENERIC_TITLE_WORDS = frozenset(
    (
        *("summary", "summaries", "note", "notes", "readme", "index", "log", "logs", "journal", "diary"),
        *("todo", "todos", "to-do", "inbox", "scratch", "scratchpad", "misc", "miscellaneous", "untitled"),
        *("overview", "introduction", "intro", "contents", "toc", "home", "draft", "drafts", "temp", "memo"),
        *("meeting", "meetings", "minutes", "agenda", "standup", "sync", "session", "sessions", "entry"),
        *("entries", "daily", "weekly", "monthly", "yearly", "report", "reports", "status", "update"),
        *("updates", "changelog", "changes", "history", "archive", "archived", "old", "new", "memory"),
        *("memories", "facts", "context", "background", "details", "description", "info", "information"),
        *("general", "other", "various", "random", "stuff", "things", "ideas", "thoughts", "task", "tasks"),
        *("list", "week", "day", "month", "year", "today", "yesterday", "template", "example", "test"),
        *("retro", "retrospective", "review", "work", "my", "our", "the", "of", "for", "and", "from", "a"),
        *("setup", "configuration", "config", "installation", "install", "deployment", "contact", "contacts"),
        *("run", "runs", "document", "documentation", "docs", "page", "file", "main", "about", "faq", "q"),
    )
)
"""A title made of these words, dates and numbers alone is generic."""

GENERIC_HEADINGS = frozenset(
    (
        *("people", "contacts", "contact", "details", "facts", "notes", "note", "status", "later", "next"),
        *("overview", "summary", "info", "information", "general", "about", "background", "context", "log"),
        *("logs", "history", "journal", "updates", "update", "current", "current status", "current state"),
        *("now", "today", "this week", "next steps", "next step", "todo", "to do", "todos", "tasks", "open"),
        *("open questions", "questions", "misc", "miscellaneous", "other", "key facts", "key points"),
        *("data", "metadata", "meta", "properties", "attributes", "profile", "basics", "basic info", "state"),
        *(
            "introduction",
            "intro",
            "description",
            "team",
            "who",
            "what",
            "when",
            "where",
            "dates",
            "timeline",
        ),
        *("key dates", "important dates", "schedule", "logistics", "basic information", "quick facts"),
        *(
            "at a glance",
            "tl;dr",
            "tldr",
            "highlights",
            "decisions",
            "plan",
            "progress",
            "project",
            "changes",
        ),
        *("latest", "more", "more details", "additional information", "additional notes", "remarks"),
        *("comments", "memory", "memories", "preferences", "personal", "work", "settings", "setup"),
        *("configuration", "config", "numbers", "figures", "entry", "entries", "record", "records"),
    )
)
"""A section under one of these headings (in literal form) speaks of what the section above speaks of."""

_CLOCK = re.compile(
    r"(?<![\d.:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\.?)?(?!\d|:\d)", re.IGNORECASE
)
_WEEKDAY = re.compile(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?,?", re.IGNORECASE
)
_ENUMERATION = re.compile(r"^(?:\d{1,3}(?:\.\d{1,3})*[.)]|\(?[a-z][.)])\s+", re.IGNORECASE)
_TITLE_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PATH_DAY = re.compile(
    r"(?<!\d)(?:19|20)\d{2}(?:[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:0[1-9]|[12]\d|3[01]))?|[-_.]?w\d{1,2}|[-_.]?q[1-4])?(?!\d)"
    r"(?:[t_ -]+\d{2}[-:h_.]?\d{2}(?:[-:_.]?\d{2})?z?(?!\d))?",
    re.IGNORECASE,
)
_SERIES_WORDS = frozenset(
    (
        *("log", "logs", "status", "run", "runs", "note", "notes", "daily", "weekly", "monthly", "journal"),
        *("diary", "entry", "entries", "meeting", "minutes", "standup", "session", "report", "update"),
        *("updates", "archive", "week", "day", "mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    )
)
_LONGEST_OPENING = 4
"""Chunks at the beginning of a note that are looked at for words such as "generated by"."""


class Frame(NamedTuple):
    """What a note tells about each of its claims. `title` is the H1, in headings to be passed over.

    `day` is that of the file's name; `daily` says that the note is an entry in which lines name their subject
    themselves. `dates` are the note's own.
    """

    path: str
    subject: Subject
    title: str | None
    series: str
    dates: tuple[WrittenDate, ...] = ()
    bars: Bar = Bar.NONE
    day: date | None = None
    daily: bool = False
    unmerged: tuple[tuple[int, int], ...] = ()


def frame_of(note: Note, keys: KeyReader, aliases: dict[KeyWords, tuple[str, ...]]) -> Frame:
    """The frame of a note; `aliases` are further names from the configuration, by the words of each name."""
    dates = note_dates(note.path, note.front_matter.dates)
    day = next((each.day for each in dates if each.source is DateSource.FILENAME), None)
    daily = day is not None and not note.front_matter.entity and is_generic_title(_stem(note.path))
    opening = "\n".join(chunk.text[:500] for chunk in note.chunks[:_LONGEST_OPENING])
    return Frame(
        path=note.path,
        subject=_subject(note, keys, aliases),
        title=note.title,
        series=series_of(note.path),
        dates=dates,
        bars=path_bars(note.path) | (Bar.MACHINE if is_tool_made(opening) else Bar.NONE),
        day=day,
        daily=daily,
        unmerged=note.unmerged,
    )


def _stem(path: str) -> str:
    """The name of a note without its ending, words apart."""
    return re.sub(r"[\W_]+", " ", _PATH_DAY.sub(" ", path.rpartition("/")[2].rpartition(".")[0]))


def _subject(note: Note, keys: KeyReader, aliases: dict[KeyWords, tuple[str, ...]]) -> Subject:
    front = note.front_matter
    if front.entity:
        name, source = plain(front.entity), SubjectSource.ENTITY
    elif note.title and not is_generic_title(note.title):
        name, source = plain(note.title), SubjectSource.TITLE
    else:
        return NO_SUBJECT
    first = keys.words(name)
    if not first:
        return NO_SUBJECT
    names = [first, *(keys.words(each) for each in front.aliases)]
    for known in tuple(names):
        names += (keys.words(each) for each in aliases.get(known, ()))
    return Subject(name, tuple(dict.fromkeys(each for each in names if each)), source)


def aliases_by_words(
    groups: tuple[tuple[str, tuple[str, ...]], ...], keys: KeyReader
) -> dict[KeyWords, tuple[str, ...]]:
    """Every name of a configured group, by its words, with the other names of the group."""
    found: dict[KeyWords, tuple[str, ...]] = {}
    for name, others in groups:
        group = (name, *others)
        for each in group:
            known = found.get(keys.words(each), ())
            found[keys.words(each)] = tuple(dict.fromkeys((*known, *group)))
    return found


@lru_cache(maxsize=4096)
def is_generic_title(title: str) -> bool:
    """Whether a title names no subject: a date, or only words such as Notes, Log, Summary."""
    words = _TITLE_WORD.findall(without_days(literal(title)))
    if words:
        return all(word in GENERIC_TITLE_WORDS for word in words)
    return not any(map(str.isalpha, without_days(literal(title))))


@lru_cache(maxsize=20_000)
def narrowing(headings: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some headings (literal) that make the subject another thing, without the days in them."""
    kept = (without_days(each) for each in headings)
    return tuple(
        each for each in kept if each and _ENUMERATION.sub("", each).rstrip(":.") not in GENERIC_HEADINGS
    )


@lru_cache(maxsize=20_000)
def without_days(text: str) -> str:
    """A text in literal form without days, weekdays beside them, and times: those belong to an entry."""
    if not any(map(str.isdigit, text)):
        return text
    days = find_days(text)
    if not days and ":" not in text:
        return text
    for found in reversed(days):
        text = f"{text[: found.start]} {text[found.end :]}"
    if days:
        text = _WEEKDAY.sub(" ", text)
    return " ".join(_CLOCK.sub(" ", text).split()).strip(" -–—:,()[]")


@lru_cache(maxsize=20_000)
def series_of(path: str) -> str:
    """The path of a note without dates, times and words such as log or status: equal for one series."""
    folder, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0] or name
    parts = [each for each in folder.split("/") if each and each.casefold() not in _SERIES_WORDS]
    folders = [each for each in parts if not re.fullmatch(r"[\d_.-]+", each)]
    words = [each for each in re.split(r"[\W_]+", _PATH_DAY.sub(" ", stem.casefold())) if each]
    kept = [each for each in words if each not in _SERIES_WORDS and not each.isdigit()] or words
    return "/".join((*folders, "-".join(kept)))


def time_in(text: str) -> str | None:
    """The time of day, as `HH:MM`, that a heading or a list item begins with or has beside a day."""
    if ":" not in text:
        return None
    found = _CLOCK.search(text, 0, 80)
    if found is None or (found.start() > 2 and not find_days(text[:80])):
        return None
    hour, minute = found[0][:5].split(":")
    half = found[0].lower().rstrip(".m ")[-1:]
    number = int(hour) % 12 + (12 if half == "p" else 0) if half in "ap" else int(hour)
    return f"{number:02d}:{minute[:2]}"
