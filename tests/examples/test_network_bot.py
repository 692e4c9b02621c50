"""The example of a bot over the network, as a process at a live server: it plays, comes back, and is sent away."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.house import ROOT
from tests.support.network_bots import token_for
from tests.support.served import Served, hear, say
from tests.support.visitors import OPEN, Visitor, shared_settings

BOT = {"kind": "bot", "bot": "random"}
PROGRAM = ROOT / "examples" / "network_bot.py"


def started(served: Served, token: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(PROGRAM), served.url, token, "--name", "Robo"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.slow
def test_it_plays_a_whole_game_and_leaves_when_it_is_sent_away(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path)) as served, Visitor(served) as host:
        table = host.create(BOT, OPEN)
        with started(served, token_for(host, table)) as process:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                said.append(line.split()[0])
                if said[-1] == "gameEnd":
                    break
            info = host.client.get(f"/api/tables/{table}").json()
            assert (info["status"], info["players"][1]["name"]) == ("over", "Robo")
            assert said[0] == "gameStart"
            assert said.count("yourTurn") > 10
            assert host.client.delete(f"/api/tables/{table}/chairs/1/bot").status_code == 204
            assert process.wait(30) == 0


@pytest.mark.slow
def test_it_comes_back_after_a_restart_of_the_server(tmp_path: Path) -> None:
    settings = shared_settings(tmp_path)
    with Served(settings) as served, Visitor(served) as host:
        table = host.create({"kind": "person"}, OPEN)
        token = token_for(host, table)
        cookies = host.client.cookies
    with Served(settings) as served, Visitor(served) as host:
        host.client.cookies = cookies
        with started(served, token) as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("gameStart")
            with host.live(table, hello=False) as socket:
                say(socket, type="hello")
                version = hear(socket, "state")["version"]
                say(socket, type="play", id="1", version=version, seat=0, moves=["C@1"])
                state = hear(socket, "state")
                while state["ply"] < 2:
                    state = hear(socket, "state")
            process.kill()


@pytest.mark.slow
def test_a_token_that_is_not_good_is_one_line(tmp_path: Path) -> None:
    with Served(shared_settings(tmp_path)) as served, started(served, "nonsense") as process:
        assert process.stdout is not None
        assert process.stdout.read().startswith("token/invalid: ")
        assert process.wait(30) == 1
