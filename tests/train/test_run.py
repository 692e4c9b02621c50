"""A run: it ends with a network, can be killed anywhere, and says in one line what is wrong with its folder."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from aquaromana.engine import WeightsError
from aquaromana.train.config import Config
from aquaromana.train.errors import TrainingError
from aquaromana.train.run import EXPORT
from aquaromana.train.selfplay import plan_games
from aquaromana.train.weights import parse
from tests.support.house import ROOT
from tests.train.fakes import FakeCore, Notes, tree
from tests.train.runs import TOY, toy_run
from tests.train.samples import SMALL


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a run leaves behind if nothing disturbs it."""
    folder = tmp_path_factory.mktemp("finished")
    toy_run(folder).go()
    return folder


@pytest.fixture(scope="module")
def finished(folder: Path) -> dict[str, bytes]:
    return tree(folder)


def test_a_run_ends_with_a_network_and_curves(tmp_path: Path) -> None:
    core, notes = FakeCore(), Notes()
    run = toy_run(tmp_path, core=core, notes=notes)
    run.go()
    assert (tmp_path / EXPORT).read_bytes() == (tmp_path / "gen-002" / "network.aquanet").read_bytes()
    parse((tmp_path / EXPORT).read_bytes(), SMALL)
    assert core.nets[0] is None
    assert core.nets[-1] == (tmp_path / "gen-001" / "network.aquanet").read_bytes()
    assert len(core.played) == 80 == len(set(core.played))
    first, second = run.verdict(1), run.verdict(2)
    assert first
    assert second
    assert (first["opponent"], second["opponent"]) == ("search:5", "gen-001")
    assert [trial["players"] for trial in first["trials"]] == [2, 2, 4, 4]
    assert "generation 2 is promoted" in notes.lines
    for name in ("loss", "rating", "seats", "length"):
        ET.fromstring((tmp_path / "curves" / f"{name}.svg").read_text())
        assert (tmp_path / "curves" / f"{name}.csv").read_text().startswith("generation,")


def test_a_network_that_wins_too_little_is_not_promoted(tmp_path: Path) -> None:
    core = FakeCore()
    run = toy_run(tmp_path, core=core, wins=0.3)
    run.go()
    assert not (tmp_path / EXPORT).exists()
    assert set(core.nets) == {None}
    verdict = run.verdict(2)
    assert verdict
    assert verdict["opponent"] == "search:5"
    assert not verdict["promoted"]


def test_a_finished_run_does_nothing_again_and_more_generations_go_on(
    tmp_path: Path, folder: Path, finished: dict[str, bytes]
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    core = FakeCore()
    toy_run(tmp_path, core=core).go()
    assert not core.played
    assert tree(tmp_path) == finished
    toy_run(tmp_path, core=core, text=TOY.replace("generations = 2", "generations = 3")).go()
    assert len(core.played) == 40


def test_fewer_generations_than_there_are_do_not_bring_an_older_network_back(
    tmp_path: Path, folder: Path, finished: dict[str, bytes]
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    with pytest.raises(TrainingError, match=r"has generation 2 already: .* cannot be lowered to 1$") as told:
        toy_run(tmp_path, text=TOY.replace("generations = 2", "generations = 1")).go()
    assert "\n" not in str(told.value)
    assert tree(tmp_path) == finished


class Killed(BaseException):
    """Stands for a process that ends where it is."""


class Deadly(Notes):
    """Ends the run at the nth step."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.left = steps

    def step(self, name: str, done: int, total: int, note: str = "") -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed


@pytest.mark.slow
def test_a_run_that_is_cut_off_at_every_step_ends_the_same(tmp_path: Path, finished: dict[str, bytes]) -> None:
    deaths = 0
    for _ in range(200):
        try:
            toy_run(tmp_path, notes=Deadly(25)).go()
            break
        except Killed:
            deaths += 1
    assert deaths > 3
    assert tree(tmp_path) == finished


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signal")
def test_a_run_that_is_killed_again_and_again_ends_the_same(tmp_path: Path, finished: dict[str, bytes]) -> None:
    command = [sys.executable, "-m", "tests.train.runs", str(tmp_path)]
    codes = []
    for files in (3, 12, 20):  # among the games, in the gate, and in the second generation
        process = subprocess.Popen(command, cwd=ROOT)
        while process.poll() is None and sum(path.is_file() for path in tmp_path.rglob("*")) < files:
            time.sleep(0.005)
        process.kill()
        codes.append(process.wait())
    assert codes[0] == -signal.SIGKILL
    assert set(codes) <= {-signal.SIGKILL, 0}, "it failed by itself"
    subprocess.run(command, cwd=ROOT, check=True, timeout=300)
    assert tree(tmp_path) == finished


FEW = TOY.replace("elo1 = 100", "elo0 = -900\nelo1 = 400")
"""A gate that a few games decide, so that a run writes little."""


class Disk:
    """Counts the writes. After `left` of them it may end the run: during the next one, or right after it."""

    def __init__(self, patch: pytest.MonkeyPatch, ending: str = "never", left: int = 0) -> None:
        self.ending = ending
        self.left = left
        self.written = 0
        """Files and lines of logs."""
        self.placed = 0
        """Files that got their name."""
        self._sync, self._replace, self._unlink = os.fsync, Path.replace, Path.unlink
        patch.setattr(os, "fsync", self.sync)
        patch.setattr(Path, "replace", lambda path, target: self.replace(path, target))  # noqa: PLW0108 (binds the path)
        patch.setattr(Path, "unlink", lambda path, missing_ok=False: self.unlink(path, missing_ok=missing_ok))

    def sync(self, handle: int) -> None:
        self.written += 1
        if self.ending in ("full", "killed") and self.written > self.left:
            os.ftruncate(handle, max(0, os.fstat(handle).st_size - 3))  # the end did not come to the disk
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) if self.ending == "full" else Killed
        self._sync(handle)

    def replace(self, path: Path, target: Path) -> Path:
        found = self._replace(path, target)
        self.placed += 1
        if self.ending == "killed after" and self.placed > self.left:
            raise Killed
        return found

    def unlink(self, path: Path, *, missing_ok: bool) -> None:
        if self.ending != "killed" or self.written <= self.left:  # a killed process cleans nothing up
            self._unlink(path, missing_ok=missing_ok)


def test_a_full_disk_stops_the_run_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Disk(monkeypatch, "full", 7)
    with pytest.raises(TrainingError, match="no space left on device") as told:
        toy_run(tmp_path).go()
    assert "\n" not in str(told.value)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # a killed process closes nothing
@pytest.mark.parametrize("ending", ["full", "killed", "killed after"])
def test_a_run_that_is_cut_off_at_every_write_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """Each attempt gets one write further than the last one, so the run is cut off at every write."""
    straight, broken = tmp_path / "straight", tmp_path / "broken"

    def go(folder: Path, ending: str = "never", left: int = 0) -> Disk:
        with monkeypatch.context() as patch:
            disk = Disk(patch, ending, left)
            toy_run(folder, text=FEW).go()
        return disk

    error, words = (TrainingError, "no space left") if ending == "full" else (Killed, None)
    undisturbed = go(straight)
    cuts = undisturbed.placed if ending == "killed after" else undisturbed.written
    assert cuts > 40
    for number in range(cuts):
        with pytest.raises(error, match=words):
            go(broken, ending, 0 if ending == "killed after" else min(number, 1))
    assert go(broken).written == (0 if ending == "killed after" else 1)
    assert tree(broken) == tree(straight)


def test_a_finished_run_writes_nothing(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    disk = Disk(monkeypatch)
    toy_run(tmp_path).go()
    assert (disk.written, disk.placed) == (0, 0)


def test_curves_that_lack_a_generation_are_drawn_again(
    tmp_path: Path, folder: Path, finished: dict[str, bytes]
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "curves" / "loss.svg").unlink()
    rating = tmp_path / "curves" / "rating.csv"
    rating.write_text("".join(line for line in rating.read_text().splitlines(keepends=True) if line[:2] != "2,"))
    toy_run(tmp_path).go()
    assert tree(tmp_path) == finished


def test_a_damaged_file_of_games_is_played_again(tmp_path: Path, finished: dict[str, bytes]) -> None:
    with pytest.raises(Killed):
        toy_run(tmp_path, notes=Deadly(45)).go()
    part = tmp_path / "gen-001" / "games" / "00001.games"
    part.write_bytes(part.read_bytes()[:-20])
    notes = Notes()
    toy_run(tmp_path, notes=notes).go()
    assert [line for line in notes.lines if "00001.games" in line and "played again" in line]
    assert tree(tmp_path) == finished


def test_games_of_an_earlier_generation_that_were_damaged_are_played_again(
    tmp_path: Path, finished: dict[str, bytes]
) -> None:
    toy_run(tmp_path, text=TOY.replace("generations = 2", "generations = 1")).go()
    games = tmp_path / "gen-001" / "games"
    (games / "00001.games").write_bytes(b"")
    (games / "00002.games").unlink()
    toy_run(tmp_path).go()
    assert tree(tmp_path) == finished


@pytest.mark.parametrize(
    ("name", "data", "error", "words"),
    [
        ("gen-002/network.aquanet", b"AQUANET\x01short", WeightsError, r"network\.aquanet: .* cut short"),
        ("gen-002/network.aquanet", None, TrainingError, r"cannot read .*network\.aquanet"),
        ("gen-001/gate.json", b"{", TrainingError, r"gen-001.gate\.json is damaged: delete it"),
        ("gen-002/gate.json", b'{"promoted": true}', TrainingError, r"gen-002.gate\.json is damaged: delete it"),
        ("gen-001/fit.json", b"[]", TrainingError, r"gen-001.fit\.json is damaged: delete it"),
        ("gen-002/games.json", b'{"2": 1}', TrainingError, r"gen-002.games\.json is damaged: delete it"),
        ("config.toml", None, TrainingError, r"incomplete: config\.toml is missing"),
        ("config.toml", b"[fit]\nepochs = 'x'", TrainingError, r"config\.toml: \[fit\] epochs"),
        ("config.toml", b"", TrainingError, r"holds another run: \[games\] count is 12000 there and 40 here"),
    ],
)
def test_a_folder_that_is_not_whole_is_told(
    tmp_path: Path, folder: Path, name: str, data: bytes | None, error: type[ValueError], words: str
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path = tmp_path / name
    path.unlink() if data is None else path.write_bytes(data)
    with pytest.raises(error, match=words) as told:
        toy_run(tmp_path).go()
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["gen-001/games.json", "gen-002/games.json", "gen-001/gate.json", "gen-002/gate.json"])
def test_a_damaged_file_that_is_deleted_is_made_again(
    tmp_path: Path, folder: Path, finished: dict[str, bytes], name: str
) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / name).unlink()
    core = FakeCore()
    toy_run(tmp_path, core=core).go()
    assert not core.played
    assert tree(tmp_path) == finished


def test_the_curves_leave_out_losses_that_were_deleted(tmp_path: Path, folder: Path) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    losses = (tmp_path / "curves" / "loss.csv").read_text().splitlines()
    (tmp_path / "gen-001" / "fit.json").unlink()
    toy_run(tmp_path).go()
    assert (tmp_path / "curves" / "loss.csv").read_text().splitlines() == [
        line for line in losses if not line.startswith("1,")
    ]


def test_a_damaged_summary_of_games_is_told_before_the_training(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        toy_run(tmp_path, notes=Deadly(45)).go()
    (tmp_path / "gen-001" / "games.json").write_bytes(b"[]")
    with pytest.raises(TrainingError, match=r"games\.json is damaged: delete it"):
        toy_run(tmp_path).go()
    assert not (tmp_path / "gen-001" / "network.aquanet").exists()


def test_a_damaged_checkpoint_is_told_by_its_name(tmp_path: Path, folder: Path) -> None:
    shutil.copytree(folder / "gen-001" / "games", tmp_path / "gen-001" / "games")
    shutil.copy(folder / "config.toml", tmp_path)
    checkpoint = tmp_path / "gen-001" / "checkpoint.pt"
    checkpoint.write_bytes(b"nonsense")
    with pytest.raises(TrainingError) as told:
        toy_run(tmp_path).go()
    assert str(told.value).startswith(f"{checkpoint}: The checkpoint is damaged")
    checkpoint.unlink()
    toy_run(tmp_path).go()
    assert (tmp_path / EXPORT).exists()


def test_a_bot_that_cannot_be_made_ends_the_gate_before_its_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aquaromana.train.run.SEARCH", "nobody")
    with pytest.raises(TrainingError, match="There is no bot nobody"):
        toy_run(tmp_path).go()
    assert not (tmp_path / "gen-001" / "gate.json").exists()


@pytest.mark.slow
def test_it_can_start_from_an_untrained_network_or_a_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    run = toy_run(one, text=TOY.replace("[run]", '[run]\nstart = "untrained"'))
    run.go()
    assert (run.verdict(1) or {})["opponent"] == "gen-000"
    core = FakeCore()
    run = toy_run(other, core=core, text=TOY.replace("[run]", f'[run]\nstart = "{(one / EXPORT).as_posix()}"'))
    run.go()
    assert core.nets[0] == (one / EXPORT).read_bytes()
    with pytest.raises(TrainingError, match="cannot read absent"):
        toy_run(tmp_path / "third", text=TOY.replace("[run]", '[run]\nstart = "absent"')).go()


def test_the_games_of_a_generation_are_mixed_as_asked_and_new() -> None:
    config = Config.parse("[games]\ncount = 1000")
    plans = plan_games(config, 1)
    assert [sum(players == each for players, _ in plans) for each in (2, 3, 4)] == [300, 300, 400]
    assert not {seed for _, seed in plans} & {seed for _, seed in plan_games(config, 2)}
    assert plan_games(config, 1) == plans
