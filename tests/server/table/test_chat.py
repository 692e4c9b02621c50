"""What people may say, and how much of it."""

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Say
from aquaromana.server.table import chat as module
from aquaromana.server.table.chat import CHAT_HISTORY, CHAT_LIMIT, CHAT_WINDOW, MAX_REMARK_LENGTH, Chat, Remark


class Time:
    """Goes on only when it is told to."""

    now = 1000.0

    def time(self) -> float:
        return self.now

    monotonic = time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(module, "time", clock)
    return clock


def say(text: str = "", phrase: str = "", seat: int = 0, id: str = "a") -> Say:  # noqa: A002
    return Say(id=id, seat=seat, text=text, phrase=phrase)


def code(chat: Chat, wanted: Say) -> str:
    with pytest.raises(Refusal) as caught:
        chat.checked(wanted, wanted.seat)
    return caught.value.code


def test_words_are_tidied_and_numbered(clock: Time) -> None:
    chat = Chat()
    first = chat.checked(say(" well\u202e \n played\x00 "), 0)
    assert first == Remark(number=0, chair=0, at=clock.now, text="well played", intent="a")
    assert chat.add(first)
    second = chat.checked(say(phrase="good-game", seat=1), 1)
    assert second == Remark(number=1, chair=1, at=clock.now, phrase="good-game", intent="a")
    assert chat.add(second)
    assert not chat.add(first)
    assert [each.number for each in chat.remarks] == [0, 1]


@pytest.mark.parametrize(
    "wanted",
    [
        say(),
        say(" \n\t "),
        say("\u202e\x00"),
        say("x" * (MAX_REMARK_LENGTH + 1)),
        say("x" * 10**6),
        say("both", "good-game"),
        say(phrase="Good game"),
        say(phrase="<script>"),
        say(phrase="x" * 32),
        say(phrase="ende\n"),
    ],
)
def test_bad_chat_messages_are_refused(wanted: Say) -> None:
    assert code(Chat(), wanted) == "chat/text"


def test_the_longest_and_other_letters() -> None:
    for text in ("x" * MAX_REMARK_LENGTH, "🏛" * 50, "Übermäßig schön"):
        assert Chat().checked(say(text), 0).text == text


def test_nobody_says_too_much_at_once(clock: Time) -> None:
    chat = Chat()
    for _ in range(CHAT_LIMIT):
        clock.now += 1
        chat.add(chat.checked(say("a"), 0))
    assert code(chat, say("a")) == "chat/too-many"
    chat.checked(say("b", seat=1), 1)  # others may
    clock.now += CHAT_WINDOW - CHAT_LIMIT
    assert code(chat, say("a")) == "chat/too-many"
    clock.now += 1
    chat.add(chat.checked(say("a"), 0))
    assert code(chat, say("a")) == "chat/too-many"


def test_what_was_said_at_another_process_counts(clock: Time) -> None:
    """The limit used to count for each process by itself."""
    chat = Chat()
    for number in range(CHAT_LIMIT):
        chat.add(Remark(number=number, chair=0, at=clock.now, text="from there"))
    assert code(chat, say("a")) == "chat/too-many"
    clock.now += CHAT_WINDOW
    chat.checked(say("a"), 0)


def test_what_is_refused_counts_for_nothing() -> None:
    chat = Chat()
    for _ in range(2 * CHAT_LIMIT):
        assert code(chat, say("")) == "chat/text"
    chat.checked(say("a"), 0)


def test_only_the_last_words_are_at_hand() -> None:
    chat = Chat(Remark(number=number, chair=0, at=1.0, text="x") for number in range(CHAT_HISTORY + 5))
    assert (len(chat.remarks), chat.remarks[0].number, chat.next) == (CHAT_HISTORY, 5, CHAT_HISTORY + 5)


def test_a_repeated_chat_message_is_recognized() -> None:
    chat = Chat()
    assert not chat.knows("one", 0)
    chat.add(chat.checked(say("a", id="one"), 0))
    assert chat.knows("one", 0)
    assert not chat.knows("two", 0)
    assert not chat.knows("one", 1)
