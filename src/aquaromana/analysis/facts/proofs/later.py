"""Proofs of what is settled, by every way to the end, and of what is expected, by the line it was read from."""

from __future__ import annotations

from functools import cache
from typing import Final

from aquaromana.analysis.facts.fact import Fact
from aquaromana.analysis.facts.lines import Replay, TooManyLinesError, color_of, played, podiums_of, workmen
from aquaromana.records.replay import Replay as TurnCounter
from aquaromana.rules import Game, Position

POSITIONS: Final = 400
"""That a proof of what is settled may look at."""

Results = frozenset[tuple[int, ...]]
"""The points of all seats at the end, for each way in which ties can be broken."""

# settled


def proof_settled(replay: Replay, _: Fact) -> bool:
    """Every result has this one winner."""
    return not replay.end.is_over and all(_winners(each) == {replay.seat} for each in _results(replay.end))


def proof_points(replay: Replay, fact: Fact) -> bool:
    """Every result gives the seat these points."""
    found = {each[replay.seat] for each in _results(replay.end)}
    return not replay.end.is_over and found == {fact.args["points"]}


def self_lost(replay: Replay, _: Fact) -> bool:
    """In no result the seat is a winner, and after another decision it is one in all."""
    if any(replay.seat in _winners(each) for each in _results(replay.end)):
        return False
    unfinished = False
    for other in replay.others():
        try:
            if not other.end.is_over and all(replay.seat in _winners(each) for each in _results(other.end)):
                return True
        except TooManyLinesError:
            unfinished = True
    if unfinished:
        raise TooManyLinesError
    return False


def _winners(points: tuple[int, ...]) -> set[int]:
    return {seat for seat, own in enumerate(points) if own == max(points)}


def _results(game: Game) -> Results:
    """How the game can end if each seat plays for its share of the win, then for its points, and ties are free."""
    known: dict[Position, Results] = {}

    def results(now: Game) -> Results:
        if now.is_over:
            return frozenset([tuple(now.scores())])
        position = now.position
        if position not in known:
            if len(known) >= POSITIONS:
                raise TooManyLinesError
            known[position] = frozenset()  # no line leads back to it: this only counts it
            seat, ways = now.to_move, [results(played(now, decision)) for decision in now.legal_moves()]
            least = max(min(_worth(points, seat) for points in way) for way in ways)
            known[position] = frozenset(points for way in ways for points in way if _worth(points, seat) >= least)
        return known[position]

    return results(game)


@cache
def _worth(points: tuple[int, ...], seat: int) -> tuple[float, int]:
    winners = _winners(points)
    return (1 / len(winners) if seat in winners else 0.0), points[seat]


# expected


def expect_podium(replay: Replay, fact: Fact) -> bool:
    """The line is legal, and in it the seat mounts the podium after this turn, up to the end of its next one."""
    start, _, end = _round(replay)
    return fact.args["podium"] in podiums_of(start.position, end.position, replay.seat)


def expect_length(replay: Replay, fact: Fact) -> bool:
    """The line is legal, and an aqueduct of the color grows so much in it."""
    start, own, end = _round(replay)
    grown = [
        end.position.lengths[a] - start.position.lengths[a]
        for a in workmen(start.position, replay.seat)
        if color_of(start.position, a) == fact.args["color"]
    ]
    return fact.number("count") in grown and fact.number("count") >= 2 and own is not None


def expect_rival(replay: Replay, fact: Fact) -> bool:
    """The line is legal, and in it the rival mounts the podium before the seat's next turn."""
    start, own, end = _round(replay)
    rival, before = fact.number("seat"), own or end
    mounted = podiums_of(start.position, before.position, rival)
    return rival != replay.seat and fact.args["podium"] in mounted


def _round(replay: Replay) -> tuple[Game, Game | None, Game]:
    """The game when this turn has ended, when the seat's next one begins if it comes, and when that has ended."""
    counter = TurnCounter(replay.before.position)
    first, own_turn = counter.turn, 0
    start: Game | None = None
    own: Game | None = None
    end = replay.end
    for count, decision in enumerate((*replay.stretch, *replay.line), 1):
        if own_turn and counter.turn > own_turn:
            break
        counter.play(decision)
        end = counter.game.copy()
        if count < len(replay.stretch) or counter.turn == first:
            continue
        start = start or end
        if not own_turn and end.position.turn == replay.seat:
            own, own_turn = end, counter.turn
    return start or end, own, end
