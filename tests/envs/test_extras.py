"""Packages that are missing: one line that names the command. And what is imported loads nothing else."""

import doctest
import importlib
import subprocess
import sys

import pytest

MODULES = {
    "aqua_romana_v0": ("pettingzoo", "pettingzoo"),
    "gymnasium": ("gymnasium", "gymnasium"),
    "openspiel": ("pyspiel", "openspiel"),
    "vector": ("numpy", "batch"),
}


@pytest.mark.parametrize("module", MODULES)
def test_a_missing_package_is_one_line_that_names_the_command(module: str) -> None:
    package, extra = MODULES[module]
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"try:\n    import aquaromana.envs.{module}\n"
        "except ImportError as error:\n    print(type(error).__name__, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (line,) = done.stdout.splitlines()
    assert line.startswith("MissingExtraError The ")
    assert line.endswith(f'needs {package}, which is not installed: pip install "aqua-romana[{extra}]".')


def test_the_package_itself_loads_none_of_them() -> None:
    code = "import sys, aquaromana.envs; print([n for n in ('numpy', 'gymnasium', 'pyspiel') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("module", MODULES)
def test_docstrings(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"aquaromana.envs.{module}"))
    assert tried
    assert not failed
