"""Who is at a table: seats, passes, and what events make of them."""

import msgspec
import pytest

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
    event_text,
    parse_event,
)
from aquaromana.server.table.credentials import LOCAL, NOBODY, Credentials
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Seating

PERSON, OPEN, BOT = Seating("person"), Seating("open"), Seating("bot", bot="random")


def members(*seatings: Seating, waiting: bool = False, public: bool = False) -> Members:
    players = tuple(seating.player(seat) for seat, seating in enumerate(seatings))
    return Members(players, waiting=waiting, public=public)


def after(before: Members, *events: Event) -> Members:
    for event in events:
        before = before.after(event)
    return before


# Seats.


def test_the_decider_of_a_seat_is_its_bot_or_stand_in() -> None:
    here = members(PERSON, BOT, PERSON)
    assert here.people() == here.active() == {0, 2}
    assert [here.decider(seat) for seat in range(3)] == ["", "random", ""]
    here = after(here, StoodIn(seat=2, bot="greedy"))
    assert here.people() == {0, 2}
    assert here.active() == {0}
    assert here.decider(2) == "greedy"
    here = after(here, CameBack(seat=2))
    assert here.active() == {0, 2}
    assert here.decider(2) == ""


def test_an_open_seat_is_taken_and_left_again() -> None:
    here = members(PERSON, OPEN, waiting=True)
    assert here.is_open()
    here = after(here, Sat(seat=1, kind="person", name="Ben"))
    assert not here.is_open()
    assert (here.players[1].name, here.players[1].chair) == ("Ben", 1)
    here = after(here, Sat(seat=1, kind="bot", bot="greedy"))
    assert (here.decider(1), here.players[1].name) == ("greedy", "")
    assert after(here, Sat(seat=1, kind="open")).is_open()


def test_lots_move_players_and_their_chairs() -> None:
    here = after(members(PERSON, BOT, PERSON, waiting=True), Renamed(seat=2, name="Cleo"), Began(order=[2, 0, 1]))
    assert not here.waiting
    assert [(player.seat, player.kind, player.chair) for player in here.players] == [
        (0, "person", 2),
        (1, "person", 0),
        (2, "bot", 1),
    ]
    assert here.players[0].name == "Cleo"
    assert [here.seat_of(chair) for chair in range(3)] == [1, 2, 0]


def test_without_lots_everybody_stays() -> None:
    before = members(PERSON, BOT, waiting=True)
    assert after(before, Began()).players == before.players


@pytest.mark.parametrize(("players", "resigning"), [(2, 1), (3, 2), (4, 3)])
def test_the_last_one_who_has_not_resigned_decides_the_game(players: int, resigning: int) -> None:
    here = members(*[PERSON] * players)
    for seat in range(resigning):
        assert not here.is_conceded
        here = after(here, Resigned(seat=seat, bot="greedy"))
        assert seat not in here.remaining()
    assert here.is_conceded


# A seat that is handed over in the middle of a game.


def test_a_seat_is_handed_over() -> None:
    here = after(members(PERSON, PERSON), Revoked(target="chair:1"), Sat(seat=1, kind="open", name="Ben"))
    assert here.active() == here.people() == {0}
    assert here.decider(1) == ""
    here = after(here, Sat(seat=1, kind="person", name="Bea"))
    assert here.active() == {0, 1}
    assert here.players[1].name == "Bea"


def test_a_bot_plays_on_until_somebody_takes_the_seat() -> None:
    here = after(members(PERSON, PERSON), StoodIn(seat=1, bot="greedy"), Sat(seat=1, kind="open"))
    assert here.decider(1) == "greedy"
    assert after(here, Sat(seat=1, kind="person")).decider(1) == ""


def test_a_resignation_stays_when_the_seat_is_handed_over() -> None:
    here = after(members(PERSON, PERSON, PERSON), Resigned(seat=1, bot="greedy"))
    for event in (Sat(seat=1, kind="open"), Sat(seat=1, kind="person", name="Bea")):
        here = after(here, event)
        assert here.remaining() == [0, 2]
        assert here.decider(1) == "greedy"


# Credentials.


def test_credentials_are_valid_for_their_generation() -> None:
    here = members(PERSON, PERSON, PERSON)
    ben = Credentials({1: 0, 2: 0})
    assert here.chairs(ben) == here.seats(ben) == {1, 2}
    assert (here.is_host(ben), here.may_watch(ben)) == (False, True)
    here = after(here, Revoked(target="chair:1"))
    assert here.seats(ben) == {2}
    assert here.seats(Credentials({1: 1})) == {1}
    here = after(here, Revoked(target="chair:2"), Revoked(target="chair:1"))
    assert not here.may_watch(ben)
    assert not here.may_watch(Credentials({1: 1}))


def test_links_of_the_host_and_the_spectators_are_revoked_too() -> None:
    here = members(PERSON, PERSON)
    host, guest = Credentials(host=0), Credentials(watch=0)
    assert (here.is_host(host), here.may_watch(host), here.may_watch(guest)) == (True, True, True)
    assert not here.is_host(guest)
    here = after(here, Revoked(target="watch"))
    assert (here.may_watch(host), here.may_watch(guest), here.may_watch(Credentials(watch=1))) == (True, False, True)
    here = after(here, Revoked(target="host"))
    assert not here.is_host(host)
    assert not here.may_watch(host)


def test_seats_follow_their_chairs() -> None:
    here = after(members(PERSON, PERSON, waiting=True), Began(order=[1, 0]))
    assert here.seats(Credentials({0: 0})) == {1}


def test_strangers_can_watch_only_public_tables() -> None:
    assert not members(PERSON, PERSON).may_watch(NOBODY)
    assert not members(PERSON, PERSON).may_watch(Credentials({9: 0, -1: 0}))
    public = members(PERSON, PERSON, public=True)
    assert public.may_watch(NOBODY)
    assert (public.seats(NOBODY), public.is_host(NOBODY)) == (frozenset(), False)


def test_local_access_plays_every_seat() -> None:
    here = after(members(PERSON, BOT, PERSON), Revoked(target="host"), Revoked(target="chair:0"))
    assert here.seats(LOCAL) == {0, 2}
    assert (here.is_host(LOCAL), here.may_watch(LOCAL)) == (True, True)


def test_credentials_add_up() -> None:
    both = Credentials({0: 1, 1: 0}, host=0) | Credentials({1: 2}, watch=3)
    assert both == Credentials({0: 1, 1: 2}, host=0, watch=3)
    assert Credentials({1: 2}, host=3) | Credentials({1: 0}, host=0, watch=0) == Credentials({1: 2}, host=3, watch=0), (
        "the later ones"
    )
    assert len({both, Credentials({1: 2, 0: 1}, 0, 3)}) == 1
    assert Credentials.maker({0: 0}) == Credentials({0: 0}, host=0)
    assert (LOCAL | NOBODY).local


# What is asked.

ASKED = Asked(kind="takeback", by=0, ply=4)
VOTE = Asked(kind="stand_in", by=0, seat=1, bot="greedy")


def test_all_who_decide_themselves_are_asked() -> None:
    four = after(members(PERSON, PERSON, PERSON, BOT), StoodIn(seat=2, bot="greedy"), ASKED)
    assert four.pending is not None
    assert (four.pending.agreed, four.pending.waiting, four.pending.ply) == ([0], [1], 4)
    vote = after(members(PERSON, PERSON, PERSON), VOTE).pending
    assert vote is not None
    assert (vote.agreed, vote.waiting, vote.seat, vote.bot) == ([0], [2], 1, "greedy")


def test_people_who_have_agreed_are_not_asked_again() -> None:
    here = after(members(PERSON, PERSON, PERSON), ASKED, Agreed(seat=2))
    assert here.pending is not None
    assert (here.pending.agreed, here.pending.waiting) == ([0, 2], [1])


@pytest.mark.parametrize("end", [Declined(seat=1), TakenBack(ply=4, decisions=1)])
def test_a_declined_or_granted_takeback_is_no_longer_pending(end: Event) -> None:
    assert after(members(PERSON, PERSON), ASKED, end).pending is None


def test_a_decision_drops_a_takeback_and_the_end_everything() -> None:
    here = members(PERSON, PERSON, PERSON)
    assert after(here, ASKED).decided(0).pending is None
    assert after(here, VOTE).decided(0).pending is not None
    assert after(here, VOTE).decided(0, over=True).pending is None


@pytest.mark.parametrize("asked", [ASKED, VOTE])
@pytest.mark.parametrize(
    "left",
    [StoodIn(seat=0, bot="greedy"), Resigned(seat=0, bot="greedy"), Sat(seat=0, kind="open")],
)
def test_a_pending_question_ends_when_its_author_leaves(asked: Asked, left: Event) -> None:
    assert after(members(PERSON, PERSON, PERSON), asked, left).pending is None


@pytest.mark.parametrize(
    "left",
    [StoodIn(seat=1, bot="greedy"), Resigned(seat=1, bot="greedy"), Sat(seat=1, kind="open")],
)
def test_people_who_leave_are_not_asked_any_more(left: Event) -> None:
    here = after(members(PERSON, PERSON, PERSON), ASKED, left)
    assert here.pending is not None
    assert here.pending.waiting == [2]
    assert after(members(PERSON, PERSON, PERSON), VOTE, left).pending is None  # the vote was about them


def test_nothing_is_asked_when_the_game_is_decided() -> None:
    assert after(members(PERSON, PERSON, PERSON), Resigned(seat=2), ASKED, Resigned(seat=1)).pending is None


def test_chat_switches_and_rematches_are_noted() -> None:
    here = after(members(PERSON, PERSON), Switched(chat=False), Followed(table="next"), Agreed(seat=1))
    assert (here.chat, here.next, here.pending) == (False, "next", None)


# Events as the log keeps them.


@pytest.mark.parametrize(
    "event",
    [
        Sat(seat=1, kind="person", name="Ünïcode"),
        Began(order=[1, 0]),
        Renamed(seat=0, name=""),
        StoodIn(seat=0, bot="greedy", why="clock"),
        CameBack(seat=0),
        Resigned(seat=0, why="clock"),
        VOTE,
        Agreed(seat=1),
        Declined(seat=1),
        TakenBack(ply=3, decisions=2),
        Revoked(target="watch"),
        Switched(chat=False),
        Followed(table="x"),
    ],
)
def test_events_are_read_as_they_were_written(event: Event) -> None:
    assert parse_event(event_text(event)) == event
    with pytest.raises(msgspec.DecodeError):
        parse_event(event_text(event).replace('"what":"', '"what":"no-'))
