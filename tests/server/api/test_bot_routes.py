"""Bots over the network: tokens, the stream, decisions; whoever has no right to them gets nothing."""

import json
import time
from collections.abc import Callable, Iterator

import pytest

from aquaromana.rules import Game
from tests.server.api.test_table_routes import refused
from tests.support.network_bots import NetworkBot, token_for
from tests.support.served import Served, hear, say
from tests.support.visitors import OPEN, PERSON, Visitor

BOT = {"kind": "bot", "bot": "random"}
Starts = Callable[[str], NetworkBot]


@pytest.fixture
def bot(club: Served) -> Iterator[Starts]:
    """A program with this token."""
    started: list[NetworkBot] = []

    def start(token: str) -> NetworkBot:
        started.append(NetworkBot(club, token))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.mark.slow
def test_a_bot_takes_the_open_seat_and_plays_to_the_end(host: Visitor, bot: Starts) -> None:
    table = host.create(BOT, OPEN)
    robo = bot(token_for(host, table))
    with robo.stream("Robo") as events:
        start = events.next("gameStart")
        assert (start["table"], start["seat"]) == (table, 1)
        assert [(each["kind"], each["name"], each["bot"]) for each in start["players"]] == [
            ("bot", "", "random"),
            ("person", "Robo", "network"),
        ]
        game = Game.from_position(start["start"])
        for text in start["moves"]:
            game.play(text)
        assert str(game) == start["position"]
        while (event := events.next("yourTurn", "gameUpdate", "gameEnd"))["type"] != "gameEnd":
            if event["type"] == "gameUpdate":
                for text in event["moves"]:
                    game.play(text)
                assert (str(game), len(game.moves), game.to_move) == (event["position"], event["ply"], event["mover"])
                continue
            assert event["legal"] == [str(move) for move in game.legal_moves()]
            assert (event["position"], event["phase"], event["seconds"]) == (str(game), game.phase.name.lower(), None)
            robo.stretch(event)
    assert game.is_over
    assert (event["points"], event["winners"]) == (list(game.scores()), list(game.winners()))


def test_a_stretch_is_made_one_decision_after_the_other(host: Visitor, bot: Starts) -> None:
    position = "2.r.1d0.88.1C6DC2S3DB3C1B3D3S3B1S.-J.ooo-ooo-ooo-xoo.1G"
    table = host.create(PERSON, OPEN, position=position)
    robo = bot(token_for(host, table))
    with robo.stream() as events:
        turn = events.next("yourTurn")
        first = robo.move(table, turn["version"], turn["legal"][0])
        answer = first.json()
        assert (first.status_code, answer["complete"], answer["version"]) == (200, False, turn["version"])
        assert answer["phase"] == "build"
        after = Game.from_position(turn["position"])
        after.play(turn["legal"][0])
        assert answer["legal"] == [str(move) for move in after.legal_moves()]
        assert robo.move(table, turn["version"]).json()["legal"] == turn["legal"], "nothing was changed"
        done = robo.stretch(turn)
        assert done["version"] > turn["version"]
        update = events.next("gameUpdate")
        again = robo.move(table, turn["version"], *update["moves"])
        assert (again.status_code, again.json()["version"]) == (200, done["version"]), "sent twice, played once"


def test_bad_decisions_are_refused_with_the_code_of_the_rules(host: Visitor, bot: Starts) -> None:
    table = host.create(OPEN, PERSON)
    robo = bot(token_for(host, table, 0))
    with robo.stream() as events:
        turn = events.next("yourTurn")
        version = turn["version"]
        refused(robo.move(table, version, "J@1"), 422, "kind/joker-waits")
        refused(robo.move(table, version, "nonsense"), 422, "notation/unreadable")
        refused(robo.move(table, version + 5, "C@1"), 409, "table/stale")
        refused(robo.move("k3k3k3k3k3k3", version, "C@1"), 403, "token/invalid")
        refused(robo.move(table, version, *["C@1"] * 65), 422, "request/invalid")
        refused(robo.client.post(f"/api/bot/tables/{table}/move", content=b"{"), 422, "request/invalid")
        robo.stretch(turn)
        refused(robo.move(table, version + 1, "C@2"), 422, "table/not-your-turn")


def test_the_stream_resumes_after_a_lost_connection(host: Visitor, bot: Starts) -> None:
    table = host.create(OPEN, PERSON)
    robo = bot(token_for(host, table, 0))
    with robo.stream("First") as events:
        turn = events.next("yourTurn")
    with robo.stream("Second") as events:
        assert events.next("gameStart")["players"][0]["name"] == "First"
        assert events.next("yourTurn") == turn
        robo.stretch(turn)
        assert events.next("gameUpdate")["mover"] == 1


def test_a_second_stream_replaces_the_first(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN)
    robo, again = (bot(token_for(host, table)) for _ in range(2))
    assert robo.token == again.token
    with robo.stream() as events, again.stream() as others:
        others.next("gameStart")
        assert events.rest()[-1] == {"type": "bye", "code": "token/replaced"}


def test_it_waits_for_the_start_and_others_see_a_bot(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN, OPEN)
    with bot(token_for(host, table)).stream("Robo") as events:
        waiting = events.next("waiting")
        assert [each["kind"] for each in waiting["players"]] == ["person", "person", "open"]
        with host.live(table, hello=False) as socket:
            say(socket, type="hello")
            state = hear(socket, "state")
            presence = hear(socket, "presence")
        assert state["table"]["players"][1]["bot"] == "network"
        assert 1 in presence["present"]
        assert host.change(table, type="start", fill="random")["type"] == "accepted"
        events.next("gameStart")


def test_clocks_and_takebacks_are_told(host: Visitor, bot: Starts) -> None:
    table = host.create(OPEN, PERSON, options={"clock": {"per": "stretch", "seconds": 60}})
    robo = bot(token_for(host, table, 0))
    with robo.stream() as events:
        turn = events.next("yourTurn")
        assert 0 < turn["seconds"] <= 60
        robo.stretch(turn)
        update = events.next("gameUpdate")
        assert len(update["moves"]) == 1


def test_a_rematch_brings_its_own_token(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN)
    robo = bot(token_for(host, table))
    with robo.stream("Robo") as events:
        events.next("gameStart")
        assert host.change(table, type="resign", seat=0)["type"] == "accepted"
        end = events.next("gameEnd")
        assert (end["winners"], end["resigned"]) == ([1], [0])
        assert host.change(table, type="rematch")["type"] == "accepted"
        offer = events.next("rematch")
        assert events.rest() == []
    with bot(offer["token"]).stream() as events:
        start = events.next("gameStart")
        assert (start["table"], start["seat"]) == (offer["next"], 0)
        assert start["players"][0]["name"] == "Robo"
        assert events.next("yourTurn")["legal"]


def test_a_bot_that_comes_back_takes_its_seat_from_the_stand_in(club: Served, host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN, options={"grace": 0})
    robo = bot(token_for(host, table))
    with robo.stream() as events:
        events.next("gameStart")
    while host.change(table, type="stand_in", seat=1, bot="random")["type"] != "accepted":
        time.sleep(0.02)  # it is still thought to be there
    with robo.stream() as events:
        events.next("gameStart")
        assert host.play(table, 0, "C@1")["type"] == "accepted"
        robo.stretch(events.next("yourTurn"))


# Tokens.


def test_a_token_is_for_the_host_to_give(host: Visitor, guest: Visitor, stranger: Visitor) -> None:
    table = host.create(PERSON, OPEN, OPEN)
    links = host.links(table)
    guest.joined(table, links["chairs"][1]["link"], "Ben")
    refused(guest.client.post(f"/api/tables/{table}/chairs/2/bot"), 403, "access/host")
    refused(stranger.client.post(f"/api/tables/{table}/chairs/2/bot"), 403, "access/needed")
    refused(host.client.post(f"/api/tables/{table}/chairs/0/bot"), 409, "access/taken")
    refused(host.client.post(f"/api/tables/{table}/chairs/3/bot"), 422, "table/seat")
    assert "bot" not in links["chairs"][0]
    assert token_for(host, table, 2) == links["chairs"][2]["bot"]
    assert all("bot" not in each for each in guest.links(table)["chairs"])


@pytest.mark.slow
def test_with_local_access_there_are_no_tokens(served: Served) -> None:
    table = served.create()
    refused(served.client.post(f"/api/tables/{table}/chairs/1/bot"), 403, "access/local")
    refused(served.client.delete(f"/api/tables/{table}/chairs/1/bot"), 403, "access/local")


@pytest.mark.slow
def test_a_token_that_is_revoked_ends_the_stream_and_is_good_for_nothing(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN)
    robo = bot(token_for(host, table))
    with robo.stream() as events:
        version = events.next("gameStart")["version"]
        assert host.client.delete(f"/api/tables/{table}/chairs/1/bot").status_code == 204
        assert events.rest()[-1] == {"type": "bye", "code": "token/revoked"}
    assert robo.refused() == (403, "token/revoked")
    refused(robo.move(table, version, "C@1"), 403, "token/revoked")
    other = bot(token_for(host, table))
    assert other.token != robo.token
    with other.stream() as events:
        events.next("gameStart")


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        ("", 401, "request/token"),
        ("Basic abc", 401, "request/token"),
        ("Bearer", 401, "request/token"),
        ("Bearer nonsense", 403, "token/invalid"),
        ("Bearer k3k3k3k3k3k3." + "x" * 24, 403, "token/invalid"),
        ("Bearer " + "x" * 5000, 403, "token/invalid"),
        ("Bearer ../../etc." + "x" * 24, 403, "token/invalid"),
    ],
)
def test_clients_without_a_token_get_nothing(club: Served, header: str, status: int, code: str) -> None:
    headers = {"Authorization": header} if header else {}
    for answer in (
        club.client.get("/api/bot/stream", headers=headers),
        club.client.post("/api/bot/tables/abc/move", headers=headers, json={"version": 0, "moves": []}),
    ):
        refused(answer, status, code)


@pytest.mark.slow
def test_a_token_is_for_one_chair_of_one_table(host: Visitor, guest: Visitor, bot: Starts) -> None:
    table, other = host.create(PERSON, OPEN), host.create(PERSON, OPEN)
    token = token_for(host, table)
    assert bot(f"{other}.{token.partition('.')[2]}").refused() == (403, "token/invalid")
    invitation = host.links(table)["chairs"][1]["link"]
    assert bot(f"{table}.{invitation.rpartition('/')[2]}").refused() == (403, "token/invalid"), "a link is not a token"
    refused(guest.join(table, token.partition(".")[2]), 403, "access/invalid")
    guest.joined(table, invitation, "Ben")
    assert bot(token).refused() == (409, "access/taken"), "a person was faster"


def test_a_decision_before_the_first_stream_is_not_told_that_somebody_took_the_seat(
    host: Visitor, club: Served
) -> None:
    table = host.create(PERSON, OPEN)
    headers = {"Authorization": f"Bearer {token_for(host, table)}"}
    answer = club.client.post(f"/api/bot/tables/{table}/move", headers=headers, json={"version": 0, "moves": ["C@1"]})
    refused(answer, 422, "table/waiting")


def test_names_of_bots_are_checked_like_others(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN)
    robo = bot(token_for(host, table))
    answer = robo.client.get("/api/bot/stream", params={"name": "x" * 60})
    refused(answer, 422, "table/name")
    refused(robo.client.get("/api/bot/stream", params={"name": "x" * 300}), 422, "request/invalid")


def test_a_table_that_is_deleted_ends_the_stream(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN)
    robo = bot(token_for(host, table))
    with robo.stream() as events:
        events.next("gameStart")
        assert host.client.delete(f"/api/tables/{table}").status_code == 204
        assert events.rest()[-1] == {"type": "bye", "code": "table/deleted"}
    assert robo.refused() == (403, "token/invalid")


def test_the_record_says_that_a_bot_played(host: Visitor, bot: Starts) -> None:
    table = host.create(PERSON, OPEN)
    with bot(token_for(host, table)).stream("Robo") as events:
        events.next("gameStart")
        text = host.client.get(f"/api/tables/{table}/record.aqr").text
    assert '[Seat1 "Robo"]' in text
    assert '[Bot1 "network"]' in text
    again = host.client.post("/api/records", content=text.encode()).json()
    assert [player["kind"] for player in again["players"]] == ["person", "person"]
    assert json.dumps(again).count("network") == 0, "nobody plays there from outside"
