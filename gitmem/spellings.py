"""Other ways to write a word: British and American English, irregular forms, short days, typed umlauts.

A word that stands nowhere may only be written otherwise, as `licence` is `license`, `bought` is `buy` and
`Müller` is `Mueller`. Nothing here is likely to be a word by chance that means something else: rules that
could be are bound to long words or to lists. What is written in which way is for the caller to look up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

_SHORTEST = 5
"""Letters of a word that rules apply to; shorter ones turn into other words too easily (`tour`, `tor`)."""

_LONGEST = 40
"""Letters of a word that has other spellings; each vowel of a longer one would cost a look."""

_FORMS = """
child children; man men; woman women; foot feet; tooth teeth; mouse mice; goose geese; ox oxen;
leaf leaves; knife knives; wife wives; shelf shelves; half halves; wolf wolves; thief thieves; loaf loaves;
calf calves; analysis analyses; crisis crises; thesis theses; hypothesis hypotheses; diagnosis diagnoses;
criterion criteria; phenomenon phenomena; index indices; appendix appendices; matrix matrices;
vertex vertices; arise arose arisen; awake awoke awoken; bear borne; become became; begin began begun;
bend bent; bind bound; bite bit bitten; bleed bled; blow blew blown; break broke broken; bring brought;
build built; burn burnt; buy bought; catch caught; choose chose chosen; cling clung; come came;
creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven;
eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen;
get got gotten; give gave given; go went gone; grow grew grown; hang hung; hear heard; hide hid hidden;
hold held; keep kept; know knew known; lay laid; lead led; lean leant; learn learnt; lend lent; lose lost;
make made; mean meant; meet met; pay paid; prove proven; ride rode ridden; ring rang rung; rise risen;
run ran; say said; see seen; seek sought; sell sold; send sent; shake shook shaken; shine shone;
shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept;
slide slid; speak spoke spoken; spell spelt; spend spent; spill spilt; spin spun; spoil spoilt;
spring sprang sprung; stand stood; steal stole stolen; stick stuck; sting stung; strike struck stricken;
swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken; teach taught; tear torn;
tell told; think thought; throw threw thrown; undergo underwent undergone; understand understood;
wake woke woken; wear wore worn; weave wove woven; weep wept; win won; withdraw withdrew withdrawn;
write wrote written; january jan; february feb; april apr; june jun; july jul; august aug;
september sep sept; october oct; november nov; december dec; tuesday tue tues; thursday thu thur thurs;
friday fri; grey gray; programme program; aluminium aluminum; jewellery jewelry; mould mold; plough plow;
ageing aging; sceptic skeptic; sceptical skeptical; judgement judgment; acknowledgement acknowledgment;
cosy cozy; pyjamas pajamas; aeroplane airplane; moustache mustache; artefact artifact; enquiry inquiry;
whisky whiskey; yoghurt yogurt; omelette omelet; fulfil fulfill; enrol enroll; skilful skillful;
instalment installment; manoeuvre maneuver; practise practice; tyre tire; draught draft; disc disk;
adviser advisor; licence license; defence defense; offence offense; pretence pretense
"""
"""Words that are one word: irregular nouns and verbs, months and days with their short names as far as these
mean nothing else (`sun`, `mar`), and British words with the American ones."""

_VERB = r"(?=(?:e|es|ed|ing|er|ers|able|ations?)$)"
_AFTER_OUR = r"(?=(?:s|ed|ing|ful|less|able|abl[ey]|ites?|hoods?|ly|al|ers?|y|ism)?$)"
_DOUBLED = r"(?<=[aeiou])(?=(?:ed|ing|ers?|ors?|ations?)$)"
_RULES = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        (rf"(?<=[a-z][a-z])our{_AFTER_OUR}", "or"),
        (rf"(?<=[a-z][a-z])or{_AFTER_OUR}", "our"),
        (rf"(?<=[a-z][iy])s{_VERB}", "z"),
        (rf"(?<=[a-z][iy])z{_VERB}", "s"),
        (r"(?<=[bt])re(?=[sd]?$)", "er"),
        (r"(?<=[bt])er(?=(?:s|ed)?$)", "re"),
        (r"ogue(?=s?$)", "og"),
        (r"og(?=s?$)", "ogue"),
        (r"^((?:[^aeiou]*[aeiou]+){2}[^aeiou]*)ll(?=(?:ed|ing|ers?|ors?|ations?)$)", r"\1l"),
        (r"^((?:[^aeiou]*[aeiou]+){2}[^aeioul]*)l(?=(?:ed|ing|ers?|ors?|ations?)$)", r"\1ll"),
        (r"(?:ae|oe)(?=[a-z]{3})", "e"),
    )
)
_COMPOUND = re.compile(
    "(add|back|break|build|buy|call|check|clean|drop|follow|hand|hold|kick|lay|log|look|make|mark|pay|pick|pop|print"
    "|push|roll|round|run|set|shut|sign|sit|start|take|tear|time|top|trade|turn|warm|wind|work|write)"
    "(up|down|out|off|in|on|over|back|around|away)s?"
)
"""Nouns of a verb and its particle, which are two words as a verb."""

_VERSION = re.compile(r"v(\d+(?:\.\d+)*)", re.IGNORECASE)
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe"}
)
_TYPED = re.compile(r"(?<=[aou])e|(?<=a)a")


def typed(text: str) -> str:
    """A text as it is typed without umlauts: `Müller` as `Mueller`; the same text where it has none."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", text).translate(_UMLAUTS)


def spellings(word: str, *, english: bool) -> tuple[str, ...]:
    """Other ways to write a folded word of one part, without those that only English has unless asked for.

    One may be of several words, as `version 2` for `v2` or `set up` for `setup`.
    """
    version = _VERSION.fullmatch(word)
    if version:
        number = version[1]
        return (number,) if "." in number else (f"version {number}",)
    word = word.lower()
    if not word.isascii() or not word.isalpha() or len(word) > _LONGEST:
        return ()
    found = [*_without_umlauts(word), *(_english(word) if english else ())]
    return tuple(each for each in dict.fromkeys(found) if each != word)


def _without_umlauts(word: str) -> Iterator[str]:
    """A word with typed umlauts as it is folded with real ones: `mueller` as `muller`."""
    if len(word) >= _SHORTEST:
        for match in _TYPED.finditer(word):
            yield word[: match.start()] + word[match.end() :]
        yield _TYPED.sub("", word)


def _english(word: str) -> Iterator[str]:
    for base in _bases(word):
        yield from _forms().get(base, ())
    compound = _COMPOUND.fullmatch(word)
    if compound:
        yield f"{compound[1]} {compound[2]}"
    if len(word) >= _SHORTEST:
        yield from (pattern.sub(other, word) for pattern, other in _RULES if pattern.search(word))


def _bases(word: str) -> Iterator[str]:
    """A word, and what it is without a regular ending."""
    yield word
    if word.endswith("s"):
        yield word[:-1]
    if word.endswith("ing"):
        stem = word[:-3]
        yield from (stem, f"{stem}e")
        if stem[-1:] == stem[-2:-1]:
            yield stem[:-1]


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in re.split(r"[;\n]", _FORMS) if line.strip()]
    found: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for word in group:
            found[word] = (*found.get(word, ()), *(each for each in group if each != word))
    return found
