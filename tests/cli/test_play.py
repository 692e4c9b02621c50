"""`aqua play` with lines from a pipe: whole games, choosing, undoing, saving, bad input."""

import errno
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from aquaromana.bots import RandomBot, SearchBot
from aquaromana.engine import Budget, native
from aquaromana.records import Line, Record, read_record, read_records, verify, write_record, write_records
from aquaromana.rules import Decision, Game, Phase, named_layout
from tests.cli.conftest import THREE_LAYOUT, Aqua, one_line, random_game
from tests.support.engines import Scripts
from tests.support.house import ROOT


def kept(data: Path) -> Record:
    """The only game in the folder."""
    (file,) = data.glob("*")
    return read_record(file.read_bytes())


def script(game: Game) -> str:
    return "".join(f"{move}\n" for move in game.moves)


@pytest.mark.slow
def test_two_people_type_a_whole_game(aqua: Aqua, data: Path) -> None:
    game = random_game(2, 3)
    result = aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin=script(game))
    assert result.exit_code == 0, result.output
    record = kept(data)
    assert record.moves == game.moves
    assert record.names == ("Anna", "Ben")
    assert verify(record).is_true
    assert record.result == game.scores()
    assert "Final scoring" in result.stdout
    best = max(game.scores())
    assert f"= {best}\n" in result.stdout
    assert f"The game is saved in {next(data.glob('*'))}.\n" in result.stdout
    assert "\x1b" not in result.stdout


def test_three_random_bots_and_a_person(aqua: Aqua, data: Path) -> None:
    players = [RandomBot(f"11-{seat}") for seat in range(4)]
    game = Game(players=4)
    lines = ""
    while not game.is_over:
        seat, move = game.to_move, players[game.to_move].choose(game)
        game.play(move)
        lines += f"{move}\n" if seat == 1 else ""
    result = aqua("play", "--terminal", "random", "Eva", "random:Carl", "random", "--seed", "11", stdin=lines)
    assert result.exit_code == 0, result.output
    record = kept(data)
    assert record.moves == game.moves
    assert verify(record).is_true
    assert record.names == ("Random 1", "Eva", "Carl", "Random 4")
    assert f"({game.moves[2]}).\n" in result.stdout
    assert "Final scoring" in result.stdout


def test_bots_alone_play_to_the_end_the_same_with_the_same_seed(aqua: Aqua, data: Path) -> None:
    first = aqua("play", "--terminal", "random", "random", "random", "--seed", "x").stdout
    record = kept(data)
    assert record.is_finished
    assert record.tags["Bot0"] == "random"
    again = aqua("play", "--terminal", "random", "random", "random", "--seed", "x").stdout
    assert first.splitlines()[:-1] == again.splitlines()[:-1]


@pytest.mark.parametrize(
    ("arguments", "names", "bots"),
    [
        ([], ["Player", "3 · Helper"], 1),
        (["--players", "3"], ["Player", "3 · Helper 2", "3 · Helper 3"], 2),
        (["Anna", "--players", "4"], ["Anna", "3 · Helper 2", "3 · Helper 3", "3 · Helper 4"], 3),
        (["Anna", "greedy", "search:3"], ["Anna", "Greedy", "Experienced"], 2),
        (["Anna", "Anna"], ["Anna", "Anna 2"], 0),
        (["human", "human:", "random:human"], ["Player 1", "Player 2", "human"], 1),
        (["human:random", "random"], ["random", "Random"], 1),
    ],
)
def test_who_sits_where(aqua: Aqua, data: Path, arguments: list[str], names: list[str], bots: int) -> None:
    assert aqua("play", "--terminal", *arguments, stdin="save\n").exit_code == 0
    record = kept(data)
    assert list(record.names) == names
    assert sum(tag.startswith("Bot") for tag in record.tags) == bots


def test_choosing_in_steps_by_name_number_and_beginning(aqua: Aqua, data: Path) -> None:
    setup = ["c\n12", "D@14", "s", "33", "B@1", "C@2", "D@3", "S@4", "B@5", "C@20", "D@21", "S@22", "b", "23"]
    first = aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin="\n".join(setup) + "\n").stdout
    assert "C: on which path square?" in first
    assert "Anna builds. Which workman?" in first
    record = kept(data)
    assert record.game().phase is Phase.BUILD
    game = record.game()
    moves = [move for move in game.legal_moves() if str(move).startswith("D1e")]
    builders = {str(move).split(".")[1] for move in moves}
    assert len(builders) > 1
    file = next(data.glob("*"))
    stdout = aqua("play", "--terminal", "--resume", file, stdin="D1\nd1e\n4\n1\n").stdout
    assert "Which builder?" in stdout
    after = kept(data)
    assert str(after.moves[12]).startswith("D1e.4.S")


def test_all_help_commands(aqua: Aqua, data: Path) -> None:
    lines = ["?", "help", "list S@1", "list nothing", "why C@12", "why 12", "why", "why me", "board", "log", "position"]
    lines += ["C@12", "log", "why 12", "why D1e.12.Cs", "why F4", "why D1e", "why J", "c", "back", "", "auto", "auto"]
    lines += ["D1e.13.Cs", "C@12", "save", "nonsense", "\x1b[2J", "undo", "resume", "resume none.aqr", "exit", "C@1"]
    result = aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin="\n".join(lines) + "\n")
    assert result.exit_code == 0, result.output
    for said in (
        "Choose in steps",
        "S@1  S@10",
        "0 decisions possible:",
        "12 is possible.",
        "why what?",
        "Nothing has been decided yet.",
        "2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.-",
        "1. Anna places a curve builder on 12 (C@12).",
        "A builder already stands on path square 12. (R2.5)",
        "answers another question: now Ben has to set up a builder. (R2.5)",
        "The joker is not set up; it waits in the reserve. (R2.5)",
        "C: on which path square?",
        "Stretches are final at once.",
        "You will be asked whether you are done.",
        "A workman on D1 sees the path squares 4, 12, 27, 38, not 13. (R4.2)",
        "The game is saved in",
        "'nonsense' is neither in the list nor a decision or command; type ? for help.",
        "'me' names nothing in the game: name a decision (D1e.12.Cs)",
        "There is nothing to take back: your stretch begins here.",
        "resume which file?",
        "cannot read none.aqr: no such file or directory.",
        "The game is saved. To continue: aqua play --terminal --resume ",
    ):
        assert said in result.stdout, said
    assert "\x1b" not in result.stdout
    assert [str(move) for move in kept(data).moves] == ["C@12"]


def stretch_of_two(players: int = 2) -> Game:
    """A game in which a person has made one decision of a stretch and has to make another."""
    for seed in range(100):
        game = random_game(players, seed, 40)
        before = game.copy()
        before.pop()
        if not game.is_over and before.to_move == game.to_move and len(game.legal_moves()) > 1:
            return game
    raise AssertionError


def saved(game: Game, file: Path, **tags: str) -> Path:
    file.write_text(write_record(Record.from_game(game, **tags)), "utf-8")
    return file


def test_undo_goes_back_to_the_beginning_of_the_stretch_and_no_further(aqua: Aqua, tmp_path: Path) -> None:
    game = stretch_of_two()
    file = saved(game, tmp_path / "mine.aqr")
    begun = len(game.moves)
    while begun and game.copy().start is not None:
        past = game.copy()
        for _ in range(len(game.moves) - begun + 1):
            past.pop()
        if past.to_move != game.to_move:
            break
        begun -= 1
    result = aqua("play", "--terminal", "--resume", file, stdin="undo\n" * (len(game.moves) - begun) + "u\n")
    assert f"{game.moves[-1]} is taken back." in result.stdout
    assert result.stdout.count("is taken back") == len(game.moves) - begun
    assert result.stdout.count("nothing to take back") == 1
    assert read_record(file.read_bytes()).moves == game.moves[:begun]


@pytest.mark.slow
def test_a_game_resumes_in_the_middle_of_a_stretch(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    game = stretch_of_two()
    aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin=script(game))
    record = kept(data)
    assert record.moves == game.moves
    assert int(record.tags["Unconfirmed"]) > 0
    played = game.legal_moves()[0]
    result = aqua("play", "--terminal", "--resume", stdin=f"undo\n{game.moves[-1]}\n{played}\nquit\n")
    assert f"{game.moves[-1]} is taken back." in result.stdout
    assert kept(data).moves == (*game.moves, played)
    assert kept(data).names == ("Anna", "Ben")


def test_with_confirm_nothing_is_final_before_it_is_confirmed(aqua: Aqua, data: Path) -> None:
    lines = ["C@12", "hm", "undo", "D@13", "save", "ok", "S@14"]
    result = aqua("play", "--terminal", "Anna", "Ben", "--confirm", stdin="\n".join(lines) + "\n")
    assert "Anna, are you done?" in result.stdout
    assert "Press Enter to end your stretch" in result.stdout
    record = kept(data)
    assert [str(move) for move in record.moves] == ["D@13", "S@14"]
    assert record.tags["Unconfirmed"] == "1"
    result = aqua("play", "--terminal", "--resume", "--confirm", stdin="u\nB@1\nauto\n\nC@3\n")
    assert "S@14 is taken back." in result.stdout
    assert [str(move) for move in kept(data).moves] == ["D@13", "B@1", "C@3"]
    assert "Unconfirmed" not in kept(data).tags


def test_saving_under_a_name_keeps_the_game_there(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.aqr").write_text("precious", "utf-8")
    lines = ["C@12", "save mine.aqr", "save new.aqr", "D@13", "save no/folder.aqr", "save ~nobody/x.aqr", "S@14"]
    result = aqua("play", "--terminal", "Anna", "Ben", stdin="\n".join(lines) + "\n")
    assert result.exit_code == 0
    assert "mine.aqr already exists; save! mine.aqr replaces it." in result.stdout
    assert "the game cannot be saved: no such file or directory." in result.stdout
    assert (tmp_path / "mine.aqr").read_text("utf-8") == "precious"
    assert len(read_record((tmp_path / "new.aqr").read_bytes()).moves) == 3
    aqua("play", "--terminal", "--resume", "new.aqr", stdin="save! mine.aqr\nB@20\n")
    assert len(read_record((tmp_path / "mine.aqr").read_bytes()).moves) == 4
    assert len(read_record((tmp_path / "new.aqr").read_bytes()).moves) == 3


def test_another_game_can_be_resumed_in_the_middle(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    other = random_game(3, 1, 20)
    file = saved(other, tmp_path / "other.aqr", Seat0="Xi", Bot1="random")
    result = aqua("play", "--terminal", "Anna", "Ben", "--confirm", stdin=f"C@12\nresume {file}\nlog\n")
    assert "Continuing" in result.stdout
    assert "Xi places" in result.stdout
    assert len(read_record(file.read_bytes()).moves) >= 20


def test_comments_and_variations_are_never_written_over(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    game = random_game(2, 1, 3)
    record = Record.from_game(game).annotated(1, comment="bold", variation=Line.of(["B@30"]))
    file = tmp_path / "notes.aqr"
    file.write_text(write_record(record), "utf-8")
    before = file.read_bytes()
    move = game.legal_moves()[0]
    assert aqua("play", "--terminal", "--resume", file, stdin=f"{move}\n").exit_code == 0
    assert file.read_bytes() == before
    assert kept(data).moves == (*game.moves, move)


def test_the_last_unfinished_game_is_found(aqua: Aqua, data: Path) -> None:
    aqua("play", "--terminal", "Anna", "Ben", stdin="C@12\n")
    aqua("play", "--terminal", "random", "random")
    (data / "broken.aqr").write_text("?", "utf-8")
    os.utime(data / "broken.aqr", (2e9, 2e9))
    assert "Ben sets up a builder" in aqua("play", "--terminal", "--resume").stdout


def test_a_position_or_a_layout_to_begin_with(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    game = random_game(4, 2, 40)
    result = aqua("play", "--terminal", "Anna", "--from", game, stdin="quit\n")
    assert result.exit_code == 0
    assert kept(data).start == game.position
    next(data.glob("*")).unlink()
    (tmp_path / "own.toml").write_text(THREE_LAYOUT, "utf-8")
    assert "E4n" in aqua("play", "--terminal", "--layout", "own.toml", "A", "B", "C").stdout
    assert not kept(data).layout.is_standard


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_has_the_balanced_layout_unless_another_one_is_named(aqua: Aqua, data: Path, players: int) -> None:
    people = "ABCD"[:players]
    for words, name in ([], "balanced"), (["--layout", "standard"], "standard"), (["--layout", "balanced"], "balanced"):
        aqua("play", "--terminal", *people, *words, stdin="C@12\n")
        assert kept(data).layout == named_layout(name, players)
        next(data.glob("*")).unlink()


@pytest.mark.parametrize("size", ["--compact", "--full"])
@pytest.mark.parametrize("color", ["--color", "--no-color"])
def test_sizes_and_colors(aqua: Aqua, size: str, color: str) -> None:
    stdout = aqua("play", "--terminal", size, color).stdout
    assert ("\x1b[" in stdout) == (color == "--color")
    assert ("  podium  " in stdout) is False
    assert ("┌───────" in stdout) == (size == "--full")


def test_ascii(aqua: Aqua) -> None:
    assert aqua("play", "--terminal", "--ascii", stdin="C@1\n").stdout.isascii()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["A", "B", "C", "D", "E"], "the game is for 2, 3 or 4 players, not 5"),
        (["A", "B", "C", "--players", "2"], "3 seats are named, but 2 play"),
        (["clever:Bob"], "'clever:Bob' is not a valid player"),
        (["A\x1b[2J"], "is not a valid player"),
        (["--players", "5"], "'5' is not a whole number from 2 to 4"),
        (["--layout", "missing.toml"], "cannot read missing.toml: no such file"),
        (["--layout", "."], "cannot read .: "),
        (["--layout", "junk"], "junk: "),
        (["--from", "2.s"], "cannot read 2.s"),
        (["--from", "nonsense"], "neither a file nor a position"),
        (["--from", "2.s.0d0.87.38.-.ooo-ooo-ooo-ooo.-"], "not a position: the board needs 88 squares, not 87"),
        (["--from", "junk"], "not UTF-8"),
        (["--resume", "missing.aqr"], "cannot read missing.aqr"),
        (["--resume"], "there is no unfinished game to resume"),
        (["--resume", "x.aqr", "--from", "y"], "--resume and --from cannot be used together"),
        (["--resume", "two.aqr", "A", "B", "C"], "3 seats are named, but 2 play"),
        (["--resume", "two.aqr", "--players", "3"], "that game is for 2 players, not 3"),
        (
            ["--resume", "winner.aqr"],
            "a bot of this record is not available; name the seats, like Anna greedy. There is no bot 'winner'",
        ),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "junk").write_bytes(bytes(range(256)) * 4)
    saved(random_game(2, 1, 14), tmp_path / "two.aqr")
    saved(random_game(2, 1, 14), tmp_path / "winner.aqr", Bot0="winner")
    assert said.lower() in one_line(aqua("play", "--terminal", *arguments)).lower()


def test_a_full_disk_is_reported_once_with_the_position(
    aqua: Aqua, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    result = aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin="C@12\nD@13\nsave x.aqr\n")
    assert result.exit_code == 2
    assert result.stdout.count("type save FILE to keep it elsewhere") == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith(
        "aqua play: the game cannot be saved: no space left on device; aqua play --terminal --from 2.s.0d0."
    )
    assert list(data.glob("*")) == []
    position = line.split("--from ")[1].split()[0]
    assert Game.from_position(position).position.path[13]


def test_names_and_lines_of_any_kind_are_taken(aqua: Aqua, data: Path) -> None:
    result = aqua("play", "--terminal", "日本", "Zoë", stdin=b"\xff\xfe\nC@12\n" + b"x" * 5000 + b"\n\x00\nD@13\r\n")
    assert result.exit_code == 0, result.output
    assert [str(move) for move in kept(data).moves] == ["C@12", "D@13"]
    assert kept(data).names == ("日本", "Zoë")


def begun_build(aqua: Aqua, data: Path) -> Path:
    """A game for two that has come to the first build, and its file."""
    setup = ["C@12", "D@14", "S@33", "B@1", "C@2", "D@3", "S@4", "B@5", "C@20", "D@21", "S@22", "B@23"]
    aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin="\n".join(setup) + "\n")
    (file,) = data.glob("*.aqr")
    return file


def test_a_later_step_is_answered_from_its_own_list_alone(aqua: Aqua, data: Path) -> None:
    file = begun_build(aqua, data)
    before = file.read_bytes()
    stdout = aqua("play", "--terminal", "--resume", file, stdin="D1e\n1\n3\nD1s\n12\n9\nu\nback\n99\nu\n").stdout
    assert "Anna builds. D1e: which builder?" in stdout
    assert "None of Anna's workmen sees the builder on path square 1. (R4.2)" in stdout
    assert "3 is not possible with D1e; type back to undo a step." in stdout
    assert "D1s is not possible with D1e; type back to undo a step." in stdout
    assert "Anna builds. D1e.12: which tile?" in stdout
    assert "The list has the numbers 1 to 2, not 9." in stdout
    assert "The list has the numbers 1 to 6, not 99." in stdout
    assert stdout.count("Anna builds. Which workman?") == 4
    assert "There is nothing to take back" in stdout
    assert file.read_bytes() == before


def test_a_whole_decision_is_taken_at_every_step(aqua: Aqua, data: Path) -> None:
    file = begun_build(aqua, data)
    aqua("play", "--terminal", "--resume", file, stdin="D1e\n12\nh8n 23 bn\n")
    assert str(kept(data).moves[-1]) == "H8n.23.Bn"


def test_typing_errors_get_a_helpful_answer(aqua: Aqua, data: Path) -> None:
    file = begun_build(aqua, data)
    lines = ["lsit", "D1e.12.Cs please", "d1e 12 cs and more", "Undoo", "xyzzy", "F4", "why lsit", "save .", "save! ."]
    stdout = aqua("play", "--terminal", "--resume", file, stdin="\n".join(lines) + "\n").stdout
    for said in (
        "There is no command 'lsit'; did you mean list?",
        "One decision at a time: type D1e.12.Cs without 'please'.",
        "One decision at a time: type D1e.12.Cs without 'and more'.",
        "There is no command 'Undoo'; did you mean undo?",
        "'xyzzy' is neither in the list nor a decision or command; type ? for help.",
        "None of your workmen stands before F4. (R4.3)",
        "'lsit' names nothing in the game",
        f". is a folder; save {file.name} keeps the game in it.",
    ):
        assert said in stdout, said
    assert stdout.count("is a folder") == 2


def test_list_and_why_speak_about_the_decision_that_can_be_taken_back(aqua: Aqua) -> None:
    stdout = aqua(
        "play", "--terminal", "Anna", "Ben", "--confirm", stdin="C@12\nlist S@12\nwhy C@12\nwhy J\nu\nwhy 12\n"
    ).stdout
    assert "Before C@12, which u takes back: 1 decision possible:\n  S@12\n" in stdout
    assert "Before C@12, which u takes back: C@12 is possible.\n" in stdout
    assert "Before C@12, which u takes back: The joker is not set up" in stdout
    assert "\n12 is possible.\n" in stdout


def test_the_newest_state_is_resumed_wherever_it_is_kept(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    aqua("play", "--terminal", "Anna", "Ben", stdin="C@12\nsave one.aqr\nD@13\n")
    assert len(list(data.glob("*.aqr"))) == 1
    assert (
        "2. Ben places a double curve builder on 13"
        in aqua("play", "--terminal", "--resume", stdin="log\nsave two.aqr\nS@14\n").stdout
    )
    assert "3. Anna places" in aqua("play", "--terminal", "--resume", stdin="log\n").stdout
    assert [len(read_record((tmp_path / name).read_bytes()).moves) for name in ("one.aqr", "two.aqr")] == [2, 3]
    (tmp_path / "two.aqr").unlink()
    assert "2. Ben places" in aqua("play", "--terminal", "--resume", stdin="log\n").stdout


@pytest.mark.slow
def test_a_game_that_was_finished_elsewhere_leaves_no_stale_fork(aqua: Aqua, data: Path, tmp_path: Path) -> None:
    moves = script(random_game(2, 3)).splitlines()
    lines = [*moves[:5], "save mine.aqr", *moves[5:]]
    aqua("play", "--terminal", "--layout", "standard", "Anna", "Ben", stdin="\n".join(lines) + "\n")
    assert read_record((tmp_path / "mine.aqr").read_bytes()).is_finished
    assert "there is no unfinished game to resume" in one_line(aqua("play", "--terminal", "--resume"))


@pytest.mark.slow
def test_an_older_file_that_is_played_on_counts_again(aqua: Aqua, tmp_path: Path) -> None:
    aqua("play", "--terminal", "Anna", "Ben", stdin="C@12\nsave one.aqr\nsave two.aqr\nD@13\n")
    aqua("play", "--terminal", "--resume", "one.aqr", stdin="B@30\n")
    assert "2. Ben places a bridge builder on 30" in aqua("play", "--terminal", "--resume", stdin="log\n").stdout


def test_looking_changes_no_file(aqua: Aqua, data: Path, finished: Path, tmp_path: Path) -> None:
    several = tmp_path / "several.aqr"
    several.write_text(write_records([Record.from_game(random_game(2, seed, 14)) for seed in (1, 2)]), "utf-8")
    untidy = tmp_path / "untidy.aqr"
    untidy.write_text("; found in an attic\n\n" + finished.read_text("utf-8"), "utf-8")
    for file in (finished, several, untidy, saved(stretch_of_two(), tmp_path / "open.aqr")):
        before = (file.read_bytes(), file.stat().st_mtime_ns)
        result = aqua("play", "--terminal", "--resume", file, stdin="list\nlog\nsave\nquit\n")
        assert result.exit_code == 0
        assert str(file) in result.stdout.splitlines()[-1]
        assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert not data.exists()
    move = random_game(2, 1, 14).legal_moves()[0]
    aqua("play", "--terminal", "--resume", several, stdin=f"{move}\n")
    assert len(read_records(several.read_bytes())) == 2
    assert kept(data).moves[-1] == move


def test_the_command_to_go_on_is_the_one_that_was_used(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AQUA_COMMAND", "python3 scripts/play")
    assert (
        "To continue: python3 scripts/play --terminal --resume "
        in aqua("play", "--terminal", "Anna", "Ben", stdin="C@12\n").stdout
    )


def test_bots_of_all_kinds_play_to_the_end(aqua: Aqua, data: Path) -> None:
    result = aqua("play", "--terminal", "greedy", "search:1:Carl", "search:2", "search:5@4", "--think", "20")
    assert result.exit_code == 0, result.output
    record = kept(data)
    assert record.is_finished
    assert record.names == ("Greedy", "Carl", "Casual", "Best")
    assert [record.tags[f"Bot{seat}"] for seat in range(4)] == ["greedy", "search:1", "search:2", "search:5@4"]
    assert "The game ended because " in result.stdout


def test_a_bot_continues_after_a_resume(aqua: Aqua, data: Path) -> None:
    aqua("play", "--terminal", "Anna", "search:1", stdin="C@12\n")
    assert len(kept(data).moves) == 2
    aqua("play", "--terminal", "--resume", stdin=f"{kept(data).game().legal_moves()[0]}\n")
    assert len(kept(data).moves) == 4
    assert kept(data).tags["Bot1"] == "search:1"


def test_a_time_to_think_is_for_bots_without_their_own(aqua: Aqua, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    granted: list[tuple[str, str]] = []

    def choose(bot: SearchBot, game: Game, budget: Budget | None = None, on_report: object = None) -> Decision:
        granted.append((bot.name, str(budget)))
        return game.legal_moves()[0]

    monkeypatch.setattr(SearchBot, "choose", choose)
    aqua("play", "--terminal", "Anna", "search:1", "search:5@4", "--think", "500ms", stdin="C@12\n")
    assert granted == [("search:1", "0.5s/stretch"), ("search:5@4", "None")]
    assert "--think: 'soon' is not a valid budget" in one_line(aqua("play", "--terminal", "--think", "soon"))


def test_an_empty_game_was_saved(aqua: Aqua, data: Path) -> None:
    for typed in ("quit\n", "", "board\nlog\nquit\n"):
        result = aqua("play", "--terminal", "Anna", "Ben", stdin=typed)
        assert result.exit_code == 0
        assert result.stdout.endswith("Nothing was decided, so nothing is saved.\n")
    assert not list(data.glob("*")) if data.exists() else True
    asked = aqua("play", "--terminal", "Anna", "Ben", stdin="save\nquit\n")
    assert "The game is saved" in asked.stdout
    assert len(list(data.glob("*.aqr"))) == 1, "whoever asks for it gets it"


def test_a_bot_may_decide_with_numpy_integers(aqua: Aqua, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = RandomBot.choose
    monkeypatch.setattr(RandomBot, "choose", lambda *arguments: np.int64(chosen(*arguments)))
    assert aqua("play", "--terminal", "random", "random").exit_code == 0
    assert kept(data).is_finished


def test_nobody_was_told_that_bots_are_weaker(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "why_missing", lambda: "the C++ core is not installed")
    said = "Bots are weaker than they could be: the C++ core is not installed. Install a C++ compiler ("
    assert aqua("play", "--terminal", "Anna", "random", stdin="quit\n").stdout.count(said) == 1
    assert said not in aqua("play", "--terminal", "Anna", "Ben", stdin="quit\n").stdout
    monkeypatch.setattr(native, "why_missing", lambda: None)
    assert said not in aqua("play", "--terminal", "Anna", "random", stdin="quit\n").stdout


def test_a_program_plays_in_the_terminal_and_never_because_a_record_says_so(aqua: Aqua, tmp_path: Path) -> None:
    bot = f"cmd: {sys.executable} {ROOT / 'examples' / 'first_bot.py'}"
    result = aqua("play", "--terminal", bot, "random", "--seed", 1)
    assert result.exit_code == 0, result.output
    (saved,) = (tmp_path / "data").rglob("*.aqr")
    record = read_record(saved.read_text("utf-8"))
    assert record.tags["Bot0"] == bot
    assert record.names[0] == "Program"
    trap = Record.from_game(random_game(2, 1, decisions=20), Bot0=f"cmd: touch {tmp_path / 'trap'}")
    (tmp_path / "trap.aqr").write_text(write_record(trap), "utf-8")
    assert "a bot of this record is not available" in one_line(aqua("play", "--terminal", "--resume", "trap.aqr"))
    assert not (tmp_path / "trap").exists()


def test_a_program_that_fails_in_the_terminal_is_one_line(aqua: Aqua, tmp_path: Path) -> None:
    assert "cannot play" in one_line(aqua("play", "--terminal", "cmd: no-such-program-anywhere", "random"))
    command = Scripts(tmp_path).at_go("os._exit(3)")
    result = aqua("play", "--terminal", "cmd: " + " ".join(command), "random")
    assert result.exit_code == 2
    assert "cannot go on: Small ended with exit code 3; the game is saved" in result.stderr
    assert "not in the browser" in one_line(aqua("play", "cmd: x", "Anna"))


@pytest.mark.slow
def test_a_hint_says_more_each_time_it_is_asked_for_and_is_counted(aqua: Aqua) -> None:
    said = aqua("play", "--terminal", "Anna", "Ben", stdin="hint\nhint\nhint\nhint\nC@1\nhint\nquit\n").stdout
    question, place, turn, again = (
        said.index(part)
        for part in ("(hint again: where)", "(hint again: the whole", "The computer would play:", "Ben sets up")
    )
    assert question < place < turn < again
    assert said.count("The computer would play:") == 2
    assert said.rindex("(hint again: where)") > again, "another decision begins with the question"
