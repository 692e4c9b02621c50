"""Messages of clients: each is decoded, and everything else has a reason."""

import pytest

from aquaromana.rules.errors import Reason
from aquaromana.server.api.client_messages import decode
from aquaromana.server.protocol.messages import Ask, Hello, Ping, Play, Preview, Watch


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"hello"}', Hello()),
        ('{"type":"ping","more":[1]}', Ping()),
        ('{"since":3,"type":"hello"}', Hello(since=3)),
        ('{"type":"watch","thinking":true}', Watch(thinking=True)),
        ('{"type":"play","id":"a","version":1,"seat":0,"moves":[]}', Play(id="a", version=1, seat=0, moves=[])),
        ('{"type":"preview","id":"a","version":1,"moves":["x"]}', Preview(id="a", version=1, moves=["x"])),
        (
            '{"type":"ask","id":"a","version":1,"subject":"kind","name":"C"}',
            Ask(id="a", version=1, subject="kind", name="C"),
        ),
    ],
)
def test_messages_are_decoded(text: str, message: object) -> None:
    assert decode(text) == message


@pytest.mark.parametrize(
    "text", ['{"type":"play","id":"\\ud800"}', "[" * 4000, "{" * 4000, '{"a":' * 800, "1e999", "\0"]
)
def test_invalid_messages_have_a_reason(text: str) -> None:
    reason = decode(text)
    assert isinstance(reason, Reason)
    assert reason.code in ("message/malformed", "message/unknown")
    assert len(reason.message) < 300
