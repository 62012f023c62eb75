r"""Text -> index terms. Knows nothing of notes, of SQLite or of query syntax; there is none.

Documents and queries go through the same rules, so what is written can be found:

* Text is folded: compatibility forms, accents and case do not count (`Straße` = `STRASSE`, `\uff2a` = `J`).
* A word is stemmed for the configured language. The short English stop list holds no negation and no
  contraction, because `doesn't` and `not` are often the point of a note.
* An identifier (`front_matter`, `HttpHandler`, `multi-agent`, `E_404.1`) counts whole and in its parts. The
  whole is written without separators, except between digits, so `e-mail` is `email` but `1.5` is not `15`.
  A name with a number behind it (`utf8`, `iPhone15`, `v2.1`) or a number with its unit (`14GB`) has both as
  parts.
* What stands nowhere as it is asked for is asked for as it may be written otherwise (`gitmem.spellings`).
* Scripts written without spaces, and Hangul with its attached particles, count as single characters and as
  pairs of neighbours.

A term holds no blank, no ASCII capital and no ASCII sign outside `TERM_SIGNS`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import Stemmer

from gitmem.asking import matter_of
from gitmem.errors import ConfigError, UsageError
from gitmem.spellings import typed

TERM_SIGNS = "'+#.,_-~"
"""ASCII characters besides lower-case letters and digits that a term may hold."""

_STOP_LIST = """
a about am an and any are as at be been being but by could did do does doing for from had has
have having he her hers him his how i if in into is it its me my of on or our ours she should so
some than that the their theirs them then there these they this those to was we were what when
where which who whom whose why with would you your yours
"""
STOP_WORDS = frozenset(_STOP_LIST.split())
"""Words that no English query is about: articles, pronouns, prepositions, auxiliary verbs."""
_NO_STOP_WORDS = frozenset({"IT", "WHO"})  # names, in capitals, of what notes do speak about

_LONGEST = 64  # characters; a longer word (encoded data) is kept as its start and a digest
_MEMO_LIMIT = 120_000  # words; about 25 MB, and the common words are soon back after it is emptied
_LONGEST_RUN = 4  # characters of unspaced script that are asked for as one term

# Marks that fold away: Latin, Greek and Cyrillic accents, Hebrew and Arabic points, invisible signs.
_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200c\u200d\u2060\ufeff]"
)
_BREVE = "\u0306"  # of й, which is a letter of its own and not an и with an accent
# Letters that Unicode does not decompose although people type them without the stroke, and typographic
# signs: with those out of the way most texts are plain ASCII and need no more folding.
_LETTERS = str.maketrans(
    {
        **{"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "\u0131": "i"},
        **{"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ð": "d", "Ð": "D"},
        **{"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-", "\u2212": "-"},
        **dict.fromkeys("\u00a0\u2013\u2014\u201c\u201d\u201e\u2022\u2026\u2190\u2192\u00ab\u00bb", " "),
    }
)
_UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0f03\u0f40-\u0fff\u1000-\u104f\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
# Vowel signs of the Indic scripts belong to their word, though `\w` leaves them out.
_SIGNS = "\u0900-\u0903\u093a-\u0963\u0981-\u0983\u09bc-\u09e3\u0a01-\u0d7f\u0d82-\u0ddf\u1b00-\u1bff"
_SYMBOLS = "\u231a\u231b\u23e9-\u23f3\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f000-\U0001faff"

_JOINT = r"(?:[.'-]|_+|(?<=\d),(?=\d))"
_TAIL = r"(?:\+\+(?![^\W\d]|[_+])|\#(?![\w#]))?"  # C++ (also in C++20), C#
_ASCII = re.compile(rf"[^\W_]+(?:{_JOINT}[^\W_]+)*{_TAIL}", re.ASCII)
_LETTER = rf"[^\W_{_UNSPACED}]"
_WORD = rf"{_LETTER}+(?:[{_SIGNS}]+{_LETTER}*)*"

_SEPARATORS = re.compile(r"[._-]+")
_LOOSE_SEPARATORS = re.compile(r"(?<!\d)[._-]+|[._-]+(?!\d)")
_CAMEL = re.compile(r"[A-Z]+s?\d*(?![a-z])|[A-Z]?[a-z]+\d*|\d+|[^\W\dA-Za-z_]+")
_NUMBERED = re.compile(r"([^\W\d_]{2,})(\d+)|(\d+)((?!(?:st|nd|rd|th)$)[^\W\d_]{2,})", re.IGNORECASE)
_VERSION = re.compile(r"[vV](\d+)")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_PLURAL_CAPITALS = re.compile(r"[A-Z]{2,}s")
_ENDINGS = ("'ll", "'re", "'ve", "'d", "'m")


class QueryTerm(NamedTuple):
    """One thing asked for, as the user wrote it.

    `terms` is what it scores by. It is found where all terms of one of its `ways` stand in one text: an
    identifier is found whole or by all its parts, a run of unspaced script by all its pairs. A text is
    worth ranking as soon as it holds all terms of one of its `clues`. `spelled` are other ways to write it by
    which it is found, where it is found by none of its own; `typed` is it without umlauts, where it has any.
    """

    text: str
    terms: tuple[str, ...]
    ways: tuple[tuple[str, ...], ...]
    clues: tuple[tuple[str, ...], ...]
    spelled: tuple[str, ...] = ()
    typed: str = ""


class _Word(NamedTuple):
    """The terms of one word: the `whole` and, when it is made of several, its `parts`.

    `between` are those of several of its parts together; a text holds them, but no query needs them.
    """

    whole: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    between: tuple[str, ...] = ()


class Analyzer:
    """The rules above for one language; `none` neither stems nor drops stop words.

    Raises `ConfigError` for a language without a stemmer. Remembers what it made of a word, so one
    analyzer per run is the fast way. Not to be shared by threads.
    """

    def __init__(self, language: str = "english") -> None:
        if language != "none" and language not in Stemmer.algorithms():
            known = ", ".join(sorted(Stemmer.algorithms()))
            raise ConfigError(f"no stemmer for language {language!r}; choose one of none, {known}")
        self._stem = str if language == "none" else Stemmer.Stemmer(language, 0).stemWord
        self.english = language == "english"
        self._stop = STOP_WORDS if self.english else frozenset()
        self._memo = _Memo(self)

    def document(self, text: str) -> str:
        """The terms of a text, in order and with repetitions, separated by blanks."""
        text = fold(text)
        if text.isascii():
            return " ".join(map(self._memo.__getitem__, _ASCII.findall(text)))
        return " ".join(self.token(token) for token in _any_script().findall(text))

    def distinct(self, text: str) -> set[str]:
        """The terms of a text, each once; the quick way for a long text."""
        text = fold(text)
        if text.isascii():
            return set(" ".join(map(self._memo.__getitem__, set(_ASCII.findall(text)))).split())
        return set(" ".join(map(self.token, set(_any_script().findall(text)))).split())

    def token(self, token: str) -> str:
        """The terms of one of `tokens(text)`, separated by blanks."""
        if is_unspaced(token):
            return " ".join((*token, *_pairs(token)))
        return self._memo[token]

    def query(self, text: str) -> tuple[QueryTerm, ...]:
        """What a query asks for, in the order written and each thing once.

        Raises `UsageError` when nothing in it can be searched for.
        """
        found = self._asked(matter_of(text)) if self._stop else {}
        found = found or self._asked(text)
        if not found:
            said = text.strip()
            raise UsageError(
                f"nothing to search for in {said!r}: " + (_why_nothing(said) if said else "it is empty")
            )
        return tuple(found.values())

    def _asked(self, text: str) -> dict[tuple[str, ...], QueryTerm]:
        found: dict[tuple[str, ...], QueryTerm] = {}
        asked, as_typed = tokens(text), typed(text)
        written = asked if as_typed == text else tokens(as_typed)
        for number, token in enumerate(asked):
            for term in self._query_terms(token):
                if len(written) == len(asked) and written[number] != token:
                    term = term._replace(typed=written[number])
                found.setdefault(term.terms, term)
        return found

    def _query_terms(self, token: str) -> Iterable[QueryTerm]:
        if is_unspaced(token):
            pairs = _pairs(token) or (token,)
            if len(token) <= _LONGEST_RUN:
                return [QueryTerm(token, pairs, (pairs,), tuple((pair,) for pair in pairs))]
            return [QueryTerm(pair, (pair,), ((pair,),), ((pair,),)) for pair in pairs]
        word = self._word(token)
        ways = tuple(way for way in (word.whole, word.parts) if way)
        if not ways:
            return []
        if token.endswith(("+", "#")):
            ways = ways[:1]
        terms = tuple(dict.fromkeys(term for way in ways for term in way))
        return [QueryTerm(token, terms, ways, ways)]

    def terms_of_word(self, token: str) -> str:
        """The terms of one folded word, without looking into the memory of words."""
        if token.isalpha() and token.islower():
            return "".join(self._plain(token))
        word = self._word(token)
        return " ".join(dict.fromkeys((*word.whole, *word.between, *word.parts)))

    def _word(self, token: str) -> _Word:
        if token.endswith(("++", "#")):
            base = token.rstrip("+#")
            return _Word((_shorten(token.casefold()),), self._plain(base))
        if "," in token:
            if _THOUSANDS.fullmatch(token):
                return _Word(self._plain(token.replace(",", "")))
            return _Word((), tuple(self._parts(token.split(","))))
        if "'" in token:
            return self._apostrophe(token)
        pieces = _SEPARATORS.split(token)
        parts = [part for piece in pieces for part in _parts_of(piece)]
        if len(parts) == 1:
            return _Word(self._plain(token))
        whole = _LOOSE_SEPARATORS.sub("", token).casefold()
        # A part is a single word, so it is one term or, when it is too common, none.
        terms = tuple(filter(None, map(self._memo.__getitem__, parts)))
        return _Word((_shorten(self._stem(whole)),), terms, tuple(self._between(pieces)))

    def _between(self, pieces: Sequence[str]) -> Iterable[str]:
        """What stands between separators, and of that what stands before its number, where those have parts;
        the number of a version (`v2`) without its letter."""
        for piece in pieces:
            if len(pieces) > 1 and len(_parts_of(piece)) > 1:
                yield from self._plain(piece)
            version = _VERSION.fullmatch(piece)
            if version:
                yield from self._plain(version[1])
            numbered = _NUMBERED.fullmatch(piece)
            if numbered and numbered[1] and len(_camel(numbered[1])) > 1:
                yield from self._plain(numbered[1])

    def _apostrophe(self, token: str) -> _Word:
        lower = token.casefold()
        if lower.endswith("n't"):
            return _Word((_shorten(lower),))
        if lower.endswith("'s"):
            return self._word(token[:-2])
        for ending in _ENDINGS:
            if lower.endswith(ending):
                return _Word((_shorten(lower),), self._plain(token[: -len(ending)]))
        whole = self._stem(lower.replace("'", ""))
        return _Word((_shorten(whole),), tuple(self._parts(token.split("'"))))

    def _parts(self, parts: Iterable[str]) -> Iterable[str]:
        return (term for part in parts for term in self.token(part).split())

    def _plain(self, word: str) -> tuple[str, ...]:
        lower = word.casefold()
        if lower != word and _PLURAL_CAPITALS.fullmatch(word):
            lower = lower[:-1]
        if lower in self._stop and word not in _NO_STOP_WORDS:
            return ()
        return (_shorten(self._stem(lower)),)


class _Memo(dict[str, str]):
    """word -> its terms; empties itself before it grows large."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer

    def __missing__(self, token: str) -> str:
        terms = self._analyzer.terms_of_word(token)
        if len(token) <= _LONGEST:
            if len(self) >= _MEMO_LIMIT:
                self.clear()
            self[token] = terms
        return terms


def fold(text: str) -> str:
    """The text without accents, compatibility forms and escaped underscores; capitals are kept."""
    if "\\" in text:
        text = text.replace("\\_", "_")
    if text.isascii():
        return text
    text = text.translate(_LETTERS)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKD", text)
    text = text.replace("и" + _BREVE, "й").replace("И" + _BREVE, "Й")
    # Some letters only come to light without their accents, as æ in ǽ.
    return unicodedata.normalize("NFC", _MARKS.sub("", text)).translate(_LETTERS)


def tokens(text: str) -> list[str]:
    """The words of a text, folded, as `Analyzer.token` takes them."""
    text = fold(text)
    return (_ASCII if text.isascii() else _any_script()).findall(text)


@cache
def _any_script() -> re.Pattern[str]:
    # Compiled when first needed: it takes 11 ms, and most searches are in ASCII.
    return re.compile(rf"[{_UNSPACED}]+|[{_SYMBOLS}]|{_WORD}(?:{_JOINT}{_WORD})*{_TAIL}")


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(rf"[{_UNSPACED}]")


def is_unspaced(token: str) -> bool:
    """Whether a word of `tokens` is a run of a script written without spaces."""
    return not token.isascii() and _unspaced().match(token) is not None


def _camel(piece: str) -> list[str]:
    if not piece.isascii() or piece.islower() or piece.isupper() or piece.istitle() or piece.isdigit():
        return [piece] if piece else []
    return _CAMEL.findall(piece)


def _parts_of(piece: str) -> list[str]:
    """The words of a text without separators: by its capitals, and a number apart from its name or unit."""
    if piece.isalpha() and piece.islower():
        return [piece]
    words = [piece] if piece.islower() else _camel(piece)
    return [part for word in words for part in _number_apart(word)]


def _number_apart(word: str) -> list[str]:
    numbered = None if word.isalpha() or word.isdigit() else _NUMBERED.fullmatch(word)
    return [word] if numbered is None else [part for part in numbered.groups() if part]


def _pairs(run: str) -> tuple[str, ...]:
    return tuple(run[i : i + 2] for i in range(len(run) - 1))


def _shorten(term: str) -> str:
    if len(term) <= _LONGEST:
        return term
    from hashlib import blake2s  # rarely needed, and slow to load

    digest = blake2s(term.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return f"{term[:32]}~{digest}"


def _why_nothing(text: str) -> str:
    return "only common words" if any(letter.isalnum() for letter in text) else "only signs, no word"
