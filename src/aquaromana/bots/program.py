"""The bot that is another program, behind the engine protocol."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from aquaromana.bots.bot import BotError, Seed, demand_choice, plain_seed
from aquaromana.engine import Allowance, Budget, OnReport
from aquaromana.rules import Decision, Game

if TYPE_CHECKING:
    from aquaromana.engine.protocol import Engine

PREFIX: Final = "cmd:"
"""What the text of such a bot begins with; the command follows."""

PATIENCE: Final = 300.0
"""Seconds that a decision may take if no budget says otherwise."""


class ProgramBot:
    """Asks a program for each decision; `docs/engine-protocol.md` says how it has to answer.

    The program starts with the bot and ends with `close`, or when nobody has the bot any more. EngineError from
    `choose` if it dies, hangs, writes without end, or decides what is not legal.
    """

    def __init__(self, command: str, *, budget: Budget | None = None, seed: Seed = None) -> None:
        """BotError if the program cannot be started or does not speak the protocol. A seed is told if it takes one."""
        from aquaromana.engine.protocol import Engine, EngineError  # hardly any bot is another program

        self._command, self._budget = command.strip(), budget
        self._allowance = Allowance()
        try:
            self._engine: Engine = Engine.open(self._command)
            names = {name.casefold() for name in self._engine.options}
            if seed is not None and "seed" in names:
                self._engine.configure(Seed=str(plain_seed(seed)))
        except EngineError as error:
            raise BotError(f"The program {self._command[:80]!r} cannot play: {error}.") from error

    @property
    def name(self) -> str:
        return f"{PREFIX} {self._command}" + (f" @{self._budget}" if self._budget is not None else "")

    def choose(
        self,
        game: Game,
        budget: Budget | None = None,
        on_report: OnReport | None = None,  # noqa: ARG002 (a program reports too little for it)
    ) -> Decision:
        demand_choice(game)
        wanted = budget or self._budget
        granted = None if wanted is None else self._allowance.grant(game, wanted)
        begun = time.perf_counter()
        patience = PATIENCE if granted is None or granted.seconds is None else None
        result = self._engine.play(game, granted, timeout=patience)
        self._allowance.note(time.perf_counter() - begun, result.info.nodes or 0)
        assert result.decision is not None, "the game is not over"
        return result.decision

    def stop(self) -> None:
        self._engine.stop()

    def close(self) -> None:
        """End the program."""
        self._engine.close()
