"""What can go wrong with a program that speaks the engine protocol."""

from __future__ import annotations


class EngineError(RuntimeError):
    """The program broke the protocol, or reported an error; one line says what."""

    def __init__(self, message: str, *, code: str = "", details: str = "") -> None:
        super().__init__(message)
        self.code = code
        """The code of an error that the program reported, such as ``position/unreadable``."""
        self.details = details
        """The last lines in each direction, and the end of the program's standard error."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _remade, (type(self), str(self), self.code, self.details)


class EngineDied(EngineError):
    """The program could not be started, or has ended."""


class EngineTimeout(EngineError):
    """The program did not answer in time. It has been ended."""


def _remade(kind: type[EngineError], message: str, code: str, details: str) -> EngineError:
    return kind(message, code=code, details=details)
