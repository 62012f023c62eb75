"""Things people jot down that are about no subject with a note of its own, each with questions for it.

Of the two questions of each kind the first belongs to the tuning half and the second to the held-out half.
"""

from __future__ import annotations

from typing import NamedTuple


class Jotting(NamedTuple):
    """A line, the title of its note, questions in its words and questions without any of them."""

    title: str
    line: str
    asks: tuple[str, str]
    paraphrases: tuple[str, str]


JOTTINGS = tuple(
    Jotting(title, line, (ask, other), (paraphrase, second))
    for title, line, ask, other, paraphrase, second in (
        (
            *("Boiler", "Hold both buttons for ten seconds to reset the boiler."),
            *("how to reset the boiler", "boiler hold both buttons"),
            *("heating stopped working, how can I restart it", "radiators are cold, what do I press"),
        ),
        (
            *("Sourdough", "- feed the starter every evening with rye, keep it on the fridge"),
            *("feed the sourdough starter", "starter rye every evening"),
            *("how do I look after my bread culture", "what nourishment does leaven need"),
        ),
        (
            *("Bicycle", "Front tyre wants 4.5 bar, rear one 5."),
            *("front tyre bar", "rear tyre how many bar"),
            *("how hard should I pump up my bike wheels", "correct air pressure for cycling"),
        ),
        (
            *("Taxes", "The return has to reach the office by the end of July, extension until February."),
            *("tax return office end of July", "extension until February return"),
            *("when do I have to file with the revenue service", "last date for declaring income"),
        ),
        (
            *("Camera", "- spare batteries: NP-W126S, two in the grey pouch"),
            *("spare batteries camera", "grey pouch batteries"),
            *("where is extra power for taking photos", "what cells do I buy for the photo equipment"),
        ),
        (
            *("Garden", "Cut back the hydrangea in March, never in autumn."),
            *("cut back hydrangea", "hydrangea March or autumn"),
            *("when should I prune flowering bushes", "best season for trimming shrubs"),
        ),
        (
            *("Printer", "If it says paper jam without any, wipe the left sensor with a dry cloth."),
            *("printer paper jam", "wipe the left sensor"),
            *("device complains although no sheet is stuck", "office machine error, what do I clean"),
        ),
        (
            *("Insurance", "Hail damage is covered after the first 300 of each claim."),
            *("hail damage covered", "hail claim first 300"),
            *("deductible for storms", "does the policy pay when ice breaks my windows"),
        ),
        (
            *("Piano", "Tuner said: humidity between 45 and 55 percent, not near the window."),
            *("piano tuner humidity percent", "tuner said window"),
            *("how moist should air be around my instrument", "climate for keeping keyboards in shape"),
        ),
        (
            *("Washing machine", "- error E18 means the drain filter is full, open the flap bottom right"),
            *("washing machine E18 drain filter", "drain filter flap bottom right"),
            *("laundry water does not run off", "clothes stay wet, pump seems clogged"),
        ),
        (
            *("Packing list", "The blue dry bag fits exactly one sleeping bag and the stove."),
            *("blue dry bag fits", "dry bag sleeping bag and stove"),
            *("what holds camping cooker plus bedding", "waterproof sack capacity"),
        ),
        (
            *("Chess club", "Opening evening moved to the back room because of the choir."),
            *("opening evening back room choir", "chess club back room"),
            *(
                "where do board game players gather now that singers took their space",
                "which hall has checkmates",
            ),
        ),
        (
            *("Router", "- LED blinking amber twice: firmware update runs, do not unplug"),
            *("LED blinking amber", "amber twice firmware update"),
            *("modem light flashes orange, can I pull its power", "yellow lamp on my internet box"),
        ),
        (
            *("Pancakes", "Two eggs, 250 ml milk, 125 g flour, pinch of salt, rest half an hour."),
            *("pancakes eggs milk flour", "flour salt rest half an hour"),
            *("recipe for crêpe batter", "ingredients for a flat breakfast from a pan"),
        ),
        (
            *("First aid", "Burns: cool under running water for twenty minutes, no ice, no butter."),
            *("burns cool running water", "burns no ice no butter"),
            *("touched a hot stove, what now", "scalded my hand, first help"),
        ),
        (
            *("Attic", "The Christmas lights are in the crate behind the chimney."),
            *("Christmas lights crate", "crate behind the chimney"),
            *("where is decoration for December", "in which box are festive bulbs"),
        ),
        (
            *("Reading", "Finished the biography of Humboldt, best chapters are on the Orinoco."),
            *("biography of Humboldt", "Humboldt best chapters Orinoco"),
            *("which book about an explorer did I like", "life story of a naturalist that was worth it"),
        ),
        (
            *("Allotment", "- compost heap: turn it every third week, water when dry"),
            *("compost heap turn", "turn compost every third week"),
            *("how often to mix rotting leaves", "care for garden waste pile"),
        ),
        (
            *("Decisions", "We log in UTC and convert in the browser; support stopped asking since."),
            *("log in UTC convert in the browser", "UTC browser support"),
            *("which time zone do servers record events with", "who translates timestamps to local clocks"),
        ),
        (
            *("Sewing machine", "Needle 90 for denim, 70 for silk; thread tension 4."),
            *("needle for denim", "needle silk thread tension"),
            *("what pin suits jeans cloth", "settings for heavy fabric"),
        ),
        (
            *("Car", "Winter wheels are stored with the dealer until October, receipt in the glovebox."),
            *("winter wheels stored dealer", "receipt in the glovebox"),
            *("who keeps my snow tyres", "where is proof for depositing rims"),
        ),
        (
            *("Languages", "Flashcards work best before breakfast, thirty a day."),
            *("flashcards before breakfast", "thirty flashcards a day"),
            *("ideal hour for learning vocabulary", "how should I memorise new words"),
        ),
        (
            *("Aquarium", "- change a third of the water on Sundays, siphon the gravel"),
            *("change a third of the water", "siphon the gravel Sundays"),
            *("how do I clean my fish tank", "weekly routine for guppies"),
        ),
        (
            *("Retrospective", "We agreed to stop deploying on Fridays after the outage in spring."),
            *("stop deploying on Fridays", "agreed after the outage in spring"),
            *("may I release right before weekends", "rule about shipping code late in a week"),
        ),
    )
)

FILLERS = (
    "Read half of the report, the tables are better than the text.",
    "Nothing came of it in the end.",
    "Somebody should write this down properly.",
    "- [ ] look for the receipt",
    "- [x] answer the letter",
    "Compare the offers before the holidays.",
    "The old way took twice as long.",
    "- second opinion: wait and see",
    "Works on the laptop, fails on the desktop.",
    "See also the drawer with the manuals.",
    "- ask again next year",
    "Photos are in the shared folder.",
)

CHATTER = (
    "- Lunch: soup",
    "- Weather: rain until noon",
    "- Mood: fine",
    "- Visitors: {d}",
    "- Steps: {d}00",
    "- Open tickets: {d}",
    "Talked about the garden, nothing decided.",
    "- [ ] call back in the afternoon",
    "- [x] water the plants",
    "Long train ride, read most of the way.",
    "Dentist, all good.",
    "The neighbours are building again.",
    "- bought bread, eggs and stamps",
)

MENTIONS = (
    "- talked with somebody about {n}, nothing new",
    "Asked about the {l} of {n}, no answer yet.",
    "- [ ] check the {l} of {n}",
    "{n} came up over lunch.",
    "- {n}: long list of small things, see ticket",
    "- [x] sent the minutes on {n}",
    "Dreamt about {n}, of all things.",
    "- {n} {l} was discussed at length, decision postponed",
)
