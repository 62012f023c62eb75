"""Which English sentences tell their reader to do something, or to leave it.

Made to be silent when unsure. A sentence is an order by how it begins: with words that only orders begin
with, or with a verb and no subject. "Answer times are long", "Use cases differ" and "Remember The Milk is an
app" begin with such a verb as well, so a verb of what stands between is looked for, and names are told by
their capitals. What stands in quotes is no order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitmem.notes.days import find_days
from gitmem.notes.tags import without_tags
from gitmem.notes.visible import visible

QUOTED = re.compile(
    r"\"[^\"\n]*\"|\u201c[^\u201c\u201d\n]*\u201d|\u2018[^\u2018\u2019\n]*\u2019"
    r"|(?<!\w)'[^'\n]+'(?!\w)"
)

_ONLY_VERBS = frozenset(
    (
        *("add", "adopt", "allow", "append", "apply", "assume", "avoid", "be", "begin", "bring", "cancel"),
        *("choose", "cite", "compare", "confirm", "consider", "consult", "create", "defer", "describe"),
        *("disable", "discard", "disregard", "do", "enable", "ensure", "escalate", "execute", "expect"),
        *("explain", "follow", "forget", "give", "grant", "ignore", "include", "inform", "install"),
        *("invite", "keep", "learn", "leave", "let", "mention", "notify", "obey", "omit", "override"),
        *("prefer", "prepare", "propose", "protect", "publish", "put", "refer", "refuse", "reject", "rely"),
        *("remember", "remind", "remove", "rename", "replace", "require", "respond", "revert", "rotate"),
        *("say", "speak", "suggest", "summarise", "summarize", "tell", "translate", "treat", "validate"),
        *("verify", "warn"),
    )
)
_SELDOM_NAMES = frozenset(
    (
        *("ask", "delete", "drop", "edit", "fetch", "guess", "hide", "insert", "make", "mock", "move"),
        *("read", "rebase", "repeat", "restart", "save", "send", "skip", "stick", "submit", "take", "use"),
        *("write",),
    )
)
"""Verbs that may stand before the name of a thing as well: `Use cases`, `Read replicas`, `Ask prices`."""

_NAMES_TOO = frozenset(
    (
        *("answer", "approve", "archive", "back", "block", "build", "call", "change", "check", "clean"),
        *("clear", "close", "commit", "contact", "copy", "default", "deploy", "document", "email", "end"),
        *("fix", "format", "forward", "go", "guard", "hand", "launch", "limit", "link", "list", "log"),
        *("look", "merge", "message", "mind", "name", "offer", "open", "pass", "pause", "pay", "pick"),
        *("pin", "ping", "plan", "post", "print", "promise", "pull", "push", "quote", "raise", "record"),
        *("release", "reply", "report", "request", "reset", "respect", "return", "review", "run"),
        *("schedule", "set", "share", "show", "split", "squash", "start", "stay", "stop", "store"),
        *("switch", "tag", "test", "touch", "track", "trust", "try", "turn", "update", "upgrade", "upload"),
        *("wait", "watch"),
    )
)
"""Verbs that are names of things as often: `Call volume`, `Test runs`, `Build server`."""

_VERBS = _ONLY_VERBS | _SELDOM_NAMES | _NAMES_TOO
_OF_A_CLAUSE = frozenset(
    (
        *("assume", "confirm", "consider", "ensure", "expect", "let", "mention", "remember", "remind"),
        *("say", "suggest", "tell", "validate", "verify", "warn"),
    )
)
"""Verbs after which a whole sentence may follow: `Ensure tests are green`."""

_BEFORE_DOING = frozenset(("start", "stop", "try"))
_OBJECTS = frozenset(
    (
        *("the", "a", "an", "this", "that", "these", "those", "any", "each", "every", "his", "her"),
        *("their", "its", "our", "your", "my", "him", "them", "me", "us", "it", "yourself", "not", "never"),
        *("always", "whether", "what", "which", "who", "where", "how", "if", "when", "before", "after"),
        *("until", "instead", "again", "both"),
    )
)
"""Words that right after a verb make it an order."""

_PARTICLES = frozenset(
    (
        *("to", "with", "for", "in", "on", "at", "from", "as", "out", "off", "up", "back", "down", "away"),
        *("by", "over", "through", "all", "no", "only", "first", "more", "less", "new"),
    )
)
"""Words that make it one as well, unless verb and word are a name together: `Log in fails`, `Read only`."""

_AUXILIARY = frozenset(
    (
        *("is", "are", "was", "were", "isn't", "aren't", "wasn't", "weren't", "has", "have", "had"),
        *("hasn't", "haven't", "can", "can't", "cannot", "could", "will", "won't", "would", "may", "might"),
        *("must", "should", "does", "did", "doesn't", "didn't", "don't"),
    )
)
_TELLING = (
    *("appear", "arrive", "begin", "belong", "beat", "become", "break", "cause", "change", "climb"),
    *("close", "come", "confuse", "contain", "cost", "cover", "crash", "depend", "differ", "disappear"),
    *("double", "drop", "end", "exist", "expire", "fail", "fall", "fill", "get", "go", "grow", "happen"),
    *("help", "hurt", "include", "lag", "lapse", "last", "lead", "leak", "lie", "make", "matter", "mean"),
    *("need", "occur", "pile", "produce", "reach", "remain", "require", "rise", "run", "seem", "sell"),
    *("serve", "ship", "shrink", "slip", "start", "stay", "stop", "suffer", "sync", "take", "tend", "time"),
    *("trail", "vanish", "vary", "wait", "want", "win", "work"),
)
"""Verbs that tell what things do."""

_PAST = frozenset(
    (
        *("became", "began", "beat", "broke", "came", "fell", "got", "grew", "held", "led", "lost", "made"),
        *("meant", "ran", "rose", "sold", "took", "went", "won"),
    )
)


def _forms(verb: str) -> tuple[str, str]:
    """The form for he or she, and the regular past."""
    if verb.endswith("y") and verb[-2] not in "aeo":
        return f"{verb[:-1]}ies", f"{verb[:-1]}ied"
    stem = verb.removesuffix("e")
    doubled = f"{verb}{verb[-1]}ed" if verb in ("drop", "lag", "ship", "slip", "stop") else f"{stem}ed"
    return (f"{verb}es" if verb.endswith(("s", "sh", "ch", "o")) else f"{verb}s"), doubled


_SINGULAR = frozenset(_forms(verb)[0] for verb in _TELLING)
_TOLD = _PAST | {_forms(verb)[1] for verb in _TELLING}
_PLURAL = frozenset(_TELLING)
_NO_SUBJECT = frozenset(
    (
        *("to", "not", "the", "a", "an", "and", "or", "of", "for", "with", "at", "in", "on", "by", "from"),
        *("about", "as", "than", "its", "his", "her", "their", "our", "your", "my", "no", "every", "each"),
    )
)
"""Words right after which no verb of a statement follows."""

_AROUND = re.compile(
    r"(?:first|last|only|once|twice|often|again|early|late|alone|aloud|daily|here|there|now|then|too|instead|"
    r"together|apart|short|small|out|off|up|down|back|away|\w+ly|and|or|not|over|under|between|among|within|without|about|of|in|on|at|to|"
    r"for|from|with|by|as|into|per|via|than|through|against|during|rather|like|where|they|you|we|"
    r"it|the|a|an|any|this|that|\W.*)",
    re.IGNORECASE,
)
"""Words that after a plural are no verb of it."""

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<!\s)\s+[-–—]{1,2}\s+|(?:(?<!\s)\s+)?(?:=>|→|->)\s*|\n")
_KEY = re.compile(r"[^:]{1,40}:\s+")
_CLAUSE = re.compile(
    r"(?:when(?:ever)?|if|before|after|while|once|unless|until|for|in|on|at|during|as|since|because|so|"
    r"therefore|hence|thus|then|next time|from now on|in future|in the future)\b[^,]*,\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:so|therefore|hence|thus|then|and|but|next time|from now on|in future)\s+", re.IGNORECASE
)
_SURE = re.compile(
    r"(?:please|make sure|be sure|be careful|be aware|remember to|take care|do not|don['\u2019]t|"
    r"never ever|under no circumstances|(?:you|agents?|assistants?|readers?|the agent|the assistant|"
    r"the reader|whoever reads this)\s+(?:must|should|shall|need(?:s)? to|have to|has to|ought to|may not|"
    r"can(?:not|['\u2019]t)|(?:are|is) (?:not )?(?:to|required to|expected to|allowed to)))\b",
    re.IGNORECASE,
)
_ANYWHERE = re.compile(
    r"\byou(?:\s+(?:always|never|really))?\s+(?:must|should|shall|need to|have to|ought to|may not|cannot|"
    r"can['\u2019]t)\b",
    re.IGNORECASE,
)
_OFTEN = re.compile(r"(?:always|never)\s+", re.IGNORECASE)
_END_OF_CLAUSE = re.compile(
    r"[,;:(]|\b(?:because|when|if|that|which|who|before|after|so|since|as|until|unless|where|whenever|"
    r"whether|what|how|why|whatever|while)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_EDGE_MARKS = "*_~`>[] \t"
_STOPS = ".,;:!?"
_WITHIN_NAMES = frozenset(("a", "and", "at", "for", "in", "of", "on", "the", "to"))
_FEW = 3
"""Words of a value that are no sentence: `Mode: read only`."""


def order_in(text: str) -> bool:
    """Whether some sentence of a text, which is Markdown, tells its reader to do something or to leave it."""
    shown = QUOTED.sub(" ", without_tags(visible(text))).replace("*", "").replace("\u2019", "'")
    return any(_is_order(part) for part in _SENTENCE_END.split(shown))


def _is_order(sentence: str) -> bool:
    if _ANYWHERE.search(sentence):
        return True
    text = _without_lead(sentence)
    if _begins_as_order(text):
        return True
    key = _KEY.match(text)
    if key:
        text = _without_lead(text[key.end() :])
        if not _is_short_value(text) and _begins_as_order(text):
            return True
    clause = _CLAUSE.match(text)
    return clause is not None and _begins_as_order(_without_lead(text[clause.end() :]))


def _without_lead(text: str) -> str:
    text = text.strip(_EDGE_MARKS)
    days = find_days(text[:30])
    if days and days[0].start == 0:
        text = text[days[0].end :].lstrip(_EDGE_MARKS + ":,–—-")
    lead = _LEAD.match(text)
    return text[lead.end() :].lstrip(_EDGE_MARKS) if lead else text


def _is_short_value(text: str) -> bool:
    words = _WORD.findall(text)
    return 1 < len(words) <= _FEW and words[1].casefold() in _PARTICLES


def _begins_as_order(text: str) -> bool:
    if begins_as_name(text):
        return False
    if _SURE.match(text):
        return True
    often = _OFTEN.match(text)
    rest = text[often.end() :].lstrip(_EDGE_MARKS) if often else text
    words = _WORD.findall(rest[:80])
    if not words or words[0].casefold() not in _VERBS:
        return False
    if often:
        return True
    if not rest[:1].isalpha() or len(words) < 2 or rest[len(words[0])] == ":":
        return False
    return _tells_to(rest, words[0].casefold(), words[1].casefold())


def _tells_to(text: str, verb: str, after: str) -> bool:
    """Whether a text that begins with a verb and the word `after` is an order."""
    if after in _OBJECTS or (verb in _BEFORE_DOING and after.endswith("ing")):
        return True
    end = _END_OF_CLAUSE.search(text, len(verb))
    states = _states(_WORD.findall(text[: end.start() if end else None]), verb)
    if after in _PARTICLES:
        return verb in _ONLY_VERBS or not states
    if verb in _NAMES_TOO:
        # "Run tests before each commit" tells its reader to; "Build server, two cores" tells something.
        return end is not None and end[0].isalpha() and not states
    return after != "of" and not states


def _states(words: Sequence[str], verb: str) -> bool:
    """Whether words that begin with a verb have another one, which tells what the first ones do or are."""
    folded = [word.casefold() for word in words]
    for at, word in enumerate(folded[1:], start=1):
        before = folded[at - 1]
        in_name = at == 2 and before in _PARTICLES and before != "to"  # "Log in fails"
        if (before in _NO_SUBJECT and not in_name) or (verb in _OF_A_CLAUSE and at > 1):
            continue
        if word in _AUXILIARY or (word in _SINGULAR | _TOLD and (at > 1 or verb not in _ONLY_VERBS)):
            return True
        if at > 1 and before.endswith("s"):
            if word in _PLURAL:
                return True
            unknown = word == words[at] and not _AROUND.fullmatch(word)
            if at == 2 and unknown and verb not in _ONLY_VERBS and verb != "make":
                return True  # what follows "Use cases" is its verb, more often than not
    return False


def begins_as_name(text: str) -> bool:
    """Whether a text begins with a name of several words that something is told of.

    `Remember The Milk syncs`, `Do Not Disturb is on`; `Ask Ann first` and a text all in capitals do not.
    """
    words = text.split()
    run = 0
    for at, word in enumerate(words):
        if word[:1].isupper():
            run = at + 1
        elif at == 0 or word not in _WITHIN_NAMES:
            break
        if word[-1:] in _STOPS:
            return False
    if run < 2 or run == len(words) or all(word.isupper() for word in words[:run] if len(word) > 1):
        return False
    second, after = words[1].casefold(), words[run].strip(_STOPS).casefold()
    if words[1][0].isupper() and second in _OBJECTS | _PARTICLES:
        return True
    if words[0].casefold() in _OF_A_CLAUSE:
        return False
    return after in _AUXILIARY or after in _SINGULAR or after in _TOLD
