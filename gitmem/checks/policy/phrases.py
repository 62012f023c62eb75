"""How English lines of notes are phrased: as orders to the reader, as rules, under headings that name rules.

Made to be silent when unsure: "Answer times are long" is no order, and neither is what stands in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitmem.notes.days import find_days
from gitmem.notes.tags import without_tags
from gitmem.notes.visible import visible

_VERBS = frozenset(
    (
        *("add", "adopt", "allow", "answer", "append", "apply", "approve", "archive", "ask", "assume"),
        *("avoid", "back", "begin", "block", "build", "call", "cancel", "change", "check", "choose", "cite"),
        *("clean", "clear", "close", "commit", "confirm", "consider", "consult", "contact", "copy", "create"),
        *("default", "defer", "delete", "deploy", "disable", "discard", "disregard", "do", "document"),
        *("drop", "edit", "email", "enable", "end", "ensure", "escalate", "execute", "expect", "fetch"),
        *("fix", "follow", "forget", "format", "forward", "give", "go", "grant", "guard", "guess", "hand"),
        *("hide", "ignore", "include", "inform", "insert", "install", "invite", "keep", "launch", "leave"),
        *("limit", "link", "list", "log", "look", "make", "merge", "mention", "message", "mind", "mock"),
        *("move", "name", "notify", "obey", "offer", "omit", "open", "override", "pass", "pause", "pay"),
        *("pick", "pin", "ping", "plan", "post", "prefer", "print", "promise", "propose", "publish", "pull"),
        *("push", "put", "quote", "raise", "read", "rebase", "record", "refer", "refuse", "reject"),
        *("release", "rely", "remember", "remind", "remove", "rename", "repeat", "replace", "reply"),
        *("report", "request", "require", "reset", "respect", "respond", "restart", "return", "review"),
        *("revert", "rotate", "run", "save", "say", "schedule", "send", "set", "share", "show", "skip"),
        *("split", "squash", "start", "stay", "stick", "stop", "store", "submit", "suggest", "switch"),
        *("tag", "take", "tell", "test", "touch", "track", "treat", "trust", "try", "turn", "update"),
        *("upgrade", "upload", "use", "validate", "verify", "wait", "warn", "watch", "write"),
    )
)
_NAMES_TOO = frozenset(
    (
        *("answer", "approve", "archive", "back", "block", "build", "call", "change", "check", "clean"),
        *("close", "commit", "contact", "copy", "default", "deploy", "document", "email", "end", "fix"),
        *("format", "forward", "guard", "hand", "launch", "limit", "link", "list", "log", "look", "merge"),
        *("message", "mind", "name", "offer", "open", "pass", "pause", "pay", "pick", "pin", "ping", "plan"),
        *("post", "print", "promise", "pull", "push", "quote", "raise", "record", "release", "reply"),
        *("report", "request", "reset", "respect", "return", "review", "run", "schedule", "set", "share"),
        *("show", "split", "squash", "start", "stay", "stop", "store", "switch", "tag", "test", "touch"),
        *("track", "trust", "try", "turn", "update", "upgrade", "upload", "wait", "watch", "clear", "go"),
    )
)
"""Verbs that are names of things as well: `Call volume is high`, `Test runs fail`."""

_AFTER_VERB = frozenset(
    (
        *("the", "a", "an", "this", "that", "these", "those", "all", "any", "each", "every", "no", "only"),
        *("his", "her", "their", "its", "our", "your", "my", "him", "them", "me", "us", "it", "yourself"),
        *("to", "with", "for", "before", "after", "until", "when", "if", "in", "on", "at", "from", "as"),
        *("not", "never", "always", "first", "out", "off", "up", "back", "down", "away", "again", "by"),
        *("whether", "what", "which", "who", "where", "how", "instead", "more", "less", "both", "new"),
    )
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|may|might|does|did|do(?!\s+not\b)|fails?|takes?|"
    r"took|needs?|seems?|works?|breaks?|runs|means?|makes|gets?|goes|tends?|helps?|hurts?|remains?|costs?|"
    r"causes?|leads?|happens?|depends?|failed|broke|worked)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"\n]*\"|\u201c[^\u201d\n]*\u201d|\u2018[^\u2019\n]*\u2019|(?<!\w)'[^'\n]+'(?!\w)")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\s+[-–—]{1,2}\s+|\s*(?:=>|→|->)\s*|\n")
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
    r"[,;:(]|\b(?:because|when|if|that|which|who|before|after|so|since|as|until|unless|where|whenever)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_EDGE_MARKS = "*_~`>[] \t"

_GENERAL = re.compile(
    r"\b(?:always|never|every ?time|each time|must(?:n['\u2019]t)?|whenever|without exception|"
    r"in all cases|in no case|as a rule|rule of thumb|at all times|no matter what)\b",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"\b(?:rules?|lessons?|guidelines?|guides?|conventions?|principles?|polic(?:y|ies)|playbooks?|"
    r"(?:best )?practices?|standing orders?|do['\u2019]?s and don['\u2019]?ts|how to work|standards?)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:candidates?|observations?|signals?|hypothes[ie]s|open|unproven|unconfirmed|tentative|pending|"
    r"possible|suspected|ideas?|inbox|to confirm|maybe)\b",
    re.IGNORECASE,
)


def names_rules(places: Iterable[str]) -> bool:
    """Whether headings or list items above a line say that rules stand below them; candidates are none."""
    text = " \n ".join(places)
    return bool(_RULES.search(text)) and not _NOT_YET.search(text)


def is_general(words: str) -> bool:
    """Whether a text says that something holds without exception."""
    return bool(_GENERAL.search(_QUOTED.sub(" ", words)))


def order_in(text: str) -> bool:
    """Whether some sentence of a text, which is Markdown, tells its reader to do something or to leave it."""
    shown = _QUOTED.sub(" ", without_tags(visible(text))).replace("*", "")
    return any(_is_order(part) for part in _SENTENCE_END.split(shown))


def _is_order(sentence: str) -> bool:
    if _ANYWHERE.search(sentence):
        return True
    begins = [_without_lead(sentence)]
    key = _KEY.match(begins[0])
    if key:
        begins.append(_without_lead(begins[0][key.end() :]))
    clause = _CLAUSE.match(begins[-1])
    if clause:
        begins.append(_without_lead(begins[-1][clause.end() :]))
    return any(map(_begins_as_order, begins))


def _without_lead(text: str) -> str:
    text = text.strip(_EDGE_MARKS)
    days = find_days(text[:30])
    if days and days[0].start == 0:
        text = text[days[0].end :].lstrip(_EDGE_MARKS + ":,–—-")
    lead = _LEAD.match(text)
    return text[lead.end() :].lstrip(_EDGE_MARKS) if lead else text


def _begins_as_order(text: str) -> bool:
    if _SURE.match(text):
        return True
    often = _OFTEN.match(text)
    if often:
        text = text[often.end() :].lstrip(_EDGE_MARKS)
    words = _WORD.findall(text[:80])
    if not words or words[0].casefold() not in _VERBS:
        return False
    if often:
        return True
    if not text[:1].isalpha() or len(words) < 2 or text[len(words[0])] == ":":
        return False
    after = words[1].casefold()
    end = _END_OF_CLAUSE.search(text)
    clause = text[len(words[0]) : max(end.start(), len(words[0])) if end else None]
    if after in _AFTER_VERB:
        return True
    if words[0].casefold() in _NAMES_TOO:
        # "Run tests before each commit" tells its reader to; "Report lengths vary" tells something.
        return bool(end) and not _FINITE.search(clause)
    return after != "of" and not _FINITE.search(clause)
