"""Proofs of facts about the seat itself: its lengths, podiums, closings and builders."""

from __future__ import annotations

from aquaromana.analysis.facts.fact import Fact
from aquaromana.analysis.facts.lines import (
    Replay,
    anybody_reaches,
    aqueduct_at,
    can_lay,
    closes_on,
    color_of,
    foreign,
    growth,
    in_turn,
    instead_of_closing,
    next_podiums,
    played,
    podiums_of,
    reachable,
    reachable_with_reserve,
    rivals_of,
    rivals_reach,
    room,
    watching,
    workmen,
    would_get,
)
from aquaromana.rules import Build, Close, Game, Kind, Phase
from aquaromana.rules.geometry import port_name
from aquaromana.rules.position import HAND

# grow


def grow_many(replay: Replay, fact: Fact) -> bool:
    """Lengths before and after the build."""
    before, later = replay.around("build")
    aqueduct = aqueduct_at(before, fact.text("workman"))
    return (
        aqueduct in workmen(before, replay.seat)
        and color_of(before, aqueduct) == fact.args["color"]
        and later.lengths[aqueduct] - before.lengths[aqueduct] == fact.args["count"]
        and fact.number("count") >= 2
    )


def grow_both(replay: Replay, fact: Fact) -> bool:
    """Lengths before and after the build."""
    before, later = replay.around("build")
    grown = [a for a in workmen(before, replay.seat) if later.lengths[a] > before.lengths[a]]
    return len(grown) == fact.args["count"] == 2


def grow_ahead(replay: Replay, fact: Fact) -> bool:
    """The most that a legal build of that workman would add next turn."""
    decision = replay.stretch[replay.at("build")]
    assert isinstance(decision, Build)
    aqueduct = replay.around("build")[0].ends.index(decision.workman)
    start = in_turn(replay.after, replay.seat)
    end = start.position.ends[aqueduct]
    builds = [build for build in start.legal_moves() if isinstance(build, Build) and build.workman == end]
    most = max([growth(start, build) for build in builds], default=0)
    colored = color_of(start.position, aqueduct) == fact.args["color"]
    return most == fact.number("count") >= 2 and colored and aqueduct in workmen(start.position, replay.seat)


# podium


def podium_step(replay: Replay, fact: Fact) -> bool:
    """Closing by choice before and after: one of the color's aqueducts gets these podiums."""
    before, later = replay.before_settled, replay.after
    return fact.number("before") < fact.number("podium") and any(
        would_get(before, a) == fact.args["before"] and would_get(later, a) == fact.args["podium"]
        for a in workmen(later.position, replay.seat)
        if later.position.lengths[a] > before.position.lengths[a] and color_of(before.position, a) == fact.args["color"]
    )


def podium_jump(replay: Replay, fact: Fact) -> bool:
    """The same, with every podium between full."""
    between = range(fact.number("before") + 1, fact.number("podium"))
    full = not any(room(replay.before_settled.position, podium) for podium in between)
    return podium_step(replay, fact) and full and len(between) > 0


def podium_first(replay: Replay, fact: Fact) -> bool:
    """The podium is mounted and full, and each rival named has a line to it from the position before."""
    podium = fact.number("podium")
    return (
        podium in podiums_of(replay.before.position, replay.after.position, replay.seat)
        and room(replay.after.position, podium) == 0
        and rivals_reach(replay.before_settled, fact, replay.seat)
    )


def podium_devalue(replay: Replay, fact: Fact) -> bool:
    """Closing by choice before and after gives a rival's aqueduct these podiums, and one was filled."""
    before, later = replay.before_settled, replay.after
    filled = any(
        room(before.position, podium) and not room(later.position, podium)
        for podium in podiums_of(before.position, later.position, replay.seat)
    )
    return filled and any(
        would_get(before, a) == fact.args["before"] and would_get(later, a) == fact.args["podium"]
        for a in foreign(replay)
        if later.position.lengths[a] == before.position.lengths[a] == fact.args["length"]
        and color_of(before.position, a) == fact.args["color"]
        and fact.number("podium") < fact.number("before")
    )


def podium_bonus(replay: Replay, fact: Fact) -> bool:
    """The score sheet has such a line, and the podium was mounted."""
    mounted = podiums_of(replay.before.position, replay.after.position, replay.seat)
    lines = [(line.podium, line.bonus) for line in replay.after.score_sheet() if line.seat == replay.seat]
    return fact.args["podium"] in mounted and (fact.args["podium"], fact.args["bonus"]) in lines


def podium_most(replay: Replay, fact: Fact) -> bool:
    """Every other closing by choice gets no higher podium."""
    step = replay.at("close")
    game = replay.games[step]
    podiums = [closes_on(game, move) for move in game.legal_moves() if isinstance(move, Close)]
    return closes_on(game, replay.stretch[step]) == fact.args["podium"] == max(podiums) and len(podiums) > 1


def podium_ahead(replay: Replay, fact: Fact) -> bool:
    """The best of the seat's lines next turn, better than closing what is open now."""
    now = max([would_get(replay.after, a) for a in workmen(replay.after.position, replay.seat)], default=0)
    return (
        max(reachable(replay.after, replay.seat), default=0) == fact.number("podium") > now and replay.at("build") >= 0
    )


# close


def close_in_time(replay: Replay, fact: Fact) -> bool:
    """Each rival named has a line to the podium if nothing is closed."""
    closes = closes_on(replay.games[replay.at("close")], replay.stretch[replay.at("close")])
    return closes == fact.args["podium"] and rivals_reach(instead_of_closing(replay), fact, replay.seat)


def close_crowded(replay: Replay, fact: Fact) -> bool:
    """So many rivals have a line to the podium if nothing is closed, and so much room it has."""
    instead, podium = instead_of_closing(replay), fact.number("podium")
    rivals = [rival for rival in rivals_of(instead, replay.seat) if podium in reachable(instead, rival)]
    return (
        len(rivals) == fact.args["count"]
        and len(rivals) >= max(2, fact.number("room"))
        and room(instead.position, podium) == fact.args["room"]
    )


def close_builder(replay: Replay, _: Fact) -> bool:
    """No line to a tile if nothing is closed, and one after the closing."""
    return not can_lay(instead_of_closing(replay), replay.seat) and can_lay(replay.after, replay.seat)


def close_stuck(replay: Replay, fact: Fact) -> bool:
    """No line of the next turn closes the aqueduct on a higher podium."""
    instead = instead_of_closing(replay)
    decision = replay.stretch[replay.at("close")]
    assert isinstance(decision, Close)
    aqueduct = aqueduct_at(instead.position, port_name(decision.workman))
    podiums = [podium for podium, _ in next_podiums(instead, replay.seat, aqueduct)]
    return (
        color_of(instead.position, aqueduct) == fact.args["color"]
        and closes_on(replay.games[replay.at("close")], decision) == fact.args["podium"]
        and max(podiums, default=0) <= fact.number("podium")
    )


def close_shortest(replay: Replay, fact: Fact) -> bool:
    """After the closing the seat takes a builder, and every closing by choice gives up at least as much."""
    step = replay.at("close")
    game, decision = replay.games[step], replay.stretch[step]
    assert isinstance(decision, Close)
    lengths = [game.position.lengths[a] for a in workmen(game.position, replay.seat)]
    length = game.position.lengths[aqueduct_at(game.position, port_name(decision.workman))]
    later = played(game, decision)
    return (
        later.phase is Phase.CLAIM
        and later.to_move == replay.seat
        and length == fact.args["length"] == min(lengths)
        and len(lengths) > 1
    )


# keep


def keep_higher(replay: Replay, fact: Fact) -> bool:
    """A line of the next turn with a tile closes one of the color's aqueducts on that podium."""
    later = replay.after
    return (
        replay.stretch[-1].type == "pass"
        and fact.number("before") < fact.number("podium")
        and any(
            (fact.number("podium"), True) in next_podiums(later, replay.seat, a)
            for a in workmen(later.position, replay.seat)
            if color_of(later.position, a) == fact.args["color"] and would_get(later, a) == fact.args["before"]
        )
    )


def keep_step(replay: Replay, fact: Fact) -> bool:
    """The same, and no line of a rival's next turn leads to that podium."""
    return keep_higher(replay, fact) and not anybody_reaches(replay, fact.number("podium"))


def keep_free(replay: Replay, fact: Fact) -> bool:
    """It is the best podium that closing would get now, and no line of a rival's next turn leads to it."""
    best = max(would_get(replay.after, a) for a in workmen(replay.after.position, replay.seat))
    return replay.stretch[-1].type == "pass" and best == fact.args["podium"] and not anybody_reaches(replay, best)


def keep_nothing(replay: Replay, _: Fact) -> bool:
    """Closing each of them gets no podium."""
    own = workmen(replay.after.position, replay.seat)
    return replay.stretch[-1].type == "pass" and bool(own) and not any(would_get(replay.after, a) for a in own)


# end


def end_now(replay: Replay, fact: Fact) -> bool:
    """The game is over and has this one winner."""
    end = replay.end
    return end.is_over and end.winners() == (replay.seat,) and end.scores()[replay.seat] == fact.args["points"]


def end_shared(replay: Replay, fact: Fact) -> bool:
    """The game is over and has several winners."""
    end = replay.end
    shared = replay.seat in end.winners() and len(end.winners()) > 1
    return end.is_over and shared and end.scores()[replay.seat] == fact.args["points"]


# place


def place_sight(replay: Replay, fact: Fact) -> bool:
    """So many own workmen have the path square in their row or column."""
    own, _ = watching(replay, fact)
    return own == fact.args["count"] and own > 0


def place_alone(replay: Replay, fact: Fact) -> bool:
    """Own workmen have it, and nobody else's."""
    own, foreign = watching(replay, fact)
    return own > 0 and foreign == 0


def place_ahead(replay: Replay, fact: Fact) -> bool:
    """The best line of this turn after the placing, and before it."""
    steps = [step for step, decision in enumerate(replay.stretch) if decision.type == "place"]
    then = max(reachable(replay.games[steps[-1] + 1], replay.seat), default=0)
    return then == fact.number("podium") > max(reachable(replay.before, replay.seat), default=0)


def take_joker(replay: Replay, _: Fact) -> bool:
    """The joker is in the hand of the seat."""
    return bool(replay.end.position.held[replay.seat * HAND + Kind.JOKER])


def take_podium(replay: Replay, fact: Fact) -> bool:
    """The best line of the next turn with that builder alone in hand, and with none."""
    position = replay.after.position.copy()
    kind = next(kind for kind in Kind if kind.letter == fact.args["kind"])
    position.held = bytearray(len(position.held))
    position.held[replay.seat * HAND + kind] = 1
    position.due = bytearray(len(position.due))
    best = max(reachable_with_reserve(Game.from_position(position), replay.seat), default=0)
    taken = any(str(decision) == f"*{fact.args['kind']}" for decision in replay.stretch)
    return taken and best == fact.number("podium") > max(reachable(replay.after, replay.seat), default=0)
