"""The checkout that the tests stand in, and its scripts as modules."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("bench", "docs", "golden", "hunt", "lint", "lock", "pictures", "play", "screens", "test")


def stale_core() -> str:
    """One line if the C++ core was built from other sources than those in this checkout; otherwise nothing."""
    try:
        from aquaromana import _core
    except ImportError:
        return ""  # whoever wants it says so
    if getattr(_core, "sources", "") == load("make_tables", ROOT / "cpp" / "make_tables.py").source_hash():
        return ""
    return "The C++ core was built from other sources than these: python3 scripts/test rebuilds it."


def load_script(name: str) -> ModuleType:
    """A script, imported without being run."""
    return load(f"scripts_{name}", ROOT / "scripts" / name)


def load(name: str, path: Path) -> ModuleType:
    """A file as a module."""
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
