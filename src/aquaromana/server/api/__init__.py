"""HTTP routes and the WebSocket: identity, tokens, requests, static files."""
