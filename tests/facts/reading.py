"""Claims on one line each, as fixtures write them."""

from __future__ import annotations

from gitmem.config import DEFAULTS, Settings
from gitmem.facts.claim import Bar, Claim
from gitmem.facts.claims import ClaimReader
from gitmem.notes.markdown import read_note


def claims_in(text: str, path: str = "note.md", settings: Settings = DEFAULTS) -> list[Claim]:
    """The claims of a note with this text."""
    return ClaimReader(settings).read(read_note(path, text.encode()))


def describe(claim: Claim) -> str:
    """`lines shape Label = value`, then what else the line says of it, in a fixed order."""
    lines = f"{claim.line}" if claim.line == claim.end_line else f"{claim.line}-{claim.end_line}"
    parts = [f"{lines} {claim.shape.value} {claim.label} = {claim.value}"]
    if claim.strike:
        parts.append("struck")
        parts += [f"ended {claim.strike.day}"] if claim.strike.day else []
        parts += [f"bad day {claim.strike.bad_day}"] if claim.strike.bad_day else []
        parts += [f"then {claim.strike.successor}"] if claim.strike.successor else []
    parts += [f"was {claim.former}"] if claim.former else []
    parts += [claim.task.value] if claim.task else []
    parts += [claim.provenance.value] if claim.provenance else []
    parts += ["many"] if claim.many else []
    parts += ["allowed"] if claim.allowed else []
    parts += [f"from {claim.since}"] if claim.since else []
    parts += [f"until {claim.until}"] if claim.until else []
    parts += [f"supersedes {' '.join(key)}" for key in claim.supersedes]
    parts += [f"entry {claim.entry.day}"] if claim.entry.day else []
    parts += [f"at {claim.entry.time}"] if claim.entry.time else []
    parts += [f"{each.source.value} {each.day}" for each in claim.written]
    parts += [f"under {' > '.join(claim.spot.parents)}"] if claim.spot.parents else []
    parts += [(each.name or "").lower().replace("_", " ") for each in Bar if each in claim.bars]
    parts += ["unmerged"] if claim.unmerged else []
    return " | ".join(parts)
