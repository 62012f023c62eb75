"""A consolidation for people: one line for each proposal, why old notes stay, and the diff made harmless."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitmem.reports.layout import Style, plural, wrap
from gitmem.reports.safe import clean_line, clean_lines, clean_path
from gitmem.writing.consolidation.values import KeptNote, KeptReason, Proposal, ProposalKind

if TYPE_CHECKING:
    from gitmem.memory.writing.consolidate import ConsolidateResponse

_NOUNS = {
    ProposalKind.MERGE: "merge",
    ProposalKind.ROLL_UP: "roll-up",
    ProposalKind.TAKE_OUT: "cut off move",
    ProposalKind.PRUNE: "archived note",
}


def consolidation_text(response: ConsolidateResponse, style: Style) -> str:
    """What is proposed or was done, and what stays though it is old."""
    lines = [_head(response)]
    lines += [f"  {_proposal(each)}" for each in response.proposals]
    if style.verbose or not response.proposals:
        lines += [f"  kept: {clean_path(each.path)}: {_why(each)}" for each in response.kept]
    elif response.kept:
        lines.append(f"  {plural(len(response.kept), 'old context note')} kept; -v tells why")
    return "\n".join(part for line in lines for part in wrap(line, style.width))


def diff_text(patch: str) -> str:
    """A diff as a terminal may show it."""
    return "\n".join(clean_lines(patch.removesuffix("\n")))


def _head(response: ConsolidateResponse) -> str:
    if not response.proposals:
        return "nothing to consolidate"
    parts = ", ".join(_counts(response))
    if response.written is not None:
        return f"written: {parts}"
    return f"proposed: {parts}; to apply: git mem consolidate --write, or git apply at the top"


def _counts(response: ConsolidateResponse) -> Iterator[str]:
    for kind, noun in _NOUNS.items():
        count = sum(each.kind is kind for each in response.proposals)
        if count:
            yield plural(count, noun)


def _proposal(proposal: Proposal) -> str:
    path, into = clean_path(proposal.path), clean_path(proposal.into)
    if proposal.kind is ProposalKind.MERGE:
        return f"{path}:{proposal.line} says what {into}:{proposal.into_line} says: {_said(proposal.text)}"
    if proposal.kind is ProposalKind.ROLL_UP:
        return (
            f"{into}:{proposal.into_line} sums up {plural(proposal.entries, 'entry')}: {_said(proposal.text)}"
        )
    if proposal.kind is ProposalKind.TAKE_OUT:
        return f"{into} has {plural(proposal.entries, 'day')} already, which leave {path}"
    return f"{path} was last touched on {proposal.day} and goes to {into}"


def _said(line: str) -> str:
    return clean_line(line.strip().lstrip("-*+").strip())


def _why(kept: KeptNote) -> str:
    """Why an old note stays."""
    if kept.reason is KeptReason.NAMED:
        return f"{clean_path(kept.by or '')} names it"
    return {
        KeptReason.LINKS: "its links would lead nowhere from the archive",
        KeptReason.TAKEN: "the archive has a file of its name",
        KeptReason.NO_NOTE_THERE: "no note may be written where it would go",
    }[kept.reason]
