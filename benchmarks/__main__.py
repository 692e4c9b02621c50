"""Run benchmarks, print a table and write every figure."""

import argparse
import importlib
import json
import os
import platform
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from benchmarks._figures import Figure

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py"))


def parse() -> argparse.Namespace:
    """The arguments; ends the program with one line if they are wrong. Needs the standard library alone."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measure Aqua Romana beside its peers: medians, taken in turns. "
        "A ratio above 1 means that we are better.",
    )
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of: {', '.join(NAMES)} (all)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every figure there")
    parser.add_argument("--repeats", metavar="N", type=int, default=9, help="pairs of samples (9)")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.exit(2, f"No benchmark is named {unknown[0]!r}; known: {', '.join(NAMES)}.\n")
    if options.repeats < 2:
        parser.exit(2, "--repeats needs at least 2.\n")
    return options


def main() -> None:
    """Measure what is named, or everything."""
    options = parse()
    figures = []
    print(f"{'':28}{'ours':>11} {'peer':>11} {'':10}{'ratio':>7}{'spread':>8}")
    for name in options.names or NAMES:
        for figure in measure(name, options.repeats):
            figures.append({"benchmark": name, **asdict(figure)})
            print(row(figure), flush=True)
    if options.json:
        machine = {"python": platform.python_version(), "machine": platform.machine()}
        result = {**machine, "cores": os.cpu_count(), "figures": figures}
        options.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


def measure(name: str, repeats: int) -> Iterable[Figure]:
    """The figures of one benchmark, as they come."""
    figures: Iterable[Figure] = importlib.import_module(f"benchmarks.{name}").run(repeats)
    return figures


def row(figure: Figure) -> str:
    """A line of the table."""
    return (
        f"{figure.name:28}{figure.value:11,.1f} {figure.peer_value:11,.1f} {figure.unit:10}"
        f"{figure.ratio:6.2f}×{figure.spread:8.0%}  against {figure.peer}"
    )


if __name__ == "__main__":
    main()
