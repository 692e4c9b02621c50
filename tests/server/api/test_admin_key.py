"""The keeper: whoever shows the key may do everything, and nobody else."""

from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from aquaromana.server.api.admin_key import is_admin, new_key

KEY = "a-key-of-this-run-0123456789abcdefghijk"


def connection(key: str, *headers: str) -> HTTPConnection:
    scope: dict[str, Any] = {
        "type": "http",
        "headers": [(b"authorization", header.encode("latin-1")) for header in headers],
        "app": SimpleNamespace(state=SimpleNamespace(key=key)),
    }
    return HTTPConnection(scope)


def test_the_admin_key_grants_access() -> None:
    assert is_admin(connection(KEY, f"Bearer {KEY}"))
    assert new_key() != KEY


@pytest.mark.parametrize(
    ("key", "headers"),
    [
        (KEY, ()),
        (KEY, (KEY,)),
        (KEY, ("Bearer ",)),
        (KEY, (f"Bearer {KEY}x",)),
        (KEY, ("Bearer \xe9",)),
        ("", ()),
        ("", ("Bearer ",)),
    ],
)
def test_nothing_else_passes_as_the_key(key: str, headers: tuple[str, ...]) -> None:
    assert not is_admin(connection(key, *headers))
