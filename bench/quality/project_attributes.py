"""What notes say about projects."""

from __future__ import annotations

from bench.quality.attributes import Attribute, first_names
from bench.quality.names import COMPANIES, FAMILY, GIVEN

_PEOPLE = first_names(GIVEN, FAMILY)
_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays")

PROJECT_ATTRIBUTES = (
    Attribute(
        "lead",
        ("Project lead", "Owner", "Manager"),
        _PEOPLE,
        (
            ("{v} runs it day to day.", "who runs {n} day to day"),
            ("- steered by {v} (ask before merging)", "{n} steered by"),
            ("All decisions go through {v}.", "through whom do all decisions on {n} go"),
            ("- {v} calls the shots", "who calls the shots on {n}"),
        ),
        (
            "who is in charge of {n}",
            "who has the last word about {n}",
            "whom do I ask for a green light on {n}",
            "who is responsible for {n}",
        ),
        (
            "{v} takes {n} over from {old}.",
            "{old} steps back, {n} is in {v}'s hands from today.",
            "From this week on {v} heads {n}.",
            "- handover {n}: {old} -> {v}, papers signed",
        ),
    ),
    Attribute(
        "budget",
        ("Budget", "Funding", "Approved spend"),
        tuple(f"{thousand},{rest}00 EUR" for thousand in range(11, 60, 4) for rest in (0, 4)),
        (
            ("We may use up to {v} this year.", "how much may we use for {n} this year"),
            ("- pot of {v} (incl. travel)", "{n} pot incl. travel"),
            ("Finance gave us {v}.", "what did finance give us for {n}"),
            ("- ceiling {v}, no overruns", "{n} ceiling, no overruns"),
        ),
        (
            "how much money is there for {n}",
            "what is the financial limit of {n}",
            "how many euros can {n} swallow",
            "what can we pay out on {n} in total",
        ),
        (
            "The board has raised {n} to {v}.",
            "Finance cut {n} down to {v}, more is not possible.",
            "We got {v} for {n} after all.",
            "- {n}: board said {v}, take it or leave it",
        ),
    ),
    Attribute(
        "deadline",
        ("Deadline", "Due", "Launch date"),
        tuple(
            f"{day} {month} 2027" for month in ("January", "March", "May", "July") for day in (5, 12, 20, 28)
        ),
        (
            ("Has to be out of the door by {v}.", "when has {n} to be out of the door"),
            ("- ships on {v} (contract)", "{n} ships on, contract"),
            ("The customer waits until {v}, not longer.", "how long does the customer of {n} wait"),
            ("- go-live {v}, no excuses", "{n} go-live"),
        ),
        (
            "by when must {n} be finished",
            "how much time is left for {n}",
            "on which day does {n} need to be ready",
            "when do we have to deliver {n}",
        ),
        (
            "{n} slips to {v}, the printer needs longer.",
            "Customer wants {n} in their hands on {v}.",
            "We agreed to hand over {n} on {v} instead of {old}.",
            "- {n} postponed, {v}",
        ),
    ),
    Attribute(
        "hosting",
        ("Hosting", "Runs on", "Provider"),
        (
            *("Hetzner", "Fly.io", "a rack in the cellar", "Netcup", "Render", "Heroku", "OVH", "Linode"),
            *("Vultr", "Scaleway", "Exoscale", "Infomaniak"),
        ),
        (
            ("The servers stand at {v}.", "where do the servers of {n} stand"),
            ("- deployed to {v} (two small machines)", "{n} deployed to two small machines"),
            ("Invoices for machines come from {v}.", "from whom do invoices for machines of {n} come"),
            ("- boxes rented from {v}", "{n} boxes rented from"),
        ),
        (
            "in which data centre is {n}",
            "whose cloud is {n} in",
            "which infrastructure company serves {n}",
            "what platform is {n} operated with",
        ),
        (
            "Switched the DNS of {n} over, {v} answers.",
            "{n} has left {old}; the containers start at {v}.",
            "Moved the machines of {n} to {v} during the night.",
            "- {n} lives with {v} since the outage",
        ),
    ),
    Attribute(
        "database",
        ("Database", "Data store", "Storage"),
        (
            *("PostgreSQL 16", "SQLite", "MariaDB", "CockroachDB", "MongoDB", "DuckDB", "Redis", "Firebird"),
            *("ClickHouse", "CouchDB", "Cassandra"),
        ),
        (
            ("All rows end up in {v}.", "where do all rows of {n} end up"),
            ("- writes to {v} (one replica)", "{n} writes to, one replica"),
            ("Queries go against {v}.", "against what do queries of {n} go"),
            ("- state kept with {v}", "{n} state kept"),
        ),
        (
            "where does {n} persist its records",
            "which engine holds the tables of {n}",
            "what is used for saving information by {n}",
            "which SQL or NoSQL product does {n} depend upon",
        ),
        (
            "Dumped {n} out of {old} and loaded everything into {v}.",
            "{n}: {old} is switched off, {v} has taken its place.",
            "Migration weekend: {n} reads from {v}.",
            "- {n} off {old} at last, {v} works fine",
        ),
    ),
    Attribute(
        "language",
        ("Written in", "Stack", "Language"),
        (
            *("Python", "Go", "Rust", "Kotlin", "Elixir", "TypeScript", "C#", "Ruby", "OCaml", "Zig"),
            *("Scala", "PHP"),
        ),
        (
            ("You need {v} to build it.", "what do you need to build {n}"),
            ("- all {v}, no frameworks", "{n} all what, no frameworks"),
            ("Newcomers should know {v}.", "what should newcomers to {n} know"),
            ("- sources are {v} (strict lint)", "{n} sources, strict lint"),
        ),
        (
            "what is {n} coded with",
            "which programming skills does somebody for {n} have to have",
            "what technology did we implement {n} with",
            "which compiler or interpreter does {n} use",
        ),
        (
            "The rewrite of {n} is through, it is {v} from top to bottom.",
            "{n} has thrown out {old}, only {v} is left.",
            "Ported the last module of {n} to {v}.",
            "- {n}: goodbye {old}, hello {v}",
        ),
    ),
    Attribute(
        "channel",
        ("Channel", "Chat room", "Slack"),
        (
            *("#harbour", "#lighthouse", "#jetty", "#mole", "#buoy", "#pier", "#quay", "#anchor", "#sluice"),
            *("#weir", "#beacon", "#keel"),
        ),
        (
            ("Shout in {v} when the build is red.", "where to shout when the build of {n} is red"),
            ("- everybody hangs out in {v}", "{n} everybody hangs out"),
            ("Questions belong in {v}.", "where do questions on {n} belong"),
            ("- post incidents to {v} (mute the bot)", "{n} post incidents"),
        ),
        (
            "where do people who work on {n} talk",
            "where can I discuss {n} with the team",
            "in what group do I message the folks of {n}",
            "where are conversations about {n} held",
        ),
        (
            "Archived {old}, the {n} crowd meets in {v}.",
            "{n} gossip is over in {v}, {old} is read-only.",
            "Please write to {v} if it is about {n}.",
            "- {n} people: join {v}, leave {old}",
        ),
    ),
    Attribute(
        "client",
        ("Client", "Customer", "Paid by"),
        COMPANIES[::-1],
        (
            ("We build it for {v}.", "for whom do we build {n}"),
            ("- invoices go to {v}", "{n} invoices go to"),
            ("Ordered by {v} last winter.", "by whom was {n} ordered last winter"),
            ("- contract with {v} (fixed price)", "{n} contract, fixed price"),
        ),
        (
            "who will use what {n} makes and gives us money",
            "which organisation commissioned {n}",
            "who is the buyer of {n}",
            "on whose behalf are we doing {n}",
        ),
    ),
    Attribute(
        "designer",
        ("Designer", "Design", "UX"),
        _PEOPLE[::-1],
        (
            ("The screens are drawn by {v}.", "by whom are the screens of {n} drawn"),
            ("- mock-ups from {v} (Figma)", "{n} mock-ups from"),
            ("Colours and icons: talk to {v}.", "whom to talk to about colours and icons of {n}"),
            ("- {v} sketches the pages", "who sketches the pages of {n}"),
        ),
        (
            "who makes {n} look pretty",
            "who does the layouts for {n}",
            "which artist is behind the appearance of {n}",
            "who takes care of the visual side of {n}",
        ),
        (
            "{v} redraws everything for {n}, {old} is on leave.",
            "{n}: {v} sends the new mock-ups, no longer {old}.",
            "Pixels of {n} come from {v} since the workshop.",
            "- {n}: got first sketches by {v}",
        ),
    ),
    Attribute(
        "meeting",
        ("Standup", "Weekly", "Sync"),
        tuple(f"{day} {hour}" for day in _DAYS for hour in ("09:15", "10:30", "14:00")),
        (
            ("We get together {v}.", "when do we get together for {n}"),
            ("- call {v} (camera on)", "{n} call, camera on"),
            ("The circle is {v}.", "when is the circle of {n}"),
            ("- huddle {v} in the kitchen", "{n} huddle in the kitchen"),
        ),
        (
            "when does the {n} crew meet",
            "at what hour should I show up to talk with everyone on {n}",
            "what time is the regular appointment of {n}",
            "when are all people of {n} in one room",
        ),
        (
            "{n} people see each other {v} from next week.",
            "Shifted the round for {n} to {v}, {old} collided with school.",
            "Everyone on {n} voted for {v}.",
            "- {n} gathers {v}",
        ),
    ),
    Attribute(
        "backup",
        ("Backups", "Backup", "Snapshots"),
        (
            *("nightly to the NAS", "hourly to S3", "weekly on tape", "every six hours to Backblaze"),
            *("daily with restic", "every Sunday to the vault", "twice a day with borg", "none yet"),
        ),
        (
            ("Disaster plan: copies {v}.", "what copies has the disaster plan of {n}"),
            ("- dumps {v} (tested in spring)", "{n} dumps, tested in spring"),
            ("If the disk dies: {v}.", "what if the disk of {n} dies"),
            ("- archive runs {v}", "{n} archive runs"),
        ),
        (
            "how is {n} protected against data loss",
            "how often is {n} saved elsewhere",
            "what can I restore {n} from",
            "how safe is {n} against a broken server",
        ),
    ),
)
