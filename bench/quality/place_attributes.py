"""What notes say about places: what stays as it is, and what changes quickly.

Of the volatile kinds the first three are worded as such notes mostly are (an amount with its currency,
opening hours, what is available), the last three in words that no list of such words was likely to have.
Since then gitmem learned, from the tuning half, other currencies, waiting times, who is on duty and
"these days".
"""

from __future__ import annotations

from bench.quality.attributes import Attribute

_STREETS = (
    "Mill Lane",
    "Harbour Road",
    "Chapel Street",
    "Ring Road",
    "Station Way",
    "Canal Row",
    "Hill Rise",
)
_WORDS = ("otter", "maple", "comet", "velvet", "gravel", "walnut", "falcon", "pepper", "violet", "anchor")

STABLE = (
    Attribute(
        "street",
        ("Address", "Street", "Where"),
        tuple(f"{number} {street}" for street in _STREETS for number in (3, 17, 28, 44)),
        (
            ("You find it at {v}, behind the church.", "what do you find behind the church, {n}"),
            ("- entrance is {v} (ring twice)", "{n} entrance, ring twice"),
            ("The tram stops right in front of {v}.", "in front of what stops the tram for {n}"),
            ("- corner of {v}", "{n} corner"),
        ),
        (
            "how do I get to {n}",
            "what do I tell the taxi driver for going to {n}",
            "what location shall I put into the map for {n}",
            "how would a visitor navigate to {n}",
        ),
        (
            "{n} has reopened at {v}.",
            "Stood in front of a locked house, {n} is over at {v}.",
            "{n} packed up, the sign hangs at {v}.",
            "- {n}: new rooms, {v}",
        ),
    ),
    Attribute(
        "wifi",
        ("Wi-Fi password", "WLAN", "Network key"),
        tuple(f"{one}-{two}-{at}" for at, (one, two) in enumerate(zip(_WORDS, _WORDS[3:], strict=False), 31)),
        (
            ("To get online type {v}.", "what to type to get online at {n}"),
            ("- guest net wants {v} (printed on the menu)", "{n} guest net, printed on the menu"),
            ("The router asks for {v}.", "what does the router at {n} ask for"),
            ("- hotspot secret {v}", "{n} hotspot secret"),
        ),
        (
            "how do I connect my laptop to the internet at {n}",
            "what are the login credentials for surfing at {n}",
            "how can I use the web at {n}",
            "wireless passphrase of {n}",
        ),
        (
            "Could not log in at {n}, the waiter said it is {v}.",
            "{n}: laptop takes {v}, no longer {old}.",
            "The paper on the wall of {n} says {v}.",
            "- {n}: they rotated it, {v} works",
        ),
    ),
    Attribute(
        "door",
        ("Door code", "Entry code", "Keypad"),
        tuple(f"{at * 733 % 9000 + 1000}#" for at in range(1, 40)),
        (
            ("After eight you punch in {v}.", "what do you punch in after eight at {n}"),
            ("- back gate opens with {v}", "{n} back gate opens with"),
            ("The lock wants {v} at night.", "what does the lock of {n} want at night"),
            ("- side entrance: press {v} (then pull)", "{n} side entrance press then pull"),
        ),
        (
            "how do I get inside {n} after dark",
            "which digits let me through into {n}",
            "PIN for the building of {n}",
            "what number unlocks {n}",
        ),
        (
            "Locked out at {n} until the janitor told me {v}.",
            "{n}: {old} beeps red, {v} lets me in.",
            "They reprogrammed the lock of {n}: {v}.",
            "- got in at {n} with {v}",
        ),
    ),
    Attribute(
        "parking",
        ("Parking", "Car park", "Where to park"),
        (
            *(
                "in the yard",
                "underground, level 2",
                "none, take the tram",
                "on the square",
                "behind the kiosk",
            ),
            *("at the supermarket", "along the canal", "on the roof deck"),
        ),
        (
            ("Leave the car {v}.", "where to leave the car at {n}"),
            ("- drivers stop {v} (two hours)", "{n} drivers stop two hours"),
            ("Cars go {v}.", "where do cars go at {n}"),
            ("- bring the van {v}", "where to bring the van at {n}"),
        ),
        (
            "what do I do with my vehicle when visiting {n}",
            "is there a space for an automobile near {n}",
            "how do motorists visit {n}",
            "where may I put my motorbike at {n}",
        ),
    ),
    Attribute(
        "contact",
        ("Contact", "Ask for", "Person"),
        (
            *(
                "Mrs Adler",
                "Mr Bose",
                "Ms Cruz",
                "Mrs Duarte",
                "Mr Eide",
                "Ms Fiala",
                "Mr Gruber",
                "Mrs Holm",
            ),
            *("Ms Ito", "Mr Jansen"),
        ),
        (
            ("At the desk sits {v}, very kind.", "who sits at the desk of {n}"),
            ("- bookings through {v}", "{n} bookings through"),
            ("{v} sorts things out there.", "who sorts things out at {n}"),
            ("- say hello to {v} (knows us)", "to whom to say hello at {n}"),
        ),
        (
            "whom do I speak with when I have a problem at {n}",
            "which member of staff helps me at {n}",
            "who is my acquaintance among the employees of {n}",
            "what name should I mention at {n}",
        ),
        (
            "{old} has retired, {v} greets us at {n}.",
            "{n} is in the hands of {v}, the nephew.",
            "New face at {n}: {v}.",
            "- {n}: {v} instead of {old}, also friendly",
        ),
    ),
    Attribute(
        "best",
        ("Best thing", "Recommended", "Try"),
        (
            *("the window seat", "the plum cake", "the third floor", "the late shift", "the terrace"),
            *("the guided tour", "the rye loaf", "the steam room", "the old catalogue"),
        ),
        (
            ("Do not leave without {v}.", "what not to leave {n} without"),
            ("- highlight is {v}", "{n} highlight"),
            ("Everybody raves about {v}.", "about what does everybody rave at {n}"),
            ("- we loved {v} (twice)", "{n} what we loved twice"),
        ),
        (
            "what is nicest about {n}",
            "what would you suggest to a first-time visitor of {n}",
            "what is {n} famous for",
            "what should a friend going to {n} pick",
        ),
    ),
)

VOLATILE = (
    Attribute(
        "price",
        ("Day pass", "Price", "Ticket"),
        tuple(f"€{euros}.{cents}" for euros in range(7, 40, 2) for cents in ("00", "50")),
        (
            ("Admission costs {v} per head.", "admission costs per head at {n}"),
            ("- they charge {v} (cash only)", "what do they charge at {n}, cash only"),
            ("We paid {v} each.", "what have we paid each at {n}"),
            ("- {v} for one visit", "{n} for one visit"),
        ),
        ("how expensive is {n}", "what must I fork out at {n}"),
        volatile=True,
    ),
    Attribute(
        "hours",
        ("Hours", "Opening hours", "Open"),
        tuple(f"{start:02}:00–{end}:00" for start in (6, 7, 8, 9, 10) for end in (18, 20, 21, 22)),
        (
            ("They are open from {v} on weekdays.", "when are they open on weekdays, {n}"),
            ("- weekdays {v} (closed on Monday)", "{n} weekdays, closed on Monday"),
            ("Opening hours in winter are {v}.", "opening hours of {n} in winter"),
            ("- open daily {v}", "when is {n} open daily"),
        ),
        ("until what time can I go to {n}", "when can people get into {n}"),
        volatile=True,
    ),
    Attribute(
        "available",
        ("Availability", "Places available", "Status"),
        (
            *("waitlist, two months", "in stock", "sold out", "six places left", "fully booked until spring"),
            *("only mornings", "one room free", "plenty"),
        ),
        (
            ("Currently {v}.", "what is {n} currently"),
            ("- availability: {v} (asked by mail)", "{n} availability asked by mail"),
            ("As of our call: {v}.", "as of our call, {n}"),
            ("- available: {v}", "what is available at {n}"),
        ),
        ("is there still a chance to get into {n}", "can we have a spot at {n}"),
        volatile=True,
    ),
    Attribute(
        "fee",
        ("Monthly fee", "Membership", "Dues"),
        tuple(f"{francs} francs" for francs in range(24, 90, 3)),
        (
            ("Members hand over {v} a month.", "what do members of {n} hand over a month"),
            ("- subscription is {v} monthly", "{n} subscription monthly"),
            ("Ten visits come to {v}.", "what do ten visits to {n} come to"),
            ("- season card {v}", "{n} season card"),
        ),
        ("what would belonging to {n} take out of my wallet", "how dear is joining {n}"),
        volatile=True,
    ),
    Attribute(
        "queue",
        ("Waiting time", "Queue", "Line"),
        tuple(f"about {minutes} minutes" for minutes in range(5, 95, 5)),
        (
            ("You stand around for {v} these days.", "how long do you stand around at {n} these days"),
            ("- rush is bad, {v} at noon", "{n} rush at noon"),
            ("Seats take {v} at the moment.", "how long do seats take at {n} at the moment"),
            ("- crowded this season: {v}", "{n} crowded this season"),
        ),
        ("how patient do I have to be at {n}", "how soon does one get served at {n}"),
        volatile=True,
    ),
    Attribute(
        "chef",
        ("On duty", "Host this month", "Shift"),
        (
            *(
                "Bea till Thursday",
                "Carlo till the 20th",
                "Dunja for now",
                "Emre this month",
                "Fleur all week",
            ),
            *("Gus until further notice", "Hana these weeks"),
        ),
        (
            ("Behind the counter these weeks: {v}.", "who is behind the counter of {n} these weeks"),
            ("- roster says {v}", "what does the roster of {n} say"),
            ("Whoever you need this month: {v}.", "whoever you need this month at {n}"),
            ("- minding the shop: {v}", "who is minding the shop at {n}"),
        ),
        ("which employee would I run into at {n} today", "who welcomes guests at {n} at present"),
        volatile=True,
    ),
)

PLACE_ATTRIBUTES = STABLE + VOLATILE
