"""Every verb that prints JSON names the schema of it in its help."""

from __future__ import annotations

import pytest

from gitmem.cli.main import VERBS
from tests.running import Mem

PAGES = {"schema": ("schema", "suggest")}
"""Verbs whose options stand on the page of a verb of their own."""


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_schema_is_named(verb: str, mem: Mem) -> None:
    """Whoever writes a script would have to run the verb to learn which document it prints."""
    shown = " ".join(mem(*PAGES.get(verb, (verb,)), "-h", now=None).out.split())
    assert ("--json" in shown) is (f"(schema gitmem.{verb}/1" in shown)
