"""Run benchmarks, print a table and write every figure."""

import argparse
import importlib
import json
import os
import platform
from collections.abc import Iterable, Sequence
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
    parser.add_argument(
        "--promises",
        metavar="FILE",
        type=Path,
        default=Path("build/bench/promises.txt"),
        help="write what is promised, measured and kept there (build/bench/promises.txt)",
    )
    parser.add_argument(
        "--only",
        metavar="PART",
        action="append",
        default=[],
        help="of the server: 'load', or one attack, as in `server --only hints`; may be repeated",
    )
    parser.add_argument("--repeats", metavar="N", type=int, default=9, help="pairs of samples (9)")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.exit(2, f"No benchmark is named {unknown[0]!r}; known: {', '.join(NAMES)}.\n")
    if options.only and options.names != ["server"]:
        parser.exit(2, "--only is for the benchmark of the server.\n")
    if options.repeats < 2:
        parser.exit(2, "--repeats needs at least 2.\n")
    return options


def main() -> None:
    """Measure what is named, or everything."""
    options = parse()
    figures: list[tuple[str, Figure]] = []
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{'':28}{'ours':>11} {'peer':>11} {'':10}{'ratio':>7}{'spread':>8}")
    for name in options.names or NAMES:
        for figure in measure(name, options.repeats, options.only):
            figures.append((name, figure))
            print(row(figure), flush=True)
            if options.json:  # after each: a run that is broken off leaves what it has measured
                _write(options.json, figures)
    if table := promises([figure for _, figure in figures]):
        table += f"The load of the machine was {load:.1f} when it began; on a busy one a calm run misses some, too.\n"
        print(f"\n{table}")
        options.promises.parent.mkdir(parents=True, exist_ok=True)
        options.promises.write_text(table, "utf-8")
        print(f"Written to {options.promises}.")


def _write(file: Path, figures: list[tuple[str, Figure]]) -> None:
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    listed = [{"benchmark": name, **asdict(figure)} for name, figure in figures]
    result = {**machine, "cores": os.cpu_count(), "figures": listed}
    file.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


def promises(figures: Sequence[Figure]) -> str:
    """Every figure that has a promise, beside it and beside a calm run; nothing if there is none."""
    promised = [figure for figure in figures if figure.promise]
    if not promised:
        return ""
    widest = max(len(figure.name) for figure in promised) + 2
    lines = [f"{'':{widest}}{'calm':>11}{'measured':>11}{'promised':>11}"]
    for figure in promised:
        calm = "" if figure.calm is None else f"{figure.calm:,.1f}"
        said = "kept" if figure.is_kept else "MISSED"
        values = f"{calm:>11}{figure.value:11,.1f}{figure.peer_value:11,.1f} {figure.unit:12}"
        lines.append(f"{figure.name:{widest}}{values}{said}")
    kept = sum(figure.is_kept for figure in promised)
    return "\n".join([*lines, f"{kept} of {len(promised)} promises are kept.", ""])


def measure(name: str, repeats: int, only: Sequence[str] = ()) -> Iterable[Figure]:
    """The figures of one benchmark, as they come; of the server perhaps some parts alone."""
    module = importlib.import_module(f"benchmarks.{name}")
    figures: Iterable[Figure] = module.run(repeats, only) if only else module.run(repeats)
    return figures


def row(figure: Figure) -> str:
    """A line of the table."""
    return (
        f"{figure.name:28}{figure.value:11,.1f} {figure.peer_value:11,.1f} {figure.unit:10}"
        f"{figure.ratio:6.2f}×{figure.spread:8.0%}  against {figure.peer}"
    )


if __name__ == "__main__":
    main()
