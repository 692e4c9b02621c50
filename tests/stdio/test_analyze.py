"""Queries and results: golden conversations, several at once, ends of every kind."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from aquaromana.stdio import analyze, query
from aquaromana.stdio.analyze import MOST_WAITING, AnalysisHost
from tests.docs.pages import DOCS, codes, table
from tests.support.core import need_core
from tests.support.transcripts import QUERIES, QUERY_PAGE, analyzed, fresh_query_page, plain_analysis

SCHEMA = json.loads((DOCS / "analysis.schema.json").read_text("utf-8"))


def valid(value: object, part: str) -> bool:
    return bool(jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{part}"}).is_valid(value))


class Answers:
    """A host, and its answers as they come."""

    def __init__(self, threads: int = 1) -> None:
        self.lines: list[dict[str, Any]] = []
        self._came = threading.Condition()
        self.host = AnalysisHost(self._take, threads)

    def _take(self, line: str) -> None:
        with self._came:
            self.lines.append(json.loads(line))
            self._came.notify_all()

    def ask(self, **wanted: Any) -> None:
        self.host.hear(json.dumps(wanted))

    def until(self, count: int) -> list[dict[str, Any]]:
        with self._came:
            assert self._came.wait_for(lambda: len(self.lines) >= count, 60)
            return self.lines

    def all(self) -> list[dict[str, Any]]:
        self.host.wait()
        return self.lines


@pytest.mark.parametrize("file", sorted(QUERIES.glob("*.txt")), ids=lambda file: file.stem)
def test_queries_are_answered_as_they_are_written_down(file: Path) -> None:
    need_core()
    text = file.read_text("utf-8")
    assert analyzed(text) == plain_analysis(text), "run scripts/golden and look at the difference"


def test_the_queries_of_the_page_are_answered_as_they_are_written_down() -> None:
    need_core()
    assert fresh_query_page() == plain_analysis(QUERY_PAGE.read_text("utf-8"))


@pytest.mark.parametrize("file", [*sorted(QUERIES.glob("*.txt")), QUERY_PAGE], ids=lambda file: file.stem)
def test_answers_and_good_queries_fit_the_schema(file: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for line in re.findall(r"^([<>] .*)$", file.read_text("utf-8"), re.MULTILINE):
        if line.startswith("<"):
            assert valid(json.loads(line[2:]), "output"), line
        elif file.stem == "results":
            assert valid(json.loads(line[2:]), "input"), line


def test_the_schema_and_the_page_have_every_field() -> None:
    assert list(SCHEMA["$defs"]["query"]["properties"]) == list(query.FIELDS)
    rows = [codes(row[0])[0] for row in table(QUERY_PAGE, "field", "meaning", "default")]
    assert set(rows) == set(query.FIELDS)
    assert [codes(row[0])[0] for row in table(QUERY_PAGE, "action", "what it does")] == list(query.ACTIONS)


def test_the_page_has_every_error_code() -> None:
    sources = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (analyze, query))
    raised = set(re.findall(r'"((?:query|bot)/[a-z-]+)"', sources))
    assert {codes(row[0])[0] for row in table(QUERY_PAGE, "code", "meaning")} == raised | {"line/too-long"}


def test_what_is_urgent_comes_first_and_a_query_can_be_ended_while_it_waits_or_runs() -> None:
    need_core()
    answers = Answers()
    forever = {"players": 2, "bot": "search:5", "maxTime": 600}
    answers.ask(id="long", **forever, reportDuringSearchEvery=0.01)
    assert answers.until(1)[0]["isDuringSearch"] is True
    answers.ask(id="later", **forever)
    answers.ask(id="low", players=2, maxPlayouts=5, bot="search:1", priority=-1)
    answers.ask(id="high", players=2, maxPlayouts=5, bot="search:1", priority=5)
    answers.ask(id="t1", action="terminate", terminateId="later")
    answers.ask(id="t2", action="terminate", terminateId="long")
    done = [line for line in answers.all() if not line.get("isDuringSearch")]
    assert [line["id"] for line in done[:2]] == ["t1", "t2"]
    assert [line["id"] for line in done[2:]] == ["long", "high", "later", "low"]
    assert done[2]["rootInfo"]["playouts"] > 0
    assert done[4]["noResults"] is True
    assert all(valid(line, "output") for line in answers.lines)


def test_several_are_analyzed_at_once() -> None:
    need_core()
    answers = Answers(threads=2)
    answers.ask(id="long", players=2, bot="search:5", maxTime=600)
    answers.ask(id="short", players=2, bot="search:1", maxPlayouts=5)
    assert answers.until(1)[0]["id"] == "short"
    answers.ask(id="end", action="terminate_all")
    assert {line["id"] for line in answers.all()} == {"short", "end", "long"}


@pytest.mark.slow
def test_too_many_are_refused_and_none_is_lost() -> None:
    answers = Answers()
    stone = (
        "2.o.0d0.1H7Q1J2IN2X1IX3II2L1W4LW5F1W2H10I9XI10J1N2X1.SC3CSS2DD1B1JC2B3D2SB1B6CD.-.xxx-xxx-xxx-xxx.1R2B3Y3G6Y"
    )
    answers.ask(id="long", players=2, bot="search:5", maxTime=600, reportDuringSearchEvery=0.01)
    answers.until(1)
    game = query.read_query(json.dumps({"id": "x", "position": stone}))
    assert isinstance(game, query.Query)
    for _ in range(MOST_WAITING):
        answers.host._enter(game)
    answers.ask(id="more", position=stone)
    answers.ask(id="end", action="terminate", terminateId="long")
    lines = answers.all()
    assert [line["error"]["code"] for line in lines if line["id"] == "more"] == ["query/too-many"]
    assert sum(line["id"] == "x" for line in lines) == MOST_WAITING


def test_it_ends_when_nobody_listens() -> None:
    def broken(line: str) -> None:
        raise BrokenPipeError

    host = AnalysisHost(broken)
    with pytest.raises(BrokenPipeError):
        host.hear("{}")
    host.hear('{"id":"a","players":2,"maxPlayouts":5,"bot":"search:1"}')
    host.wait()
    assert host._leaving
