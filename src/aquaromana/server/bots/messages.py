"""What the server and a bot process say to each other: requests one way, reports and an answer the other.

All of it travels as pickles. The modules beside this one define requests by topic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

OnStop = Callable[[Callable[[], None]], None]
"""Called with a function that ends the thinking."""


class Answer:
    """What ends a request; whatever else a process says before it is a report."""

    __slots__ = ()


AnswerT = TypeVar("AnswerT", bound=Answer)


class Request(Generic[AnswerT]):
    """Something to think about, and the kind of answer that it gets."""

    __slots__ = ()

    answer_type: ClassVar[type[Answer]]


@dataclass(frozen=True, slots=True)
class Hurry:
    """Somebody else needs the process: answer with what is known, and stop thinking. Bots think on."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Nobody waits for the answer any more: stop thinking, bots too. What is answered is not read."""
