"""Searches by words without any notion of time: grep, BM25 and SQLite's FTS5.

They have the words of a question and the notes as they are; asked about another day or revision they can
do no better.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import bm25s
import Stemmer
from bm25s.stopwords import STOPWORDS_EN

from bench.quality.queries import Question
from bench.quality.systems.answer import Answer, Hit, plain_answer
from bench.quality.systems.pieces import Piece, note_paths, read_pieces

_WORD = re.compile(r"\w+")


class Grep:
    """Lines that hold any word of the question as a part, whatever its case; those with most words first.

    That is `grep -i -e WORD ...` by somebody who passes over the commonest words and then looks for the
    lines with most of the others: more than grep does, which would print in the order of the files.
    """

    def __init__(self) -> None:
        self._lines: list[tuple[str, int, str, str]] = []
        self._common = frozenset(STOPWORDS_EN)

    def build(self, repository: Path, now: date) -> None:
        for path in note_paths(repository):
            lines = (repository / path).read_text("utf-8").split("\n")
            self._lines += [
                (path, at, line, line.lower()) for at, line in enumerate(lines, 1) if line.strip()
            ]

    def ask(self, question: Question, k: int) -> Answer:
        words = {word for word in _WORD.findall(question.text.lower()) if word not in self._common}
        counts = [sum(word in lower for word in words) for *_, lower in self._lines]
        best = sorted((at for at, count in enumerate(counts) if count), key=lambda at: -counts[at])[:k]
        return plain_answer(tuple(self._hit(at) for at in best))

    def _hit(self, number: int) -> Hit:
        path, at, text, _ = self._lines[number]
        return Hit(path, at, at, text)


class Ranked:
    """BM25 by bm25s as it comes (its tokens, its English stop words, k1 = 1.5, b = 0.75), over our pieces."""

    def __init__(self, *, stemmed: bool) -> None:
        self._stemmer: Any = Stemmer.Stemmer("english") if stemmed else None
        self._ranker = bm25s.BM25()
        self._pieces: list[Piece] = []

    def build(self, repository: Path, now: date) -> None:
        self._pieces = list(read_pieces(repository))
        self._ranker.index(self._words([each.searched for each in self._pieces]), show_progress=False)

    def _words(self, texts: list[str]) -> Any:
        return bm25s.tokenize(
            texts, stopwords="en", stemmer=self._stemmer, return_ids=False, show_progress=False
        )

    def ask(self, question: Question, k: int) -> Answer:
        words = self._words([question.text])
        if not any(word in self._ranker.vocab_dict for word in words[0]):
            return plain_answer(())
        places, scores = self._ranker.retrieve(words, k=min(k, len(self._pieces)), show_progress=False)
        found = zip(places[0], scores[0], strict=True)
        return plain_answer(tuple(self._pieces[place].hit() for place, score in found if score > 0))


class FullText:
    """SQLite's FTS5 with its porter stemmer and rank, over our pieces; any word of the question."""

    def __init__(self) -> None:
        self._store = sqlite3.connect(":memory:")
        self._pieces: list[Piece] = []

    def build(self, repository: Path, now: date) -> None:
        self._pieces = list(read_pieces(repository))
        self._store.execute("CREATE VIRTUAL TABLE pieces USING fts5(text, tokenize='porter unicode61')")
        rows = [(at, piece.searched) for at, piece in enumerate(self._pieces)]
        self._store.executemany("INSERT INTO pieces(rowid, text) VALUES (?, ?)", rows)

    def ask(self, question: Question, k: int) -> Answer:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(question.text))
        found = self._store.execute(
            "SELECT rowid FROM pieces WHERE pieces MATCH ? ORDER BY rank LIMIT ?", (words, k)
        )
        return plain_answer(tuple(self._pieces[row].hit() for (row,) in found))
