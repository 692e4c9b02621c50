"""Builds the C++ core, `aquaromana._core`. Everything else about the package is in pyproject.toml.

Without a compiler the package installs and plays without the core. ``AQUA_REQUIRE_NATIVE=1`` makes a failed build
an error; ``AQUA_MARCH=native`` builds for this machine's processor instead of any.
"""

import os
import sys
from pathlib import Path

from pybind11.setup_helpers import ParallelCompile, Pybind11Extension
from setuptools import setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
SOURCES = (
    "batch.cpp",
    "bind_batch.cpp",
    "bind_net.cpp",
    "bind_solve.cpp",
    "bindings.cpp",
    "evaluate.cpp",
    "features.cpp",
    "frontier.cpp",
    "kernels.cpp",
    "net.cpp",
    "observe.cpp",
    "policy.cpp",
    "position.cpp",
    "rows.cpp",
    "rules.cpp",
    "search.cpp",
    "selfplay.cpp",
    "solve.cpp",
    "tree.cpp",
    "value.cpp",
)

sys.path[:0] = [str(ROOT / "src"), str(ROOT / "cpp")]  # for the version and the tables, which come from the rules


def core() -> list[Pybind11Extension]:
    """The extension module."""
    from aquaromana.version import __version__

    required = os.environ.get("AQUA_REQUIRE_NATIVE") == "1"
    march = os.environ.get("AQUA_MARCH")
    # No contracted multiply-adds: the same seed gives the same search on every processor. Sums of weights may wrap.
    flags = ["-O3", "-Wall", "-Wextra", "-ffp-contract=off", "-fwrapv", *([f"-march={march}"] if march else [])]
    if sys.platform == "win32":
        flags = ["/O2"]
    return [
        Pybind11Extension(
            "aquaromana._core",
            [f"cpp/{name}" for name in SOURCES],
            include_dirs=["cpp", "build/tables"],
            define_macros=[("AQUA_VERSION", __version__)],
            extra_compile_args=flags,
            cxx_std=20,
            optional=not required,
        )
    ]


class BuildCore(build_ext):
    """Makes the tables before the sources that include them are compiled."""

    def build_extensions(self) -> None:
        """Write the tables, then compile."""
        from make_tables import source_hash, write_tables

        folder = ROOT / "build" / "tables"
        write_tables(folder / "tables.hpp")
        # In a header that one file includes: as a macro for all it would compile them all after every change.
        (folder / "sources.hpp").write_text(f'#define AQUA_SOURCES "{source_hash()}"\n', "utf-8")
        super().build_extensions()


ParallelCompile().install()
setup(ext_modules=core(), cmdclass={"build_ext": BuildCore})
