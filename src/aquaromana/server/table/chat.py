"""The chat of one table: messages, and a rate limit per seat."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Said, Say
from aquaromana.server.table import names
from aquaromana.server.table.members import Members

MAX_REMARK_LENGTH: Final = 200
"""Characters of one remark."""
CHAT_HISTORY: Final = 100
"""Remarks that are sent to people who join later."""
CHAT_LIMIT: Final = 5
CHAT_WINDOW: Final = 10.0
"""The rate limit of one seat: so many messages in so many seconds."""

_PHRASE: Final = re.compile(r"[a-z][a-z-]{0,30}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What somebody said, as it is kept."""

    number: int
    chair: int
    """The speaker's."""
    at: float
    text: str = ""
    phrase: str = ""
    intent: str = ""
    """The id of the message."""

    def to_message(self, members: Members) -> Said:
        """As all at the table hear it, from the seat that the speaker has by now: lots may have been drawn since."""
        seat = members.seat_of(self.chair)
        return Said(number=self.number, seat=seat, at=self.at, text=self.text, phrase=self.phrase)


class Chat:
    """The latest messages at a table."""

    def __init__(self, remarks: Iterable[Remark] = ()) -> None:
        self.remarks: deque[Remark] = deque(remarks, maxlen=CHAT_HISTORY)

    @property
    def next(self) -> int:
        """The number of what is said next."""
        return self.remarks[-1].number + 1 if self.remarks else 0

    def checked(self, say: Say, chair: int) -> Remark:
        """The message that a chair would send; Refusal if it is too long, too soon or empty."""
        text = names.cleaned(say.text[: 2 * MAX_REMARK_LENGTH])
        is_unknown = bool(say.phrase) and not _PHRASE.fullmatch(say.phrase)
        if bool(text) == bool(say.phrase) or len(text) > MAX_REMARK_LENGTH or is_unknown:
            raise Refusal.of("chat/text", limit=MAX_REMARK_LENGTH)
        now = time.time()
        # Counted by what was kept: it was said here, at another process, or before a restart.
        if sum(each.chair == chair and abs(now - each.at) < CHAT_WINDOW for each in self.remarks) >= CHAT_LIMIT:
            raise Refusal.of("chat/too-many")
        return Remark(number=self.next, chair=chair, at=now, text=text, phrase=say.phrase, intent=say.id)

    def knows(self, intent: str, chair: int) -> bool:
        """Whether this message is a repetition, because its answer was lost."""
        return any((each.intent, each.chair) == (intent, chair) for each in self.remarks)

    def to_messages(self, members: Members) -> list[Said]:
        """The messages that a new subscriber is sent."""
        return [each.to_message(members) for each in self.remarks]

    def add(self, remark: Remark) -> bool:
        """Add a stored message; False if it is here already."""
        if remark.number < self.next:
            return False
        self.remarks.append(remark)
        return True
