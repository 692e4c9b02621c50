"""Records as values."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings

from aquaromana.records import Line, Ply, Record, RecordError
from aquaromana.records.header import Tags
from aquaromana.records.record import DEPTH
from aquaromana.rules import Decision, Game, NotationError
from tests.records.strategies import records
from tests.support.random_play import CUSTOM, PLAYERS, finished


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_of_a_game(players: int) -> None:
    game = finished(players, 3)
    record = Record.from_game(game, Seat0="Ann", Event="Test")
    assert record.players == players
    assert record.layout == game.layout
    assert record.names == ("Ann", *[""] * (players - 1))
    assert record.tags == {"Seat0": "Ann", "Event": "Test"}
    assert record.moves == game.moves
    assert record.result == game.scores()
    assert record.is_finished
    assert record.game() == game
    assert record.game().moves == game.moves


def test_a_record_of_an_unfinished_game() -> None:
    game = Game(3, layout=CUSTOM)
    game.play("C@1")
    record = Record.from_game(game)
    assert (record.result, record.is_finished, record.layout) == (None, False, CUSTOM)
    middle = Game.from_position(game.position)
    middle.play("C@2")
    again = Record.from_game(middle)
    assert (again.start, again.moves) == (game.position, (Decision("C@2"),))


def test_positions_and_games_by_ply() -> None:
    record = Record.from_game(finished(2, 8))
    positions = list(record.positions())
    assert len(positions) == len(record.moves) + 1
    for ply in (0, 1, 13, len(record.moves)):
        assert record.game(ply).position == positions[ply]
        assert len(record.game(ply).moves) == ply
    for ply in (-1, len(record.moves) + 1):
        with pytest.raises(IndexError, match="decisions"):
            record.game(ply)


def test_a_hand_made_record_can_be_illegal_until_it_is_played() -> None:
    record = Record(Game(2).position, Line.of(["C@1", "C@1"]))
    assert record.game(1).to_move == 1
    with pytest.raises(RecordError) as caught:
        record.game()
    assert (caught.value.code, caught.value.ply) == ("path/occupied", 1)


def test_copies_with_other_tags_and_notes() -> None:
    record = Record.from_game(finished(2, 1), Event="a")
    tagged = record.with_tags(Event="b", Annotator="c")
    assert (record.tags, tagged.tags) == ({"Event": "a"}, {"Event": "b", "Annotator": "c"})
    noted = record.annotated(2, comment="good").annotated(2, variation=Line.of(["S@1"])).annotated(-1, comment="end")
    assert noted.line.plies[2].comment == "good"
    assert [line.moves for line in noted.line.plies[2].variations] == [(Decision("S@1"),)]
    assert noted.line.plies[-1].comment == "end"
    assert noted.moves == record.moves
    assert noted != record
    with pytest.raises(IndexError):
        record.annotated(1000, comment="x")


def test_where_something_stood_does_not_matter() -> None:
    ply = Ply(Decision("C@1"))
    assert ply == replace(ply, where=(3, 4))
    record = Record(Game(2).position, Line((ply,)))
    assert record == replace(record, result_where=(1, 2))
    assert hash(record) == hash(replace(record, result_where=(1, 2)))


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ({"Players": "2"}, "record/tag-name"),
        ({"result": "*"}, "record/tag-name"),
        ({"two words": "x"}, "record/tag-name"),
        ({"": "x"}, "record/tag-name"),
        ({"Event": "x", "event": "y"}, "record/duplicate-tag"),
        ({"Seat2": "x"}, "record/contradiction"),
        ({"bot3": "x"}, "record/contradiction"),
    ],
)
def test_tags_that_a_record_cannot_keep(tags: dict[str, str], code: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record(Game(2).position, tags=tags)
    assert caught.value.code == code


def test_standard_tags_get_their_spelling() -> None:
    assert Record(Game(2).position, tags={"eVENT": "x", "seat1": "y"}).tags == {"Event": "x", "Seat1": "y"}


@pytest.mark.parametrize("result", [(), (1,), (1, 2, 3), (1, -1), (1, 10_000)])
def test_results_that_a_record_cannot_have(result: tuple[int, ...]) -> None:
    with pytest.raises(RecordError) as caught:
        Record(Game(2).position, result=result)
    assert caught.value.code == "record/result"


def test_plies_are_checked() -> None:
    assert Ply("C@1").move is Decision("C@1")  # type: ignore[arg-type]  # a text is taken too
    with pytest.raises(NotationError):
        Line.of(["C@99"])
    with pytest.raises(RecordError, match="variation is empty"):
        Ply(Decision("C@1"), variations=(Line(),))
    for number in (-1, 1 << 64):
        with pytest.raises(RecordError, match="not a valid state hash"):
            Ply(Decision("C@1"), number)


def nested(depth: int) -> Line:
    line = Line.of(["C@1"])
    for _ in range(depth):
        line = Line((Ply(Decision("C@1"), variations=(line,)),))
    return line


def test_variations_have_a_greatest_depth() -> None:
    assert nested(DEPTH).depth == DEPTH
    with pytest.raises(RecordError) as caught:
        nested(DEPTH + 1)
    assert caught.value.code == "record/too-deep"


@settings(max_examples=20)
@given(records())
def test_records_survive_pickling(record: Record) -> None:
    assert pickle.loads(pickle.dumps(record)) == record


def test_tags_were_changed_behind_a_frozen_records_back() -> None:
    given = {"Event": "a"}
    record = Record(Game(2).position, tags=given)
    given["Event"] = "b"
    with pytest.raises(TypeError):
        record.tags["Event"] = "c"  # type: ignore[index]  # that is what is tested
    assert not hasattr(record.tags, "update")
    assert record.tags == {"Event": "a"}
    assert {**record.tags} == Tags({"Event": "a"}) | {} == {"Event": "a"}
    assert repr(record.tags) == "{'Event': 'a'}"


@pytest.mark.parametrize("tags", [{"Seat0": 5}, {"Event": None}, {"Event": b"x"}, {3: "x"}])
def test_tags_that_are_not_text_are_rejected_when_given(tags: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="A tag has a name and a text, such as Seat0='Ann'"):
        Record(Game(2).position, tags=tags)
    record = Record(Game(2).position)
    with pytest.raises(TypeError, match="A tag has a name and a text"):
        record.with_tags(Event=1)  # type: ignore[arg-type]


def test_a_record_is_cut_after_so_many_decisions() -> None:
    record = Record.from_game(finished(2, 1))
    cut = record.until(7)
    assert cut.moves == record.moves[:7]
    assert (cut.start, cut.tags, cut.result) == (record.start, record.tags, None)
    assert record.until(len(record.moves)) is record
