"""Decisions and scores in words."""

from __future__ import annotations

from collections.abc import Sequence

from aquaromana.drawing.words import seat_names
from aquaromana.rules import Decision, Kind, Phase, Position
from aquaromana.rules.geometry import SIDE_NAMES, port_name, square_name
from aquaromana.rules.layout import AQUEDUCTS, COLOR_NAMES
from aquaromana.rules.moves import Build, Close, Extra, Move, Place, Take
from aquaromana.rules.scoring import places, score_sheet, scores
from aquaromana.rules.turn import destination

SIDES = ("north", "east", "south", "west")


def decision_text(before: Position, decision: Decision, after: Position, names: Sequence[str] = ()) -> str:
    """What a decision did, in one line."""
    called = seat_names(before.players, names)
    name = called[before.mover]
    parts = [f"{name} {_action_text(before, decision)}.", *_grown(before, decision, after), *_closed(before, after)]
    return " ".join(parts)


def _action_text(before: Position, decision: Decision) -> str:
    if isinstance(decision, Build):
        color = COLOR_NAMES[before.layout.colors[before.ends.index(decision.workman)]]
        builder = Kind(before.path[decision.builder])
        target, fountain = destination(before, decision.builder)
        past = ", past a fountain" if fountain else ""
        return (
            f"lays {_a(decision.kind)} on {square_name(decision.square)} for {color} ({decision}); "
            f"the {builder.label} builder walks from {decision.builder} to {target}{past}"
        )
    if isinstance(decision, Extra):
        return f"lays an extra {decision.kind.label} on {square_name(decision.square)} ({decision})"
    if isinstance(decision, Place):
        return f"places {_a(decision.kind)} builder on {decision.path} ({decision})"
    if isinstance(decision, Move):
        builder, target = Kind(before.path[decision.path]), destination(before, decision.path)[0]
        return f"can lay no tile; the {builder.label} builder walks from {decision.path} to {target} ({decision})"
    if isinstance(decision, Close):
        return f"closes the aqueduct at {port_name(decision.workman)} ({decision})"
    if isinstance(decision, Take):
        return f"takes {_a(decision.kind)} builder from the reserve ({decision})"
    return "closes nothing (-)"


def _a(kind: Kind) -> str:
    return f"a {kind.label}"


def _grown(before: Position, decision: Decision, after: Position) -> list[str]:
    """The aqueducts with a workman that a tile made longer."""
    own = before.ends.index(decision.workman) if isinstance(decision, Build) else -1
    grown = [
        aqueduct
        for aqueduct in range(AQUEDUCTS)
        if before.on_board >> aqueduct & 1 and after.lengths[aqueduct] > before.lengths[aqueduct]
    ]
    return [
        f"{COLOR_NAMES[before.layout.colors[aqueduct]].capitalize()} is now {after.lengths[aqueduct]} long"
        f" and ends at {port_name(after.ends[aqueduct])}."
        for aqueduct in sorted(grown, key=lambda aqueduct: aqueduct != own)
    ]


def _closed(before: Position, after: Position) -> list[str]:
    """The workmen who left the board, and where they stand now.

    Of one color the longest aqueduct is scored first, so that lengths and new podiums go down together.
    """
    lines = []
    gone, colors = before.on_board & ~after.on_board, before.layout.colors
    for color in range(len(before.layout.reservoirs)):
        left = [aqueduct for aqueduct in range(AQUEDUCTS) if gone >> aqueduct & 1 and colors[aqueduct] == color]
        left.sort(key=lambda aqueduct: -after.lengths[aqueduct])
        fresh = [
            podium
            for podium in range(len(after.podiums) - 1, 0, -1)
            for _ in range(after.podiums[podium].count(color) - before.podiums[podium].count(color))
        ]
        for aqueduct, podium in zip(left, [*fresh, *[0] * len(left)], strict=False):
            end, length = port_name(after.ends[aqueduct]), after.lengths[aqueduct]
            stands = f"podium {podium}" if podium else "no podium"
            lines.append(f"{COLOR_NAMES[color].capitalize()} at {end} is closed: length {length}, {stands}.")
    return lines


def tile_words(build: Build) -> str:
    """A tile and the way the water takes in it: `curve, turns south`."""
    verb = "crosses" if build.kind is Kind.BRIDGE else "goes" if build.kind is Kind.STRAIGHT else "turns"
    return f"{build.kind.label}, {verb} {SIDES[build.exit]}"


def side_words(name: str) -> str:
    """`ne` as `north and east`."""
    return " and ".join(SIDES[SIDE_NAMES.index(letter)] for letter in name)


def ending(position: Position) -> str:
    """Why the game is over (R6.1)."""
    if position.dry >= position.players:
        return f"The game ended because no tile was laid in {position.players} turns in a row (R6.1)."
    return "The game ended because the last workman has left the board (R6.1)."


def final_scoring(position: Position, names: Sequence[str] = ()) -> list[str]:
    """The end of the game step by step: every workman with podium and bonus, the sums, the places (R6.3, R6.4)."""
    assert position.phase is Phase.OVER
    called = seat_names(position.players, names)
    lines = [ending(position), "Final scoring: the podiums, highest first; the three highest have a bonus (R6.3)."]
    sheet = score_sheet(position)
    for line in sheet:
        bonus = f" + {line.bonus} bonus" if line.bonus else ""
        lines.append(f"  podium {line.podium:>2}  {COLOR_NAMES[line.color]:<6}  {line.podium:>2}{bonus}")
    points = scores(position)
    ranks = places(points)
    for seat in sorted(range(position.players), key=lambda seat: ranks[seat]):
        own = [f"{line.podium}+{line.bonus}" if line.bonus else f"{line.podium}" for line in sheet if line.seat == seat]
        lines.append(f"  {ranks[seat]}. {called[seat]}: {' + '.join(own) or 'no podium'} = {points[seat]}")
    return lines
