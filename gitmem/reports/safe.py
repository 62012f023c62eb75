"""Text from a repository, made harmless for a terminal.

Notes, paths, authors and subjects are written by others. Escape sequences could recolour or rewrite
what a reader sees, hide a line or send keystrokes; bidirectional controls could make a line read as
something it does not say. They are taken out of text for people. JSON keeps the exact text. A line that
a CI runner would take for a command of its own gets a backslash.
"""

from __future__ import annotations

import re

_SEQUENCES = re.compile(
    # OSC, DCS, SOS, PM and APC, each to its end
    r"(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f]).*?(?:\x07|\x1b\\|\x9c|$)"
    r"|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # CSI
    r"|\x1b[ -/]*[0-~]?",  # any other escape
    re.MULTILINE,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_BREAKS = re.compile(r"[\n\x0b\x0c\u0085\u2028\u2029]+")
_UNSAFE = re.compile(f'{_CONTROLS.pattern}|{_SURROGATES.pattern}|[\\t\\n\\u2028\\u2029"\\\\]')
_HARMFUL = re.compile(f"{_CONTROLS.pattern}|{_SURROGATES.pattern}|[\\t\\n\\u2028\\u2029]")
_COMMAND = re.compile(r"^\s*(?=::\s*\w.*::|##\[)")
"""The beginning of what GitHub's runner obeys when a program prints it."""

_ESCAPES = {"\t": r"\t", "\n": r"\n", "\r": r"\r", '"': r"\"", "\\": r"\\"}

TAB = 4
"""Columns of a tab in text for people."""


def clean_line(text: str) -> str:
    """`text` on one line: breaks become spaces, controls and escape sequences go, bytes show as `\\xff`."""
    return _clean(_BREAKS.sub(" ", text.strip("\r\n"))).replace("\t", " ")


def clean_lines(text: str) -> list[str]:
    """The lines of `text`, each as `clean_line` would leave it but with tabs as columns."""
    return [_clean(_BREAKS.sub(" ", line)).expandtabs(TAB) for line in text.split("\n")]


def clean_path(path: str) -> str:
    """A path as it stands if that is harmless, otherwise quoted with escapes as git quotes paths."""
    if not _UNSAFE.search(path) and path == path.strip():
        return path
    return '"' + _UNSAFE.sub(_escape, path) + '"'


def uncontrolled(text: str) -> str:
    """`text` without escape sequences and control characters; tabs and line feeds stay."""
    return text if text.isascii() and text.isprintable() else _CONTROLS.sub("", _SEQUENCES.sub("", text))


def legal_text(text: str) -> str:
    """`text` as any encoding of Unicode can carry it: bytes that are not UTF-8 show as `\\xff`."""
    return _SURROGATES.sub(_escape, text)


def bare_path(path: str) -> str:
    """A path on one line without controls, escaped as in `clean_path` but never quoted."""
    return _HARMFUL.sub(_escape, path)


def _clean(text: str) -> str:
    text = _SURROGATES.sub(_escape, uncontrolled(text))
    return _COMMAND.sub(r"\g<0>\\", text) if ":" in text or "#" in text else text


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    if character in _ESCAPES:
        return _ESCAPES[character]
    errors = "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass"
    octets = character.encode("utf-8", errors)
    return "".join(f"\\x{octet:02x}" for octet in octets)
