"""Records that a person can read, kept as files."""

import pytest

from aquaromana.records import read_records, verify, write_records
from tests.records.goldens import DATA, files


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("*.aqr")))
def test_goldens_are_canonical_and_true(name: str) -> None:
    text = (DATA / name).read_text("utf-8")
    games = read_records(text)
    assert write_records(games) == text
    assert all(verify(game).is_true for game in games)


def test_goldens_are_what_the_script_makes() -> None:
    made = files()
    assert sorted(path.name for path in DATA.iterdir()) == sorted(made)
    for name, text in made.items():
        assert (DATA / name).read_text("utf-8") == text, name


def test_the_goldens_cover_every_feature() -> None:
    (two,), (three,), (four,) = (
        read_records((DATA / f"{name}-players.aqr").read_bytes()) for name in ("two", "three", "four")
    )
    assert [two.players, three.players, four.players] == [2, 3, 4]
    assert two.names == ("Ann", 'Benedikt "Ben"')
    assert two.line.plies[12].variations[0].depth == 1
    assert all(ply.hash is not None for ply in three.line.plies)
    assert four.result == (22, 11, 19, 16)
