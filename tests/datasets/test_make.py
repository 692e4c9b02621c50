"""Making datasets: the same bytes however often it is interrupted, and one line about whatever is wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from aquaromana.arena import ArenaError, Entry, Forfeit, GameResult, SerialRunner
from aquaromana.arena.runner import Results
from aquaromana.datasets import Dataset, DatasetError, Plan, plan
from aquaromana.datasets.card import _decisions
from aquaromana.datasets.plan import thinks_by_the_clock
from aquaromana.records import read_records, verify

SMALL = Plan.parse(["random"], sizes=[2, 3], games=4, seed=7)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def made(folder: Path, wanted: Plan = SMALL, *, parquet: bool = False) -> dict[str, bytes]:
    with Dataset(folder, wanted, parquet=parquet) as dataset:
        dataset.play(SerialRunner())
        dataset.finish("aqua games make")
    return contents(folder)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the small dataset, made in one go."""
    return made(tmp_path_factory.mktemp("whole"), parquet=True)


@pytest.mark.slow
def test_a_dataset_has_records_tables_and_a_card(whole: dict[str, bytes]) -> None:
    names = ["random_2-players_00000", "random_3-players_00000"]
    assert set(whole) == {
        *("README.md", "dataset.json"),
        *(f"records/{name}.aqr" for name in names),
        *(f"{table}/{name}.parquet" for table in ("positions", "games") for name in names),
    }
    records = read_records(whole["records/random_3-players_00000.aqr"])
    assert [verify(record).is_true for record in records] == [True] * 4
    assert {(record.players, record.tags["Event"], *record.names) for record in records} == {
        (3, "Self-play", "random", "random", "random")
    }
    assert len({record.moves for record in records}) == 4


def test_the_card_says_how_it_was_made(whole: dict[str, bytes]) -> None:
    card, about = whole["README.md"].decode(), json.loads(whole["dataset.json"])
    decisions = sum(len(r.moves) for r in read_records(whole["records/random_2-players_00000.aqr"]))
    assert about["totals"][0] == {"bot": "random", "players": 2, "games": 4, "decisions": decisions}
    assert f"| `random` | 2 | 4 | {decisions} |" in card
    assert "`aqua games make`" in card
    assert "byte for byte" in card
    assert "`position` | string" in card
    assert set(about["files"]) == set(whole) - {"README.md", "dataset.json"}
    for name, facts in about["files"].items():
        assert facts["bytes"] == len(whole[name])


@pytest.mark.slow
def test_the_tables_hold_every_position_move_and_result(whole: dict[str, bytes], tmp_path: Path) -> None:
    from pyarrow import parquet

    for name, content in whole.items():
        (tmp_path / name.replace("/", "_")).write_bytes(content)
    rows = parquet.read_table(tmp_path / "positions_random_3-players_00000.parquet").to_pylist()
    games = parquet.read_table(tmp_path / "games_random_3-players_00000.parquet").to_pylist()
    at = 0
    for record, facts in zip(read_records(whole["records/random_3-players_00000.aqr"]), games, strict=True):
        assert facts["points"] == list(record.result or ())
        assert facts["decisions"] == len(record.moves)
        assert read_records(facts["record"]) == [record]
        for ply, move in enumerate(record.moves):
            row, game = rows[at], record.game(ply)
            at += 1
            assert (row["game"], row["ply"], row["seat"]) == (facts["game"], ply, game.to_move)
            assert (row["position"], row["action"], row["move"]) == (str(game), int(move), str(move))
            assert row["legal"] == len(game.legal_moves())
            assert row["points"] == facts["points"][row["seat"]]
            assert row["share"] == pytest.approx((row["seat"] in facts["winners"]) / len(facts["winners"]))
    assert at == len(rows)


@pytest.mark.parametrize("cut", [0, 1, 20, 300, 1500, 2500])
def test_a_file_that_was_cut_off_is_completed_to_the_same_bytes(
    whole: dict[str, bytes], tmp_path: Path, cut: int
) -> None:
    name = "records/random_2-players_00000.aqr"
    (tmp_path / "records").mkdir()
    for other in ("dataset.json", name):
        (tmp_path / other).write_bytes(whole[other][:cut] if other == name else whole[other])
    assert made(tmp_path, parquet=True) == whole


def test_games_that_arrive_in_any_order_are_written_in_theirs(whole: dict[str, bytes], tmp_path: Path) -> None:
    class Backwards(SerialRunner):
        def run(self, *arguments: object) -> Results:
            yield from reversed(list(super().run(*arguments)))  # type: ignore[arg-type]

    with Dataset(tmp_path, SMALL) as dataset:
        dataset.play(Backwards())
    assert contents(tmp_path)["records/random_2-players_00000.aqr"] == whole["records/random_2-players_00000.aqr"]


def test_many_games_take_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "SHARD", 3)
    files = made(tmp_path, Plan.parse(["random"], sizes=[2], games=7))
    sizes = [len(read_records(files[f"records/random_2-players_{number:05}.aqr"])) for number in range(3)]
    assert sizes == [3, 3, 1]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    command = ["games", "make", "data", "random", "--players", "2", "--games", "40", "--workers", "2"]
    folders = [tmp_path / "whole", tmp_path / "killed"]
    for folder in folders:
        folder.mkdir()
    aqua = [sys.executable, "-m", "aquaromana", *command]
    subprocess.run(aqua, cwd=folders[0], capture_output=True, check=True)
    running = subprocess.Popen(aqua, cwd=folders[1], stderr=subprocess.DEVNULL, start_new_session=True)
    file = folders[1] / "data" / "records" / "random_2-players_00000.aqr"
    while running.poll() is None and not (file.exists() and file.stat().st_size > 3000):
        time.sleep(0.01)
    assert running.poll() is None, "it was to be killed in the middle"
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert 0 < len(file.read_bytes()) < len((folders[0] / file.relative_to(folders[1])).read_bytes())
    done = subprocess.run(aqua, cwd=folders[1], capture_output=True, text=True, check=True)
    assert "of 40 games are already there" in done.stderr
    assert contents(folders[0]) == {**contents(folders[1])}


def test_another_plan_does_not_go_into_the_same_folder(tmp_path: Path) -> None:
    made(tmp_path)
    other = Plan.parse(["random"], sizes=[2, 3], games=4, seed=8)
    with pytest.raises(DatasetError, match="holds another dataset: seed is 7 there and 8 here"):
        Dataset(tmp_path, other)
    (tmp_path / "dataset.json").write_text("{")
    with pytest.raises(DatasetError, match=r"dataset\.json is damaged"):
        Dataset(tmp_path, SMALL)


def test_a_dataset_of_another_version_is_not_continued(tmp_path: Path) -> None:
    made(tmp_path)
    about = json.loads((tmp_path / "dataset.json").read_text())
    (tmp_path / "dataset.json").write_text(json.dumps({**about, "version": "0.0.1"}))
    with pytest.raises(DatasetError, match=r'version is "0.0.1" there'):
        Dataset(tmp_path, SMALL)


def test_a_file_with_other_games_is_not_overwritten(whole: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    path = tmp_path / "records" / "random_2-players_00000.aqr"
    foreign = whole["records/random_2-players_00000.aqr"].replace(b'[Seed "7.1"]', b'[Seed "9.1"]')
    path.write_bytes(foreign)
    with pytest.raises(DatasetError, match="does not hold the games that belong there"):
        Dataset(tmp_path, SMALL)
    assert path.read_bytes() == foreign


def test_two_processes_do_not_make_one_dataset(tmp_path: Path) -> None:
    with Dataset(tmp_path, SMALL), pytest.raises(DatasetError, match="another process is making the dataset"):
        Dataset(tmp_path, SMALL)


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) > 3:
            raise OSError(28, "No space left on device")

    with Dataset(tmp_path, SMALL) as dataset:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(DatasetError, match=r"cannot write .*\.aqr: no space left on device"):
            dataset.play(SerialRunner())
    monkeypatch.undo()
    with Dataset(tmp_path, SMALL) as dataset:
        assert dataset.saved >= 3


def test_a_bot_that_fails_ends_it_with_one_line(tmp_path: Path) -> None:
    class Failing(SerialRunner):
        def run(self, match: object, fixtures: object) -> Results:
            for result in super().run(match, fixtures):  # type: ignore[arg-type]
                yield GameResult(result.fixture, None, Forfeit(1, "raised ValueError"), result.thinking)

    with Dataset(tmp_path, SMALL) as dataset, pytest.raises(DatasetError, match="seat 1 raised ValueError"):
        dataset.play(Failing())


@pytest.mark.parametrize(
    ("bots", "others", "told"),
    [
        ([], {}, "at least one bot"),
        (["nobody"], {}, "no bot 'nobody'"),
        (["random", "random"], {}, "named twice: random_2-players"),
        (["random"], {"sizes": [5]}, "2, 3 or 4 players, not 5"),
        (["random"], {"sizes": []}, "at least one size"),
        (["random"], {"games": 0}, "1 to 1000000 games"),
        (["search:5@never"], {}, "not a valid budget"),
    ],
)
def test_a_wrong_plan_is_refused(bots: list[str], others: dict[str, object], told: str) -> None:
    with pytest.raises(DatasetError, match=told):
        Plan.parse(bots, **others)  # type: ignore[arg-type]


def test_the_card_knows_who_thinks_by_the_clock() -> None:
    known = ("random", "greedy", "level:3", "level:12", "search:3", "search:5", "champion")
    assert {bot for bot in known if thinks_by_the_clock(Entry.parse(bot))} == {"level:12", "search:5", "champion"}
    assert not thinks_by_the_clock(Entry.parse("search:5@800"))
    assert thinks_by_the_clock(Entry.parse("search:5@800/2s"))
    assert thinks_by_the_clock(Entry("level:emperor"))


def test_decisions_are_counted_as_the_reader_counts_them(whole: dict[str, bytes]) -> None:
    text = whole["records/random_2-players_00000.aqr"].decode()
    assert _decisions(text) == sum(len(record.moves) for record in read_records(text))


def test_an_arena_that_fails_is_one_line(tmp_path: Path) -> None:
    class Broken(SerialRunner):
        def run(self, match: object, fixtures: object) -> Results:
            yield from super().run(match, [])  # type: ignore[arg-type]
            raise ArenaError("game 0 cannot be played")

    with Dataset(tmp_path, SMALL) as dataset, pytest.raises(DatasetError, match="game 0 cannot be played"):
        dataset.play(Broken())
