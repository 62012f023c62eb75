"""Keys that could be declared in the configuration, with how they are used here."""

from __future__ import annotations

from dataclasses import dataclass

from gitmem.errors import UsageError
from gitmem.facts.mining import KeyUse, suggest_keys
from gitmem.facts.reading.forms import KeyReader
from gitmem.facts.reading.schema import NEVER_SINGLE
from gitmem.index.store import read_meta
from gitmem.memory.shown import Ground


@dataclass(frozen=True, slots=True)
class SchemaResponse:
    """What could be declared.

    `configured_single` and `configured_multi` are declared already and go on being so when the lists are
    pasted over the old ones. `single_valued` and `multi_valued` are new.
    """

    head: str | None
    index_version: str
    least_subjects: int
    history_complete: bool
    configured_single: tuple[str, ...]
    configured_multi: tuple[str, ...]
    single_valued: tuple[KeyUse, ...]
    multi_valued: tuple[KeyUse, ...]


def suggest_schema(ground: Ground, least_subjects: int) -> SchemaResponse:
    """Mines all facts of the notes. Raises `UsageError` when fewer than two subjects are to be enough."""
    if least_subjects < 2:
        raise UsageError(f"one subject shows nothing about a key: at least 2, not {least_subjects}")
    session = ground.session
    facts, settings = session.facts(ground.store), session.settings
    everything = facts.everything()
    reader = KeyReader(settings.language)
    found = suggest_keys(
        everything.statements,
        everything.edits,
        order=session.order,
        subjects=facts.subjects,
        never={reader.words(text) for text in NEVER_SINGLE},
        least_subjects=least_subjects,
    )
    return SchemaResponse(
        head=ground.proof.head,
        index_version=str(read_meta(ground.store)["version"]),
        least_subjects=least_subjects,
        history_complete=not session.notes.gaps,
        configured_single=settings.facts.single_valued,
        configured_multi=settings.facts.multi_valued,
        single_valued=found.single,
        multi_valued=found.many,
    )
