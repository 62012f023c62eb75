"""The words by which plain statements are told from other sentences. Complete lists; nothing is learned."""

from __future__ import annotations

VAGUE = frozenset(
    (
        *("it", "this", "that", "these", "those", "there", "here", "he", "she", "they", "we", "you", "i"),
        *("what", "which", "who", "when", "where", "why", "how", "if", "while", "because", "since"),
        *("although", "though", "as", "so", "but", "and", "or", "for", "in", "on", "at", "by", "with"),
        *("to", "from", "no", "none", "nothing", "one", "all", "some", "any", "each", "every", "both"),
        *("either", "neither", "another", "other", "everything", "something", "anything", "everyone"),
        *("someone", "also", "then", "now", "once", "unless", "until", "after", "before", "yes", "not"),
        *("do", "don't", "please", "make", "let", "note", "see", "yet", "only", "even", "however"),
        *("instead", "whatever", "perhaps", "maybe", "within", "let's", "good", "bad", "here's", "there's"),
        *(
            "under",
            "notice",
            "ensure",
            "confirm",
            "verify",
            "check",
            "assume",
            "assuming",
            "consider",
            "similar",
            "regardless",
        ),
        *("such", "same", "many", "most", "more", "few", "its", "their", "his", "her", "whether", "using"),
    )
)

VERBS = frozenset(
    (
        *("is", "are", "was", "were", "be", "been", "has", "have", "had", "will", "would", "can", "could"),
        *("should", "shall", "might", "must", "do", "does", "did", "that", "which", "who", "when"),
        *("if", "because", "it", "they", "we", "you", "i", "he", "she", "there", "this", "not", "says"),
        *("said", "think", "thinks", "whether", "where", "what", "how", "why"),
        *("once", "after", "before", "until", "unless", "while", "than", "instead", "gets", "starts"),
    )
)

PREPOSITIONS = frozenset(
    (
        *("in", "at", "on", "of", "by", "with", "via", "from", "under", "about", "for", "into", "out"),
        *("up", "within", "between", "over", "through", "without", "against", "around", "like"),
        *("per", "off"),
    )
)
"""A value that begins with one of these is a state when it is short (on hold), else half a sentence."""

PARTICIPLES = frozenset(
    (
        *("built", "set", "kept", "held", "made", "given", "taken", "found", "written", "shown", "hidden"),
        *("known", "sent", "done", "run", "called", "left", "meant", "put", "read", "sold", "spent"),
        *("told", "responsible", "different", "available", "equivalent", "equal", "part", "ready", "aware"),
        *("worth", "synonymous", "capable", "subject", "related", "independent", "dependent", "compatible"),
        *("good", "bad", "nice", "great", "useful", "helpful", "better", "best", "easy", "hard"),
        *("difficult", "safe", "unable", "willing", "free", "full", "close", "due", "up-to-date"),
        *("private", "public", "specific"),
    )
)
"""Words that say little of a thing when more words follow them; participles in -ed are found by ending."""

INFINITIVES = frozenset(
    (
        *("be", "use", "have", "allow", "support", "include", "return", "work", "make", "run", "do", "get"),
        *("take", "call", "create", "handle", "require", "propagate", "add", "remove", "set", "show", "let"),
        *("reflect", "match", "avoid", "prevent", "ensure", "provide", "enable", "disable", "keep", "using"),
    )
)
"""First words of what is done ("changed to use it"), which is no value."""

DETERMINERS = frozenset(
    (
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "all",
        "any",
        "your",
        "our",
        "my",
        "two",
    )
)

POINTING = frozenset(
    (
        *("way", "ways", "part", "thing", "idea", "point", "difference", "problem", "reason", "result"),
        *("trick", "catch", "downside", "upside", "example", "key", "method", "argument", "news", "case"),
        *("answer", "question", "issue", "solution", "option", "value", "fix", "preference", "first"),
        *("second", "last", "rest", "approach", "alternative", "step", "line", "command", "function"),
        *("output", "above", "code", "file", "field", "word", "section", "note", "format", "test", "data"),
        *("page", "content", "message", "advantage", "disadvantage", "benefit", "purpose", "assumption"),
        *("exception", "concern", "syntax", "parameter", "variable", "block", "class", "object", "process"),
        *("container", "following", "app", "repo", "tool", "name", "type", "feature", "implementation"),
        *("behavior", "behaviour"),
    )
)
"""Nouns that only point at something told before, when they stand alone or after a word of RANKS."""

RANKS = frozenset(
    (
        *("first", "second", "third", "last", "only", "key", "main", "other", "new", "old", "standard"),
        *("next", "whole", "entire", "big", "real", "best", "good", "common", "easy", "simple", "potential"),
        *("possible", "final", "same", "important", "interesting", "nice", "great", "easiest", "simplest"),
    )
)
"""Words before such a noun that do not say which one is meant either."""

EMPTY_VALUE = frozenset(
    (
        *("will", "gives", "would", "can", "may", "should", "must", "has", "have", "does", "do"),
        *("following", "not", "no", "also", "still", "only", "just", "used", "needed", "required"),
        *("expected", "possible", "able", "going", "being", "often", "usually", "always", "never", "to"),
        *("that", "when", "where", "because", "why", "what", "how", "too", "very", "more", "less", "as"),
        *("done", "there", "here", "probably", "likely", "something", "supposed", "important", "intended"),
        *("designed", "based", "then", "already", "actually", "really", "quite", "so", "such", "similar"),
        *("same", "true", "false", "defined", "set", "created", "it", "if", "similarly", "simply"),
        *("basically", "recommended"),
    )
)
