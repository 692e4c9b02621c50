"""The corpus of rare positions: core, rules and oracle agree on each and one decision on, and each is what it says."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

import pytest

from aquaromana.engine import native
from aquaromana.rules import Decision, Game
from aquaromana.rules.geometry import port_name
from aquaromana.rules.moves import Build, Move
from tests.engine.test_native import differences
from tests.support.corpus import PHASES, RARE, Entry, entries, oracle_at, parse_entry
from tests.support.hunt import KEEP, TAGS
from tests.support.oracle import BUILD, ROOM, Oracle, Port, Square, beyond, clockwise_after, seen_from
from tests.support.random_play import pick
from tests.support.sizes import LongSize

SAMPLE = LongSize("corpus", ci=12, long=1_000)
"""Legal decisions made from each position, beside the one that the corpus names."""

PARTS = 4
ENTRIES = tuple(entries())
HARD = {"two-fountains", "over-20-taken", "last-hand"}
"""Tags of which the hunt may find fewer than it would keep."""


def sample(game: Game, named: Decision | None, size: int, seed: int) -> list[Decision]:
    """Some legal decisions, and the one named."""
    moves, rng = list(game.legal_moves()), Random(seed)
    chosen = [named] if named is not None else []
    while moves and len(chosen) < size:
        move = pick(tuple(moves), rng)
        moves.remove(move)
        chosen.append(move)
    return chosen


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@SAMPLE.mark
@pytest.mark.parametrize("part", range(PARTS))
def test_core_and_rules_agree_on_rare_positions_and_one_decision_on(part: int) -> None:
    for number, entry in enumerate(ENTRIES[part::PARTS]):
        game = Game.from_position(entry.text)
        state = native.core_state(game.position)
        assert not differences(game, state), str(entry)
        for decision in sample(game, entry.decision, SAMPLE.value, number):
            game.play(decision)
            game.check()
            after = state.copy()
            after.play(decision)
            assert not differences(game, after), f"{entry}, after {decision}"
            assert not differences(game, native.core_state(game.position)), f"{entry}, rebuilt after {decision}"
            game.pop()


def unlike(game: Game, other: Oracle) -> list[str]:
    """The names of everything in which the oracle differs."""
    position = game.position
    ends = {port_name(outlet): port_name(end) for outlet, end in zip(game.layout.outlets, position.ends, strict=True)}
    lengths = dict(zip(ends, position.lengths, strict=True))
    closed = {port_name(outlet) for i, outlet in enumerate(game.layout.outlets) if position.blocked >> i & 1}
    pairs = {
        "phase": (PHASES[game.phase], other.phase),
        "mover": (game.to_move, other.to_move),
        "turn": (position.turn, other.turn),
        "legal": (set(map(str, game.legal_moves())), other.legal()),
        "ends": (ends, other.ends()),
        "lengths": (lengths, other.lengths()),
        "closed": (closed, {name for name, port in zip(ends, other.owner, strict=True) if other.is_closed(port)}),
        "scores": (game.scores(), other.scores()),
        "if ended": (game.scores_if_ended(), other.scores_if_ended()),
    }
    return [name for name, (ours, theirs) in pairs.items() if ours != theirs]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_rules_and_oracle_agree_on_rare_positions_and_one_decision_on(part: int) -> None:
    for number, entry in enumerate(ENTRIES[part::PARTS]):
        game, other = Game.from_position(entry.text), oracle_at(entry.position)
        assert not unlike(game, other), str(entry)
        for decision in sample(game, entry.decision, 3, number):
            game.play(decision)
            after = other.copy()
            after.play(str(decision))
            assert not unlike(game, after), f"{entry}, after {decision}"
            game.pop()


# What the tags say, found out by the oracle


@dataclass
class Case:
    """An entry, before and after its decision, as the oracle sees it."""

    entry: Entry

    @cached_property
    def before(self) -> Oracle:
        return oracle_at(self.entry.position)

    @property
    def decision(self) -> Decision:
        assert self.entry.decision is not None, f"{self.entry} needs a decision"
        return self.entry.decision

    @cached_property
    def after(self) -> Oracle:
        other = self.before.copy()
        other.play(str(self.decision))
        return other

    @cached_property
    def gone(self) -> list[Port]:
        """The workmen whom the decision takes from the board."""
        return [outlet for outlet in self.before.workmen if outlet not in self.after.workmen]

    @cached_property
    def closed(self) -> list[Port]:
        """Those of them whose aqueducts were closed in this turn, not only scored at the end."""
        chosen = str(self.decision)[1:] if self.decision.type == "close" else None
        names = self.before.ends()
        return [
            outlet
            for outlet in self.gone
            if self.after.is_closed(outlet) or names["".join((outlet[0][0], str(outlet[0][1]), outlet[1]))] == chosen
        ]

    @property
    def lengths(self) -> list[int]:
        """The lengths of the closed aqueducts."""
        return [self.after.length(outlet) for outlet in self.closed]

    @property
    def goes_on(self) -> bool:
        return self.after.phase != "over"

    @property
    def new_square(self) -> Square:
        """Where the decision lays a tile."""
        (square,) = self.after.board.keys() - self.before.board.keys()
        return square

    @property
    def used(self) -> int:
        """The path square of the builder who is used or moved."""
        if isinstance(self.decision, Move):
            return int(str(self.decision)[1:])
        match = BUILD.fullmatch(str(self.decision))
        assert match is not None
        return int(match[2])

    def fountains(self) -> list[tuple[int, int]]:
        """The fountains passed by that builder, each between two path squares."""
        steps, place = [], self.used
        while place in self.before.path:
            steps.append((place, clockwise_after(place)))
            place = clockwise_after(place)
        return [step for step in steps if step in {(11, 12), (19, 20), (30, 31), (38, 1)}]


def facing(other: Oracle) -> dict[Square, list[Port]]:
    """The outlets whose aqueducts face each empty square."""
    result: dict[Square, list[Port]] = {}
    for outlet in other.owner:
        if other.is_empty(square := beyond(other.end(outlet))):
            result.setdefault(square, []).append(outlet)
    return result


def sees(other: Oracle, outlet: Port) -> list[str]:
    """The builders whom a workman sees."""
    return [other.path[path] for path in seen_from(other.end(outlet)[0]) if path in other.path]


def meetings(case: Case) -> Iterator[list[Port]]:
    """The aqueducts before each square on which the player to move might build."""
    other = case.before
    assert other.phase == "build"
    for outlets in facing(other).values():
        if any(outlet in other.workmen_of(other.to_move) and sees(other, outlet) for outlet in outlets):
            yield outlets


def four_facing(case: Case) -> list[list[Port]]:
    before, after = facing(case.before), facing(case.after)
    return [outlets for square, outlets in after.items() if len(outlets) == 4 != len(before.get(square, ()))]


def color_of(case: Case, outlet: Port) -> int:
    return list(case.before.owner).index(outlet) // (4 if case.before.players == 3 else 3)


def loose_loop(case: Case) -> bool:
    case.before.legal()
    return case.before.events["R3.4 only by both channels"] > 0


def comes_back(case: Case) -> bool:
    return any(case.after.trace(outlet)[0].count(case.new_square) == 2 for outlet in case.after.owner)


def closed_grows(case: Case) -> bool:
    gone = set(case.before.owner) - set(case.before.workmen)
    return any(case.after.length(outlet) > case.before.length(outlet) for outlet in gone)


def gap_filled(case: Case) -> bool:
    return any(case.after.length(outlet) > 4 + case.before.length(outlet) for outlet in case.before.owner)


def substituted(case: Case) -> bool:
    wanted = case.before.path[case.used]
    assert isinstance(case.decision, Build)
    return wanted not in {"J", case.decision.kind.letter} and not case.before.stock[wanted]


def joker_short(case: Case) -> bool:
    other = case.before
    short = 0 in [other.stock[kind] for kind in "CDSB"]
    return short and any("J" in sees(other, outlet) for outlet in other.workmen_of(other.to_move))


def no_extra_square(case: Case) -> bool:
    empty = {(column, row) for column in "ABCDEFGHIJK" for row in range(1, 9)} - case.after.board.keys()
    return bool(case.fountains()) and empty == facing(case.after).keys() and case.after.phase != "extra"


def sees_but_cannot(case: Case) -> bool:
    other = case.before
    return case.decision.type == "move" and any(sees(other, outlet) for outlet in other.workmen_of(other.to_move))


def seats_closed(case: Case) -> set[int]:
    assert len(case.gone) == len(case.closed)
    return {case.before.owner[outlet] for outlet in case.closed}


def contested(case: Case) -> bool:
    seats = [case.before.owner[outlet] for outlet in case.closed]
    order = [(case.before.turn + step) % case.before.players for step in range(case.before.players)]
    first = next(seat for seat in order if seat in seats)
    (length,) = set(case.lengths)
    return len(set(seats)) == 2 and first == max(seats) and case.after.podiums[length] == [first]


def two_colors(case: Case) -> bool:
    closed = [(length, color_of(case, outlet)) for length, outlet in zip(case.lengths, case.closed, strict=True)]
    results = []
    for order in (closed, closed[::-1]):
        podiums = {value: sorted(case.entry.position.podiums[value]) for value in ROOM}
        for length, color in order:
            free = [value for value in ROOM if value <= length and len(podiums[value]) < ROOM[value]]
            if free:
                podiums[max(free)] = sorted([*podiums[max(free)], color])
        results.append(podiums)
    return len(seats_closed(case)) == 1 and len(closed) == 2 and results[0] != results[1]


def no_podium(case: Case) -> bool:
    return any(
        length and all(len(case.before.podiums[value]) == ROOM[value] for value in ROOM if value <= length)
        for length in case.lengths
    )


def on_double_podium(case: Case, standing: int) -> bool:
    (length,) = case.lengths
    after = case.after.podiums[length] if case.goes_on else case.before.podiums[length]
    full = min(standing + 1, 2) if case.goes_on else standing
    return length in {3, 7} and len(case.before.podiums[length]) == standing and len(after) == full


def twice_on_podium(case: Case) -> bool:
    (length,) = case.lengths
    (color,) = case.entry.position.podiums[length]
    return on_double_podium(case, 1) and color == color_of(case, case.closed[0])


def last_claims(case: Case) -> bool:
    other = case.before.copy()
    while other.phase == "claim":
        other.play(min(other.legal()))
    return case.before.phase == "claim" and other.phase == "over"


def one_left(case: Case) -> bool:
    owners = {case.before.owner[outlet] for outlet in case.before.workmen}
    return owners == {case.before.to_move} and case.decision.type == "move"


IS_TRUE: dict[str, Callable[[Case], bool]] = {
    "four-facing": lambda case: (
        bool(four_facing(case))
        and all(case.after.is_closed(outlet) for outlets in four_facing(case) for outlet in outlets)
    ),
    "four-facing-closed": lambda case: any(set(outlets) - set(case.before.workmen) for outlets in four_facing(case)),
    "three-facing": lambda case: any(len(outlets) == 3 for outlets in meetings(case)),
    "loose-loop": loose_loop,
    "comes-back": comes_back,
    "same-reservoir": lambda case: any(
        len({color_of(case, outlet) for outlet in outlets}) < len(outlets) for outlets in meetings(case)
    ),
    "closed-before": lambda case: any(set(outlets) - set(case.before.workmen) for outlets in meetings(case)),
    "closed-grows": closed_grows,
    "gap-filled": gap_filled,
    "two-fountains": lambda case: case.decision.type == "build" and len(case.fountains()) == 2,
    "step-over-fountain": lambda case: case.decision.type == "move" and bool(case.fountains()),
    "stock-build": substituted,
    "stock-joker": joker_short,
    "stock-extra": lambda case: case.before.phase == "extra" and not case.before.stock[case.before.laid],
    "no-extra-square": no_extra_square,
    "sees-but-cannot": sees_but_cannot,
    "claims-capped": lambda case: 0 < case.before.reserve.total() < len(case.closed),
    "reserve-empty": lambda case: bool(case.closed) and not case.before.reserve.total(),
    "claims-of-three": lambda case: len(set(case.after.claims)) >= 3,
    "several-seats": lambda case: len(seats_closed(case)) >= 3,
    "contested": contested,
    "two-colors": two_colors,
    "hand-without-workmen": lambda case: (
        case.before.phase == "reserve" and not case.before.workmen_of(case.before.to_move)
    ),
    "last-hand": lambda case: case.before.phase == "reserve" and not case.goes_on,
    "over-20": lambda case: max(case.lengths) > 20,
    "over-20-taken": lambda case: max(case.lengths) > 20 and bool(case.before.podiums[20]),
    "no-podium": no_podium,
    "length-0": lambda case: 0 in case.lengths,
    "second-on-podium": lambda case: on_double_podium(case, 1),
    "twice-on-podium": twice_on_podium,
    "third-on-podium": lambda case: on_double_podium(case, 2),
    "last-claims": last_claims,
    "open-at-end": lambda case: (
        not case.goes_on and len({case.before.owner[outlet] for outlet in case.gone if outlet not in case.closed}) > 1
    ),
    "one-left": one_left,
    "nobody-left": lambda case: not case.after.workmen and len(case.gone) == len(case.closed) > 0,
}
"""For each tag a question to the oracle that is answered with yes."""


@pytest.mark.slow
@pytest.mark.parametrize("tag", TAGS)
def test_every_entry_is_what_its_tag_says(tag: str) -> None:
    tagged = [entry for entry in ENTRIES if tag in entry.tags]
    assert tagged
    for entry in tagged:
        assert IS_TRUE[tag](Case(entry)), f"{tag} is not true of {entry}"


@pytest.mark.slow
def test_the_corpus_has_enough_of_every_tag() -> None:
    assert {tag for entry in ENTRIES for tag in entry.tags} == set(TAGS) == set(IS_TRUE)
    found = Counter((tag, entry.position.players) for entry in ENTRIES for tag in entry.tags)
    of_seats = {"claims-of-three": (3, 4), "several-seats": (3, 4), "two-colors": (2,)}
    for tag in set(TAGS) - HARD:
        assert {players: found[tag, players] for players in of_seats.get(tag, (2, 3, 4))} == dict.fromkeys(
            of_seats.get(tag, (2, 3, 4)), KEEP
        ), tag
    assert len(ENTRIES) >= 300


@pytest.mark.slow
def test_the_corpus_reads_as_it_is_written() -> None:
    lines = [line for line in RARE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert [str(parse_entry(line)) for line in lines] == lines
    assert len(set(lines)) == len(lines)
    for entry in ENTRIES:
        legal = Game.from_position(entry.text).legal_moves()
        assert entry.decision is None or entry.decision in legal, str(entry)
