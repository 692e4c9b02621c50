"""The water followed once more, by other means: names of squares and words for channels instead of tables."""

from dataclasses import dataclass

from aquaromana.rules import Position
from aquaromana.rules.geometry import port_name, square_name

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
CHANNELS = ("", "ne", "es", "sw", "nw", "ne sw", "nw es", "ns", "ew", "ns ew", "", "", "", "")
"""Indexed by the content of a square."""


@dataclass(frozen=True)
class Run:
    """An aqueduct as it was found: its end, its length, and the empty square it faces with the side it enters by."""

    end: str
    length: int
    faces: str | None


def recount(position: Position) -> dict[str, Run]:
    """Every aqueduct by its outlet."""
    board = {square_name(square): content for square, content in enumerate(position.board)}
    return {port_name(outlet): _run(board, port_name(outlet)) for outlet in position.layout.outlets}


def _run(board: dict[str, int], outlet: str) -> Run:
    square, side, length = outlet[:2], outlet[2], 0
    while True:
        column, row = STEPS[side]
        beyond = f"{chr(ord(square[0]) + column)}{int(square[1]) + row}"
        entry = OPPOSITE[side]
        if beyond not in board:
            return Run(square + side, length, None)
        if board[beyond] == 0:
            return Run(square + side, length, beyond + entry)
        channel = next((each for each in CHANNELS[board[beyond]].split() if entry in each), None)
        if channel is None:
            return Run(square + side, length, None)
        square, side, length = beyond, channel.replace(entry, ""), length + 1


def blocked(runs: dict[str, Run]) -> set[str]:
    """The outlets whose aqueducts cannot be extended (R3.5)."""
    faced = [run.faces[:2] for run in runs.values() if run.faces]
    return {outlet for outlet, run in runs.items() if not run.faces or faced.count(run.faces[:2]) == 4}
