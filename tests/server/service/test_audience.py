"""Watching: everybody hears everything once, in order, and nobody waits for somebody slow."""

import asyncio
import json

import msgspec
import pytest

from aquaromana.server.protocol.messages import Bye, Choices, FromServer, Pong, Presence, State, Thinking
from aquaromana.server.service.audience import CROWD, STATES, Audience, Outgoing, Subscriber
from aquaromana.server.table.changes import Change
from aquaromana.server.table.credentials import LOCAL, Credentials
from aquaromana.server.table.table import Table
from tests.support.server_play import kinds, play, run, table

BOTH = frozenset((0, 1))


def add(on: Table, move: str) -> None:
    stretch = on.propose(play(on, [move]), BOTH, at=1.0)
    assert isinstance(stretch, Change)
    on.accept(stretch)


def waiting(subscriber: Subscriber) -> list[FromServer]:
    """What they have not received yet."""

    async def hear() -> list[FromServer]:
        messages = []
        while subscriber._waiting:
            messages.append((await anext(subscriber)).message)
        return messages

    return run(hear())


def thinking(playouts: int) -> Thinking:
    return Thinking(version=0, seat=0, playouts=playouts, shares=[], points=[], lines=[])


@pytest.fixture
def on() -> Table:
    return table()


@pytest.fixture
def audience(on: Table) -> Audience:
    return Audience(on)


def on_chairs(*chairs: int) -> Credentials:
    return Credentials(dict.fromkeys(chairs, 0), watch=0)


def watch(audience: Audience, credentials: Credentials = LOCAL, since: int | None = None, lag: int = 64) -> Subscriber:
    subscriber = Subscriber(lag, credentials=credentials)
    audience.join(subscriber, since)
    return subscriber


def test_a_new_subscriber_gets_the_state(on: Table, audience: Audience) -> None:
    add(on, "C@12")
    add(on, "D@13")
    state, choices = waiting(watch(audience, since=1))
    assert isinstance(state, State)
    assert (state.version, state.since, [step.move for step in state.steps]) == (2, 1, ["D@13"])
    assert isinstance(choices, Choices)
    assert (choices.version, choices.seat) == (2, 0)


def test_choices_are_sent_only_to_the_player_of_the_seat(on: Table, audience: Audience) -> None:
    first, second, nobody = (watch(audience, on_chairs(*chairs)) for chairs in ((0,), (1,), ()))
    assert [kinds(waiting(each)) for each in (first, second, nobody)] == [["State", "Choices"], ["State"], ["State"]]
    add(on, "C@12")
    audience.broadcast_changes()
    heard = [waiting(each) for each in (first, second, nobody)]
    assert [kinds(each) for each in heard] == [["State"], ["State", "Choices"], ["State"]]
    assert [each[0].yours for each in heard if isinstance(each[0], State)] == [[0], [1], []]


def test_changes_follow_each_other_without_gap(on: Table, audience: Audience) -> None:
    subscriber = watch(audience)
    waiting(subscriber)
    known = 0
    for number, move in enumerate(("C@12", "D@13", "S@14", "B@15")):
        add(on, move)
        if number != 1:  # two changes may be told as one
            audience.broadcast_changes()
    for message in waiting(subscriber):
        if isinstance(message, State):
            assert message.since == known
            assert [step.ply for step in message.steps] == list(range(known, message.version))
            known = message.version
    assert known == 4


def test_a_subscriber_that_joins_before_a_broadcast_gets_the_change_once(on: Table, audience: Audience) -> None:
    early = watch(audience)
    waiting(early)
    add(on, "C@12")
    late = watch(audience)  # the change was not broadcast yet
    audience.broadcast_changes()
    assert [message.version for message in waiting(late) if isinstance(message, State)] == [1]
    assert [message.version for message in waiting(early) if isinstance(message, State)] == [1]


def test_what_all_hear_is_encoded_once(on: Table, audience: Audience) -> None:
    watchers = [watch(audience) for _ in range(5)]
    add(on, "C@12")
    audience.broadcast_changes()
    last = [[*subscriber._waiting][-2] for subscriber in watchers]
    assert all(outgoing is last[0] for outgoing in last)
    assert last[0].frame is last[0].frame
    assert last[0].frame.endswith(last[0].text.encode())
    assert json.loads(last[0].text)["type"] == "state"


def test_states_for_different_seats_share_their_view(on: Table, audience: Audience) -> None:
    one, other = audience.state(None, LOCAL).message, audience.state(None, on_chairs(1)).message
    assert isinstance(one, State)
    assert isinstance(other, State)
    assert one.view is other.view
    assert (one.yours, one.host, other.yours, other.host) == ([0, 1], True, [1], False)


def test_only_some_states_are_remembered(on: Table, audience: Audience) -> None:
    for number in range(1, 13):
        add(on, f"{'CDSB'[number % 4]}@{number}")
    for since in range(12):
        state = audience.state(since, LOCAL).message
        assert isinstance(state, State)
        assert state.since == since
    assert len(audience._states) == STATES


def test_a_slow_reader_is_dropped_and_the_others_hear_on(on: Table, audience: Audience) -> None:
    slow, quick = watch(audience, lag=4), watch(audience, lag=4)
    for move in ("C@12", "D@13", "S@14", "B@15"):
        waiting(quick)
        add(on, move)
        audience.broadcast_changes()
    assert slow.ended
    assert waiting(slow) == [Bye(code="server/slow")]
    assert not quick.ended
    assert kinds(waiting(quick)) == ["State", "Choices"]


class Line:
    """A wire that takes what it is given, as long as it is free."""

    def __init__(self) -> None:
        self.free = True
        self.data = b""

    def write(self, data: bytes) -> bool:
        if self.free:
            self.data += data
        return self.free


def test_what_can_leave_at_once_does_not_wait(on: Table, audience: Audience) -> None:
    line = Line()
    subscriber = Subscriber(64, write=line.write)
    audience.join(subscriber, None)
    assert not subscriber._waiting
    state, choices = audience.state(None, LOCAL), audience.choices()
    assert choices
    assert line.data == state.frame + choices.frame


async def test_what_could_not_leave_comes_before_what_is_later(on: Table, audience: Audience) -> None:
    line = Line()
    subscriber = Subscriber(64, write=line.write)
    audience.join(subscriber, None)
    line.free, before = False, line.data
    for move in ("C@12", "D@13"):
        add(on, move)
        audience.broadcast_changes()
    line.free = True
    audience.broadcast(Presence(present=[]))
    assert line.data == before
    for kind in (State, Choices, State, Choices, Presence):
        assert (await anext(subscriber)).kind is kind
        audience.broadcast(Pong(at=1.0))  # what was taken may not have left yet
    for _ in range(5):
        assert (await anext(subscriber)).kind is Pong
    waits = asyncio.ensure_future(anext(subscriber))
    await asyncio.sleep(0)
    audience.broadcast(Presence(present=[0]))
    assert line.data == before + Outgoing(Presence(present=[0])).frame
    audience.dismiss("server/restart")
    assert (await waits).message == Bye(code="server/restart")


def test_a_packed_message_is_what_it_was(on: Table, audience: Audience) -> None:
    for move in ("C@12", "D@13"):
        add(on, move)
    message = on.state(0, (0, 1))
    outgoing = Outgoing(message)
    outgoing.pack()
    assert outgoing.message == message
    assert outgoing.kind is State
    assert msgspec.json.decode(outgoing.text, type=State) == message


def test_messages_are_cached_only_for_many_subscribers(on: Table, audience: Audience) -> None:
    for number in range(CROWD):
        assert (audience._states == {}) == (number < CROWD)
        watch(audience)
    assert audience._states
    assert audience._choices[1]


def test_after_a_bye_nothing_comes(on: Table, audience: Audience) -> None:
    subscriber = watch(audience, lag=2)
    audience.dismiss("server/restart")
    audience.dismiss("table/deleted")
    add(on, "C@12")
    audience.broadcast_changes()

    async def hear() -> list[FromServer]:
        return [outgoing.message async for outgoing in subscriber]

    heard = run(hear())
    assert kinds(heard) == ["State", "Choices", "Bye"]
    assert heard[-1] == Bye(code="server/restart")


def test_thoughts_reach_those_who_want_them_and_only_the_latest_waits(audience: Audience) -> None:
    curious, calm = watch(audience, lag=3), watch(audience)
    curious.thinking = True
    waiting(curious)
    for playouts in range(50):
        audience.broadcast_thinking(thinking(playouts))
    assert waiting(curious) == [thinking(49)]
    assert kinds(waiting(calm)) == ["State", "Choices"]


async def test_a_subscriber_waits_for_messages() -> None:
    subscriber = Subscriber(4)
    task = asyncio.create_task(anext(subscriber))
    await asyncio.sleep(0)
    assert not task.done()
    subscriber.send(Outgoing(Pong(at=1.0)))
    assert (await task).message == Pong(at=1.0)


def test_a_subscriber_that_has_left_gets_nothing(on: Table, audience: Audience) -> None:
    subscriber = watch(audience)
    waiting(subscriber)
    audience.leave(subscriber)
    assert len(audience) == 0
    add(on, "C@12")
    audience.broadcast_changes()
    assert waiting(subscriber) == []
