"""Setting an agent up, taking that back, and saying what there is of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from gitmem.agents.setup.parts import Piece, Purpose
from gitmem.agents.setup.table import Agent, Ground, pieces_of
from gitmem.checks.policy.places import places_of
from gitmem.clock import Instant
from gitmem.config import Settings, is_note
from gitmem.errors import NoteError, UsageError
from gitmem.git.repository import decode_path, encode_path
from gitmem.memory.place import Place
from gitmem.memory.writing.frame import Frame, Planned, Reader, open_frame
from gitmem.writing.files import read_notes
from gitmem.writing.layout.instructions import instruction_lines
from gitmem.writing.layout.marked import State
from gitmem.writing.target import log_of


class Action(Enum):
    """What is asked for; the value is the name in JSON."""

    INSTALL = "install"
    REMOVE = "remove"
    CHECK = "check"


class Done(Enum):
    """What was done to one part; the value is the name in JSON."""

    NOTHING = "nothing"
    MADE = "made"
    ADDED = "added"
    UPDATED = "updated"
    TAKEN_OUT = "taken-out"
    REMOVED = "removed"
    SHARED = "shared"
    """Other agents need it too, so only who needs it was written down."""
    KEPT = "kept"
    """Somebody has changed it, so it stays."""


@dataclass(frozen=True, slots=True)
class PieceShown:
    """One part: its file, what it is for, what there was of it, and what was done."""

    path: str
    purpose: Purpose
    state: State
    done: Done


@dataclass(frozen=True, slots=True)
class SetupResponse:
    """What there is of an agent's set-up, or what was done for it.

    `complete` tells that every part is as it should be now, or for a removal that none is left of this agent;
    `notes` are the files of instructions that are searched as notes.
    """

    agent: Agent
    action: Action
    complete: bool
    pieces: tuple[PieceShown, ...]
    notes: tuple[str, ...]


class _Step(NamedTuple):
    """A part with the bytes of its file before and after."""

    shown: PieceShown
    before: bytes | None
    after: bytes | None


def open_setup(place: Place) -> Frame:
    """The frame in which agents are set up. Raises `UsageError` where there is no work tree."""
    return open_frame(place, Instant(0), dated=False)


def snippets(settings: Settings, agent: Agent) -> tuple[tuple[str, bytes], ...]:
    """What a person would paste by hand: files and their text, as if nothing were there."""
    ground = Ground(_lines(settings), lambda path: path, lambda path: None)
    return tuple((piece.path, piece.editor.snippet()) for piece in pieces_of(agent, ground))


def look(frame: Frame, agent: Agent) -> SetupResponse:
    """What there is of an agent's set-up; changes nothing. Raises `UsageError` and `NoteError`."""
    ground = _ground(frame.top, frame.settings, _reader(frame.top))
    pieces = pieces_of(agent, ground)
    shown = tuple(
        PieceShown(each.path, each.purpose, _state(each, ground.read(each.path)), Done.NOTHING)
        for each in pieces
    )
    complete = all(each.state in (State.CURRENT, State.EDITED) for each in shown)
    return SetupResponse(agent, Action.CHECK, complete, shown, _searched(frame.settings, shown))


def is_set_up(frame: Frame, agent: Agent) -> bool:
    """Whether something is there that only this agent's set-up wrote."""
    ground = _ground(frame.top, frame.settings, _reader(frame.top))
    for piece in pieces_of(agent, ground):
        data = ground.read(piece.path)
        users = piece.editor.users(data)
        if agent.value in users if users else _state(piece, data) is not State.MISSING:
            return True
    return False


def set_up(frame: Frame, agent: Agent, *, remove: bool = False, force: bool = False) -> SetupResponse:
    """Writes what an agent reads, or with `remove` takes it out; parts that somebody changed stay without
    `force`.

    Raises `UsageError` for a file that cannot be changed safely; then nothing is written.
    """
    steps: list[_Step] = []

    def plan(read: Reader) -> Planned:
        steps[:] = _steps(_ground(frame.top, frame.settings, read), agent, remove=remove, force=force)
        after = {step.shown.path: step.after for step in steps}
        first = {step.shown.path: step.before for step in reversed(steps)}
        for path in after:
            if after[path] != first[path]:
                _require_writable(frame.top, path)
        return Planned(after, (), "")

    frame.write("setup", plan)
    if remove:
        _tidy(frame.top, [step.shown.path for step in steps if step.shown.done is Done.REMOVED])
    shown = tuple(step.shown for step in steps)
    action = Action.REMOVE if remove else Action.INSTALL
    complete = not remove or all(each.done is not Done.KEPT for each in shown)
    return SetupResponse(agent, action, complete, shown, _searched(frame.settings, shown))


def _steps(ground: Ground, agent: Agent, *, remove: bool, force: bool) -> Iterator[_Step]:
    files: dict[str, bytes | None] = {}
    for piece in pieces_of(agent, ground):
        before = files[piece.path] if piece.path in files else ground.read(piece.path)
        state = _state(piece, before)
        if state is State.DAMAGED:
            raise UsageError(
                f"{piece.path} has only one of gitmem's marks, or one twice; put that right by hand"
            )
        after = before
        if state is State.EDITED and not force:
            done = Done.KEPT
        elif remove:
            after = _without(piece, before, state, agent)
            shared = after is not None and after != before and _state(piece, after) is not State.MISSING
            done = Done.SHARED if shared else _removal(before, after)
        else:
            with _naming(piece):
                after = piece.editor.put(before, agent.value)
            done = _addition(state, before, after)
        files[piece.path] = after
        yield _Step(PieceShown(piece.path, piece.purpose, state, done), before, after)


def _without(piece: Piece, before: bytes | None, state: State, agent: Agent) -> bytes | None:
    if before is None or state is State.MISSING:
        return before
    with _naming(piece):
        return piece.editor.take(before, agent.value)


def _removal(before: bytes | None, after: bytes | None) -> Done:
    if after == before:
        return Done.NOTHING
    return Done.REMOVED if after is None else Done.TAKEN_OUT


def _addition(state: State, before: bytes | None, after: bytes | None) -> Done:
    if before is None:
        return Done.MADE
    if after == before:
        return Done.NOTHING
    if state is State.CURRENT:
        return Done.SHARED
    return Done.ADDED if state is State.MISSING else Done.UPDATED


def _state(piece: Piece, data: bytes | None) -> State:
    with _naming(piece):
        return piece.editor.state(data)


class _naming:
    """Names the file in front of what an editor says of it."""

    def __init__(self, piece: Piece) -> None:
        self._path = piece.path

    def __enter__(self) -> None:
        """Nothing to do."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, UsageError):
            raise UsageError(f"{self._path} {error}; nothing was written") from None


def _reader(top: Path) -> Reader:
    return lambda path: read_notes(top, [path])[path]


def _lines(settings: Settings) -> tuple[bytes, ...]:
    places = places_of(settings) if settings.policy.enabled else None
    return instruction_lines(places, log_of(settings))


def _ground(top: Path, settings: Settings, read: Reader) -> Ground:
    return Ground(_lines(settings), lambda path: _settled(top, path), read)


def _settled(top: Path, path: str) -> str:
    """The file that a path leads to, relative to the top. Raises `UsageError` for a link that leaves it."""
    place = os.path.join(os.fsencode(top), encode_path(path))
    real, root = os.path.realpath(place), os.path.realpath(os.fsencode(top))
    if real == os.path.join(root, encode_path(path)):
        return path
    inside = os.path.relpath(real, root)
    parts = inside.split(b"/")
    if parts[0] == b".." or b".git" in parts:
        raise UsageError(f"{path} is or lies behind a symbolic link that leaves the repository")
    if any(os.path.islink(each) and not os.path.exists(each) for each in _way(top, path)):
        raise UsageError(f"{path} is or lies behind a symbolic link that leads nowhere")
    return decode_path(inside)


def _way(top: Path, path: str) -> Iterator[bytes]:
    """The folders on the way to a path, and the path itself."""
    place = os.fsencode(top)
    for part in encode_path(path).split(b"/"):
        place = os.path.join(place, part)
        yield place


def _require_writable(top: Path, path: str) -> None:
    place = os.path.join(os.fsencode(top), encode_path(path))
    if os.path.lexists(place) and not os.access(place, os.W_OK):
        raise NoteError(f"{path}: may not be written; nothing was written")


def _tidy(top: Path, removed: list[str]) -> None:
    """Removes the folders that a removed file leaves empty."""
    for path in removed:
        parts = path.split("/")[:-1]
        with suppress(OSError):
            for length in range(len(parts), 0, -1):
                os.rmdir(top.joinpath(*parts[:length]))


def _searched(settings: Settings, shown: tuple[PieceShown, ...]) -> tuple[str, ...]:
    """Files of instructions that count as notes."""
    paths = (each.path for each in shown if each.purpose is Purpose.INSTRUCTIONS)
    return tuple(path for path in dict.fromkeys(paths) if is_note(path, settings))
