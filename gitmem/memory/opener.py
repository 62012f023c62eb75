"""What every call of the library begins with: place, settings and notes, opened anew each time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gitmem.clock import Instant, system_now
from gitmem.config import DatePreference
from gitmem.database import reading
from gitmem.errors import StoreBusyError
from gitmem.index.store import open_index, read_meta
from gitmem.memory.place import Place, Start, check_folders, open_place
from gitmem.memory.session import Progress, Request, Session, gap_warnings, open_session
from gitmem.memory.snapshot_proof import snapshot_proof

if TYPE_CHECKING:
    from gitmem.memory.shown import Ground

_TRIES = 20
"""How often what is staged is read again while others keep making the index one of the work tree."""


class Opener:
    """Where a memory is and how it is asked; see `gitmem.memory.library.Memory`."""

    def __init__(
        self,
        path: str | os.PathLike[str] = ".",
        *,
        root: str | os.PathLike[str] | None = None,
        now: Instant | None = None,
        prefer: DatePreference | None = None,
        allow_fetch: bool = False,
        from_environment: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self._start = Start(Path(path), None if root is None else Path(root), allow_fetch, from_environment)
        self._now = now
        self._prefer = prefer
        self._progress = progress
        self._last: Place | None = None
        check_folders(self._start)
        self.warnings: tuple[str, ...] = ()
        """What the last call had to say beside its answer, a line each."""
        self.prefer = prefer or DatePreference.AUTHOR
        """Which date of a commit dated the lines of the last call."""

    @property
    def color_setting(self) -> str | None:
        """git's `color.mem` where the last call was; None when it is not set."""
        repository = self._last.repository if self._last is not None else None
        if repository is None:
            return None
        return repository.configuration.get("color.mem", [None])[-1]

    @contextmanager
    def _ground(
        self,
        at: str | None = None,
        committed: bool = False,
        *,
        staged: bool = False,
        current: bool = False,
        place: Place | None = None,
        patience: float | None = None,
    ) -> Iterator[Ground]:
        """What questions about facts are asked of: an index, `current` if it must be, in one transaction.

        `place` is where the caller has opened it already; `patience` as in `Request`.
        """
        from gitmem.memory.shown import Ground

        now = self._moment()
        place = place or self._place()
        revision = at if at is not None else "HEAD" if committed else None
        commit = None if revision is None else place.commit_at(revision)
        request = Request(
            commit=commit, staged=staged, current=current, progress=self._progress, patience=patience
        )
        for _ in range(_TRIES):
            with open_session(place, request) as session:
                self._note(session)
                with closing(open_index(session.index_file)) as store, reading(store):
                    # Somebody who searches meanwhile makes the index one of the work tree again.
                    if not staged or read_meta(store)["state"] == session.notes.view.state:
                        proof = snapshot_proof(session, commit, staged=staged)
                        yield Ground(session, store, proof, now, self.prefer, at)
                        return
        raise StoreBusyError("the index was changed again and again while what is staged was being read")

    def _leave_gaps_to_findings(self, ground: Ground) -> None:
        """Takes what a finding tells of missing history out of the warnings, so that it is told once."""
        told = set(gap_warnings(ground.session.place, ground.session.notes))
        self.warnings = tuple(each for each in self.warnings if each not in told)

    def _place(self) -> Place:
        self._last = open_place(self._start)
        return self._last

    def _moment(self) -> Instant:
        return self._now if self._now is not None else system_now()

    def _note(self, session: Session) -> None:
        self.warnings = session.warnings
        self.prefer = self._prefer or session.settings.dates.prefer
