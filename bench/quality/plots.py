"""Figures of quality and cost -> pictures in SVG, the same bytes for the same figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")

from matplotlib import pyplot

QUALITY = ("recall@1", "recall@5")
_SALT = "gitmem"
_FIXED = {"Date": None, "Creator": "matplotlib"}
_LINES = (("#1f5fa8", "o"), ("#6f6f6f", "v"), ("#2f7f70", "^"), ("#9a6a00", "s"), ("#a8502f", "D"))
_GRID = "#dddddd"

DRAWN = {
    "BM25, stemmed": ("#9a9a9a", "v"),
    "plainmem": ("#d9a441", "s"),
    "MiniLM": ("#8a6fb0", "P"),
    "MiniLM + layer": ("#c06c52", "D"),
    "gitmem": ("#1f5fa8", "o"),
    "gitmem hybrid, wordllama": ("#4c9f8f", "^"),
}
"""Whose recall is drawn by family, in which colour and with which mark; more would be unreadable."""


def _settings() -> None:
    pyplot.rcdefaults()
    pyplot.rcParams.update({"svg.hashsalt": _SALT, "svg.fonttype": "none", "font.family": "sans-serif"})
    pyplot.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False})


def draw_quality(systems: Sequence[Mapping[str, Any]], file: Path) -> None:
    """Recall by family, a panel for each depth, a mark for each system with its interval."""
    _settings()
    drawn = [each for name in DRAWN for each in systems if each["system"] == name]
    families = [name for name, found in drawn[0]["families"].items() if QUALITY[0] in found]
    figure, panels = pyplot.subplots(1, 2, figsize=(9.5, 6.6), sharey=True, layout="constrained")
    for panel, metric in zip(panels, QUALITY, strict=True):
        for number, system in enumerate(drawn):
            shift = (number - (len(drawn) - 1) / 2) * 0.13
            means, lows, highs, _ = zip(*(system["families"][name][metric] for name in families), strict=True)
            places = [at + shift for at in range(len(families))]
            errors = [
                [mean - low for mean, low in zip(means, lows, strict=True)],
                [high - mean for mean, high in zip(means, highs, strict=True)],
            ]
            colour, mark = DRAWN[system["system"]]
            panel.errorbar(
                means,
                places,
                xerr=errors,
                label=system["system"],
                color=colour,
                fmt=mark,
                markersize=5,
                elinewidth=0.8,
            )
        panel.set(xlim=(-0.02, 1.02), ylim=(len(families) - 0.5, -0.5), title=metric)
        panel.set_yticks(range(len(families)), families)
        panel.grid(axis="x", color=_GRID, linewidth=0.7)
        panel.set_axisbelow(True)
        for at in range(0, len(families), 2):
            panel.axhspan(at - 0.5, at + 0.5, color="#f5f5f5", zorder=0, linewidth=0)
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=3, frameon=False)
    _save(figure, file)


def draw_cost(searches: Sequence[Mapping[str, Any]], file: Path) -> None:
    """CPU of a search by the number of chunks, a line for each `system`; `cpu` is in seconds."""
    _settings()
    figure, panel = pyplot.subplots(figsize=(6.4, 4.0), layout="constrained")
    names = list(dict.fromkeys(str(each["system"]) for each in searches))
    for number, name in enumerate(names):
        points = sorted((each["chunks"], each["cpu"] * 1000) for each in searches if each["system"] == name)
        sizes, times = zip(*points, strict=True)
        colour, mark = _LINES[number % len(_LINES)]
        panel.plot(sizes, times, color=colour, marker=mark)
        label = panel.annotate(
            name, (sizes[-1], times[-1]), (6, 0), textcoords="offset points", color=colour, va="center"
        )
        label.set_fontweight("bold" if number == 0 else "normal")
    panel.set(xscale="log", yscale="log", xlabel="chunks of notes", ylabel="CPU of one search")
    chunks = sorted({each["chunks"] for each in searches})
    panel.set_xticks(chunks, [f"{size:,}" for size in chunks])
    panel.set_yticks([10, 100, 1_000, 10_000], ["10 ms", "100 ms", "1 s", "10 s"])
    panel.minorticks_off()
    panel.set_axisbelow(True)
    panel.grid(color=_GRID, linewidth=0.7)
    panel.margins(x=0.04)
    _save(figure, file)


def _save(figure: Any, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, format="svg", metadata=_FIXED)
    pyplot.close(figure)
    lines = file.read_text("utf-8").split("\n")
    file.write_text("\n".join(line.rstrip() for line in lines), "utf-8")
