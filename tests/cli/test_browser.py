"""`aqua play` in the browser: what is made and opened, and what cannot be."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from aquaromana.records import Record, write_record
from aquaromana.rules import Game, named_layout
from aquaromana.server.errors import StartError
from aquaromana.server.settings import Settings
from tests.cli.conftest import THREE_LAYOUT, Aqua, one_line, random_game
from tests.support.served import Served, settings_in


class Opened:
    """A server that runs already, and the pages that were opened."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.pages: list[str] = []
        self.settings: Settings | None = None
        self.exactly: bool | None = None
        self.shows = True

    def launch(
        self,
        settings: Settings,
        _on_ready: object,
        on_running: Callable[[str], None],
        *,
        exactly: bool,
        quiet: bool,
    ) -> None:
        self.settings, self.exactly = settings, exactly
        on_running(self.served.url)

    def open(self, url: str) -> bool:
        if self.shows:
            self.pages.append(url)
        return self.shows

    @property
    def table(self) -> dict[str, Any]:
        """The state of the table that was opened last."""
        before, _, table = self.pages[-1].rpartition("/")
        assert before == f"{self.served.url}#/table"
        state: dict[str, Any] = self.served.client.get(f"/api/tables/{table}/state").json()
        return state


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(settings_in(tmp_path_factory.mktemp("served"))) as served:
        yield served


@pytest.fixture
def opened(server: Served, monkeypatch: pytest.MonkeyPatch) -> Opened:
    found = Opened(server)
    monkeypatch.setattr("aquaromana.cli.browser.launch", found.launch)
    monkeypatch.setattr("aquaromana.cli.browser.open_browser", found.open)
    return found


def test_without_players_the_start_page_is_opened(aqua: Aqua, opened: Opened, data: Path) -> None:
    result = aqua("play")
    assert (result.exit_code, result.stdout) == (0, f"Aqua Romana is already served at {opened.served.url}\n")
    assert opened.pages == [opened.served.url]
    assert opened.settings is not None
    assert (opened.settings.port, opened.settings.data, opened.exactly) == (7483, data, False)


def test_port_and_data_follow_the_options(aqua: Aqua, opened: Opened, tmp_path: Path) -> None:
    assert aqua("play", "--port", "8000", "--data", tmp_path / "mine").exit_code == 0
    assert opened.settings is not None
    assert (opened.settings.port, opened.settings.data, opened.exactly) == (8000, tmp_path / "mine", True)


def test_without_a_browser_the_address_is_printed(aqua: Aqua, opened: Opened) -> None:
    assert aqua("play", "--no-browser").exit_code == 0
    assert opened.pages == []
    opened.shows = False
    for more in ((), ("--no-browser",)):
        stdout = aqua("play", "Anna", *more).stdout
        assert stdout.splitlines()[1].startswith(f"The table is at {opened.served.url}#/table/")


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        (["Anna"], [("person", "Anna", ""), ("bot", "", "level:3")]),
        (
            ["Anna", "search:3", "greedy:Carl"],
            [("person", "Anna", ""), ("bot", "", "search:3"), ("bot", "Carl", "greedy")],
        ),
        (["--players", "3"], [("person", "", ""), ("bot", "", "level:3"), ("bot", "", "level:3")]),
        (["human", "human:greedy"], [("person", "", ""), ("person", "greedy", "")]),
    ],
)
def test_players_get_a_table(
    aqua: Aqua, opened: Opened, arguments: list[str], players: list[tuple[str, str, str]]
) -> None:
    assert aqua("play", *arguments).exit_code == 0
    seated = opened.table["table"]["players"]
    assert [(seat["kind"], seat.get("name", ""), seat.get("bot", "")) for seat in seated] == players


def test_a_position_a_layout_or_a_record_to_begin_with(aqua: Aqua, opened: Opened, tmp_path: Path) -> None:
    game = random_game(4, 2, 40)
    people = ["A", "B", "C", "D"]
    assert aqua("play", *people, "--from", game).exit_code == 0
    assert opened.table["view"]["position"] == str(game)
    (tmp_path / "game.aqr").write_text(write_record(Record.from_game(game, Seat0="Zoë")), "utf-8")
    assert aqua("play", "--resume", "game.aqr").exit_code == 0
    assert opened.table["table"]["players"][0]["name"] == "Zoë"
    assert opened.table["version"] == 40
    (tmp_path / "own.toml").write_text(THREE_LAYOUT, "utf-8")
    assert aqua("play", *people[:3], "--layout", "own.toml").exit_code == 0
    assert opened.table["view"]["reservoirs"][0]["squares"] == ["E4", "E5"]
    for words, name in ([], "balanced"), (["--layout", "standard"], "standard"):
        assert aqua("play", *people[:2], *words).exit_code == 0
        assert opened.table["view"]["position"] == str(Game(layout=named_layout(name, 2)))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["A", "B", "C", "D", "E"], "the game is for 2, 3 or 4 players, not 5"),
        (["clever:Bob"], "'clever:Bob' is not a valid player"),
        (["--from", "nonsense"], "neither a file nor a position"),
        (["--from", "x", "--resume", "y"], "--resume and --from cannot be used together"),
        (["--resume"], "--resume needs a file here; the start page lists your tables"),
        (["--resume", "missing.aqr"], "cannot read missing.aqr"),
        (["--resume", "missing.aqr", "Anna"], "the file of --resume says who plays"),
        (["--seed", "1"], "--seed cannot be used without --terminal"),
        (["--think", "2s"], "--think cannot be used without --terminal"),
        (["--auto"], "--confirm or --auto cannot be used without --terminal"),
        (["--ascii"], "--ascii cannot be used without --terminal"),
        (["--terminal", "--port", "1"], "--port cannot be used with --terminal"),
        (["--terminal", "--lan"], "--lan cannot be used with --terminal"),
        (["--terminal", "--no-browser"], "--no-browser cannot be used with --terminal"),
        (["--port", "70000"], "'70000' is not a whole number from 0 to 65535"),
        (["--data", "file"], "is a file"),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, opened: Opened, tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "file").write_text("")
    assert said in one_line(aqua("play", *arguments))
    assert opened.pages == []


def test_a_refusal_of_the_server_is_printed_and_the_start_page_opens(
    aqua: Aqua, opened: Opened, tmp_path: Path
) -> None:
    (tmp_path / "broken.aqr").write_text('[Players "2"]\n0. C@12 C@12')
    result = aqua("play", "--resume", "broken.aqr")
    assert "line 2, column 9: A builder already stands on path square 12. (R2.5)" in result.stderr
    assert opened.pages == [opened.served.url]
    assert "There is no bot search:3@800 here" in aqua("play", "Anna", "search:3@800").stderr


def test_a_failed_start_is_one_line(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StartError("The database is from a later release.")

    monkeypatch.setattr("aquaromana.cli.browser.launch", fail)
    for command in ("play", "serve"):
        assert one_line(aqua(command)) == f"aqua {command}: the database is from a later release"
    monkeypatch.setenv("AQUA_BOT_DELAY", "soon")
    assert "AQUA_BOT_DELAY='soon' is not a number" in one_line(aqua("serve"))


def test_play_is_for_this_machine_alone_whatever_the_environment_says(
    aqua: Aqua, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AQUA_HOST", "0.0.0.0")
    monkeypatch.setenv("AQUA_ACCESS", "shared")
    monkeypatch.setenv("AQUA_PUBLIC_URL", "https://aqua.example.org")
    assert aqua("play").exit_code == 0
    assert opened.settings is not None
    assert opened.settings.is_private
    assert opened.settings.access == "local"


def test_lan_needs_more_than_a_server_for_one_machine(aqua: Aqua, opened: Opened) -> None:
    said = one_line(aqua("play", "--lan"))
    assert said == "aqua play: it is already running for this machine only: stop it, then start it with --lan"
    assert opened.settings is not None
    assert (opened.settings.host, opened.settings.access) == ("0.0.0.0", "shared")


def test_default_names_are_left_to_the_page(aqua: Aqua, opened: Opened) -> None:
    aqua("play", "--players", "2")
    assert "name" not in json.dumps(opened.table["table"]["players"])


def test_where_others_play_too_the_page_makes_the_table(
    aqua: Aqua, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "make the table in the browser, which is then its host"
    assert said in one_line(aqua("play", "--lan", "Anna"))
    shared = {"access": "shared", "addresses": ["http://192.0.2.7:7483/"]}
    monkeypatch.setattr("aquaromana.cli.browser.ask", lambda *_: shared)
    result = aqua("play", "Anna")
    assert (result.exit_code, opened.pages) == (2, [])
    assert said in result.stderr
    result = aqua("play", "--lan")
    assert "Others in your network can open http://192.0.2.7:7483/" in result.stdout
    assert opened.pages == [opened.served.url]
