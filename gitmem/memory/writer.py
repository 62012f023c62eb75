"""The calls of the library that change notes; `gitmem.memory.writing.frame` has what they have in common."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gitmem.memory.opener import Opener

if TYPE_CHECKING:
    from gitmem.memory.writing.consolidate import ConsolidateResponse
    from gitmem.memory.writing.entries import Asking
    from gitmem.memory.writing.frame import Frame, WriteResponse
    from gitmem.memory.writing.importing import ImportResponse
    from gitmem.memory.writing.laying_out import InitResponse
    from gitmem.memory.writing.rotate import RotateResponse
    from gitmem.writing.imports.plan import SourceKind


class Writer(Opener):
    """A memory that can be written to; see `gitmem.memory.library.Memory`.

    All writes raise `UsageError` for what cannot be asked, `NoteError` for a note that is no text or was
    changed meanwhile, and `WriteError` when another write does not end; then nothing was written.
    """

    def rotate(self, keep_days: int = 14, *, commit: bool = False) -> RotateResponse:
        """Moves whole days of the log that are more than `keep_days` old into an archive for each month.

        Each section stands there once and in order of day, also when an earlier rotation was cut off; its
        relative links lead where they led, and links to it elsewhere are named in the warnings. With `commit`
        the move becomes a commit of its own. Raises `UsageError` for a number of days that is none.
        """
        from gitmem.memory.writing.rotate import rotate_log

        response = rotate_log(self._frame(), keep_days, commit=commit)
        self.warnings = response.write.warnings
        return response

    def consolidate(self, *, write: bool = False, context_days: int | None = None) -> ConsolidateResponse:
        """What could be put in order: lines that say the same, past months whose entries recur, and context
        notes that nobody touched for `context_days` (default: as the settings say).

        Changes nothing unless `write` is true. Raises `UsageError` for a number of days that is none.
        """
        from gitmem.memory.writing.consolidate import Question, consolidate_notes

        return consolidate_notes(self._frame(), Question(write, context_days, self._prefer))

    def init(self, *, policy: bool = False, commit: bool = False) -> InitResponse:
        """Writes `.gitmem.toml` where there is none, and with `policy` what the memory policy needs.

        That is a routing index, folders, a daily note and instructions for agents. What is there stays; a
        flat index is divided into notes by moving its lines.
        """
        from gitmem.memory.writing.laying_out import lay_out

        response = lay_out(self._frame(), policy=policy, commit=commit)
        self.warnings = response.write.warnings
        return response

    def import_notes(
        self,
        source: str | os.PathLike[str],
        *,
        kind: SourceKind | str | None = None,
        to: str | None = None,
        commit: bool = False,
    ) -> ImportResponse:
        """Copies the notes below the folder `source`, byte for byte, to `to`, a folder relative to the top.

        `kind` says whose memory it is; None looks. Raises `UsageError` when there is nothing to import or a
        note of the name is here with other text; then nothing is written.
        """
        from gitmem.memory.writing.importing import import_folder
        from gitmem.writing.imports.plan import SourceKind

        whose = SourceKind(kind) if isinstance(kind, str) else kind
        response = import_folder(self._frame(), Path(source), whose, to, commit=commit)
        self.warnings = response.write.warnings
        return response

    def add(
        self,
        *texts: str,
        to: str | None = None,
        provenance: str | None = None,
        date: str | None = None,
        supersede: bool = False,
        replace_stated: bool = False,
        commit: bool = False,
        folder: str | os.PathLike[str] | None = None,
    ) -> WriteResponse:
        """Adds `texts` as one item under today's heading of the log, or to the note `to`.

        `provenance` is stated, observed, inferred or suggested; `date` is the day of a log whose heading is
        meant. A live line with another value of the same fact is named in the warnings, or struck with
        `supersede`. `to` is relative to the top, or to `folder` (default: where this memory was opened).

        Under the memory policy lines about people, projects and decisions need a provenance, a note that the
        routing index does not lead to gets its row there, and a guess strikes nothing that was stated unless
        `replace_stated` is true.
        """
        from gitmem.memory.writing.entries import Entry, Replacing, add_to_note

        entry, replacing = Entry(texts, provenance, to, date), Replacing(supersede, replace_stated)
        return self._told(add_to_note(self._asking(folder), entry, replacing, commit=commit))

    def supersede(
        self,
        cite: str,
        *texts: str,
        provenance: str | None = None,
        replace_stated: bool = False,
        commit: bool = False,
        folder: str | os.PathLike[str] | None = None,
    ) -> WriteResponse:
        """Strikes the line at `cite` (`PATH:LINE` or `PATH:LINE@HASH`) and writes `texts` below it.

        With a hash a line that moved is found where it is now, and one that changed is refused. Texts without
        a key get that of the line; a provenance is never taken over. Under the memory policy a guess replaces
        nothing that was stated unless `replace_stated` is true.
        """
        from gitmem.memory.writing.entries import supersede_line

        asking = self._asking(folder)
        response = supersede_line(
            asking, cite, texts, provenance, replace_stated=replace_stated, commit=commit
        )
        return self._told(response)

    def retract(
        self, cite: str, *, commit: bool = False, folder: str | os.PathLike[str] | None = None
    ) -> WriteResponse:
        """Strikes the line at `cite`; nothing comes instead."""
        from gitmem.memory.writing.entries import retract_line

        return self._told(retract_line(self._asking(folder), cite, commit=commit))

    def verify(
        self,
        cite: str,
        *,
        date: str | None = None,
        commit: bool = False,
        folder: str | os.PathLike[str] | None = None,
    ) -> WriteResponse:
        """Says on the line at `cite` that it was checked on `date`, today if none is given."""
        from gitmem.memory.writing.entries import verify_line

        return self._told(verify_line(self._asking(folder), cite, date, commit=commit))

    def _told(self, response: WriteResponse) -> WriteResponse:
        self.warnings = response.warnings
        return response

    def _asking(self, folder: str | os.PathLike[str] | None) -> Asking:
        """The place of a write with the way to ask it for facts."""
        from gitmem.memory.writing.entries import Asking

        frame = self._frame()
        return Asking(frame, self._folder(folder), lambda: self._ground(place=frame.place))

    def _frame(self) -> Frame:
        """The place and its settings, opened to be written to."""
        from gitmem.memory.writing.frame import open_frame

        frame = open_frame(self._place(), self._moment(), dated=self._now is not None)
        self.warnings = ()
        return frame

    def _folder(self, folder: str | os.PathLike[str] | None) -> Path:
        """The folder that relative paths of a call are relative to."""
        return Path(folder or self._start.folder)
