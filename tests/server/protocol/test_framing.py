import pytest
from websockets.frames import Frame, Opcode

from aquaromana.server.protocol.framing import framed, unframed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_frame_is_what_the_library_makes_of_a_text(size: int) -> None:
    text = b"a" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
    assert unframed(framed(text)) == text
