"""Builds the site; called by scripts/docs."""

from __future__ import annotations

import argparse
import shutil
import sys
import webbrowser
from pathlib import Path

from assemble import ROOT, assemble
from sphinx.cmd.build import build_main


def build(folder: Path) -> int:
    """Build the site in `folder`/html; 0 if there was nothing to complain about."""
    assemble(folder / "source")
    shutil.rmtree(folder / "html", ignore_errors=True)  # a page that is gone must not stay
    jobs = ["-b", "html", "-W", "--keep-going", "-q"]
    return build_main([*jobs, "-d", str(folder / "doctrees"), str(folder / "source"), str(folder / "html")])


def main() -> None:
    """Build, and say where the site is."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--open", action="store_true")
    options = parser.parse_args()
    folder = ROOT / "build" / "docs"
    if code := build(folder):
        sys.exit(code)
    first = folder / "html" / "index.html"
    print(f"The site is built: {first}")
    if options.open:
        webbrowser.open(first.as_uri())


if __name__ == "__main__":
    main()
