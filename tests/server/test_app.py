"""The application as a whole: its life, its page, and the description of its interface."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, get_args

import httpx
import jsonschema
import pytest
from fastapi import FastAPI

from aquaromana.server import app as application
from aquaromana.server.api import openapi
from aquaromana.server.api.static import WEB
from aquaromana.server.app import create_app
from aquaromana.server.errors import CATALOGUE
from aquaromana.server.protocol import messages
from tests.support.served import PEOPLE, Served, settings_in


def within(folder: Path, work: Callable[[FastAPI, httpx.AsyncClient], Awaitable[None]]) -> None:
    """Work with the application without any network."""

    async def run() -> None:
        app = create_app(settings_in(folder))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:7483") as client:
                await work(app, client)

    asyncio.run(run())


def test_tables_outlive_the_application(tmp_path: Path) -> None:
    made: list[str] = []

    async def first(_app: FastAPI, client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/tables", json={"players": PEOPLE})
        made.append(answer.json()["id"])

    async def second(_app: FastAPI, client: httpx.AsyncClient) -> None:
        assert [table["id"] for table in (await client.get("/api/tables")).json()] == made

    within(tmp_path, first)
    within(tmp_path, second)


def test_the_start_page_and_what_it_needs_are_there(client: httpx.Client) -> None:
    if not (WEB / "index.html").exists():
        pytest.fail("the page is missing")
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert client.head("/").headers["etag"] == page.headers["etag"]
    assert client.get("/index.html").text == page.text
    assert client.post("/").json()["code"] == "request/method"


def test_the_description_is_made_once_and_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one kept everybody waiting for 60 ms."""
    threads: list[threading.Thread] = []
    describe = openapi.describe

    def noted(*args: Any) -> dict[str, Any]:
        threads.append(threading.current_thread())
        return describe(*args)

    async def work(_app: FastAPI, client: httpx.AsyncClient) -> None:
        answers = [await client.get("/api/openapi.json") for _ in range(2)]
        assert answers[0].json() == answers[1].json()
        assert answers[0].headers["content-type"] == "application/json"
        assert (await client.head("/api/openapi.json")).status_code == 200

    monkeypatch.setattr(application, "describe", noted)
    within(tmp_path, work)
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


@pytest.fixture(scope="module")
def document(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = served.client.get("/api/openapi.json").json()
    return found


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_address_is_described(document: dict[str, Any]) -> None:
    assert len(operations(document)) >= 17
    for path, method, operation in operations(document):
        assert len(operation["description"]) > 20, (path, method)
        assert operation["tags"], path
        responses = operation["responses"]
        assert {"403", "500"} <= set(responses), path
        for status, response in responses.items():
            assert response["description"], (path, status)
            assert status == "204" or response["content"], (path, status)
        for parameter in operation.get("parameters", []):
            assert parameter.get("description"), (path, parameter["name"])


def test_every_refusal_has_the_same_form(document: dict[str, Any]) -> None:
    for path, _, operation in operations(document):
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                schema = response["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}, (path, status)


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    names = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert names <= set(schemas)
    assert "HTTPValidationError" not in names
    for name in schemas:
        jsonschema.Draft202012Validator.check_schema(schemas[name])


def test_the_messages_of_the_socket_are_described(document: dict[str, Any]) -> None:
    spoken = (*get_args(messages.FromClient), *get_args(messages.FromServer))
    assert {kind.__name__ for kind in spoken} <= set(document["components"]["schemas"])
    for kind in spoken:
        assert f"`{kind.__name__}`" in document["info"]["description"]
    for code in ("1003", "1007", "1008", "1009", "1012", "1013", "4403", "4404"):
        assert code in document["info"]["description"]


def test_answers_are_as_they_are_described(served: Served, document: dict[str, Any]) -> None:
    table = served.create()
    registry = {"components": document["components"]}
    for path in ("/health", "/api/bots", "/api/settings", "/api/tables", "/api/tables/{id}", "/api/tables/{id}/state"):
        schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        answer = served.client.get(path.replace("{id}", table)).json()
        jsonschema.validate(answer, {**schema, **registry}, cls=jsonschema.Draft202012Validator)
    problem = served.client.get("/nothing").json()
    jsonschema.validate(problem, {"$ref": "#/components/schemas/Problem", **registry})


def test_the_sentences_of_all_codes_can_be_said() -> None:
    for code, (_, sentence) in CATALOGUE.items():
        assert sentence.endswith((".", "}")), code
        assert sentence[0].isupper() or sentence[0] == "{", code
