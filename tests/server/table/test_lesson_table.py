"""A table at which a lesson is given: what it offers, what it refuses, and how it goes from step to step."""

from dataclasses import replace

import pytest

from aquaromana.rules import Game
from aquaromana.rules.geometry import port_name
from aquaromana.rules.legal import legal_decisions
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Event, Renamed
from aquaromana.server.protocol.intents import AnyIntent, Guide, Rematch, Rename, Resign, Revoke, StandIn, Takeback
from aquaromana.server.protocol.messages import Ask, Preview, State
from aquaromana.server.table import creation, lesson_table, outcomes
from aquaromana.server.table.changes import Change, LogEntry
from aquaromana.server.table.outcomes import Requester
from aquaromana.server.table.table import Table
from tests.lessons.test_first_lesson import FIRST, RIGHT
from tests.support.server_play import play
from tests.support.server_play import table as usual_table

LEARNER = frozenset({0})
HERE = Requester(LEARNER, host=True)


def refused(on: Table, moves: list[str]) -> Refusal:
    before = (on.version, on.snapshot)
    with pytest.raises(Refusal) as caught:
        on.propose(play(on, moves), LEARNER, at=on.changed)
    assert (on.version, on.snapshot) == before
    return caught.value


def add(on: Table, moves: list[str], by: str | None = None) -> None:
    proposed = on.propose(play(on, moves), LEARNER if by is None else {1}, at=on.changed + 1, by=by)
    assert isinstance(proposed, Change)
    on.accept(proposed)


def happens(on: Table, intent: AnyIntent) -> list[Event]:
    outcomes.check_version(on, intent)
    events = outcomes.events(on, intent, HERE)
    on.accept(on.propose_events(events, seat=0, at=on.changed + 1, intent=intent.id))
    return list(events)


def go(on: Table, *ways: str) -> Table:
    for way in ways:
        happens(on, Guide(id=f"{way} {on.version}", version=on.version, go=way))  # type: ignore[arg-type]
    return on


def state(on: Table) -> State:
    return on.state(None, [0])


def offered(on: Table) -> list[str]:
    choices = on.choices()
    return [choice.move for choice in choices.choices] if choices else []


def test_choices_are_narrowed_from_the_first_decision_to_the_last() -> None:
    on = creation.lesson("first")
    assert offered(on) == ["D1s.27.Ce", "D1s.27.Cw"]
    assert len(legal_decisions(on.position)) > 2
    shown = on.preview(Preview(id="p", version=0, moves=["D1s.27.Cw"]))
    assert [choice.move for choice in shown.choices] == ["-"]
    add(on, ["D1s.27.Cw", "-"])
    assert offered(on) == []


def test_what_is_legal_but_not_wanted_is_refused_with_a_reason() -> None:
    on = creation.lesson("first")
    told = refused(on, ["D1e.27.Cs", "-"])
    assert told.code == "lesson/not-now"
    assert told.arguments["say"] == told.arguments["say.en"] == told.message
    assert set(told.arguments) == {"say", "say.de", "say.en", "say.fr"}
    with pytest.raises(Refusal, match=r"Start with the yellow workman"):
        on.preview(Preview(id="p", version=0, moves=["D1e.27.Cs"]))
    assert refused(on, ["D1s.27.Ce", "xD2e"]).code == "lesson/not-now"


def test_what_the_rules_forbid_keeps_the_reason_of_the_rules() -> None:
    on = go(creation.lesson("first"), *["skip"] * 4)
    assert refused(on, ["E2e.37.Be", "-"]).code == "build/joins"
    answer = on.ask(Ask(id="q", version=on.version, subject="builder", name="37"))
    assert answer.why is not None
    assert answer.why.clause == "R3.4"


@pytest.mark.parametrize(
    ("subject", "name"), [("workman", "D1e"), ("builder", "22"), ("move", "I8e.9.Cn"), ("square", "J8"), ("kind", "D")]
)
def test_asking_about_something_else_is_answered_by_the_lesson(subject: str, name: str) -> None:
    on = creation.lesson("first")
    answer = on.ask(Ask(id="q", version=0, subject=subject, name=name))  # type: ignore[arg-type]
    assert answer.why is not None
    assert answer.why.code == "lesson/not-now"
    assert on.ask(Ask(id="q", version=0, subject="builder", name="27")).why is None


def test_wrong_answers_are_offered_where_there_is_a_question() -> None:
    on = go(creation.lesson("first"), "skip", "skip")
    assert offered(on) == ["E1s.5.Ss", "G8n.7.Sn"]
    assert refused(on, ["E1s.5.Ss", "-"]).code == "lesson/not-now"


def test_a_step_is_done_and_the_next_one_begins() -> None:
    on = creation.lesson("first")
    first = state(on).lesson
    assert first is not None
    assert (first.step, first.steps, first.key, first.done) == (1, 10, "tile", {})
    add(on, ["D1s.27.Cw", "-"])
    done = state(on)
    assert done.lesson is not None
    assert done.lesson.done["en"].startswith("The water runs on")
    assert (on.waits_for_bot, on.snapshot.status) == (False, "playing")
    go(on, "next")
    then = state(on)
    assert then.lesson is not None
    assert (then.lesson.step, then.ply, then.steps, then.since, on.moved) == (2, 0, [], 0, on.version)
    assert (on.info().lesson, on.info().step, on.info().origin) == ("first", 2, "lesson")


def test_back_again_and_skip_lead_to_the_beginning_of_a_step() -> None:
    on = creation.lesson("first")
    start = on.position
    add(on, ["D1s.27.Cw", "-"])
    assert go(on, "again").position == start
    add(on, ["D1s.27.Ce", "-"])
    assert go(on, "next", "back").position == start
    assert go(on, "skip").info().step == 2


def test_a_decision_of_a_step_can_be_taken_back() -> None:
    on = creation.lesson("first")
    start = on.position
    add(on, ["D1s.27.Cw", "-"])
    happens(on, Takeback(id="t", version=on.version, seat=0, ply=0))
    assert on.position == start
    shown = state(on).lesson
    assert shown is not None
    assert not shown.done
    add(on, ["D1s.27.Ce", "-"])


@pytest.mark.parametrize("number", range(len(FIRST.steps)))
def test_every_step_can_be_undone_repeated_and_left(number: int) -> None:
    on = go(creation.lesson("first"), *["skip"] * number)
    step, start = FIRST.steps[number], on.position
    assert start == step.position
    moves = RIGHT[step.id][0].split() if step.id in RIGHT else some_stretch(on)
    add(on, moves)
    happens(on, Takeback(id="t", version=on.version, seat=0, ply=0))
    assert on.position == start
    add(on, moves)
    assert go(on, "again").position == start
    if number:
        assert go(on, "back").position == FIRST.steps[number - 1].position
        assert go(on, "skip").position == start


def some_stretch(on: Table) -> list[str]:
    """What the rules list first, up to the end of the learner's turn."""
    game = Game.from_position(on.position)
    while not game.moves or game.to_move == 0:
        game.play(game.legal_moves()[0])
    return [str(move) for move in game.moves]


@pytest.mark.parametrize(
    ("ways", "go_", "code"),
    [((), "back", "lesson/no-step"), ((), "next", "lesson/not-done"), (["skip"] * 9, "skip", "lesson/no-step")],
)
def test_where_there_is_no_step_nothing_changes(ways: list[str], go_: str, code: str) -> None:
    on = go(creation.lesson("first"), *ways)
    before = (on.version, on.snapshot)
    with pytest.raises(Refusal) as caught:
        go(on, go_)
    assert (caught.value.code, (on.version, on.snapshot)) == (code, before)


def test_a_wish_made_in_another_step_is_stale() -> None:
    on = go(creation.lesson("first"), "skip")
    with pytest.raises(Refusal) as caught:
        happens(on, Guide(id="late", version=0, go="skip"))
    assert caught.value.code == "table/stale"


def test_the_others_answer_by_the_script() -> None:
    on = go(creation.lesson("first"), *["skip"] * 8)
    add(on, ["xH4e", "*S"])
    shown = state(on).lesson
    assert on.waits_for_bot
    assert shown is not None
    assert not shown.done
    assert lesson_table.scripted(on) == ["J6s.17.Ss", "xJ7s", "*C"]
    add(on, lesson_table.scripted(on), by="")
    shown = state(on).lesson
    assert shown is not None
    assert shown.done["en"] == "Just in time: Livia gets 6."
    assert not shown.worse
    assert not on.waits_for_bot


def test_the_worse_answer_is_told_as_such() -> None:
    on = go(creation.lesson("first"), *["skip"] * 8)
    add(on, ["-"])
    add(on, lesson_table.scripted(on), by="")
    shown = state(on).lesson
    assert shown is not None
    assert shown.worse


@pytest.mark.parametrize("step", range(9))
def test_the_workmen_of_the_others_are_told_apart_in_every_step(step: int) -> None:
    on = go(creation.lesson("first"), *["skip"] * step)
    position = on.position
    foreign = next(each for each in position.open_aqueducts(1))
    ask = Ask(id="q", version=on.version, subject="workman", name=port_name(position.ends[foreign]))
    why = on.ask(ask).why
    assert why is not None
    assert (why.code, why.args) == ("lesson/foreign", {"owner": 1})


def test_later_tasks_and_trials_are_told() -> None:
    on = go(creation.lesson("first"), *["skip"] * 4)
    shown = state(on).lesson
    assert shown is not None
    assert (shown.trial, shown.tried["en"]) == (37, "Lay a curve instead.")
    shown = state(go(on, "skip")).lesson
    assert shown is not None
    assert [(task.phase, task.text["en"]) for task in shown.tasks] == [("claim", "Your reward: choose a builder.")]


def test_the_last_step_is_played_freely() -> None:
    on = go(creation.lesson("first"), *["skip"] * 9)
    assert offered(on) == [str(decision) for decision in legal_decisions(on.position)]


@pytest.mark.parametrize(
    "intent",
    [
        Resign(id="x", version=0, seat=0),
        StandIn(id="x", version=0, seat=0),
        Revoke(id="x", version=0, what="chair"),
        Rematch(id="x", version=0),
    ],
)
def test_nobody_else_gets_a_seat_and_nobody_gives_up(intent: AnyIntent) -> None:
    on = creation.lesson("first")
    with pytest.raises(Refusal) as caught:
        outcomes.events(on, intent, HERE)
    assert caught.value.code == "lesson/only"
    assert outcomes.events(on, Rename(id="n", version=0, seat=0, name="Ann"), HERE) == [Renamed(seat=0, name="Ann")]


def test_other_tables_have_no_steps() -> None:
    on = usual_table()
    with pytest.raises(Refusal) as caught:
        outcomes.events(on, Guide(id="x", version=0, go="skip"), HERE)
    assert caught.value.code == "lesson/none"
    assert state(on).lesson is None


def test_a_lesson_of_another_version_is_told_and_refused() -> None:
    made = creation.lesson("first")
    on = Table(
        "old",
        made.opening.players,
        made.start,
        created=made.created,
        origin="lesson",
        lesson="first:another",
    )
    shown = state(on).lesson
    assert shown is not None
    assert shown.outdated
    assert offered(on) == []
    assert refused(on, ["D1s.27.Cw", "-"]).code == "lesson/outdated"
    with pytest.raises(Refusal) as caught:
        go(on, "skip")
    assert caught.value.code == "lesson/outdated"


def test_an_unknown_lesson_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        creation.lesson("second")
    assert caught.value.code == "lesson/unknown"


def test_a_log_with_steps_can_be_replayed() -> None:
    on = creation.lesson("first")
    log: list[LogEntry] = []
    for moves in (["D1s.27.Cw", "-"], None, ["D2e.13.Se", "-"]):
        if moves is None:
            change = on.propose_events(lesson_table.steps_to(on, "next"), seat=0, at=1.0, intent="n")
        else:
            proposed = on.propose(play(on, moves), LEARNER, at=1.0)
            assert isinstance(proposed, Change)
            change = proposed
        on.accept(change)
        log += change.entries
    again = Table("copy", on.opening.players, creation.lesson("first").start, created=1.0, lesson=on.lesson)
    again.replay(log)
    assert replace(again.snapshot, timer=on.snapshot.timer) == on.snapshot
    assert again.moves == on.moves
