"""Names that generated memories are full of. People share given names and family names, as people do."""

from __future__ import annotations

GIVEN = (
    *("Ines", "Jonas", "Kaia", "Leo", "Mira", "Nils", "Oda", "Pia", "Rafael", "Selma", "Tariq", "Una"),
    *("Vera", "Wim", "Yusuf", "Zoe", "Alma", "Bruno", "Clara", "Dario", "Edda", "Farid", "Gesa", "Henk"),
    *("Imani", "Jorun", "Karel", "Lotte", "Matteo", "Nadia"),
)
FAMILY = (
    *("Haas", "Alm", "Berg", "Costa", "Sand", "Odell", "Prinz", "Roth", "Silva", "Okafor", "Petrov", "Novak"),
    *("Walsh", "Lang", "Sato", "Dahl", "Aksoy", "Lund", "Moreau", "Vidal", "Ekström", "Brandt", "Quist"),
    *("Marin", "Tanaka", "Weiss", "Kovač", "Jensen"),
)
UNHEARD_GIVEN = (
    "Balthasar",
    "Ottilie",
    "Thaddeus",
    "Wilhelmina",
    "Casimir",
    "Philippa",
    "Ignatius",
    "Eudora",
)
UNHEARD_FAMILY = ("Featherstone", "Ravensworth", "Umbridge", "Thistlethwaite", "Zabriskie", "Pemberton")
"""Names of people that no note ever mentions."""

PROJECTS = (
    *("Orion", "Halcyon", "Tern", "Basalt", "Juniper", "Kestrel", "Larkspur", "Quartz", "Saffron", "Thistle"),
    *("Meridian", "Cobalt", "Osprey", "Tamarack", "Wren", "Zephyr", "Arbor", "Bramble", "Cinder", "Dovetail"),
    *("Everglade", "Foxglove", "Gossamer", "Hollow Oak", "Ironwood", "Jackdaw", "Keystone", "Lodestar"),
    *("Paper Lantern", "North Gate", "Blue Heron", "Cold Harbour", "Red Maple", "Stone Mill", "Low Tide"),
    *("Long Acre", "High Wire", "Green Door", "Silver Birch", "Black Kettle", "White Noise", "Slow Train"),
    *("Marigold", "Nightjar", "Opal", "Pendulum", "Quill", "Rosewood", "Sandpiper", "Turnstone", "Umber"),
    *("Vellum", "Waxwing", "Yarrow", "Azimuth", "Bellweather", "Copperfield", "Driftwood", "Elderberry"),
    *("Fathom", "Granite", "Harrier", "Inkwell", "Jubilee", "Kingfisher", "Lichen", "Monsoon", "Nutmeg"),
)
UNHEARD_PROJECTS = ("Brontosaurus", "Xylophone", "Quasar Nine", "Velociraptor", "Mandragora", "Yggdrasil")

PLACE_KINDS = ("Gym", "Café", "Hotel", "Museum", "Garage", "Bakery", "Climbing hall", "Library", "Sauna")
PLACE_NAMES = (
    *("Vulkan", "Amber", "Corner", "Dockside", "Elm Street", "Falken", "Gloria", "Hafen", "Isar", "Jade"),
    *("Kronen", "Linden", "Mondo", "Nordlys", "Oasis", "Palme", "Quay", "Regent", "Solveig", "Tivoli"),
    *("Union", "Vista", "Wharf", "Xenia", "Yard", "Zentral", "Atlas", "Bristol", "Central", "Delta"),
)
UNHEARD_PLACES = ("Café Nebuchadnezzar", "Hotel Popocatepetl", "Gym Leviathan", "Museum Wunderkammer")

TOWNS = (
    *(
        "Bergen",
        "Lisbon",
        "Graz",
        "Leiden",
        "Turku",
        "Nantes",
        "Ghent",
        "Porto",
        "Aarhus",
        "Malmö",
        "Trieste",
    ),
    *("Utrecht", "Cork", "Galway", "Bilbao", "Freiburg", "Lausanne", "Tartu", "Riga", "Split", "Kraków"),
    *("Brno", "Uppsala", "Odense", "Leeds", "Dundee", "Rennes", "Pisa", "Vigo", "Basel"),
)
COMPANIES = (
    *("Northwind Labs", "Helio Systems", "Fjord Analytics", "Brightwater", "Pinecone Press", "Tallship"),
    *("Kilobyte & Sons", "Lumen Works", "Ostrava Steel", "Petrel Shipping", "Quanta Foods", "Ridgeline"),
    *("Saltmarsh Energy", "Tidewater Bank", "Umbra Games", "Vantage Rail", "Westfield Clinic", "Yellowtail"),
    *("Zinc Studio", "Almanac Media", "Birchwood School", "Cantilever", "Dynamo Bikes", "Evergreen Trust"),
)
WRITERS = (
    ("Iris Vale", "iris@notes.example"),
    ("Iris Vale", "iris.vale@laptop.example"),
    ("memory-agent[bot]", "agent@notes.example"),
    ("Tom Rask", "tom@notes.example"),
)
"""Who commits: a person under two addresses, an agent, and somebody else."""
