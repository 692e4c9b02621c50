"""Starting: a port, a second start, signals, a browser, and what cannot be."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed

from aquaromana.records import Record, write_record
from aquaromana.server import launch
from aquaromana.server.errors import StartError
from aquaromana.server.host.data_folder import Folder
from tests.cli.conftest import random_game
from tests.support.served import Served, hear, say, settings_in

AQUA = [sys.executable, "-c", "from aquaromana.cli import main; main()"]


class Process:
    """`aqua` as a process that serves."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("AQUA_")}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
            clean.pop(name, None)
        self.process = subprocess.Popen(
            [*AQUA, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=clean | environment,
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def url(self) -> str:
        line = self.line()
        found = re.fullmatch(r"Aqua Romana is (?:already )?served at (http://127\.0\.0\.1:\d+/)( .*)?\n", line)
        assert found, (line, self.process.stderr.read() if self.process.stderr and not line else "")
        return found[1]

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, float, str]:
        """Exit code, seconds it took, and what stood on the standard error."""
        begun = time.monotonic()
        self.process.send_signal(sign)
        _, error = self.process.communicate(timeout=30)
        return self.process.returncode, time.monotonic() - begun, error


@contextlib.contextmanager
def started(*arguments: str, **environment: str) -> Iterator[Process]:
    process = Process(*arguments, **environment)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.process.kill()
        process.process.communicate()


@contextlib.contextmanager
def held(path: Path, url: str) -> Iterator[tuple[Folder, Folder]]:
    """A data folder in use, as its server sees it and as a second one finds it."""
    with Folder(path) as holder, Folder(path) as second:
        assert holder.claim()
        holder.note(url)
        yield holder, second


def test_a_port_that_is_taken_gives_way_unless_it_is_insisted_on() -> None:
    with contextlib.closing(launch.bound("127.0.0.1", 0)) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with contextlib.closing(launch.bound("127.0.0.1", port)) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(StartError, match=rf"^Port {port} is taken"):
            launch.bound("127.0.0.1", port, exactly=True)
    with pytest.raises(StartError, match=r"cannot be listened on"):
        launch.bound("203.0.113.7", 0)


def test_an_address_is_a_url() -> None:
    with contextlib.closing(launch.bound("127.0.0.1", 0)) as listening:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", launch.address(listening))


def test_a_server_on_all_addresses_is_shown_on_this_machine() -> None:
    with contextlib.closing(launch.bound("0.0.0.0", 0)) as listening:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", launch.address(listening))


def test_a_socket_that_was_passed_on_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert launch.inherited_socket() is None
    with contextlib.closing(launch.bound("127.0.0.1", 0)) as held:
        monkeypatch.setattr(launch, "FIRST_PASSED", os.dup(held.fileno()))
        monkeypatch.setenv("LISTEN_FDS", "1")
        monkeypatch.setenv("LISTEN_PID", "1")
        assert launch.inherited_socket() is None, "it was meant for somebody else"
        monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
        taken = launch.inherited_socket()
        assert taken is not None
        with contextlib.closing(taken):
            assert taken.getsockname() == held.getsockname()
            assert taken.proto == socket.IPPROTO_TCP, "or small messages would be late"


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"host": "0.0.0.0"}, r"plays every seat: 0\.0\.0\.0 needs access shared"),
        ({"public_url": "https://aqua.example.org"}, r"https://aqua\.example\.org needs access shared"),
        ({"public_names": ("aqua.example",)}, r"public names needs? access shared"),
        ({"host": "example.org", "access": "shared"}, r"'example\.org' is not an address of this machine"),
    ],
)
def test_a_server_open_to_the_wrong_people_does_not_start(tmp_path: Path, wanted: dict[str, str], told: str) -> None:
    with pytest.raises(StartError, match=told):
        launch.launch(settings_in(tmp_path, **wanted), print, print)
    assert not list(tmp_path.iterdir())


def test_a_server_that_runs_is_found_by_its_folder(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served, held(tmp_path, served.url) as (_, folder):
        assert launch.running(folder, wait=1) == served.url
        assert launch.ask(f"{served.url}api/tables") == []
        with pytest.raises(HTTPError):
            launch.ask(f"{served.url}nothing")
        with (
            held(tmp_path / "other", served.url) as (_, other),
            pytest.raises(StartError, match="does not answer"),
        ):
            launch.running(other, wait=0.1)


def test_what_nobody_serves_any_more_is_ours(tmp_path: Path) -> None:
    with held(tmp_path, "http://127.0.0.1:9/") as (holder, folder):
        threading.Timer(0.3, holder.release).start()
        assert not launch.running(folder, wait=20)
        assert not holder.claim()


@pytest.mark.slow
def test_a_server_that_ends_is_waited_for(tmp_path: Path) -> None:
    """As long as it says that it does, however patient the start is with one that does not answer."""
    with Served(settings_in(tmp_path)) as served, held(tmp_path, served.url) as (holder, folder):
        served.app.state.draining = True
        assert served.client.get("/health").json()["ending"]
        threading.Timer(1.0, holder.release).start()
        assert not launch.running(folder, wait=0.5)


def test_something_else_at_the_noted_address_is_not_taken_for_ours(tmp_path: Path) -> None:
    for note in ("http://127.0.0.1:9/", "nonsense", "file:///etc/"):
        with held(tmp_path, note) as (_, folder), pytest.raises(StartError, match="does not answer"):
            launch.running(folder, wait=0.1)


def test_proxies_are_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with Served(settings_in(tmp_path)) as served:
        assert launch.ask(f"{served.url}health")["name"] == "aqua-romana"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_a_browser_is_opened_only_where_there_is_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def note(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", note)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not launch.open_browser("http://one/")
    monkeypatch.setenv("DISPLAY", ":0")
    assert launch.open_browser("http://two/")
    assert opened == ["http://two/"]


@pytest.mark.slow
def test_the_end_is_told_and_answers_under_way_arrive(tmp_path: Path) -> None:
    """F7 inside one process: Bye, 1012, and nothing acknowledged is lost."""
    accepted = 0
    with Served(settings_in(tmp_path)) as served:
        table = served.create()
        with served.live(table) as socket_:
            say(socket_, type="play", id="1", version=0, seat=0, moves=["C@12"])
            accepted = hear(socket_, "accepted")["version"]
            served.stop()
            assert hear(socket_, "bye") == {"type": "bye", "code": "server/restart"}
            with pytest.raises(Exception, match="1012"):
                socket_.recv(5)
    with Served(settings_in(tmp_path)) as again:
        assert again.version(table) == accepted == 1


def test_silent_clients_are_notified_of_the_shutdown_too(tmp_path: Path) -> None:
    with Served(settings_in(tmp_path)) as served:
        with served.live(served.create(), hello=False) as socket_:
            served.listener.should_exit = True
            assert hear(socket_) == {"type": "bye", "code": "server/restart"}
            with pytest.raises(ConnectionClosed) as closed:
                socket_.recv(5)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, "server/restart")


# As a process.


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_start_a_second_start_and_an_end(tmp_path: Path, sign: signal.Signals) -> None:
    arguments = ("play", "--no-browser", "--data", str(tmp_path))
    with started(*arguments, "--port", "0") as first:
        line = first.line()
        found = re.fullmatch(r"Aqua Romana is served at (http://127\.0\.0\.1:\d+/) — Ctrl\+C ends it\n", line)
        assert found, line
        url = found[1]
        assert launch.ask(f"{url}health")["name"] == "aqua-romana"
        with started(*arguments) as second:
            assert second.url() == url
            assert second.process.wait(20) == 0
        with started(*arguments, "Anna", "search:1") as third:
            assert third.url() == url
            page = third.line()
            assert third.process.wait(20) == 0
        table = page.strip().rpartition("/")[2]
        assert page == f"The table is at {url}#/table/{table}\n"
        players = launch.ask(f"{url}api/tables/{table}")["players"]
        assert players == [
            {"seat": 0, "kind": "person", "name": "Anna"},
            {"seat": 1, "kind": "bot", "bot": "search:1", "chair": 1},
        ]
        code, seconds, error = first.end(sign)
    assert (code, error) == (0, "")
    assert seconds < 25, "five seconds are promised, the cores are noisy"


@pytest.mark.slow
def test_a_start_during_the_end_takes_over(tmp_path: Path) -> None:
    """While it drains, when it answers nothing any more, and the moment after the signal."""
    arguments = ("serve", "--port", "0", "--data", str(tmp_path))
    with started(*arguments, "--drain", "2") as old:
        url = old.url()
        old.process.terminate()
        with started(*arguments) as new:
            assert new.url() != url
            assert old.process.wait(1) == 0
            assert new.end()[0] == 0


@pytest.mark.slow
def test_a_film_that_is_being_drawn_does_not_delay_the_end(tmp_path: Path) -> None:
    """Nor is it news: whoever waits for it is told, and the log stays empty."""
    record = write_record(Record.from_game(random_game(4, 5)))
    with started("play", "--no-browser", "--port", "0", "--data", str(tmp_path)) as process:
        url = process.url()
        table = launch.ask(f"{url}api/records", record.encode())["id"]
        wanted = threading.Thread(target=_fetched, args=(f"{url}api/tables/{table}/game.gif?width=1200",))
        wanted.start()
        time.sleep(1.5)  # it takes much longer than that
        code, seconds, error = process.end()
        wanted.join()
    assert (code, error) == (0, "")
    assert not (tmp_path / launch.LOG).exists()
    assert seconds < 25, "five seconds are promised, the cores are noisy"


def _fetched(url: str) -> None:
    with contextlib.suppress(OSError, HTTPException):
        launch.fetch(url, timeout=60)


@pytest.mark.slow
def test_the_module_serves_as_the_environment_says(tmp_path: Path) -> None:
    environment = os.environ | {"AQUA_DATA": str(tmp_path), "AQUA_PORT": "0"}
    command = [sys.executable, "-m", "aquaromana.server"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1]
        assert launch.ask(f"{url}health")["name"] == "aqua-romana"
        process.terminate()
    assert process.returncode == 0
    wrong = subprocess.run(command, env=environment | {"AQUA_PORT": "x"}, capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (1, "AQUA_PORT='x' is not a number.\n")


@pytest.mark.slow
def test_a_taken_port_and_a_killed_server(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        with started("play", "--no-browser", "--port", port, "--data", str(tmp_path)) as insisting:
            assert insisting.process.wait(30) == 2
            assert insisting.process.stderr is not None
            assert (
                insisting.process.stderr.read()
                == f"aqua play: port {port} is taken; choose another one, or 0 for any\n"
            )
        with started("serve", "--data", str(tmp_path), AQUA_PORT=port) as lenient:
            url = lenient.url()
            assert f":{port}/" not in url
            lenient.process.kill()
            lenient.process.wait()
        assert json.loads((tmp_path / "server.json").read_text())["url"] == url, "the dead cannot tidy up"
        with started("serve", "--port", "0", "--data", str(tmp_path)) as again:
            assert launch.ask(f"{again.url()}health")["name"] == "aqua-romana"
            assert again.end()[0] == 0
    assert not (tmp_path / "server.json").exists()
