"""Errors say what, where and by which clause."""

import copy
import pickle
import re
import string

import pytest

from aquaromana.records import RecordError
from aquaromana.records.errors import CATALOGUE, reason, shown
from aquaromana.rules import AquaError, Reason
from tests.support.house import ROOT


def test_an_error_is_one_of_the_family_and_names_its_place() -> None:
    error = RecordError(reason("record/duplicate-tag", tag="Event"), line=3, column=1)
    assert isinstance(error, AquaError)
    assert isinstance(error, ValueError)
    assert (error.code, error.clause, error.arguments) == ("record/duplicate-tag", "AQR2", {"tag": "Event"})
    assert (error.line, error.column, error.path, error.ply) == (3, 1, None, None)
    assert str(error) == "line 3, column 1: The tag Event appears twice. (AQR2)"


def test_an_error_of_the_rules_keeps_its_code() -> None:
    error = RecordError(Reason("path/occupied", {"path": 4}), ply=7)
    assert (error.code, error.clause) == ("path/occupied", "R2.5")
    assert str(error) == "ply 7: A builder already stands on path square 4. (R2.5)"


@pytest.mark.parametrize(("path", "text"), [("", "at /: "), ("/moves/3", "at /moves/3: ")])
def test_an_error_in_a_json_twin_names_the_pointer(path: str, text: str) -> None:
    assert str(RecordError(reason("record/json", expected="a string"), path=path)).startswith(text)


def test_errors_survive_copying_and_pickling() -> None:
    error = RecordError(reason("record/empty"), line=1, column=2, path="/x", ply=5)
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert isinstance(twin, RecordError)
        assert twin.reason == error.reason
        assert (twin.line, twin.column, twin.path, twin.ply) == (1, 2, "/x", 5)


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_sentence_can_be_filled_in(code: str) -> None:
    sentence = CATALOGUE[code][1]
    names = [name for _, name, _, _ in string.Formatter().parse(sentence) if name]
    message = reason(code, **dict.fromkeys(names, "something")).message
    assert message.endswith(".")
    assert message.count("something") == len(names)


def test_the_specification_lists_every_code_under_its_clause() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `(record/[a-z-]+)` \| (AQR[0-9]) \|", text, re.MULTILINE))
    assert listed == {code: clause for code, (clause, _) in CATALOGUE.items()}
    headings = re.findall(r"^## (AQR[0-9]) ", text, re.MULTILINE)
    assert set(listed.values()) <= set(headings)


def test_long_texts_are_cut() -> None:
    assert shown("x" * 40) == repr("x" * 40)
    assert shown("x" * 41) == repr("x" * 37 + "...")
