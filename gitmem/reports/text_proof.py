"""Receipts for people: what was proven of which commit, and what is not as a receipt says."""

from __future__ import annotations

from gitmem.memory.receipts import Receipt
from gitmem.memory.verifying import Verification
from gitmem.reports.layout import Paint, Style, plural, shorten, wrap
from gitmem.reports.safe import clean_line
from gitmem.reports.wording import short_id

SHOWN_DIFFERENCES = 12
"""Differences that are shown unless everything is asked for."""

_WIDEST_VALUE = 60
_ABSENT = {
    "proven": "not there now, and history never held it",
    "removed": "not there now; it was recorded and removed",
    "unproven": "not found, but absence is not proven",
}


def receipt_text(receipt: Receipt, place: str, style: Style) -> str:
    """One line on the answer, one on what was searched, and where the receipt lies."""
    head = f"{_answer(receipt)} for: {clean_line(receipt.query)}"
    searched = f"{plural(receipt.chunks_indexed, 'chunk')} in {plural(receipt.files_indexed, 'note')}"
    searched += f" and {plural(receipt.commits_searched, 'commit')} up to {short_id(receipt.commit)}"
    moment = receipt.searched_at[:16].replace("T", " ")
    kept = f"receipt {receipt.digest[:8]} written to {clean_line(place)}"
    lines = [*wrap(head, style.width), *wrap(f"searched {searched}, {moment}", style.width)]
    return "\n".join([*lines, style.paint(kept, Paint.DIM)])


def verification_text(verification: Verification, source: str, style: Style) -> str:
    """Whether the answer is still the recorded one, and where not."""
    about = f"{clean_line(verification.query)}, at {short_id(verification.commit)}"
    about += f" as of {verification.searched_at[:10]}"
    if verification.equal:
        return f"verified: {about} · receipt {verification.digest[:8]}"
    differences = verification.differences
    shown = differences if style.verbose else differences[:SHOWN_DIFFERENCES]
    lines = [f"{clean_line(source)} does not hold here: {about}"]
    for each in shown:
        recorded, found = (_value(side) for side in (each.recorded, each.found))
        lines.append(f"  {clean_line(each.field)}: {recorded} in the receipt, {found} here")
    if len(shown) < len(differences):
        lines.append(f"  … and {len(differences) - len(shown):,} more (git mem -v shows all)")
    return "\n".join(lines)


def _answer(receipt: Receipt) -> str:
    if not receipt.no_match:
        return plural(len(receipt.results), "answer")
    return _ABSENT.get(receipt.absence or "", "nothing found")


def _value(side: str) -> str:
    return shorten(clean_line(side), _WIDEST_VALUE) if side else "nothing"
