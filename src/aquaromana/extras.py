"""Optional packages: importing them, and the one line that says which extra installs what is missing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec

PACKAGE = "aqua-romana"


class MissingExtraError(ModuleNotFoundError):
    """A package that an extra installs is not there; the message names the command that installs it."""


def missing(what: str, module: str, extra: str) -> str:
    """The sentence about a missing module; `what` is what needs it, in the singular: `Drawing a PNG`."""
    return f'{what} needs {module}, which is not installed: pip install "{PACKAGE}[{extra}]".'


@contextlib.contextmanager
def needs(extra: str, what: str) -> Iterator[None]:
    """Around imports: if one of them is missing, MissingExtraError says what needs it and how to install it."""
    try:
        yield
    except MissingExtraError:
        raise
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module == __package__:  # a mistake of ours
            raise
        raise MissingExtraError(missing(what, module, extra), name=error.name) from None


def demand(extra: str, what: str, *modules: str) -> None:
    """MissingExtraError unless all of these modules are installed; nothing is imported."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtraError(missing(what, module, extra), name=module)
