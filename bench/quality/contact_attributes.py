"""What notes say about people."""

from __future__ import annotations

from bench.quality.attributes import Attribute, first_names
from bench.quality.names import COMPANIES, FAMILY, GIVEN, TOWNS

_MONTHS = ("January", "March", "April", "June", "August", "September", "November")
_BIRTHDAYS = tuple(f"{day} {month}" for month in _MONTHS for day in (3, 9, 14, 22, 27))
_PHONES = tuple(f"+47 55 {at * 37 % 90 + 10} {at * 53 % 90 + 10} {at * 71 % 90 + 10}" for at in range(60))

CONTACT_ATTRIBUTES = (
    Attribute(
        "home",
        ("Lives in", "City", "Home town"),
        TOWNS,
        (
            ("Settled in {v} with the cats.", "where did {n} settle with the cats"),
            ("- based in {v} (the flat by the river)", "{n} based in which flat by the river"),
            ("Has a small house in {v} now.", "where is the small house of {n}"),
            ("- stays in {v} during the week", "where does {n} stay during the week"),
        ),
        (
            "which place would I have to travel to for dropping by at {n}'s",
            "{n}'s residence",
            "what address area should a parcel to {n} go to",
            "where does {n} reside",
        ),
        (
            "{n} has packed up and found a flat in {v}.",
            "Helped {n} carry boxes up three floors in {v}, the old place is let.",
            "{n} left {old} for good, {v} it is.",
            "- card from {n}: greetings from the new kitchen in {v}",
        ),
    ),
    Attribute(
        "employer",
        ("Company", "Employer", "Works at"),
        COMPANIES,
        (
            ("On the payroll of {v}, mostly remote.", "whose payroll is {n} on"),
            ("- engineer with {v} (second floor)", "{n} engineer with whom"),
            ("Does accounts for {v}.", "for whom does {n} do accounts"),
            ("- consultant, {v} (three days a week)", "{n} consultant three days a week"),
        ),
        (
            "who pays {n}'s salary",
            "what business does {n} earn a living with",
            "which firm has {n} on staff",
            "what is {n}'s job at the moment, and for which outfit",
        ),
        (
            "{n} handed in notice and starts with {v} next month.",
            "Lunch with {n}, first week behind the desk of {v} went well.",
            "{v} has hired {n} away from {old}.",
            "- {n} signed with {v}, drinks on Friday",
        ),
    ),
    Attribute(
        "birthday",
        ("Birthday", "Date of birth", "Born"),
        _BIRTHDAYS,
        (
            ("We always bake a cake on {v}.", "when do we always bake a cake for {n}"),
            ("- turns a year older on {v}", "{n} turns a year older"),
            ("Party every {v}, bring candles.", "party for {n}, bring candles"),
            ("- card due on {v}", "when is the card for {n} due"),
        ),
        (
            "on what date should I congratulate {n}",
            "when do I have to buy a present for {n}",
            "when is it time to sing for {n}",
            "what is the anniversary for gifts to {n}",
        ),
    ),
    Attribute(
        "phone",
        ("Phone", "Mobile", "Tel"),
        _PHONES,
        (
            ("Picks up under {v}, not before ten.", "under what does {n} pick up"),
            ("- reach on {v} (evenings)", "how to reach {n} evenings"),
            ("Texts from {v}.", "where does {n} text from"),
            ("- landline {v} (parents' house)", "{n} landline"),
        ),
        (
            "number to dial for {n}",
            "how can I give {n} a ring",
            "which digits do I call {n} on",
            "what do I type in to ring {n}",
        ),
        (
            "{n} lost the handset, use {v} from here on.",
            "New SIM card for {n}: {v}.",
            "Dial {v} for {n}, the old one is dead.",
            "- {n} changed carriers, {v}",
        ),
    ),
    Attribute(
        "partner",
        ("Partner", "Spouse", "Married to"),
        first_names(GIVEN[::-1], FAMILY),
        (
            ("Shares the flat with {v}.", "with whom does {n} share the flat"),
            ("- together with {v} since school", "{n} together since school"),
            ("Came with {v} to the wedding.", "who came to the wedding with {n}"),
            ("- engaged to {v} (ring in May)", "to whom is {n} engaged"),
        ),
        (
            "who is {n}'s husband or wife",
            "whom should I invite along when I ask {n} over",
            "who is the better half of {n}",
            "who is {n} in a relationship with",
        ),
    ),
    Attribute(
        "diet",
        ("Allergies", "Diet", "Cannot eat"),
        (
            *("peanuts", "shellfish", "lactose", "gluten", "celery", "kiwi", "sesame", "mustard", "walnuts"),
            *("eggs", "soy", "lupins", "strawberries", "mussels"),
        ),
        (
            ("Gets a rash from {v}.", "what gives {n} a rash"),
            ("- no {v}, ever (hospital last time)", "{n} hospital last time"),
            ("Swells up after {v}.", "after what does {n} swell up"),
            ("- sends back anything with {v}", "what does {n} send back"),
        ),
        (
            "what must I keep out of the food when {n} comes to dinner",
            "which ingredient is dangerous for {n}",
            "what should the cook leave out for {n}",
            "what food makes {n} ill",
        ),
        (
            "Doctor's results for {n}: it was {v} all along and not {old}.",
            "{n} tested again, {v} is the culprit.",
            "Mixed up at the clinic: {n} reacts to {v}.",
            "- {n}: {old} is fine after all, {v} is what hurts",
        ),
    ),
    Attribute(
        "drink",
        ("Drinks", "Usual order", "Favourite drink"),
        (
            *("flat white", "green tea", "cortado", "tomato juice", "ginger beer", "black coffee", "rooibos"),
            *("hot chocolate", "sparkling water", "elderflower cordial", "oolong", "cold brew", "mate"),
        ),
        (
            ("Never says no to {v}.", "what does {n} never say no to"),
            ("- lives on {v}, two a morning", "{n} two a morning"),
            ("Bring {v} and all is well.", "what to bring so all is well with {n}"),
            ("- swears by {v}", "what does {n} swear by"),
        ),
        (
            "what beverage do I get {n} at the counter",
            "what should be in the cup for {n}",
            "which refreshment pleases {n}",
            "what do I ask the barista for when {n} is with me",
        ),
    ),
    Attribute(
        "hobby",
        ("Hobby", "Plays", "Free time"),
        (
            *("cello", "chess", "bouldering", "pottery", "badminton", "birdwatching", "accordion", "fencing"),
            *("rowing", "origami", "calligraphy", "squash", "beekeeping", "trombone"),
        ),
        (
            ("Spends the weekends on {v}.", "on what does {n} spend the weekends"),
            ("- mad about {v} (ask for the photos)", "{n} mad about, photos"),
            ("Talks about {v} for hours.", "about what does {n} talk for hours"),
            ("- took up {v} after the knee", "{n} took up after the knee"),
        ),
        (
            "how does {n} like to relax after work",
            "what pastime would be a good topic with {n}",
            "what is {n}'s leisure activity",
            "what does {n} do for fun",
        ),
        (
            "{n} sold all the gear for {old} and has caught the {v} bug.",
            "Saw {n} at the club: it is {v} every Sunday.",
            "{n} swapped {old} for {v}.",
            "- no more {old} for {n}, signed up for {v} lessons",
        ),
    ),
    Attribute(
        "vehicle",
        ("Drives", "Car", "Vehicle"),
        (
            *("a grey Saab", "a red Twingo", "an old Volvo estate", "a white Zoe", "a cargo bike", "a Vespa"),
            *("a green Polo", "a blue Ioniq", "a campervan", "a black Yaris", "a silver Leaf"),
        ),
        (
            ("Arrives in {v}.", "in what does {n} arrive"),
            ("- parks {v} on the pavement", "{n} parks on the pavement"),
            ("Will fetch us with {v}.", "with what will {n} fetch us"),
            ("- bought {v} second hand", "{n} bought second hand"),
        ),
        (
            "what should I look out for in the street when {n} gives me a lift",
            "{n}'s means of transport",
            "how does {n} get around town",
            "which wheels does {n} own",
        ),
        (
            "{n} traded {old} in and came by with {v}.",
            "Got a lift from {n} in {v}, smells brand new.",
            "{old} went to the scrapyard, {n} has {v} in the yard.",
            "- {n} showed off {v}",
        ),
    ),
    Attribute(
        "size",
        ("Shirt size", "Clothes size", "T-shirt"),
        ("XS", "S", "M", "L", "XL", "XXL", "38", "40", "42", "44"),
        (
            ("Team shirts: order {v}.", "which team shirts to order for {n}"),
            ("- wears {v} (women's cut)", "{n} wears which cut"),
            ("The jacket fits in {v}.", "in what does the jacket fit {n}"),
            ("- jersey {v} for the run", "{n} jersey for the run"),
        ),
        (
            "how large should a pullover be for {n}",
            "what measurement goes on the merchandise form for {n}",
            "how big is {n} when buying garments",
            "which label must the sweater for {n} have",
        ),
    ),
)
