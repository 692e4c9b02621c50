"""Counting the lines of play of a given length: the standard proof that two programs know the same rules."""

from __future__ import annotations

from aquaromana.rules.game import Game
from aquaromana.rules.moves import Decision


def perft(game: Game, depth: int) -> int:
    """The number of sequences of `depth` legal decisions; a game that ends sooner counts nothing."""
    if depth <= 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        game.push(move)
        total += perft(game, depth - 1)
        game.pop()
    return total


def divide(game: Game, depth: int) -> dict[Decision, int]:
    """The count of `perft` split by first decision, in ascending order; `depth` is at least 1."""
    result = {}
    for move in game.legal_moves():
        game.push(move)
        result[move] = perft(game, depth - 1)
        game.pop()
    return result
