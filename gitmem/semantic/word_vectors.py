"""Vectors of words by wordllama: the mean of the vectors of a text's tokens.

Its weights and tokenizer are read straight from its installed package. Importing the package itself takes
three times as long as that, sets up logging for the whole process and brings an HTTP client.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
from safetensors import safe_open
from tokenizers import Tokenizer

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

MODEL = "l2_supercat_256"
_PACKAGE = "wordllama"
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_WEIGHTS = Path("weights", f"{MODEL}.safetensors")
_BATCH = 4096


class WordVectors:
    """The model that ships in the package."""

    def __init__(self) -> None:
        """Raises `ImportError` where the package or its files are missing."""
        folder = _package_folder()
        if not (folder / _TOKENIZER).is_file() or not (folder / _WEIGHTS).is_file():
            raise ImportError(f"this version of {_PACKAGE} does not bring {MODEL}")
        self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        with safe_open(str(folder / _WEIGHTS), framework="np") as weights:
            self._words = weights.get_tensor("embedding.weight")

    @property
    def id(self) -> str:
        """The name of the weights."""
        return f"{_PACKAGE}:{MODEL}"

    def embed(self, texts: Sequence[str]) -> NDArray[float32]:
        """Means over tokens; summed with more digits than they have, so that machines agree."""
        means = numpy.zeros((len(texts), self._words.shape[1]), dtype=numpy.float32)
        for start in range(0, len(texts), _BATCH):
            batch = list(texts[start : start + _BATCH])
            for offset, found in enumerate(
                self._tokenizer.encode_batch_fast(batch, add_special_tokens=False)
            ):
                if found.ids:
                    means[start + offset] = self._words[found.ids].mean(axis=0, dtype=numpy.float64)
        return means


def _package_folder() -> Path:
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"No module named {_PACKAGE!r}")
    return Path(spec.submodule_search_locations[0])
