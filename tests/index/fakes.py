"""Notes, dates and removals without git, and indexes made of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from gitmem.clock import Instant, parse_instant
from gitmem.config import DEFAULTS, Settings
from gitmem.database import reading
from gitmem.errors import NoteError
from gitmem.git.snapshot import Skipped
from gitmem.history.earlier import EarlierLine
from gitmem.history.edit_log import EditCandidate
from gitmem.history.origins import UNDATED, Commit, LineOrigin, LineState
from gitmem.history.overlay import changed_stretches
from gitmem.history.views import NoteKey, RemovedText
from gitmem.index.refresh import RefreshReport, refresh_index
from gitmem.index.removed import RemovedLog
from gitmem.index.response import SearchQuery, SearchResponse, SnapshotProof
from gitmem.index.search import search
from gitmem.index.snapshot_facts import SnapshotFacts
from gitmem.index.store import open_index
from gitmem.words import Analyzer

NOW = parse_instant("2026-10-01T12:00:00Z")


def commit(name: str, day: str, committed: str | None = None, *, bulk: bool = False) -> Commit:
    """A commit of that day; the same name and day always make the same commit."""
    oid = hashlib.sha1(f"{name} {day} {committed}".encode()).hexdigest()
    return Commit(oid, _noon(day), _noon(committed or day), bulk=bulk)


def said(by: Commit, path: str = "a.md", *, moved_from: str | None = None) -> LineOrigin:
    """The origin of a line that a commit said."""
    return LineOrigin(LineState.COMMITTED, by, by, path, moved_from)


def _noon(day: str) -> Instant:
    when = date.fromisoformat(day)
    return Instant(int(datetime(when.year, when.month, when.day, 12, tzinfo=UTC).timestamp()))


@dataclass
class DictView:
    """Notes in a dictionary. `dated` gives the origin of all lines of a path, or of each of them."""

    notes: dict[str, bytes]
    dated: dict[str, LineOrigin | list[LineOrigin]] = field(default_factory=dict)
    left_out: tuple[Skipped, ...] = ()
    announced: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, notes: Mapping[str, str | bytes], **dated: LineOrigin) -> DictView:
        """Notes of text; `a=origin` dates `a.md`."""
        data = {path: text.encode() if isinstance(text, str) else text for path, text in notes.items()}
        return cls(data, {f"{name}.md": origin for name, origin in dated.items()})

    @property
    def hint(self) -> str:
        return ""

    @property
    def state(self) -> str:
        """Everything there is, so that the next state can tell what changed."""
        return json.dumps({path: list(self._key(path)) for path in sorted(self.notes)})

    def changed_since(self, previous: str) -> frozenset[str] | None:
        """Exactly what differs."""
        then, now = json.loads(previous), json.loads(self.state)
        return frozenset(path for path in then.keys() | now.keys() if then.get(path) != now.get(path))

    def keys(self, paths: Iterable[str] | None) -> dict[str, NoteKey]:
        """See `View`."""
        wanted = self.notes if paths is None else paths
        return {path: NoteKey(*self._key(path)) for path in wanted if path in self.notes}

    def announce(self, paths: Sequence[str]) -> None:
        """See `View`."""
        self.announced = list(paths)

    def read(self, path: str) -> bytes:
        """See `View`."""
        self.reads.append(path)
        if self.notes[path].startswith(b"!"):
            raise NoteError("may not be read")
        return self.notes[path]

    def origins(self, path: str) -> list[LineOrigin]:
        """See `View`."""
        dated = self.dated.get(path, UNDATED)
        lines = self.notes[path].count(b"\n") + 1
        return dated if isinstance(dated, list) else [dated] * lines

    def skipped(self) -> tuple[Skipped, ...]:
        """See `View`."""
        return self.left_out

    def _key(self, path: str) -> tuple[str, str]:
        dated = repr(self.dated.get(path))
        return hashlib.sha1(self.notes[path]).hexdigest(), hashlib.sha1(dated.encode()).hexdigest()


@dataclass
class ListLog:
    """Removals in a list; version n is the n-th. `unreached` are commits that HEAD does not reach."""

    texts: list[tuple[Commit, str, list[str]]] = field(default_factory=list)
    pending: list[tuple[str, list[str]]] = field(default_factory=list)
    unreached: frozenset[str] = frozenset()
    identity: str = "store"
    said: Commit | None = None
    loads: int = 0

    @property
    def mark(self) -> str:
        """See `RemovedLog`."""
        return f"{self.identity} {len(self.texts)}"

    def since(self, version: int) -> Iterator[RemovedText]:
        """See `RemovedLog`."""
        return (self._text(number) for number in range(version + 1, len(self.texts) + 1))

    def load(self, version: int) -> RemovedText | None:
        """See `RemovedLog`."""
        self.loads += 1
        return self._text(version) if version <= len(self.texts) else None

    def uncommitted(self) -> Iterable[RemovedText]:
        """See `RemovedLog`."""
        return [RemovedText(0, None, path, list(enumerate(lines, 1))) for path, lines in self.pending]

    def reaches(self, oid: str) -> bool:
        """See `RemovedLog`."""
        return oid not in self.unreached

    def first_said(self, version: int, line: int) -> Commit | None:
        """See `RemovedLog`."""
        return self.said

    def said_at(self, path: str, line: int) -> Commit | None:
        """Nothing is known of single lines, as in a history that is cut off."""

    def said_unstruck(self, path: str, line: int, text: str) -> Commit | None:
        """See `said_at`."""

    def earlier(self, path: str, line: int, begun: Callable[[Commit], bool]) -> EarlierLine | None:
        """See `said_at`."""

    def _text(self, version: int) -> RemovedText:
        by, path, lines = self.texts[version - 1]
        return RemovedText(version, by, path, list(enumerate(lines, 1)))


@dataclass
class ListEdits:
    """Edit candidates in a list; the n-th has number n. `pending_` are those of the work tree."""

    candidates: list[EditCandidate] = field(default_factory=list)
    pending_: list[EditCandidate] = field(default_factory=list)
    identity: str = "store"
    asked: list[int] = field(default_factory=list)

    @property
    def last(self) -> int:
        """See `EditSource`."""
        return len(self.candidates)

    def since(
        self, number: int, may_matter: Callable[[Iterable[bytes]], bool] = lambda removed: True
    ) -> Iterator[EditCandidate]:
        """See `EditSource`."""
        self.asked.append(number)
        return iter(self.candidates[number:])

    def said_before(self, commit: str, path: str, line: int) -> Commit | None:
        """See `EditSource`; nobody knows."""
        return None

    def pending(self) -> Iterator[EditCandidate]:
        """See `EditSource`."""
        return iter(self.pending_)

    def add(self, by: Commit, path: str, old: str, new: str) -> None:
        """One commit that changed one note."""
        self.candidates.append(candidate(by, path, old, new, number=self.last + 1))


def candidate(by: Commit | None, path: str, old: str, new: str, *, number: int = 0) -> EditCandidate:
    """A note before and after one change."""
    texts = old.encode(), new.encode()
    return EditCandidate(number, by, "change", path, path, *texts, changed_stretches(*texts))


@dataclass(frozen=True)
class Line:
    """A history without branches: of two commits the later one descends from the other."""

    commits: tuple[Commit, ...]

    def descends(self, newer: str, older: str) -> bool:
        """See `Ancestry`."""
        oids = [each.oid for each in self.commits]
        return newer in oids and older in oids and oids.index(newer) > oids.index(older)


@dataclass(frozen=True)
class Person:
    """Who made a commit."""

    author: str = "Ada"
    summary: str = "notes"
    agent: str | None = None


def people(oids: Sequence[str]) -> dict[str, Person]:
    """Everything was made by Ada."""
    return dict.fromkeys(oids, Person())


@dataclass
class Bench:
    """An index file and what it is made of."""

    file: Path
    view: DictView
    log: RemovedLog | None = field(default_factory=ListLog)
    edits: ListEdits | None = None
    order: Line | None = None
    settings: Settings = DEFAULTS

    def refresh(
        self, *, rebuild: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> RefreshReport:
        """Make the index current."""
        return refresh_index(
            self.file,
            self.view,
            self.settings,
            removed=self.log,
            edits=self.edits,
            rebuild=rebuild,
            progress=progress,
        )

    @contextmanager
    def facts(self) -> Iterator[SnapshotFacts]:
        """The facts in the index as it stands."""
        with closing(open_index(self.file)) as store, reading(store):
            yield SnapshotFacts(store, reaches=self.log.reaches if self.log else lambda oid: False)

    def ask(self, text: str, *, gaps: tuple[object, ...] = (), **query: object) -> SearchResponse:
        """Search the index as it stands."""
        query.setdefault("now", NOW)
        proof = SnapshotProof(self.view.state, "worktree", head="ab" * 20, gaps=gaps)  # type: ignore[arg-type]
        with closing(open_index(self.file)) as store:
            asked = SearchQuery(text, **query)  # type: ignore[arg-type]
            return search(
                store, asked, self.settings, proof, details=people, removed=self.log, order=self.order
            )

    def search(self, text: str, **query: object) -> SearchResponse:
        """Make the index current and search it."""
        self.refresh()
        return self.ask(text, **query)

    def cites(self, text: str, **query: object) -> list[str]:
        """Where the results of a search stand."""
        return [result.cite for result in self.search(text, **query).results]


def bench(folder: Path, notes: Mapping[str, str | bytes], **dated: LineOrigin) -> Bench:
    """An index over some notes, not built yet."""
    return Bench(folder / "index.sqlite3", DictView.of(notes, **dated))


def dump(file: Path) -> dict[str, object]:
    """All that an index says, without the numbers that only mean something inside it."""
    with closing(open_index(file)) as store:
        notes = dict(store.execute("SELECT id, path FROM notes"))
        commits = dict(store.execute("SELECT id, hex(oid) || authored || boundary || bulk FROM commits"))
        contexts = {row[0]: row[1:] for row in store.execute("SELECT * FROM contexts")}
        chunks = {}
        for row in store.execute("SELECT * FROM chunks"):
            values = list(row)
            values[6] = contexts[values[6]]
            values[8:10] = [commits.get(number) for number in values[8:10]]
            chunks[values[0]] = (notes[values[0] >> 20], *values[1:])
        used = {row[0] for row in store.execute("SELECT DISTINCT context FROM chunks")}
        meta = dict(store.execute("SELECT key, value FROM meta"))
        claims = {
            row[0]: (*chunks[row[0] >> 12][:4], row[0] % 4096)
            for row in store.execute("SELECT id FROM claims")
        }
        edits = {row[0]: row[1:] for row in store.execute("SELECT * FROM edits")}
        where = {number: (chunk[0], chunk[3]) for number, chunk in chunks.items()}
        store.execute("PRAGMA query_only=OFF")
        store.execute("CREATE VIRTUAL TABLE temp.places USING fts5vocab(main, words, instance)")
        places = store.execute("SELECT term, doc, col, offset FROM temp.places")
        return {
            "notes": sorted(store.execute("SELECT path, content, dates, chunks, digest, problem FROM notes")),
            "chunks": sorted(chunks.values(), key=repr),
            "unused contexts": contexts.keys() - used,
            "places": sorted((term, *where[doc], col, offset) for term, doc, col, offset in places),
            "frequencies": sorted(store.execute("SELECT * FROM frequencies")),
            "gone": sorted(store.execute("SELECT * FROM gone")),
            "claims": sorted(
                (claims[row[0]], *row[1:4], commits.get(row[4]), *row[5:])
                for row in store.execute("SELECT * FROM claims")
            ),
            "claim keys": sorted(
                (address, claims[claim]) for address, claim in store.execute("SELECT * FROM claim_keys")
            ),
            "edits": sorted(((row[0], commits.get(row[1]), *row[2:]) for row in edits.values()), key=repr),
            "edit keys": sorted(
                ((address, edits[edit][4:]) for address, edit in store.execute("SELECT * FROM edit_keys")),
                key=repr,
            ),
            "keys": sorted(store.execute("SELECT * FROM keys")),
            "subjects": sorted((notes[row[0]], *row[1:]) for row in store.execute("SELECT * FROM subjects")),
            "meta": {name: meta[name] for name in sorted(meta)},
        }


ANALYZER = Analyzer()
