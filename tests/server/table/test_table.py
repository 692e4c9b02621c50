"""The authority over one game: what a stretch is, what is refused, and what a replayed log gives."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aquaromana.records import verify
from aquaromana.rules import Decision, Game
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.events import Renamed, StoodIn, Switched, TakenBack, event_text, parse_event
from aquaromana.server.protocol.messages import Accepted, Preview
from aquaromana.server.protocol.table_info import Clock
from aquaromana.server.table.changes import Change, LogEntry
from aquaromana.server.table.exports import Export
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.random_play import POLICIES
from tests.support.server_party import BOT, OPEN, PERSON, Follower, Party
from tests.support.server_play import EVERYBODY, add, play, positions, stretch, table


def refused(on: Table, moves: list[str], /, **other: Any) -> Refusal:
    before = (on.version, on.snapshot)
    with pytest.raises(Refusal) as caught:
        on.propose(play(on, moves, **other), EVERYBODY, at=on.changed + 1)
    assert (on.version, on.snapshot) == before
    return caught.value


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), players=st.sampled_from((2, 3, 4)), policy=st.sampled_from(sorted(POLICIES)))
@settings(max_examples=25)
def test_a_game_of_stretches_is_the_game_of_the_rules(seed: int, players: int, policy: str) -> None:
    on, game, rng = table(players), Game(players), Random(seed)
    steps = []
    while not game.is_over:
        moves = stretch(game.position, rng, POLICIES[policy])
        added = add(on, moves)
        for move in moves:
            game.play(move)
        assert on.position == game.position
        assert (on.version, added.end) == (len(game.moves),) * 2
        steps += on.steps(added.version)
    assert steps == views.steps(game.start, game.moves) == on.steps()
    assert verify(Export.of(on).record()).is_true
    assert Export.of(on).record().moves == game.moves
    assert on.info().points == list(game.scores())
    assert refused(on, ["-"]).code == "table/over"


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_a_part_of_a_stretch_is_incomplete_and_more_is_too_many(seed: int) -> None:
    rng = Random(seed)
    game = rng.choice(positions())
    on = table(game.players, game.position)
    moves = stretch(on.position, rng)
    for length in range(len(moves)):
        refusal = refused(on, moves[:length])
        assert (refusal.code, refusal.clause) == ("table/incomplete", "R7")
    after = on.propose(play(on, moves), EVERYBODY, at=1.0)
    assert isinstance(after, Change)
    if not after.after.is_over:
        further = str(Game.from_position(after.after.position).legal_moves()[0])
        assert refused(on, [*moves, further]).code == "table/too-many"


def test_proposing_changes_nothing() -> None:
    on = table()
    text, version = str(on.position), on.version
    assert isinstance(on.propose(play(on, ["C@12"]), EVERYBODY, at=1.0), Change)
    assert (str(on.position), on.version, on.steps()) == (text, version, [])


@pytest.mark.parametrize(
    ("change", "code", "arguments"),
    [
        ({"version": 1}, "table/stale", {"made": 1, "now": 0}),
        ({"version": -1}, "table/stale", {"made": -1, "now": 0}),
        ({"seat": 1}, "table/not-your-turn", {"seat": 1, "owner": 0}),
        ({"seat": 7}, "table/foreign-seat", {"seat": 7}),
        ({"id": "x" * 65}, "message/id", {"limit": 64}),
        ({"moves": []}, "table/incomplete", {"seat": 0, "asked": "setup"}),
        ({"moves": ["nonsense"]}, "notation/unreadable", None),
        ({"moves": ["J@1"]}, "kind/joker-waits", None),
        ({"moves": ["-"]}, "phase/wrong", None),
        ({"moves": ["C@12", "C@13"]}, "table/too-many", {"decision": "C@13"}),
    ],
)
def test_refusals_have_their_code(change: dict[str, object], code: str, arguments: dict[str, object] | None) -> None:
    refusal = refused(table(), ["C@12"], **change)
    assert refusal.code == code
    assert refusal.message
    if arguments is not None:
        assert refusal.arguments == arguments


@pytest.mark.parametrize("id_", ["", "a\nb", "a\0", "\ud800"])
def test_an_id_that_cannot_be_kept_is_refused(id_: str) -> None:
    on = table()
    wanted = msgspec.structs.replace(play(on, ["C@12"]), id=id_)
    with pytest.raises(Refusal) as caught:
        on.propose(wanted, EVERYBODY, at=1.0)
    assert caught.value.code == "message/id"


def test_players_of_other_seats_cannot_decide() -> None:
    on = table()
    with pytest.raises(Refusal) as caught:
        on.propose(play(on, ["C@12"]), {1}, at=1.0)
    assert (caught.value.code, caught.value.arguments) == ("table/foreign-seat", {"seat": 0})


def test_an_intent_that_comes_again_is_answered_again_and_made_once() -> None:
    on = table()
    first = play(on, ["C@12"], id="a")
    add(on, ["C@12"], id="a")
    add(on, ["D@13"], id="b")
    again = on.propose(first, EVERYBODY, at=9.0)
    assert again == Accepted(id="a", version=1)
    assert on.version == 2


@pytest.mark.parametrize("change", [{"moves": ["S@1"]}, {"version": 1}, {"moves": ["C@12", "D@13"]}, {"moves": ["?"]}])
def test_an_id_is_not_used_for_something_else(change: dict[str, object]) -> None:
    on = table()
    first = play(on, ["C@12"], id="a")
    add(on, ["C@12"], id="a")
    with pytest.raises(Refusal) as caught:
        on.propose(msgspec.structs.replace(first, **change), EVERYBODY, at=9.0)
    assert caught.value.code == "message/id-reused"


def test_two_seats_may_choose_the_same_id() -> None:
    on = table()
    add(on, ["C@12"], id="a")
    add(on, ["D@13"], id="a")
    assert on.version == 2


@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_a_log_that_is_replayed_gives_the_same_table(seed: int) -> None:
    on, rng = table(3), Random(seed)
    entries: list[LogEntry] = []
    for _ in range(rng.randrange(1, 40)):
        if not on.is_over:
            entries += add(on, stretch(on.position, rng)).entries
    cut = rng.randrange(len(entries))
    other = table(3)
    other.replay(entries[:cut])
    other.replay(entries[cut:])
    assert other.state(None, ()) == on.state(None, ())
    assert other.choices() == on.choices()
    assert other.snapshot == on.snapshot
    first = entries[0]
    known = play(on, [str(first.made)], id=first.intent, version=0, seat=first.seat)
    assert other.propose(known, EVERYBODY, at=1.0) == Accepted(id=first.intent, version=1)


SEATINGS = st.lists(st.sampled_from((PERSON, OPEN, BOT)), min_size=2, max_size=4)
CLOCKS = st.sampled_from(
    (None, Clock(per="stretch", seconds=20), Clock(per="game", seconds=90, increment=3, zero="resign"))
)


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), seatings=SEATINGS, clock=CLOCKS, lots=st.booleans(), lengths=st.integers(30, 90))
@settings(max_examples=30)
def test_whatever_people_do_the_log_gives_the_same_table(
    seed: int, seatings: list[Seating], clock: Clock | None, lots: bool, lengths: int
) -> None:
    """And a client with any earlier version knows everything after the next message."""
    rng = Random(seed)
    party = Party(*seatings, clock=clock, lots=lots)
    followers = [Follower() for _ in range(3)]
    for _ in range(lengths):
        party.something(rng)
        if rng.random() < 0.2:
            follower = rng.choice(followers)
            follower.hear(party.table)
            assert follower.agrees(party.table)
    on = party.table
    other = Party(*seatings, clock=clock, lots=lots).table
    cut = rng.randint(0, len(party.entries))
    for lines in (party.entries[:cut], party.entries[cut:]):
        other.replay(
            entry if isinstance(entry.made, Decision) else replace(entry, made=parse_event(event_text(entry.made)))
            for entry in lines
        )
    assert other.snapshot == on.snapshot
    assert other.state(None, ()) == on.state(None, ())
    assert other.moved == on.moved <= on.version
    assert other.log._handled == on.log._handled
    for follower in followers:
        follower.hear(other)
        assert follower.agrees(on)


def test_the_awaited_seat_is_that_of_a_person() -> None:
    on = Table("test", [Seating("person"), Seating("bot", bot="random")], Game(2).position, created=1.0)
    assert (on.snapshot.awaited_seat, on.waits_for_bot, on.members.people()) == (0, False, frozenset((0,)))
    add(on, ["C@12"])
    assert (on.snapshot.awaited_seat, on.waits_for_bot) == (-1, True)


def test_either_a_person_or_a_bot_decides_for_a_seat() -> None:
    """A person not while a bot does, and a bot not when the person is back."""
    party = Party(PERSON, PERSON)
    on = party.table
    moves = stretch(on.position, Random(1))
    with pytest.raises(Refusal) as caught:
        on.propose(play(on, moves), EVERYBODY, at=1.0, by="")
    assert caught.value.code == "table/not-stood-in"
    party.happens([StoodIn(seat=0, bot="greedy")])
    assert refused(on, moves).code == "table/stood-in"
    for by, told in (("", "greedy"), ("random", "random")):
        change = on.propose(play(on, moves), EVERYBODY, at=1.0, by=by)
        assert isinstance(change, Change)
        assert {entry.by for entry in change.entries} == {told}


def test_a_draft_outlives_what_happens_beside_the_game() -> None:
    party = Party(PERSON, PERSON)
    on = party.table
    made = play(on, stretch(on.position, Random(1)))
    party.happens([Switched(chat=False)])
    party.happens([Renamed(seat=1, name="Ben")])
    assert isinstance(on.propose(made, EVERYBODY, at=1.0), Change)
    assert on.preview(Preview(id="p", version=0, moves=made.moves)).complete
    party.decides(1)
    party.happens([TakenBack(ply=0, decisions=1)])
    with pytest.raises(Refusal) as caught:  # it is the same position, but another game
        on.propose(made, EVERYBODY, at=1.0)
    assert caught.value.code == "table/stale"
