"""The page about bots over the network: its events, fields and codes are those of the code."""

from typing import get_args

from aquaromana.server.errors import CATALOGUE
from aquaromana.server.protocol.bot_events import BotEvent, BotMoved, BotPlayer, BotToken, Goodbye, Waiting
from aquaromana.server.responses import STATUS
from tests.docs.pages import DOCS, codes, table, text_of

PAGE = DOCS / "network-bots.md"
COMMON = {"table", "seat", "version"}


def test_every_event_is_listed_with_its_fields() -> None:
    listed = {codes(row[0])[0]: set(codes(row[1])) for row in table(PAGE, "type", "further fields", "meaning")}
    found = {str(each.__struct_config__.tag): set(each.__struct_fields__) - COMMON for each in get_args(BotEvent)}
    assert listed == found
    assert set(Waiting.__struct_fields__) >= COMMON
    assert not set(Goodbye.__struct_fields__) & COMMON


def test_every_value_is_shown_with_its_fields() -> None:
    for kind in (BotToken, BotPlayer):
        assert "{" + ", ".join(f'"{name}"' for name in kind.__struct_fields__) + "}" in text_of(PAGE)
    assert all(f'"{name}": ' in text_of(PAGE) for name in BotMoved.__struct_fields__)


def test_the_codes_exist_and_have_their_status() -> None:
    rows = table(PAGE, "status", "code", "meaning")
    named = [(int(status), code) for status, cell, _ in rows for code in codes(cell)]
    assert len(named) > 8
    for status, code in named:
        assert code in CATALOGUE
        assert STATUS.get(code, 422) == status
    assert {code for row in table(PAGE, "code", "what to do") for code in codes(row[0])} <= CATALOGUE.keys()
