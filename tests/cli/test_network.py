"""How others find a server: addresses, and a code where there is a terminal."""

import pytest

from aquaromana.cli import network

FIRST, OTHER = "http://192.0.2.7:7483/", "http://198.51.100.3:7483/"


def test_addresses_are_printed_with_the_likeliest_first(capsys: pytest.CaptureFixture[str]) -> None:
    network.show([FIRST, OTHER])
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == [FIRST, OTHER]


def test_a_terminal_shows_a_code(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    network.show([FIRST])
    told, _, *code = capsys.readouterr().out.splitlines()
    assert told == f"Others in your network can open {FIRST}"
    assert len([line for line in code if line]) > 10
    assert all(set(line) <= set(" ▀▄█") for line in code)
    network.show([FIRST], scan=False)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_missing_network_is_mentioned(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aquaromana.cli.network.in_reach", lambda *_: [])
    network.show_addresses("0.0.0.0", "http://127.0.0.1:7483/")
    assert "No network was found" in capsys.readouterr().out


def test_loopback_prints_no_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    network.show_addresses("127.0.0.1", "http://127.0.0.1:7483/")
    assert capsys.readouterr().out == ""
