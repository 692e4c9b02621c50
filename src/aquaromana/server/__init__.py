"""The game server: tables that people and bots play at, over HTTP and WebSockets."""

from aquaromana import extras

extras.demand(
    "play",
    "The game in the browser",
    *("aiosqlite", "alembic", "fastapi", "itsdangerous", "msgspec", "platformdirs", "prometheus_client", "segno"),
    *("sqlalchemy", "uvicorn", "websockets"),
)
