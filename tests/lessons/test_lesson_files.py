"""Lesson files: what is wrong with one is said in one sentence, with a code."""

import pytest

from aquaromana.lessons import LessonError, faults, read_lesson
from aquaromana.lessons.reader import lesson_text

TEXT = lesson_text("first")


def broken(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_a_lesson_can_be_read_again() -> None:
    assert read_lesson(TEXT, "first") == read_lesson(TEXT, "first")


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("[[step]]", "[[step", "lesson/unreadable", "line"),
        ('id = "tile"', "", "lesson/unreadable", "step 1: id is missing"),
        ('id = "tile"', 'id = "sight"', "lesson/unreadable", "two steps are called 'sight'"),
        ('id = "tile"', 'id = "The tile"', "lesson/unreadable", "step 1 (The tile): the id has to be"),
        ('clause = "R4.3"', 'clauses = "R4.3"', "lesson/unreadable", "'clauses' is not known here"),
        ("2.b.0d0.88.", "2.b.0d0.87.", "lesson/impossible", "step 1 (tile)"),
        ('type = "build"', 'type = "bild"', "lesson/unreadable", "type is one of build"),
        ('workman = ["D1s"]', 'workman = ["D1q"]', "lesson/unreadable", "allow"),
        ("builder = [27]", "builder = [39]", "lesson/unreadable", "39 is not a path square"),
        ('fr = "L’eau avance, et il la suit."', 'fr = " "', "lesson/unreadable", "done has no text in fr"),
        ("walks = [9]", "walks = 9", "lesson/unreadable", "walks is a list"),
        ("grows = 3", 'grows = "3"', "lesson/unreadable", "grows is a number"),
        ("fountain = true", "fountain = 1", "lesson/unreadable", "fountain is true or false"),
        ('until = "over"', 'until = "night"', "lesson/unreadable", "until is 'stretch' or 'over'"),
        ('"J6s.17.Ss"', '"J6s.99.Ss"', "lesson/unreadable", "reply"),
        ('["*S", "*C"]', "[]", "lesson/unreadable", "alternatives is empty"),
        ('phase = "claim"', 'phase = "night"', "lesson/unreadable", "then: phase is one of build"),
        ("builder = 37", "builder = 99", "lesson/unreadable", "trial: 99 is not a path square"),
        ('rivals = "hindered"', 'rivals = "happy"', "lesson/unreadable", "rivals is one of hindered"),
        ('asks = "builder"', 'asks = "tile"', "lesson/unreadable", "asks is one of builder, not 'tile'"),
        ("worse = true", 'worse = "yes"', "lesson/unreadable", "worse is true or false"),
    ],
)
def test_what_cannot_be_read_is_said(old: str, new: str, code: str, said: str) -> None:
    with pytest.raises(LessonError) as caught:
        read_lesson(broken(old, new), "first")
    assert caught.value.code == code
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('clause = "R4.3"', 'clause = "R4.0"', "tile: the rules have no clause R4.0"),
        (
            'workman = ["D1s"], builder = [27]',
            'workman = ["D1s"], builder = [26]',
            "tile: at the start nothing is allowed",
        ),
        ('{ type = "pass" }]', '{ type = "move" }]', "nothing is allowed"),
        ("walks = [9], builder = [7]", "walks = [10], builder = [7]", "walk: at the start nothing is allowed"),
        ("and he walks along.", "and he walks along as far as it goes and then some more.", "tile: 33 words in en"),
        ('["*S", "*C"]', '["*S"]', "podium: after xH4e *S no alternative of the reply is legal"),
        ("builder = [19, 38]", "builder = [19, 38], seen = false", "hand: no decision meets"),
        (
            'reply = [["J6s.17.Ss"',
            'stretches = 2\nreply = [["J6s.17.Ss"',
            "podium: in the next stretch nothing is allowed",
        ),
        ("builder = 37", "builder = 13", "join: there is no builder on 13 who cannot be used"),
        ("won = true\n", "", "finish: a step that is played to the end"),
        ("2.b.0d0.88.", "2.b.1d0.88.", "tile: seat 0 has to decide first"),
    ],
)
def test_what_cannot_be_played_is_found(old: str, new: str, said: str) -> None:
    found = [str(fault) for fault in faults(read_lesson(broken(old, new), "first"))]
    assert any(each.startswith(said) or said in each for each in found), found


def test_words_do_not_change_the_version_and_positions_do() -> None:
    usual = read_lesson(TEXT, "first").version
    assert read_lesson(broken("and he walks along.", "and so does he."), "first").version == usual
    assert read_lesson(broken("walks = [9]", "walks = [9, 10]"), "first").version != usual
