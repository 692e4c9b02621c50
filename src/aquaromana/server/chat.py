"""What people say at one table."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from aquaromana.server import names
from aquaromana.server.company import Company
from aquaromana.server.errors import Refusal
from aquaromana.server.messages import Said, Say
from aquaromana.server.windows import Window

LONGEST: Final = 200
"""Characters."""
KEPT: Final = 100
"""What is told to whoever comes later."""
MANY: Final = 5
WITHIN: Final = 10.0
"""So many may be said within so many seconds by one seat."""

_PHRASE: Final = re.compile(r"[a-z][a-z-]{0,30}")


def seated(said: Said, company: Company) -> Said:
    """What was said, with the seat that the speaker has by now: lots may have been drawn since."""
    return replace(said, seat=company.seat_of(said.seat))


class Chat:
    """The last words at a table, and who said much of late. For the time that it is kept, `Said.seat` is a chair."""

    def __init__(self, said: Iterable[Said] = ()) -> None:
        self.said: deque[Said] = deque(said, maxlen=KEPT)
        self._of_late: dict[int, Window] = {}
        self._answered: deque[tuple[int, str]] = deque(maxlen=KEPT)

    @property
    def next(self) -> int:
        """The number of what is said next."""
        return self.said[-1].number + 1 if self.said else 0

    def checked(self, say: Say, chair: int) -> Said:
        """What would be said from a chair, which is told as its seat; Refusal if it is too much, or nothing."""
        text = names.cleaned(say.text[: 2 * LONGEST])
        if bool(text) == bool(say.phrase) or len(text) > LONGEST or (say.phrase and not _PHRASE.fullmatch(say.phrase)):
            raise Refusal.of("chat/text", limit=LONGEST)
        if not self._of_late.setdefault(say.seat, Window(MANY, WITHIN)).admits(time.monotonic()):
            raise Refusal.of("chat/too-many")
        return Said(number=self.next, seat=chair, at=time.time(), text=text, phrase=say.phrase)

    def knows(self, say: Say) -> bool:
        """Whether this was said before, and came again because the answer was lost."""
        return (say.seat, say.id) in self._answered

    def answer(self, say: Say) -> None:
        self._answered.append((say.seat, say.id))

    def told(self, company: Company) -> list[Said]:
        """All that was said, to somebody who comes."""
        return [seated(each, company) for each in self.said]

    def add(self, said: Said) -> bool:
        """Add what was kept; False if it is here already."""
        if said.number < self.next:
            return False
        self.said.append(said)
        return True
