"""Knobs: a setting of the first bot takes its values by lot, and the standings compare them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from aquaromana.arena import ArenaError, Entry, Knob, Match, SerialRunner, Standings, check_bots
from aquaromana.arena.knob import with_settings
from aquaromana.arena.standings_text import standings_lines
from aquaromana.bots import make_local_bot
from aquaromana.records import read_record
from aquaromana.rules import Game
from tests.arena.fakes import result_of

EXPLORE = Knob("explore", ("0.4", "0.8"))
DEPTH = Knob("rollout_depth", ("0", "2", "4"))


def match_of(*knobs: Knob, sets: int = 12, bot: str = "search:5@3", players: int = 3) -> Match:
    return Match((Entry.parse(bot), Entry("random")), players, sets, seed=5, knobs=knobs)


@pytest.mark.parametrize("knob", [EXPLORE, DEPTH])
def test_a_knob_reads_its_own_text(knob: Knob) -> None:
    assert Knob.parse(str(knob)) == knob
    assert Knob.parse(" = ".join(str(knob).split("=")).replace(",", " , ")) == knob


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (text, "is not a setting with values")
            for text in ("", "explore", "explore=", "=1,2", "a b=1,2", "x=1,", "x=1,y")
        ),
        *((text, "two values or more") for text in ("explore=0.4", "explore=0.4,0.40")),
    ],
)
def test_what_is_no_knob_is_told(text: str, words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        Knob.parse(text)


def test_settings_follow_what_the_bot_has_already() -> None:
    assert with_settings("champion", ("explore=0.4",)) == "champion:,explore=0.4"
    assert with_settings("search", ("explore=0.4",)) == "search:,explore=0.4"
    assert with_settings("search:5,explore=0.7", ("explore=0.4",)) == "search:5,explore=0.7,explore=0.4"
    assert with_settings("greedy", ()) == "greedy"
    with pytest.raises(ArenaError, match="program"):
        with_settings("cmd: ./bot", ("explore=0.4",))


def test_all_games_of_a_set_have_the_same_settings_and_sets_have_others() -> None:
    match = match_of(EXPLORE, DEPTH, sets=600)
    drawn = Counter(match.settings(number) for number in range(match.sets))
    assert len(drawn) == 6
    assert min(drawn.values()) > 60
    for number in range(9):
        fixture = match.fixture(number)
        for seat, entry in enumerate(fixture.seating):
            settings = "".join(f",{each}" for each in match.settings(fixture.set))
            assert match.bot(fixture, seat) == ("random" if entry else f"search:5{settings}")


def test_a_knob_that_overrules_a_setting_is_the_one_that_counts() -> None:
    def decisions(settings: str) -> tuple[int, ...]:
        bot, game = make_local_bot(f"search:5{settings}@30", seed=1), Game(2)
        for _ in range(20):
            game.push(bot.choose(game))
        return game.moves

    overruled = decisions(",rollout_depth=0,rollout_depth=9")
    assert overruled == decisions(",rollout_depth=9")
    assert overruled != decisions(",rollout_depth=0")


def test_the_standings_compare_the_values() -> None:
    match = match_of(EXPLORE, DEPTH, sets=30)
    standings = Standings(match)
    for number in range(match.games):
        fixture = match.fixture(number)
        wins = "explore=0.8" in match.settings(fixture.set)
        scores = tuple(30 if (entry == 0) == wins else 10 for entry in fixture.seating)
        standings.add(result_of(match, number, scores))
    rows = {row.name: row for row in standings.settings}
    assert list(rows) == ["explore=0.4", "explore=0.8", "rollout_depth=0", "rollout_depth=2", "rollout_depth=4"]
    assert rows["explore=0.4"].games + rows["explore=0.8"].games == match.games
    assert sum(rows[label].games for label in DEPTH.labels()) == match.games
    assert (rows["explore=0.4"].share, rows["explore=0.8"].share) == (0, 1)
    weighed = sum(row.share * row.games for row in standings.settings[:2]) / match.games
    assert weighed == pytest.approx(standings.rows[0].share)
    lines = standings_lines(standings)
    at = lines.index("search:5@3 with")
    assert lines[at + 2].split()[:3] == [
        "explore=0.8",
        str(rows["explore=0.8"].games),
        f"{rows['explore=0.8'].share:.1%}",
    ]
    assert [each["name"] for each in standings.to_json()["settings"]] == list(rows)
    assert "settings" not in Standings(match_of()).to_json()


def test_a_value_of_one_set_has_no_interval_yet() -> None:
    match = match_of(EXPLORE, sets=30)
    alone = next(number for number in range(1, match.sets) if match.settings(number) != match.settings(number - 1))
    standings = Standings(match)
    for number in range((alone - 1) * match.set_size, (alone + 1) * match.set_size):
        standings.add(result_of(match, number, (30, 10, 10)))
    lines = standings_lines(standings)
    values = lines.index("search:5@3 with")
    assert "–" in lines[values - 1]
    assert all("–" not in line for line in lines[values:])
    assert [row.sets for row in standings.settings] == [1, 1]


def test_settings_do_not_vary_where_bots_meet_by_lot() -> None:
    with pytest.raises(ArenaError, match="all bots meet"):
        replace(match_of(EXPLORE), draw="next")


def test_the_record_says_which_settings_played() -> None:
    match = match_of(EXPLORE, sets=1)
    for result in SerialRunner().run(match, map(match.fixture, range(match.games))):
        tags = read_record(result.record).tags
        assert {tags[f"Bot{seat}"] for seat in range(3)} == {"random", f"search:5,{match.settings(0)[0]}"}


def test_values_are_tried_before_the_first_game() -> None:
    for bot in ("search", "search:5@3", "champion"):
        check_bots(match_of(EXPLORE, DEPTH, bot=bot))
    with pytest.raises(ArenaError, match="prior_floor goes from 0 to 1"):
        check_bots(match_of(Knob("prior_floor", ("0.4", "5"))))
    with pytest.raises(ArenaError, match="not a search parameter"):
        check_bots(match_of(Knob("nothing", ("0", "1"))))
    for bot in ("greedy", "level", "level:3"):
        with pytest.raises(ArenaError, match="no settings") as caught:
            check_bots(match_of(EXPLORE, bot=bot))
        assert "\n" not in str(caught.value)
    with pytest.raises(ArenaError, match="twice"):
        match_of(EXPLORE, Knob("explore", ("1", "2")))
