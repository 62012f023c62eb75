"""One table of a TOML file, read key by key with its type, and every fault named by its line.

`tomllib` gives values without places, so the line of a key is looked up in the text when (and only
when) something is wrong with it. This room knows TOML, not what the keys mean.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from gitmem.errors import ConfigError
from gitmem.globs import glob_fault

LARGEST_NUMBER = 1_000_000
"""Numbers are days and counts; a larger one is a typing mistake."""

_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]")
_KIND_NAMES = {bool: "true or false", int: "a number", str: "text", list: "a list", dict: "a table"}
T = TypeVar("T")


class Table:
    """A table at `place` (the names that lead to it). Reading a key makes it a known one."""

    def __init__(self, values: dict[str, object], place: tuple[str, ...], text: str, source: str) -> None:
        self._values = values
        self._place = place
        self._text = text
        self._source = source
        self._known: list[str] = []

    def table(self, key: str) -> Table:
        """The table under `key`, empty when there is none."""
        values = cast("dict[str, object]", self._read(key, dict, {}))
        return Table(values, (*self._place, key), self._text, self._source)

    def text(self, key: str, default: str | None) -> str | None:
        """Text that is not blank."""
        value = self._read(key, str, default)
        if value is not None and not value.strip():
            raise self.fault(key, f"{self._name(key)} is empty")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """`true` or `false`."""
        return self._read(key, bool, default)

    def number(self, key: str, default: int, least: int = 0) -> int:
        """A whole number from `least` to `LARGEST_NUMBER`."""
        value = self._read(key, int, default)
        if not least <= value <= LARGEST_NUMBER:
            raise self.fault(key, f"{self._name(key)} must lie between {least} and {LARGEST_NUMBER}")
        return value

    def choice(self, key: str, default: str, legal: Iterable[str]) -> str:
        """One of `legal`."""
        value = self._read(key, str, default)
        options = list(legal)
        if value not in options:
            hint = f"{_did_you_mean(value, options)} (legal: {', '.join(options)})"
            raise self.fault(key, f"{self._name(key)} cannot be {value!r}{hint}")
        return value

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of texts, none of them blank."""
        if key not in self._values:
            self._known.append(key)
            return default
        return self._strings(key, self._read(key, list, []))

    def globs(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of globs that stay within the notes folder."""
        globs = self.texts(key, default)
        for glob in globs:
            fault = glob_fault(glob)
            if fault:
                raise self.fault(key, f"{self._name(key)}: glob {glob!r} {fault}")
        return globs

    def patterns(self, key: str) -> tuple[str, ...]:
        """A list of regular expressions that compile."""
        patterns = self.texts(key, ())
        for pattern in patterns:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # of sets that a later Python may read otherwise
                    re.compile(pattern)
            except (re.error, OverflowError, RecursionError) as error:
                raise self.fault(key, f"{self._name(key)}: {pattern!r} is no pattern: {error}") from None
        return patterns

    def groups(self, key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """A table of names, each with a list of texts; names in alphabetical order."""
        table = self.table(key)
        return tuple((name, table.texts(name, ())) for name in sorted(table._values))

    def folder(self, key: str) -> str | None:
        """A folder relative to the repository's top, as `a/b`; None for the top itself."""
        value = self.text(key, None)
        return None if value is None else self._inner(key, value, "a folder inside the repository") or None

    def inner_path(self, key: str, default: str) -> str:
        """A path below the notes folder, as `a/b`."""
        value = self.text(key, default)
        return self._below(key, value if value is not None else default)

    def inner_paths(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of paths below the notes folder."""
        return tuple(self._below(key, value) for value in self.texts(key, default))

    def _below(self, key: str, value: str) -> str:
        kind = "a path inside the notes folder"
        path = self._inner(key, value, kind)
        if not path:
            raise self.fault(key, f"{self._name(key)} must be {kind}, not {value!r}")
        return path

    def _inner(self, key: str, value: str, kind: str) -> str:
        parts = [part for part in value.replace("\\", "/").split("/") if part not in ("", ".")]
        if value.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:", value) or ".." in parts:
            raise self.fault(key, f"{self._name(key)} must be {kind}, not {value!r}")
        return "/".join(parts)

    def refuse_unknown(self) -> None:
        """Raise `ConfigError` for the first key that was never read."""
        for key in self._values:
            if key not in self._known:
                where = f" under [{'.'.join(self._place)}]" if self._place else ""
                hint = _did_you_mean(key, self._known)
                raise self.fault(
                    key, f"unknown key {key!r}{where}{hint} (known: {', '.join(sorted(self._known))})"
                )

    def fault(self, key: str, reason: str) -> ConfigError:
        """An error about `key`, with its line."""
        return ConfigError(f"{self._source} line {self._line(key)}: {reason}")

    def _name(self, key: str) -> str:
        return ".".join(part if part.isprintable() else repr(part) for part in (*self._place, key))

    def _read(self, key: str, kind: type[T], default: T | None) -> T:
        self._known.append(key)
        value = self._values.get(key, default)
        if key in self._values and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise self.fault(key, f"{self._name(key)} must be {_KIND_NAMES[kind]}, not {_kind_name(value)}")
        return cast("T", value)

    def _strings(self, key: str, values: list[object]) -> tuple[str, ...]:
        for value in values:
            if not isinstance(value, str):
                wrong = _kind_name(value)
                raise self.fault(key, f"{self._name(key)} must be a list of texts, not of {wrong}")
            if not value.strip():
                raise self.fault(key, f"{self._name(key)} holds an empty text")
        return tuple(str(value) for value in values)

    def _line(self, key: str) -> int:
        """The line that sets `key` in this table: as a key, a dotted key, a header or inside braces."""
        finders: tuple[Callable[[str, tuple[str, ...]], bool], ...] = (
            lambda line, header: header == self._place and _sets(line, (key,)),
            lambda line, header: _header(line) == (*self._place, key),
            lambda line, header: _sets_below(line, header, (*self._place, key)),
            lambda line, header: bool(re.search(rf"[{{,]\s*[\"']?{re.escape(key)}[\"']?\s*=", line)),
            lambda line, header: bool(self._place) and _sets_below(line, header, self._place),
        )
        for finder in finders:
            header: tuple[str, ...] = ()
            for number, line in enumerate(self._text.split("\n"), 1):
                header = _header(line) or header
                if finder(line, header):
                    return number
        return 1


def _header(line: str) -> tuple[str, ...]:
    found = _HEADER.match(line)
    return _names(found[1]) if found else ()


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _sets(line: str, names: tuple[str, ...]) -> bool:
    left, equals, _ = line.partition("=")
    return bool(equals) and _names(left) == names


def _sets_below(line: str, header: tuple[str, ...], place: tuple[str, ...]) -> bool:
    left, equals, _ = line.partition("=")
    return bool(equals) and (*header, *_names(left))[: len(place)] == place


def _did_you_mean(word: str, options: Iterable[str]) -> str:
    import difflib

    close = difflib.get_close_matches(word, list(options), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _kind_name(value: object) -> str:
    for kind, name in _KIND_NAMES.items():
        if isinstance(value, kind):
            return name
    return type(value).__name__
