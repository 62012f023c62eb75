"""Names, keys and values that generated memories are made of."""

from __future__ import annotations

from bench.importing import PEOPLE

PROJECTS = (
    *("Orion", "Halcyon", "Tern", "Basalt", "Juniper", "Kestrel", "Larkspur", "Quartz", "Saffron", "Thistle"),
    *("Paper Lantern", "North Gate", "Blue Heron", "Cold Harbour", "Red Maple", "Stone Mill"),
)
PERSONS = (
    "Ines Haas",
    "Jon Alm",
    "Kaia Berg",
    "Leo Costa",
    "Mira Sand",
    "Nils Odell",
    "Oda Prinz",
    "Pia Roth",
)
_TEAM = (
    *PEOPLE,
    *(
        "Ana Silva",
        "Ben Okafor",
        "Chloe Roy",
        "Dan Petrov",
        "Ella Novak",
        "Finn Walsh",
        "Greta Lang",
        "Hugo Sato",
    ),
)
DECLARED = {
    "Status": (
        "green",
        "amber",
        "red",
        "paused",
        "done",
        "blocked",
        "on track",
        "late",
        "in review",
        "shipped",
    ),
    "Owner": _TEAM,
    "Project lead": _TEAM,
    "Budget": tuple(f"{thousands},{hundreds}00" for thousands in range(11, 29, 3) for hundreds in (0, 5)),
    "Deadline": tuple(f"2017-{month:02}-{day:02}" for month in range(3, 9) for day in (6, 21)),
    "Phase": ("idea", "design", "build", "trial", "rollout", "upkeep", "wind-down", "handover", "audit"),
    "Current version": tuple(f"{major}.{minor}" for major in (1, 2, 3) for minor in (0, 2, 4, 7)),
    "Hosting": (
        "Hetzner",
        "Fly",
        "a rack in the cellar",
        "Netcup",
        "Render",
        "Heroku",
        "OVH",
        "Linode",
        "Vultr",
    ),
    "Timezone": (
        *("Europe/Oslo", "Europe/Lisbon", "Asia/Tokyo", "America/Lima", "Asia/Seoul", "Africa/Cairo"),
        *("Europe/Rome", "Asia/Dubai", "America/Bogota"),
    ),
}
"""Keys that hold one value and are declared everywhere, with values enough not to come back by chance."""

UNDECLARED = {
    "Chat room": (
        "harbour",
        "lighthouse",
        "jetty",
        "mole",
        "buoy",
        "pier",
        "quay",
        "anchor",
        "sluice",
        "weir",
    ),
    "Favourite editor": ("vim", "Emacs", "Kate", "Helix", "nano", "Sublime", "Zed", "Geany", "Acme"),
    "Retro day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
MANY = {
    "Allergies": ("peanuts", "penicillin", "wasps", "birch"),
    "Likes": ("rye bread", "long walks", "chess", "rain"),
}
NOISE = (
    "Talked about the garden, nothing decided.",
    "- Lunch: soup",
    "- Weather: rain until noon",
    "Read half of the report.",
    "- [ ] answer the letter",
    "- Mood: fine",
)
