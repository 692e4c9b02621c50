"""A package whose own network is damaged."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from aquaromana.bots import champion
from aquaromana.engine import champion_weights, weights


@contextmanager
def damaged_weights(folder: Path) -> Iterator[None]:
    """Meanwhile `champion.net` is a file in this folder that lacks its last bytes."""
    (folder / "champion.net").write_bytes(champion_weights().data[:-5])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weights, "__file__", str(folder / "weights.py"))  # the network is looked for beside it
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    weights.champion_weights.cache_clear()
    champion.own_weights.cache_clear()
