"""Errors in lesson files."""

from __future__ import annotations


class LessonError(ValueError):
    """A lesson file that cannot be used. `code` is `lesson/unreadable` or `lesson/impossible`."""

    def __init__(self, message: str, *, code: str = "lesson/unreadable") -> None:
        super().__init__(message)
        self.code = code
