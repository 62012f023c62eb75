"""Draws the pictures of `docs/how-gitmem-decides.md`: python docs/pictures/draw.py

Each stands on a card of its own and follows the reader's choice of light or dark, to be legible on any page.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

WIDTH = 760
_STYLE = """
  .card { fill: #ffffff; stroke: #d0d7de }
  text { font: 15px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
  .title { font-size: 17px; font-weight: 600 }
  .mono { font: 14px ui-monospace, "DejaVu Sans Mono", monospace }
  .soft { fill: #57606a; font-size: 14px }
  .box { fill: #eef4fb; stroke: #6b8fb8 }
  .good { fill: #e6f4ea; stroke: #3d8b57 }
  .bad { fill: #fdecea; stroke: #c2453a }
  .warn { fill: #fff6dd; stroke: #a97a0b }
  .line { stroke: #57606a; stroke-width: 2; fill: none }
  .head { fill: #57606a }
  @media (prefers-color-scheme: dark) {
    .card { fill: #161b22; stroke: #3d444d }
    text { fill: #e6edf3 }
    .soft { fill: #a5afba }
    .box { fill: #1b2b40; stroke: #6b8fb8 }
    .good { fill: #15301f; stroke: #4fa56d }
    .bad { fill: #3d1a18; stroke: #e0685c }
    .warn { fill: #362a0c; stroke: #d2a13a }
    .line { stroke: #a5afba }
    .head { fill: #a5afba }
  }
"""


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """One line of text."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, kind: str = "box") -> str:
    """A rounded box."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" class="{kind}"/>'


def arrow(*points: tuple[float, float]) -> str:
    """A line through `points` with a head at its end."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" class="line" marker-end="url(#head)"/>'


def picture(title: str, told: str, height: float, parts: list[str]) -> str:
    """A whole picture with a title and the words for those who do not see it."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
            f'height="{height:g}" role="img" aria-labelledby="title told">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="told">{escape(told)}</desc>',
            f"<style>{_STYLE}</style>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            'markerUnits="userSpaceOnUse" orient="auto">'
            '<path d="M0,0 L8,4 L0,8 z" class="head"/></marker></defs>',
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1:g}" rx="8" class="card"/>',
            text(28, 38, title, "title"),
            *parts,
            "</svg>",
            "",
        ]
    )


def ladder(title: str, told: str, rungs: list[tuple[str, str, str]], foot: str) -> str:
    """Numbered rungs, the strongest on top: a name, how it looks in a note, and what it tells."""
    parts = []
    for number, (name, looks, tells) in enumerate(rungs, 1):
        y = 62 + (number - 1) * 52
        parts += [
            box(28, y, 704, 42),
            text(46, y + 27, str(number), "soft"),
            text(70, y + 27, name),
            text(218, y + 27, looks, "mono"),
            text(714, y + 27, tells, "soft", "end"),
        ]
    bottom = 62 + len(rungs) * 52
    return picture(title, told, bottom + 40, [*parts, text(28, bottom + 18, foot, "soft")])


def dates() -> str:
    """Where the date of a line comes from."""
    return ladder(
        "When was this line said? The first that is there",
        "Six sources of a date, the strongest first: a tag on the line, a dated heading above it, the name "
        "of the file, front matter, a date in the sentence, and last the commit that first wrote the line.",
        [
            ("tag on the line", "[verified: 2026-05-01]", "somebody looked that day"),
            ("heading above", "## 2026-08-14", "an entry of a log"),
            ("name of the file", "daily/2026-08-14.md", "a daily note"),
            ("front matter", "updated: 2026-05-01", "the whole note"),
            ("in the sentence", "as of 2026-03-01", "only if older than git's"),
            ("git", "the commit that wrote it", "moves and renames do not count"),
        ],
        "None of them: UNKNOWN. The time stamp of a file is never asked.",
    )


def evidence() -> str:
    """Which of two values holds."""
    return ladder(
        "Which value holds? The strongest evidence decides",
        "Five kinds of evidence, the strongest first: the line was struck, a line says so, a commit replaced "
        "it in its place, a newer written date, a commit that descends from the other. None: contested.",
        [
            ("struck", "~~Lead: Tomas~~", "over since that day"),
            ("said", "is no longer · [until: …]", "a line ends it"),
            ("replaced", "- Budget: $40k  + Budget: $55k", "in one place, by one commit"),
            ("newer date", "## 2026-08-14 over ## 2026-06-01", "dates that people wrote"),
            ("later commit", "b2 descends from a1", "whoever wrote it knew the old one"),
        ],
        "None of them: CONTESTED. Both stay, with both places, until somebody decides.",
    )


def _commit(x: float, y: float, name: str, value: str, who: str, kind: str = "box") -> list[str]:
    return [
        box(x, y, 150, 62, kind),
        text(x + 75, y + 26, value, "mono", "middle"),
        text(x + 75, y + 48, f"{who}, {name}", "soft", "middle"),
    ]


def ancestry() -> str:
    """Order by descent, not by clocks."""
    left = [
        text(28, 74, "One line of history"),
        *_commit(104, 96, "9:00", "Phase: layout", "Ada"),
        arrow((179, 158), (179, 216)),
        *_commit(104, 218, "10:00", "Phase: proofs", "Ben", "good"),
        text(179, 318, "Ben had Ada's value before him", "soft", "middle"),
        text(179, 342, "proofs holds, layout is SUPERSEDED", "", "middle"),
    ]
    right = [
        text(396, 74, "Two branches"),
        box(505, 92, 108, 36),
        text(559, 115, "same start", "soft", "middle"),
        arrow((540, 128), (475, 166)),
        arrow((578, 128), (643, 166)),
        *_commit(396, 168, "9:00", "Phase: layout", "Ada", "bad"),
        *_commit(572, 168, "10:00", "Phase: proofs", "Ben", "bad"),
        arrow((475, 230), (535, 258)),
        arrow((643, 230), (583, 258)),
        box(499, 260, 120, 34),
        text(559, 282, "clean merge", "soft", "middle"),
        text(559, 318, "neither knew the other's value", "soft", "middle"),
        text(559, 342, "both are CONTESTED, whatever the clocks say", "", "middle"),
    ]
    divider = '<path d="M350,66 L350,346" class="line" stroke-dasharray="3 5"/>'
    return picture(
        "Descent decides, clocks do not",
        "On one line of history Ben's commit follows Ada's, so his value holds. On two branches neither "
        "commit descends from the other, so after a clean merge both values are contested.",
        368,
        [*left, divider, *right],
    )


def gate() -> str:
    """What stops a commit."""
    questions = [
        ("Does this commit make the pair?", "no: not its fault, nothing is said"),
        ("Does the key hold one value (built in or declared)?", "no: both may be true, nothing is said"),
        ("One subject, and no [multi] or [allow]?", "no: nothing is said"),
    ]
    parts = []
    for number, (question, otherwise) in enumerate(questions):
        y = 62 + number * 66
        parts += [
            box(28, y, 404, 44),
            text(46, y + 28, question),
            arrow((432, y + 22), (462, y + 22)),
            text(472, y + 27, otherwise, "soft"),
            arrow((230, y + 44), (230, y + 64)),
            text(242, y + 59, "yes", "soft"),
        ]
    parts += [
        box(28, 260, 404, 44),
        text(46, 288, "Does anything say which value is newer?"),
        arrow((130, 304), (130, 334)),
        text(142, 324, "no", "soft"),
        box(28, 336, 200, 44, "bad"),
        text(128, 364, "error: commit stopped", "", "middle"),
        arrow((350, 304), (350, 334)),
        text(362, 324, "yes", "soft"),
        box(250, 336, 482, 44, "warn"),
        text(491, 364, "warning: strike the older one, the commit goes through", "", "middle"),
    ]
    return picture(
        "Two live values of one fact: what a commit is told",
        "Three questions must be answered with yes before anything is said: the commit makes the pair, the "
        "key holds one value, and both lines are about one subject without a tag. If nothing says which "
        "value is newer the commit is stopped, else there is a warning.",
        404,
        parts,
    )


PICTURES = {"dates.svg": dates, "evidence.svg": evidence, "ancestry.svg": ancestry, "gate.svg": gate}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        Path(__file__).with_name(name).write_text(draw(), encoding="utf-8")
