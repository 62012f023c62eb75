"""What a new line has to say of how it is known, and what it may replace, before anything is written."""

from __future__ import annotations

from gitmem.config import Settings
from gitmem.errors import UsageError
from gitmem.facts.claims import claim_reader
from gitmem.notes.kinds import ChunkKind
from gitmem.notes.tags import Provenance, inline_tags

_GUESSES = (Provenance.INFERRED, Provenance.SUGGESTED)


def require_tag(settings: Settings, path: str, data: bytes, line: int) -> None:
    """Raises `UsageError` where the memory policy wants a new line of the note `data` to say how it is known
    and it does not."""
    if not settings.policy.enabled:
        return
    from gitmem.checks.policy.lines import read_lines
    from gitmem.checks.policy.places import places_of
    from gitmem.checks.policy.tags import untagged

    lines = read_lines(path, data, claim_reader(settings), claims=False)
    own = [each for each in lines if each.line <= line <= each.end_line]
    if any(True for _ in untagged(places_of(settings), own)):
        raise UsageError(
            f"a line of {path} has to say how it is known (memory policy): "
            "--provenance stated, observed, inferred or suggested; nothing was written"
        )


def guess_over_stated(settings: Settings, struck: str, entry: str, *, meant: bool) -> tuple[str, ...]:
    """What to say where a guess takes the place of what somebody stated; nothing where it does not.

    Raises `UsageError` under the memory policy, unless it is `meant`.
    """
    guess = _provenance(entry)
    if guess not in _GUESSES or _provenance(struck) is not Provenance.STATED:
        return ()
    if settings.policy.enabled and not meant:
        raise UsageError(
            f"the line was stated and what would replace it is only {guess.value} (memory policy); ask who "
            "stated it, or say --replace-stated; nothing was written"
        )
    return (f"what was struck was stated, and what came instead is only {guess.value}; ask who stated it",)


def _provenance(text: str) -> Provenance | None:
    return inline_tags(text, ChunkKind.LIST_ITEM).provenance
