"""Small integers as bytes: the columns of the history store that hold lists. Pure.

Unsigned integers are written seven bits at a time, lowest first, the high bit telling that more follow
(LEB128, the encoding protocol buffers use).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_SMALL = [bytes([number]) for number in range(128)]


def pack(numbers: Iterable[int]) -> bytes:
    """Unsigned integers, one after the other."""
    return b"".join([_SMALL[number] if number < 128 else _long(number) for number in numbers])


def _long(number: int) -> bytes:
    if number < 1 << 14:
        return bytes((number & 127 | 128, number >> 7))
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    parts.append(number)
    return bytes(parts)


def unpack(data: bytes) -> list[int]:
    """The integers that `pack` wrote."""
    if data.isascii():
        return list(data)
    numbers: list[int] = []
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        if byte & 128:
            shift += 7
        else:
            numbers.append(value)
            value = shift = 0
    return numbers


def in_groups(numbers: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """A flat list as tuples of `size`."""
    return list(zip(*[iter(numbers)] * size, strict=True))
