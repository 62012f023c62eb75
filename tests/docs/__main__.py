"""Writes all transcripts, pictures and the reference anew: python -m tests.docs"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.docs.renewing import renew

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        renew(Path(scratch))
