"""What is there for those who host: the container builds from the tree, and the examples name what exists."""

import json
import re
import shlex
from collections.abc import Iterator
from urllib.parse import urlsplit

import click
import pytest

from aquaromana.cli.group import aqua
from aquaromana.server.settings import PREFIX, Settings
from tests.support.house import ROOT

CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
DEPLOY = ROOT / "deploy"


def steps(*kinds: str) -> Iterator[str]:
    """The arguments of these instructions of the container."""
    for line in CONTAINER.splitlines():
        kind, _, rest = line.partition(" ")
        if kind in kinds:
            yield rest


def serving(arguments: list[str]) -> Settings:
    """The settings that `aqua serve` makes of its arguments."""
    name, *rest = arguments
    assert name == "serve"
    command = aqua.get_command(click.Context(aqua), "serve")
    assert command is not None
    parameters = command.make_context("serve", rest).params
    return Settings(**{name: value for name, value in parameters.items() if value not in (None, ())})


def test_everything_that_is_copied_is_there_and_nothing_that_is_needed_is_left_out() -> None:
    copied = {name for step in steps("COPY") if "--from" not in step for name in step.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert 'readme = "README.md"' in project
    assert 'license-files = ["LICENSE"]' in project
    assert copied >= {"pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "cpp", "src"}


def test_the_container_is_built_from_pins_with_the_core() -> None:
    (pins,) = (step for step in steps("RUN") if "--require-hashes" in step)
    lock = pins.split()[-1]
    assert lock in CONTAINER.partition(pins)[0], "it is copied before"
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    assert re.search(r"^asyncpg==", text, re.MULTILINE)
    for backend in ("setuptools", "pybind11"):
        assert re.search(rf"^{backend}==", text, re.MULTILINE), "the project is built without isolation"
    assert any(
        step.startswith("AQUA_REQUIRE_NATIVE=1 pip install --no-build-isolation --no-deps .") for step in steps("RUN")
    )


def test_the_container_serves_as_an_unprivileged_user() -> None:
    assert list(steps("USER")) == ["aqua"]
    assert [*json.loads(next(steps("ENTRYPOINT"))), *json.loads(next(steps("CMD")))] == ["aqua", "serve"]
    environment = dict(pair.split("=", 1) for step in steps("ENV") for pair in step.split())
    ours = {name: value for name, value in environment.items() if name.startswith(PREFIX)}
    assert {name.removeprefix(PREFIX).lower() for name in ours} <= set(Settings.__dataclass_fields__)
    settings = Settings.make(ours)
    assert list(steps("VOLUME")) == [str(settings.data)]
    assert list(steps("EXPOSE")) == [str(settings.port)]
    check = json.loads(next(steps("HEALTHCHECK")).partition("CMD ")[2])
    compile(check[2], "HEALTHCHECK", "exec")
    assert "/ready" in check[2]


def test_the_image_names_no_registry() -> None:
    for step in steps("FROM"):
        assert re.fullmatch(r"python:3\.\d+-slim( AS build)?", step)


def test_the_service_starts_with_options_that_exist() -> None:
    unit = (DEPLOY / "aqua-romana.service").read_text("utf-8")
    (start,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program, *arguments = shlex.split(start)
    settings = serving(arguments)
    assert program.endswith("/bin/aqua")
    assert settings.is_secure
    assert f"StateDirectory={settings.data.name}" in unit
    (port,) = re.findall(r"^ListenStream=(.*)$", (DEPLOY / "aqua-romana.socket").read_text("utf-8"), re.MULTILINE)
    assert port == f"{settings.host}:{settings.port}"


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_lead_to_the_service(name: str) -> None:
    text = (DEPLOY / name).read_text("utf-8")
    settings = Settings(public_url="https://aqua.example.org")
    assert f"{settings.host}:{settings.port}" in text
    assert str(urlsplit(settings.public_url).hostname) in text
    assert text.count("{") == text.count("}")
    if name == "nginx.conf":
        for header in ("Host $http_host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
            assert f"proxy_set_header {header}" in text
        assert int(text.partition("client_max_body_size ")[2].partition("m;")[0]) << 20 > settings.body_size
