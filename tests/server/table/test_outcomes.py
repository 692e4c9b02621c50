"""What people may change apart from decisions: every request with its outcome, and every refusal."""

from typing import Any, Literal

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import (
    Agreed,
    Asked,
    Began,
    CameBack,
    Declined,
    Event,
    Followed,
    Renamed,
    Resigned,
    Revoked,
    Sat,
    StoodIn,
    Switched,
    TakenBack,
)
from aquaromana.server.protocol.intents import (
    Back,
    Consent,
    Rematch,
    Rename,
    Resign,
    Revoke,
    Sit,
    StandIn,
    Start,
    Switch,
    Takeback,
)
from aquaromana.server.protocol.table_info import Clock
from aquaromana.server.table import outcomes
from aquaromana.server.table.exports import Export
from aquaromana.server.table.outcomes import STAND_IN
from tests.support.server_party import BOT, OPEN, PERSON, Party

# Before the game.


def test_the_host_lets_bots_sit_down_and_get_up() -> None:
    party = Party(PERSON, OPEN, OPEN)
    host = party.does(0, host=True)
    assert host(Sit, seat=1, kind="bot", bot="greedy") == [Sat(seat=1, kind="bot", bot="greedy")]
    assert host(Sit, seat=1, kind="open") == [Sat(seat=1, kind="open")]
    assert party.table.snapshot.status == "waiting"


def test_with_the_last_seat_the_game_starts() -> None:
    party = Party(PERSON, OPEN)
    events = party.does(0, host=True)(Sit, seat=1, kind="bot", bot="random")
    assert events == [Sat(seat=1, kind="bot", bot="random"), Began()]
    assert party.table.snapshot.status == "playing"
    other = Party(PERSON, OPEN, auto=False)
    assert len(other.does(0, host=True)(Sit, seat=1, kind="bot", bot="random")) == 1
    assert other.does(0, host=True)(Start) == [Began()]


def test_refusals_before_the_game() -> None:
    party = Party(PERSON, OPEN)
    host = party.does(0, host=True)
    assert host.fails(Sit, seat=0, kind="open") == "access/taken"
    assert host.fails(Sit, seat=1, kind="bot", bot="search:99") == "table/bot"
    assert host.fails(Sit, seat=1, kind="bot") == "table/bot"
    for seat in (-1, 2, 10**9):
        assert host.fails(Sit, seat=seat, kind="open") == "table/seat"
    assert host.fails(Start) == "table/not-full"
    assert host.fails(Start, fill="nobody") == "table/bot"
    assert host.fails(Resign, seat=0) == "table/waiting"
    assert host.fails(StandIn, seat=0) == "table/waiting"
    assert host.fails(Back, seat=0) == "table/waiting"
    assert host.fails(Takeback, seat=0, ply=0) == "table/waiting"
    assert host.fails(Rematch) == "table/playing"
    host(Start, fill="greedy")
    assert host.fails(Start) == "table/started"
    assert host.fails(Sit, seat=1, kind="open") == "table/started"


def test_open_seats_are_filled() -> None:
    party = Party(PERSON, OPEN, OPEN)
    seats: list[Event] = [Sat(seat=seat, kind="bot", bot="search:2") for seat in (1, 2)]
    assert party.does(0, host=True)(Start, fill="search:2") == [*seats, Began()]
    assert [player.bot for player in party.players] == ["", "search:2", "search:2"]


def test_lots_are_drawn_for_all_seats() -> None:
    orders = set()
    for _ in range(60):
        party = Party(PERSON, OPEN, OPEN, lots=True)
        (*_, began) = party.does(0, host=True)(Start, fill="random")
        assert isinstance(began, Began)
        orders.add(tuple(began.order))
        assert [player.chair for player in party.players] == began.order
        assert [player.seat for player in party.players] == [0, 1, 2]
    assert len(orders) > 3
    assert {tuple(sorted(order)) for order in orders} == {(0, 1, 2)}


def test_somebody_takes_a_seat() -> None:
    party = Party(PERSON, OPEN, OPEN)
    assert party.happens(outcomes.taken(party.table, 1, " Ben ")) == [Sat(seat=1, kind="person", name="Ben")]
    with pytest.raises(Refusal, match="taken"):
        outcomes.taken(party.table, 1, "Bea")
    with pytest.raises(Refusal, match="characters"):
        outcomes.taken(party.table, 2, "x" * 41)
    assert party.happens(outcomes.taken(party.table, 2, ""))[1:] == [Began()]
    patient = Party(PERSON, OPEN, auto=False)
    assert len(outcomes.taken(patient.table, 1, "")) == 1


def test_a_seat_of_a_game_that_is_over_is_not_taken() -> None:
    party = Party(PERSON, PERSON, OPEN)
    party.does(0, host=True)(Start, fill="random")
    party.does(0, host=True)(Revoke, what="chair", chair=1)
    party.happens([Resigned(seat=0), Resigned(seat=2)])
    with pytest.raises(Refusal, match="over"):
        outcomes.taken(party.table, 1, "")


# Names and the chat.


def test_people_rename_themselves_and_the_host_renames_bots() -> None:
    party = Party(PERSON, PERSON, BOT)
    assert party.does(1)(Rename, seat=1, name=" Ben\n") == [Renamed(seat=1, name="Ben")]
    assert party.does(1)(Rename, seat=1, name="Ben") == []  # it is so already
    assert party.does(1)(Rename, seat=1, name="") == [Renamed(seat=1, name="")]
    assert party.does(0, host=True)(Rename, seat=2, name="Marvin") == [Renamed(seat=2, name="Marvin")]
    assert party.does(0, host=True).fails(Rename, seat=1, name="x") == "table/foreign-seat"
    assert party.does(1).fails(Rename, seat=2, name="x") == "table/foreign-seat"
    assert party.does(1).fails(Rename, seat=1, name="x" * 41) == "table/name"
    assert party.does(1).fails(Rename, seat=3, name="x") == "table/seat"


def test_the_chat_is_switched() -> None:
    party = Party(PERSON, PERSON)
    host = party.does(0, host=True)
    assert host(Switch, chat=True) == []
    assert host(Switch, chat=False) == [Switched(chat=False)]
    assert not party.table.members.chat


# Bots that stand in.


def test_the_host_lets_a_bot_stand_in() -> None:
    party = Party(PERSON, PERSON)
    host = party.does(0, host=True, away=[1])
    assert host(StandIn, seat=1) == [StoodIn(seat=1, bot=STAND_IN)]
    assert host.fails(StandIn, seat=1) == "table/stood-in"
    assert party.does(1)(Back, seat=1) == [CameBack(seat=1)]
    assert host(StandIn, seat=1, bot="greedy") == [StoodIn(seat=1, bot="greedy")]


def test_anybody_can_let_a_bot_stand_in_for_themselves() -> None:
    party = Party(PERSON, PERSON)
    assert party.does(1, present=[0, 1])(StandIn, seat=1) == [StoodIn(seat=1, bot=STAND_IN)]


def test_nobody_is_replaced_while_present() -> None:
    party = Party(PERSON, PERSON, BOT)
    host = party.does(0, host=True, present=[1])
    assert host.fails(StandIn, seat=1) == "table/present"
    assert host.fails(StandIn, seat=2) == "table/stood-in"
    assert host.fails(StandIn, seat=5) == "table/seat"
    assert party.does(0, host=True, away=[1]).fails(StandIn, seat=1, bot="nobody") == "table/bot"
    assert party.does(0, away=[1], host_here=True).fails(StandIn, seat=1) == "access/host"


def test_a_bot_takes_the_seat_that_was_left_open() -> None:
    party = Party(PERSON, PERSON)
    host = party.does(0, host=True)
    host(Revoke, what="chair", chair=1)
    assert host(StandIn, seat=1) == [StoodIn(seat=1, bot=STAND_IN)]
    assert party.table.members.decider(1) == STAND_IN
    party.happens(outcomes.taken(party.table, 1, "Bea"))
    assert party.table.members.decider(1) == ""


def test_without_a_host_more_than_half_of_those_present_decide() -> None:
    party = Party(PERSON, PERSON, PERSON, PERSON)
    there: dict[str, Any] = {"away": [3], "present": [0, 1, 2], "host_here": False}
    asked = Asked(kind="stand_in", by=0, seat=3, bot=STAND_IN)
    assert party.does(0, **there)(StandIn, seat=3) == [asked]
    assert party.does(1, **there).fails(StandIn, seat=3) == "table/pending"
    assert party.does(1, **there).fails(Takeback, seat=1, ply=0) == "table/pending"
    assert party.does(0, **there).fails(Consent, seat=0, yes=True) == "table/nothing-asked"
    assert party.does(1, **there)(Consent, seat=1, yes=True) == [Agreed(seat=1), StoodIn(seat=3, bot=STAND_IN)]
    assert party.table.members.pending is None


def test_a_player_who_is_alone_needs_no_vote() -> None:
    party = Party(PERSON, PERSON, BOT)
    there: dict[str, Any] = {"away": [1], "present": [0], "host_here": False}
    assert party.does(0, **there)(StandIn, seat=1, bot="greedy") == [StoodIn(seat=1, bot="greedy")]


def test_people_at_the_same_screen_agree() -> None:
    party = Party(PERSON, PERSON, PERSON)
    there: dict[str, Any] = {"away": [2], "present": [0, 1], "host_here": False}
    assert party.does(0, 1, **there)(StandIn, seat=2) == [StoodIn(seat=2, bot=STAND_IN)]


def test_half_of_the_votes_are_not_enough() -> None:
    party = Party(PERSON, PERSON, PERSON, PERSON)
    there: dict[str, Any] = {"away": [1], "present": [0, 2], "host_here": False}
    assert [type(event) for event in party.does(0, **there)(StandIn, seat=1)] == [Asked]
    assert party.does(2, **there)(Consent, seat=2, yes=False) == [Declined(seat=2)]
    assert party.table.members.pending is None


def test_only_those_who_decide_themselves_vote() -> None:
    party = Party(PERSON, PERSON, PERSON, PERSON)
    there: dict[str, Any] = {"away": [3], "present": [0, 1, 2], "host_here": False}
    party.does(0)(Resign, seat=0)
    party.does(1)(StandIn, seat=1)
    for seat in (0, 1):
        assert party.does(seat, **there).fails(StandIn, seat=3) == "access/host"
    assert party.does(1, 2, **there)(StandIn, seat=3) == [StoodIn(seat=3, bot=STAND_IN)]


def test_a_vote_goes_on_while_others_decide() -> None:
    party = Party(PERSON, PERSON, PERSON)
    there: dict[str, Any] = {"away": [2], "present": [0, 1], "host_here": False}
    party.does(0, **there)(StandIn, seat=2)
    asked = party.table.version
    party.decides(2)
    assert party.does(1, **there)(Consent, seat=1, yes=True, version=asked)[-1] == StoodIn(seat=2, bot=STAND_IN)


def test_a_player_who_comes_back_during_the_vote_stays() -> None:
    party = Party(PERSON, PERSON, PERSON)
    party.does(0, away=[1], present=[0, 2], host_here=False)(StandIn, seat=1)
    back: dict[str, Any] = {"present": [0, 1, 2], "host_here": False}
    assert party.does(2, **back).fails(Consent, seat=2, yes=True) == "table/present"
    assert party.does(1, **back).fails(Consent, seat=1, yes=True) == "table/nothing-asked"
    assert party.does(1, **back)(Consent, seat=1, yes=False) == [Declined(seat=1)]


def test_only_who_is_stood_in_for_comes_back() -> None:
    party = Party(PERSON, PERSON, PERSON)
    assert party.does(1).fails(Back, seat=1) == "table/not-stood-in"
    party.does(1)(StandIn, seat=1)
    assert party.does(0, host=True).fails(Back, seat=1) == "table/foreign-seat"
    party.does(1)(Resign, seat=1)
    assert party.does(1).fails(Back, seat=1) == "table/resigned"


# Time.


def test_a_bot_plays_on_when_the_time_is_over() -> None:
    party = Party(PERSON, PERSON, clock=Clock(per="game", seconds=60))
    party.now += 100
    assert party.happens(outcomes.out_of_time(party.table)) == [StoodIn(seat=0, bot=STAND_IN, why="clock")]
    assert party.table.snapshot.timer.to_message() is not None
    assert party.does(0).fails(Back, seat=0) == "table/no-time"


def test_time_per_stretch_is_renewed_with_each_stretch() -> None:
    party = Party(PERSON, PERSON, clock=Clock(per="stretch", seconds=60))
    party.now += 100
    party.happens(outcomes.out_of_time(party.table))
    assert party.does(0).fails(Back, seat=0) == "table/no-time", "this stretch is the bot's"
    party.decides()
    assert party.table.players[0].stand_in == "", "and the next one is their own"
    assert party.does(0).fails(Back, seat=0) == "table/not-stood-in"


@pytest.mark.parametrize("per", ["stretch", "game"])
def test_nobody_can_stop_their_own_clock(per: Literal["stretch", "game"]) -> None:
    """Neither a stand-in whom one sends away again nor a chair that one leaves gives any time."""
    party = Party(PERSON, PERSON, clock=Clock(per=per, seconds=60))
    deadline = party.table.snapshot.deadline
    party.now += 10
    party.does(0)(StandIn, seat=0)
    assert party.table.snapshot.deadline is None, "a bot needs no alarm"
    party.now += 10
    party.does(0)(Back, seat=0)
    assert party.table.snapshot.deadline == deadline
    party.does(0)(Revoke, what="chair", chair=0)
    assert party.table.snapshot.deadline == deadline


def test_a_person_makes_only_so_many_changes_and_the_host_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who renamed themselves without end used to make the table immune to its host."""
    monkeypatch.setattr(outcomes, "MAX_EVENTS_PER_PERSON", 3)
    monkeypatch.setattr(outcomes, "MAX_EVENTS", 5)
    party = Party(PERSON, PERSON, PERSON)
    for number in range(3):
        party.does(1)(Rename, seat=1, name=f"Eve {number}")
    assert party.does(1).fails(Rename, seat=1, name="Eve") == "table/too-many-changes"
    party.does(2)(Rename, seat=2, name="Ben")
    party.does(0, host=True)(Revoke, what="chair", chair=1)  # with the seat that opens these are six
    assert party.does(2).fails(Rename, seat=2, name="Bob") == "table/too-many-changes"
    assert party.table.log.changes_by(1) == 0, "the next person starts with a fresh count"
    for on in (False, True, False):
        party.does(0, host=True)(Switch, chat=on)
    assert party.does(0, host=True).fails(Switch, chat=True) == "table/too-many-changes"
    party.does(2)(Resign, seat=2)


def test_changes_move_with_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MAX_EVENTS_PER_PERSON", 2)
    party = Party(PERSON, OPEN)
    for name in ("a", "b"):
        party.does(0)(Rename, seat=0, name=name)
    party.happens([Sat(seat=1, kind="person", name="c"), Began(order=[1, 0])], 1)
    assert (party.table.log.changes_by(1), party.table.log.changes_by(0)) == (2, 1)
    assert party.does(1).fails(Rename, seat=1, name="d") == "table/too-many-changes"


def test_a_long_log_takes_no_more_takebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(PERSON, BOT)
    party.decides()
    monkeypatch.setattr(outcomes, "LINES", party.table.version)
    assert party.does(0, host=True).fails(Takeback, seat=0, ply=0) == "table/too-many-changes"
    monkeypatch.setattr(outcomes, "LINES", party.table.version + 1)
    assert party.does(0, host=True)(Takeback, seat=0, ply=0)


@pytest.mark.parametrize(("players", "bot"), [(2, ""), (3, STAND_IN), (4, STAND_IN)])
def test_a_seat_resigns_when_the_time_is_over(players: int, bot: str) -> None:
    party = Party(*[PERSON] * players, clock=Clock(per="game", seconds=60, zero="resign"))
    party.now += 100
    assert party.happens(outcomes.out_of_time(party.table)) == [Resigned(seat=0, bot=bot, why="clock")]
    assert party.table.is_over == (players == 2)
    assert party.table.snapshot.deadline is None


def test_other_people_give_nobody_time() -> None:
    """Whatever happens beside the game: the time of whoever thinks goes on."""
    party = Party(PERSON, PERSON, PERSON, clock=Clock(per="stretch", seconds=60))
    deadline = party.table.snapshot.deadline
    party.does(1)(StandIn, seat=1)
    party.does(1)(Back, seat=1)
    party.does(2)(Rename, seat=2, name="Cleo")
    party.does(2)(Revoke, what="chair", chair=2)
    party.does(0, host=True)(Switch, chat=False)
    assert party.table.snapshot.deadline == deadline


# Resigning.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_but_one_can_resign(players: int) -> None:
    party = Party(*[PERSON] * players)
    for seat in range(players - 1):
        bot = STAND_IN if seat < players - 2 else ""
        assert not party.table.is_over
        assert party.does(seat)(Resign, seat=seat) == [Resigned(seat=seat, bot=bot)]
        assert party.does(seat).fails(Resign, seat=seat) == ("table/resigned" if bot else "table/over")
    assert party.table.is_over
    assert party.table.info().status == "over"
    assert Export.of(party.table).record().tags["Resigned"] == " ".join(map(str, range(players - 1)))
    last = party.does(players - 1)
    for kind, fields in ((Resign, {}), (StandIn, {}), (Back, {}), (Takeback, {"ply": 0})):
        assert last.fails(kind, seat=players - 1, **fields) == "table/over"
    assert party.table.choices() is None


def test_a_player_who_has_resigned_no_longer_takes_part() -> None:
    party = Party(PERSON, PERSON, PERSON)
    party.decides(1)
    party.does(0)(Resign, seat=0)
    assert party.does(0).fails(Takeback, seat=0, ply=0) == "table/resigned"
    assert party.does(1, host=True)(Revoke, what="chair", chair=0) == [Revoked(target="chair:0")]
    assert party.table.members.decider(0) == STAND_IN


def test_only_oneself_can_resign() -> None:
    party = Party(PERSON, PERSON)
    assert party.does(0, host=True).fails(Resign, seat=1) == "table/foreign-seat"
    assert Party(PERSON, BOT).does(0, host=True).fails(Resign, seat=1) == "table/foreign-seat"


# Taking back.


def test_against_bots_it_happens_at_once() -> None:
    party = Party(PERSON, BOT)
    before = party.table.position
    party.decides(2)
    assert party.does(0)(Takeback, seat=0, ply=0) == [TakenBack(ply=0, decisions=2)]
    assert (party.table.position, party.table.ply, party.table.version) == (before, 0, 3)
    party.decides(2)
    assert party.table.ply == 2


def test_on_one_screen_it_happens_at_once() -> None:
    party = Party(PERSON, PERSON)
    party.decides(2)
    assert party.does(0, 1)(Takeback, seat=1, ply=1) == [TakenBack(ply=1, decisions=1)]


def test_all_others_have_to_agree() -> None:
    party = Party(PERSON, PERSON, PERSON, BOT)
    party.decides(4)
    assert party.does(1)(Takeback, seat=1, ply=1) == [Asked(kind="takeback", by=1, ply=1)]
    assert party.does(2)(Consent, seat=2, yes=True) == [Agreed(seat=2)]
    assert party.does(2).fails(Consent, seat=2, yes=True) == "table/nothing-asked"
    assert party.does(0).fails(Consent, seat=2, yes=True) == "table/foreign-seat"
    assert party.does(0)(Consent, seat=0, yes=True) == [Agreed(seat=0), TakenBack(ply=1, decisions=3)]
    assert party.table.ply == 1
    assert party.table.position.mover == 1


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_anybody_can_decline_a_takeback(seat: int) -> None:
    party = Party(PERSON, PERSON, PERSON)
    party.decides(3)
    party.does(1)(Takeback, seat=1, ply=1)
    assert party.does(seat)(Consent, seat=seat, yes=False) == [Declined(seat=seat)]
    assert party.does(0).fails(Consent, seat=0, yes=True) == "table/nothing-asked"
    assert party.table.ply == 3


def test_a_decision_cancels_a_pending_takeback() -> None:
    party = Party(PERSON, PERSON)
    party.decides(2)
    party.does(1)(Takeback, seat=1, ply=1)
    made = party.table.version
    party.decides()
    assert party.does(0).fails(Consent, seat=0, yes=True, version=made) == "table/stale"
    assert party.does(0).fails(Consent, seat=0, yes=True) == "table/nothing-asked"


@pytest.mark.parametrize("how", ["stands in", "by their own wish", "resigns", "is revoked", "has no time"])
def test_when_the_last_one_who_has_to_agree_leaves(how: str) -> None:
    party = Party(PERSON, PERSON, PERSON, clock=Clock(per="game", seconds=60, zero="resign"))
    party.decides(2)
    party.does(1)(Takeback, seat=1, ply=1)
    party.does(0)(Consent, seat=0, yes=True)
    if how == "stands in":
        events = party.does(0, host=True, away=[2])(StandIn, seat=2)
    elif how == "by their own wish":
        events = party.does(2)(StandIn, seat=2)
    elif how == "resigns":
        events = party.does(2)(Resign, seat=2)
    elif how == "is revoked":
        events = party.does(0, host=True)(Revoke, what="chair", chair=2)
    else:
        events = party.happens(outcomes.out_of_time(party.table))
    assert events[-1] == TakenBack(ply=1, decisions=1)
    assert party.table.members.pending is None
    assert party.table.position.mover == 1


def test_a_decided_game_is_not_taken_back() -> None:
    party = Party(PERSON, PERSON)
    party.decides(2)
    party.does(1)(Takeback, seat=1, ply=1)
    assert party.does(0)(Resign, seat=0) == [Resigned(seat=0)]
    assert party.does(0).fails(Consent, seat=0, yes=True) == "table/nothing-asked"
    assert party.table.ply == 2


def test_only_to_the_beginning_of_an_own_stretch() -> None:
    party = Party(PERSON, PERSON)
    party.decides(30)
    starts = {ply: party.table.stretch_seat(ply) for ply in range(-1, party.table.ply + 2)}
    assert {starts[-1], starts[party.table.ply], starts[party.table.ply + 1]} == {-1}
    assert -1 in [starts[ply] for ply in range(party.table.ply)]  # some stretches have several decisions
    for ply, seat in starts.items():
        if seat != 0:
            assert party.does(0, 1).fails(Takeback, seat=0, ply=ply) == "table/takeback"
    own = max(ply for ply, seat in starts.items() if seat == 1)
    assert party.does(0).fails(Takeback, seat=1, ply=own) == "table/foreign-seat"
    assert [type(event) for event in party.does(1)(Takeback, seat=1, ply=own)] == [Asked]


def test_a_takeback_is_for_the_game_as_it_was_seen() -> None:
    party = Party(PERSON, PERSON)
    party.decides(2)
    seen = party.table.version
    party.decides(1)
    assert party.does(0, 1).fails(Takeback, seat=0, ply=0, version=seen) == "table/stale"
    assert party.does(0, 1).fails(Takeback, seat=0, ply=0, version=party.table.version + 1) == "table/stale"
    party.does(0)(Rename, seat=0, name="Ann")  # renaming does not make it another game
    assert party.does(0, 1)(Takeback, seat=0, ply=0, version=party.table.version - 1)


# Links.


@pytest.mark.parametrize("what", ["watch", "host"])
def test_the_host_makes_links_void(what: str) -> None:
    party = Party(PERSON, PERSON)
    assert party.does(0, host=True)(Revoke, what=what) == [Revoked(target=what)]
    assert party.does(0).fails(Revoke, what=what) == "access/host"


def test_a_seat_is_handed_over() -> None:
    party = Party(PERSON, PERSON, BOT)
    party.does(1)(Rename, seat=1, name="Ben")
    host = party.does(0, host=True)
    assert host(Revoke, what="chair", chair=1) == [Revoked(target="chair:1"), Sat(seat=1, kind="open", name="Ben")]
    assert host(Revoke, what="chair", chair=2) == [Revoked(target="chair:2")]
    assert party.does(2).fails(Revoke, what="chair", chair=0) == "table/foreign-seat"
    assert party.does(0)(Revoke, what="chair", chair=0)  # one's own
    for chair in (-1, 3):
        assert host.fails(Revoke, what="chair", chair=chair) == "table/seat"


def test_chairs_are_revoked_and_not_seats() -> None:
    party = Party(PERSON, PERSON, OPEN)
    party.happens([Sat(seat=2, kind="person"), Began(order=[2, 0, 1])])
    events = party.does(1, host=True)(Revoke, what="chair", chair=2)
    assert events == [Revoked(target="chair:2"), Sat(seat=0, kind="open")]


def test_nobody_leaves_their_seat_after_the_game() -> None:
    party = Party(PERSON, PERSON)
    party.does(1)(Resign, seat=1)
    assert party.does(0, host=True)(Revoke, what="chair", chair=1) == [Revoked(target="chair:1")]
    assert party.players[1].kind == "person"


# The next game.


def test_a_rematch_follows_a_game_that_is_over() -> None:
    party = Party(PERSON, PERSON)
    assert party.does(0).fails(Rematch) == "table/playing"
    party.does(0)(Resign, seat=0)
    assert party.does(0)(Rematch) == [Followed(table="rematch")]
    assert party.table.info().next == "rematch"


def test_a_version_that_never_was_is_refused() -> None:
    party = Party(PERSON, PERSON)
    for version in (-1, 1, 10**9):
        assert party.does(0, host=True).fails(Switch, chat=False, version=version) == "table/stale"
