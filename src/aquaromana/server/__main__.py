"""`python -m aquaromana.server`: serve as the environment says. `aqua serve` offers the same with options."""

from __future__ import annotations

import os
import sys

from aquaromana.server.errors import StartError
from aquaromana.server.launch import launch
from aquaromana.server.settings import Settings


def main() -> None:
    """Serve until a signal ends it."""
    try:
        settings = Settings.make({"AQUA_ACCESS": "shared", **os.environ})
        exactly = not settings.is_private
        launch(settings, lambda url: _say("is", url), lambda url: _say("is already", url), exactly=exactly)
    except StartError as error:
        sys.exit(str(error))


def _say(how: str, url: str) -> None:
    sys.stdout.write(f"Aqua Romana {how} served at {url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
