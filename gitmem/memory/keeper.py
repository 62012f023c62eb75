"""Upkeep of a memory: its index, its size and its health. Part of `gitmem.memory.library.Memory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitmem.errors import GitError
from gitmem.memory.opener import Opener
from gitmem.memory.session import Request, open_session

if TYPE_CHECKING:
    from gitmem.memory.doctor import DoctorReport
    from gitmem.memory.overview import OverviewResponse
    from gitmem.memory.stats import IndexReport, StatsReport


class Keeper(Opener):
    """A memory that is kept in order."""

    def refresh(
        self,
        rebuild: bool = False,
        strict_blame: bool = False,
        *,
        verify: bool = False,
        forget: bool = False,
    ) -> IndexReport:
        """Brings the index up to date and tells what was done.

        `rebuild` makes the stores anew, whatever is there. `strict_blame` follows renames exactly
        as `git blame` does, now and in later calls until a rebuild without it. `verify` reads every page of
        the stores first and raises `IndexCorruptError` if one is damaged. `forget` drops stored text that
        no commit reaches any more.
        """
        from gitmem.memory.upkeep import refresh_stores

        request = Request(
            strict=strict_blame, rebuild=rebuild or forget, current=True, progress=self._progress
        )
        report, self.warnings = refresh_stores(self._place(), request, verify=verify, forget=forget)
        return report

    def stats(self) -> StatsReport:
        """The memory in numbers, after a refresh."""
        from gitmem.memory.upkeep import count_memory

        with open_session(self._place(), Request(progress=self._progress)) as session:
            self._note(session)
            return count_memory(session, self._moment(), self.prefer)

    def overview(self, patience: float | None = None) -> OverviewResponse:
        """How many notes there are, and how much of them is contested or has to be checked again.

        `patience` is how many seconds to wait at most for another process that builds the index.
        """
        from gitmem.memory.overview import count_open

        with self._ground(patience=patience) as ground:
            return count_open(ground)

    def doctor(self) -> DoctorReport:
        """What could make answers wrong here, and the cures; changes nothing.

        Where git refuses to read the repository that is a finding too.
        """
        from gitmem.memory.upkeep import examine, examine_refused

        try:
            place = self._place()
        except GitError as error:
            return examine_refused(self._start.root or self._start.folder, error)
        return examine(place)
