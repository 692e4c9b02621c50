"""The checkout that the tests stand in, and its scripts as modules."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("bench", "docs", "golden", "hunt", "lint", "lock", "pictures", "play", "screens", "test")


def load_script(name: str) -> ModuleType:
    """A script, imported without being run."""
    loader = SourceFileLoader(f"scripts_{name}", str(ROOT / "scripts" / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
