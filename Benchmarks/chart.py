"""Draws `chart.png` from `results.json`: how many times faster than each peer the library is.

Usage: chart.py RESULTS CHART
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  (after the choice of a back end that needs no screen)

# What is shown: the name of a contest in the results, what it is called in the chart, and the peers beside it.
ROWS = [
    ("read Int, 1 thread", "read an Int", ["@Observable", "UserDefaults"]),
    ("read String, 1 thread", "read a String", ["@Observable", "UserDefaults"]),
    ("write Int", "write an Int", ["@Observable", "UserDefaults"]),
    ("write String", "write a String", ["@Observable", "UserDefaults"]),
    (
        "a setter with .immediately, among 10,000",
        "write, saved at return\n(survives a crash)",
        ["raw SQLite, NORMAL", "UserDefaults + synchronize()"],
    ),
    (
        "set and save one among 10,000",
        "save one of 10,000\n(survives a power cut)",
        ["raw SQLite, FULL", "UserDefaults + synchronize()", "JSON file"],
    ),
    (
        "launch, reading 20 of 10,000",
        "launch, 20 of 10,000",
        ["raw SQLite", "UserDefaults", "JSON file"],
    ),
    ("compile a class of 200 properties", "compile 200 properties", ["@Observable"]),
]

COLORS = {"@Observable": "#7a5195", "raw SQLite": "#2f7f79", "UserDefaults": "#d1495b", "JSON file": "#edae49"}


def family(peer):
    return next(name for name in COLORS if peer.startswith(name))


def bars(results):
    contests = {contest["work"]: contest for contest in results["contests"]}
    for work, label, peers in ROWS:
        if work not in contests:
            continue
        entrants = {entrant["name"]: entrant for entrant in contests[work]["entrants"]}
        yield label, [(peer, 1 / entrants[peer]["ratio"]) for peer in peers if peer in entrants]


def draw(results, path):
    figure, axes = pyplot.subplots(figsize=(9, 6.2), dpi=150)
    position, ticks, seen = 0.0, [], set()
    for label, group in bars(results):
        first = position
        for peer, speed in group:
            name = family(peer)
            # From 1, which is the library itself: to the right of it the library is faster, to the left slower.
            axes.barh(
                position, speed - 1, left=1, height=0.8, color=COLORS[name], label=None if name in seen else name)
            seen.add(name)
            text = f"{speed:.2f} ×" if speed < 10 else f"{speed:,.0f} ×"
            axes.annotate(
                text, (max(speed, 1), position), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
            position += 1
        ticks.append(((first + position - 1) / 2, label))
        position += 0.7
    axes.set_xscale("log")
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks([place for place, _ in ticks], [label for _, label in ticks])
    axes.invert_yaxis()
    left, right = axes.get_xlim()
    axes.set_xlim(min(left, 0.3), right * 2)
    axes.set_xlabel("how many times the library's time each takes (more than 1: the library is faster)")
    axes.set_title("DataContainer beside what one would use instead", loc="left", fontsize=12, fontweight="bold")
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    figure.text(
        0.99, 0.005, f"{results['machine']}, {results['cores']} cores, {results['system']}", ha="right", fontsize=7,
        color="#666666")
    figure.tight_layout()
    figure.savefig(path)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        draw(json.load(file), sys.argv[2])
