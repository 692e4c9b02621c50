"""Verification of a record: every decision is legal, and every hash and the result are correct."""

from __future__ import annotations

from dataclasses import dataclass

from aquaromana.records.errors import RecordError, reason
from aquaromana.records.header import result_text
from aquaromana.records.record import Line, Ply, Record
from aquaromana.records.replay import Replay
from aquaromana.records.writer import start_text
from aquaromana.rules import AquaError, Game, Reason


@dataclass(frozen=True, slots=True)
class Verdict:
    """What replaying a record has shown, up to the first failure."""

    error: RecordError | None
    """The first failure, in the order of the text; None if the record is true."""
    plies: int
    """Decisions of the main line that proved legal."""
    variations: int
    """Variations that proved legal throughout."""
    hashes: int
    """State hashes that proved right, also in variations."""
    scores: tuple[int, ...] | None
    """The result, computed; None if the main line does not end the game or could not be replayed."""

    @property
    def is_true(self) -> bool:
        return self.error is None

    def __str__(self) -> str:
        """One line for people."""
        if self.error:
            return f"false: {self.error}"
        parts = [_count(self.plies, "decision")]
        if self.variations:
            parts.append(_count(self.variations, "variation"))
        if self.hashes:
            parts.append(_count(self.hashes, "state hash", "state hashes"))
        parts.append("not finished" if self.scores is None else f"result {result_text(self.scores)}")
        return f"true: {', '.join(parts)}"


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def verify(record: Record) -> Verdict:
    """Replay a record with all its variations, and compare its claims with the results."""
    proof = _Proof(record)
    error: RecordError | None = None
    try:
        proof.start()
        proof.line(record.line, is_main=True)
        proof.result()
    except RecordError as failure:
        error = failure
    return Verdict(error, proof.plies, proof.variations, proof.hashes, proof.scores)


class _Proof:
    """A replay that counts what it has proven."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._replay = Replay(record.start)
        self.plies = self.variations = self.hashes = 0
        self.scores: tuple[int, ...] | None = None

    def start(self) -> None:
        """The start must be a position that its own text describes."""
        try:
            Game.from_position(start_text(self._record))
        except AquaError as error:
            raise RecordError(error.reason) from None

    def line(self, line: Line, *, is_main: bool) -> None:
        replay = self._replay
        for ply in line.plies:
            self._ply(ply)
            self.plies += is_main
            if not ply.variations:
                continue
            replay.undo()
            for variation in ply.variations:
                self.line(variation, is_main=False)
                for _ in variation.plies:
                    replay.undo()
                self.variations += 1
            replay.push(ply.move)

    def _ply(self, ply: Ply) -> None:
        number = self._replay.ply
        try:
            self._replay.follow(ply.move)
        except RecordError as error:
            raise _at(ply.where, error.reason, number) from None
        if ply.hash is None:
            return
        computed = self._replay.game.state_hash
        if ply.hash != computed:
            why = reason("record/wrong-hash", stated=f"{ply.hash:016x}", computed=f"{computed:016x}")
            raise _at(ply.where, why, number)
        self.hashes += 1

    def result(self) -> None:
        """The result must be that of the game, and ``*`` that of a game which is not over."""
        game, stated = self._replay.game, self._record.result
        self.scores = game.scores() if game.is_over else None
        if stated == self.scores:
            return
        if self.scores is None:
            why = reason("record/not-over", stated=result_text(stated))
        elif stated is None:
            why = reason("record/over", computed=result_text(self.scores))
        else:
            why = reason("record/wrong-result", stated=result_text(stated), computed=result_text(self.scores))
        raise _at(self._record.result_where, why, self._replay.ply)


def _at(where: tuple[int, int] | None, why: Reason, ply: int) -> RecordError:
    line, column = where or (None, None)
    return RecordError(why, line=line, column=column, ply=ply)
