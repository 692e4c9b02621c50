"""The JSON form and its schema."""

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aquaromana.records import Record, RecordError, from_json, read_record, read_records, schema, to_json
from aquaromana.records.record import DEPTH
from aquaromana.rules import Game
from aquaromana.rules.moves import DECISIONS
from tests.records.goldens import DATA
from tests.records.strategies import outcome, records
from tests.support.random_play import CUSTOM, finished

SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
TEXT = '[Players "2"] [Event "x"] {start} C@1 %00000000000000aa {c} ({v} C@2 D@1) D@2 *'

Json = dict[str, Any]


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"].endswith("2020-12/schema")


def test_a_twin() -> None:
    twin = {
        "game": "Aqua Romana",
        "version": 1,
        "rules": 1,
        "players": 2,
        "layout": "standard",
        "tags": {"Event": "x"},
        "comment": "start",
        "moves": [
            {
                "seat": 0,
                "move": "C@1",
                "hash": "00000000000000aa",
                "comment": "c",
                "variations": [{"comment": "v", "moves": [{"seat": 0, "move": "C@2"}, {"seat": 1, "move": "D@1"}]}],
            },
            {"seat": 1, "move": "D@2"},
        ],
        "result": None,
    }
    record = read_record(TEXT)
    assert to_json(record) == twin
    assert from_json(twin) == from_json(json.dumps(twin)) == from_json(json.dumps(twin).encode("utf-8-sig")) == record


@pytest.mark.slow
@settings(max_examples=60)
@given(records())
def test_every_record_has_a_valid_twin(record: Record) -> None:
    twin = to_json(record)
    VALIDATOR.validate(twin)
    assert from_json(twin) == record
    assert from_json(json.dumps(twin)) == record
    assert to_json(from_json(twin)) == twin
    assert all("hash" in ply for ply in to_json(record, hashes=True)["moves"])
    assert '"hash": ' not in json.dumps({**to_json(record, hashes=False), "tags": {}, "comment": ""}["moves"]).replace(
        '\\"', ""
    )


def test_the_golden_twin() -> None:
    twin = json.loads((DATA / "two-players.json").read_text("utf-8"))
    VALIDATOR.validate(twin)
    (record,) = read_records((DATA / "two-players.aqr").read_bytes())
    assert from_json(twin) == record
    assert to_json(record) == twin


def test_the_least_twin() -> None:
    twin: Json = {"version": 1, "players": 3, "moves": []}
    VALIDATOR.validate(twin)
    assert from_json(twin) == Record(Game(3).position)
    start = str(Game(3, layout=CUSTOM))
    assert from_json({**twin, "start": start}) == Record(Game(3, layout=CUSTOM).position)


def test_a_missing_result_is_what_the_game_says() -> None:
    record = Record.from_game(finished(2, 3))
    twin = to_json(record)
    del twin["result"]
    VALIDATOR.validate(twin)
    assert from_json(twin) == record
    assert from_json({**twin, "result": None}).result is None


def test_the_schema_knows_every_decision() -> None:
    check = jsonschema.Draft202012Validator(SCHEMA["$defs"]["ply"]["properties"]["move"])
    assert all(check.is_valid(str(decision)) for decision in DECISIONS)
    for text in ("", "C@39", "C@0", "D1e.12", "+Bne@F4", "*", "x", "d1e.12.Cs", "L1n.1.Cs", "C@1 ", ">40"):
        assert not check.is_valid(text)


def change(path: str, value: object) -> Callable[[Json], object]:
    """Puts something at a JSON pointer; `...` takes away what is there."""

    def changed(twin: Json) -> object:
        twin = copy.deepcopy(twin)
        target: Any = twin
        *parents, last = path[1:].split("/")
        for name in parents:
            target = target[int(name) if isinstance(target, list) else name]
        key = int(last) if isinstance(target, list) else last
        if value is ...:
            del target[key]
        else:
            target[key] = value
        return twin

    return changed


@pytest.mark.parametrize(
    ("changed", "path", "code", "by_schema"),
    [
        (lambda _: [], "", "record/json", True),
        (lambda _: None, "", "record/json", True),
        (change("/version", ...), "", "record/json", True),
        (change("/moves", ...), "", "record/json", True),
        (change("/extra", 1), "", "record/json", True),
        (change("/version", 2), "/version", "record/version", True),
        (change("/version", "1"), "/version", "record/json", True),
        (change("/rules", 2), "/rules", "record/version", True),
        (change("/game", "Chess"), "/game", "record/wrong-game", True),
        (change("/game", 1), "/game", "record/json", True),
        (change("/players", 5), "/players", "players/impossible", True),
        (change("/players", True), "/players", "record/json", True),
        (change("/players", 10**10), "/players", "record/json", True),
        (change("/players", 2.5), "/players", "record/json", True),
        (change("/layout", "x"), "/layout", "layout/unreadable", True),
        (change("/layout", []), "/layout", "record/json", True),
        (change("/start", "x"), "/start", "position/unreadable", False),
        (change("/start", "x" * 1001), "/start", "position/unreadable", True),
        (change("/start", str(Game(3))), "/players", "record/contradiction", False),
        (change("/tags", []), "/tags", "record/json", True),
        (change("/tags/Players", "2"), "/tags", "record/tag-name", True),
        (change("/tags/rESULT", "2"), "/tags", "record/tag-name", True),
        (change("/tags/a b", "2"), "/tags", "record/tag-name", True),
        (change("/tags/Seat2", "2"), "/tags", "record/contradiction", False),
        (change("/tags/Event", 1), "/tags/Event", "record/json", True),
        (change("/tags/a~b", 1), "/tags/a~0b", "record/json", True),
        (change("/comment", None), "/comment", "record/json", True),
        (change("/moves", {}), "/moves", "record/json", True),
        (change("/moves/0", "C@1"), "/moves/0", "record/json", True),
        (change("/moves/0/move", ...), "/moves/0", "record/json", True),
        (change("/moves/0/move", 1), "/moves/0/move", "record/json", True),
        (change("/moves/0/move", "c@1"), "/moves/0/move", "notation/unreadable", True),
        (change("/moves/1/move", "C@1"), "/moves/1/move", "path/occupied", False),
        (change("/moves/1/seat", 0), "/moves/1/seat", "record/wrong-seat", False),
        (change("/moves/1/seat", True), "/moves/1/seat", "record/wrong-seat", True),
        (change("/moves/0/hash", "00"), "/moves/0/hash", "record/hash", True),
        (change("/moves/0/hash", "00000000000000AA"), "/moves/0/hash", "record/hash", True),
        (change("/moves/0/hash", 7), "/moves/0/hash", "record/json", True),
        (change("/moves/0/comment", 7), "/moves/0/comment", "record/json", True),
        (change("/moves/0/variations", {}), "/moves/0/variations", "record/json", True),
        (change("/moves/0/variations/0", []), "/moves/0/variations/0", "record/json", True),
        (change("/moves/0/variations/0/moves", []), "/moves/0/variations/0", "record/empty-variation", True),
        (
            change("/moves/0/variations/0/moves/1/move", "C@2"),
            "/moves/0/variations/0/moves/1/move",
            "path/occupied",
            False,
        ),
        (change("/result", [1]), "/result", "record/result", True),
        (change("/result", [1, 2, 3]), "/result", "record/result", True),
        (change("/result", [1, -1]), "/result/1", "record/json", True),
        (change("/result", "1-2"), "/result", "record/json", True),
    ],
)
def test_broken_twins(changed: Callable[[Json], object], path: str, code: str, by_schema: bool) -> None:
    """What the schema can see, it sees; the reader sees everything and says where."""
    twin = changed(to_json(read_record(TEXT)))
    with pytest.raises(RecordError) as caught:
        from_json(twin)
    assert (caught.value.path, caught.value.code) == (path, code)
    assert VALIDATOR.is_valid(twin) is not by_schema


def test_a_key_that_is_not_text_is_rejected() -> None:
    for twin in ({1: 2}, {"version": 1, "players": 2, "moves": [], "tags": {1: "x"}}):
        with pytest.raises(RecordError) as caught:
            from_json(twin)
        assert caught.value.code == "record/json"


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("", 1, 1, "record/json-syntax"),
        ('{\n "a" 1}', 2, 6, "record/json-syntax"),
        ("[" * 100_000, None, None, "record/json-syntax"),
        ('{"a": ' + "9" * 5000 + "}", None, None, "record/json-syntax"),
        (b'"\xff"', 1, 2, "record/encoding"),
    ],
)
def test_invalid_json_is_rejected(text: str | bytes, line: int | None, column: int | None, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(text)
    assert (caught.value.line, caught.value.column, caught.value.code) == (line, column, code)


def test_the_size_is_limited() -> None:
    with pytest.raises(RecordError) as caught:
        from_json("{}" + " " * 100, limit=50)
    assert caught.value.code == "record/too-large"


def test_variations_have_a_greatest_depth() -> None:
    def nested(depth: int) -> Json:
        moves: list[Json] = [{"move": "C@1"}]
        for _ in range(depth):
            moves = [{"move": "C@1", "variations": [{"moves": moves}]}]
        return {"version": 1, "players": 2, "moves": moves}

    assert from_json(json.dumps(nested(DEPTH))).line.depth == DEPTH
    with pytest.raises(RecordError) as caught:
        from_json(nested(DEPTH + 1))
    assert caught.value.code == "record/too-deep"
    assert json.loads(json.dumps(to_json(from_json(nested(DEPTH)))))


PLACES = (
    *("/version", "/rules", "/players", "/layout", "/start", "/tags", "/comment", "/result", "/new"),
    *("/moves", "/moves/0", "/moves/1/seat", "/moves/0/hash", "/moves/0/comment"),
    *("/moves/0/variations", "/moves/0/variations/0"),
)

json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=5,
)


@pytest.mark.slow
@settings(max_examples=200)
@given(
    st.sampled_from(PLACES),
    json_values,
)
def test_no_json_breaks_the_reader(path: str, value: object) -> None:
    twin = change(path, value)(to_json(read_record(TEXT)))
    answer = outcome(lambda: from_json(twin))
    if isinstance(answer, RecordError):
        assert answer.path is not None
    else:
        assert VALIDATOR.is_valid(to_json(answer))
