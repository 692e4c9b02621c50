"""A terminal game: who plays, which decisions are final, and where it is saved."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Final, Self

from aquaromana.bots import Bot, BotError, make_bot, make_local_bot
from aquaromana.cli.files import replace_file
from aquaromana.cli.group import Failure, system_failure
from aquaromana.cli.terminal.saved_games import fresh_file, remember
from aquaromana.cli.terminal.seats import Seat, named
from aquaromana.engine import made_by
from aquaromana.records import Record, write_record
from aquaromana.rules import Decision, Game, Position

UNCONFIRMED: Final = "Unconfirmed"
"""The tag that says how many of the last decisions can still be taken back."""


class LocalGame:
    """A game with its players. A person's stretch is final only when it is settled (R7)."""

    def __init__(
        self,
        game: Game,
        seats: list[Seat],
        *,
        seed: str | None = None,
        file: Path | None = None,
        programs: bool = True,
    ) -> None:
        """`programs` says whether a seat may start one: not if the seats come from a file. Then a bot that is not
        there is a BotError, otherwise a Failure.
        """
        self.game = game
        self.seats = seats
        self.file = file
        """Where the game is saved; None until the first time."""
        self.positions = [game.start]
        """The position before each decision, and the one now."""
        replay = Game.from_position(game.start)
        for move in game.moves:
            replay.push(move)
            self.positions.append(replay.position)
        self.firm = len(game.moves)
        """How many decisions are final."""
        self.tags: dict[str, str] = {"Date": dt.datetime.now().astimezone().date().isoformat()}
        make = make_local_bot if programs else make_bot
        self.bots: list[Bot | None] = []
        for number, seat in enumerate(seats):
            try:
                dice = None if seed is None else f"{seed}-{number}"
                self.bots.append(make(seat.kind, seed=dice) if seat.kind else None)
            except BotError as error:
                if programs:
                    raise Failure(str(error)) from None
                raise
        self._kept = ""
        self._source: Path | None = None
        """The file that the game came from, while nothing has changed since."""

    @classmethod
    def from_record(
        cls, record: Record, seats: list[Seat], *, seed: str | None, source: Path, keep_there: bool
    ) -> Self:
        """The table of a saved game. Without `seats`, those of the record are used.

        Its file is not touched until the next decision; then the game is saved there or in a new file.
        """
        programs = bool(seats)
        seats = seats or [Seat(name, record.tags.get(f"Bot{number}", "")) for number, name in enumerate(record.names)]
        if len(seats) != record.players:
            raise Failure(f"{len(seats)} seats are named, but {record.players} play")
        try:
            file = source if keep_there else None
            table = cls(record.game(), named(seats), seed=seed, file=file, programs=programs)
        except BotError as error:
            raise Failure(f"a bot of this record is not available; name the seats, like Anna greedy. {error}") from None
        own = (UNCONFIRMED, *(f"{tag}{number}" for tag in ("Seat", "Bot") for number in range(4)))
        table.tags |= {tag: value for tag, value in record.tags.items() if tag not in own}
        table.firm = table._begun(record.tags.get(UNCONFIRMED, ""))
        table._kept, table._source = write_record(table.record()), source
        return table

    def _begun(self, unconfirmed: str) -> int:
        """The beginning of the stretch that was unfinished when the record was written."""
        made = len(self.game.moves)
        if unconfirmed.isdecimal() and len(unconfirmed) < 4 and int(unconfirmed) <= made:
            begun = made - int(unconfirmed)
            makers = {position.mover for position in self.positions[begun:made]}
            return begun if len(makers) < 2 else made
        begun = made
        while begun and not self.game.is_over and self.positions[begun - 1].mover == self.game.to_move:
            begun -= 1
        return begun

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def is_stretch_over(self) -> bool:
        """Whether there are decisions to settle, and the next one is not of the same seat."""
        made = len(self.game.moves)
        if made == self.firm:
            return False
        return self.game.is_over or self.positions[self.firm].mover != self.game.to_move

    def play(self, decision: Decision) -> None:
        """Make a legal decision."""
        self.game.play(decision)
        self.positions.append(self.game.position)

    def undo(self) -> Decision | None:
        """Take back the last decision, or None if all are final."""
        if len(self.game.moves) == self.firm:
            return None
        self.positions.pop()
        return self.game.pop()

    def settle(self) -> None:
        """Make all decisions final."""
        self.firm = len(self.game.moves)

    def before_others(self, seat: int) -> int:
        """The number of decisions after the last one that this seat made before the stretch that goes on."""
        ply = self.firm
        while ply and self.positions[ply - 1].mover != seat:
            ply -= 1
        return ply

    def before_bots(self) -> int:
        """The number of decisions that were made when the last person's stretch was over."""
        ply = self.firm
        while ply and self.bots[self.positions[ply - 1].mover]:
            ply -= 1
        return ply

    def last_round(self) -> int:
        """The number of decisions before the last stretches, one for each seat, or before the last few decisions."""
        made, ends = len(self.game.moves), 0
        ply = made
        while ply and ends < self.game.players and made - ply < 3 * self.game.players:
            ply -= 1
            ends += ply == 0 or self.positions[ply - 1].mover != self.positions[ply].mover
        return ply

    def decisions(self, ply: int) -> list[tuple[Position, Decision, Position]]:
        """The decisions since a ply, each with the positions before and after."""
        moves = self.game.moves[ply:]
        return list(zip(self.positions[ply:-1], moves, self.positions[ply + 1 :], strict=True))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing worth keeping: a usual beginning, no decision, and no file that it came from."""
        layout = self.game.layout
        usual = layout.known_as and self.game.start == Position(layout)
        return bool(usual) and not self.game.moves and self.file is None and self._source is None

    def record(self) -> Record:
        tags = dict(self.tags)
        for number, seat in enumerate(self.seats):
            tags[f"Seat{number}"] = seat.name
            if seat.kind:
                tags[f"Bot{number}"] = seat.kind
        tags |= made_by(self.game.layout, bots=any(seat.kind for seat in self.seats))
        open_ones = len(self.game.moves) - self.firm
        if open_ones:
            tags[UNCONFIRMED] = str(open_ones)
        return Record.from_game(self.game, **tags)

    def save(self, file: Path | None = None) -> Path:
        """Write the game to its file, or to another one, which becomes its file."""
        text = write_record(self.record())
        unchanged = self.file or self._source
        if file is None and text == self._kept and unchanged:
            return unchanged
        fresh = None
        try:
            target = file or self.file or (fresh := fresh_file())
            replace_file(target, text.encode())
        except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: there is no home directory
            if fresh:
                fresh.unlink(missing_ok=True)
            trouble = error if isinstance(error, OSError) else OSError(0, str(error))
            raise system_failure("the game cannot be saved", trouble) from None
        remember(target, instead_of=self.file)
        self.file, self._kept = target, text
        return target
