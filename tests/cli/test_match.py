"""`aqua match`: rotated seats, and the total decides."""

from pathlib import Path

import pytest

from aquaromana.cli.match import Meeting
from aquaromana.cli.terminal.seats import Seat
from aquaromana.records import read_record
from aquaromana.rules import named_layout, standard_layout
from tests.cli.conftest import THREE_LAYOUT, Aqua, one_line


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_every_seat_once_and_the_total_decides(aqua: Aqua, players: int) -> None:
    names = ["Ann", "Ben", "Carl", "Dora"][:players]
    result = aqua("match", *(f"first:{name}" for name in names), "--out", "evening", "--seed", "1")
    assert result.exit_code == 0
    records = [read_record(Path(f"evening/game-{number}.aqr").read_bytes()) for number in range(1, players + 1)]
    for seat in range(players):
        assert {record.names[seat] for record in records} == set(names)
    totals = {name: sum(record.game().scores()[record.names.index(name)] for record in records) for name in names}
    *table, end = result.stdout.splitlines()[-players - 2 :]
    assert table[0].split()[0] == "player"
    assert {line.split()[0]: int(line.split()[-1]) for line in table[1:]} == totals
    best = [name for name in names if totals[name] == max(totals.values())]
    assert end == (f"{best[0]} wins the match." if len(best) == 1 else f"{' and '.join(best)} share the match.")
    again = aqua("match", *(f"first:{name}" for name in names), "--out", "evening", "--seed", "1")
    assert again.stdout.splitlines()[-players - 2 :] == [*table, end]


def test_a_match_resumes_where_it_stopped(aqua: Aqua) -> None:
    words = ["match", "Ann", "random:Ben", "--out", "evening", "--seed", "1"]
    left = aqua(*words, stdin="C@12\n")
    assert left.exit_code == 0
    assert "0 of 2 games are played." in left.stdout
    begun = read_record(Path("evening/game-1.aqr").read_bytes())
    assert [str(move) for move in begun.moves][:1] == ["C@12"]
    aqua(*words, stdin="C@13\n")
    after = read_record(Path("evening/game-1.aqr").read_bytes())
    assert after.moves[: len(begun.moves)] == begun.moves
    assert len(after.moves) > len(begun.moves)


@pytest.mark.slow
def test_lots_are_drawn_with_the_odds_of_the_seats(aqua: Aqua) -> None:
    firsts = set()
    for seed in range(6):
        words = ("match", "first:Ann", "first:Ben", "--layout", "standard", "--draw", "--out", f"evening{seed}")
        result = aqua(*words, "--seed", seed)
        lot, odds = result.stdout.splitlines()[:2]
        assert lot.startswith("The lot decides: ")
        assert "seat 0 65%, seat 1 35%" in odds
        firsts.add(lot.split()[3])
        assert aqua(*words).stdout.startswith(lot)
    assert firsts == {"Ann", "Ben"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Ann"], "2, 3 or 4 players, not 1"),
        (["A", "B", "C", "D", "E"], "not 5"),
        (["Ann", "Ben", "--games", "3"], "a fair match of 2 has 2, 4, 6 … games, not 3"),
        (["Ann", "Ben", "--games", "0"], "not 0"),
        (["Ann", "level:99"], "'level:99' is not a valid player"),
    ],
)
def test_a_match_that_cannot_be_is_one_line(aqua: Aqua, arguments: list[str], words: str) -> None:
    result = aqua("match", *arguments, "--out", "evening")
    assert result.exit_code == 2
    assert words in one_line(result)
    assert not Path("evening").exists()


def test_another_match_is_left_alone(aqua: Aqua) -> None:
    aqua("match", "first:Ann", "first:Ben", "--out", "evening")
    result = aqua("match", "first:Ann", "first:Carl", "--out", "evening")
    assert result.exit_code == 2
    assert "evening holds another match: Ann, Ben play there" in one_line(result)
    Path("evening/game-2.aqr").write_bytes(Path("evening/game-1.aqr").read_bytes())
    result = aqua("match", "first:Ann", "first:Ben", "--out", "evening")
    assert result.exit_code == 2
    assert "is not a game of this match: there should sit Ben, Ann" in result.stderr


def test_a_damaged_game_is_one_line(aqua: Aqua) -> None:
    aqua("match", "first:Ann", "first:Ben", "--out", "evening")
    Path("evening/game-1.aqr").write_bytes(b"\xff\x00")
    result = aqua("match", "first:Ann", "first:Ben", "--out", "evening")
    assert result.exit_code != 0
    assert "Traceback" not in result.stderr


def test_a_match_keeps_the_layout_that_it_began_with(aqua: Aqua) -> None:
    words = ["match", "Ann", "random:Ben", "--out", "evening"]
    aqua(*words, "--layout", "standard", stdin="C@12\n")
    aqua(*words, stdin="C@13\n")
    record = read_record(Path("evening/game-1.aqr").read_bytes())
    assert record.layout.known_as == "standard"
    usual = aqua("match", "Ann", "random:Ben", "--out", "morning", stdin="C@12\n")
    assert usual.exit_code == 0
    assert read_record(Path("morning/game-1.aqr").read_bytes()).layout == named_layout("balanced", 2)


def test_a_layout_for_others_is_one_line(aqua: Aqua) -> None:
    Path("three.toml").write_text(THREE_LAYOUT, "utf-8")
    result = aqua("match", "Ann", "Ben", "--layout", "three.toml", "--out", "evening")
    assert "that layout is for 3 players, not 2" in one_line(result)


def test_who_sits_where() -> None:
    meeting = Meeting(Path("none"), tuple(map(Seat, "ABC")), 3, standard_layout(3))
    assert ["".join(seat.name for seat in meeting.seated(number)) for number in range(3)] == ["ABC", "CAB", "BCA"]
    assert meeting.standing()[-1] == "0 of 3 games are played."
