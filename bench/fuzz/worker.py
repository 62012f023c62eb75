"""One target under atheris, in a process of its own: `python -m bench.fuzz.worker NAME FOLDER [OPTION]...`.

Options are libFuzzer's. What was found is in `FOLDER/found`, the corpus in `FOLDER/corpus`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zlib import crc32

import atheris

with atheris.instrument_imports(include=["gitmem"], enable_loader_override=False):
    from bench.fuzz.target import INSTRUMENTED, LONG_ONE_IN, LONGEST_INPUT, Target, blown_up, holds
    from bench.fuzz.targets import TARGETS


def main() -> None:
    """Runs until libFuzzer ends or a property is broken."""
    name, folder, *options = sys.argv[1:]
    target, corpus, found = TARGETS[name], Path(folder, "corpus"), Path(folder, "found")
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    for seed in target.seeds():
        (corpus / f"seed-{crc32(seed):08x}").write_bytes(seed)
    words = Path(folder, "words.txt")
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words), encoding="ascii")
    fixed = [
        f"-max_len={LONGEST_INPUT}",
        f"-dict={words}",
        f"-artifact_prefix={found}/",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *fixed, *options, str(corpus)], lambda data: _try(target, found, data))
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def _try(target: Target, found: Path, data: bytes) -> None:
    holds(target, data, INSTRUMENTED)
    if crc32(data) % LONG_ONE_IN == 0:
        longer = blown_up(target, data)
        try:
            holds(target, longer, INSTRUMENTED)
        except BaseException:
            (found / f"long-{crc32(longer):08x}").write_bytes(longer)
            raise


if __name__ == "__main__":
    main()
