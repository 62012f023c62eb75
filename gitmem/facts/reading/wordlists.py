"""The words by which keys and values are told from other text: complete, documented, nothing learned.

All are in literal form (small letters). Adding a word here is the cure for a kind of line that is read
wrongly everywhere; what is peculiar to one repository belongs into its configuration.
"""

from __future__ import annotations

NOT_KEYS = frozenset(
    (
        *("note", "notes", "nb", "n.b", "todo", "to do", "fixme", "xxx", "hack", "warning", "tip", "tips"),
        *("important", "caution", "danger", "attention", "hint", "info", "example", "examples", "e.g"),
        *("i.e", "eg", "ie", "for example", "for instance", "such as", "namely", "update", "edit", "ps"),
        *("p.s", "see", "see also", "cf", "via", "tl;dr", "tldr", "q", "a", "question", "answer"),
        *("questions", "ref", "refs", "reference", "references", "link", "links", "usage", "syntax"),
        *("output", "input", "result", "results", "returns", "return", "args", "arguments", "params"),
        *("param", "raises", "or", "and", "but", "so", "then", "also", "finally", "first", "second"),
        *("third", "next", "now", "or this", "like this", "like so", "in short", "in other words"),
        *("in summary", "conclusion", "remember", "error", "errors", "warn", "debug", "trace", "fatal"),
        *("exception", "caveat", "caveats", "why", "how", "what", "yes", "no", "done", "fixed", "ok"),
        *("before", "after", "instead", "otherwise", "else", "if", "closed", "wip", "fyi", "aside"),
        *("spoiler", "disclaimer", "reminder", "problem", "solution", "key", "command", "commands", "run"),
        *("code", "snippet", "the following", "as follows", "more", "more info", "more information"),
        *("further reading", "read more", "learn more", "alternatively", "pros", "cons", "pro", "con"),
        *("http", "https", "ftp", "mailto", "file", "std", "localhost"),
    )
)
ENTRY_FIELDS = frozenset(
    (
        *("topic", "type", "title", "subject", "target", "purpose", "model", "message", "thread", "id"),
        *("session", "evidence", "source", "written", "committed", "activity", "focus", "voice", "tags"),
        *("tag", "re", "fw", "fwd", "from", "to", "cc", "bcc", "session id", "thread id", "message id"),
        *("commit", "sources", "topics"),
    )
)
SPEAKERS = frozenset(
    (
        *("user", "assistant", "speaker", "human", "ai", "interviewer"),
        *("interviewee", "moderator", "host speaker", "chatgpt", "claude", "gpt", "narrator"),
    )
)
GENERIC_KEYS = frozenset(
    (
        *("total", "count", "number", "description", "details", "detail", "summary", "comment", "comments"),
        *("value", "values", "default", "data", "content", "text", "item", "items", "option", "options"),
        *("name", "date", "time", "created", "updated", "last updated", "modified", "reason", "who"),
        *("when", "where", "which", "context", "background", "impact", "action", "actions", "step"),
        *("steps", "part", "risk", "effort", "remark", "remarks", "rationale", "decision", "outcome"),
        *("scope", "goal", "misc", "other", "others", "size", "amount", "sum", "average", "mean", "min"),
        *("max", "result", "check", "language", "license", "framework", "author", "page", "chapter"),
        *("section", "label", "format"),
    )
)
LIST_LIKE = frozenset(
    (
        *("likes", "dislikes", "hobbies", "interests", "allergies", "skills", "languages", "members"),
        *("participants", "attendees", "present", "attending", "contributors", "reviewers", "approvers"),
        *("authors", "authoring", "people", "friends", "children", "siblings", "pets", "related"),
        *("depends on", "requires", "blocked by", "blocks", "uses", "used by", "includes", "contains"),
        *("knows", "speaks", "also known as", "aka", "allergy", "hobby", "like", "dislike", "skill"),
        *("member", "contributor", "reviewer", "approver", "participating sig", "added", "changed"),
        *("removed", "fixed", "deprecated", "idea", "quote", "book", "link", "task", "feature"),
        *("requirement", "rule", "fact", "preference", "learned", "lesson", "gotcha", "bug", "issue", "pr"),
        *("attendee", "participant", "ingredient", "love", "loves", "hate", "hates", "favourite"),
        *("favorite", "wants", "needs", "enjoys", "prefers", "visited", "read", "watched", "bought", "met"),
        *("owns", "plays", "has", "works with", "follow up"),
    )
)
SINGULAR_S = frozenset(
    (
        *("status", "address", "hours", "focus", "progress", "access", "business", "process", "basis"),
        *("dns", "https", "os", "gps", "bus", "class", "analysis", "ss", "headquarters", "axis", "species"),
        *("series", "news", "radius", "bonus", "campus", "alias", "canvas", "atlas", "corpus", "census"),
        *("virus", "sms", "aws", "ios", "macos", "tls", "css", "js", "cms", "pos", "sos", "rss", "gas"),
        *("lens", "yes", "this", "birthdays", "always", "days", "thanks", "sales", "odds", "wellness"),
        *("fitness", "password", "pass"),
    )
)
PROSE_WORDS = frozenset(
    (
        *("is", "are", "was", "were", "be", "has", "have", "had", "will", "would", "can", "could"),
        *("should", "must", "might", "do", "does", "did", "don't", "doesn't", "isn't", "aren't"),
        *("can't", "it", "it's", "they", "we", "you", "i", "he", "she", "there", "this", "these", "those"),
        *("that", "which", "following", "below", "above", "because", "if", "then", "so", "let's", "i'm"),
        *("we're", "you're", "i've", "we've", "you'll", "your", "nothing", "everything", "something"),
        *("here", "here's", "there's", "that's", "what's", "says", "said", "means", "mean", "looks"),
        *("using", "used", "use", "make", "makes", "allows", "allow", "seems", "gives", "returns", "shows"),
        *("prints", "let", "try", "e.g", "i.e", "etc", "vs", "not", "never", "please", "however"),
        *("therefore", "i'd", "got", "my"),
        *("come", "comes"),
    )
)
FIRST_WORDS = frozenset(
    (
        *("what", "why", "how", "when", "where", "who", "whose", "and", "but", "or", "as", "like", "such"),
        *("with", "to", "from", "by", "at", "on", "in", "into", "for", "of", "via", "per", "than", "also"),
        *("now", "once", "while", "although", "though", "since", "until", "unless", "after", "before"),
        *("run", "see", "add", "create", "open", "click", "go", "install", "check", "set", "change"),
        *("note", "write", "remember", "consider", "ensure", "given", "assuming", "suppose", "either"),
        *("both", "one", "some", "any", "another", "other", "even", "only", "just", "yes", "no", "ok"),
        *("maybe", "perhaps"),
    )
)
ADVERBS = frozenset(
    (
        *("importantly", "additionally", "similarly", "specifically", "typically", "finally", "notably"),
        *("alternatively", "optionally", "ideally", "basically", "usually", "briefly", "generally"),
        *("lastly", "concretely", "essentially", "practically", "roughly", "interestingly", "crucially"),
        *("conversely", "only", "to", "of", "in", "on", "for", "with", "from", "by", "at", "as", "and"),
        *("or", "the", "a", "version:", "example", "instance", "like", "e.g", "i.e", "etc"),
    )
)
"""Last words of what introduces something and is no key."""

FINITE_VERBS = frozenset(
    (
        *("is", "are", "was", "were", "has", "have", "had", "will", "would", "can", "could", "should"),
        *("must", "may", "might", "does", "do", "did", "isn't", "aren't", "won't", "can't", "doesn't"),
    )
)

CLAUSE_STARTS = frozenset(
    (
        *("it", "this", "that", "these", "those", "there", "he", "she", "they", "we", "you", "i", "if"),
        *("when", "because", "so", "then", "it's", "i'm", "we're", "they're", "that's", "there's", "let's"),
        *("which", "where", "while", "since", "although", "you're", "i've", "we've", "don't", "what"),
        *("why", "to"),
    )
)

SINGLE_EVERYWHERE = (
    *("status", "owner", "lead", "designer", "maintainer", "project lead", "tech lead", "product lead"),
    *("manager", "reports to", "deadline", "due", "due date", "start date", "end date", "launch date"),
    *("release date", "budget", "price", "salary", "rate", "balance", "phase", "stage", "priority"),
    *("version", "latest version", "current version", "timezone", "time zone", "phone", "email", "e-mail"),
    *("address", "employer", "company", "birthday", "role", "domain", "host", "port", "branch"),
    *("default model", "hosting", "provider", "schedule", "frequency", "hours"),
)
"""Keys that hold one value wherever they stand."""

TITLE_WORDS = frozenset(
    (
        *("use", "using", "used", "make", "makes", "allow", "allows", "try", "let", "your", "my", "not"),
        *("never", "is", "are", "does", "do", "can", "must", "should", "if", "then", "that", "which"),
    )
)
"""Words of prose that titles have too: what follows a title is a key all the same (`Use the lift owner`)."""
