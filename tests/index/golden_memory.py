"""The memory that the golden ranking is about: people, projects, places, a log and a journal over two years.

Every name recurs in places that do not answer, and some facts were replaced, struck, moved or contested.
Change it only together with the golden file.
"""

from __future__ import annotations

from pathlib import Path

from tests.builder import RepoBuilder

SETTINGS = """[facts]
single_valued = ["door code", "project lead", "phone", "employer", "budget", "hosting"]
aliases = { "Heron" = ["Project Heron"] }
"""
FIRST = {
    ".gitmem.toml": SETTINGS,
    "people/mara-holt.md": """# Mara Holt

- Employer: Brightwater
- Phone: +47 555 0101
- Birthday: 14 May
- Likes: rowing, rye bread

Met at the ferry landing; she knows everyone at the rowing club.
""",
    "people/jonas-weir.md": """# Jonas Weir

- Employer: Kestrel Printing
- Phone: +47 555 0102
- Allergic to: peanuts

Jonas doesn't drink coffee. He mends bicycles on Sundays.
""",
    "people/aiko-tanabe.md": """# Aiko Tanabe

- 担当: 翻訳
- Phone: +81 555 0103
- Employer: Kestrel Printing

Lunch with Aiko: she will not be back before spring.
""",
    "projects/heron.md": """# Heron

## State

- Project lead: Mara Holt
- Budget: $40,000
- Hosting: Fenwick Cloud

## Decisions

We chose SQLite over Postgres because the notes must work offline.
The importer reads CSV and iCalendar files.

## Risks

- The CSV importer loses time zones
- Nobody but Jonas can release
""",
    "projects/otter.md": """# Otter

- Project lead: Jonas Weir
- Budget: $12,000
- Hosting: own machine in the cellar

`retry_limit` in src/otter/http_client.py is 5; HttpClient.getResponse() retries on 503.
Version 2.4.1 broke the multi-stage build, E_404.1 in the log.
""",
    "places.md": """# Places

## Boathouse

- Door code: 4410
- Wifi: heronet, password on the shelf
- Opening hours: 9 to 17

## Print shop

- Door code: 9921
- Owner: Kestrel Printing
- Opening hours: 8 to 16, closed on Mondays

## Archive cellar

- Door code: 1718
- The key hangs behind the green door
""",
    "recipes/bread.md": """# Rye bread

Mix rye flour, water and salt; wait a night. Mara bakes it at 230 degrees.
""",
    "journal/2025-01.md": """# January 2025

## 2025-01-14

Talked with Mara about the budget of Heron; no decision.

## 2025-01-20

Phone call with the print shop. The door was locked, nobody had the code.
""",
    "zh.md": "# 项目\n\n- 项目负责人: 李雷\n\n认证系统使用JWT令牌。\n",
}
LATER = {
    "projects/heron.md": FIRST["projects/heron.md"].replace("$40,000", "$48,500"),
    "people/jonas-weir.md": FIRST["people/jonas-weir.md"].replace("Kestrel Printing", "Brightwater"),
    "people/mara-holt.md": FIRST["people/mara-holt.md"].replace(
        "- Phone: +47 555 0101\n",
        "- ~~Phone: +47 555 0101~~ superseded 2025-09-02\n- Phone: +47 555 0199\n",
    ),
    "journal/2025-09.md": """# September 2025

## 2025-09-02

Mara has a new phone. Rowing in the rain, then coffee at the boathouse.

## 2025-09-18

Release of Otter 2.4.1 went wrong: the build cache was stale. Rolled back.
""",
}
LOG = """# Log

## 2026-05-11

- Heron project lead: Aiko Tanabe (Mara moves to Otter's docs)
- Checked the archive cellar: dry

## 2026-06-30

- Boathouse door code: 7352
- Ordered forty chairs for the boathouse
"""
CELLAR = "\n## Archive cellar\n\n- Door code: 1718\n- The key hangs behind the green door\n"
LAST = {
    "log.md": LOG,
    "places.md": FIRST["places.md"].replace(CELLAR, ""),
    "archive/cellar.md": "# Cellar\n" + CELLAR,
}


def build_memory(folder: Path) -> RepoBuilder:
    """The memory as a repository; ids of its commits repeat."""
    repo = RepoBuilder.create(folder)
    repo.commit("2025-01-21", FIRST, "begin")
    repo.commit("2025-09-20", LATER, "autumn")
    repo.commit("2026-07-01", LAST, "summer")
    repo.switch("office", new=True)
    otter = FIRST["projects/otter.md"]
    repo.commit("2026-08-01", {"projects/otter.md": otter.replace("$12,000", "$15,000")}, "more")
    repo.switch("main")
    repo.commit("2026-08-02", {"people/aiko-tanabe.md": FIRST["people/aiko-tanabe.md"] + "\n- Budget: $9\n"})
    repo.merge("office", "2026-08-03")
    desk = "# Desk\n\n- Otter hosting: Fenwick Cloud\n- Call Jonas about the release\n"
    repo.commit("2026-09-20", {"desk.md": desk}, "desk")
    repo.write({"draft.md": "# Draft\n\n- Heron budget review in October\n"})
    return repo
