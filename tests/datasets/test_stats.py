"""Statistics of games: what they count, as a table, as JSON and as plots."""

import json
from dataclasses import asdict
from xml.etree import ElementTree as ET

import pytest

from aquaromana.datasets import Summary, Tally, stats_json, stats_lines, stats_plots, summaries
from aquaromana.datasets.stats import Share, Spread
from aquaromana.records import Record, read_records
from aquaromana.rules import Close
from tests.support.house import ROOT

RECORDS = ROOT / "docs" / "dataset" / "records"


def games(players: int) -> list[Record]:
    return [record for path in sorted(RECORDS.glob(f"*_{players}-players_*")) for record in read_records(path)]


@pytest.fixture(scope="module")
def tallies() -> list[Tally]:
    found = []
    for players in (2, 4):
        found.append(Tally(players))
        for record in games(players):
            found[-1].add(record)
    return found


@pytest.mark.slow
def test_games_are_counted_as_they_were_played(tallies: list[Tally]) -> None:
    for tally in tallies:
        records = games(tally.players)
        assert tally.lengths == [len(record.moves) for record in records]
        assert tally.points == [record.result for record in records]
        assert tally.turns == [list(record.steps())[-1].turn for record in records]
        assert tally.chosen == [sum(isinstance(move, Close) for move in record.moves) for record in records]
        closed = [12 - record.game().position.on_board.bit_count() for record in records]
        assert [chosen + forced for chosen, forced in zip(tally.chosen, tally.forced, strict=True)] == closed
        assert tally.aqueducts.total() == sum(closed)
        occupied = [
            {podium for podium, colors in enumerate(r.game().position.podiums) if podium and colors} for r in records
        ]
        assert tally.podiums == {podium: sum(podium in each for each in occupied) for podium in set().union(*occupied)}


def test_two_tallies_together_are_one(tallies: list[Tally]) -> None:
    halves = [Tally(2), Tally(2)]
    for number, record in enumerate(games(2)):
        halves[number >= 3].add(record)
    halves[0].merge(halves[1])
    assert halves[0] == tallies[0]


def test_the_wins_of_all_seats_are_all_games(tallies: list[Tally]) -> None:
    for summary in summaries(tallies):
        assert sum(share.value for share in summary.seats) == pytest.approx(1)
        assert all(0 <= share.low <= share.value <= share.high <= 1 for share in summary.seats)
        assert summary.winner.mean >= max(spread.mean for spread in summary.points)


def test_a_tie_is_shared() -> None:
    tally = Tally(3, lengths=[1, 2], turns=[1, 1], points=[(5, 5, 1), (9, 2, 3)], chosen=[0, 0], forced=[1, 1])
    summary = Summary.of(tally)
    assert [share.value for share in summary.seats] == [0.75, 0.25, 0]
    assert (summary.ties.value, summary.margin.mean) == (0.5, 3)


def test_one_game_has_no_spread() -> None:
    assert Spread.of([7]) == Spread(7, 0, 7, 7, 7, 7, 7)
    assert Share.of([1.0]) == Share(1, 0, 1)


def test_the_table_has_a_column_for_each_size(tallies: list[Tally]) -> None:
    lines = stats_lines(summaries(tallies))
    assert lines[0].split() == ["2", "players", "4", "players"]
    (wins,) = (line for line in lines if line.startswith("wins of seat 3"))
    assert wins.count("%") == 3, "only at a table of four"


def test_json_says_the_same(tallies: list[Tally]) -> None:
    found = summaries(tallies)
    read = json.loads(json.dumps(stats_json(found)))
    assert [each["games"] for each in read] == [each.games for each in found]
    assert read[0]["seats"][0] == asdict(found[0].seats[0])


def test_plots_are_svg_with_a_title_and_marks(tallies: list[Tally]) -> None:
    plots = stats_plots(summaries(tallies))
    assert set(plots) == {"seats.svg", "points.svg", "lengths.svg", "podiums.svg", "closings.svg"}
    for drawn in plots.values():
        root = ET.fromstring(drawn)
        assert root.find("{*}title") is not None
        assert len(root.findall("{*}path")) >= 4
        assert "+" not in "".join(root.itertext())
