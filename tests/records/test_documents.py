"""What the specification shows is so."""

import json
import re

from aquaromana.records import from_json, read_records, schema, to_json, verify, write_records
from aquaromana.records.header import TAGS
from aquaromana.records.record import DEPTH
from tests.support.house import ROOT

PAGE = (ROOT / "docs" / "records.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_first_example_is_canonical_and_true() -> None:
    text = blocks("")[0]
    games = read_records(text)
    assert write_records(games) == text
    assert [verify(game).is_true for game in games] == [True]


def test_the_json_example_is_a_twin() -> None:
    twin = json.loads(blocks("json")[0])
    assert to_json(from_json(twin)) == twin


def test_the_tags_are_listed_in_their_order() -> None:
    section = PAGE.partition("## AQR3")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `(\w+)`", section, re.MULTILINE)
    assert listed == [tag for tag in TAGS if tag[-1] not in "123"]


def test_the_keys_of_the_twin_are_listed() -> None:
    section = PAGE.partition("## AQR9")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(schema()["properties"])
    assert f"at most {DEPTH} deep" in PAGE
