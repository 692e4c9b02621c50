"""The chat of a table."""

from pathlib import Path

import pytest

from aquaromana.server.protocol.intents import (
    Switch,
)
from aquaromana.server.protocol.messages import Accepted, Said, Say
from aquaromana.server.table.chat import Remark
from tests.support.server_friends import BEN, GUEST, HOST, PERSON, apply, decide, refused, state_when
from tests.support.server_play import heard, service_in

pytestmark = pytest.mark.usefixtures("quick")


async def test_what_is_said_is_heard_and_kept(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        async with service.watch(made.id, credentials=GUEST) as changes:
            hello = Say(id="a", seat=1, text="Hello!")
            answers = [await service.say(made.id, hello, BEN) for _ in range(3)]  # the answer was lost twice
            assert answers == [Accepted(id="a", version=0)] * 3
            await service.say(made.id, Say(id="b", seat=0, phrase="good-luck"), HOST)
            words = [await heard(changes, Said), await heard(changes, Said)]
        assert [(said.number, said.seat, said.text, said.phrase) for said in words] == [
            (0, 1, "Hello!", ""),
            (1, 0, "", "good-luck"),
        ]
        await apply(service, made.id, HOST, Switch, chat=False)
        assert await refused(service.say(made.id, Say(id="c", seat=1, text="x"), BEN)) == "chat/off"
    async with service_in(tmp_path) as service, service.watch(made.id, credentials=GUEST) as changes:
        assert [await heard(changes, Said), await heard(changes, Said)] == words
        await apply(service, made.id, HOST, Switch, chat=True)
        await service.say(made.id, hello, BEN)  # the answer was lost with the server
        await service.say(made.id, Say(id="d", seat=1, text="again"), BEN)
        said = await heard(changes, Said)
        assert (said.number, said.text) == (2, "again")
        await service.delete(made.id)


@pytest.mark.slow
async def test_much_was_said_before_somebody_came(tmp_path: Path) -> None:
    """Everything is sent at once, and the client does not count as slow."""
    async with service_in(tmp_path, lag=4) as service:
        made = await service.create([PERSON, PERSON])
        for number in range(120):
            await service._store.say(made.id, Remark(number=number, chair=0, at=1.0, text="x"))
        async with service.watch(made.id, credentials=BEN) as changes:
            while (await heard(changes, Said)).number < 119:
                pass
            await decide(service, made.id, HOST)
            await state_when(changes, lambda state: state.ply == 1)
