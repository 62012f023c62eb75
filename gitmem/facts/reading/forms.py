"""Texts of notes in the forms in which they are compared: shown, literal, normal, and as a set of words.

Knows Markdown's inline markup and how people spell one value in several ways; knows nothing of claims.
It never guesses meaning: two values are equal here only when they are the same words, number or day.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from gitmem.facts.claim import KeyWords
from gitmem.notes.days import find_days
from gitmem.notes.tags import without_tags
from gitmem.words import Analyzer

_MARKUP = re.compile(r"[\[\]{}<>*_`\\&%]")
_COMMENT = re.compile(r"<!--|%%[^%]*%%")
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()\s]*\)){0,500}(?:\s\"[^\"]{0,200}\")?\)")
_REFERENCE_LINK = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]{0,200}\]")
_WIKILINK = re.compile(r"!?\[\[([^\[\]|\\]*)(?:\\?\|([^\[\]]*))?\]\]")
_FOOTNOTE = re.compile(r"\[\^[^\[\]]{1,80}\]")
_AUTOLINK = re.compile(r"<((?:[a-z][a-z0-9+.-]{1,20}:|[^\s<>@]{1,200}@)[^\s<>]{0,2000})>", re.IGNORECASE)
_ELEMENT = re.compile(r"</?[a-z][a-z0-9]{0,20}(?:\s[^<>]{0,500})?/?>", re.IGNORECASE)
_EMPHASIS = re.compile(
    r"(?<!\\)\*\*+|(?<![\w\\])\*(?=\S)|(?<=[^\s\\])\*(?!\w)|(?<![\w\\])_+(?=\S)|(?<=[^\s\\])_+(?!\w)"
)
_TICKS = re.compile(r"`+")
_CODE = "\ue000"  # stands for a code span while the text around it loses its markup
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": " ", "&#39;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
_EMOJI = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0e\ufe0f\u200d\u20e3]+"
)
_EMOJI_NAME = re.compile(r"(?<!\w):[a-z][a-z0-9_+-]{1,30}:(?!\w)")
_QUOTES = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_ENDS = " \t.!,;"
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_ZERO_CENTS = re.compile(r"(?<=\d)\.0+(?!\d|\.\d)")
_LEADING_ZEROS = re.compile(r"(?<![\w.,:+-])0+(?=[1-9]\d*\b(?![.:-]))")
_SLUG = re.compile(r"(?<=[^\W\d_])[-_](?=[^\W\d_])")
_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://\S+")
_CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")
_SINGLE_PART = re.compile(r"\b[^\W\d_][-_](?=[^\W\d_]{2})")
_JOINERS = re.compile(r"[-_/]+")
_WORD = re.compile(r"[^\s]+")


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """`text` as a reader sees it, on one line: no markup, comments or tags; a link is its text.

    An escaped sign is that sign, a wikilink its alias or its target, `<url>` the address.
    """
    if _MARKUP.search(text):
        text = _without_markup(text)
    return " ".join(text.split())


def _without_markup(text: str) -> str:
    """`text` without markup; what stands in a code span stays as it is."""
    if "`" not in text:
        return _without_signs(text)
    runs = _TICKS.split(text)
    marks = _TICKS.findall(text)
    codes: list[str] = []
    kept = [runs[0]]
    at = 0
    while at < len(marks):
        close = next((i for i in range(at + 1, min(at + 8, len(marks))) if marks[i] == marks[at]), None)
        if close is None:
            at += 1
            kept.append(runs[at])
            continue
        inside = "".join(part for i in range(at + 1, close + 1) for part in (runs[i], marks[i]))
        codes.append(inside[: -len(marks[close])].replace("\\|", "|"))
        kept += _CODE, runs[close + 1]
        at = close + 1
    text = _without_signs("".join(kept))
    return re.sub(_CODE, lambda _: codes.pop(0) if codes else "", text)


def _without_signs(text: str) -> str:
    if "<!--" in text or "%%" in text:
        text = _without_comments(text)
    if "[" in text:
        text = without_tags(text)
        text = _WIKILINK.sub(lambda match: match[2] or match[1], text)
        text = _IMAGE_OR_LINK.sub(r"\1", text)
        text = _REFERENCE_LINK.sub(r"\1", text)
        text = _FOOTNOTE.sub("", text)
    elif "}" in text:
        text = without_tags(text)
    if "<" in text:
        text = _ELEMENT.sub(" ", _AUTOLINK.sub(r"\1", text))
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub("", text)
    if "\\" in text:
        text = _ESCAPE.sub(r"\1", text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: _ENTITIES[match[0]], text)
    return text


def _without_comments(text: str) -> str:
    """`text` with a blank for each comment. One that is not closed is none, and is looked through once."""
    kept: list[str] = []
    at = 0
    last = text.rfind("-->")
    while found := _COMMENT.search(text, at):
        if found[0] != "<!--":
            kept += text[at : found.start()], " "
            at = found.end()
        elif found.end() <= last:
            kept += text[at : found.start()], " "
            at = text.index("-->", found.end()) + 3
        else:
            kept.append(text[at : found.end()])
            at = found.end()
    return "".join((*kept, text[at:]))


def without_emoji(text: str) -> str:
    """`text` without pictures and arrows; unchanged when nothing else would be left."""
    if text.isascii():
        if ":" not in text:
            return text
        bare = _EMOJI_NAME.sub(" ", text)
    else:
        bare = _EMOJI.sub(" ", text)
    return " ".join(bare.split()) or text


@lru_cache(maxsize=20_000)
def literal(text: str) -> str:
    """A label as it is compared word by word: markup, emoji, case, Unicode form and spacing aside."""
    text = without_emoji(plain(text))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(text.casefold().split())


def normal_value(text: str) -> str:
    """A value in the form by which values are equal.

    Besides markup, case and Unicode form, these do not count: quotes around it, a final stop, signs that
    group digits, zeros in front of or behind a number, the way a day is written, and whether words are
    joined by blanks, hyphens or underscores (`sam-okafor`). Accents do count.
    """
    return normal_form(plain(text))


@lru_cache(maxsize=20_000)
def normal_form(shown: str) -> str:
    """The same for a text that has lost its markup already."""
    if not shown.isascii():
        shown = unicodedata.normalize("NFKC", shown)
    value = _days_as_iso(shown).casefold().strip(_ENDS + _QUOTES)
    if "://" in value and _URL.fullmatch(value):
        return value.rstrip("/")
    if not value.isascii():
        value = without_emoji(value).translate(_SIGNS)
    if any(map(str.isdigit, value)):
        value = _LEADING_ZEROS.sub("", _ZERO_CENTS.sub("", _THOUSANDS.sub(_without_commas, value)))
    if "-" in value or "_" in value:
        value = _SLUG.sub(" ", value)
    return " ".join(value.split()).strip(_ENDS + _QUOTES) or shown.casefold()


_SIGNS = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}
)


def _without_commas(match: re.Match[str]) -> str:
    return match[0].replace(",", "")


def _days_as_iso(text: str) -> str:
    """`text` with every day written year first."""
    if not any(map(str.isdigit, text)):
        return text
    for found in reversed(find_days(text)):
        text = text[: found.start] + found.day.isoformat() + text[found.end :]
    return text


class KeyReader:
    """Reads labels as sets of words, for one language (`gitmem.words.Analyzer`)."""

    def __init__(self, language: str) -> None:
        self._analyzer = Analyzer(language)
        self._known: dict[str, KeyWords] = {}

    def words(self, text: str) -> KeyWords:
        """The folded stems of the content words of `text`, sorted and distinct.

        Words joined by signs or by capitals count one by one (`start_date`, `startDate`), but a single
        letter belongs to its word (`e-mail`). Where every word is a function word, all of them count.
        """
        known = self._known.get(text)
        if known is None:
            if len(self._known) > 50_000:
                self._known.clear()
            known = self._known[text] = self._read(text)
        return known

    def _read(self, text: str) -> KeyWords:
        text = without_emoji(plain(text))
        text = _CAMEL.sub(" ", text) if not text.istitle() and _starts_low(text) else text
        text = _SINGLE_PART.sub(lambda match: match[0][0], text)
        text = _WORD.sub(_low, _JOINERS.sub(" ", text))
        terms = self._analyzer.distinct(text)
        if not terms:
            terms = {word for word in (each.strip("'\"().,:;!?") for each in text.split()) if word}
        return tuple(sorted(terms))


def _starts_low(text: str) -> bool:
    return text[:1].islower() and " " not in text


def _low(match: re.Match[str]) -> str:
    """A word in small letters, but not one in capitals, which may be a name (`IT`)."""
    word = match[0]
    return word if word.isupper() else word.lower()
