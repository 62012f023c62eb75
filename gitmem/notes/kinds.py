"""The kinds of chunks, and which of them are text that asserts something."""

from __future__ import annotations

from enum import Enum


class ChunkKind(Enum):
    """What a chunk is in Markdown; the value is the name printed in JSON."""

    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    TABLE_HEADER = "table_header"
    CODE = "code"
    QUOTE = "quote"
    HTML = "html"
    FRONT_MATTER = "front_matter"
    HEADING = "heading"
    OTHER = "other"


UNTAGGED = frozenset((ChunkKind.CODE, ChunkKind.FRONT_MATTER, ChunkKind.OTHER))
"""Kinds in which tags, dates and volatile words are examples or machinery and say nothing."""
