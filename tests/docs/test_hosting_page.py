"""The page for whoever hosts a server: its commands, options, addresses and figures are there."""

import json
import shlex

import click
import pytest

from aquaromana.cli.group import aqua
from aquaromana.server import metrics
from aquaromana.server.host.secret import DEMO
from aquaromana.server.settings import PREFIX, Settings
from tests.docs.pages import DOCS, blocks, codes, table, text_of

PAGE = DOCS / "hosting.md"
LINES = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("aqua ")])
def test_its_commands_are_there(line: str) -> None:
    _, command, *rest = shlex.split(line)
    found = aqua.get_command(click.Context(aqua), command)
    assert found is not None
    if isinstance(found, click.Group):
        command, *rest = rest
        found = found.commands[command]
    found.make_context(command, rest)


def test_its_options_are_those_of_the_command() -> None:
    serve = aqua.get_command(click.Context(aqua), "serve")
    assert serve is not None
    known = {option for parameter in serve.params for option in parameter.opts}
    shown = [code.split()[0] for row in table(PAGE, "option", "why") for code in codes(row[0])]
    assert set(shown) <= known
    assert len(shown) > 6


def test_the_variables_that_it_names_are_settings() -> None:
    words = text_of(PAGE).replace("=", " ").replace("`", " ").replace(",", " ").replace(")", " ").split()
    named = {word.removeprefix(PREFIX).lower().rstrip(";.") for word in words if word.startswith(PREFIX)}
    assert named - {"require_native", "database_url"} <= set(Settings.__dataclass_fields__)
    assert named >= {"public_url", "secret", "metrics_token"}


def test_its_metrics_are_counted() -> None:
    told = metrics.exposition().decode()
    for row in table(PAGE, "metric", "what it counts"):
        for name in codes(row[0]):
            assert f"\n# HELP {name.removesuffix('…')}" in f"\n{told}", name


def test_the_line_of_the_log_and_the_demo_secret_are_as_they_are() -> None:
    (block,) = blocks(PAGE, "json")
    assert set(json.loads(block)) == {
        *("time", "level", "logger", "event", "method", "route", "status", "ms", "address"),
    }
    assert f"`{DEMO}`" in text_of(PAGE)


def test_its_numbers_are_the_defaults() -> None:
    text = " ".join(text_of(PAGE).split())
    usual = Settings()
    assert f"have {usual.sockets_per_address} sockets (`sockets_per_address`)" in text
    assert f"{usual.connections_per_address} other connections (`connections_per_address`)" in text
    assert f"make {usual.tables_per_hour} tables an hour (`tables_per_hour`)" in text
    assert f"take {usual.claims_per_hour} seats at public ones (`claims_per_hour`)" in text
    assert f"has {usual.arrival:g} seconds to arrive (`arrival`)" in text
    assert f"send {usual.requests_per_minute} requests to `/api` a minute (`requests_per_minute`)" in text
    assert f"pinged after {usual.dead / 2:g} seconds of silence" in text
    assert f":{usual.port}" in text
