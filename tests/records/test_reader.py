"""Reading: what is forgiven, what is not, and where it says so."""

import io
import random
import re
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aquaromana.records import Line, Record, RecordError, read_record, read_records, write_record, write_records
from aquaromana.records.reader import read_decision
from aquaromana.records.record import DEPTH
from aquaromana.rules import Decision, Game, NotationError
from aquaromana.rules.moves import DECISIONS
from tests.records.goldens import DATA
from tests.records.strategies import outcome, records
from tests.support.random_play import finished

GOLDENS = {path.name: path.read_text("utf-8") for path in sorted(DATA.glob("*.aqr"))}
HEAD = '[Players "2"]\n'


def moves(text: str) -> list[str]:
    return list(map(str, read_record(HEAD + text).moves))


def comments(text: str) -> list[str]:
    line = read_record(HEAD + text).line
    return [line.comment, *(ply.comment for ply in line.plies)]


def test_the_least_that_is_a_record() -> None:
    for text in ['[Players "2"]', '[Players "2"]*', '[Players "2"]\n\n*\n']:
        assert read_record(text) == Record(Game(2).position)
    assert read_records("") == read_records(" \n\ufeff{nothing} ; nothing\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "0. C@1 D@2 S@3 *",
        "C@1 D@2 S@3",
        "0. 0: C@1 1: D@2 0: S@3",
        "0.C@1 0...D@2 0 S@3",
        "17. C@1 3. D@2 S@3",
        "c@1\r\n\r\nd@2\r\ns@3\r\n*\r\n",
        "\tC@1\fD@2\u00a0S@3",
        "C@1{}D@2 ;\nS@3",
        "C@1 D@2 S@3 26",
    ],
)
def test_the_form_of_moves_is_forgiven(text: str) -> None:
    assert moves(text) == ["C@1", "D@2", "S@3"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{a} C@1 {b} D@2 {c}", ["a", "b", "c"]),
        ("C@1 {b} {c} ; d\n D@2", ["", "b\nc\nd", ""]),
        ("; a\n0. {b} C@1", ["a\nb", ""]),
        ("C@1 * {end}", ["", "end"]),
        ("* {end}", ["end"]),
        ("C@1 (C@2) {after} D@2", ["", "after", ""]),
        ("C@1 0. {before the next} D@2", ["", "before the next", ""]),
        (r"C@1 {\{\}\n\s}", ["", "{}\n "]),
    ],
)
def test_comments_belong_to_what_they_follow(text: str, found: list[str]) -> None:
    assert comments(text) == found


def test_variations_replace_the_decision_before_them() -> None:
    record = read_record(HEAD + "C@1 ({why} C@2 D@1 (D@3 {deep}) S@4) (B@1) D@2")
    first, second = record.line.plies[0].variations
    assert (first.comment, list(map(str, first.moves))) == ("why", ["C@2", "D@1", "S@4"])
    assert first.plies[1].variations[0].plies[0].comment == "deep"
    assert list(map(str, second.moves)) == ["B@1"]
    assert list(map(str, record.moves)) == ["C@1", "D@2"]


def test_hashes_are_kept_true_or_not() -> None:
    record = read_record(HEAD + "C@1 %00000000000000Ff D@2 (S@2 %0000000000000001) %0000000000000002")
    assert [ply.hash for ply in record.line.plies] == [255, 2]
    assert record.line.plies[1].variations[0].plies[0].hash == 1


def test_tags_are_kept_and_known_in_any_case() -> None:
    record = read_record('[unKnown "a\\"b"]\n[EVENT "x"]\n[players "3"]\n[Date ""]\n*')
    assert record.tags == {"unKnown": 'a"b', "Event": "x", "Date": ""}
    assert record.players == 3


def test_a_missing_result_is_what_the_game_says() -> None:
    game = finished(2, 4)
    text = " ".join(map(str, game.moves))
    assert read_record(HEAD + text).result == game.scores()
    assert read_record(HEAD + text + " *").result is None
    assert read_record(HEAD + text + " 1-2").result == (1, 2)
    assert read_record('[Result "1-2"]' + text).result == (1, 2)
    assert read_record('[Result "1-2"]' + text + " 1-2").result == (1, 2)


def test_several_games() -> None:
    text = '{first} [Players "2"] C@1 * {second} [Players "3"] D@1 [Players "4"] {third} S@1 {last} * ; really'
    games = read_records(text)
    assert [(game.players, *map(str, game.moves)) for game in games] == [(2, "C@1"), (3, "D@1"), (4, "S@1")]
    assert [game.line.comment for game in games] == ["first", "second", "third"]
    assert games[2].line.plies[0].comment == "last\nreally"
    assert read_records(write_records(games)) == games
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert (caught.value.code, caught.value.column) == ("record/several", text.index('[Players "3"') + 1)


def test_decisions_in_any_case() -> None:
    for decision in random.Random(1).sample(DECISIONS, 500):
        for text in (str(decision), str(decision).upper(), str(decision).lower(), str(decision).swapcase()):
            assert read_decision(text) is decision
    for text in ("", "x", "+", "C@99", "c@99", "d1e.12", "hello", "ß.ß", "İ@1"):
        with pytest.raises(NotationError) as caught:
            read_decision(text)
        assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "column", "code", "ply"),
    [
        ("", 1, 1, "record/empty", None),
        ("{x}\n ", 2, 2, "record/empty", None),
        ("C@1", 1, 1, "record/no-players", None),
        ('[Players "2"] C@1 *\nC@1', 2, 1, "record/no-players", None),
        ('[Event "x"]\n', 2, 1, "record/no-players", None),
        ('[Event "x"]\n[event "y"]', 2, 1, "record/duplicate-tag", None),
        ('[Players "2"]\n [Game "Go"]\n*', 2, 2, "record/wrong-game", None),
        ('[Players "2"]\n[Format "9"]*', 2, 1, "record/version", None),
        ('[Players "2"]\n[Seat2 "c"]*', 2, 1, "record/contradiction", None),
        ('[Players "2"]\n[Result "1-2"]\nC@1 1-3', 3, 5, "record/contradiction", None),
        ('[Players "2"]\n[Result "draw"]\nC@1', 2, 1, "record/result", None),
        (HEAD + "C@1 1-2-3", 2, 5, "record/result", None),
        (HEAD + "C@1\n  C@1", 3, 3, "path/occupied", 1),
        (HEAD + "C@1 C@99", 2, 5, "notation/unreadable", 1),
        (HEAD + "C@1 (C@2 C@2)", 2, 10, "path/occupied", 1),
        (HEAD + "D1e.5.Cs", 2, 1, "build/out-of-sight", 0),
        (HEAD + "0. 1: C@1", 2, 4, "record/wrong-seat", 0),
        (HEAD + "0. C@1 0: D@2", 2, 8, "record/wrong-seat", 1),
        (HEAD + f"0. {'9' * 5000}: C@1", 2, 4, "record/wrong-seat", 0),
        (HEAD + "%0000000000000001 C@1", 2, 1, "record/unexpected", None),
        (HEAD + "C@1 %0000000000000001 %0000000000000001", 2, 23, "record/unexpected", None),
        (HEAD + "(C@1)", 2, 1, "record/unexpected", None),
        (HEAD + "C@1 ((C@2))", 2, 6, "record/unexpected", None),
        (HEAD + "C@1)", 2, 4, "record/unexpected", None),
        (HEAD + "C@1 (C@2 *)", 2, 10, "record/unexpected", None),
        (HEAD + 'C@1 (C@2 [Event "x"])', 2, 10, "record/unexpected", None),
        (HEAD + "C@1 ({x})", 2, 5, "record/empty-variation", None),
        (HEAD + "C@1 (C@2 (C@3)\nD@1", 2, 5, "record/unclosed-variation", None),
        (HEAD + "C@1 {", 2, 5, "record/unclosed-comment", None),
        (HEAD + "[Event]", 2, 7, "record/tag", None),
        (HEAD + "C@1 %1", 2, 5, "record/hash", None),
    ],
)
def test_an_error_is_reported_with_its_place(text: str, line: int, column: int, code: str, ply: int | None) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    error = caught.value
    assert (error.line, error.column, error.code, error.ply) == (line, column, code, ply)


def test_a_decision_after_the_end() -> None:
    text = HEAD + " ".join(map(str, finished(2, 4).moves)) + "\n-"
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column, caught.value.code) == (3, 1, "phase/over")


def test_variations_have_a_greatest_depth() -> None:
    inside = "C@1 (" * DEPTH + "C@1" + ")" * DEPTH
    assert read_record(HEAD + inside).line.depth == DEPTH
    with pytest.raises(RecordError) as caught:
        read_record(HEAD + "C@1 (" * 100_000)
    assert (caught.value.code, caught.value.column) == ("record/too-deep", 5 * DEPTH + 5)


def test_the_size_is_limited() -> None:
    assert read_record(HEAD + "*", limit=100).players == 2
    for read in (read_record, read_records):
        with pytest.raises(RecordError) as caught:
            read(HEAD + "*", limit=10)
        assert caught.value.code == "record/too-large"


@pytest.mark.slow
def test_many_variations_and_long_comments_are_read() -> None:
    record = read_record(HEAD + "C@1 " + "(C@2 D@1) " * 2000 + "{" + "long " * 100_000 + "}")
    assert len(record.line.plies[0].variations) == 2000
    assert read_record(write_record(record)) == record


SIGNS = [*'[](){}";%*-.:+>x0123456789@ \n\r\\', "C@1", "D@2", "0.", "1:", '[Players "2"]', "1-2", "%0123456789abcdef"]


@pytest.mark.slow
@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(st.sampled_from(SIGNS)).map("".join), st.binary()), st.booleans())
def test_no_text_breaks_the_reader(text: str | bytes, headed: bool) -> None:
    if headed and isinstance(text, str):
        text = HEAD + text
    answer = outcome(lambda: read_records(text))
    if isinstance(answer, RecordError):
        assert answer.line is not None
        assert answer.column is not None
        assert answer.line >= 1 <= answer.column
    else:
        assert read_records(write_records(answer)) == answer


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.sampled_from(sorted(GOLDENS)),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 12), st.one_of(st.sampled_from(SIGNS), st.text(max_size=3))),
        max_size=4,
    ),
)
def test_no_damage_breaks_the_reader(name: str, changes: list[tuple[float, int, str]]) -> None:
    text = GOLDENS[name]
    for place, removed, put in changes:
        at = int(place * len(text))
        text = text[:at] + put + text[at + removed :]
    answer = outcome(lambda: read_records(text))
    if isinstance(answer, RecordError):
        assert answer.line is not None
        assert answer.line <= text.count("\n") + text.count("\r") + 1
    else:
        assert read_records(write_records(answer)) == answer


@pytest.mark.slow
@settings(max_examples=40)
@given(records(), st.randoms(use_true_random=False))
def test_blanks_do_not_matter(record: Record, rng: random.Random) -> None:
    """The canonical text with other line ends, blanks and line breaks, outside of the tags."""
    head, _, body = write_record(record).partition("\n\n")
    words = [word + rng.choice([" ", "\r\n", "\n\n\t", "\r"]) for word in re.split("[ \\n]+", body.strip(" \n"))]
    assert read_record("\ufeff" + "\r\n".join(head.split("\n")) + "".join(chain(["\n"], words))) == record


def test_places_are_kept_for_the_proof() -> None:
    record = read_record(HEAD + "C@1\n (D@1)\n1-2")
    assert record.line.plies[0].where == (2, 1)
    assert record.line.plies[0].variations[0].plies[0].where == (3, 3)
    assert record.result_where == (4, 1)
    assert read_record('[Players "2"]\n[Result "1-2"]').result_where == (2, 1)
    assert read_record(HEAD).result_where is None
    assert Line.of([Decision("C@1")]).plies[0].where is None


SEVERAL = write_records(
    [
        Record.from_game(finished(2, 1), Event="one"),
        Record.from_game(finished(3, 2), Event="two").annotated(4, comment="[not a tag]\nnor * a result"),
        Record.from_game(Game(4), Event="three"),
    ]
)


class LetterByLetter(io.BytesIO):
    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(1)


@pytest.fixture(params=["path", "text file", "binary file", "letter by letter"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str | bytes], Any]:
    """A text as something to read from."""

    def make(text: str | bytes) -> Any:
        data = text.encode() if isinstance(text, str) else text
        path = tmp_path / "games.aqr"
        path.write_bytes(data)
        match request.param:
            case "path":
                return path
            case "text file":
                return io.StringIO(data.decode(), newline="")
            case "binary file":
                return io.BytesIO(data)
        return LetterByLetter(data)

    return make


@pytest.mark.slow
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_files_are_read_like_texts(opened: Callable[[str | bytes], Any], newline: str) -> None:
    text = ("\ufeff" + SEVERAL + "{the end}").replace("\n", newline)
    records = read_records(text)
    assert len(records) == 3
    assert list(read_records(opened(text))) == records

    def places(records: Iterable[Record]) -> list[object]:
        return [(record.result_where, [ply.where for ply in record.line.plies]) for record in records]

    assert places(read_records(opened(text))) == places(records)
    assert read_record(opened(write_record(records[1]))) == records[1]


BROKEN = (
    "",
    "{never closed",
    "[Players",
    "[Players \n\n 2]",
    '[Players "2" 0. C@12',
    '[Players "2"] 0. C@12 (',
    '[Players "2"] 0. C@12 (D@1 (S@2)\n\n',
    '[Players "2"] 0. C@12 C@12 *',
    '[Players "2"] %12',
    '[Players "2"] 0. C@1 * [Players "3"] [Players "3"]',
    "]",
)


@pytest.mark.slow
@pytest.mark.parametrize("broken", BROKEN)
def test_errors_in_a_file_are_reported_like_those_in_a_text(opened: Callable[[str | bytes], Any], broken: str) -> None:
    for text in (broken, SEVERAL + broken):

        def outcome(source: Any) -> object:
            try:
                return list(read_records(source))
            except RecordError as error:
                return str(error)

        assert outcome(opened(text)) == outcome(text)


def test_invalid_utf8_is_reported_with_its_place(tmp_path: Path) -> None:
    data = SEVERAL.encode() + b"\n{\xff}"
    for source in (data, io.BytesIO(data)):
        with pytest.raises(RecordError) as caught:
            list(read_records(source))
        assert (caught.value.code, caught.value.line) == ("record/encoding", SEVERAL.count("\n") + 2)


@pytest.mark.slow
def test_a_file_of_many_games_is_not_held_in_memory() -> None:
    """A stream of games without an end, each far below the limit."""
    game = write_record(Record.from_game(finished(2, 1))) + "\n"

    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1, /) -> bytes:
            self.given += 1
            return game.encode() * 20

    file = Endless()
    games = read_records(file, limit=40 * len(game))
    for _ in range(200):
        assert next(games).result == finished(2, 1).scores()
    assert file.given < 20


def test_a_game_in_a_file_has_a_greatest_length() -> None:
    with pytest.raises(RecordError) as caught:
        list(read_records(io.StringIO(SEVERAL), limit=1000))
    assert caught.value.code == "record/too-large"


def test_a_file_name_is_not_a_record() -> None:
    with pytest.raises(RecordError) as caught:
        read_records("games/first.aqr")
    assert caught.value.__notes__ == ["This is the name of a file? Give its path: Path('games/first.aqr')."]
    with pytest.raises(TypeError, match="a text, a path or an open file, not from 7"):
        read_records(7)  # type: ignore[call-overload]
    with pytest.raises(FileNotFoundError):
        read_record(Path("no such file.aqr"))
