"""ASGI middleware and limits: origin checks, rate limits, request bodies, shutdown, request log."""
