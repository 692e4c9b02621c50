"""The tables of docs/training.md describe the files of games byte by byte: games are read here by them alone."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import pytest

from aquaromana.rules import Decision, Game, Phase
from aquaromana.train.config import SelfPlay
from aquaromana.train.core import NativeCore
from aquaromana.train.files import pack_games
from tests.docs.pages import DOCS, codes, table

PAGE = DOCS / "training.md"
SETTINGS = SelfPlay(full_playouts=60, fast_playouts=10, full_part=0.5, least_visits=5, rollout_seats=0.5)
REST = "the rest"


@dataclass
class Reader:
    """Reads the rows of tables one after another; a letter in a row is the number that it holds."""

    data: bytes
    at: int = 0
    numbers: dict[str, int] = field(default_factory=dict)

    def read(self, heading: str) -> list[bytes]:
        """What the rows of a table hold, except for the rest."""
        found = []
        for size, what in table(PAGE, "bytes", heading):
            if size == REST:
                break
            factor, _, letter = size.partition(" × ")
            count = self.numbers[factor] if factor in self.numbers else int(factor)
            count *= self.numbers[letter] if letter else 1
            found.append(self.data[self.at : self.at + count])
            assert len(found[-1]) == count
            self.at += count
            for name in codes(what):
                if len(name) == 1:
                    self.numbers[name] = number(found[-1])
        return found


def number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def numbers(data: bytes) -> list[int]:
    """Two bytes each."""
    return [number(data[at : at + 2]) for at in range(0, len(data), 2)]


@pytest.fixture(scope="module")
def games() -> list[bytes]:
    return NativeCore().play([(players, seed) for players in (2, 3, 4) for seed in (6, 7)], SETTINGS, {}, None, 1)


def test_a_file_of_games_is_as_described(games: list[bytes]) -> None:
    reader = Reader(pack_games(games))
    magic, version = reader.read("file of games")
    assert (magic, number(version)) == (b"AQUAGAME", 1)
    for game in games:
        _, checksum, content = reader.read("each game")
        assert (number(checksum), content) == (zlib.crc32(game), game)
    count, checksum, end = reader.read("end of the file")
    assert (number(count), number(checksum), end) == (len(games), zlib.crc32(b"".join(games)), b"END\n")
    assert reader.at == len(reader.data)


def test_a_game_is_as_described(games: list[bytes]) -> None:
    kinds = set()
    for data in games:
        reader = Reader(data)
        version, players, seed, _, _, moves = reader.read("game")
        assert number(version) == 1
        assert number(seed) in (6, 7)
        positions = [Game(number(players))]
        for move in numbers(moves):
            positions.append(positions[-1].copy())
            positions[-1].play(Decision(move))
        assert positions[-1].is_over
        ply = -1
        for _ in range(reader.numbers["S"]):
            before, full, _, _, visited = reader.read("searched position")
            assert number(before) > ply
            ply = number(before)
            game = positions[ply]
            assert len(game.legal_moves()) > 1
            assert set(numbers(visited)[::2]) <= set(map(int, game.legal_moves()))
            judged = [read_judgement(reader, game) for _ in range(reader.numbers["J"])]
            assert [steps for steps in judged if steps == 0] == [0] * (game.phase is not Phase.CLOSE)
            assert judged[:1] == [0] or game.phase is Phase.CLOSE
            assert number(full) or judged in ([], [0])
            kinds.add((number(full), len(judged) > 1))
        assert reader.at == len(data)
    assert kinds == {(0, False), (1, False), (1, True)}


def read_judgement(reader: Reader, game: Game) -> int:
    """How many decisions after the searched position the judged one is."""
    _, path, visits, exact, shares, points = reader.read("judgement")
    game = game.copy()
    for move in numbers(path):
        game.play(Decision(move))
    assert not game.is_over
    assert game.phase is not Phase.CLOSE
    assert number(visits) >= (5 if path else 1)
    assert number(exact) in (0, 1)
    assert sum(numbers(shares)) == pytest.approx(65535, abs=game.players)
    assert all(score <= 256 * 250 for score in numbers(points))
    return reader.numbers["N"]
