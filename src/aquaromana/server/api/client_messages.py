"""Decodes client messages; an invalid one yields a reason, never an exception."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from aquaromana.rules.errors import Reason
from aquaromana.server.api.requests import error_text
from aquaromana.server.errors import ServerReason
from aquaromana.server.protocol.messages import FromClient

_NAMES: Final = tuple(sorted(str(each.__struct_config__.tag) for each in get_args(FromClient)))
_LARGEST: Final = 2**53
"""Larger integers are not exact in every language; nothing here needs them."""
_decoder: Final = msgspec.json.Decoder(FromClient)


def decode(text: str) -> FromClient | Reason:
    """A message from a client, or why the text is not one."""
    try:
        message: FromClient = _decoder.decode(text)
    except msgspec.ValidationError as error:
        if str(error).endswith("`$.type`"):
            return ServerReason("message/unknown", {"expected": ", ".join(_NAMES)})
        return ServerReason("message/malformed", {"why": error_text(error)})
    except (msgspec.DecodeError, UnicodeError) as error:
        return ServerReason("message/malformed", {"why": error_text(error)})
    except RecursionError:
        return ServerReason("message/malformed", {"why": "it is nested too deep"})
    for name in message.__struct_fields__:
        value = getattr(message, name)
        if isinstance(value, int) and abs(value) > _LARGEST:
            return ServerReason("message/malformed", {"why": f"{name} is too large"})
    return message
