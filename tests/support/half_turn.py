"""Positions on the board turned by 180 degrees."""

from aquaromana.rules import Position
from aquaromana.rules.geometry import PATH, half_turn_path, half_turn_square
from aquaromana.rules.position import HAND
from aquaromana.rules.tiles import HALF_TURN_FACE, RESERVOIR


def turned(position: Position) -> Position:
    """The position on the board turned by 180 degrees; with four players every seat becomes the one opposite."""
    layout, players = position.layout, position.players
    shift = 2 if players == 4 else 0
    aqueducts = layout.half_turn_aqueducts()
    assert aqueducts is not None
    result = position.copy()
    for square, content in enumerate(position.board):
        other = (content - RESERVOIR ^ 2) + RESERVOIR if content >= RESERVOIR else HALF_TURN_FACE[content]
        result.board[half_turn_square(square)] = other
    for path in range(1, PATH + 1):
        result.path[half_turn_path(path)] = position.path[path]
    for seat in range(players):
        other = (seat + shift) % players
        result.held[other * HAND : other * HAND + HAND] = position.held[seat * HAND : seat * HAND + HAND]
        result.due[other] = position.due[seat]
    result.turn = (position.turn + shift) % players
    result.mover = (position.mover + shift) % players
    result.on_board = sum(1 << aqueducts[i] for i in range(12) if position.on_board >> i & 1)
    result.podiums = tuple(tuple(sorted(color ^ 2 for color in colors)) for colors in position.podiums)
    result.refresh()
    return result
