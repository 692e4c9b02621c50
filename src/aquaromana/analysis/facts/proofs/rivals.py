"""Proofs of facts about sight, extra tiles, and what rivals get or lose."""

from __future__ import annotations

from aquaromana.analysis.facts.fact import Fact
from aquaromana.analysis.facts.lines import (
    Replay,
    aqueduct_at,
    can_lay,
    cannot_be_extended,
    color_of,
    foreign,
    got,
    growth,
    in_turn,
    played,
    reachable,
    reachable_with_reserve,
    rivals_of,
    sees,
    stays_open,
    turn_ended,
    walker,
    workmen,
)
from aquaromana.rules import Build, Game, Kind, Phase
from aquaromana.rules.geometry import parse_square, port_name

# sight


def sight_on(replay: Replay, fact: Fact) -> bool:
    """The legal builds of that workman, if the seat's turn came now."""
    before, _ = replay.around("build")
    decision = replay.stretch[replay.at("build")]
    assert isinstance(decision, Build)
    aqueduct = before.ends.index(decision.workman)
    later = replay.after.position
    builds = [build for build in in_turn(replay.after, replay.seat).legal_moves() if isinstance(build, Build)]
    paths = {build.builder for build in builds if build.workman == later.ends[aqueduct]}
    return (
        port_name(later.ends[aqueduct]) == fact.args["workman"]
        and tuple(sorted(paths)) == fact.args["paths"]
        and len(paths) == fact.args["count"]
        and aqueduct in workmen(later, replay.seat)
    )


def sight_two(replay: Replay, fact: Fact) -> bool:
    """The same with two or more."""
    return sight_on(replay, fact) and fact.number("count") >= 2


def sight_many(replay: Replay, fact: Fact) -> bool:
    """The workmen who have a legal build, if the seat's turn came now."""
    builds = [build for build in in_turn(replay.after, replay.seat).legal_moves() if isinstance(build, Build)]
    return not replay.after.is_over and len({build.workman for build in builds}) == fact.number("count") >= 2


def sight_only(replay: Replay, _: Fact) -> bool:
    """A line to a tile after the stretch, and none after each other decision."""
    return can_lay(replay.after, replay.seat) and not any(
        can_lay(other.after, replay.seat) for other in replay.others()
    )


def sight_blinds(replay: Replay, fact: Fact) -> bool:
    """A line to a tile before, and none after."""
    seat = fact.number("seat")
    return can_lay(replay.before_settled, seat) and not can_lay(replay.after, seat) and seat != replay.seat


def sight_stops(replay: Replay, fact: Fact) -> bool:
    """It is the rival's turn, and no build is legal."""
    end = replay.end
    builds = [move for move in end.legal_moves() if isinstance(move, Build)]
    return end.phase is Phase.BUILD and end.to_move == fact.args["seat"] != replay.seat and not builds


def sight_takes(replay: Replay, fact: Fact) -> bool:
    """The workman saw the builder who walked, and sees nobody now."""
    before, later = replay.before_settled.position, replay.after.position
    aqueduct = aqueduct_at(before, fact.text("workman"))
    return (
        aqueduct in foreign(replay)
        and color_of(before, aqueduct) == fact.args["color"]
        and later.ends[aqueduct] == before.ends[aqueduct]
        and walker(replay) in sees(before, aqueduct)
        and not sees(later, aqueduct)
    )


def sight_brings(replay: Replay, fact: Fact) -> bool:
    """The own workman saw nobody, and sees a builder of that kind on that path square now."""
    before, later = replay.before_settled.position, replay.after.position
    aqueduct = aqueduct_at(before, fact.text("workman"))
    path = fact.number("path")
    return (
        aqueduct in workmen(later, replay.seat)
        and later.ends[aqueduct] == before.ends[aqueduct]
        and not sees(before, aqueduct)
        and path in sees(later, aqueduct)
        and Kind(later.path[path]).letter == fact.args["kind"]
    )


# extra tiles


def fountain_extra(replay: Replay, fact: Fact) -> bool:
    """After the build an extra tile is asked for."""
    step = replay.at("build")
    return replay.games[step + 1].phase is Phase.EXTRA and walker(replay) == fact.args["path"]


def extra_wall(replay: Replay, fact: Fact) -> bool:
    """With the joker in sight every legal tile of that workman ends his aqueduct; before the extra tile not."""
    before, later = replay.around("extra")
    aqueduct = aqueduct_at(later, fact.text("workman"))
    open_before, open_after = stays_open(before, aqueduct), stays_open(later, aqueduct)
    return (
        aqueduct in foreign(replay)
        and color_of(later, aqueduct) == fact.args["color"]
        and any(open_before)
        and bool(open_after)
        and not any(open_after)
    )


def extra_seed(replay: Replay, fact: Fact) -> bool:
    """A build of the next turn adds so much, and less where the extra tile is missing."""
    start = in_turn(replay.after, replay.seat)
    without = start.position.copy()
    without.board[parse_square(fact.text("square"))] = 0
    without.refresh()
    without.stock = start.position.stock  # the same kinds may be laid
    most = 0
    for build in start.legal_moves():
        if isinstance(build, Build):
            grown, bare = (growth(Game.from_position(each), build) for each in (start.position, without))
            most = max(most, grown if grown > bare else 0)
    return most == fact.args["count"] and most >= 2


# block


def block_ends(replay: Replay, fact: Fact) -> bool:
    """A rival's workman left the board for that podium, and his aqueduct cannot be extended."""
    before, later = replay.before.position, replay.after.position
    return any(
        got(before, later, a) == fact.args.get("podium", 0) and later.lengths[a] == fact.args["length"]
        for a in workmen(before)
        if before.layout.seats[a] != replay.seat
        and color_of(before, a) == fact.args["color"]
        and cannot_be_extended(later, a)
        and not later.on_board >> a & 1
    )


def block_denies(replay: Replay, fact: Fact) -> bool:
    """The best of the rival's lines before, and every line after."""
    seat = fact.number("seat")
    podium = max(reachable(replay.before_settled, seat), default=0)
    return podium == fact.number("podium") > max(reachable_with_reserve(replay.after, seat), default=0)


# gifts


def gift_podium(replay: Replay, fact: Fact) -> bool:
    """A line of the rival leads to the podium now, and none led so high before."""
    seat, podium = fact.number("seat"), fact.number("podium")
    before = max(reachable_with_reserve(replay.before_settled, seat), default=0)
    return seat != replay.seat and podium in reachable(replay.after, seat) and before < podium


def gift_sight(replay: Replay, fact: Fact) -> bool:
    """The next rival's workman saw nobody, and sees a builder of that kind now."""
    before, later = replay.before_settled.position, replay.after.position
    aqueduct = aqueduct_at(later, fact.text("workman"))
    rivals = rivals_of(replay.after, replay.seat)
    return (
        aqueduct in workmen(later, rivals[0])
        and color_of(later, aqueduct) == fact.args["color"]
        and later.ends[aqueduct] == before.ends[aqueduct]
        and not sees(before, aqueduct)
        and fact.args["kind"] in {Kind(later.path[path]).letter for path in sees(later, aqueduct)}
    )


def gift_length(replay: Replay, fact: Fact) -> bool:
    """Lengths before and after the build."""
    before, later = replay.around("build")
    return any(
        later.lengths[a] - before.lengths[a] == fact.number("count") > 0
        for a in foreign(replay)
        if color_of(before, a) == fact.args["color"]
    )


def self_blind(replay: Replay, _: Fact) -> bool:
    """No line to a tile after the stretch, and one after another decision."""
    own = workmen(replay.after.position, replay.seat)
    return (
        bool(own)
        and not can_lay(replay.after, replay.seat)
        and any(can_lay(other.after, replay.seat) for other in replay.others())
    )


def self_end(replay: Replay, fact: Fact) -> bool:
    """The workman left the board with the build, and stays after another build of his."""
    step = replay.at("build")
    game, made = replay.games[step], replay.stretch[step]
    assert isinstance(made, Build)
    aqueduct = game.position.ends.index(made.workman)
    stays = [
        bool(turn_ended(played(game, move), replay.seat).position.on_board >> aqueduct & 1)
        for move in game.legal_moves()
        if isinstance(move, Build) and move.workman == made.workman
    ]
    later = replay.after.position
    return (
        any(stays)
        and not turn_ended(played(game, made), replay.seat).position.on_board >> aqueduct & 1
        and later.lengths[aqueduct] == fact.args["length"]
        and color_of(later, aqueduct) == fact.args["color"]
    )
