"""A watch on browser pages: errors in the console, exceptions, requests that fail."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError


class Watch:
    """Notes what goes wrong, as lines of text."""

    def __init__(self) -> None:
        self._expected: list[re.Pattern[str]] = []
        self._noted: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        """Watch all pages of a context, those to come too."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("requestfailed", self._on_failed)

    def leave(self, context: BrowserContext) -> None:
        """No longer watch a context that another test goes on with."""
        context.remove_listener("console", self._on_console)
        context.remove_listener("weberror", self._on_error)
        context.remove_listener("requestfailed", self._on_failed)

    def expect(self, pattern: str) -> None:
        """Allow lines that match, like "status of 404"."""
        self._expected.append(re.compile(pattern))

    @property
    def unexpected(self) -> list[str]:
        """The lines that no test expects."""
        return [line for line in self._noted if not any(pattern.search(line) for pattern in self._expected)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            place = message.location
            self._noted.append(f"console {message.type}: {message.text} ({place['url']}:{place['lineNumber']})")

    def _on_error(self, error: WebError) -> None:
        self._noted.append(f"exception: {error.error.stack or error.error.message}")

    def _on_failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page went on before the answer came
            self._noted.append(f"request failed: {request.method} {request.url} {request.failure}")
