"""All targets by their names."""

from __future__ import annotations

from bench.fuzz.asking import ASKING
from bench.fuzz.diffs import DIFF
from bench.fuzz.fields import FRONT_MATTER
from bench.fuzz.lines import LINES
from bench.fuzz.markdown import MARKDOWN
from bench.fuzz.rules import POLICY
from bench.fuzz.settings import SETTINGS
from bench.fuzz.target import Target
from bench.fuzz.writes import WRITES

TARGETS: dict[str, Target] = {
    target.name: target for target in (WRITES, POLICY, MARKDOWN, LINES, FRONT_MATTER, DIFF, SETTINGS, ASKING)
}
