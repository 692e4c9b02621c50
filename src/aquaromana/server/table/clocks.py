"""Players' clocks, derived from the times in the log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aquaromana.server.protocol.table_info import Clock, Clocks


@dataclass(frozen=True, slots=True)
class Timer:
    """The clocks of a table after a line of its log."""

    clock: Clock | None
    left: tuple[float, ...] = ()
    """By seat, as of `started`."""
    running: int = -1
    """The seat whose time runs; -1 if none does."""
    started: float = 0.0

    @classmethod
    def set_up(cls, clock: Clock | None, seats: int) -> Timer:
        return cls(clock, (float(clock.seconds),) * seats if clock else ())

    def runs(self, seat: int, at: float, *, fresh: bool = False, earned: int = -1) -> Timer:
        """Let the clock of this seat run from now on; -1 for none.

        `fresh`: a stretch begins. `earned`: the seat that has just made one.
        """
        if self.clock is None:
            return self
        left = list(self.left)
        if self.running >= 0:
            left[self.running] = max(0.0, left[self.running] - max(0.0, at - self.started))
        if self.clock.per == "game":
            if earned >= 0:
                left[earned] += self.clock.increment
        else:
            goes_on = -1 if fresh else self.running
            left = [had if who == seat == goes_on else float(self.clock.seconds) for who, had in enumerate(left)]
        return replace(self, left=tuple(left), running=seat, started=at)

    def reseated(self, order: list[int]) -> Timer:
        """After lots: each seat has the time of the one from which its player comes."""
        return replace(self, left=tuple(self.left[seat] for seat in order)) if self.left else self

    @property
    def deadline(self) -> float | None:
        """When the mover's time will have run out."""
        return self.started + self.left[self.running] if self.clock and self.running >= 0 else None

    def is_spent(self, seat: int) -> bool:
        """Whether a seat has no time left: for the rest of the game, or for this stretch."""
        return self.clock is not None and self.left[seat] <= 0

    def to_message(self) -> Clocks | None:
        if self.clock is None:
            return None
        left = [round(seconds, 3) for seconds in self.left]
        return Clocks(left=left, running=self.running, started=self.started)
