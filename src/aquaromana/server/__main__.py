"""`python -m aquaromana.server`: serve as the environment says; `aqua serve` has options for it."""

from __future__ import annotations

import sys

from aquaromana.server.errors import StartError
from aquaromana.server.launch import launch
from aquaromana.server.settings import Settings


def main() -> None:
    """Serve until a signal ends it."""
    try:
        launch(Settings.make(), lambda url: _say("is", url), lambda url: _say("is already", url))
    except StartError as error:
        sys.exit(str(error))


def _say(how: str, url: str) -> None:
    sys.stdout.write(f"Aqua Romana {how} served at {url}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
