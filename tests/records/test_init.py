"""The package as a whole."""

import subprocess
import sys
from pathlib import Path

import aquaromana.records

SOURCE = str(Path(aquaromana.records.__file__).parents[2])
"""Where the package is imported from."""


def test_every_public_name_is_there_and_described() -> None:
    names = aquaromana.records.__all__
    assert names == sorted(names)
    assert all(hasattr(aquaromana.records, name) for name in names)
    assert all(name in (aquaromana.records.__doc__ or "") for name in names)


def test_importing_it_is_light() -> None:
    code = f"import sys; sys.path.insert(0, {SOURCE!r}); import aquaromana.records; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "aquaromana.records.json_form" in loaded
    assert not loaded & {"json", "tomllib", "importlib.resources", "jsonschema"}
