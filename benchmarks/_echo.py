"""The peer of the server: the same framework, doing nothing but to send back what it hears."""

import asyncio
import contextlib
import socket

import uvicorn
from fastapi import FastAPI, WebSocket

from aquaromana.server.launch import address, bound


def main() -> None:
    """Listen, say where, and echo until the end."""
    app = FastAPI()

    @app.websocket("/")
    async def echo(line: WebSocket) -> None:
        await line.accept()
        async for text in line.iter_text():
            await line.send_text(text)

    config = uvicorn.Config(app, log_config=None, lifespan="off", http="h11", ws_per_message_deflate=False)
    with contextlib.closing(bound("127.0.0.1", 0)) as listening:
        asyncio.run(Echo(config).serve([listening]))


class Echo(uvicorn.Server):
    """Says where it is as soon as it listens."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            print(address(listening), flush=True)


if __name__ == "__main__":
    main()
